"""Twins that also differ in the deal itself: from the run on in which they may differ, a card that
the hidden seat draws is another one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from unittest.mock import patch

from referee.engine import table as engine
from referee.engine.request import Data
from referee.lab.twins.following import NOTHING, Answers, Table
from referee.lab.twins.twins import Pair, Twins
from tests.rules.julius_caesar.adapter import SEATS

Redraw = Callable[[str, list[str], Sequence[str]], list[str]]


@dataclass
class Redrawn(Table):
    """A game whose draws come out otherwise, once so many runs are made."""

    redraw: Redraw
    skip: int

    def play(self, answers: Answers, more: Mapping[str, Data] = NOTHING) -> dict[str, Data]:
        if self.clerk.position.run < self.skip:
            return super().play(answers, more)
        draw = engine.Table.draw

        def other(table: engine.Table, label: str, count: int, items: Sequence[str]) -> list[str]:
            return self.redraw(label, draw(table, label, count, items), items)

        with patch.object(engine.Table, "draw", other):
            return super().play(answers, more)


class Redealt(Twins):
    """Pairs of which the second game deals other cards to the hidden seat."""

    def pair(self, seed: int, most_runs: int | None = None, skip: int = 0) -> Pair:
        # The same choice as that of the pair, which makes its tables right after it.
        hidden, _ = random.Random(f"twins {seed}").sample(sorted(self.seats), 2)
        chance = random.Random(f"redealt {seed}")

        def redraw(label: str, drawn: list[str], items: Sequence[str]) -> list[str]:
            return other_deal(label, drawn, items, hidden, chance)

        self._waiting = [super().table(), self._redrawn(redraw, skip)]
        pair = super().pair(seed, most_runs, skip)
        assert pair.hidden == hidden
        return pair

    def table(self) -> Table:
        return self._waiting.pop(0)

    def _redrawn(self, redraw: Redraw, skip: int) -> Table:
        plain = super().table()
        return Redrawn(plain.clerk, plain.chains, redraw, skip)


def other_deal(
    label: str, drawn: list[str], items: Sequence[str], hidden: str, chance: random.Random
) -> list[str]:
    """2.1: one card of the hidden seat's hand is another one, of those that are not dealt."""
    left = Counter(items) - Counter(drawn)
    if label != "deal":
        return drawn
    half = len(drawn) // len(SEATS)
    dealt = list(drawn)
    dealt[SEATS.index(hidden) * half + chance.randrange(half)] = chance.choice(sorted(left))
    return dealt
