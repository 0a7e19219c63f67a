"""Odds in percent."""

from __future__ import annotations

import pytest

from referee.kit.ratios import percent


@pytest.mark.parametrize(
    ("own", "enemy", "odds"),
    [(3, 2, 150), (2, 3, 66), (0, 4, 0), (40, 4, 999), (3, 0, 999), (0, 0, 999)],
)
def test_odds_are_rounded_down_and_have_a_limit(own: int, enemy: int, odds: int) -> None:
    assert percent(own, enemy) == odds
