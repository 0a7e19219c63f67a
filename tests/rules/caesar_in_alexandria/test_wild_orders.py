"""Orders that make no sense are refused, and never more than that."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.engine.words import Line
from tests.rules.caesar_in_alexandria.adapter import board, position
from tests.rules.caesar_in_alexandria.random_games import turns
from tests.support.seeds import count

#: Orders tried in each position.
TRIES = 12


class Wild:
    """Lines of orders whose words can be read, and no more."""

    def __init__(self, seed: str, mine: list[str], units: list[str]) -> None:
        self.chance = random.Random(seed)
        self.mine, self.units = mine, units

    def leg(self, at: str) -> Any:
        """One leg of a course: a hex beside, or anywhere, a word, or a deed at anything."""
        pick, galley = self.chance.choice, self.chance.choice([*board.GALLEYS])
        deeds = [{"ram": galley}, {"rake": galley}, {"diekplus": galley}, {"fire": galley}]
        deeds += [{"fire": pick([*board.GROUND]), "strength": pick([1, 9])}, {"grapple": galley}]
        deeds += [{"grapple": pick([*board.MOLE])}, {"ungrapple from": [galley]}]
        words = ["beach", "leave", "ungrapple", *board.GRID.directions]
        beside = [*board.GRID.links.get(at, ())] or [*board.GROUND]
        near = [pick(beside), pick(beside), pick([*board.OVERPASSES])]
        return pick([*near, *near, pick([*board.GROUND]), pick(words), pick(deeds)])

    def sail(self) -> Line:
        """A course."""
        galley, path, at = self.chance.choice(self.mine), [], ""
        for _ in range(self.chance.randint(0, 5)):
            path.append(leg := self.leg(at))
            at = leg if isinstance(leg, str) and leg in board.GROUND else at
        points = {"points": self.chance.randint(0, 12)} if self.chance.random() < 0.3 else {}
        return {"sail": {"galley": galley, "path": path, **points}}

    def lines(self) -> list[Line]:
        """Some of a turn."""
        pick = self.chance.choice
        place = pick([*board.GALLEYS, *board.MOLE])
        others: list[Line] = [
            {"attack speed": [pick(self.mine)]},
            {"transfer": {"unit": pick(self.units), "to": pick([*board.GALLEYS])}},
            {"fire": {"unit": pick(self.units), "at": place}},
            {"move": {"piece": pick(self.units), "path": [{"fire": place}, place]}},
            {"attack": {"with": [pick(self.units)], "at": [place]}},
        ]
        more = [self.sail() if self.chance.random() < 0.6 else pick(others) for _ in range(3)]
        return [{"activate": pick([position.FLEET, position.FLEET, "auxiliaries"])}, *more]


@pytest.mark.parametrize("scenario", [board.NAVAL, board.HEPTASTADIUM, board.BATTLE])
def test_wild_orders_of_a_fleet_are_judged(scenario: str) -> None:
    refused = 0
    for number in range(count(2, 12)):
        for request, view in turns(scenario, number):
            mine = position.galleys(view.public, request.seat)
            units = position.of_side(view.public, request.seat)
            wild = Wild(f"{scenario} {number} {view.public['turn']}", mine, units)
            for _ in range(TRIES if mine and units else 0):
                faults = request.judge(view, wild.lines()).faults
                assert all(fault.reason and fault.rule for fault in faults)
                refused += bool(faults)
    assert refused > 99
