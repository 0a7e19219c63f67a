"""The turn that a game is in, and the one that follows, by the names that `until` takes."""

from __future__ import annotations

import pytest

from referee.engine.game import Game
from referee.engine.rules import Ruleset
from referee.lab.selfplay import play
from referee.ruleset import load
from tests.desk.mailbag import TOYS

GAMES = [load("julius-caesar"), load("end-of-the-triumvirate"), *TOYS.values()]


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
def test_a_turn_lasts_until_the_one_that_was_to_follow(ruleset: Ruleset) -> None:
    """While it lasts its name is not over; then it is, and the next one is the one foretold."""
    told: list[tuple[str, str]] = []

    def watch(game: Game) -> None:
        public = game.state["public"]
        turn, following = ruleset.turn(public), ruleset.turn_after(public)
        assert not ruleset.reached(public, turn)
        assert not ruleset.reached(public, following)
        if not told or told[-1][0] != turn:
            assert not told or ruleset.reached(public, told[-1][0])
            assert not told or told[-1][1] == turn
            told.append((turn, following))

    for scenario in ruleset.scenarios:
        for game in range(2):
            told.clear()
            play(ruleset, 3, game, scenario, {}, watch)
            assert len(told) > 1
