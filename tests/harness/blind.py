"""Games that differ only in what a seat may not know tell that seat the same.

Every ruleset is tried in two ways.  One that hides anything is played in pairs of games that its
twister lets differ in hidden things.  And every game, also an open one, is played in pairs in
which a seat's mail differs in what nobody may see of it: orders behind a condition that does not
hold, standing rules that answer nothing, what an advance file says that is not used.

``python -m tests.harness.blind [--seed N] [--count N] [--ruleset NAME]``; a case is one pair, in
turn for each ruleset, scenario and way.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee import ruleset as finder
from referee.desk.mailroom import Mailed
from referee.desk.twins import Pair, Table, Twins
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.table import State
from referee.engine.twister import Twister
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer
from referee.post.standing import kinds, parse_standing
from tests.harness.settings import Tally, program
from tests.rules.random_standing import some_rule

#: no quantity of any game is as large
NEVER = 99999
#: what some game understands for a time that is far away
LATER = ("end", "709/winter", "6", "2", "4/3", "4")

Answers = tuple[dict[str, Answer | None], dict[str, Answer | None]]


class Shown(Exception):
    """From here on the rules themselves show what differs."""


class MailTwins(Twins):
    """Pairs of games in which one seat's mail differs in what is never carried out."""

    def __init__(self, ruleset: Ruleset, scenario: str | None = None) -> None:
        super().__init__(ruleset, Twister(), scenario)
        self.last = Pair("", "")
        #: what the hidden seat has answered; whether advance files of it wait
        self.given: list[tuple[str, Answer]] = []
        self.waits = False
        self.tried: dict[str, int] = {}

    def pair(self, seed: int, most_runs: int | None = None, skip: int = 0) -> Pair:
        """Play one pair."""
        self.given = []
        try:
            return super().pair(seed, most_runs, skip)
        except Shown:
            return self.last

    def _answers(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random, twist: bool
    ) -> Answers | None:
        self.last = pair
        found = super()._answers(tables, pair, chance, twist)
        if found is None:
            return None
        asked = tables[0].clerk.basis().asked.get(pair.hidden)
        self._remember(asked, found[0].get(pair.hidden))
        if twist:
            self._orders(tables, pair, chance, found)
            self._standing(tables, pair, chance)
            self._ahead(tables, pair, chance)
        return found

    def _remember(self, request: Request | None, answer: Answer | None) -> None:
        if request and answer and (request.kind, answer) not in self.given:
            self.given.append((request.kind, answer))

    def _tried(self, pair: Pair, what: str) -> None:
        pair.differed = True
        self.tried[what] = self.tried.get(what, 0) + 1

    def _orders(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random, answers: Answers
    ) -> None:
        """Lines that are skipped, or stand behind one at which the orders stop."""
        basis = tables[0].clerk.basis()
        request, view = basis.asked.get(pair.hidden), basis.views[pair.hidden]
        if request is None or not request.conditions or answers[0].get(pair.hidden) is None:
            return
        other = chance.choice((SKIP, STOP))
        tails = [_tail(request, view, chance, other) for _ in tables]
        made = [[*(answers[0][pair.hidden] or []), *tail] for tail in tails]
        if made[0] != made[1] and not any(request.judge(view, lines).faults for lines in made):
            for given, lines in zip(answers, made, strict=True):
                given[pair.hidden] = lines
            self._tried(pair, f"orders not carried out ({other})")

    def _standing(self, tables: tuple[Table, Table], pair: Pair, chance: random.Random) -> None:
        """Rules on everything that the game asks, under conditions that never hold."""
        idle = [_idle_rules(self.ruleset, pair.hidden, chance) for _ in tables]
        if idle[0] != idle[1]:
            for table, rules in zip(tables, idle, strict=True):
                table.clerk.mailroom.standing[pair.hidden] = rules
            self._tried(pair, "standing")

    def _ahead(self, tables: tuple[Table, Table], pair: Pair, chance: random.Random) -> None:
        """Advance files, of a seat that is not due, that say what it has once answered."""
        seat, public, self.waits = pair.hidden, tables[0].clerk.game.state["public"], False
        for table in tables:
            table.clerk.mailroom.queue.pop(seat, None)
        due, until = tables[0].clerk.position.due, _later(self.ruleset, public)
        kind = chance.choice(self.given)[0] if self.given else ""
        given = [answer for on, answer in self.given if on == kind]
        if seat in due or len(given) < 2 or until is None:
            return
        for table, answer in zip(tables, chance.sample(given, 2), strict=True):
            header = {"seat": seat, "body": "0" * 64}
            coming = {"number": 1, "on": kind, "select": {}, "until": until, "misfit": ""}
            coming["answer"] = answer
            file = Mailed(seat, "", "", header, [], None, 1, coming=[coming], advance=True)
            table.clerk.mailroom.take(file)
        self.waits = True
        self._tried(pair, "advance files")

    def _compare(
        self,
        tables: tuple[Table, Table],
        sheets: Sequence[Data],
        pair: Pair,
        chance: random.Random,
    ) -> None:
        """As for all pairs, unless an advance file was used."""
        waiting = [bool(table.clerk.mailroom.queue.get(pair.hidden)) for table in tables]
        if waiting[0] != waiting[1]:
            pair.leaks.append("an answer to come was used in one game alone")
        if self.waits and not all(waiting):
            raise Shown
        super()._compare(tables, sheets, pair, chance)


