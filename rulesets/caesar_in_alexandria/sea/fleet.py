"""Galleys: what their marks, fatigue and place allow (5.4 to 5.5, 6.2, 10.4).

public["now"]["sea"] belongs to one activation of the fleet, `fresh`."""

from collections.abc import Iterable, Sequence

from referee.engine.view import Data
from referee.kit.hexes import FLANK
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    ATTACK,
    CRUISE,
    GALLEYS,
    GRID,
    INCENDIARY,
    MOLE,
    NAMES,
    OVERPASSES,
    PORTS,
    SEATS,
    TYPE,
    WATER,
)

RAMMED, AGROUND, BEACHED, CAPTURED = "rammed", "aground", "beached", "captured"
FIRE, FRESH, HALF, REPULSED = "fire", "fresh", "half", "repulsed"
LEFT, RIGHT = "left", "right"
#: 9.28 The marks of a crippled galley, as seen from its deck.
CRIPPLED = {LEFT: "crippled-left", RIGHT: "crippled-right"}
#: H37 What a galley grappled to the causeway has among its grapples.
DAM = "causeway"
#: 5.54 From so much fatigue on a galley goes at cruise only.
TIRED = 4
#: The arcs of a galley by its facing.
_ARCS = {face: GRID.arcs((face,)) for face in GRID.directions}


def fresh() -> Data:
    """What belongs to one activation of a fleet.

    half: own galleys that had the mark when it began; tried: those that have tried to grapple;
    collided; sailed; spent: points of each; had: what each had; moved over: units transferred;
    slowed: galleys between which that was; shot: galleys that have fired; reacted: enemy ones that
    have; tests: those that dropped from attack speed (5.46)."""
    lists = ("half", "tried", "collided", "sailed", "carried", "slowed", "shot", "reacted", "tests")
    return {**{key: [] for key in lists}, "spent": {}, "had": {}}


def now(public: Data) -> Data:
    """What belongs to this activation."""
    found: Data = public["now"]["sea"]
    return found


def one(public: Data, galley: str) -> Data:
    """The state of a galley."""
    found: Data = public["galleys"][galley]
    return found


def side(public: Data, galley: str) -> str:
    """The side that has it now."""
    found: str = public["galleys"][galley]["side"]
    return found


def has(public: Data, galley: str, *marks: str) -> bool:
    """Whether it has one of these marks."""
    return any(mark in public["galleys"][galley]["marks"] for mark in marks)


def crippled(public: Data, galley: str) -> bool:
    """10.43 Whether it is."""
    return has(public, galley, *CRIPPLED.values())


def crew(public: Data, galley: str) -> int:
    """2.2 Its crew: none in a prize (10.41)."""
    printed: int = GALLEYS[galley]["crew"]
    return 0 if has(public, galley, CAPTURED) else printed


def in_port(public: Data, galley: str) -> bool:
    """5.27 Whether it lies in a quay or slip."""
    return one(public, galley)["at"] in PORTS


def stuck(public: Data, galley: str) -> bool:
    """5.44 Rammed, aground, grappled or fouled: it stays where it is."""
    found = one(public, galley)
    return bool(found["grappled"] or found["fouled"]) or has(public, galley, RAMMED, AGROUND)


def immobile(public: Data, galley: str) -> bool:
    """5.4 Whether it counts as stopped, for those who attack it and for what it may do."""
    return (
        stuck(public, galley)
        or has(public, galley, BEACHED)
        or in_port(public, galley)
        or allowance(public, galley, CRUISE) < 1
    )


def cruise_only(public: Data, galley: str) -> bool:
    """5.42 Whether it may not take attack speed."""
    return (
        not GALLEYS[galley]["attack"]
        or one(public, galley)["fatigue"] >= TIRED
        or has(public, galley, HALF, CAPTURED)
        or crippled(public, galley)
        or immobile(public, galley)
    )


def halved(number: int, times: int) -> int:
    """Half of it, rounded up, so many times."""
    for _ in range(times):
        number = (number + 1) // 2
    return number


def allowance(public: Data, galley: str, speed: str) -> int:
    """5.54 What it can spend: 10.41, 10.44, 5.48 and 5.64 halve it, fatigue is taken off."""
    if crippled(public, galley):
        return 1
    slow = has(public, galley, HALF, BEACHED)
    slowed = galley in now(public).get("slowed", ())
    times = has(public, galley, CAPTURED) + slow + slowed
    fatigue: int = one(public, galley)["fatigue"]
    return max(0, halved(GALLEYS[galley][speed], times) - fatigue)


def best_speed(public: Data, galley: str) -> int:
    """9.27 The best speed that it could go at."""
    return allowance(public, galley, CRUISE if cruise_only(public, galley) else ATTACK)


# -- beside ----------------------------------------------------------------------------------------


def beyond(hex_: str, direction: str) -> str:
    """The hex that lies that way if galleys can go there, "" if not."""
    to = GRID.beside(hex_, direction)
    return to if to in WATER.get(hex_, {}) else ""


