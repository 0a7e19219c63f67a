"""Hexes as printed on a map: neighbours, distances, straight lines, facings.

A hex is named by its printed coordinates, a string of digits.  All geometry is in whole numbers.
In a row of pointy hexes (a column of flat ones) neighbours are two units apart, so the hexes of the
next row are shifted by one unit; see `referee.kit.sightlines` for lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from referee.kit.sightlines import CORNER as CORNER
from referee.kit.sightlines import HEX as HEX
from referee.kit.sightlines import SIDE as SIDE
from referee.kit.sightlines import leaving, line

_DIGITS = "0123456789"
#: The sides of a hex, clockwise: where the neighbour is, in units along and across the lines of
#: hexes.
_POINTY = {"NE": (1, 1), "E": (2, 0), "SE": (1, -1), "SW": (-1, -1), "W": (-2, 0), "NW": (-1, 1)}
_FLAT = {"N": (2, 0), "NE": (1, 1), "SE": (-1, 1), "S": (-2, 0), "SW": (-1, -1), "NW": (1, -1)}

#: so many lines of a map are kept: games ask for the same few thousand over and over
_LINES_KEPT = 8192

#: the arcs of a facing
FRONT, FLANK, REAR = "front", "flank", "rear"

#: a hexside, or the corner between two adjacent hexsides
Facing = Sequence[str]


class Numbering(NamedTuple):
    """How the hexes of a map are numbered.

    row_first: ``rrcc``, not ``ccrr``; digits: of each number.
    northward: rows count from south to north; columns always from west to east.
    flat: hexes have flat tops and form columns; otherwise they form rows.
    shifted: 1 if odd rows are half a hex further east (odd columns: half a hex further in counting
    direction of the rows), 0 if even ones are.
    """

    row_first: bool = True
    digits: int = 2
    northward: bool = True
    flat: bool = False
    shifted: int = 1


#: ``rrcc``, rows from the south, odd ones half a hex further east
ROWS = Numbering()


class Passed(NamedTuple):
    """What a straight line meets between two hexes: a hex that it crosses; two hexes if it runs
    along their common side; or a hex of which it only touches a corner.  Hexes that are not on the
    map are left out.

    how: HEX, SIDE or CORNER."""

    how: str
    hexes: tuple[str, ...]


class Line(NamedTuple):
    """A straight line from the centre of one hex to that of another.

    leaves, enters: the hexsides through which it leaves the first hex and enters the last; two of
    them if it goes through a corner.  between: what it meets on the way, in order."""

    leaves: tuple[str, ...]
    between: tuple[Passed, ...]
    enters: tuple[str, ...]


class Grid:
    """The hexes of a map.

    hexes: the printed coordinates of all of them; ValueError for a bad one."""

    def __init__(self, hexes: Iterable[str], numbering: Numbering = ROWS) -> None:
        self.numbering = numbering
        self._steps = _FLAT if numbering.flat else _POINTY
        #: the sides of a hex, clockwise from the north
        self.directions: tuple[str, ...] = tuple(self._steps)
        self._at = {one: self._place(one) for one in hexes}
        self._hex = {place: one for one, place in self._at.items()}
        self._kept = lru_cache(_LINES_KEPT)(self._line)

    def __contains__(self, one: object) -> bool:
        return one in self._at

    def __iter__(self) -> Iterator[str]:
        return iter(self._at)

    def __len__(self) -> int:
        return len(self._at)

    def _place(self, name: str) -> tuple[int, int]:
        """The centre of a hex: units along its row or column, and the number of that line."""
        size = self.numbering.digits
        if len(name) != 2 * size or any(sign not in _DIGITS for sign in name):
            raise ValueError(f"{name!r} is no hex")
        row, column = _number(name[:size]), _number(name[size:])
        if not self.numbering.row_first:
            row, column = column, row
        along, across = (row, column) if self.numbering.flat else (column, row)
        along = 2 * along + (across % 2 == self.numbering.shifted)
        if self.numbering.northward:
            return along, across
        return (-along, across) if self.numbering.flat else (along, -across)

    def place(self, one: str) -> tuple[int, int]:
        """Return where the centre of a hex is: half hexes along its row or column, and the number
        of that row or column."""
        return self._at[one]

    @cached_property
    def links(self) -> Mapping[str, Mapping[str, str]]:
        """For each hex its neighbours, with their directions: a graph, see `referee.kit.graphs`."""
        return {
            one: dict(sorted((to, side) for side, to in self.around(one).items()))
            for one in self._at
        }

    def around(self, one: str) -> dict[str, str]:
        """Return the neighbours of a hex by their common side, clockwise from the north."""
        sides = {side: self.beside(one, side) for side in self.directions}
        return {side: to for side, to in sides.items() if to}

    def beside(self, one: str, side: str) -> str:
        """Return the hex beyond a side, "" if the map has none there."""
        (along, across), (more, on) = self._at[one], self._steps[side]
        return self._hex.get((along + more, across + on), "")

    def side(self, one: str, other: str) -> str:
        """Return the side that a hex shares with another, "" if they are not adjacent."""
        return self.links[one].get(other, "")

    def _apart(self, one: str, other: str) -> tuple[int, int]:
        (along, across), (to, on) = self._at[one], self._at[other]
        return to - along, on - across

    def distance(self, one: str, other: str) -> int:
        """Return the number of steps between two hexes, as if the map had no edge."""
        along, across = map(abs, self._apart(one, other))
        return max(across, (along + across) // 2)

    def within(self, one: str, most: int) -> list[str]:
        """Return all hexes of the map within this distance, the hex itself first, nearer ones
        first, equals in map order."""
        (along, across), numbers = self._at[one], range(-most, most + 1)
        places = [
            (along + 2 * more + (on % 2), across + on)
            for on in numbers
            for more in range(-most - 1, most + 1)
        ]
        near = [self._hex[place] for place in places if place in self._hex]
        found = [(self.distance(one, other), self._order[other], other) for other in near]
        return [other for steps, _, other in sorted(found) if steps <= most]

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {one: number for number, one in enumerate(self._at)}

    def line(self, one: str, other: str) -> Line:
        """Return the straight line between the centres of two different hexes."""
        return self._kept(one, other)

    def _line(self, one: str, other: str) -> Line:
        apart = self._apart(one, other)
        along, across = self._at[one]
        between = []
        for how, places in line(*apart):
            met = [self._hex.get((along + more, across + on)) for more, on in places]
            hexes = tuple(one for one in met if one)
            between += [Passed(how, hexes)] if hexes else []
        leaves, enters = leaving(*apart), leaving(-apart[0], -apart[1])
        return Line(
            tuple(side for side, step in self._steps.items() if step in leaves),
            tuple(between),
            tuple(side for side, step in self._steps.items() if step in enters),
        )

    def arcs(self, facing: Facing) -> dict[str, str]:
        """Return the arc of each side for a piece that faces a side (front, rear, four flanks) or a
        corner (two of each); raises ValueError for anything else."""
        sides = self.directions
        front = [sides.index(side) for side in facing]
        if [(number - front[0]) % 6 for number in front] not in ([0], [0, 1], [0, 5]):
            raise ValueError(f"{', '.join(facing)} is no side and no corner")
        rear = [(number + 3) % 6 for number in front]
        return {
            side: FRONT if number in front else REAR if number in rear else FLANK
            for number, side in enumerate(sides)
        }

    def turned(self, facing: Facing, sixths: int) -> tuple[str, ...]:
        """Return a facing turned clockwise by so many sixths."""
        sides = self.directions
        return tuple(sides[(sides.index(side) + sixths) % 6] for side in facing)

    def sixths(self, facing: Facing, other: Facing) -> int:
        """Return by how many sixths you turn from one facing to another of the same kind, the short
        way; raises ValueError if they are of different kinds."""
        wanted = sorted(other)
        turns = [n for n in range(6) if sorted(self.turned(facing, n)) == wanted]
        if not turns:
            raise ValueError("a side and a corner are no facings of the same piece")
        return min(turns[0], 6 - turns[0])


def _number(digits: str) -> int:
    """The number that ASCII digits make."""
    number = 0
    for digit in digits:
        number = 10 * number + _DIGITS.index(digit)
    return number