def _tail(request: Request, view: View, chance: random.Random, other: str) -> Answer:
    """Up to three lines behind conditions that do not hold; the first skips or stops."""
    lines = [line for _ in range(3) for line in request.sample(view, chance)]
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
    for kind in kinds(ruleset).values():
        if not kind.quantities:
            continue
        raw = {**some_rule(kind, ruleset.names(seat), chance), "if": []}
        rules, faults = parse_standing([raw], ruleset, seat)
        if not faults:
            name = chance.choice(list(kind.quantities))
            found += [{**rule, "if": [[name, ">=", NEVER]]} for rule in rules]
    return found


def _later(ruleset: Ruleset, public: Data) -> str | None:
    """A time that is not over."""
    for until in LATER:
        try:
            if not ruleset.reached(public, until):
                return until
        except ValueError:
            continue
    return None


# -- the toys, which have no twisters of their own -------------------------------------------------


class Breath(Twister):
    """Relay: of a runner's breath the others know nothing."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        state["seats"][hidden]["breath"] = chance.randint(2, 9)


TOYS: dict[str, Callable[[], Twister]] = {"relay": Breath}
#: games of which no pair can differ, with the reason
ALIKE = {"duel": "all six cards are dealt, so that each hand follows from the other; all are due"}


def twister_of(ruleset: Ruleset) -> Twister | None:
    """How games of a ruleset can differ; None if nothing is hidden."""
    own = ruleset.twister()
    return own if own or ruleset.name not in TOYS else TOYS[ruleset.name]()


def ways(ruleset: Ruleset) -> list[tuple[str, Twins]]:
    """Every way in which a ruleset is tried, by its name."""
    twister = twister_of(ruleset)
    if ruleset.hidden and twister is None:
        raise AssertionError(f"{ruleset.name} hides things, and has no twister")
    found: list[tuple[str, Twins]] = []
    for scenario in ruleset.scenarios:
        if twister:
            found.append((f"{ruleset.name} {scenario}", Twins(ruleset, twister, scenario)))
        found.append((f"{ruleset.name} {scenario}, mail", MailTwins(ruleset, scenario)))
    return found


def trials(names: Sequence[str], seed: int, count: int) -> Tally:
    """Play `count` pairs, by turns in every way of every ruleset."""
    tally = Tally()
    every = [way for name in names if name not in ALIKE for way in ways(finder.load(name))]
    for number in range(count):
        name, twins = every[number % len(every)]
        pair = twins.begun(seed + number // len(every))
        tally.count(f"{name}: pairs")
        tally.count(f"{name}: runs compared", pair.runs)
        tally.count(f"{name}: pairs that differed", int(pair.differed and pair.runs > 0))
        for leak in pair.leaks:
            where = f"{name}, seed {seed + number // len(every)}"
            tally.fault(f"{where}: {pair.watcher} sees of {pair.hidden}: {leak}")
    for name, twins in every:
        if not tally.counts.get(f"{name}: pairs that differed"):
            tally.fault(f"{name}: no pair differed: nothing was tested")
        for what, tried in getattr(twins, "tried", {}).items():
            tally.count(f"{name}: {what}", tried)
    return tally


def run(given: Any, folder: Path) -> Tally:
    """Play pairs as the command line says."""
    return trials([given.ruleset] if given.ruleset else finder.names(), given.seed, given.count)


def _more(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", help="one ruleset instead of all")


if __name__ == "__main__":
    program(__doc__, 500, run, _more)
