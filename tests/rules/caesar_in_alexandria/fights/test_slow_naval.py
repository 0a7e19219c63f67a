"""The slow way comes to the same in what galleys do to each other, close together as they seldom
come in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from tests.rules.caesar_in_alexandria.adapter import board, fleet
from tests.rules.caesar_in_alexandria.fights import adapter as sea
from tests.rules.caesar_in_alexandria.fights.scrambled import adrift
from tests.rules.caesar_in_alexandria.random_games import positions
from tests.rules.slow_alexandria import naval
from tests.rules.slow_alexandria.ground import around
from tests.support.seeds import count

Data = dict[str, Any]
NEVER = (0, 99)


def made() -> Iterator[tuple[Data, str, str]]:
    """Positions, with every galley and an enemy."""
    first = positions(board.NAVAL, 0)[0]
    for number in range(count(20, 300)):
        public = adrift(first, random.Random(f"adrift {number}"))
        for one, two in permutations(public["galleys"], 2):
            if public["galleys"][one]["side"] != public["galleys"][two]["side"]:
                yield public, one, two


def same(fast: int, slow: int) -> bool:
    """Dice that are needed, or that none is enough."""
    return fast == slow or (fast in NEVER and slow in NEVER)


def test_rams_and_rakes_need_the_same() -> None:
    for public, one, two in made():
        if board.GALLEYS[one]["ram"]:
            assert same(sea.ram_needs(one, two), naval.ram_needs(one, two)), (one, two)
        assert sea.ram_added(public, one, two) == naval.ram_added(public, one, two)
        fast, slow = sea.rake_needs(public, one, two), naval.rake_needs(public, one, two)
        assert same(fast, slow), (one, two, public["galleys"])
        assert sea.rake_added(public, one, two) == naval.rake_added(public, one, two), (one, two)


def test_rakes_and_diekplus_are_open_alike() -> None:
    found = 0
    for public, one, two in made():
        fast = sea.diekplus_problem(public, one, two, False) is None
        slow = two in naval.threads(public, one)
        held = public["galleys"][one]["grappled"] or public["galleys"][one]["fouled"]
        if not held:
            assert fast == slow, (one, two, public["galleys"])
        found += fast
        for start in around(public["galleys"][one]["at"]):
            raked = sea.rake_problem(public, one, two, start) is None
            assert raked == (two in naval.rakes(public, one, start)), (one, two, start)
    assert found


def test_grapples_and_getting_free_need_the_same() -> None:
    for public, one, two in made():
        slow = naval.grapple_added(public, one, two)
        assert sea.grapple_added(public, one, two) == slow, (one, two, public["galleys"])
        for alone in (True, False):
            free = naval.free_added(public, one, two, alone)
            assert sea.free_added(public, one, two, alone) == free, (one, two)


def test_fire_at_sea_is_the_same() -> None:
    for public, one, two in made():
        number = sea.strength(public, one)
        assert number == naval.strength(public, one)
        assert {*sea.sea_targets(public, one)} == naval.targets(public, one)
        for die in range(1, 7):
            fast = sea.strikes(public, one, two, number, die)
            assert fast == naval.strikes(public, one, two, number, die), (one, two, die)


def test_what_sinks_and_who_tires_is_the_same() -> None:
    for public, one, _ in made():
        assert {*fleet.linked(public, one)} == naval.goes_down(public, one)
        assert fleet.best_speed(public, one) == naval.best_speed(public, one)
        had = naval.points(public, one)
        for spent in range(had + 1):
            now = {
                **public["now"],
                "sea": {**fleet.fresh(), "spent": {one: spent}, "had": {one: had}},
            }
            fast = sea.must_test({**public, "now": now}, one)
            assert fast == naval.tested(public, one, spent, had), (one, spent, had)