def opposite(direction: str) -> str:
    """The other way."""
    (found,) = GRID.turned((direction,), 3)
    return found


def turned(direction: str, sixths: int) -> str:
    """A facing turned clockwise."""
    (found,) = GRID.turned((direction,), sixths)
    return found


def ahead(public: Data, galley: str) -> str:
    """The hex before its bow, "" if galleys cannot go there."""
    found = one(public, galley)
    return beyond(found["at"], found["face"])


def astern(public: Data, galley: str) -> str:
    """The hex behind it, "" if galleys cannot go there."""
    found = one(public, galley)
    return beyond(found["at"], opposite(found["face"]))


def flank(public: Data, galley: str, hex_: str) -> bool:
    """6.2 Whether a hex is one of its four side hexes, with water between."""
    found = one(public, galley)
    way = WATER[found["at"]].get(hex_, "")
    return bool(way) and _ARCS[found["face"]][way] == FLANK


def flanks(public: Data, galley: str) -> str:
    """Its side hexes in words, for a hint."""
    hexes = [to for to in WATER[one(public, galley)["at"]] if flank(public, galley, to)]
    return f"side hexes of {NAMES[galley]}: {', '.join(hexes)}"


def hand(public: Data, galley: str, hex_: str) -> str:
    """On which side of it a side hex lies, as seen from its deck."""
    found = one(public, galley)
    sides = GRID.directions
    way = sides.index(GRID.side(found["at"], hex_)) - sides.index(found["face"])
    return RIGHT if way % 6 < 3 else LEFT


def ships(public: Data, hexes: Iterable[str], seat: str = "") -> list[str]:
    """Galleys (of a side) in some hexes, in the order of the data."""
    found = [key for at in hexes for key in position.ships_in(public, at)]
    return board.in_order(key for key in found if not seat or side(public, key) == seat)


def close_by(public: Data, galley: str, seat: str = "") -> list[str]:
    """Galleys (of a side) in hexes to which it could sail (H70, H76)."""
    return ships(public, WATER[one(public, galley)["at"]], seat)


def enemy(public: Data, galley: str) -> str:
    """The side that it has to fear."""
    return board.other(side(public, galley))


def in_reach(public: Data, galley: str) -> list[str]:
    """7.22 Enemy galleys at which it can fire: beside it, over the mole too."""
    around = GRID.links[one(public, galley)["at"]]
    return ships(public, around, enemy(public, galley))


def free(public: Data, hex_: str, galley: str) -> bool:
    """5.72, 5.75, H76 Whether there is room for it in a hex without enemy units: one galley, or two
    of a side in port."""
    there = [key for key in position.ships_in(public, hex_) if key != galley]
    if position.held_by(public, hex_, enemy(public, galley)):
        return False
    if hex_ not in PORTS:
        return not there
    own = all(side(public, key) == side(public, galley) for key in there)
    return own and len(there) < 2 and hex_ not in public["burned"]


def causeway_near(public: Data, galley: str) -> list[str]:
    """9.31, H37 Causeway spaces beside it to which it could be grappled."""
    around = GRID.links[one(public, galley)["at"]]
    return [to for to in around if to in MOLE and to not in OVERPASSES]


def linked(public: Data, galley: str) -> Sequence[str]:
    """10.42 All galleys grappled or fouled to it, chains included, itself among them."""
    found = [galley]
    for key in found:
        other = one(public, key)
        beside = dict.fromkeys((*other["grappled"], *other["fouled"]))  # it can be both
        found += [to for to in beside if to not in (*found, DAM)]
    return board.in_order(found)


def incendiary(public: Data, galley: str) -> bool:
    """7.31 Whether it can set fire: large ones, and any with a ballista aboard."""
    aboard = position.stack(public, galley)
    return galley in INCENDIARY or any(TYPE[unit] == board.BA for unit in aboard)


def broken(public: Data) -> list[str]:
    """What can never be of galleys."""
    found = []
    for key in position.galleys(public):
        data = one(public, key)
        for sort in ("grappled", "fouled"):
            for other in data[sort]:
                known = other == DAM or key in public["galleys"].get(other, {sort: ()})[sort]
                found += [] if known else [f"{key} is {sort} with {other}, which is not with it"]
        if len(position.stack(public, key)) > GALLEYS[key]["holds"]:
            found.append(f"{key} carries too many")
        if data["at"] not in WATER or len(position.ships_in(public, data["at"])) > 2:
            found.append(f"{key} lies where it cannot")
        if data["at"] not in PORTS and len(position.ships_in(public, data["at"])) > 1:
            found.append(f"two galleys at sea in {data['at']}")
        if data["speed"] == ATTACK and cruise_only(public, key):
            found.append(f"{key} is at attack speed")
        if not 0 <= data["fatigue"] <= GALLEYS[key]["cruise"] or data["side"] not in SEATS:
            found.append(f"{key} has fatigue {data['fatigue']} or no side")
    return found
