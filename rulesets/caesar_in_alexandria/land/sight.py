"""Line of sight and range (7.13 to 7.16, section 14)."""

from typing import NamedTuple

from referee.engine.view import Data
from referee.kit.hexes import CORNER, FLANK, FRONT, HEX, REAR, Passed
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    ARCS,
    BLOCKS,
    DIRECTIONS,
    GALLEYS,
    GATE,
    GRID,
    GROUND,
    LINKS,
    MAP,
    OPEN,
    POINTS,
    SIDES,
)
from rulesets.caesar_in_alexandria.land.facing import arc


class Aim(NamedTuple):
    """A shot that is possible.

    range: as the table counts it; side: the arc of the target's top unit where it arrives."""

    range: int
    side: str


#: H45 Arcs from which one fires.
_OUT = (FRONT, FLANK)
#: 14.2 Signs of hexes that hide what is behind them: the town, its wall; from inland the sea wall.
_HIGH, _HIGH_INLAND = "TW", "TWw"


def crowded(public: Data, space: str) -> bool:
    """14.2 Whether a combat unit of either side is there, galleys included."""
    return bool(position.stack(public, space) or position.ships_in(public, space))


def aim(public: Data, shooter: str, place: str) -> Aim | None:
    """7.13 to 7.16 How a unit sees a space, or the galley there; None if it cannot fire at it."""
    one = public["units"][shooter]
    start, face = one["at"], one["face"]
    if start in GALLEYS and (place in POINTS or place in GALLEYS):
        return None  # 7.2 at galleys they fire as galleys do
    if place in BLOCKS or start in BLOCKS:
        return _block(public, shooter, place)
    here, there = position.hex_of(public, start), position.hex_of(public, place)
    found = _range(public, shooter, here, face, there)
    return Aim(found[0], _side(public, place, there, found[1], here)) if found else None


def _range(public: Data, shooter: str, here: str, face: str, there: str) -> tuple[int, str] | None:
    """The range, and the hex from which the shot arrives (a point: the space itself)."""
    guns = board.is_artillery(shooter)
    if here in POINTS and there in POINTS:
        return _street(public, here, face, there, guns)
    if here in POINTS:
        return _out_of_town(public, here, there)
    if there in POINTS:
        return _into_town(public, here, face, there, guns)
    high = _HIGH if position.aboard(public, shooter) else _HIGH_INLAND
    if here == there or not _leaves(here, face, there) or not clear(public, here, there, high):
        return None
    return GRID.distance(here, there), here


def _leaves(here: str, face: str, there: str) -> bool:
    """14.1, H45 The line goes out through a side in front or on a flank."""
    return not face or any(ARCS[face][side] in _OUT for side in GRID.line(here, there).leaves)


def clear(public: Data, here: str, there: str, high: str) -> bool:
    """14.2, 14.3 Whether nothing hides one hex from another; adjacent ones are always seen.

    high: signs of hexes that hide what is behind them."""
    return not any(_hides(public, met, high) for met in GRID.line(here, there).between)


def _hides(public: Data, met: Passed, high: str) -> bool:
    """14.3 Of a line along a side both hexes must be blocked; a touched corner blocks nothing."""
    blocked = [GROUND[one] in high or crowded(public, one) for one in met.hexes]
    if met.how == CORNER:
        return False
    return any(blocked) if met.how == HEX else len(blocked) > 1 and all(blocked)


def _street(public: Data, here: str, face: str, there: str, guns: bool) -> tuple[int, str] | None:
    """14.5 Both on one street; nobody between; not along the shooter's rear."""
    for street in MAP["streets"].values():
        if here in street and there in street and here != there:
            first, last = sorted((street.index(here), street.index(there)))
            row = list(street[first : last + 1])
            row = row if row[0] == here else row[::-1]
            if face and arc(here, face, row[1]) == REAR:
                return None
            if any(crowded(public, point) for point in row[1:-1]):
                return None
            steps = len(row) - 1
            return 2 * steps - 1 if guns else steps, row[-2]
    return None


def _links(point: str) -> list[str]:
    return [to for to, kind in LINKS[point].items() if kind in (OPEN, GATE)]


def _out_of_town(public: Data, point: str, there: str) -> tuple[int, str] | None:
    """14.7 Through a linked hex, and on from there away from the point."""
    ranges = []
    for link in _links(point):
        if link == there:
            return 1, point
        if _beyond(public, point, link, there):
            ranges.append((1 + GRID.distance(link, there), link))
    return min(ranges, default=None)


def _beyond(public: Data, point: str, link: str, far: str) -> bool:
    """14.7 Whether one sees between a point and a hex behind one that is linked with it."""
    distance = GRID.distance(link, far)
    if GRID.distance(POINTS[point], far) != distance + 1 or crowded(public, link):
        return False
    return clear(public, link, far, _HIGH_INLAND)


def _into_town(
    public: Data, here: str, face: str, point: str, guns: bool
) -> tuple[int, str] | None:
    """14.7, 7.61 Only the linked point, not farther down the street."""
    ranges = []
    for link in _links(point):
        if link == here:
            near = not face or arc(here, face, point) in _OUT
            return (1, link) if near else None
        if _leaves(here, face, link) and _beyond(public, point, link, here):
            ranges.append((GRID.distance(link, here) + (2 if guns else 1), link))
    return min(ranges, default=None)


def _side(public: Data, place: str, there: str, source: str, here: str) -> str:
    """H45 The arc of the target's top unit in which the shot arrives."""
    stack = position.stack(public, place)
    face = public["units"][stack[0]]["face"] if stack else ""
    if not face:
        return FRONT
    if there in POINTS or source in POINTS:
        return arc(there, face, source)
    start = here if board.is_hex(here) else source
    arcs = {ARCS[face][side] for side in GRID.line(start, there).enters}
    return next(one for one in (FRONT, FLANK, REAR) if one in arcs)


# -- blocks ----------------------------------------------------------------------------------------


def _block(public: Data, shooter: str, place: str) -> Aim | None:
    """7.14, 14.6 Within a block; from it to its points if no enemy is inside; into it from them;
    artillery never."""
    one = public["units"][shooter]
    start = one["at"]
    if board.is_artillery(shooter):
        return None
    if start == place:
        return Aim(1, FRONT)
    if start in BLOCKS:
        enemy = board.other(SIDES[shooter])
        bordering = place in BLOCKS[start] and not position.held_by(public, start, enemy)
        return Aim(1, FRONT) if bordering else None
    if start in BLOCKS[place] and _between_fronts(start, one["face"], place):
        return Aim(1, FRONT)
    return None


def _between_fronts(point: str, face: str, block: str) -> bool:
    """14.6, H24 From a crossing a block must lie between two streets in front; half-way along a
    street both blocks are in the arc."""
    if not face or "/" in point:
        return True
    beside = [to for to in DIRECTIONS[point] if to in BLOCKS[block]]
    return all(arc(point, face, to) == FRONT for to in beside)
