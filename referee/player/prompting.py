"""Asks a player for values: names by number or by spelling, lists and maps piece by piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.words import Choice, Either, Fields, Many, Name, Number, Vocabulary
from referee.fault import Fault, Refused
from referee.files.folding import plain
from referee.files.strict_yaml import read
from referee.kit.lines import packed, wrapped
from referee.orders.forms import article, form_of
from referee.orders.order_file import OrderFile
from referee.orders.values import parse_value, write_value

#: the most names that are tried, or offered by number
NAMES_AT_MOST = 40
#: commas between values, not those within braces
_BETWEEN = re.compile(r",(?![^{]*\})")


class Quit(Exception):
    """The player leaves, and nothing is written."""


class Talk(NamedTuple):
    """How to reach the player: `ask` shows a prompt and gives the answer, trimmed, and raises Quit
    at the end of input; `tell` shows a line; `fault` shows what is wrong with a draft."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    fault: Callable[[Fault, OrderFile], None]

    def entered(self, prompt: str, offered: Iterable[str] = ()) -> str:
        """What is entered at a prompt; raises Quit for ``q`` or ``quit`` too, as the menus do,
        unless something that is offered begins so."""
        said = self.ask(prompt)
        if said in ("q", "quit") and not any(plain(one).startswith(said) for one in offered):
            raise Quit
        return said


class Taken(NamedTuple):
    """A value as it is written, and its id where it is a name that is known."""

    written: Any
    id: Any


class Place(NamedTuple):
    """Where a name is to be entered: its key, what was entered in the same map and the maps around
    it, the other fields of that map, None if more are needed, and what stands before it in the same
    list."""

    key: str
    beside: Mapping[str, Any]
    rest: Mapping[str, Any] | None
    earlier: Sequence[Any] = ()

    def with_(self, name: str) -> Any:
        """What would stand there: the name, or a list that it ends."""
        return [*self.earlier, name] if self.earlier else name


#: (name, place) -> what could stand there, by id
Offers = Callable[[Name, Place], Mapping[str, str]]


