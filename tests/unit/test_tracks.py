"""Tracks: markers stay on them, and those that stand together rank alike."""

from __future__ import annotations

import pytest

from referee.kit.tracks import Track, ranked

MORALE = Track(-2, 5)


@pytest.mark.parametrize(
    ("place", "by", "to"),
    [(0, 3, 3), (3, 3, 5), (5, 1, 5), (0, -2, -2), (-1, -9, -2), (4, 0, 4)],
)
def test_a_marker_stays_on_its_track(place: int, by: int, to: int) -> None:
    assert MORALE.moved(place, by) == to
    assert MORALE.room(place, by) == to - place


def test_what_is_a_place_of_a_track() -> None:
    assert [n for n in range(-5, 9) if MORALE.holds(n)] == list(range(-2, 6))


def test_those_that_stand_together_rank_alike() -> None:
    assert ranked({"gauls": 3, "rome": 5, "greeks": 3, "samnites": 0}) == [
        ["rome"],
        ["gauls", "greeks"],
        ["samnites"],
    ]
    assert ranked({}) == []
