"""Twins: two games that differ only in what one seat may not know, played side by side.

The *watcher* must get the same from both: reports, requests, templates, refusals, due lists and
run numbers, byte for byte once digests, links, salts and signatures are masked.  What differs is
up to the `Twister` of the ruleset.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from referee import views
from referee.desk.clerk import Clerk
from referee.desk.known import scenario_of
from referee.desk.mailroom import Mailed
from referee.desk.opening import seated
from referee.engine.chains import Chain
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.table import State
from referee.engine.twister import Twister
from referee.engine.words import Answer
from referee.post.examine import Basis, Examined, Link, judge_lines
from referee.post.keys import test_key
from referee.post.lines import write_lines
from referee.post.orders import read_orders
from referee.post.report_file import fill
from referee.post.write_yaml import emit
from referee.report import render, template

_SEED = 7
_HEX = re.compile(r"[0-9a-f]{32,}")


@dataclass
class Table:
    """One of the twins."""

    clerk: Clerk
    chains: dict[str, Chain]

    def play(self, answers: dict[str, Answer | None]) -> dict[str, Data]:
        """Make the next run; the sheet of every seat."""
        run = self.clerk.position.run + 1
        for seat, answer in answers.items():
            party = f"seat/{seat}"
            number = Link.of(self.clerk.position.links[party]).following
            link = self.chains[party].link(number).hex()
            header = {"seat": seat, "dice": link, "run": str(run), "body": "0" * 64}
            self.clerk.mailroom.take(Mailed(seat, "", "", header, [], answer, 1))
        entry = self.clerk.make_run(self.chains["host"].link(run), self.chains["sealed"].link(run))
        return {seat: self.clerk.sheet(entry, seat) for seat in self.clerk.charter.seats}


@dataclass
class Pair:
    """What became of a pair.

    runs: compared; differed: whether they ever had something to tell apart; leaks: what the
    watcher got differently, and where."""

    hidden: str
    watcher: str
    runs: int = 0
    differed: bool = False
    leaks: list[str] = field(default_factory=list)


class Twins:
    """Makes pairs of games of one ruleset; keys and chains are made once."""

    def __init__(
        self,
        ruleset: Ruleset,
        twister: Twister,
        scenario: str | None = None,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.ruleset, self.twister = ruleset, twister
        self.seats = ruleset.seats_of(scenario_of(ruleset, scenario))
        keys = {party: test_key(_SEED, party) for party in ("host", *self.seats)}
        self.charter, self.chains = seated(ruleset, keys, "twins", scenario, options, _SEED)

    def table(self) -> Table:
        """A game that has not begun."""
        return Table(Clerk.opened(self.charter, self.ruleset)[0], self.chains)

    def begun(self, seed: int) -> Pair:
        """Play a pair that is alike up to a run that the seed chooses; if games are over before,
        up to an earlier one."""
        chance = random.Random(f"twins begin {seed}")
        skip = chance.randrange(2 ** chance.randrange(1, 7))
        pair = self.pair(seed, skip=skip)
        while skip and not pair.runs:
            skip //= 2
            pair = self.pair(seed, skip=skip)
        return pair

    def pair(self, seed: int, most_runs: int | None = None, skip: int = 0) -> Pair:
        """Play one pair; it ends when the rules show a difference, or after `most_runs`.

        skip: runs that are played alike before the games may differ."""
        chance = random.Random(f"twins {seed}")
        hidden, watcher = chance.sample(sorted(self.seats), 2)
        tables = (self.table(), self.table())
        pair, number = Pair(hidden, watcher), 0
        while not (tables[0].clerk.position.over or number == most_runs or pair.leaks):
            twist = number >= skip
            if twist:
                self.twister.disturb(tables[1].clerk.game.state, hidden, chance)
            answers = self._answers(tables, pair, chance, twist)
            if answers is None:
                break
            sheets = [t.play(a)[watcher] for t, a in zip(tables, answers, strict=True)]
            if twist:
                if self._shown(sheets[0], hidden) != self._shown(sheets[1], hidden):
                    break
                self._compare(tables, sheets, pair, chance)
            number += 1
        return pair

    def _shown(self, sheet: Data, hidden: str) -> list[object]:
        """What the rules have shown to the watcher in a run of what he did not know."""
        found = [self.twister.shown(event, hidden) for event in views.events(sheet)]
        return [thing for thing in found if thing is not None]

    def _answers(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random, twist: bool
    ) -> tuple[dict[str, Answer | None], dict[str, Answer | None]] | None:
        """Answers for both games, None if the second has none that looks the same."""
        one, two = (table.clerk.basis() for table in tables)
        first: dict[str, Answer | None] = dict.fromkeys(one.due)
        second: dict[str, Answer | None] = dict.fromkeys(one.due)
        for seat in [seat for seat in one.due if seat in one.asked]:
            request, both = one.asked[seat], (one.views[seat], two.views[seat])
            answer: Answer = request.sample(both[0], chance)
            twin: Answer | None = answer
            if other := twist and self._differs(pair, seat, both):
                twin = self.twister.answer(request, both, answer, chance)
            faults = [] if twin is None else request.judge(both[1], twin).faults
            if faults and not other:
                told = f"{seat}'s answer {answer} is legal in one game alone"
                pair.leaks.append(f"{request.kind}: {told}: {faults[0].reason}")
            if twin is None or faults:
                return None
            first[seat], second[seat] = answer, twin
        return first, second

    def _differs(self, pair: Pair, seat: str, views: tuple[View, View]) -> bool:
        """Whether a seat knows something else in each game, and the watcher must not see it: the
        hidden seat, and one that has drawn from what was changed in secret."""
        return seat != pair.watcher and (seat == pair.hidden or views[0].own != views[1].own)

    def _compare(
        self,
        tables: tuple[Table, Table],
        sheets: Sequence[Data],
        pair: Pair,
        chance: random.Random,
    ) -> None:
        """Compare everything the watcher gets from a run of both; a leak is the first line of a
        part that differs."""
        pair.runs += 1
        states = [table.clerk.game.state for table in tables]
        pair.differed |= _secrets(states[0], pair.hidden) != _secrets(states[1], pair.hidden)
        probe = chance.random()
        got = [
            self._gets(table, sheet, pair.watcher, random.Random(probe))
            for table, sheet in zip(tables, sheets, strict=True)
        ]
        pair.leaks += [
            f"{part}: {a!r} against {b!r}"
            for part in got[0]
            for a, b in _different(got[0][part], got[1][part])
        ]

    def _gets(
        self, table: Table, sheet: Data, watcher: str, chance: random.Random
    ) -> dict[str, list[str]]:
        basis = table.clerk.basis()
        request = basis.asked.get(watcher)
        charter = self.charter
        return {
            "text": render(sheet, charter.offer, charter.insecure, self.ruleset),
            "block": list(fill(sheet)),
            "asked": [str(r.data()) for r in basis.asked.values()],
            "due": [str(basis.due), str(basis.run)],
            "template": template(request, sheet) if request else [],
            "refusals": self._refusals(basis, request, watcher, chance),
        }

    def _refusals(
        self, basis: Basis, request: Request | None, watcher: str, chance: random.Random
    ) -> list[str]:
        """What is said of random drafts: legal ones, and legal ones of somebody else's."""
        if request is None:
            return []
        told: list[str] = []
        for seat in basis.charter.seats:
            answer = request.sample(basis.views[watcher], chance)
            names = self.ruleset.names(watcher)
            draft = {"kind": "orders", "seat": watcher}
            lines = write_lines(answer, request.words, names)
            chance.shuffle(lines)
            if seat != watcher:
                lines = [*lines, *lines]
            found = Examined(read_orders(emit({**draft, "orders": lines}).encode()))
            judge_lines(found, basis)
            told += [str(fault) for fault in found.in_order()]
        return told


def _secrets(state: State, hidden: str) -> list[object]:
    """What `hidden` alone knows, or nobody."""
    return [state["seats"][hidden], state["sealed"]]


def _different(first: list[str], second: list[str]) -> list[tuple[str, str]]:
    """The first pair of lines that differ once they are masked, [] if there is none."""
    masked = [
        [_HEX.sub(lambda m: "x" * len(m[0]), line) for line in got] for got in (first, second)
    ]
    for a, b in zip(*masked, strict=False):
        if a != b:
            return [(a, b)]
    if len(first) != len(second):
        return [(f"{len(first)} lines", f"{len(second)} lines")]
    return []
