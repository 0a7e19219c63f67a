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


def _pushed(
    keys: Sequence[str], boxes: dict[str, list[int]], sizes: Mapping[str, tuple[int, int]]
) -> bool:
    """Push boxes apart; whether none touches another in the end."""
    for _ in range(ROUNDS):
        moved = False
        for number, one in enumerate(keys):
            for other in keys[number + 1 :]:
                moved |= _push(boxes[one], sizes[one], boxes[other], sizes[other])
        if not moved:
            return True
    return False


def _push(one: list[int], size: tuple[int, int], other: list[int], others: tuple[int, int]) -> bool:
    """Push two boxes apart along the way that is shorter; whether they touched."""
    lacks = []
    for axis in (0, 1):
        middle = 2 * one[axis] + size[axis], 2 * other[axis] + others[axis]
        lack = (size[axis] + others[axis]) // 2 + 1 + GAP - abs(middle[0] - middle[1]) // 2
        if lack <= 0:
            return False
        lacks.append((lack, axis, 1 if middle[1] >= middle[0] else -1))
    lack, axis, way = min(lacks)
    one[axis] -= way * (lack // 2)
    other[axis] += way * (lack - lack // 2)
    return True


def _moved(
    boxes: Mapping[str, Sequence[int]], sizes: Mapping[str, tuple[int, int]]
) -> dict[str, Box]:
    """The boxes, with the paper's edge at the left and above."""
    left = min((x for x, _ in boxes.values()), default=0) - EDGE
    top = min((y for _, y in boxes.values()), default=0) - EDGE
    return {key: Box(x - left, y - top, *sizes[key]) for key, (x, y) in boxes.items()}
