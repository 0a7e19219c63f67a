"""Pompey learns nothing of Caesar's blocks and cards but what the rules show, nor the reverse."""

from __future__ import annotations

import pytest

from referee.desk.twins import Twins
from referee.ruleset import load
from rulesets.julius_caesar.twister import CaesarTwister
from tests.blind.redealt import Redealt

PAIRS = 500
CAMPAIGNS = 120


@pytest.fixture(scope="module")
def twins() -> Twins:
    return Twins(load("julius-caesar"), CaesarTwister(), "land")


def test_pairs_of_campaigns_tell_the_watcher_the_same() -> None:
    """Whole years with fleets, events and winters; games begin alike and then differ."""
    twins = Twins(load("julius-caesar"), CaesarTwister(), "campaign")
    pairs = [twins.pair(seed, 34 + seed % 40, seed % 61) for seed in range(CAMPAIGNS)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= CAMPAIGNS // 2


def test_pairs_tell_the_watcher_the_same(twins: Twins) -> None:
    pairs = [twins.pair(seed, 14, seed % 5) for seed in range(PAIRS + 220)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= PAIRS
    assert sum(pair.runs for pair in pairs) > 3 * PAIRS


def test_pairs_of_free_deployments_tell_the_watcher_the_same() -> None:
    """5.3: who deployed what where is seen by its owner alone."""
    options = {"deployment": "free"}
    twins = Twins(load("julius-caesar"), CaesarTwister(), "campaign", options)
    pairs = [twins.pair(seed, 6) for seed in range(24)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= 20


def test_pairs_of_other_deals_tell_the_watcher_the_same() -> None:
    """2.1: a hand is another one from the deal on."""
    twins = Redealt(load("julius-caesar"), CaesarTwister(), "campaign")
    pairs = [twins.pair(seed, 24) for seed in range(24)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= 20
