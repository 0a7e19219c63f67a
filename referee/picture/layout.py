"""Where the boxes of a picture stand: as near to their places as they can without touching.

Whole numbers only, so that every machine draws the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

#: pixels between two boxes, and between a box and the edge
GAP, EDGE = 8, 16
#: how often boxes push each other before the paper grows
ROUNDS = 60
#: how much larger the paper becomes each time, in percent, and how often at most
LARGER, TIMES = 12, 40


class Box(NamedTuple):
    """A box by its upper left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return self.x + self.width // 2, self.y + self.height // 2


def spread(
    centres: Mapping[str, tuple[int, int]], sizes: Mapping[str, tuple[int, int]], scale: int = 100
) -> dict[str, Box]:
    """The boxes of these sizes, none touching another, each near its centre.

    scale: of the paper, in percent, to begin with.  The smallest x and y are the edge's."""
    for _ in range(TIMES):
        boxes = {
            key: [x * scale // 100 - sizes[key][0] // 2, y * scale // 100 - sizes[key][1] // 2]
            for key, (x, y) in centres.items()
        }
        if _pushed(list(centres), boxes, sizes):
            break
        scale += scale * LARGER // 100
    return _moved(boxes, sizes)


#: A box that is pushed: its upper left corner, which moves, and its size.
_Pushed = tuple[list[int], tuple[int, int]]


class _Pair(NamedTuple):
    """What a box has to do with one behind it in the list.

    other: that box; more: by how much twice their middles lie further apart than twice their
    corners, by axis; reach: they touch where twice their middles are nearer than this."""

    other: _Pushed
    more: tuple[int, int]
    reach: tuple[int, int]


def _pushed(
    keys: Sequence[str], boxes: dict[str, list[int]], sizes: Mapping[str, tuple[int, int]]
) -> bool:
    """Push boxes apart; whether none touches another in the end."""
    every = [(boxes[key], sizes[key]) for key in keys]
    pairs = [(one, [_pair(one, other) for other in every[n + 1 :]]) for n, one in enumerate(every)]
    for _ in range(ROUNDS):
        moved = False
        for one, others in pairs:
            at = one[0]
            # A thousand pairs are looked at in each of many rounds: so the test is written here.
            for other, (wider, higher), (x, y) in others:
                if (
                    -x < 2 * (at[0] - other[0][0]) + wider < x
                    and -y < 2 * (at[1] - other[0][1]) + higher < y
                ):
                    _push(one, other)
                    moved = True
        if not moved:
            return True
    return False


def _pair(one: _Pushed, other: _Pushed) -> _Pair:
    (_, (width, height)), (_, (others_width, others_height)) = one, other
    more = width - others_width, height - others_height
    reach = (width + others_width) // 2 + 1 + GAP, (height + others_height) // 2 + 1 + GAP
    return _Pair(other, more, (2 * reach[0], 2 * reach[1]))


def _push(one: _Pushed, other: _Pushed) -> None:
    """Push two boxes that touch apart, along the way that is shorter."""
    (at, size), (others_at, others_size) = one, other
    lacks = []
    for axis in (0, 1):
        middle = 2 * at[axis] + size[axis], 2 * others_at[axis] + others_size[axis]
        reach = (size[axis] + others_size[axis]) // 2 + 1 + GAP
        lack = reach - abs(middle[0] - middle[1]) // 2
        lacks.append((lack, axis, 1 if middle[1] >= middle[0] else -1))
    lack, axis, way = min(lacks)
    at[axis] -= way * (lack // 2)
    others_at[axis] += way * (lack - lack // 2)


def _moved(
    boxes: Mapping[str, Sequence[int]], sizes: Mapping[str, tuple[int, int]]
) -> dict[str, Box]:
    """The boxes, with the paper's edge at the left and above."""
    left = min((x for x, _ in boxes.values()), default=0) - EDGE
    top = min((y for _, y in boxes.values()), default=0) - EDGE
    return {key: Box(x - left, y - top, *sizes[key]) for key, (x, y) in boxes.items()}
