"""Asks a player for orders, one open request after the other, and makes an order file of it.

It knows no game: what can be ordered is the grammar of the request, what could stand at a place is
what its suggestions say, and whether it is legal is judged as `check` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from referee import views
from referee.charter.papers import Charter
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.engine.words import Choice, Either, Fields, Many, Name, Nothing, Number, Word
from referee.fault import Fault
from referee.files.flow_style import flow
from referee.files.folding import plain
from referee.files.write_yaml import emit
from referee.kit.lines import packed
from referee.orders.described import told
from referee.orders.order_file import OrderFile
from referee.orders.order_lines import parse_lines, write_lines
from referee.orders.standing_list import sets_of
from referee.orders.values import parse_value, write_value
from referee.player.foretelling import foretold
from referee.player.sign_orders import judge_by_report
from referee.report.worded import wrapped

#: the most whole answers that are offered by number
OPTIONS_AT_MOST = 20
COMMANDS = "Enter: done    u: undo    b: back    q: quit"
LAST = "Enter: write the file    s: standing orders    b: back    q: quit"


class Quit(Exception):
    """The player leaves, and nothing is written."""


class Talk(NamedTuple):
    """How to reach the player: `ask` shows a prompt and gives the answer, trimmed, and raises Quit
    at the end of input; `tell` shows a line; `fault` shows what is wrong with a draft."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    fault: Callable[[Fault, OrderFile], None]


class Taken(NamedTuple):
    """A value as it is written, and its id where it is a name that is known."""

    written: Any
    id: Any


class _Back(Exception):
    """One request back."""


