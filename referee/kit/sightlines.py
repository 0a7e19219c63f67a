"""Straight lines over hexes, exactly: which hexes they cross, run along, or touch at a corner.

Places are counted as `referee.kit.hexes` does: units along a line of hexes, and the number of the
line across.  Drawn with the centre of a hex at (along, 3 across), its corners lie two above and
below it, and one aside and one up or down: all in whole numbers, and a straight line stays one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

Place = tuple[int, int]

#: How a line meets hexes: it crosses one, it runs along the side between two, or it only touches a
#: corner of one.
HEX, SIDE, CORNER = "hex", "side", "corner"

#: What a line meets: how, and which hexes.
Met = tuple[str, tuple[Place, ...]]

#: The corners of a hex, clockwise, each before the side to the next; the hexes beyond those sides.
_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
_BEYOND = ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))


@lru_cache(maxsize=4096)
def line(along: int, across: int) -> tuple[Met, ...]:
    """Return what the line from the centre of a hex to that of another, which lies so far away,
    meets between the two, in order.

    It touches a corner where it goes from one hex straight into another: that is told of between
    these two."""
    last = _ahead(along, across, (along, across))
    met = [
        (ahead, how, place)
        for place in _beside(along, across)
        if 0 < (ahead := _ahead(along, across, place)) < last
        and (how := _how(along, across, place))
    ]
    # Two hexes lie equally far ahead only if the line runs between them.
    return tuple(
        (group[0][1], tuple(place for _, _, place in group))
        for group in (list(equal) for _, equal in groupby(sorted(met), key=lambda one: one[0]))
    )


def leaving(along: int, across: int) -> tuple[Place, ...]:
    """Return the hexes beyond the sides through which a line leaves the hex where it begins for
    one that lies so far away: one, or two if it goes through the corner between them."""
    left = [_left(along, across, corner) for corner in _CORNERS]
    return tuple(
        beyond for n, beyond in enumerate(_BEYOND) if left[n] >= 0 >= left[(n + 1) % len(left)]
    )


def _left(along: int, across: int, spot: Place) -> int:
    """How far to the left of the line a drawn spot lies, or if less than 0, to the right."""
    return along * spot[1] - 3 * across * spot[0]


def _ahead(along: int, across: int, place: Place) -> int:
    """How far ahead the centre of a hex lies.  A line comes to hexes in this order: each hex has
    all that lies nearer to its centre than to any other, and the line leaves it for one whose
    centre lies farther ahead."""
    return along * place[0] + 3 * across * place[1]


def _how(along: int, across: int, place: Place) -> str:
    """How the line meets a hex, "" if it does not."""
    spots = [(place[0] + x, 3 * place[1] + y) for x, y in _CORNERS]
    left = [_left(along, across, spot) for spot in spots]
    if min(left) < 0 < max(left):
        return HEX
    return {2: SIDE, 1: CORNER}.get(left.count(0), "")


def _beside(along: int, across: int) -> Iterator[Place]:
    """The hexes beside the line, and some more."""
    for row in range(min(0, across) - 1, max(0, across) + 2):
        first, last = sorted((0, along))
        if across:
            ends = sorted((along * (row - 1) // across, along * (row + 1) // across))
            first, last = max(first, ends[0]), min(last, ends[1])
        yield from ((at, row) for at in range(first - 2, last + 3) if (at + row) % 2 == 0)
