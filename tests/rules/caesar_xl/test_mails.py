"""Caesar XL by mail: two files a player's turn with *quiet*, so four a game turn for both players
together; one if a rule buys the cards."""

from __future__ import annotations

import pytest

from tests.benchmarks.mails import SETS, XL, measure

GAMES = 4


@pytest.mark.parametrize("scenario", ["silver", "bronze"])
def test_mails_of_a_players_turn(scenario: str) -> None:
    rows = SETS[XL, scenario, "player's turn"]
    quiet, by_rule = (measure(rows[name], GAMES, XL, scenario) for name in [*rows][1:])
    assert quiet.mails <= 2 * quiet.turns
    assert by_rule.mails <= 1.1 * by_rule.turns
    assert sorted(quiet.stops) == ["cards", "turn"]
    assert list(by_rule.stops) == ["turn"]
