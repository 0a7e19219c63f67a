"""The slow way judges orders alike: paths of land units, and single attacks from rest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from referee.engine.request import Request, View
from tests.rules.caesar_in_alexandria.adapter import board, command, position
from tests.rules.caesar_in_alexandria.random_games import turns
from tests.rules.slow_alexandria import fights, ground, paths
from tests.rules.slow_alexandria.steps import next_to
from tests.support.seeds import count

Data = dict[str, Any]
SCENARIOS = (board.PHAROS, board.HEPTASTADIUM, board.BATTLE)
#: Paths tried for each unit and choice of what is activated.
TRIES = 2


def good(request: Request, view: View, *lines: Data) -> bool:
    """Whether nothing at all is said against these lines."""
    judged = request.judge(view, list(lines))
    return not judged.faults and not judged.warnings


def positions(scenario: str, number: int) -> Iterator[tuple[Request, View]]:
    """Those of a random game in which a player turn begins; of the longest in the suite
    every third."""
    return islice(turns(scenario, number), 0, None, count(3, 1) if scenario == board.BATTLE else 1)


def closed(public: Data) -> set[str]:
    """Spaces that the scenario leaves out."""
    every = {*ground.SIGN, *ground.MAP["points"], *ground.MAP["blocks"]}
    return every - {*position.country(public).links}


def commanded(request: Request, view: View) -> Iterator[tuple[str, str]]:
    """Each choice of an activation, with each unit that it activates."""
    for choice in command.choices(view.public, request.seat):
        for unit in command.activated(view.public, request.seat, choice):
            yield choice, unit


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_single_attacks_from_rest_are_judged_alike(scenario: str) -> None:
    """A single game may have none that is legal, all games of a scenario together have some."""
    found: list[tuple[bool, bool, tuple[object, ...]]] = []
    for number in range(8):
        found += attacks(scenario, number)
        if number + 1 >= count(1, 8) and any(fine for fine, _, _ in found):
            break
    else:
        raise AssertionError("no game has a legal attack")
    for fine, slow, attack in found:
        assert fine == slow, attack


def attacks(scenario: str, number: int) -> Iterator[tuple[bool, bool, tuple[object, ...]]]:
    """Single attacks from rest in a random game: whether each is legal, here and the slow way."""
    for request, view in positions(scenario, number):
        out = closed(view.public)
        for choice, unit in commanded(request, view):
            slow = fights.targets(view.public, unit, out)
            one = view.public["units"][unit]
            for to in sorted(fights.touches(view.public, unit) | slow):
                if one["at"] in board.GALLEYS and to in board.GALLEYS and choice != position.FLEET:
                    continue  # 8.62 boarding is for the fleet alone
                attack = {"attack": {"with": [unit], "at": [to]}}
                fine = not request.refused(view, [{"activate": choice}, attack])
                yield fine, to in slow, (number, choice, unit, dict(one), to)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_paths_far_from_enemies_are_judged_alike(scenario: str) -> None:
    """Near enemies a game has few of them, all games of a scenario together have enough."""
    found = {True: 0, False: 0}
    for number in range(count(1, 8)):
        for fine, slow, path in paths_far_off(scenario, number):
            assert fine == slow, path
            found[fine] += 1
    assert all(found.values())


def paths_far_off(scenario: str, number: int) -> Iterator[tuple[bool, bool, tuple[object, ...]]]:
    """Paths in a random game: whether each is legal, here and the slow way."""
    chance = random.Random(f"paths {scenario} {number}")
    for request, view in positions(scenario, number):
        out = closed(view.public)
        for choice, unit in commanded(request, view):
            if not _first_to_go(view.public, request.seat, choice, unit):
                continue
            for _ in range(TRIES):
                path = paths.sampled(view.public, unit, chance)
                if _near_enemies(view.public, unit, path):
                    continue
                slow = paths.legal(view.public, unit, path, out)
                move = {"move": {"piece": unit, "path": path}}
                fine = good(request, view, {"activate": choice}, move)
                yield fine, slow, (number, choice, unit, view.public["units"][unit], path)


def _first_to_go(public: Data, seat: str, choice: str, unit: str) -> bool:
    """On land, on top of the others that go too, and not bound to its place (11.2)."""
    at = public["units"][unit]["at"]
    if at in board.GALLEYS or choice == position.FLEET or unit in public["garrison"]:
        return False
    active = command.activated(public, seat, choice)
    return next(one for one in public["stacks"][at] if one in active) == unit


def _near_enemies(public: Data, unit: str, path: list[str]) -> bool:
    """Whether anything of the enemy's is so near that it could react."""
    near = {public["units"][unit]["at"], *path}
    for _ in range(3):
        near |= {to for one in near for to in next_to(one)}
        near |= {to for one in near if one in ground.SIGN for to in ground.around(one)}
    sides = {**{one: board.SIDES[one] for one in (*public["units"], *public["leaders"])}}
    sides |= {key: ship["side"] for key, ship in public["galleys"].items()}
    pieces = {**public["units"], **public["leaders"], **public["galleys"]}
    return any(one["at"] in near and sides[key] != board.SIDES[unit] for key, one in pieces.items())
