"""Ratios that conditions of standing orders compare."""

from __future__ import annotations

#: the most that odds come to, also if there is nothing on the other side
MOST_ODDS = 999


def percent(own: int, enemy: int) -> int:
    """Return odds in percent, rounded down, at most `MOST_ODDS`: 150 is three to two.

    own, enemy: what counts on either side, 0 or more."""
    return min(MOST_ODDS, 100 * own // enemy) if enemy else MOST_ODDS
