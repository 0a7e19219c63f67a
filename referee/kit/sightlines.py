"""Exact straight lines over hexes: which hexes they cross, run along, or touch at a corner.

Coordinates are those of `referee.kit.hexes`: units along a line of hexes, and the number of the
line across.  If the centre of a hex is drawn at (along, 3 * across), its corners are two above and
below it, and one to each side and one up or down.  Everything is in whole numbers, and straight
lines stay straight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

Place = tuple[int, int]

#: How a line meets hexes: it crosses one, runs along the side between two, or only touches a corner
#: of one.
HEX, SIDE, CORNER = "hex", "side", "corner"

#: what a line meets: how, and which hexes
Met = tuple[str, tuple[Place, ...]]

#: the corners of a hex, clockwise, each before the side to the next, and the hexes beyond them
_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
_BEYOND = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))


@lru_cache(maxsize=4096)
def line(along: int, across: int) -> tuple[Met, ...]:
    """Return what the line between the centres of two hexes, so far apart, meets on its way, in
    order.

    Where it goes from one hex straight into another through a corner, the corner is listed between
    these two."""
    last = _ahead(along, across, (along, across))
    met = [
        (ahead, how, place)
        for place in _beside(along, across)
        if 0 < (ahead := _ahead(along, across, place)) < last
        and (how := _how(along, across, place))
    ]
    # Two hexes are equally far ahead only if the line runs between them.
    return tuple(
        (group[0][1], tuple(place for _, _, place in group))
        for group in (list(equal) for _, equal in groupby(sorted(met), key=lambda one: one[0]))
    )


def leaving(along: int, across: int) -> tuple[Place, ...]:
    """Return the hexes beyond the sides through which a line to a hex so far away leaves its first
    hex: one, or two if it goes through the corner between them."""
    left = [_left(along, across, corner) for corner in _CORNERS]
    return tuple(
        beyond for n, beyond in enumerate(_BEYOND) if left[n] >= 0 >= left[(n + 1) % len(left)]
    )


def _left(along: int, across: int, spot: Place) -> int:
    """How far to the left of the line a drawn spot is; less than 0: to the right."""
    return along * spot[1] - 3 * across * spot[0]


def _ahead(along: int, across: int, place: Place) -> int:
    """How far ahead the centre of a hex is.  A line enters hexes in this order: a hex contains all
    points that are nearer to its centre than to any other, and the line leaves it for one whose
    centre is farther ahead."""
    return along * place[0] + 3 * across * place[1]


def _how(along: int, across: int, place: Place) -> str:
    """How the line meets a hex, "" if it does not."""
    spots = [(place[0] + x, 3 * place[1] + y) for x, y in _CORNERS]
    left = [_left(along, across, spot) for spot in spots]
    if min(left) < 0 < max(left):
        return HEX
    return {2: SIDE, 1: CORNER}.get(left.count(0), "")


def _beside(along: int, across: int) -> Iterator[Place]:
    """The hexes next to the line, and some more."""
    for row in range(min(0, across) - 1, max(0, across) + 2):
        first, last = sorted((0, along))
        if across:
            ends = sorted((along * (row - 1) // across, along * (row + 1) // across))
            first, last = max(first, ends[0]), min(last, ends[1])
        yield from ((at, row) for at in range(first - 2, last + 3) if (at + row) % 2 == 0)
