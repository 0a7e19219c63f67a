"""Ramming, raking, grapples, fire at sea and what becomes of galleys (5.5, 7.2, 9, 10.4)."""

from __future__ import annotations

from typing import Any

from tests.rules.slow_alexandria.ground import ANGLES, SHIPS, SIGN, UNITS, angle, around, turned
from tests.rules.slow_alexandria.water import (
    at_angle,
    beside_its_side,
    enemies_ashore,
    held_fast,
    open_side,
    points,
    port,
    room,
)

Data = dict[str, Any]


def crew(public: Data, key: str) -> int:
    """10.41."""
    number: int = SHIPS[key]["crew"]
    return 0 if "captured" in public["galleys"][key]["marks"] else number


def crippled(public: Data, key: str) -> bool:
    return any(mark.startswith("crippled") for mark in public["galleys"][key]["marks"])


def stopped(public: Data, key: str) -> bool:
    """The list of immobile galleys: rammed, grappled, fouled, aground, beached, in port, 0 MP."""
    ship = public["galleys"][key]
    still = held_fast(ship) or "beached" in ship["marks"] or port(ship["at"])
    return still or points(public, key) == 0


# -- rams and rakes --------------------------------------------------------------------------------


def ram_needs(key: str, target: str) -> int:
    """9.16 Two dice, lowest number that succeeds; more than 12 is never."""
    defence, attack = SHIPS[target]["defence"], min(SHIPS[key]["ram"], 3)
    if not attack:
        return 99
    least = {3: 10, 4: 11, 5: 12, 6: 13, 7: 14}[defence] - attack
    return min(least, 12)


def ram_added(public: Data, key: str, target: str) -> int:
    """9.14."""
    found = int(stopped(public, target) or crippled(public, target))
    own, other = crew(public, key), crew(public, target)
    return found + (own > other) - (own < other)


def best_speed(public: Data, key: str) -> int:
    """9.27 The best that it could go at, fatigue taken off."""
    ship, slow = public["galleys"][key], ("half", "captured")
    cruise = stopped(public, key) or crippled(public, key) or ship["fatigue"] > 3
    if cruise or not SHIPS[key]["attack"] or any(mark in slow for mark in ship["marks"]):
        return points(public, key)
    number: int = SHIPS[key]["attack"] - ship["fatigue"]
    return max(0, number)


def rake_needs(public: Data, key: str, target: str) -> int:
    """9.29."""
    mine, other = crew(public, key), crew(public, target)
    least = 11 - 2 * mine + other
    return 99 if not mine or least > 12 else least


def rake_added(public: Data, key: str, target: str) -> int:
    """9.27."""
    own, other = best_speed(public, key), best_speed(public, target)
    slow = stopped(public, target) or "half" in public["galleys"][target]["marks"]
    return (own > other) - (own < other) + slow


def threads(public: Data, key: str) -> set[str]:
    """9.24, 9.25 The enemies through which a galley could go, with points enough, that has not
    turned to come where it is."""
    ship, found = public["galleys"][key], set()
    if ship["speed"] != "attack" or held_fast(ship):
        return set()
    bow = ANGLES[ship["face"]]
    through = at_angle(ship["at"], bow)
    on = through and at_angle(through, bow)
    for name, other in public["galleys"].items():
        ends = turned(bow, ANGLES[other["face"]]) in (0, 180)
        if other["side"] == ship["side"] or other["at"] != through or port(through) or not ends:
            continue
        if not (on and open_side(ship["at"], through) and open_side(through, on)):
            continue
        if port(on) or not room(public, key, on) or enemies_ashore(public, key, through):
            continue
        if any(_shuts(public, key, other, way) for way in (60, 120, 240, 300)):
            found.add(name)
    return found


