"""Facing on land: what lies in front of a unit, and how it stands where it comes (6.1)."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.engine.view import Data
from referee.kit.hexes import FLANK as FLANK
from referee.kit.hexes import FRONT as FRONT
from referee.kit.hexes import REAR as REAR
from rulesets.caesar_in_alexandria import board
from rulesets.caesar_in_alexandria.board import (
    AR,
    ARCS,
    BACK,
    CORNERS,
    DIRECTIONS,
    GRID,
    LC,
    OUTWARD,
    POINTS,
    TYPE,
)


class Arrival(NamedTuple):
    """How a unit stands where it comes: the facings that it can have for nothing; the first one if
    nothing is said."""

    able: tuple[str, ...]

    @property
    def face(self) -> str:
        """The one if nothing is said."""
        return self.able[0] if self.able else ""


def arc(place: str, face: str, to: str) -> str:
    """6.11, 6.15, 6.16 In which arc of a unit a space beside its own lies; all is front without a
    facing (6.17)."""
    if not face:
        return FRONT
    way = DIRECTIONS[place].get(to, "")
    if place not in POINTS:
        return ARCS[face][way]
    if face == OUTWARD:
        return FRONT if way == OUTWARD else FLANK
    if way == OUTWARD:
        return FLANK
    return REAR if way == BACK[face] else FRONT


def side_of(public: Data, unit: str, space: str) -> str:
    """The arc of a unit in which a space lies, beside it or not: of one far away where the line to
    it, or to the hex in which a point stands (H31), goes out (H45)."""
    one = public["units"][unit]
    place, face = one["at"], one["face"]
    if not face or space == place:
        return FRONT
    if space in DIRECTIONS[place]:
        return arc(place, face, space)
    far = POINTS.get(space, space)
    if not (board.is_hex(place) and board.is_hex(far)) or far == place:
        return FRONT
    arcs = {ARCS[face][side] for side in GRID.line(place, far).leaves}
    return next(one for one in (FRONT, FLANK, REAR) if one in arcs)


def goes_ahead(place: str, face: str, to: str) -> bool:
    """5.32, 6.15 Whether a unit may step there as it stands: into blocks in any direction, else
    only where it faces."""
    if not face or to in board.BLOCKS:
        return True
    way = DIRECTIONS[place].get(to, "")
    if place in POINTS:
        return bool(way == face)
    return way in CORNERS[face]


def arrival(unit: str, place: str, face: str, to: str) -> Arrival:
    """H32, H33, 6.17 How a unit that steps from a place to the next can stand there."""
    able = [] if board.is_artillery(unit) else board.facings(to)
    if not able:
        return Arrival(())
    if not face or not board.has_facing(place):
        return Arrival((*able,))
    if to not in POINTS:
        return Arrival((face,) if place not in POINTS else _off_the_street(place, to))
    if place in POINTS:
        return Arrival(_along(able, face))
    streets = [one for one in able if one != OUTWARD]
    return Arrival((*streets,))


def _off_the_street(point: str, to: str) -> tuple[str, ...]:
    """H33 One of the two facings with the point behind."""
    behind = DIRECTIONS[to][point]
    return tuple(face for face in CORNERS if ARCS[face][behind] == REAR)


def _along(able: list[str], face: str) -> tuple[str, ...]:
    """H32 A street is kept; where none goes on that way the linked hexes, or anything."""
    if face in able and face != OUTWARD:
        return (face,)
    return (OUTWARD,) if OUTWARD in able else (*able,)


def along(unit: str, start: str, face: str, path: Sequence[str]) -> Arrival:
    """5.82, 5.83 How a unit can stand at the end of a way on which it does not turn of its own; in
    a hex it then may."""
    able = [face]
    for here, to in pairwise((start, *path)):
        found = [one for before in able for one in arrival(unit, here, before, to).able]
        able = found or [""]
    kept = [face] if face in able else []
    turned = CORNERS if able[0] and board.is_hex(path[-1]) else ()
    return Arrival(tuple(one for one in dict.fromkeys((*kept, *able, *turned)) if one))


def pivot_cost(unit: str, face: str, to: str) -> int:
    """6.12 A turn costs 1, archers nothing, cavalry, which never leaves the hexes (5.22), 1 for
    each sixth."""
    if TYPE[unit] == AR:
        return 0
    return GRID.sixths(CORNERS[face], CORNERS[to]) if TYPE[unit] == LC else 1
