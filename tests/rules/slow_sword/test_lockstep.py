"""The ruleset answers what the slow rules answer: a share of what
``python -m tests.rules.slow_sword.lockstep 0 200`` does at length."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.slow_sword import atlas
from tests.rules.slow_sword.lockstep import at_once, follow
from tests.rules.sword_of_rome.adapter import (
    EVENTS,
    board,
    fight,
    hidden,
    placing,
    reactions,
    rules,
    ways,
)
from tests.support.seeds import with_seeds

#: What must have been asked in a game, so that a checker that has gone deaf is noticed.
ASKED = {
    "who reacts",
    "moves",
    "placing",
    "isolated",
    "points to cut",
    "automatic victory",
    "mines depleted",
    "event: recruit",
    "close",
    "isolation",
    "point: add",
    "draw",
    "hand",
}


@with_seeds([*range(1, 120)], few=2)
def test_games_give_the_same_answers(number: int) -> None:
    game = follow(number)
    assert game.wrong == []
    assert {*game.compared} >= ASKED
    assert any(what.startswith("targets: ") for what in game.compared)


@with_seeds([n for n in range(1, 300) if n % 5], few=2)
def test_crowded_positions_give_the_same_actions(number: int) -> None:
    game = at_once(number)
    assert game.wrong == [] and game.compared["event: recruit"]


#: Rules that are others: module, name, what is in its place.
OTHERS: list[tuple[Any, str, Any]] = [
    (reactions, "can_come", lambda public, power: True),
    (rules, "may_hold", lambda public, power, space: True),
    (placing, "sources", lambda public, power: []),
    (fight, "odds", lambda larger, smaller: 0),
    (ways, "is_goal", lambda public, force, space: True),
    (EVENTS["camp-fever"], "able", lambda use: []),
    (EVENTS["storms"], "lacks", lambda use: ""),
    (rules, "opposed", lambda public, power, to: False),
    (hidden, "reshuffle", lambda table, seat: False),
]


@with_seeds(range(len(OTHERS)), few=1)
def test_a_rule_that_is_another_is_found(number: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*OTHERS[number])
        assert any(follow(game).wrong for game in range(1, 40))


def test_both_read_the_same_board() -> None:
    """2.2, 9.2: every link, once more from the files."""
    assert {s: dict(board.LINKS[s]) for s in board.SPACES} == atlas.LINKS
    assert [*board.SPACES] == [*atlas.SPACES] and board.PORTS == atlas.PORTS
