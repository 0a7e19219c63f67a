"""Joint fights: random play attacks with one unit, so whole phases C of groups are played here, and
each attack, test, die, hit, retreat and advance is compared with the slow rules."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.caesar_in_alexandria.adapter import board
from tests.rules.caesar_in_alexandria.fights.joint import Joint
from tests.rules.caesar_in_alexandria.random_games import positions
from tests.support.seeds import count

SCENARIOS = [board.BATTLE, board.HEPTASTADIUM, board.PHAROS]


def played(scenario: str, at_sea: bool, many: int) -> Counter[str]:
    """So many phases; what was compared, how often."""
    found: Counter[str] = Counter()
    first = positions(scenario, 0)[0]
    for number in range(many):
        joint = Joint(first, f"{scenario} {number} {at_sea}", at_sea)
        if joint.in_play():
            assert joint.play().wrong == [], number
            found += joint.compared
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_joint_fights_ashore_are_the_same(scenario: str) -> None:
    found = played(scenario, at_sea=False, many=count(60, 3000))
    assert found["is True for 2 at 0"] and found["is True for 2 at 1"], found
    for what in ("who tests: stands", "who goes in", "leaders in the fight"):
        assert found[what], (what, found)


def test_joint_boarding_is_the_same() -> None:
    found = played(board.BATTLE, at_sea=True, many=count(60, 3000))
    assert found["is True for 2 at 1"] and found["captured"] and found["no capture"], found
