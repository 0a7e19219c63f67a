"""Shock (8.1 to 8.53, 10.3): who tests, what is added, hits, retreats, from the position alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, degrees, sqrt
from typing import Any

from tests.rules.slow_alexandria.ground import (
    BACK,
    CANAL,
    CAUSEWAY,
    FACES,
    LIGHTHOUSE,
    SHIPS,
    SIGN,
    UNITS,
    around,
    centre,
    walks,
    zone,
)
from tests.rules.slow_alexandria.paths import room
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS, street_way
from tests.rules.slow_alexandria.steps import next_to
from tests.rules.slow_alexandria.water import causeway_beside

Data = dict[str, Any]

GUNS = ("sc", "ba")
#: 8.71 Attackers from the left: cohorts, heavy, medium, light infantry, light cavalry.
_COLUMNS = ("co", "hi", "mi", "li", "lc")
_MATRIX = {
    "co": (0, -1, -3, -5, -3),
    "hi": (1, 0, -2, -3, -5),
    "mi": (2, 1, 0, -2, -4),
    "li": (4, 3, 1, 0, -2),
    "ar": (6, 5, 4, 3, 3),
    "lc": (1, 1, 1, 0, 0),
}
#: 8.71 Riders in superior position have this against foot but archers.
_RIDERS = 2
#: Borders of arcs belong to the better one.
_EPSILON = 0.01


def sort(unit: str) -> str:
    """The class in the matrix: artillery is light infantry."""
    found: str = UNITS[unit]["type"]
    return "li" if found in GUNS else found


def there(public: Data, place: str, side: str) -> list[str]:
    """Units of a side in a place, the top one first."""
    return [unit for unit in public["stacks"].get(place, ()) if unit[0] == side]


def foes(public: Data, attackers: Sequence[str], places: Iterable[str]) -> list[str]:
    """Those who are attacked."""
    side = "e" if attackers[0][0] == "r" else "r"
    return [unit for place in places for unit in there(public, place, side)]


def open_ground(place: str) -> bool:
    """A hex that is no causeway space."""
    return place in SIGN and place not in CAUSEWAY


def in_zone(public: Data, place: str, side: str, closed: set[str]) -> bool:
    """6.3 Whether a hex is in the zone of an enemy of a side."""
    return any(
        name[0] != side and place in zone(name, one["at"], one["face"], closed)
        for name, one in public["units"].items()
    )


# -- position --------------------------------------------------------------------------------------


def bearing(one: str, other: str) -> float:
    """The direction from the centre of a hex to that of another, in degrees against the clock."""
    (x, y), (to, on) = centre(one), centre(other)
    return degrees(atan2((on - y) * sqrt(3), to - x)) % 360


def sector(face: str, one: str, other: str) -> str:
    """6.11, H45 The arc of a hex in which another one lies; on the border it is the better one."""
    off = abs((bearing(one, other) - FACES[face] + 180) % 360 - 180)
    return "front" if off < 60 + _EPSILON else "flank" if off < 120 + _EPSILON else "rear"


def seen_from(public: Data, unit: str, start: str) -> str:
    """The arc of a unit in which a space lies."""
    at, face = public["units"][unit]["at"], public["units"][unit]["face"]
    if not face or start in BLOCKS or start not in {*SIGN, *POINTS}:
        return "front"
    if at in POINTS and start in next_to(at):
        if start in POINTS:
            if face == "hexes":
                return "flank"
            return "rear" if street_way(at, start) == BACK[face] else "front"
        return "front" if face == "hexes" else "flank"
    if at in POINTS:
        return "front"
    return sector(face, at, POINTS.get(start, start))


def superior(public: Data, attackers: Sequence[str], places: Sequence[str], chosen: str) -> bool:
    """8.51, H53 Never from blocks, galleys and the causeway, nor against them."""
    start = public["units"][chosen]["at"]
    if not (open_ground(start) or start in POINTS):
        return False
    if not all(open_ground(place) or place in POINTS for place in places):
        return False
    fighters = [one for one in foes(public, attackers, places) if UNITS[one]["type"] not in GUNS]
    arcs = [seen_from(public, one, start) for one in fighters]
    return bool(arcs) and "front" not in arcs


# -- what is added ---------------------------------------------------------------------------------


def inspiration(public: Data, units: Sequence[str], data: Data) -> int:
    """4.1 The best charisma of leaders with these units; a heroic one beside them on land too."""
    best = 0
    places = {public["units"][unit]["at"] for unit in units}
    for leader, where in public["leaders"].items():
        if not units or data[leader]["side"][0] != units[0][0]:
            continue
        at = where["at"]
        near = at not in BLOCKS and at not in public["galleys"]
        beside = near and any(at in next_to(place) for place in places)
        if at in places or (beside and data[leader].get("heroic")):
            best = max(best, data[leader].get("charisma", 0))
    return best


def figure(one: str, other: str) -> int:
    """8.71 Of an attacker against a defender, position aside."""
    return _MATRIX[sort(other)][_COLUMNS.index(sort(one))]


def total(
    public: Data,
    attackers: Sequence[str],
    places: Sequence[str],
    chosen: str,
    target: str,
    leaders: Data,
) -> int:
    """8.51 All that is added to the die of a fight."""
    theirs = foes(public, attackers, places)
    above = superior(public, attackers, places, chosen)
    found = figure(chosen, target)
    if above and sort(chosen) == "lc" and sort(target) in ("co", "hi", "mi", "li"):
        found = _RIDERS
    found += 2 * above
    found += (UNITS[chosen].get("legion") in ("vi", "xxvii")) - (
        UNITS[target].get("legion") in ("vi", "xxvii")
    )
    if not any(place in POINTS or place in CAUSEWAY for place in places):
        found += _fighters(attackers) - _fighters(theirs)
    found += inspiration(public, attackers, leaders) - inspiration(public, theirs, leaders)
    start = public["units"][chosen]["at"]
    found -= 2 * any(frozenset((start, place)) in CANAL for place in places)
    found -= 3 * (LIGHTHOUSE in places)
    found -= any(public["units"][unit]["reduced"] for unit in attackers)
    found += any(public["units"][unit]["reduced"] for unit in theirs)
    return found - any(unit in public["now"]["landed"] for unit in attackers)


def _fighters(units: Sequence[str]) -> int:
    return len([unit for unit in units if UNITS[unit]["type"] not in GUNS])


#: 8.74 Hits on the attacker, on the defender, and whether R; from -1 to 10.
RESULTS = ["40.", "41.", "31.", "31.", "21.", "22.", "22R", "12R", "13R", "13R", "14R", "04R"]


def outcome(number: int) -> tuple[int, int, bool]:
    """8.74 The row of a modified die."""
    row = RESULTS[min(max(number, -1), 10) + 1]
    return int(row[0]), int(row[1]), row[2] == "R"


def shares(units: Sequence[str], chosen: str, hits: int) -> dict[str, int]:
    """8.52, H54 Even, and the whole rest to the one that counts."""
    found = {unit: hits // len(units) for unit in units}
    found[chosen] += hits % len(units)
    return found


# -- tests and retreats ----------------------------------------------------------------------------


def must(public: Data, unit: str) -> bool:
    """8.2 A."""
    moved = unit in public["now"]["moved"] or unit in public["now"]["landed"]
    return moved and UNITS[unit]["type"] in ("co", "hi")


def tests_first(public: Data, unit: str, targets: Sequence[str]) -> bool:
    """8.2 B Whether an attacker out of a hex into hexes tests."""
    moved = unit in public["now"]["moved"] or unit in public["now"]["landed"]
    return (
        moved
        and UNITS[unit]["type"] in ("mi", "li", "lc")
        and any(UNITS[one]["type"] not in ("ar", *GUNS) for one in targets)
    )


def barred(public: Data, place: str, side: str) -> bool:
    """Whether enemies, units or galleys, are in a space."""
    units = any(name[0] != side for name in public["stacks"].get(place, ()))
    return units or any(
        ship["side"][0] != side and ship["at"] == place for ship in public["galleys"].values()
    )


def before_shock(public: Data, unit: str, closed: set[str]) -> set[str]:
    """8.3 The hexes to which a defender that failed goes."""
    return {
        to
        for to in around(public["units"][unit]["at"])
        if walks(SIGN[to])
        and to not in CAUSEWAY
        and to not in closed
        and not barred(public, to, unit[0])
        and not in_zone(public, to, unit[0], closed)
        and room(public, unit, to)
    }


def after_shock(public: Data, place: str, side: str, closed: set[str]) -> set[str]:
    """10.3 Where those on a point or causeway space retreat to; else through a friendly point."""
    stack = there(public, place, side)
    found = after_shock_at_once(public, place, side, closed)
    if not found:
        for via in next_to(place) & {*POINTS}:
            if there(public, via, side):
                found |= _free(public, via, place, stack, closed)
    return found


def after_shock_at_once(public: Data, place: str, side: str, closed: set[str]) -> set[str]:
    """10.3 Where they retreat to without passing friends."""
    return _free(public, place, place, there(public, place, side), closed)


def _free(public: Data, here: str, start: str, stack: Sequence[str], closed: set[str]) -> set[str]:
    side, found = stack[0][0], set()
    for to in next_to(here) - {start} - {*BLOCKS} - closed:
        if barred(public, to, side):
            continue
        if to in SIGN and to not in CAUSEWAY:
            fine = not in_zone(public, to, side, closed) and _holds(public, stack, to)
        else:
            fine = not public["stacks"].get(to) and not (to in CAUSEWAY and len(stack) > 1)
        found |= {to} if fine else set()
    if here in CAUSEWAY:
        found |= {
            key
            for key, ship in public["galleys"].items()
            if ship["side"][0] == side
            and "causeway" in ship["grappled"]
            and here in causeway_beside(ship["at"])
            and _aboard(public, key, stack)
        }
    return found


def _holds(public: Data, stack: Sequence[str], to: str) -> bool:
    return all(room(public, unit, to) for unit in stack)


def _aboard(public: Data, key: str, stack: Sequence[str]) -> bool:
    free: int = SHIPS[key]["holds"] - len(public["stacks"].get(key, ()))
    return free >= len(stack)
