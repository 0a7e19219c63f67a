"""Battles in rounds, of which a game says only what so many hits leave of a side."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.engine.odds import Left, Melee, Wager, certain
from referee.odds.reckoning import Chances, chances

SIDES = ("red", "blue")


def reckoned(red: Sequence[int], blue: Sequence[int], leave: Sequence[str] = ()) -> Chances:
    """Both sides lose their first pieces first; the number up to which each piece hits."""
    force = {"red": red, "blue": blue}

    def left(side: str, hits: int) -> Left:
        lost = min(hits, len(force[side]))
        return Left(tuple(force[side][lost:]), lost, [f"all {side}"] * (lost == len(force[side])))

    outcomes = {side: side for side in (*SIDES, "nobody")}
    marks = {f"all {side}": side for side in SIDES}
    fights = certain(Melee(SIDES, left, leave, "nobody"))
    return chances(Wager("", (), (), outcomes, SIDES, marks, fights), 0, None)


def values(found: Chances) -> dict[str, float]:
    return {name: one.value for name, one in found.outcomes.items()}


def test_both_roll_before_either_loses_and_a_round_without_hits_does_not_count() -> None:
    found = reckoned([3], [3])
    assert values(found) == pytest.approx({"red": 1 / 3, "blue": 1 / 3, "nobody": 1 / 3})
    assert [one.value for one in found.counts] == pytest.approx([2 / 3, 2 / 3])
    assert found.marks["all red"].value == pytest.approx(2 / 3)


def test_each_piece_has_a_die_of_its_own() -> None:
    found = values(reckoned([6, 6], [1]))
    assert found == pytest.approx({"red": 1.0, "blue": 0.0, "nobody": 0.0})
    # five of six times blue misses; otherwise both lose a piece in the first round
    assert reckoned([6, 6], [1]).counts[0].value == pytest.approx(1 / 6)


def test_the_weaker_side_may_leave_after_a_round() -> None:
    # blue has 2 against 6 after the first round, unless it is gone, and leaves
    stays, leaves = reckoned([3, 3], [2]), reckoned([3, 3], [2], ["blue"])
    assert values(leaves)["blue"] < values(stays)["blue"]
    assert leaves.counts[1].value == pytest.approx(3 / 4)
    assert leaves.counts[0].value == pytest.approx(1 / 3)
