"""Nobody learns anything of another hand or draw pile of The Sword of Rome but what is played."""

from __future__ import annotations

import pytest

from referee.lab.twins.twins import Twins, Varied
from referee.ruleset import load
from tests.rules.sword_of_rome.adapter import HandVariation
from tests.support.seeds import count

SWORD = load("sword-of-rome")


def test_pairs_that_differ_in_hands_tell_the_others_the_same() -> None:
    """All three scenarios; who is asked, how often and in which words is compared too."""
    varied = Varied(SWORD, HandVariation())
    pairs = [varied.begun(seed) for seed in range(count(5, 1000))]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert all(pair.differed for pair in pairs)
    assert sum(pair.runs for pair in pairs) >= 10 * len(pairs)


@pytest.mark.parametrize("seat", list(SWORD.seats))
def test_pairs_hide_every_player(seat: str) -> None:
    twins = Twins(SWORD, HandVariation(), "four")
    assert seat in [twins.pair(seed, 0).hidden for seed in range(24)]
