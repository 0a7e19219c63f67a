"""Galleys (5.2 to 5.4, 6.2, 9.1, 9.3), by angles, from the data and the position alone."""

from __future__ import annotations

from typing import Any

from tests.rules.slow_alexandria.ground import (
    ANGLES,
    CAUSEWAY,
    MAP,
    SHIPS,
    SIGN,
    angle,
    around,
    turned,
)

Data = dict[str, Any]

_WALLS = {frozenset(side.split("/")) for side in (*MAP["mole"], *MAP["shores"])}
_NAMES = {degrees: name for name, degrees in ANGLES.items()}


def sails(one: str) -> bool:
    """Whether galleys use a hex."""
    return SIGN.get(one, "T") in "~:cbxweQS"


def port(one: str) -> bool:
    return SIGN[one] in "QS"


def open_side(one: str, other: str) -> bool:
    """5.33, 5.35 Whether galleys cross the side between two hexes that touch."""
    return sails(one) and sails(other) and frozenset((one, other)) not in _WALLS


def at_angle(one: str, degrees: int) -> str:
    """The hex that lies that way, "" for none."""
    return next((to for to in around(one) if angle(one, to) == degrees % 360), "")


def price(to: str) -> int:
    return 2 if SIGN[to] in ":x" else 1


def held_fast(ship: Data) -> bool:
    """5.44."""
    marks = ship["marks"]
    return bool(ship["grappled"] or ship["fouled"] or "rammed" in marks or "aground" in marks)


def enemies_ashore(public: Data, key: str, to: str) -> bool:
    """5.75."""
    mine = public["galleys"][key]["side"]
    return any(one["at"] == to and name[0] != mine[0] for name, one in public["units"].items())


def room(public: Data, key: str, to: str) -> bool:
    """5.72, 5.75, H76."""
    mine = public["galleys"][key]["side"]
    if enemies_ashore(public, key, to):
        return False
    there = [
        ship["side"] for name, ship in public["galleys"].items() if name != key and ship["at"] == to
    ]
    if not port(to):
        return not there
    return len(there) < 2 and set(there) <= {mine} and to not in public["burned"]


def steps(public: Data, key: str) -> set[tuple[str, str, int]]:
    """Where a galley can go with one step: the hex, its facing there, the points."""
    ship = public["galleys"][key]
    at, fast = ship["at"], ship["speed"] == "attack"
    found = set()
    for to, face, points in _courses(public, key):
        slip = SIGN[to] == "S" and fast
        from_slip = SIGN[at] == "S" and port(to)
        if not slip and not from_slip and room(public, key, to):
            found.add((to, face, points))
    return found


def _courses(public: Data, key: str) -> list[tuple[str, str, int]]:
    ship = public["galleys"][key]
    at, bow, marks = ship["at"], ANGLES[ship["face"]], ship["marks"]
    if held_fast(ship):
        return []
    drift = {"crippled-right": (-60, -120), "crippled-left": (60, 120)}
    for mark, ways in drift.items():
        if mark in marks:
            hexes = [at_angle(at, bow + way) for way in ways]
            return [(to, ship["face"], 1) for to in hexes if to and open_side(at, to)]
    found = []
    for way in (bow - 60, bow, bow + 60):
        to = at_angle(at, way)
        if "beached" in marks or not to:
            continue
        if open_side(at, to):
            found.append((to, _NAMES[way % 360], price(to)))
        elif SIGN[to] == "O" and not _shut(public, key, to):
            found += _under(at, to, way)
    back = at_angle(at, bow + 180)
    if back and open_side(at, back) and ship["speed"] == "cruise":
        found.append((back, ship["face"], 2))
    return found


def _under(at: str, overpass: str, way: int) -> list[tuple[str, str, int]]:
    """5.25 Through the causeway, with a turn of 60 degrees at most."""
    sides = MAP["overpasses"][overpass]
    far = sides["east"] if at in sides["west"] else sides["west"] if at in sides["east"] else []
    return [
        (on, _NAMES[angle(overpass, on)], 1 + price(on))
        for on in far
        if turned(angle(overpass, on), way % 360) <= 60
    ]


def _shut(public: Data, key: str, overpass: str) -> bool:
    mine = public["galleys"][key]["side"]
    if any(one["at"] == overpass and name[0] != mine[0] for name, one in public["units"].items()):
        return True
    lie = {ship["at"] for name, ship in public["galleys"].items() if name != key}
    return {*MAP["overpasses"][overpass]["crossing"]} <= lie


def beside_its_side(target: Data, at: str) -> bool:
    """6.2 Whether a hex touches one of the four side hexsides of a galley, with water between."""
    return (
        at in around(target["at"])
        and open_side(target["at"], at)
        and (turned(angle(target["at"], at), ANGLES[target["face"]]) in (60, 120))
    )


def rams(public: Data, key: str) -> set[str]:
    """9.11, 9.12 The enemies that it can ram where it lies."""
    ship = public["galleys"][key]
    ahead = at_angle(ship["at"], ANGLES[ship["face"]])
    return {
        name
        for name, other in public["galleys"].items()
        if ship["speed"] == "attack"
        and other["side"] != ship["side"]
        and other["at"] == ahead
        and not port(ahead)
        and beside_its_side(other, ship["at"])
    }


def evades(public: Data, key: str) -> set[str]:
    """5.92, H61 The hexes, ahead or astern, to which a galley could slip away."""
    ship = public["galleys"][key]
    ways = [at_angle(ship["at"], ANGLES[ship["face"]] + more) for more in (0, 180)]
    return {
        to
        for to in ways
        if to and open_side(ship["at"], to) and not port(to) and room(public, key, to)
    }


def points(public: Data, key: str) -> int:
    """5.54, 10.41, 10.44 What a galley can spend at cruise."""
    ship = public["galleys"][key]
    if any(mark.startswith("crippled") for mark in ship["marks"]):
        return 1
    left: int = SHIPS[key]["cruise"]
    half = "half" in ship["marks"] or "beached" in ship["marks"]
    slowed = key in (public["now"].get("sea") or {}).get("slowed", ())
    for halves in ("captured" in ship["marks"], half, slowed):
        left = -(-left // 2) if halves else left
    return max(0, left - ship["fatigue"])


def pace(public: Data, key: str) -> str:
    """9.32 How fast it is: stopped, at cruise, or at attack speed."""
    ship = public["galleys"][key]
    if ship["speed"] == "attack":
        return "attack"
    stops = held_fast(ship) or "beached" in ship["marks"] or port(ship["at"])
    return "stopped" if stops or not points(public, key) else "cruise"


def grapples(public: Data, key: str) -> set[str]:
    """9.15, 9.31 to 9.34 The enemies that a galley could grapple where it lies."""
    ship = public["galleys"][key]
    now = public["now"].get("sea") or {"tried": [], "collided": []}
    if "rammed" in ship["marks"] and not ship["fouled"]:
        return set()
    if key in now["tried"] or key in now["collided"]:
        return set()
    able = {"attack": "attack cruise stopped", "cruise": "cruise stopped", "stopped": "stopped"}
    return {
        name
        for name, other in public["galleys"].items()
        if other["side"] != ship["side"]
        and name not in ship["grappled"]
        and beside_its_side(other, ship["at"])
        and pace(public, name) in able[pace(public, key)].split()
    }


def causeway_beside(at: str) -> set[str]:
    """9.31 Causeway spaces beside a hex, overpasses aside."""
    return {to for to in around(at) if to in CAUSEWAY and SIGN[to] == "C"}
