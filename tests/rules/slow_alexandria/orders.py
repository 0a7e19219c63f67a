"""Command (4.41) and leaders who flee (4.31, 4.32), from the position alone."""

from __future__ import annotations

from typing import Any

from tests.rules.slow_alexandria.ground import CANAL, CAUSEWAY, MAP, SIGN, around, walks, zone
from tests.rules.slow_alexandria.melee import barred
from tests.rules.slow_alexandria.sight import BLOCKS
from tests.rules.slow_alexandria.steps import next_to
from tests.rules.slow_alexandria.water import causeway_beside, port

Data = dict[str, Any]
_LINKS = [MAP["links"][kind] for kind in MAP["links"]]


def moored(ship: Data) -> bool:
    """4.44, 5.63."""
    return "beached" in ship["marks"] or port(ship["at"]) or "causeway" in ship["grappled"]


def ashore(ship: Data, closed: set[str]) -> set[str]:
    """H36 Where one gets in and out of a moored galley."""
    at = ship["at"]
    if "causeway" in ship["grappled"]:
        return causeway_beside(at)
    hexes = {to for to in (at, *around(at)) if walks(SIGN[to]) and to not in CAUSEWAY}
    return (hexes | {point for row in _LINKS for point in row if at in row[point]}) - closed


def reach(public: Data, leader: str, data: Data, closed: set[str]) -> set[str]:
    """4.41 The places to which a line of command can be drawn: nearest first, each space once."""
    start, side = public["leaders"][leader]["at"], data["side"][0]
    held = {
        to
        for name, one in public["units"].items()
        if name[0] != side
        for to in zone(name, one["at"], one["face"], closed)
    }
    most = data["range"] - public["leaders"][leader]["replaced"]
    waiting, found = {start: 0}, set[str]()
    while waiting:
        here = min(waiting, key=lambda one: waiting[one])
        spent = waiting.pop(here)
        found.add(here)
        if here in BLOCKS and here != start:
            continue
        for to, price in _ways(public, here, side, closed):
            cost = spent + price + _entering(public, to, side, held, most)
            if cost <= most and to not in found and cost < waiting.get(to, 99):
                waiting[to] = cost
    return found


def _ways(public: Data, here: str, side: str, closed: set[str]) -> list[tuple[str, int]]:
    """Places beside one, and what a line there costs, those who stand there aside."""
    ships = {k: s for k, s in public["galleys"].items() if s["side"][0] == side and moored(s)}
    if here in public["galleys"]:
        return [(to, 3) for to in ashore(ships[here], closed)] if here in ships else []
    found = [(key, 3) for key, ship in ships.items() if here in ashore(ship, closed)]
    return found + [(to, _step(here, to)) for to in next_to(here) - closed]


def _step(here: str, to: str) -> int:
    return 3 if here in BLOCKS else 2 if frozenset((here, to)) in CANAL else 1


def _entering(public: Data, to: str, side: str, held: set[str], most: int) -> int:
    """A point more for friends; more than there is where the line ends."""
    if to in BLOCKS or to in public["galleys"]:
        return 0
    friends = any(name[0] == side for name in public["stacks"].get(to, ()))
    if barred(public, to, side):
        return most + 1
    return 1 if friends else (most + 1) * (to in held)


def exposed(public: Data, to: str, side: str, closed: set[str]) -> bool:
    """4.31 Beside an enemy unit."""
    near = next_to(to) - {*BLOCKS} - closed
    return any(name[0] != side for one in near for name in public["stacks"].get(one, ()))


def flights(public: Data, at: str, side: str, most: int, closed: set[str]) -> set[str]:
    """4.32, H65 Where a leader can go in so many steps; into a block never."""
    here, found = {at}, set()
    for _ in range(most):
        here = {to for one in here for to in next_to(one) - closed - {*BLOCKS}}
        here = {to for to in here if not barred(public, to, side)}
        found |= here
    return {
        to
        for to in found - {at}
        if any(name[0] == side for name in public["stacks"].get(to, ()))
        or not exposed(public, to, side, closed)
    }
