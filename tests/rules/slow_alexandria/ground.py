"""Ground, neighbours, facings and zones, by angles and distances between centres."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.plain_yaml import plain

_FOLDER = Path(__file__).parents[3] / "rulesets" / "caesar_in_alexandria" / "data"
MAP: Any = plain(_FOLDER / "map.yaml")
_COUNTERS: Any = plain(_FOLDER / "units.yaml")
UNITS: Any = _COUNTERS["land"]
SHIPS: Any = _COUNTERS["galleys"]
TABLES: Any = plain(_FOLDER / "tables.yaml")

SIGN = {
    f"{row}{number + 1:02}": sign
    for row, signs in MAP["rows"].items()
    for number, sign in enumerate(signs)
}
CAUSEWAY: list[str] = MAP["causeway"][1:-1]
LIGHTHOUSE: str = MAP["lighthouse"]
#: Pairs of hexes between which the canal runs.
CANAL = {frozenset(side.split("/")) for side in MAP["canal"]}
#: Degrees, from east, against the clock.
ANGLES = {"E": 0, "NE": 60, "NW": 120, "W": 180, "SW": 240, "SE": 300}
FACES = {"N": 90, "NE": 30, "SE": 330, "S": 270, "SW": 210, "NW": 150}
COMPASS = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


def centre(one: str) -> tuple[int, int]:
    """Twice the column, odd rows half a hex further; and the row."""
    row, column = int(one[:2]), int(one[2:])
    return 2 * column + row % 2, row


def apart(one: str, other: str) -> int:
    """Four times the square of the distance between two centres, a hex being one across."""
    (x, y), (to, on) = centre(one), centre(other)
    return (to - x) ** 2 + 3 * (on - y) ** 2


def beside(one: str, other: str) -> bool:
    return apart(one, other) == 4


def around(one: str) -> list[str]:
    """Hexes beside one, found among all of the rows near it."""
    row = int(one[:2])
    near = [
        f"{number:02}{column:02}"
        for number in range(row - 1, row + 2)
        for column in range(int(one[2:]) - 1, int(one[2:]) + 2)
    ]
    return [other for other in near if other in SIGN and beside(one, other)]


def angle(one: str, other: str) -> int:
    """The direction in which a hex beside one lies."""
    (x, y), (to, on) = centre(one), centre(other)
    return {(2, 0): 0, (1, 1): 60, (-1, 1): 120, (-2, 0): 180, (-1, -1): 240, (1, -1): 300}[
        to - x, on - y
    ]


def turned(one: int, other: int) -> int:
    """Degrees between two directions."""
    return min((one - other) % 360, (other - one) % 360)


def arc(face: str, way: int) -> str:
    """6.11 Where a hexside lies for a unit that faces a corner."""
    return {30: "front", 90: "flank", 150: "rear"}[turned(FACES[face], way)]


def walks(sign: str) -> bool:
    """Whether land units walk in a hex of a sign, the causeway aside."""
    return sign in ("c", "b", "x", ".", "W", "Q", "R", "L")


def zone(unit: str, at: str, face: str, closed: set[str]) -> set[str]:
    """6.3 The hexes that a unit controls."""
    sort = UNITS[unit]["type"]
    if at not in SIGN or at in CAUSEWAY or sort in ("sc", "ba"):
        return set()
    found = {to for to in around(at) if walks(SIGN[to]) and to not in CAUSEWAY} - closed
    if at == LIGHTHOUSE:
        return found
    arcs = {to: arc(face, angle(at, to)) for to in found}
    wanted = ("front", "rear") if sort == "ar" else ("front",)
    return {to for to in found if arcs[to] in wanted}
