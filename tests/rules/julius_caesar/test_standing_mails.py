"""Mails for each game turn, all players together: *quiet*, or four rules a player, bring those of
Julius Caesar to four, the card of the next turn and the winter sent along to two."""

from __future__ import annotations

import pytest

from tests.benchmarks.mails import (
    FIRST,
    GAME,
    NEXT_CARD,
    SCENARIO,
    SETS,
    TO_THE_END,
    TRIUMVIRATE,
    measure,
    print_row,
)

GAMES = 4
CAESAR = SETS[GAME, SCENARIO, "game turn"]
#: Mails a game turn at most, and a player's turn in the other game.
OTHERS = {"ask me": 12, NEXT_CARD: 2.5, FIRST: 2.2, "quiet, and a rule for the cards": 2}
MOST = {name: OTHERS.get(name, 4) for name in CAESAR}
MOST["with the card and the winter sent along"] = 2
MOST_OF_ANOTHER = {
    "ask me": 2.2,
    TO_THE_END: 1.1,
    "quiet, and the rest of a turn given up": 1.1,
}


@pytest.mark.parametrize("name", CAESAR)
def test_mails_a_game_turn(name: str) -> None:
    tally = measure(CAESAR[name], GAMES, name=name)
    assert tally.battles > tally.turns // 3
    assert tally.mails <= MOST[name] * tally.turns
    assert tally.runs <= tally.mails


@pytest.mark.parametrize("scenario", ["three", "two"])
def test_mails_a_players_turn(scenario: str) -> None:
    rows = SETS[TRIUMVIRATE, scenario, "player's turn"]
    found = {name: measure(rows[name], GAMES, TRIUMVIRATE, scenario, name) for name in rows}
    for name, tally in found.items():
        assert tally.mails <= MOST_OF_ANOTHER.get(name, 1.8) * tally.turns
    assert list(found["quiet"].stops) == ["turn"]


def test_what_still_stops_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    name = "with the card and the winter sent along"
    print_row(name, measure(CAESAR[name], 2), "game turn")
    assert "mails for command" in capsys.readouterr().out
