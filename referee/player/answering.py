"""Asks a player for orders, one open request after the other, and makes an order file of it.

It knows no game: what can be ordered is the grammar of the request, what could stand at a place is
what its suggestions say, and whether it is legal is judged as `check` does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from referee import views
from referee.charter.papers import Charter
from referee.engine.request import Data, Request
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.words import Many, Name, Nothing, Word
from referee.files.folding import plain
from referee.files.write_yaml import emit, flow
from referee.orders.order_lines import parse_lines, write_lines
from referee.player.asking_rules import StandingTalk
from referee.player.foretelling import foretold
from referee.player.offering import Words, explained, offered, words_for
from referee.player.prompting import NAMES_AT_MOST, Place, Prompts, Quit, Talk, chosen
from referee.player.sign_orders import judge_by_report

#: the most whole answers that are offered by number
OPTIONS_AT_MOST = 20
COMMANDS = "Enter: done    u: undo    b: back    q: quit    ?: help"
LAST = "Enter: write the file    s: standing orders    b: back    q: quit"


class _Back(Exception):
    """One request back."""


class Answering:
    """One report's requests, answered in a talk.

    in_force: the standing orders that are in force; raises Refused if they are not to be had."""

    def __init__(
        self,
        sheet: Data,
        charter: Charter,
        ruleset: Ruleset,
        talk: Talk,
        in_force: Callable[[], Sequence[Rule]] = list,
    ) -> None:
        self.sheet, self.charter, self.ruleset, self.talk = sheet, charter, ruleset, talk
        self.seat: str = sheet["seat"]
        self.view = views.view(sheet)
        self.requests = views.own_requests(sheet, ruleset.rules)
        self.answers: list[list[Any]] = [[] for _ in self.requests]
        self.standing = StandingTalk(ruleset, self.view, talk, in_force)

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
        if standing := self.standing.written():
            tree["standing"] = standing
        return emit(tree).encode()

    def _entry(self, request: Request, lines: list[Any]) -> dict[str, Any]:
        """What answers a request that is made at the same time as the first."""
        names = self.ruleset.rules.names(self.seat)
        selected = {}
        for key, takes in request.selectors.items():
            if key in request.args:
                word = takes.of if isinstance(takes, Many) else takes
                value = request.args[key]
                selected[key] = (
                    names[word.sort].get(value, value) if isinstance(word, Name) else value
                )
        return {"on": request.kind, **{k: str(v) for k, v in selected.items()}, "orders": lines}

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
                    self.standing.choose()
                case "b" | "back":
                    raise _Back
                case "q" | "quit":
                    raise Quit
                case other:
                    self.talk.tell(f"  {other!r} is none of these")

    def _foretell(self) -> None:
        """What the orders will do, and which standing orders there will be."""
        found = judge_by_report(self._written(), self.sheet, self.charter, draft=True)
        self.talk.tell("")
        if lines := foretold(found, self.sheet, self.ruleset):
            self.talk.tell("what your orders will do:")
        for line in lines:
            self.talk.tell(f"  {line}")
        now = self.sheet["own"].get("standing", "") or "rules of your own"
        told = self.standing.told(now)
        self.talk.tell(f"standing orders, for what nothing else answers: {told}")

    # -- one request ---------------------------------------------------------------------------

    def _request(self, at: int) -> None:
        """Ask until the lines of a request are legal and the player is content."""
        request = self.requests[at]
        options = self._options(request)
        words = words_for(request, self.ruleset.rules.kinds[request.kind], self.view)
        self.talk.tell("")
        self.talk.tell(f"{request.title(self.seat)} ({request.rule})")
        while True:
            self._show(at, options, words)
            if self._told(at, options, words, self._asked(at, words)):
                return

    def _asked(self, at: int, words: Words) -> str:
        """What the player says, once he needs no explanation."""
        while (said := self.talk.ask("> ")).startswith("?") or said == "help":
            names = self.ruleset.rules.names(self.seat)
            for line in explained(said, self.requests[at], words.all, names):
                self.talk.tell(line)
        return said

    def _options(self, request: Request) -> list[list[Any]]:
        """Whole answers, as they are written, where they are few."""
        kind, names = self.ruleset.rules.kinds[request.kind], self.ruleset.rules.names(self.seat)
        found = list(islice(kind.suggestions.options(request, self.view), OPTIONS_AT_MOST + 1))
        if len(found) > OPTIONS_AT_MOST:
            return []
        return [write_lines(answer, request.words, names) for answer in found]

    def _show(self, at: int, options: Sequence[list[Any]], words: Words) -> None:
        """What is ordered so far, and what can be chosen."""
        for number, line in enumerate(self.answers[at], 1):
            self.talk.tell(f"  order {number}: {_shown(line)}")
        choices = ["; ".join(map(_shown, lines)) or "nothing" for lines in options]
        for number, choice in enumerate(choices, 1):
            self.talk.tell(f"  {number}  {choice}")
        for line in offered(self.requests[at], words, len(choices) + 1):
            self.talk.tell(line)
        self.talk.tell(COMMANDS)

    def _told(self, at: int, options: Sequence[list[Any]], words: Words, said: str) -> bool:
        """Do what the player says; whether this request is done."""
        if said in ("", "done"):
            return self._good(at, self.answers[at])
        if said in ("u", "undo"):
            self.answers[at] = self.answers[at][:-1]
        elif said in ("b", "back"):
            raise _Back
        elif said in ("q", "quit"):
            raise Quit
        elif picked := chosen(said, [*map(str, range(len(options))), *words.all]):
            if picked not in words.all:
                return self._good(at, options[int(picked)])
            self._add(at, picked)
        else:
            fits = [word for word in words.all if plain(word).startswith(plain(said))]
            several = f"may be {' or '.join(fits)}" if fits else "is none of these; ? helps"
            self.talk.tell(f"  {said!r} {several}")
        return False

    def _add(self, at: int, word: str) -> None:
        """Build one line, and keep it if it is legal after those before."""
        request = self.requests[at]
        takes: Word = request.words[word]
        if isinstance(takes, Nothing):
            line: Any = word
        else:
            names = self.ruleset.rules.names(self.seat)
            prompts = Prompts(self.talk, names, partial(self._offers, at, word))
            taken = prompts.value(takes, word, {})
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
        found = judge_by_report(self._written(), self.sheet, self.charter, draft=True)
        faults = [f for f in found.faults if whole or len(f.path) > 1]
        for fault in [*faults, *found.warnings] if whole else faults:
            self.talk.fault(fault, found)
        if faults:
            self.answers[at] = before
        return not faults

    def _offers(self, at: int, word: str, name: Name, place: Place) -> dict[str, str]:
        """What is at hand there, without what an earlier line has used up; otherwise every name
        with which the line would be legal."""
        request, names = self.requests[at], self.ruleset.rules.names(self.seat)
        suggestions = self.ruleset.rules.kinds[request.kind].suggestions
        at_hand = suggestions.at_hand(request, self.view, place.key, place.beside)
        called = {id: one for sort in name.looked_up() for id, one in names[sort].items()}
        if at_hand or place.rest is None:
            found = {id: called[id] for id in at_hand if id in called}
            return self._legal(at, word, name, found or called) or found
        line = {word: dict(place.rest)}
        return {
            id: one
            for id, one in called.items()
            if self._fits(at, {word: {**line[word], place.key: place.with_(one)}})
        }

    def _legal(self, at: int, word: str, name: Name, found: Mapping[str, str]) -> dict[str, str]:
        """Those with which a line of this name alone, or of a list, would be legal; nothing if they
        are many, or the line is of another form."""
        takes = self.requests[at].words[word]
        alone = takes.of if isinstance(takes, Many) else takes
        if alone != name or len(found) > NAMES_AT_MOST:
            return {}
        return {id: one for id, one in found.items() if self._fits(at, {word: one})}

    def _fits(self, at: int, line: dict[str, Any]) -> bool:
        """Whether a line would be legal behind those there are."""
        request, names = self.requests[at], self.ruleset.rules.names(self.seat)
        lines = [*self.answers[at], line]
        answer, faults = parse_lines(lines, request.words, names, request.conditions)
        if faults or answer is None:
            return False
        return not any(f.path[:1] == (len(lines) - 1,) for f in request.refused(self.view, answer))


def _shown(line: Any) -> str:
    """A line as it stands in a file."""
    text = flow(line)
    return text[1:-1] if isinstance(line, dict) else text
