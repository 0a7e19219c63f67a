"""Twins: two games that differ only in what one seat may not know, played side by side.

The *watcher* must get the same from both: reports, requests, templates, refusals, due lists and
numbers of runs and requests, byte for byte once digests, links, salts and signatures are masked
(`referee.lab.twins.watching`).  The ruleset's `Variation` decides what differs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

from referee import views
from referee.adjudicate.clerk import Clerk
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.host.opening import seated
from referee.lab.twins.following import NOTHING, Answers, Lead, Leading, Led, Noting, Put, Table
from referee.lab.twins.watching import Watch, Watcher, different
from referee.orders.order_lines import write_lines
from referee.playable import options_of, scenario_of
from referee.proof.keys import test_key

_SEED = 7
#: how many times the first game looks for an answer that has a twin
TRIES = 4
#: more runs than any game has
FOREVER = 10**9


@dataclass
class Pair:
    """The outcome of a pair.

    runs: how many were compared; made: how many both games made; differed: whether there was ever a
    difference to hide; leaks: what the watcher got differently, and where."""

    hidden: str
    watcher: str
    runs: int = 0
    made: int = 0
    differed: bool = False
    leaks: list[str] = field(default_factory=list)


class Twins:
    """Makes pairs of games of one ruleset; keys and chains are made once."""

    def __init__(
        self,
        ruleset: Ruleset,
        variation: Variation,
        scenario: str | None = None,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.ruleset, self.variation = ruleset, variation
        self.seats = ruleset.seats_of(scenario_of(ruleset, scenario))
        keys = {party: test_key(_SEED, party) for party in ("host", *self.seats)}
        self.charter, self.chains = seated(ruleset, keys, "twins", scenario, options, _SEED)
        self.watcher = Watcher(ruleset, self.charter, keys)
        #: other things that were done to games -> how often
        self.tried: dict[str, int] = {}

    def table(self) -> Table:
        """A game that has not begun."""
        clerk = Clerk.opened(self.charter, self.ruleset)[0]
        clerk.inbox = Noting(self.ruleset, self.variation)
        return Table(clerk, self.chains)

    def tables(self, hidden: str, seed: int = 0) -> tuple[Table, Table]:
        """Two games; the second follows the first where its variation allows."""
        one, two = self.table(), self.table()
        lead = Lead(self.variation, hidden, random.Random(f"twins lead {seed}"))
        one.clerk.game.sits = partial(Leading, lead)
        two.clerk.game.sits = partial(Led, lead)
        return one, two

    def begun(self, seed: int, most: int = FOREVER) -> Pair:
        """Play a pair that is alike up to a run chosen by the seed, or an earlier one if the games
        are over before.

        most: runs that are compared at most."""
        chance = random.Random(f"twins begin {seed}")
        skip = chance.randrange(2 ** chance.randrange(1, 7))
        pair = self.pair(seed, skip + most, skip)
        while skip and not pair.runs:
            skip //= 2
            while skip >= pair.made > 0:
                skip //= 2
            pair = self.pair(seed, skip + most, skip)
        return pair

    def pair(self, seed: int, most_runs: int | None = None, skip: int = 0) -> Pair:
        """Play one pair; it ends when the rules show a difference, or after `most_runs`.

        skip: runs that are played alike before the games may differ."""
        chance = random.Random(f"twins {seed}")
        hidden, watcher = chance.sample(sorted(self.seats), 2)
        tables = self.tables(hidden, seed)
        pair = Pair(hidden, watcher)
        while not (tables[0].clerk.position.over or pair.made == most_runs or pair.leaks):
            if not self._run(tables, pair, chance, pair.made >= skip):
                break
            pair.made += 1
        return pair

    def _run(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random, twist: bool
    ) -> bool:
        """Make one run of both games; return whether they continue side by side."""
        if twist:
            self.variation.disturb(tables[1].clerk.game.state, pair.hidden, chance)
            self._put_in(tables, pair, chance)
        answers = self._answers(tables, pair, chance, twist)
        if answers is None:
            return False
        more = self._enclosed(tables, pair, chance) if twist else (NOTHING, NOTHING)
        made = [t.play(a, m) for t, a, m in zip(tables, answers, more, strict=True)]
        sheets = [sheet[pair.watcher] for sheet in made]
        if not twist:
            return True
        if not _looks_alike(tables[0].noted, tables[1].noted):
            return False
        if self._asking(tables[0], pair.hidden) != self._asking(tables[1], pair.hidden):
            return False
        if self._shown(sheets[0], pair.hidden) != self._shown(sheets[1], pair.hidden):
            return False
        self._compare(tables, sheets, pair, chance)
        return True

    def _put_in(self, tables: tuple[Table, Table], pair: Pair, chance: random.Random) -> None:
        """Add more than answers to the inboxes, before a run in which the games may differ."""

    def _enclosed(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random
    ) -> tuple[Mapping[str, Data], Mapping[str, Data]]:
        """What the files of such a run contain besides their answers, see `Table.play`."""
        return NOTHING, NOTHING

    def _shown(self, sheet: Data, hidden: str) -> list[object]:
        """What the rules showed the watcher, in this run, of what he did not know."""
        found = [self.variation.shown(event, hidden) for event in views.events(sheet)]
        return [thing for thing in found if thing is not None]

    def _asking(self, table: Table, hidden: str) -> list[object]:
        """What the rules showed everyone of the hidden seat by what was asked in this run."""
        found = [self.variation.asking(put.request, hidden) for put in table.noted]
        return [thing for thing in found if thing is not None]

    def _answers(
        self, tables: tuple[Table, Table], pair: Pair, chance: random.Random, twist: bool
    ) -> tuple[Answers, Answers] | None:
        """Answers for both games; None if the second has none that looks the same."""
        one, two = (table.clerk.basis() for table in tables)
        first: Answers = dict.fromkeys(one.due)
        second: Answers = dict.fromkeys(one.due)
        for seat in [seat for seat in one.due if seat in one.asked]:
            request, both = one.asked[seat], (one.views[seat], two.views[seat])
            other = twist and self._differs(pair, seat, both)
            found = self._twin(request, both, pair, chance, other)
            if found is None:
                return None
            first[seat], second[seat] = found
            if other:
                second[seat] = self.variation.reordered(request, both[1], found[1], chance)
                pair.differed |= second[seat] != first[seat]
        return first, second

    def _twin(
        self,
        request: Request,
        both: tuple[View, View],
        pair: Pair,
        chance: random.Random,
        other: bool,
    ) -> tuple[Answer, Answer] | None:
        """A legal answer for each game that looks the same; None if there are none.

        other: whether the second answer may differ."""
        for _ in range(TRIES if other else 1):
            answer: Answer = self._some_answer(request, both[0], chance)
            twin = self.variation.answer(request, both, answer, chance) if other else answer
            faults = [] if twin is None else request.refused(both[1], twin)
            if faults and not other:
                told = f"{request.seat}'s answer {answer} is legal in one game alone"
                pair.leaks.append(f"{request.kind}: {told}: {faults[0].reason}")
                return None
            if twin is not None and not faults:
                return answer, twin
        return None

    def _some_answer(self, request: Request, view: View, chance: random.Random) -> Answer:
        return self.ruleset.rules.kinds[request.kind].player.sample(request, view, chance)

    def _differs(self, pair: Pair, seat: str, views: tuple[View, View]) -> bool:
        """Whether a seat knows something different in each game that the watcher must not see: the
        hidden seat, and a seat that has drawn from what was secretly changed."""
        return seat != pair.watcher and (seat == pair.hidden or views[0].own != views[1].own)

    def _compare(
        self,
        tables: tuple[Table, Table],
        sheets: Sequence[Data],
        pair: Pair,
        chance: random.Random,
    ) -> None:
        """Compare everything that the watcher gets from a run of both; a leak is the first line of
        a part that differs."""
        pair.runs += 1
        states = [table.clerk.game.state for table in tables]
        pair.differed |= _secrets(states[0], pair.hidden) != _secrets(states[1], pair.hidden)
        probe, foreign = chance.random(), self._foreign(tables[0], pair.watcher, chance)
        got = [
            self.watcher.gets(
                Watch(
                    pair.watcher,
                    sheet,
                    table.clerk.basis(),
                    [put.request for put in table.noted],
                    table.link(pair.watcher),
                ),
                foreign,
                random.Random(probe),
            )
            for table, sheet in zip(tables, sheets, strict=True)
        ]
        pair.leaks += different(got[0], got[1])

    def _foreign(self, table: Table, watcher: str, chance: random.Random) -> dict[str, list[Any]]:
        """Orders of the others that would be legal in the first game, as they write them."""
        basis = table.clerk.basis()
        return {
            seat: write_lines(
                self._some_answer(request, basis.views[seat], chance),
                request.words,
                self.ruleset.rules.names(seat),
            )
            for seat, request in basis.asked.items()
            if seat != watcher
        }


def _looks_alike(first: Sequence[Put], second: Sequence[Put]) -> bool:
    """Whether everyone sees the same of every answer given in both games.  Only then must the games
    report the same and ask the same next.

    Whether something answers must be the same in any case."""
    for one, other in zip(first, second, strict=False):
        if (one.request, one.answered) != (other.request, other.answered):
            break
        if one.seen != other.seen:
            return False
    return True


class Varied:
    """Pairs of every scenario of a ruleset and every setting of its options, chosen at random; what
    is given stays fixed."""

    def __init__(
        self,
        ruleset: Ruleset,
        variation: Variation,
        scenario: str | None = None,
        options: Mapping[str, str] = MappingProxyType({}),
        make: Callable[..., Twins] = Twins,
    ) -> None:
        self.ruleset, self.variation, self.make = ruleset, variation, make
        self.scenarios = [scenario] if scenario else list(ruleset.scenarios)
        self.options = options_of(ruleset, options) if options else {}
        self.fixed = list(options)
        self._made: dict[tuple[str | None, tuple[str, ...]], Twins] = {}

    def of(self, seed: int) -> Twins:
        """The twins that a seed chooses."""
        chance = random.Random(f"twins of {seed}")
        scenario = chance.choice(self.scenarios)
        chosen = {
            name: self.options[name]
            if name in self.fixed
            else chance.choice([option.values[0], *option.values])
            for name, option in self.ruleset.options.items()
        }
        key = (scenario, tuple(chosen.values()))
        if key not in self._made:
            self._made[key] = self.make(self.ruleset, self.variation, scenario, chosen)
        return self._made[key]

    def begun(self, seed: int, most: int = FOREVER) -> Pair:
        """Play the pair of a seed, as `Twins.begun` does."""
        return self.of(seed).begun(seed, most)

    def tried(self) -> dict[str, int]:
        """Other things that were done to games -> how often."""
        found: dict[str, int] = {}
        for twins in self._made.values():
            for what, number in twins.tried.items():
                found[what] = found.get(what, 0) + number
        return found


def _secrets(state: State, hidden: str) -> list[object]:
    """What `hidden` alone knows, or nobody."""
    return [state["seats"][hidden], state["sealed"]]