class Answering:
    """One report's requests, answered in a talk."""

    def __init__(self, sheet: Data, charter: Charter, ruleset: Ruleset, talk: Talk) -> None:
        self.sheet, self.charter, self.ruleset, self.talk = sheet, charter, ruleset, talk
        self.seat: str = sheet["seat"]
        self.view = views.view(sheet)
        self.requests = views.own_requests(sheet, ruleset.rules)
        self.answers: list[list[Any]] = [[] for _ in self.requests]
        #: what a prompt says of a value that may be left out
        self._skip = ""
        #: the other fields of the map that is being built, None if more are needed
        self._rest: dict[str, Any] | None = None
        #: the set of standing orders that the player has chosen, "" to keep those in force
        self.standing = ""
        #: of the line that is being built: which request it answers, and its word
        self._line = 0, ""

    def draft(self) -> bytes:
        """The order file that the player has made, not signed; raises Quit."""
        at = 0
        while True:
            try:
                if at == len(self.requests):
                    self._last()
                    return self._written()
                self._request(at)
                at += 1
            except _Back:
                at = max(0, at - 1)

    def _written(self) -> bytes:
        """The draft as it stands: the first request's lines, and entries of ``next``."""
        tree: dict[str, Any] = {"kind": "orders", "seat": self.seat}
        tree["orders"] = self.answers[0] if self.answers else []
        later = zip(self.requests[1:], self.answers[1:], strict=True)
        if coming := [self._entry(request, lines) for request, lines in later]:
            tree["next"] = coming
        if self.standing:
            tree["standing"] = self.standing
        return emit(tree).encode()

    def _entry(self, request: Request, lines: list[Any]) -> dict[str, Any]:
        """What answers a request that is made at the same time as the first."""
        names = self.ruleset.rules.names(self.seat)
        chosen = {}
        for key, takes in request.selectors.items():
            if key in request.args:
                word = takes.of if isinstance(takes, Many) else takes
                value = request.args[key]
                chosen[key] = (
                    names[word.sort].get(value, value) if isinstance(word, Name) else value
                )
        return {"on": request.kind, **{k: str(v) for k, v in chosen.items()}, "orders": lines}

    # -- the end -----------------------------------------------------------------------------

    def _last(self) -> None:
        """Show what the file will do, until the player is content."""
        while True:
            self._foretell()
            self.talk.tell(LAST)
            match self.talk.ask("> "):
                case "" | "done":
                    return
                case "s" | "standing orders":
                    self._choose_set()
                case "b" | "back":
                    raise _Back
                case "q" | "quit":
                    raise Quit
                case other:
                    self.talk.tell(f"  {other!r} is none of these")

    def _foretell(self) -> None:
        """What the orders will do, and which standing orders there will be."""
        found = judge_by_report(self._written(), self.sheet, self.charter, unsigned=True)
        self.talk.tell("")
        if lines := foretold(found, self.sheet, self.ruleset):
            self.talk.tell("what your orders will do:")
        for line in lines:
            self.talk.tell(f"  {line}")
        now = self.standing or self.sheet["own"].get("standing", "") or "rules of your own"
        self.talk.tell(f"standing orders, for what nothing else answers: {now}")

    def _choose_set(self) -> None:
        """Ask for a set of standing orders."""
        sets = sets_of(self.ruleset)
        for number, (name, one) in enumerate(sets.items(), 1):
            for line in wrapped(f"{number}  {name}: {one.meaning}", "  ", "       "):
                self.talk.tell(line)
        self.talk.tell("for single rules see 'referee standing'")
        if said := self.talk.ask("standing orders (or Enter)> "):
            self.standing = _picked(said, list(sets)) or self.standing

    # -- one request ---------------------------------------------------------------------------

    def _request(self, at: int) -> None:
        """Ask until the lines of a request are legal and the player is content."""
        request = self.requests[at]
        options = self._options(request)
        words = self.ruleset.rules.kinds[request.kind].suggestions.open_words(request)
        self.talk.tell("")
        self.talk.tell(f"{request.title(self.seat)} ({request.rule})")
        while True:
            self._show(at, options, words)
            if self._told(at, options, words, self.talk.ask("> ")):
                return

    def _options(self, request: Request) -> list[list[Any]]:
        """Whole answers, as they are written, where they are few."""
        kind, names = self.ruleset.rules.kinds[request.kind], self.ruleset.rules.names(self.seat)
        found = list(islice(kind.suggestions.options(request, self.view), OPTIONS_AT_MOST + 1))
        if len(found) > OPTIONS_AT_MOST:
            return []
        return [write_lines(answer, request.words, names) for answer in found]

    def _show(self, at: int, options: Sequence[list[Any]], words: Sequence[str]) -> None:
        """What is ordered so far, and what can be chosen."""
        for number, line in enumerate(self.answers[at], 1):
            self.talk.tell(f"  order {number}: {_shown(line)}")
        choices = ["; ".join(map(_shown, lines)) or "nothing" for lines in options]
        for number, choice in enumerate(choices, 1):
            self.talk.tell(f"  {number}  {choice}")
        request, wide = self.requests[at], max(map(len, words), default=0)
        for number, word in enumerate(words, len(choices) + 1):
            _, does = told(request.by_word[word].__doc__ or "")
            lines = wrapped(f"{number:2} {word:{wide}}  {does}", " ", " " * (wide + 6))
            self.talk.tell(lines[0] if len(lines) == 1 else f"{lines[0]} ...")
        self.talk.tell(COMMANDS)

    def _told(self, at: int, options: Sequence[list[Any]], words: Sequence[str], said: str) -> bool:
        """Do what the player says; whether this request is done."""
        if said in ("", "done"):
            return self._good(at, self.answers[at])
        if said in ("u", "undo"):
            self.answers[at] = self.answers[at][:-1]
        elif said in ("b", "back"):
            raise _Back
        elif said in ("q", "quit"):
            raise Quit
        elif chosen := _picked(said, [*map(str, range(len(options))), *words]):
            if chosen not in words:
                return self._good(at, options[int(chosen)])
            self._add(at, chosen)
        else:
            fits = [word for word in words if plain(word).startswith(plain(said))]
            several = f"may be {' or '.join(fits)}" if fits else "is none of these"
            self.talk.tell(f"  {said!r} {several}")
        return False

    def _add(self, at: int, word: str) -> None:
        """Build one line, and keep it if it is legal after those before."""
        request = self.requests[at]
        takes: Word = request.words[word]
        if isinstance(takes, Nothing):
            line: Any = word
        else:
            self._line, self._rest, self._skip = (at, word), None, ""
            taken = self._value(request, takes, word, {})
            if taken is None:
                return
            line = {word: taken.written}
        lines = [*self.answers[at], line]
        if self._good(at, lines, whole=False):
            self.answers[at] = lines

    def _good(self, at: int, lines: list[Any], whole: bool = True) -> bool:
        """Whether the draft with these lines is legal; what is wrong is shown.  Lines that are good
        stay.

        whole: also what is wrong with all of them together, which a further line might mend."""
        before, self.answers[at] = self.answers[at], lines
        found = judge_by_report(self._written(), self.sheet, self.charter, unsigned=True)
        faults = [f for f in found.faults if whole or len(f.path) > 1]
        for fault in [*faults, *found.warnings] if whole else faults:
            self.talk.fault(fault, found)
        if faults:
            self.answers[at] = before
        return not faults

    # -- values --------------------------------------------------------------------------------

    def _value(
        self, request: Request, takes: Any, key: str, beside: Mapping[str, Any]
    ) -> Taken | None:
        """Ask for a value; None if the player enters nothing."""
        if isinstance(takes, Fields):
            return self._fields(request, takes, beside)
        if isinstance(takes, Many):
            return self._many(request, takes, key, beside)
        return self._single(request, takes, key, beside)

    def _fields(self, request: Request, takes: Fields, beside: Mapping[str, Any]) -> Taken | None:
        """Every key of a map; those that may be left out are, with Enter."""
        written: dict[str, Any] = {}
        ids = dict(beside)
        for key, kind in takes.all().items():
            self._skip = "" if key in takes.needed else " (or Enter)"
            self._rest = written if takes.needed.keys() <= {*written, key} else None
            taken = self._value(request, kind, key, ids)
            if taken is not None:
                written[key], ids[key] = taken
            elif key in takes.needed:
                return None
        return Taken(written, ids)

    def _many(
        self, request: Request, takes: Many, key: str, beside: Mapping[str, Any]
    ) -> Taken | None:
        """A list: one value after the other, until Enter; several with commas."""
        found: list[Taken] = []
        while len(found) < takes.most:
            known = {**beside, key: [one.id for one in found]}
            self._skip = " (more, or Enter)" if found else self._skip
            if isinstance(takes.of, Fields):
                more = [self._fields(request, takes.of, known)]
            else:
                more = list(self._singles(request, takes.of, key, known))
            if not more or more[0] is None:
                break
            found += [one for one in more if one is not None]
        return Taken([one.written for one in found], [one.id for one in found]) if found else None

    def _single(
        self, request: Request, takes: Any, key: str, beside: Mapping[str, Any]
    ) -> Taken | None:
        maps = [one for one in takes.of if isinstance(one, Fields)] if _is_either(takes) else []
        found = next(self._singles(request, takes, key, beside), None)
        if found is None and maps:
            return self._fields(request, maps[0], beside)
        return found

    def _singles(
        self, request: Request, takes: Any, key: str, beside: Mapping[str, Any]
    ) -> Iterator[Taken]:
        """What the player enters at a prompt: by number, or by name, several with commas."""
        before = beside.get(key, [])
        offered = self._known(request, takes, key, beside)
        known = {id: name for id, name in offered.items() if id not in before}
        if known:
            shown = [f"{number} {name}" for number, name in enumerate(known.values(), 1)]
            for line in packed(f"    {key}:", shown, 6):
                self.talk.tell(line)
        while True:
            said = self.talk.ask(f"  {key}{_range(takes)}{self._skip}> ")
            parts = filter(None, (part.strip() for part in said.split(",")))
            found = [self._meant(takes, part, known) for part in parts]
            if None not in found:
                break
        yield from (one for one in found if one)

    def _meant(self, takes: Any, part: str, known: Mapping[str, str]) -> Taken | None:
        """A value that was entered, first of those known; None, with a word why, if it is none."""
        if picked := _picked(part, list(known.values())):
            return Taken(picked, next(id for id, name in known.items() if name == picked))
        names = self.ruleset.rules.names(self.seat)
        id, faults = parse_value(part, takes, names)
        for fault in faults:
            hint = f"; {fault.hint}" if fault.hint else "; Enter to leave it out"
            self.talk.tell(f"    {fault.reason}{hint}")
        return None if faults else Taken(write_value(id, takes, names), id)

    def _known(
        self, request: Request, takes: Any, key: str, beside: Mapping[str, Any]
    ) -> dict[str, str]:
        """What could stand there, by id: what is at hand, and fixed words."""
        kind, names = self.ruleset.rules.kinds[request.kind], self.ruleset.rules.names(self.seat)
        found: dict[str, str] = {}
        for one in _names(takes):
            at_hand = kind.suggestions.at_hand(request, self.view, key, beside)
            called = {id: name for sort in one.looked_up() for id, name in names[sort].items()}
            found |= {id: called[id] for id in at_hand if id in called}
            if not at_hand and self._rest is not None:
                found |= {id: name for id, name in called.items() if self._fits(key, name)}
        choices = [*takes.of] if _is_either(takes) else [takes]
        return found | {w: w for one in choices if isinstance(one, Choice) for w in one.words}

    def _fits(self, key: str, name: str) -> bool:
        """Whether the line that is being built would be legal with this name."""
        at, word = self._line
        request, names = self.requests[at], self.ruleset.rules.names(self.seat)
        lines = [*self.answers[at], {word: {**(self._rest or {}), key: name}}]
        answer, faults = parse_lines(lines, request.words, names, request.conditions)
        if faults or answer is None:
            return False
        return not any(f.path[:1] == (len(lines) - 1,) for f in request.refused(self.view, answer))


def _shown(line: Any) -> str:
    """A line as it stands in a file."""
    text = flow(line)
    return text[1:-1] if isinstance(line, dict) else text


def _is_either(takes: Any) -> bool:
    return isinstance(takes, Either)


def _names(takes: Any) -> list[Name]:
    """The names that a type may be of."""
    return [one for one in (takes.of if _is_either(takes) else [takes]) if isinstance(one, Name)]


def _range(takes: Any) -> str:
    """`` (1 to 6)`` for a number."""
    return f" ({takes.least} to {takes.most})" if isinstance(takes, Number) else ""


def _picked(said: str, offered: Sequence[str]) -> str:
    """Which of the things offered is meant: by its number, or the only one that begins so; "" if
    none is."""
    if said.isdecimal() and said.isascii():
        return offered[int(said) - 1] if 0 < int(said) <= len(offered) else ""
    whole = [one for one in offered if plain(one) == plain(said)]
    found = whole or [one for one in offered if plain(one).startswith(plain(said))]
    return found[0] if len(found) == 1 else ""
