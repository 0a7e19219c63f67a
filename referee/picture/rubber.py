"""Hexes in rows, drawn so that what stands in them fits: crowded columns and rows are stretched.

Neighbours keep their common side and numbers their order; only lengths are not those of the map.
Columns are counted in halves, because a row begins half a hex beside the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from referee.kit.board import HEX, Space
from referee.picture.layout import EDGE, Box

#: pixels: half the width of an empty hex, its height between the slants, the height of a slant
HALF, BODY, SLANT = 24, 26, 14
Point = tuple[int, int]


class Rubber:
    """Where each half column and each row begins.

    sizes: what each place needs inside, without its slants."""

    def __init__(self, spaces: Sequence[Space], sizes: Mapping[str, tuple[int, int]]) -> None:
        self._west = min(space.at[0] for space in spaces)
        self._north = min(space.at[1] for space in spaces)
        columns = max(space.at[0] + space.span[0] for space in spaces) - self._west
        rows = max(space.at[1] + space.span[1] for space in spaces) - self._north
        wide, high = [HALF] * columns, [BODY] * rows
        for space in sorted(spaces, key=lambda one: -sizes[one.id][0]):
            first = space.at[0] - self._west
            _stretch(wide, first, space.span[0], sizes[space.id][0])
        for space in sorted(spaces, key=lambda one: -sizes[one.id][1]):
            first, number = space.at[1] - self._north, space.span[1]
            slants = SLANT * (number - 1)
            _stretch(high, first, number, sizes[space.id][1] - slants)
        self._x = list(accumulate(wide, initial=EDGE))
        self._y = list(accumulate((one + SLANT for one in high), initial=EDGE + SLANT))

    def body(self, space: Space) -> Box:
        """The rectangle of a place: of a hex all but its slants."""
        (column, row), (columns, rows) = self._place(space), space.span
        left, right = self._x[column], self._x[column + columns]
        top, bottom = self._y[row], self._y[row + rows] - SLANT
        return Box(left, top, right - left, bottom - top)

    def outline(self, space: Space) -> list[Point]:
        """The corners of a hex, clockwise from the northern one; those of another place."""
        box = self.body(space)
        right, bottom = box.x + box.width, box.y + box.height
        if space.shape != HEX:
            return [(box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)]
        middle = self._x[self._place(space)[0] + 1]
        north, south = (middle, box.y - SLANT), (middle, bottom + SLANT)
        return [north, (right, box.y), (right, bottom), south, (box.x, bottom), (box.x, box.y)]

    def bottom(self) -> int:
        """Where the lowest slant ends."""
        return self._y[-1]

    def right(self) -> int:
        """Where the last column ends."""
        return self._x[-1]

    def _place(self, space: Space) -> tuple[int, int]:
        return space.at[0] - self._west, space.at[1] - self._north


def _stretch(lengths: list[int], first: int, number: int, wanted: int) -> None:
    """Make some neighbours as long as is wanted, each by the same."""
    lack = wanted - sum(lengths[first : first + number])
    for one in range(first, first + number):
        share = -(-lack // (first + number - one))
        if lack > 0:
            lengths[one] += share
            lack -= share
