"""The chances of a `Wager`: exactly, through every throw, or from battles played at random.

Both use the ruleset's own `Fight`.  Random battles have dice of their own, which always begin the
same, so the same question has the same answer; they have nothing to do with the dice of a game.
"""

from __future__ import annotations

import heapq
import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from referee.engine.odds import End, Fight, Stand, Wager

#: throws that are gone through before battles are played at random instead: about a second
THROWS = 40_000
#: unless the player says how many battles are played at random: so many, or so many throws
BATTLES, PLAYED = 5_000, 20_000
#: how many standard errors a stated error has: the true value is within it 19 times in 20
SPREAD = 1.96

#: told how many battles have been played
Progress = Callable[[int], None]


class TooMany(Exception):
    """There are more throws than may be gone through."""


class Estimate(NamedTuple):
    """A chance from 0 to 1, or an average; and its error, 0 if it is exact."""

    value: float
    error: float = 0.0


class Chances(NamedTuple):
    """What a wager comes to: outcomes and marks by id, counts in the wager's order.

    battles: how many were played at random, 0 if the chances are exact; fights: then how many
    different battles it may be."""

    outcomes: dict[str, Estimate]
    counts: list[Estimate]
    marks: dict[str, Estimate]
    battles: int
    fights: int = 0


class _Sums:
    """Ends of battles, added up by weight."""

    def __init__(self, wager: Wager) -> None:
        self.weight, self.number = 0.0, 0
        self.outcomes = dict.fromkeys(wager.outcomes, 0.0)
        self.marks = dict.fromkeys(wager.marks, 0.0)
        self.counts = [0.0] * len(wager.counts)
        self.squares = [0.0] * len(wager.counts)

    def add(self, end: End, weight: float = 1.0) -> None:
        """Add one end."""
        self.weight += weight
        self.number += 1
        self.outcomes[end.outcome] += weight
        for mark in end.marks:
            self.marks[mark] += weight
        for at, number in enumerate(end.counts):
            self.counts[at] += weight * number
            self.squares[at] += weight * number * number

    def exact(self, fights: int) -> Chances:
        """All ends were added, each with its weight."""
        outcomes = {name: Estimate(share / self.weight) for name, share in self.outcomes.items()}
        marks = {name: Estimate(share / self.weight) for name, share in self.marks.items()}
        counts = [Estimate(total / self.weight) for total in self.counts]
        return Chances(outcomes, counts, marks, 0, fights)

    def played(self) -> Chances:
        """The ends that were added were played at random."""
        outcomes = {name: _share(came, self.number) for name, came in self.outcomes.items()}
        marks = {name: _share(came, self.number) for name, came in self.marks.items()}
        both = zip(self.counts, self.squares, strict=True)
        counts = [_average(total, squares, self.number) for total, squares in both]
        return Chances(outcomes, counts, marks, self.number)


def _share(came: float, of: int) -> Estimate:
    """How often something came.  Two more of each keep the error above 0 where it never or always
    came (Agresti and Coull, 1998)."""
    near = (came + 2) / (of + 4)
    return Estimate(came / of, SPREAD * sqrt(near * (1 - near) / of))


def _average(total: float, squares: float, of: int) -> Estimate:
    mean = total / of
    return Estimate(mean, SPREAD * sqrt(max(0.0, squares / of - mean * mean) / of))


def chances(wager: Wager, battles: int = 0, progress: Progress | None = None) -> Chances:
    """The chances: exact if that is quick, otherwise from battles played at random.

    battles: how many to play in any case, 0 to choose."""
    if battles:
        return played(wager, battles, progress=progress)
    try:
        return exact(wager, THROWS)
    except TooMany:
        return played(wager, BATTLES, PLAYED)


def exact(wager: Wager, throws: int) -> Chances:
    """The chances, from every throw of every fight; raises TooMany if there are, or seem to be,
    more than so many throws."""
    sums, left, many = _Sums(wager), throws, wager.fights.many
    if many > throws:
        raise TooMany
    for number, (alike, fight) in enumerate(wager.fights.every(), 1):
        left = _gone_through(fight, 1 / alike, sums, left)
        if number == 1 and (throws - left) * many > throws:
            raise TooMany
    return sums.exact(many)


def _gone_through(fight: Fight, weight: float, sums: _Sums, left: int) -> int:
    """Add every end of a fight with its chance; return how many throws are left."""
    begin = fight.begin()
    # Stands by their first number.  Throws make it greater, so that the least is complete.
    waiting: dict[int, dict[Stand, float]] = {begin[0]: {begin: weight}}
    order = [begin[0]]
    while order:
        for stand, share in waiting.pop(heapq.heappop(order)).items():
            weights = fight.weights(stand)
            if not weights:
                sums.add(fight.end(stand), share)
                continue
            whole, left = sum(weights), left - len(weights)
            if left < 0:
                raise TooMany
            for result, part in enumerate(weights):
                if part:
                    after = fight.after(stand, result)
                    if after[0] not in waiting:
                        waiting[after[0]] = {}
                        heapq.heappush(order, after[0])
                    found = waiting[after[0]]
                    found[after] = found.get(after, 0.0) + share * part / whole
    return left


def played(
    wager: Wager, battles: int, throws: int = 0, progress: Progress | None = None
) -> Chances:
    """The chances as battles played at random show them: so many battles, or as many as take so
    many throws."""
    sums, chance, thrown = _Sums(wager), random.Random(0), 0
    while sums.number < battles and (not throws or thrown < throws):
        fight = wager.fights.drawn(chance)
        stand = fight.begin()
        while weights := fight.weights(stand):
            stand = fight.after(stand, _thrown(weights, chance))
            thrown += 1
        sums.add(fight.end(stand))
        if progress is not None:
            progress(sums.number)
    return sums.played()


def _thrown(weights: Sequence[int], chance: random.Random) -> int:
    """One of the results, by their weights."""
    upto = list(accumulate(weights))
    return bisect_right(upto, chance.randrange(upto[-1]))
