"""What standing orders and advance orders share: a kind of request, selectors and an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.request import Request
from referee.engine.rules import Ruleset
from referee.engine.words import Choice, Vocabulary
from referee.fault import AMBIGUOUS, NOT_UNDERSTOOD, Fault, Path
from referee.files.folding import excerpt
from referee.orders.names import Ambiguous, NotFound, find
from referee.orders.values import parse_value, write_value

Kinds = Mapping[str, type[Request]]


class KindReader:
    """Reads the items of such a list and collects faults, with paths below the list.

    kinds: the requests that items can be for.  Subclasses say what an item is called, and its
    keys."""

    #: what an item is called, what is done with the requests that it names, and its form
    item, does, form = "", "", ""
    own_keys: tuple[str, ...] = ()

    def __init__(self, kinds: Kinds, ruleset: Ruleset, seat: str) -> None:
        self.kinds, self.ruleset, self.seat = kinds, ruleset, seat
        self.names: Vocabulary = ruleset.rules.names(seat)
        self.faults: list[Fault] = []

    def fault(self, path: Path, reason: str, hint: str = "", answer: str = NOT_UNDERSTOOD) -> None:
        """Note a fault."""
        self.faults.append(Fault(answer, path, reason, "", hint))

    def below(self, path: Path, faults: Sequence[Fault]) -> None:
        """Note faults whose paths begin at this one."""
        self.faults += [Fault(f.answer, (*path, *f.path), f.reason, f.rule, f.hint) for f in faults]

    def request(self, raw: object, i: int) -> type[Request] | None:
        """The kind of request that item i is for; None if it is not clear."""
        if not isinstance(raw, dict):
            self.fault((i,), f"{self.item} must be a map", self.form_for(raw))
            return None
        kind = self.one_of(raw.get("on", ""), {kind: kind for kind in self.kinds}, (i, "on"))
        return self.kinds[kind] if kind else None

    def form_for(self, raw: object) -> str:
        """What to write instead of something that is no map."""
        return f"write {self.form}"

    def one_of(self, text: object, names: Mapping[str, str], path: Path) -> str | None:
        """The kind that a text names."""
        try:
            return find(text if isinstance(text, str) else "", names)
        except NotFound as trouble:
            hint = self.selected(text) or trouble.hint
            hint = hint or f"choose from: {', '.join(names.values())}"
            self.fault(path, f"this is not a request that {self.does}", hint)
        except Ambiguous as trouble:
            self.fault(path, "more than one request fits", trouble.hint, AMBIGUOUS)
        return None

    def selected(self, text: object) -> str:
        """A hint, if a word by which requests of one kind are selected stands for the kind."""
        able = [
            f"write {{on: {kind}, {key}: {text}, ...}}"
            for kind, request in self.kinds.items()
            for key, takes in request.selectors.items()
            if isinstance(takes, Choice) and text in takes.words
        ]
        return able[0] if len(able) == 1 else ""

    def select(self, raw: Mapping[str, Any], request: type[Request], i: int) -> dict[str, Any]:
        """The selectors of an item, with ids."""
        found = {}
        for key, value in raw.items():
            if key in self.own_keys:
                continue
            if key not in request.selectors:
                reason = f"{self.item} on {request.kind} has no key {excerpt(key)!r}"
                self.fault((i, key), reason, self.key_hint(key, request))
                continue
            typed, faults = parse_value(value, request.selectors[key], self.names)
            self.below((i, key), faults)
            found[key] = typed
        return found

    def key_hint(self, key: str, request: type[Request]) -> str:
        """What can stand where an unknown key does."""
        return f"keys: {', '.join((*self.own_keys, *request.selectors))}"

    def until(self, raw: Mapping[str, Any], i: int) -> str | None:
        """The end of an item, None if it names none."""
        text = raw.get("until")
        if text is None:
            return None
        try:
            self.ruleset.calendar.place(text if isinstance(text, str) else "")
        except ValueError as trouble:
            self.fault((i, "until"), "a turn or phase is expected here", str(trouble))
            return None
        return str(text)


def written_select(
    select: Mapping[str, Any], request: type[Request], names: Vocabulary
) -> dict[str, Any]:
    """Selectors as written in a file, with names in full."""
    return {k: write_value(v, request.selectors[k], names) for k, v in select.items()}
