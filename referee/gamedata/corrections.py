"""Corrections: a tree of texts laid over a ruleset's data (referee-corrections(5)).

Maps are merged key by key; anything else replaces the old value.  The key ``remove`` removes keys
from a map; a list is changed by a map with ``add`` and ``remove``.  Keys are processed in
alphabetical order, because their order in a file means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.gamedata.shapes import Either, Keys, Place, Rows, Shape, Table, Trees, Wrong, leaves

ADD, REMOVE = "add", "remove"
NOTE = "note"


class Change(NamedTuple):
    """One correction: its place, and the values before and after.

    None stands for no value.  For a list that was changed, only what was added or removed."""

    place: Place
    before: Any
    after: Any


class Corrected(NamedTuple):
    """Corrected data: all trees, what changed, and the places of the corrected data."""

    trees: dict[str, Any]
    changes: list[Change]
    places: frozenset[Place]
    wrong: list[Wrong]
    #: new keys of maps, with the known key that has a similar spelling
    new: dict[Place, str]

    def hinted(self, wrong: Wrong) -> Wrong:
        """A fault with a hint: the usual trouble with a new key is its spelling."""
        for place, known in self.new.items():
            if known and wrong.place[: len(place)] == place:
                return wrong._replace(hint=f"{place[-1]} is new here; did you mean {known}?")
        return wrong


def correct(trees: Trees, shapes: Mapping[str, Shape], raw: Mapping[str, Any]) -> Corrected:
    """Lay corrections over data.  raw: name of a file -> tree of texts, and the note.

    The result lists faults of the corrections themselves; whether the corrected data are valid is
    for the shapes to say."""
    editor = _Editor()
    found = dict(trees)
    for name in sorted(raw):
        if name == NOTE:
            continue
        if name not in shapes:
            editor.say(
                (name,), f"there is no data file {name!r:.60}", f"choose from: {', '.join(shapes)}"
            )
        else:
            found[name] = editor.edit(shapes[name], trees[name], raw[name], (name,))
    return Corrected(found, editor.changes, frozenset(editor.places), editor.wrong, editor.new)


class _Editor:
    """Makes corrected trees and leaves the old ones alone."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.places: list[Place] = []
        self.wrong: list[Wrong] = []
        self.new: dict[Place, str] = {}

    def say(self, place: Place, reason: str, hint: str = "") -> None:
        self.wrong.append(Wrong(place, reason, hint))

    def edit(self, shape: Shape, base: Any, raw: Any, place: Place) -> Any:
        """The new value; base: the old one, None if there was none."""
        own = _of_form(shape, raw)
        if isinstance(own, Table | Keys) and isinstance(base, dict) and isinstance(raw, dict):
            return self._merged(own, base, raw, place)
        if isinstance(own, Rows) and isinstance(base, list) and isinstance(raw, dict):
            return self._amended(own, base, raw, place)
        after = self.typed(shape, raw, place)
        self._note(place, base, after)
        return after

    def typed(self, shape: Shape, raw: Any, place: Place) -> Any:
        """The values that texts stand for, where there was nothing before."""
        own = _of_form(shape, raw)
        if own is None:
            form = "a map" if isinstance(raw, dict) else "a list" if isinstance(raw, list) else ""
            self.say(place, f"{form or repr(raw)[:60]} cannot stand here", _wanted(shape))
            return None
        if isinstance(own, Rows):
            if isinstance(raw, dict):
                self.say(place, "there is no list here to change", "write the whole list")
                return []
            return [self.typed(own.of, item, (*place, n)) for n, item in enumerate(raw)]
        if isinstance(own, Table | Keys):
            return {key: self._below(own, key, raw[key], place) for key in sorted(raw)}
        try:
            return own.of_text(raw)
        except ValueError as trouble:
            self.say(place, str(trouble))
            return None

    def _below(self, shape: Table | Keys, key: str, raw: Any, place: Place) -> Any:
        inner = self._inner(shape, key, place)
        return self.typed(inner, raw, (*place, key)) if inner else None

    def _inner(self, shape: Table | Keys, key: str, place: Place) -> Shape | None:
        if isinstance(shape, Table):
            return shape.of
        known = shape.all()
        if key not in known:
            self.say((*place, key), f"no key {key!r:.60} here", f"keys: {', '.join(known)}")
        return known.get(key)

    def _merged(
        self, shape: Table | Keys, base: dict[str, Any], raw: dict[str, Any], place: Place
    ) -> dict[str, Any]:
        found = dict(base)
        for key in sorted(raw):
            at = (*place, key)
            if key == REMOVE:
                for name in self._removed(raw[key], base, at):
                    if name in raw:
                        self.say(
                            (*place, name),
                            "it is both removed and corrected",
                            "do only one of these",
                        )
                    self._note((*place, name), found.pop(name, None), None)
            elif inner := self._inner(shape, key, place):
                if key not in base:
                    self.new[at] = _alike(key, base)
                found[key] = self.edit(inner, base.get(key), raw[key], at)
        return found

    def _amended(
        self, shape: Rows, base: list[Any], raw: dict[str, Any], place: Place
    ) -> list[Any]:
        for key in raw:
            if key not in (ADD, REMOVE):
                self.say((*place, key), f"no key {key!r:.60} here", f"keys: {ADD}, {REMOVE}")
        out = self._removed(raw.get(REMOVE, []), [str(item) for item in base], (*place, REMOVE))
        kept = [item for item in base if str(item) not in out]
        added = [
            self.typed(shape.of, item, (*place, ADD, n))
            for n, item in enumerate(_listed(raw.get(ADD, [])))
        ]
        if out:
            self.changes.append(Change(place, [i for i in base if str(i) in out], None))
        if added:
            self.changes.append(Change(place, None, added))
        self.places += [(*place, n) for n in range(len(kept), len(kept) + len(added))]
        return [*kept, *added]

    def _removed(self, raw: Any, there: Sequence[str] | Mapping[str, Any], at: Place) -> list[str]:
        """Keys or values to remove; each of them must be there."""
        names = _listed(raw)
        for number, name in enumerate(names):
            if not isinstance(name, str) or name not in there:
                place = (*at, number) if isinstance(raw, list) else at
                hint = (
                    "" if isinstance(name, str) else "name single values, or write the whole list"
                )
                self.say(place, f"there is no {name!r:.60} to remove", hint)
        return [name for name in names if isinstance(name, str)]

    def _note(self, place: Place, before: Any, after: Any) -> None:
        self.changes.append(Change(place, before, after))
        self.places += [(*place, *rest) for rest, _ in leaves(after)] if after is not None else []


