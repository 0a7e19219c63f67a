"""The slow way comes to the same in fights and fire, in made-up positions full of enemies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count as counting
from itertools import islice
from typing import Any

import pytest

from tests.rules.caesar_in_alexandria.adapter import board, command, position
from tests.rules.caesar_in_alexandria.fights import adapter as shock
from tests.rules.caesar_in_alexandria.fights.scrambled import scrambled
from tests.rules.caesar_in_alexandria.random_games import positions
from tests.rules.slow_alexandria import ground, melee, orders, volleys
from tests.rules.slow_alexandria.steps import next_to
from tests.support.seeds import count

Data = dict[str, Any]
SCENARIOS = [board.BATTLE, board.HEPTASTADIUM, board.PHAROS]


def made(scenario: str, few: int = 25) -> Iterator[tuple[Data, set[str]]]:
    """Positions, so few in a short series, with the spaces that the scenario leaves out."""
    first = positions(scenario, 0)[0]
    every = {*ground.SIGN, *ground.MAP["points"], *ground.MAP["blocks"]}
    closed = every - {*position.country(first).links}
    tries = (
        scrambled(first, random.Random(f"scrambled {scenario} {number}")) for number in counting()
    )
    able = (
        public for public in tries if not closed & {one["at"] for one in public["units"].values()}
    )
    for public in islice(able, count(few, 600)):
        yield public, closed


def fights(public: Data) -> Iterator[Data]:
    """A fight of each kind that each unit could begin."""
    for unit in public["now"]["active"]:
        at = public["units"][unit]["at"]
        if shock.never_attacks(unit):
            continue
        if melee.open_ground(at) and shock.targets_in_zone(public, unit):
            yield shock.made(public, shock.ZONE, [unit], [])
        off = not melee.open_ground(at) and at not in board.BLOCKS
        if off and (linked := shock.linked_enemies(public, unit)):
            yield shock.made(public, shock.HEXES, [unit], linked)
        if at in board.BLOCKS and position.held_by(public, at, board.other(public["seat"])):
            yield shock.made(public, shock.BLOCK, [unit], [])
        for to in next_to(at) & {*position.country(public).links}:
            spot = to in board.POINTS or to in board.MOLE
            if spot and position.held_by(public, to, board.other(public["seat"])):
                yield shock.made(public, shock.SPOT, [unit], [to])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_added_in_shock_is_the_same(scenario: str) -> None:
    seen: set[str] = set()
    for public, _ in made(scenario):
        for fight in fights(public):
            able = shock.candidates(public, fight)
            for one in able:
                for other in shock.defending(public, fight):
                    fast = shock.modifiers(public, fight, one, other)
                    args = (fight["attackers"], fight["at"], one, other)
                    slow = melee.total(public, *args, board.LEADERS)
                    assert sum(fast.values()) == slow, (fight, one, other, fast, public["units"])
                    seen |= {*fast}
    assert len(seen) > count(5, 8), seen


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_tests_before_shock_is_the_same(scenario: str) -> None:
    for public, _ in made(scenario, few=200):
        for fight in fights(public):
            if fight["kind"] == shock.ZONE:
                theirs = shock.defenders(public, fight)
                for unit in fight["attackers"]:
                    fast = shock.case_b(public, fight, unit)
                    assert fast == melee.tests_first(public, unit, theirs), (fight, unit)
                    assert shock.must_attack(public, unit) == melee.must(public, unit)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_retreats_are_the_same(scenario: str) -> None:
    found = 0
    for public, closed in made(scenario):
        for unit, one in public["units"].items():
            at, side = one["at"], board.SIDES[unit]
            if melee.open_ground(at):
                fast = {*shock.hexes_back(public, unit)}
                assert fast == melee.before_shock(public, unit, closed), (unit, one)
            elif at not in board.BLOCKS:
                fast = {*shock.spaces_back(public, at, side)}
                slow = melee.after_shock(public, at, side[0], closed)
                assert fast == slow, (unit, one, public["stacks"])
                found += len(fast)
    assert found


def test_results_and_shares_are_the_same() -> None:
    for number in range(-6, 17):
        row = shock.result(number)
        assert (row["attacker"], row["defender"], row["retreat"]) == melee.outcome(number)
    for many in range(1, 7):
        for hits in range(5):
            units = [f"r-vi-{n}" for n in range(1, many + 1)]
            assert shock.shares(units, units[-1], hits) == melee.shares(units, units[-1], hits)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_fire_hits_the_same(scenario: str) -> None:
    for public, closed in made(scenario):
        full = {*public["stacks"], *public["ships"]}
        for unit in public["units"]:
            for to in public["stacks"]:
                shot = shock.shot_at(public, unit, to)
                slow = volleys.reaches(public, unit, to, full)
                mine = shot.range if shot and shot.target else None
                assert mine == slow, (unit, public["units"][unit], to)
                if shot and shot.target:
                    for die in range(10):
                        fast = shock.hits_of(public, shot, die)
                        far = (shot.target, to, shot.range, die)
                        assert fast == volleys.hits(public, unit, *far), (shot, die)
                    on_hexes = melee.open_ground(to) and melee.open_ground(
                        public["units"][unit]["at"]
                    )
                    if on_hexes:
                        assert shot.target == volleys.struck(public, unit, to)
                if melee.open_ground(to):
                    fast_dash = shock.harasses(public, unit, to)
                    slow_dash = volleys.dashes(public, unit, to, full, closed)
                    assert fast_dash == slow_dash, (unit, public["units"][unit], to)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_reacts_is_the_same(scenario: str) -> None:
    for public, closed in made(scenario):
        for unit, one in public["units"].items():
            at, foe = one["at"], board.other(board.SIDES[unit])
            fast = {*shock.entry_shooters(public, unit)}
            assert fast == volleys.on_entry(public, unit, closed), (unit, one)
            if melee.open_ground(at):
                for to in position.country(public).links[at]:
                    if to in next_to(at):
                        fast = {*shock.retire_shooters(public, unit, to)}
                        assert fast == volleys.on_leaving(public, unit, to, closed), (unit, to)
            for to in next_to(at) & {*position.country(public).links}:
                ashore = to in board.POINTS or to in board.MOLE
                if ashore and position.held_by(public, to, foe):
                    fast = {*shock.street_shooters(public, unit, to)}
                    assert fast == volleys.in_streets(public, unit, to), (unit, one, to)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_command_reaches_as_far(scenario: str) -> None:
    for public, closed in made(scenario):
        for leader in public["leaders"]:
            data = board.LEADERS[leader]
            if data.get("range"):
                fast = {*command.in_reach(public, leader)}
                assert fast == orders.reach(public, leader, data, closed), (leader, public)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_leaders_flee_alike(scenario: str) -> None:
    for public, closed in made(scenario):
        for leader, one in public["leaders"].items():
            for most in (1, 2):
                side = board.SIDES[leader][0]
                slow = orders.flights(public, one["at"], side, most, closed)
                assert {*shock.refuges(public, leader, most)} == slow, (leader, one, most)
