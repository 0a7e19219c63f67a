"""Mails for each game turn, both players together: four rules a player bring them to four, the
card of the next turn and the winter sent along to two."""

from __future__ import annotations

import pytest

from tests.benchmarks.mails import SETS, measure, print_row

GAMES = 4
MOST = dict(zip(SETS, (12, 4, 2), strict=True))


@pytest.mark.parametrize("name", SETS)
def test_mails_a_game_turn(name: str) -> None:
    tally = measure(SETS[name], GAMES)
    assert tally.battles > tally.turns // 3
    assert tally.mails <= MOST[name] * tally.turns
    assert len(SETS[name]) <= 6


def test_what_still_stops_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    name = "with the card and the winter sent along"
    print_row(name, measure(SETS[name], 2))
    assert "mails for command" in capsys.readouterr().out
