"""Pompey learns nothing of Caesar's blocks and cards but what the rules show, nor the reverse."""

from __future__ import annotations

import pytest

from referee.lab.twins.twins import Twins, Varied
from referee.ruleset import load
from tests.blind.redealt import Redealt
from tests.blind.series import MOST
from tests.rules.julius_caesar.adapter import CaesarVariation
from tests.support.seeds import count


def shares() -> int:
    """How many pairs of each kind are played."""
    return count(4, 1000)


def test_pairs_of_all_scenarios_and_options_tell_the_watcher_the_same() -> None:
    """Whole years with fleets, events and winters; games begin alike and then differ."""
    varied = Varied(load("julius-caesar"), CaesarVariation())
    pairs = [varied.begun(seed, MOST) for seed in range(shares())]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= shares() * 9 // 10
    assert sum(pair.runs for pair in pairs) > 8 * shares()


def test_fleets_that_change_places_before_a_winter_is_answered_are_not_taken_for_each_other() -> (
    None
):
    """8.2 Which fleet has no port is known once all have answered."""
    assert not Varied(load("julius-caesar"), CaesarVariation()).begun(10, MOST + 4).leaks


def test_pairs_by_land_tell_the_watcher_the_same() -> None:
    twins = Twins(load("julius-caesar"), CaesarVariation(), "land")
    pairs = [twins.pair(seed, 14, seed % 5) for seed in range(shares())]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= shares() * 9 // 10
    assert sum(pair.runs for pair in pairs) > 3 * shares()


@pytest.mark.parametrize("trophies", ["eliminated", "battle"])
def test_pairs_of_free_deployments_tell_the_watcher_the_same(trophies: str) -> None:
    """5.3: who deployed what where is seen by its owner alone."""
    options = {"deployment": "free", "trophies": trophies}
    twins = Twins(load("julius-caesar"), CaesarVariation(), "campaign", options)
    pairs = [twins.pair(seed, 6) for seed in range(shares() // 3)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= shares() // 4


def test_pairs_of_other_deals_tell_the_watcher_the_same() -> None:
    """2.1: a hand is another one from the deal on."""
    twins = Redealt(load("julius-caesar"), CaesarVariation(), "campaign")
    pairs = [twins.pair(seed, 16) for seed in range(shares() // 2)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= shares() // 3
