"""Twins: two games that differ only in what one seat may not know, played side by side.

The *watcher* must get the same from both: reports, requests, skeletons, refusals, due lists and
run numbers, byte for byte once digests, links, salts and signatures are masked.  What differs is
up to a `Twister`, one for each ruleset.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from referee.desk.clerk import Clerk
from referee.desk.known import scenario_of
from referee.desk.mailroom import Mailed
from referee.desk.opening import bind, make_join, make_offer
from referee.desk.secrets import chain
from referee.engine.chains import Chain
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.words import Answer
from referee.post.examine import Examined, judge_lines
from referee.post.keys import test_key
from referee.post.lines import write_lines
from referee.post.orders import read_orders
from referee.post.papers import Charter
from referee.post.report_file import fill
from referee.post.write_yaml import emit
from referee.report import render, skeleton

_HEX = re.compile(r"[0-9a-f]{32,}")


class Twister(ABC):
    """What a ruleset's twins may differ in."""

    @abstractmethod
    def disturb(self, state: Data, hidden: str, chance: random.Random) -> None:
        """Change what only `hidden` (or nobody) knows in the second game, before a run."""

    @abstractmethod
    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The second game's answer: the same public effect as `answer` has in the first; None
        if there is none."""

    @abstractmethod
    def parted(self, first: Data, second: Data, hidden: str) -> bool:
        """Whether the rules themselves have now shown a difference (by the runs' events)."""

    @abstractmethod
    def differ(self, first: Data, second: Data, hidden: str) -> bool:
        """Whether the two States differ in what `hidden` alone knows."""


@dataclass
class Table:
    """One of the twins."""

    clerk: Clerk
    chains: dict[str, Chain]

    def play(self, answers: dict[str, Answer | None]) -> dict[str, Data]:
        """Make the next run; the sheet of every seat."""
        run = self.clerk.position.run + 1
        for seat, answer in answers.items():
            link = self.chains[f"seat/{seat}"].link(run).hex()
            header = {"seat": seat, "dice": link, "run": str(run), "body": "0" * 64}
            self.clerk.mailroom.take(Mailed(seat, "", "", header, [], answer, 1))
        entry = self.clerk.make_run(self.chains["host"].link(run), self.chains["sealed"].link(run))
        return {seat: self.clerk.sheet(entry, seat) for seat in self.clerk.charter.seats}


@dataclass
class Pair:
    """What became of a pair: runs compared, whether they ever differed, what leaked."""

    runs: int = 0
    differed: bool = False
    leaks: list[str] = field(default_factory=list)


class Twins:
    """Makes pairs of games of one ruleset; keys and chains are made once."""

    def __init__(self, ruleset: Ruleset, twister: Twister, scenario: str | None = None) -> None:
        self.ruleset, self.twister = ruleset, twister
        self.seats = ruleset.seats_of(scenario_of(ruleset, scenario))
        keys = {party: test_key(7, party) for party in ("host", *self.seats)}
        offer = make_offer(ruleset, keys["host"], "twins", scenario, {}, 7)
        raw = emit(offer).encode()
        joins = [make_join(raw, seat, keys[seat], insecure=True) for seat in self.seats]
        self.charter: Charter = bind(offer, joins, keys["host"])
        owners = {"host": "host", "sealed": "host", **{f"seat/{s}": s for s in self.seats}}
        gid = self.charter.gid
        self.chains = {p: chain(keys[owner], gid, p) for p, owner in owners.items()}

    def table(self) -> Table:
        return Table(Clerk.opened(self.charter, self.ruleset)[0], self.chains)

    def pair(self, seed: int, most_runs: int, skip: int = 0) -> Pair:
        """Play one pair; it ends when the rules show a difference, or after `most_runs`.

        skip: runs that are played alike before the games may differ."""
        chance = random.Random(f"twins {seed}")
        hidden, watcher = chance.sample(sorted(self.seats), 2)
        tables = (self.table(), self.table())
        pair = Pair()
        for number in range(most_runs):
            if tables[0].clerk.position.over:
                break
            if number >= skip:
                state = tables[1].clerk.game.state
                self.twister.disturb(state, hidden, chance)
            answers = self._answers(tables, hidden, chance, number >= skip)
            if answers is None:
                break
            sheets = [t.play(a) for t, a in zip(tables, answers, strict=True)]
            first, second = (sheet[watcher] for sheet in sheets)
            if self.twister.parted(first, second, hidden):
                break
            pair.runs += 1
            states = (tables[0].clerk.game.state, tables[1].clerk.game.state)
            pair.differed |= self.twister.differ(states[0], states[1], hidden)
            if number >= skip:
                pair.leaks += self._compare(tables, (first, second), watcher, chance)
            if pair.leaks:
                break
        return pair

    def _answers(
        self, tables: tuple[Table, Table], hidden: str, chance: random.Random, twist: bool
    ) -> tuple[dict[str, Answer | None], dict[str, Answer | None]] | None:
        """Answers for both games, None if the second has no answer that looks the same."""
        standings = [table.clerk.standing() for table in tables]
        first: dict[str, Answer | None] = {}
        second: dict[str, Answer | None] = {}
        for seat in standings[0].due:
            request = standings[0].asked.get(seat)
            if request is None:
                first[seat] = second[seat] = None
                continue
            views = (standings[0].views[seat], standings[1].views[seat])
            answer = request.sample(views[0], chance)
            first[seat] = second[seat] = answer
            if seat == hidden and twist:
                second[seat] = self.twister.answer(request, views, answer, chance)
            twin = second[seat]
            if twin is None or request.judge(views[1], twin).faults:
                assert seat == hidden and twist, "a seat that knows no difference meets one"
                return None
        return first, second

    def _compare(
        self,
        tables: tuple[Table, Table],
        sheets: tuple[Data, Data],
        watcher: str,
        chance: random.Random,
    ) -> list[str]:
        """Everything the watcher gets, from both; the first line of each part that differs."""
        probe = random.Random(chance.random()).random()
        got = [
            self._gets(table, sheet, watcher, random.Random(probe))
            for table, sheet in zip(tables, sheets, strict=True)
        ]
        return [
            f"{part}: {a!r} against {b!r}"
            for part in got[0]
            for a, b in _different(got[0][part], got[1][part])
        ]

    def _gets(
        self, table: Table, sheet: Data, watcher: str, chance: random.Random
    ) -> dict[str, list[str]]:
        standing = table.clerk.standing()
        request = standing.asked.get(watcher)
        charter = self.charter
        return {
            "text": render(sheet, charter.offer, charter.insecure, self.ruleset),
            "block": list(fill(sheet)),
            "asked": [str(r.data()) for r in standing.asked.values()],
            "due": [str(standing.due), str(standing.run)],
            "skeleton": skeleton(request, sheet) if request else [],
            "refusals": self._refusals(standing, request, watcher, chance),
        }

    def _refusals(
        self, standing: Any, request: Request | None, watcher: str, chance: random.Random
    ) -> list[str]:
        """What is said of random drafts: legal ones, and legal ones of somebody else's."""
        if request is None:
            return []
        told = []
        for seat in standing.charter.seats:
            view = View(watcher, standing.views[watcher].public, standing.views[watcher].own)
            answer = request.sample(view, chance)
            names = self.ruleset.names(watcher)
            draft = {"kind": "orders", "seat": watcher}
            lines = write_lines(answer, request.words, names)
            chance.shuffle(lines)
            if seat != watcher:
                lines = [*lines, *lines]
            found = Examined(read_orders(emit({**draft, "orders": lines}).encode()))
            judge_lines(found, standing)
            told += [str(fault) for fault in found.in_order()]
        return told


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