def _of_form(shape: Shape, raw: Any) -> Shape | None:
    """The shape that a text, list or map is meant for, which may be one of several."""
    kinds: tuple[type, ...] = (Rows, Table, Keys)
    options = shape.shapes if isinstance(shape, Either) else (shape,)
    if isinstance(raw, str):
        return next((one for one in options if not isinstance(one, kinds)), None)
    wanted = (Rows,) if isinstance(raw, list) else kinds
    return next((one for one in options if isinstance(one, wanted)), None)


def _wanted(shape: Shape) -> str:
    """What to write in place of a value of the wrong form."""
    options = shape.shapes if isinstance(shape, Either) else (shape,)
    return f"write {' or '.join(dict.fromkeys(_form(one) for one in options))}"


def _form(shape: Shape) -> str:
    if isinstance(shape, Rows):
        return f"a list of {shape.least}" if shape.least == shape.most else "a list"
    if isinstance(shape, Keys):
        return f"a map of {', '.join(shape.all())}"
    return "a map" if isinstance(shape, Table) else "a single value"


def _alike(key: str, known: Mapping[str, Any]) -> str:
    """The known key with a similar spelling, "" if there is none."""
    from difflib import get_close_matches  # only a new key needs it

    alike = [name for name in known if name[0] == key[0]]
    return next(iter(get_close_matches(key, alike, 1)), "")


def _listed(raw: Any) -> list[Any]:
    return raw if isinstance(raw, list) else [raw]


def summary(corrections: Mapping[str, Any]) -> str:
    """Corrections in one line, made from their texts: ``with corrections to map (3 data): ...``.

    It counts the values that are set, added and removed."""
    names = sorted(name for name in corrections if name != NOTE)
    counts = {name: len(list(leaves(corrections[name]))) for name in names}
    told = ", ".join(
        f"{name} ({count} {'datum' if count == 1 else 'data'})" for name, count in counts.items()
    )
    return f"with corrections to {told}: {corrections.get(NOTE, '')}"