def _shuts(public: Data, key: str, target: Data, way: int) -> bool:
    """H18 Whether a side hex of the target has another galley, or is none, or a burned slip."""
    to = at_angle(target["at"], ANGLES[target["face"]] + way)
    if not to or not open_side(target["at"], to) or to in public["burned"]:
        return True
    return any(name != key and ship["at"] == to for name, ship in public["galleys"].items())


# -- grapples --------------------------------------------------------------------------------------


def grapple_added(public: Data, key: str, target: str) -> int:
    """9.33, G12."""
    slow = stopped(public, target) or crippled(public, target)
    ways = [ANGLES[public["galleys"][one]["face"]] for one in (key, target)]
    reduced = slow or {"half", "captured"} & {*public["galleys"][target]["marks"]}
    return (turned(*ways) == 180 and not reduced) - slow


def free_added(public: Data, key: str, other: str, alone: bool) -> int:
    """9.42, 9.43, G13."""
    ship = public["galleys"][key]
    if public["galleys"][other]["side"] == ship["side"]:
        return -2
    hindered = crippled(public, key) or bool(ship["fouled"])
    better = alone and crew(public, key) > crew(public, other)
    return -2 - ("repulsed" in ship["marks"]) - better + hindered


# -- fire ------------------------------------------------------------------------------------------


def strength(public: Data, key: str) -> int:
    """7.22."""
    units = public["stacks"].get(key, ())
    return sum(1 + (UNITS[unit]["type"] == "ar") for unit in units)


def burns(public: Data, key: str) -> bool:
    """7.31."""
    guns = any(UNITS[unit]["type"] == "ba" for unit in public["stacks"].get(key, ()))
    return guns or SHIPS[key]["kind"] in ("quadrireme", "quinquereme")


def targets(public: Data, key: str) -> set[str]:
    """7.22, 7.34 Galleys and slips at which it could fire."""
    ship, fiery = public["galleys"][key], burns(public, key)
    near = around(ship["at"])
    found = {
        name
        for name, other in public["galleys"].items()
        if other["side"] != ship["side"]
        and other["at"] in near
        and (public["stacks"].get(name) or (fiery and "fire" not in other["marks"]))
    }
    taken = {other["at"] for other in public["galleys"].values()}
    slips = {to for to in near if SIGN[to] == "S" and to not in taken | {*public["burned"]}}
    return found | (slips if fiery else set())


def strikes(public: Data, key: str, target: str, number: int, die: int) -> bool:
    """7.24, G4 Whether fire with a strength hits."""
    slow = target in public["galleys"] and (stopped(public, target) or crippled(public, target))
    most = 1 if number <= 2 else 2 if number <= 4 else 3
    return die - slow - burns(public, key) <= most


# -- what becomes of them --------------------------------------------------------------------------


def goes_down(public: Data, key: str) -> set[str]:
    """10.42 All that sinks with a galley."""
    found: set[str] = set()
    more = {key}
    while more - found:
        found |= more
        ties = [public["galleys"][one][tie] for one in found for tie in ("grappled", "fouled")]
        more = {one for tie in ties for one in tie if one != "causeway"}
    return found


def tested(public: Data, key: str, spent: int, had: int) -> bool:
    """5.51, 5.55, H8 Whether a galley tests fatigue."""
    ship = public["galleys"][key]
    if crippled(public, key) or ship["fouled"]:
        return False
    return ship["speed"] == "attack" or (spent in (had, had - 1) and spent > 0)


def rakes(public: Data, key: str, start: str) -> set[str]:
    """9.21 The enemies along whose side it has just passed, from a hex."""
    ship = public["galleys"][key]
    found = set()
    for name, other in public["galleys"].items():
        at = other["at"]
        hexes = (start, ship["at"])
        if ship["speed"] != "attack" or other["side"] == ship["side"] or port(at):
            continue
        if all(beside_its_side(other, one) for one in hexes):
            ways = [(angle(at, one) - ANGLES[other["face"]]) % 360 for one in hexes]
            found |= {name} if len({way < 180 for way in ways}) == 1 else set()
    return found
