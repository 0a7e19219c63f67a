"""Pairs of games in which the hidden seat's mail differs in what nobody may see of it.

Lines behind a condition that does not hold; standing orders that answer nothing; answers to what is
asked later, of which everybody may know no more than that something fitted; notes to a third seat;
an offer of a draw that not all make.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from referee.adjudicate.letters import Mailed
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.variation import Variation
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer, Line, word_of
from referee.lab.twins.following import Answers, Table
from referee.lab.twins.twins import Pair, Twins
from referee.orders.standing_list import kinds, parse_standing
from tests.rules.random_standing import some_rule
from tests.support.beside import sample

#: no quantity of any game is as large
NEVER = 99999
#: what some game understands for a time
TIMES = ("end", "709/winter", "6", "2", "4/3", "4", "705/1", "1/1", "1")


class Quiet(Variation):
    """Games in which nothing but mail differs: all see of an answer what can be carried out."""

    def seen(self, request: Request, view: View, answer: Answer) -> object:
        return [line for line in answer if not _never(line)]


def with_mail(variation: Variation) -> Variation:
    """A ruleset's variation for pairs whose mail differs too: if it does not say what everyone sees
    of an answer, that is what can be carried out, since advance orders may differ by then."""
    sort = type(variation)
    if sort.seen is not Variation.seen:
        return variation
    return type(f"Mailed{sort.__name__}", (sort,), {"seen": Quiet.seen})()


class Mails(Twins):
    """Such pairs."""

    #: kind of request -> what the hidden seat has answered, in both games
    given: dict[str, list[tuple[Answer, Answer]]]

    @cached_property
    def selecting(self) -> list[str]:
        """Kinds of requests of which an answer can say for which of them it is."""
        return [kind for kind, one in sorted(self.ruleset.rules.requests.items()) if one.selectors]

    def pair(self, seed: int, most_runs: int | None = None, skip: int = 0) -> Pair:
        """Play one pair."""
        self.given = {}
        return super().pair(seed, most_runs, skip)

    def note(self, pair: Pair, what: str) -> None:
        """Count what was done."""
        pair.differed = True
        self.tried[what] = self.tried.get(what, 0) + 1

    def _answers(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random, twist: bool
    ) -> tuple[Answers, Answers] | None:
        found = super()._answers(tables, pair, chance, twist)
        request = tables[0].clerk.basis().asked.get(pair.hidden)
        if found is None or request is None:
            return found
        one, two = (answers.get(pair.hidden) for answers in found)
        if one is not None and two is not None:
            self.given.setdefault(request.kind, []).append((one, two))
            if twist:
                self._tails(tables, request, pair, chance, found)
        return found

    def _tails(
        self,
        tables: tuple[Table, Table],
        request: Request,
        pair: Pair,
        chance: random.Random,
        answers: tuple[Answers, Answers],
    ) -> None:
        """Lines that are skipped, or stand behind one at which the orders stop."""
        views = [table.clerk.game.view(pair.hidden) for table in tables]
        if not request.conditions:
            return
        other = chance.choice((SKIP, STOP))
        made = [
            [*(given[pair.hidden] or []), *_tail(self.ruleset, request, view, chance, other)]
            for given, view in zip(answers, views, strict=True)
        ]
        if made[0] == made[1]:
            return
        if any(request.judge(v, lines).faults for v, lines in zip(views, made, strict=True)):
            return
        if not _ends_alike(answers[0][pair.hidden], made):
            return
        for given, lines in zip(answers, made, strict=True):
            given[pair.hidden] = lines
        self.note(pair, f"orders not carried out ({other})")

    def _put_in(self, tables: tuple[Table, Table], pair: Pair, chance: random.Random) -> None:
        """Standing orders under conditions that never hold; of a seat that is not due, an advance
        file."""
        idle = [_idle_rules(self.ruleset, pair.hidden, chance) for _ in tables]
        if idle[0] != idle[1]:
            for table, rules in zip(tables, idle, strict=True):
                known = table.clerk.inbox.standing.get(pair.hidden, [])
                kept = [rule for rule in known if not rule.get("idle")]
                table.clerk.inbox.standing[pair.hidden] = [*rules, *kept]
            self.note(pair, "standing orders")
        if pair.hidden in tables[0].clerk.position.due or chance.random() < 0.5:
            return
        for table, coming in zip(tables, self._coming(tables[0], pair, chance), strict=True):
            header = {"seat": pair.hidden, "body": "0" * 64}
            file = Mailed(pair.hidden, "", "", header, [], None, 1, coming=coming, advance=True)
            table.clerk.inbox.take(file)

    def _enclosed(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random
    ) -> tuple[Mapping[str, Data], Mapping[str, Data]]:
        """Advance orders, notes to a third seat, and an offer of a draw in one game."""
        found: tuple[Data, Data] = ({}, {})
        if pair.hidden not in tables[0].clerk.position.due:
            return found
        more: tuple[Data, Data] = ({}, {})
        for file, coming in zip(more, self._coming(tables[0], pair, chance), strict=True):
            file["coming"] = coming
        others = [seat for seat in self.seats if seat not in (pair.hidden, pair.watcher)]
        if others and chance.random() < 0.5:
            to = chance.choice(others)
            for file in more:
                file["notes"] = {to: "x" * chance.randint(1, 90)}
            self.note(pair, "a note to a third seat")
        if chance.random() < 0.3:
            more[chance.randrange(2)]["draw"] = True
            self.note(pair, "an offer of a draw")
        for box, file in zip(found, more, strict=True):
            box[pair.hidden] = file
        return found

    def _coming(
        self, table: Table, pair: Pair, chance: random.Random
    ) -> tuple[list[Data], list[Data]]:
        """Advance orders: for the same questions, and more whose time is over, or that fit
        nothing that is ever asked."""
        public = table.clerk.game.state["public"]
        later, over = _time(self.ruleset, public, False), _time(self.ruleset, public, True)
        found: tuple[list[Data], list[Data]] = ([], [])
        number = min(len(self.given), chance.randint(0, 3)) if later else 0
        for kind in chance.sample(sorted(self.given), number):
            one, two = chance.choice(self.given[kind]), chance.choice(self.given[kind])
            for box, answer in zip(found, (one[0], chance.choice((one, two))[1]), strict=True):
                more = chance.choice(self.given[kind])[0] if chance.random() < 0.3 else []
                box.append(_waits(len(box) + 1, kind, later, [*answer, *more]))
        for box in found:
            for kind in chance.choices(sorted(self.given) or [""], k=2 if over else 0):
                if kind and chance.random() < 0.5:
                    answer = chance.choice(self.given[kind])[0]
                    box.append(_waits(len(box) + 1, kind, over, answer))
            for kind in chance.choices(self.selecting or [""], k=chance.randint(0, 2)):
                if kind and later:
                    box.append(_nowhere(len(box) + 1, self.ruleset.rules.requests[kind], later))
        if found[0] != found[1]:
            self.note(pair, "advance orders")
        return found


def _waits(number: int, kind: str, until: str, answer: Answer) -> Data:
    coming = {"number": number, "on": kind, "select": {}, "until": until, "misfit": ""}
    return {**coming, "answer": answer}


def _nowhere(number: int, request: type[Request], until: str) -> Data:
    """An answer that selects a request that never comes."""
    return {**_waits(number, request.kind, until, []), "select": {min(request.selectors): "none"}}


def _never(line: Line) -> bool:
    """Whether a line is never carried out."""
    conditions: Any = line.get(IF, ())
    return any(one[2] == NEVER for one in conditions)


def _ends_alike(before: Answer | None, made: list[Answer]) -> bool:
    """Whether both have something behind the same line, or nothing: a condition behind an attack
    has that go on though it fails.  Where the orders stop, it is at the same word, which may end a
    phase before its condition is looked at."""
    length = len(before or [])
    if not all(len(lines) > length for lines in made):
        return False
    first, second = (lines[length] for lines in made)
    return first[ELSE] == SKIP or word_of(first) == word_of(second)


def _tail(
    ruleset: Ruleset, request: Request, view: View, chance: random.Random, other: str
) -> Answer:
    """Up to three lines behind conditions that do not hold; the first skips or stops."""
    lines = [line for _ in range(3) for line in sample(ruleset, request, view, chance)]
    chance.shuffle(lines)
    names = list(request.conditions)
    bare = [{k: v for k, v in line.items() if k not in (IF, ELSE)} for line in lines]
    return [
        {**line, IF: [[chance.choice(names) if n else names[0], ">=", NEVER]],
         ELSE: SKIP if n else other}
        for n, line in enumerate(bare[:3])
    ]  # fmt: skip


def _idle_rules(ruleset: Ruleset, seat: str, chance: random.Random) -> list[Rule]:
    found: list[Rule] = []
    for kind in (ruleset.rules.kinds[name] for name in kinds(ruleset)):
        if not kind.standing.quantities:
            continue
        raw: dict[str, Any] = {**some_rule(kind, ruleset.rules.names(seat), chance), "if": []}
        rules, faults = parse_standing([raw], ruleset, seat)
        if not faults:
            name = chance.choice(list(kind.standing.quantities))
            found += [{**rule, "if": [[name, ">=", NEVER]], "idle": True} for rule in rules]
    return found


def _time(ruleset: Ruleset, public: Data, over: bool) -> str:
    """A time of this game that is over, or is not; "" if none is known."""
    for until in TIMES:
        try:
            if ruleset.calendar.reached(public, until) is over:
                return until
        except ValueError:
            continue
    return ""
