"""The slow way comes to the same at sea: courses, rams, grapples, evasion."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rules.caesar_in_alexandria.adapter import (
    board,
    evasion,
    fleet,
    grapple_problem,
    open_steps,
    ram_problem,
)
from tests.rules.caesar_in_alexandria.random_games import Data, positions
from tests.rules.slow_alexandria import ground, water
from tests.support.seeds import count

CASES = [
    (scenario, number)
    for scenario in (board.NAVAL, board.HEPTASTADIUM, board.BATTLE)
    for number in range(count(1, 20))
]
#: More points than any step costs.
PLENTY = 99


def courses(public: Data, galley: str) -> set[tuple[str, str, int]]:
    return {(step.to, step.face, step.cost) for step in open_steps(public, galley, PLENTY)}


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_steps_of_galleys_are_the_same(scenario: str, number: int) -> None:
    for public in positions(scenario, number):
        for galley, ship in public["galleys"].items():
            assert courses(public, galley) == water.steps(public, galley), (galley, ship)
            assert fleet.allowance(public, galley, board.CRUISE) == water.points(public, galley)


@pytest.mark.parametrize(("scenario", "number"), CASES)
def test_rams_grapples_and_evasions_are_the_same(scenario: str, number: int) -> None:
    for public in positions(scenario, number):
        for galley, ship in public["galleys"].items():
            rams = {to for to in public["galleys"] if not ram_problem(public, galley, to)}
            assert rams == water.rams(public, galley), (galley, ship)
            held = {to for to in public["galleys"] if not grapple_problem(public, galley, to)}
            assert held == water.grapples(public, galley), (galley, ship)
            assert {*evasion.ways(public, galley).values()} == water.evades(public, galley)
            near = water.causeway_beside(ship["at"])
            assert {*fleet.causeway_near(public, galley)} == near


@pytest.mark.parametrize("speed", [board.CRUISE, board.ATTACK])
def test_steps_from_any_hex_are_the_same(speed: str) -> None:
    """The whole of the water, each facing, with others as they lie in one position."""
    public = positions(board.NAVAL, 0)[0]
    galley = min(public["galleys"])
    ship = {**public["galleys"][galley], "speed": speed, "marks": [], "grappled": [], "fouled": []}
    others = {one["at"] for key, one in public["galleys"].items() if key != galley}
    hexes = [one for one in ground.SIGN if water.sails(one) and one not in others]
    for at, face in product(hexes[:: count(5, 1)], ground.ANGLES):
        moved = _moved(public, galley, {**ship, "at": at, "face": face})
        assert courses(moved, galley) == water.steps(moved, galley), (at, face)


def _moved(public: Data, galley: str, ship: Data) -> Data:
    left = {at: [key for key in keys if key != galley] for at, keys in public["ships"].items()}
    ships = {at: keys for at, keys in left.items() if keys}
    ships[ship["at"]] = [*ships.get(ship["at"], []), galley]
    return {**public, "galleys": {**public["galleys"], galley: ship}, "ships": ships}
