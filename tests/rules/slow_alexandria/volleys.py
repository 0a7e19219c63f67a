"""Fire on land (7.1, 7.4, 7.5): what hits, who reacts, who may dash, from the position alone."""

from __future__ import annotations

from typing import Any

from tests.rules.slow_alexandria.ground import (
    BACK,
    CAUSEWAY,
    SIGN,
    UNITS,
    around,
    walks,
    zone,
)
from tests.rules.slow_alexandria.melee import (
    GUNS,
    barred,
    in_zone,
    open_ground,
    sector,
    seen_from,
    there,
)
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS, sees, steps_apart, street_way

Data = dict[str, Any]

#: 7.19 Hit at or below, by range; scorpions hit twice at or below the second number.
_ROWS = {
    "ar": (6, 4, 2),
    "li": (6,),
    "lc": (5,),
    "ba": (8, 6, 4, 2, 1),
    "sc": (9, 5, 4, 3, 2),
}
_TWICE = {1: 2, 2: 0}
_REDOUBTS = ("2124", "3119")


def fires(unit: str) -> bool:
    """7.11."""
    return UNITS[unit]["fires"] != "nothing"


def on_top(public: Data, unit: str) -> bool:
    """7.12 Whether it can fire where it is in its stack."""
    at = public["units"][unit]["at"]
    guns = UNITS[unit]["type"] in GUNS
    return fires(unit) and (guns or there(public, at, unit[0])[0] == unit)


def hits(public: Data, unit: str, target: str, at: str, distance: int, die: int) -> int:
    """7.17, 7.19 Hits of a shot by a unit that stays where it is."""
    kind, sort = UNITS[unit]["type"], UNITS[target]["type"]
    start = public["units"][unit]["at"]
    start = public["galleys"][start]["at"] if start in public["galleys"] else start
    number = die + public["units"][unit]["reduced"] + (at in _REDOUBTS) + 2 * (at in BLOCKS)
    number += 2 * (sort == "ar")
    close = distance == 1 and start not in BLOCKS and seen_from(public, target, start) == "front"
    number += kind == "ar" and sort in ("co", "hi") and close
    row = _ROWS[kind]
    if distance > len(row) or number > row[distance - 1]:
        return 0
    return 2 if kind == "sc" and number <= _TWICE.get(distance, -1) else 1


def never(unit: str, place: str) -> bool:
    """7.63, 7.65."""
    kind = UNITS[unit]["type"]
    return (kind in GUNS and place in BLOCKS) or (kind == "ba" and place in POINTS)


def reaches(public: Data, unit: str, to: str, full: set[str]) -> int | None:
    """7.13 The range at which a unit ashore can fire at the enemies in a space, None if not."""
    one = public["units"][unit]
    foe = "e" if unit[0] == "r" else "r"
    if not on_top(public, unit) or never(unit, to) or not there(public, to, foe):
        return None
    inside = bool(there(public, one["at"], foe))
    found = sees(unit, one["at"], one["face"], to, full, inside)
    return found if found and found <= len(_ROWS[UNITS[unit]["type"]]) else None


def struck(public: Data, unit: str, to: str) -> str:
    """7.12 The unit in a hex that is hit from another hex: the bottom one from the rear."""
    stack = public["stacks"][to]
    face = public["units"][stack[0]]["face"]
    rear = face and sector(face, to, public["units"][unit]["at"]) == "rear"
    return stack[-1] if rear else stack[0]


# -- reactions -------------------------------------------------------------------------------------


def _covers(public: Data, unit: str, place: str, closed: set[str]) -> bool:
    """Whether a hex is in the zone of a unit, or beside artillery with no wall between."""
    one = public["units"][unit]
    if UNITS[unit]["type"] in GUNS:
        at = one["at"]
        return open_ground(at) and walks(SIGN[at]) and at in around(place) and place not in closed
    return place in zone(unit, one["at"], one["face"], closed)


def on_entry(public: Data, mover: str, closed: set[str]) -> set[str]:
    """7.42 Who fires at a unit that has just come where it is."""
    at = public["units"][mover]["at"]
    if not open_ground(at) or len(public["stacks"][at]) > 1:
        return set()
    return {
        unit
        for unit in public["units"]
        if unit[0] != mover[0] and on_top(public, unit) and _covers(public, unit, at, closed)
    }


def on_leaving(public: Data, mover: str, to: str, closed: set[str]) -> set[str]:
    """7.41, G19 Archers and artillery that fire at a unit before it goes to another place."""
    at = public["units"][mover]["at"]
    return {
        unit
        for unit in public["units"]
        if unit[0] != mover[0]
        and UNITS[unit]["type"] in ("ar", *GUNS)
        and on_top(public, unit)
        and _covers(public, unit, at, closed)
        and not (open_ground(to) and _covers(public, unit, to, closed))
    }


def in_streets(public: Data, attacker: str, place: str) -> set[str]:
    """7.43, H51 Who fires at an attacker before shock, ashore and off open ground."""
    start = public["units"][attacker]["at"]
    found = set()
    for unit in there(public, place, "e" if attacker[0] == "r" else "r"):
        face = public["units"][unit]["face"]
        behind = (
            face and face != "hexes" and start in POINTS and street_way(place, start) == BACK[face]
        )
        if on_top(public, unit) and not never(unit, start) and not behind:
            found.add(unit)
    return found


# -- harassment ------------------------------------------------------------------------------------


def dashes(public: Data, unit: str, to: str, full: set[str], closed: set[str]) -> bool:
    """7.51, 7.52 Whether a unit that has not moved may harass the enemies in a hex."""
    one, kind, foe = public["units"][unit], UNITS[unit]["type"], "e" if unit[0] == "r" else "r"
    at, enemies = one["at"], there(public, to, foe)
    if kind not in ("li", "lc") or not on_top(public, unit) or not enemies:
        return False
    if not (open_ground(at) and open_ground(to)) or not walks(SIGN[at]):
        return False
    if kind == "li" and any(UNITS[enemy]["type"] == "lc" for enemy in enemies):
        return False
    far = steps_apart(at, to)
    if not 2 <= far <= (3 if kind == "lc" else 2) or in_zone(public, at, unit[0], closed):
        return False
    inside = sees(unit, at, one["face"], to, full, False)
    return inside is not None and _way(public, at, to, far - 1, unit[0], closed)


def _way(public: Data, at: str, to: str, left: int, side: str, closed: set[str]) -> bool:
    """H47 Whether so many steps over free land lead from a hex to one beside the target."""
    if left == 0:
        return to in around(at)
    return any(
        _way(public, on, to, left - 1, side, closed)
        for on in around(at)
        if walks(SIGN[on])
        and on not in CAUSEWAY
        and on not in closed
        and not barred(public, on, side)
    )
