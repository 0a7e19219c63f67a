"""The field: its hexes, the units, and what follows from them and from what all see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.engine.request import Data
from referee.kit.hexes import CORNER, HEX, Grid, Passed

SEATS = {"north": "North", "south": "South"}
TURNS = 8
#: 1 Row by row from the south; ^ is a wood.
GROUND = ("........", "..^..^..", "...^....", "....^...", "..^..^..", "........")
SIGNS = {
    f"{row:02}{column:02}": sign
    for row, signs in enumerate(GROUND, 1)
    for column, sign in enumerate(signs, 1)
}
GRID = Grid(SIGNS)
WOODS = [one for one, sign in SIGNS.items() if sign == "^"]


class Sort(NamedTuple):
    """What units of a sort can do.

    points: for a march; reach: how far they shoot; needs: what the die must show; lives: hits that
    they take; holds: whether they stop whoever comes beside them; shy: whether they fall back;
    counted: whether their arrows are."""

    points: int
    reach: int = 0
    needs: int = 7
    lives: int = 1
    holds: bool = False
    shy: bool = False
    counted: bool = False


SORTS = {
    "guards": Sort(3, lives=2, holds=True),
    "archers": Sort(3, reach=3, needs=4, shy=True, counted=True),
    "slingers": Sort(4, reach=2, needs=5, shy=True),
    "scorpion": Sort(1, reach=5, needs=3),
}
#: 3 Arrows that archers begin with.
ARROWS = ("1", "2", "3")
START = {
    "north guards 1": "0603",
    "north guards 2": "0606",
    "north archers 1": "0604",
    "north archers 2": "0505",
    "north slingers": "0504",
    "north scorpion": "0607",
    "south guards 1": "0103",
    "south guards 2": "0106",
    "south archers 1": "0104",
    "south archers 2": "0205",
    "south slingers": "0204",
    "south scorpion": "0107",
}
NAMES: Mapping[str, str] = {
    unit: " ".join(word.title() for word in unit.split(" ")) for unit in START
}


def side(unit: str) -> str:
    return unit.partition(" ")[0]


def other(seat: str) -> str:
    return next(one for one in SEATS if one != seat)


def sort_name(unit: str) -> str:
    return unit.split(" ")[1]


def sort_of(unit: str) -> Sort:
    return SORTS[sort_name(unit)]


def archers(seat: str) -> list[str]:
    """3 The units of a side whose arrows are counted."""
    return [unit for unit in START if side(unit) == seat and sort_of(unit).counted]


def units(public: Data, seat: str) -> list[str]:
    """The units of a side that live, in their order."""
    return [unit for unit in START if unit in public["at"] and side(unit) == seat]


def standing_at(public: Data, one: str) -> str:
    """The unit in a hex, "" if there is none."""
    return next((unit for unit, at in public["at"].items() if at == one), "")


def cost(to: str) -> int:
    """2 What a step costs."""
    return 2 if to in WOODS else 1


def held(public: Data, unit: str, one: str, but: str = "") -> bool:
    """2 Whether an enemy of a unit who holds, `but` one, stands beside a hex."""
    return any(
        sort_of(enemy).holds and enemy != but and GRID.side(one, public["at"][enemy])
        for enemy in units(public, other(side(unit)))
    )


def hides(met: Passed) -> bool:
    """4 Whether what a line of sight meets is in its way: a wood, or woods on both sides of the
    line; not one of which it touches a corner."""
    woods = [one in WOODS for one in met.hexes]
    if met.how == CORNER:
        return False
    return any(woods) if met.how == HEX else all(woods)


def reaches(public: Data, unit: str, target: str) -> bool:
    """4 Whether a unit could shoot at another one, as all can see."""
    if target not in public["at"] or unit not in public["at"]:
        return False
    here, there = public["at"][unit], public["at"][target]
    return (
        GRID.distance(here, there) <= sort_of(unit).reach
        and public["shots"].get(unit, 0) < int(ARROWS[-1])
        and not any(hides(met) for met in GRID.line(here, there).between)
    )


def shooters(public: Data, mover: str) -> list[str]:
    """5 The enemies of a unit that could shoot at it."""
    return [unit for unit in units(public, other(side(mover))) if reaches(public, unit, mover)]


def shy_ones(public: Data, mover: str) -> list[str]:
    """6 The enemies of a unit that may fall back before it."""
    at = public["at"]
    beside = [unit for unit in units(public, other(side(mover))) if GRID.side(at[unit], at[mover])]
    return [
        unit for unit in beside if sort_of(unit).shy and not held(public, unit, at[unit], mover)
    ]


def ways_back(public: Data, unit: str, mover: str) -> list[str]:
    """6 Where a unit may fall back to: free, and not beside who comes, nor beside one who holds."""
    at = public["at"]
    free: Iterable[str] = (to for to in GRID.links[at[unit]] if not standing_at(public, to))
    return [to for to in free if GRID.distance(to, at[mover]) > 1 and not held(public, unit, to)]
