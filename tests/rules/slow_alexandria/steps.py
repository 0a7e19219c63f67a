"""Steps on land (5.2, 5.3), from the lists of the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from tests.rules.slow_alexandria.ground import (
    CAUSEWAY,
    MAP,
    SIGN,
    UNITS,
    angle,
    arc,
    around,
    walks,
)
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS, street_way


@cache
def next_to(space: str) -> frozenset[str]:
    """All spaces to which one could walk from a space, whoever is there."""
    return frozenset(_next_to(space))


def _next_to(space: str) -> set[str]:
    found: set[str] = set()
    path: list[str] = MAP["causeway"]
    if space in path:
        at = path.index(space)
        found |= {*path[max(at - 1, 0) : at + 2]} - {space}
    if space in SIGN and walks(SIGN[space]):
        found |= {to for to in around(space) if walks(SIGN[to])}
    for kind in ("open", "gate"):
        for point, hexes in MAP["links"][kind].items():
            found |= {*hexes} if point == space else set()
            found |= {point} if space in hexes else set()
    for street in MAP["streets"].values():
        for one, two in pairwise(street):
            found |= {two} if one == space else {one} if two == space else set()
    for block, edge in BLOCKS.items():
        able = [point for point in edge if block not in MAP["closed"].get(point, [])]
        found |= {*able} if block == space else {block} if space in able else set()
    return found


def looks(at: str, face: str, to: str) -> bool:
    """5.32, 6.15 Whether a unit that stands so may step there."""
    if not face or to in BLOCKS:
        return True
    if at in POINTS:
        return face == (street_way(at, to) if to in POINTS else "hexes")
    return arc(face, angle(at, POINTS.get(to, to))) == "front"


def open_steps(
    unit: str,
    at: str,
    face: str,
    stacks: Mapping[str, Sequence[str]],
    ships: Mapping[str, Sequence[str]],
) -> set[str]:
    """The spaces to which a unit can step, points aside; ships: sides of galleys by hex."""
    side = unit[0]
    found = set()
    for to in next_to(at):
        there = stacks.get(to, ())
        mates = [other for other in there if other[0] == side]
        foes = len(mates) < len(there) or any(one[0] != side for one in ships.get(to, ()))
        if UNITS[unit]["type"] == "lc" and (to in POINTS or to in BLOCKS or to in CAUSEWAY):
            continue
        if not looks(at, face, to) or (foes and to not in BLOCKS):
            continue
        if to in CAUSEWAY and mates:
            continue
        if to in BLOCKS and (UNITS[unit]["type"] in ("sc", "ba") or len(mates) > 3):
            continue
        found.add(to)
    return found
