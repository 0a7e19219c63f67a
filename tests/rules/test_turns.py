"""The turn that a game is in, and the one that follows, by the names that `until` takes."""

from __future__ import annotations

import pytest

from referee.engine.game import Game
from referee.engine.rules import Ruleset
from referee.lab.selfplay import play
from referee.ruleset import load
from tests.support.mailbag import TOYS

GAMES = [
    load("julius-caesar"),
    load("end-of-the-triumvirate"),
    load("caesar-xl"),
    load("sword-of-rome"),
    *TOYS.values(),
]


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
def test_a_turn_lasts_until_the_one_that_was_to_follow(ruleset: Ruleset) -> None:
    """While it lasts its name is not over; then it is, and the next one is the one foretold."""
    told: list[tuple[str, str]] = []

    def watch(game: Game) -> None:
        public = game.state["public"]
        turn, following = ruleset.calendar.turn(public), ruleset.calendar.after(public)
        assert not ruleset.calendar.reached(public, turn)
        assert not ruleset.calendar.reached(public, following)
        if not told or told[-1][0] != turn:
            assert not told or ruleset.calendar.reached(public, told[-1][0])
            # Two events of Julius Caesar end a year early, which nobody can foretell.
            assert not told or turn in (told[-1][1], f"{turn.split('/')[0]}/winter")
            told.append((turn, following))

    for scenario in ruleset.scenarios:
        for game in range(2):
            told.clear()
            play(ruleset, 3, game, scenario, {}, watch)
            assert len(told) > 1


@pytest.mark.parametrize("until", ["705/winter", "705 / Winter", "705-WINTER"])
def test_an_until_is_read_without_regard_to_capitals_blanks_and_hyphens(until: str) -> None:
    caesar = load("julius-caesar")
    public = caesar.rules.setup("campaign", {})["public"]
    assert not caesar.calendar.reached(public, until)
    assert caesar.calendar.reached({**public, "year": 706}, until)


def test_a_turn_that_a_shorter_scenario_leaves_out_is_over_when_the_next_one_comes() -> None:
    """With two players a year has seven turns."""
    triumvirate = load("end-of-the-triumvirate")
    public = triumvirate.rules.setup("two", {})["public"]
    assert not triumvirate.calendar.reached(public, "1/8")
    assert triumvirate.calendar.reached({**public, "year": 2}, "1/8")
    with pytest.raises(ValueError, match="such as 1/1 or 4/8, or end"):
        triumvirate.calendar.reached(public, "1/9")
