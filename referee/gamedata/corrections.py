"""Corrections: a tree of texts laid over a ruleset's data (referee-corrections(5)).

Maps merge key by key; what else stands there replaces what was there.  In a map the key
``remove`` takes keys out of it; where the data have a list, a map with ``add`` and ``remove``
changes it.  Keys are gone through in alphabetical order: their order in a file has no meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.gamedata.shapes import Either, Keys, Place, Rows, Shape, Table, Trees, Wrong, leaves

ADD, REMOVE = "add", "remove"
NOTE = "note"


class Change(NamedTuple):
    """One thing that was corrected: its place, and what stood there before and after.

    None: nothing.  Of a list that was added to, only what was added or taken out."""

    place: Place
    before: Any
    after: Any


class Corrected(NamedTuple):
    """Data with corrections: all trees, what was changed, the places of the corrected data."""

    trees: dict[str, Any]
    changes: list[Change]
    places: frozenset[Place]
    wrong: list[Wrong]
    #: maps' new keys, with the known one that is spelt alike
    new: dict[Place, str]

    def hinted(self, wrong: Wrong) -> Wrong:
        """What is wrong with a new key is most often its spelling."""
        for place, known in self.new.items():
            if known and wrong.place[: len(place)] == place:
                return wrong._replace(hint=f"{place[-1]} is new here; did you mean {known}?")
        return wrong


def correct(trees: Trees, shapes: Mapping[str, Shape], raw: Mapping[str, Any]) -> Corrected:
    """Lay corrections over data.  raw: name of a file -> tree of texts, and the note.

    What is wrong with the corrections themselves is in the result; what they lead to is for the
    shapes to say."""
    editor = _Editor()
    found = dict(trees)
    for name in sorted(raw):
        if name == NOTE:
            continue
        if name not in shapes:
            editor.say((name,), f"there is no data file {name!r:.60}", f"of: {', '.join(shapes)}")
        else:
            found[name] = editor.edit(shapes[name], trees[name], raw[name], (name,))
    return Corrected(found, editor.changes, frozenset(editor.places), editor.wrong, editor.new)


class _Editor:
    """Makes corrected trees; the old ones stay as they are."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.places: list[Place] = []
        self.wrong: list[Wrong] = []
        self.new: dict[Place, str] = {}

    def say(self, place: Place, reason: str, hint: str = "") -> None:
        self.wrong.append(Wrong(place, reason, hint))

    def edit(self, shape: Shape, base: Any, raw: Any, place: Place) -> Any:
        """What a value becomes; base: None if there was none."""
        own = _of_form(shape, raw)
        if isinstance(own, Table | Keys) and isinstance(base, dict) and isinstance(raw, dict):
            return self._merged(own, base, raw, place)
        if isinstance(own, Rows) and isinstance(base, list) and isinstance(raw, dict):
            return self._amended(own, base, raw, place)
        after = self.typed(shape, raw, place)
        self._note(place, base, after)
        return after

    def typed(self, shape: Shape, raw: Any, place: Place) -> Any:
        """Texts as the values that they stand for, where nothing was before."""
        own = _of_form(shape, raw)
        if own is None:
            form = "a map" if isinstance(raw, dict) else "a list" if isinstance(raw, list) else ""
            self.say(place, f"{form or repr(raw)[:60]} cannot stand here", _wanted(shape))
            return None
        if isinstance(own, Rows):
            if isinstance(raw, dict):
                self.say(place, "there is no list here to be changed", "write the whole list")
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
                        self.say((*place, name), "it is taken out and corrected", "do one of both")
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
        """Keys or values to take out, all of which must be there."""
        names = _listed(raw)
        for number, name in enumerate(names):
            if not isinstance(name, str) or name not in there:
                place = (*at, number) if isinstance(raw, list) else at
                hint = (
                    "" if isinstance(name, str) else "name single values, or write all of it again"
                )
                self.say(place, f"there is no {name!r:.60} to be taken out", hint)
        return [name for name in names if isinstance(name, str)]

    def _note(self, place: Place, before: Any, after: Any) -> None:
        self.changes.append(Change(place, before, after))
        self.places += [(*place, *rest) for rest, _ in leaves(after)] if after is not None else []


def _of_form(shape: Shape, raw: Any) -> Shape | None:
    """The shape, or that one of several, that a text, list or map can be meant for."""
    kinds: tuple[type, ...] = (Rows, Table, Keys)
    options = shape.shapes if isinstance(shape, Either) else (shape,)
    if isinstance(raw, str):
        return next((one for one in options if not isinstance(one, kinds)), None)
    wanted = (Rows,) if isinstance(raw, list) else kinds
    return next((one for one in options if isinstance(one, wanted)), None)


def _wanted(shape: Shape) -> str:
    """What can be written where something of another form stands."""
    options = shape.shapes if isinstance(shape, Either) else (shape,)
    return f"write {' or '.join(dict.fromkeys(_form(one) for one in options))}"


def _form(shape: Shape) -> str:
    if isinstance(shape, Rows):
        return f"a list of {shape.least}" if shape.least == shape.most else "a list"
    if isinstance(shape, Keys):
        return f"a map of {', '.join(shape.all())}"
    return "a map" if isinstance(shape, Table) else "a single value"


def _alike(key: str, known: Mapping[str, Any]) -> str:
    """The known key that is spelt like it, "" if none is."""
    from difflib import get_close_matches  # only a new key needs it

    alike = [name for name in known if name[0] == key[0]]
    return next(iter(get_close_matches(key, alike, 1)), "")


def _listed(raw: Any) -> list[Any]:
    return raw if isinstance(raw, list) else [raw]


def summary(corrections: Mapping[str, Any]) -> str:
    """Corrections in one line, from their texts alone: ``with corrections to map (3 data): ...``.

    Counted are values given, added and taken out."""
    names = sorted(name for name in corrections if name != NOTE)
    counts = {name: len(list(leaves(corrections[name]))) for name in names}
    told = ", ".join(
        f"{name} ({count} {'datum' if count == 1 else 'data'})" for name, count in counts.items()
    )
    return f"with corrections to {told}: {corrections.get(NOTE, '')}"
