"""Whole paths on land away from enemies (5.2, 5.3, 6.1): legs, points and facings, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.rules.slow_alexandria.ground import (
    CANAL,
    CAUSEWAY,
    COMPASS,
    FACES,
    LIGHTHOUSE,
    MAP,
    SIGN,
    UNITS,
    angle,
    arc,
    turned,
)
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS, street_way
from tests.rules.slow_alexandria.steps import looks, next_to

Data = dict[str, Any]

_GUNS = ("sc", "ba")
_ALL_FACINGS = (*FACES, *COMPASS, "hexes")


def faced(place: str) -> bool:
    """6.17 Whether a place has facings."""
    return place in POINTS or (place in SIGN and place not in CAUSEWAY and place != LIGHTHOUSE)


def facings(unit: str, place: str) -> set[str]:
    """6.11, 6.15, 6.16, 7.63."""
    if not faced(place) or UNITS[unit]["type"] in _GUNS:
        return set()
    if place in SIGN:
        return {*FACES}
    near = next_to(place)
    found = {street_way(place, to) for to in near if to in POINTS}
    return found | ({"hexes"} if near & {*SIGN} else set())


def arrivals(unit: str, at: str, face: str, to: str) -> set[str]:
    """H32, H33, 6.17 The facings that a unit can take for nothing where it comes."""
    able = facings(unit, to)
    if not able or not face or not faced(at):
        return able
    if at in SIGN and to in SIGN:
        return {face}
    if at in POINTS and to in SIGN:
        behind = angle(to, POINTS[at])
        return {one for one in FACES if arc(one, behind) == "rear"}
    if at in SIGN:
        return able - {"hexes"}
    if face in able and face != "hexes":
        return {face}
    return {"hexes"} if "hexes" in able else able


def turn_price(unit: str, at: str, face: str, to: str) -> int:
    """6.12."""
    sort = UNITS[unit]["type"]
    if sort == "ar":
        return 0
    return turned(FACES[face], FACES[to]) // 60 if sort == "lc" else 1


def step_price(public: Data, unit: str, at: str, to: str) -> int:
    """5.23, 5.24, 5.74."""
    if to in BLOCKS:
        return int(UNITS[unit]["move"])
    price = 3 if at in BLOCKS else 2 if frozenset((at, to)) in CANAL else 1
    return price + any(UNITS[name]["type"] not in _GUNS for name in _mates(public, unit, to))


def _mates(public: Data, unit: str, to: str) -> list[str]:
    """The other units of its side in a place."""
    return [
        name
        for name, one in public["units"].items()
        if one["at"] == to and name[0] == unit[0] and name != unit
    ]


def room(public: Data, unit: str, to: str) -> bool:
    """5.71, 5.78, 11.2 Whether a unit could stay."""
    west = to in MAP["pharos-west"] and not next_to(to) & {*POINTS}
    if west and unit in public["garrison"]:
        return False
    mates, sort = _mates(public, unit, to), UNITS[unit]["type"]
    if to in CAUSEWAY:
        return not mates
    guns = [name for name in mates if UNITS[name]["type"] in _GUNS]
    if sort in _GUNS:
        return not guns and to not in BLOCKS and to != LIGHTHOUSE
    rest = [name for name in mates if name not in guns]
    if to in BLOCKS:
        return len(rest) < 4
    if to in POINTS:
        return not rest
    if to == LIGHTHOUSE:
        return not any((UNITS[name]["type"] == "ar") == (sort == "ar") for name in rest)
    alike = all(
        (UNITS[name]["type"], UNITS[name].get("legion")) == (sort, UNITS[unit].get("legion"))
        for name in rest
    )
    return alike and len(rest) < 2


def legal(public: Data, unit: str, path: Sequence[str], closed: set[str]) -> bool:
    """Whether every leg can be made, nobody reacting, and the unit can stay at the end."""
    one = public["units"][unit]
    at, face, left = one["at"], one["face"], int(UNITS[unit]["move"])
    free: set[str] = set()
    for number, leg in enumerate(path):
        if leg in free and len(free) > 1:
            face, free = leg, set()
            continue
        if leg in facings(unit, at):
            if leg == face:
                return False
            left -= turn_price(unit, at, face, leg)
            face, free = leg, set()
        elif leg in _ALL_FACINGS:
            return False
        else:
            if not _goes(public, unit, at, face, leg, closed) or (leg in BLOCKS and number):
                return False
            left -= step_price(public, unit, at, leg)
            free = arrivals(unit, at, face, leg)
            at, face = leg, min(free) if len(free) == 1 else ""
        if left < 0:
            return False
    return at == one["at"] or room(public, unit, at)


def _goes(public: Data, unit: str, at: str, face: str, to: str, closed: set[str]) -> bool:
    if to not in next_to(at) or to in closed:
        return False
    city = to in POINTS or to in BLOCKS or to in CAUSEWAY
    if (UNITS[unit]["type"] == "lc" and city) or not looks(at, face, to):
        return False
    return not (to in CAUSEWAY or to in BLOCKS) or room(public, unit, to)


def sampled(public: Data, unit: str, chance: Random) -> list[str]:
    """A path that is legal more often than not; where the facing is free it is named."""
    one = public["units"][unit]
    at, face = one["at"], one["face"]
    path: list[str] = []
    for _ in range(chance.randint(1, 4)):
        able = sorted(next_to(at))
        ahead = [to for to in able if looks(at, face, to)]
        turns = sorted(facings(unit, at) - {face})
        if turns and (not ahead or chance.random() < 0.3):
            face = chance.choice(turns)
            path.append(face)
            continue
        to = chance.choice(ahead if ahead and chance.random() < 0.85 else able or [at])
        free = sorted(arrivals(unit, at, face, to))
        path.append(to)
        at, face = to, free[0] if len(free) == 1 else ""
        if len(free) > 1:
            face = chance.choice(free)
            path.append(face)
    return path