class Prompts:
    """Asks for one value."""

    def __init__(self, talk: Talk, names: Vocabulary, offers: Offers) -> None:
        self.talk, self.names, self.offers = talk, names, offers
        #: what a prompt says of a value that may be left out
        self.skip = ""
        self._rest: Mapping[str, Any] | None = None
        self._earlier: Sequence[Any] = ()

    def value(self, takes: Any, key: str, beside: Mapping[str, Any]) -> Taken | None:
        """Ask for a value; None if the player enters nothing.  Raises Quit."""
        if isinstance(takes, Fields):
            return self._fields(takes, beside)
        if isinstance(takes, Many):
            return self._many(takes, key, beside)
        return self._single(takes, key, beside)

    def _fields(self, takes: Fields, beside: Mapping[str, Any]) -> Taken | None:
        """Every key of a map; those that may be left out are, with Enter."""
        written: dict[str, Any] = {}
        ids = dict(beside)
        # Of those, lists come last: what can stand in a path may hang on the card that pays for it.
        kinds = takes.all().items()
        ask = sorted(kinds, key=lambda one: one[0] not in takes.needed and isinstance(one[1], Many))
        for key, kind in ask:
            self.skip = "" if key in takes.needed else " (or Enter)"
            self._rest = written if takes.needed.keys() <= {*written, key} else None
            taken = self.value(kind, key, ids)
            if taken is not None:
                written[key], ids[key] = taken
            elif key in takes.needed:
                return None
        return Taken(written, ids)

    def _many(self, takes: Many, key: str, beside: Mapping[str, Any]) -> Taken | None:
        """A list: one value after the other, until Enter; several with commas."""
        found: list[Taken] = []
        while len(found) < takes.most:
            known = {**beside, key: [one.id for one in found]}
            self.skip = " (more, or Enter)" if found else self.skip
            if isinstance(takes.of, Fields):
                more = [self._fields(takes.of, known)]
            else:
                self._earlier = [one.written for one in found]
                more = list(self._singles(takes.of, key, known))
                self._earlier = ()
            if not more or more[0] is None:
                break
            found += [one for one in more if one is not None]
        return Taken([one.written for one in found], [one.id for one in found]) if found else None

    def _single(self, takes: Any, key: str, beside: Mapping[str, Any]) -> Taken | None:
        found = next(self._singles(takes, key, beside), None)
        if found is None and (maps := _maps(takes)):
            return self._fields(maps[0], beside)
        return found

    def _singles(self, takes: Any, key: str, beside: Mapping[str, Any]) -> Iterator[Taken]:
        """What the player enters at a prompt: by number, or by name, several with commas."""
        before = beside.get(key, [])
        offered = self._known(takes, key, beside)
        known = {id: name for id, name in offered.items() if id not in before}
        if known:
            shown = [f"{number} {name}" for number, name in enumerate(known.values(), 1)]
            for line in packed(f"    {key}:", shown, 6):
                self.talk.tell(line)
        maps = _maps(takes)
        if maps and (_names(takes) or len(maps) > 1):  # one alone is asked for key by key
            told = f"or {', '.join(map(form_of, maps))}"
            for line in wrapped(told, first="    ", more="      "):
                self.talk.tell(line)
        while True:
            said = self.talk.entered(f"  {key}{_range(takes)}{self.skip}> ", known.values())
            if said == "?":
                self._explain(takes, bool(known))
                continue
            parts = filter(None, (part.strip() for part in _BETWEEN.split(said)))
            found = [self._meant(takes, part, known) for part in parts]
            if None not in found:
                break
        yield from (one for one in found if one)

    def _explain(self, takes: Any, listed: bool) -> None:
        """What can be entered at a prompt."""
        how = "by number or by name" if listed else "by its name, whose beginning will do"
        told = f"{article(takes)}{'' if isinstance(takes, Number) else f', {how}'}; Enter for none"
        for line in wrapped(told, first="    ", more="      "):
            self.talk.tell(line)

    def _meant(self, takes: Any, part: str, known: Mapping[str, str]) -> Taken | None:
        """A value that was entered, first of those known; None, with a word why, if it is none."""
        if name := chosen(part, list(known.values())):
            return Taken(name, next(id for id, one in known.items() if one == name))
        id, faults = parse_value(_raw(part), takes, self.names)
        for fault in faults:
            hint = f"; {fault.hint}" if fault.hint else "; Enter to leave it out"
            self.talk.tell(f"    {fault.reason}{hint}")
        return None if faults else Taken(write_value(id, takes, self.names), id)

    def _known(self, takes: Any, key: str, beside: Mapping[str, Any]) -> dict[str, str]:
        """What could stand there, by id: what is offered, and fixed words."""
        found: dict[str, str] = {}
        for one in _names(takes):
            found |= self.offers(one, Place(key, beside, self._rest, self._earlier))
        choices = [*takes.of] if _is_either(takes) else [takes]
        return found | {w: w for one in choices if isinstance(one, Choice) for w in one.words}


def _raw(part: str) -> Any:
    """What was entered; a map in braces as one, if it can be read."""
    if not part.startswith("{"):
        return part
    try:
        return read(f"{part}\n".encode()).tree
    except Refused:
        return part


def _is_either(takes: Any) -> bool:
    return isinstance(takes, Either)


def _maps(takes: Any) -> list[Fields]:
    """The maps that may stand in place of something else."""
    return [one for one in takes.of if isinstance(one, Fields)] if _is_either(takes) else []


def _names(takes: Any) -> list[Name]:
    """The names that a type may be of."""
    return [one for one in (takes.of if _is_either(takes) else [takes]) if isinstance(one, Name)]


def _range(takes: Any) -> str:
    """`` (1 to 6)`` for a number."""
    return f" ({takes.least} to {takes.most})" if isinstance(takes, Number) else ""


def chosen(said: str, offered: Sequence[str]) -> str:
    """Which of the things offered is meant: by its number, or the only one that begins so; "" if
    none is."""
    if said.isdecimal() and said.isascii():
        return offered[int(said) - 1] if 0 < int(said) <= len(offered) else ""
    whole = [one for one in offered if plain(one) == plain(said)]
    found = whole or [one for one in offered if plain(one).startswith(plain(said))]
    return found[0] if len(found) == 1 else ""
