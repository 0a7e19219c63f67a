"""The slow way comes to the same: neighbours, zones, steps and ranges in random positions."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.rules.caesar_in_alexandria.adapter import aim, board, position, steps, why_not
from tests.rules.caesar_in_alexandria.random_games import positions
from tests.rules.slow_alexandria import ground, sight
from tests.rules.slow_alexandria.steps import open_steps
from tests.support.seeds import count

CASES = [("battle", n) for n in range(count(2, 12))] + [("pharos", n) for n in range(count(1, 6))]


def test_hexes_lie_beside_the_same_hexes() -> None:
    for one in board.GROUND:
        if one in ground.SIGN:
            assert {*ground.around(one)} == {*board.GRID.links[one]} & {*ground.SIGN}


def test_arcs_are_the_same() -> None:
    for face in board.CORNERS:
        for side, way in ground.ANGLES.items():
            assert ground.arc(face, way) == board.ARCS[face][side]


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_zones_are_the_same(scenario: str, number: int) -> None:
    for public in positions(scenario, number):
        closed = {*ground.SIGN} - {*position.country(public).links}
        for unit, one in public["units"].items():
            slow = ground.zone(unit, one["at"], one["face"], closed)
            assert {*position.zone(public, unit)} == slow, (unit, one)


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_ranges_are_the_same(scenario: str, number: int) -> None:
    chance = random.Random(f"{scenario} {number}")
    compared, seen = 0, 0
    for public in positions(scenario, number):
        full = {*public["stacks"], *public["ships"]} - {*board.GALLEYS}
        places = sorted({*public["stacks"]} - {*board.GALLEYS})
        for unit in chance.sample(sorted(public["units"]), min(10, len(public["units"]))):
            one = public["units"][unit]
            if one["at"] in board.GALLEYS:
                continue
            enemy = board.other(board.SIDES[unit])
            inside = position.held_by(public, one["at"], enemy)
            for to in near(one["at"], places):
                fast = aim(public, unit, to)
                slow = sight.sees(unit, one["at"], one["face"], to, full, inside)
                assert (fast.range if fast else None) == slow, (unit, one, to)
                compared, seen = compared + 1, seen + (fast is not None)
    assert compared
    assert seen


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_steps_are_the_same(scenario: str, number: int) -> None:
    for public in positions(scenario, number):
        links = position.country(public).links
        ships = {
            at: [public["galleys"][key]["side"] for key in keys]
            for at, keys in public["ships"].items()
        }
        for unit, one in public["units"].items():
            if one["at"] in board.GALLEYS:
                continue
            fast = {to for to in steps(public, one["at"]) if not why_not(public, unit, to)}
            slow = open_steps(unit, one["at"], one["face"], public["stacks"], ships)
            assert fast == slow & {*links}, (unit, one)


def near(at: str, places: Sequence[str]) -> list[str]:
    """Places that lie as near as any."""
    here = board.POINTS.get(at, at)
    if here not in board.GROUND:
        return []
    known = [place for place in places if board.POINTS.get(place, place) in board.GROUND]
    return sorted(known, key=lambda to: board.GRID.distance(here, board.POINTS.get(to, to)))[1:13]
