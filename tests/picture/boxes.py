"""Boxes of texts: which of them touch, which leave the frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class TextBox(NamedTuple):
    """A text and where it stands."""

    left: float
    top: float
    right: float
    bottom: float
    text: str


def faults(boxes: Sequence[TextBox], width: float, height: float, slack: float = 0) -> list[str]:
    """Pairs of texts that touch, and texts that leave a frame of this size, in words.

    slack: pixels that do not count, for browsers that measure in fractions."""
    found = [
        f"{box.text!r} leaves the frame"
        for box in boxes
        if min(box.left, box.top) < -slack
        or box.right > width + slack
        or box.bottom > height + slack
    ]
    return found + [f"{one.text!r} touches {other.text!r}" for one, other in touching(boxes, slack)]


def touching(boxes: Sequence[TextBox], slack: float = 0) -> Iterator[tuple[TextBox, TextBox]]:
    """The pairs of boxes that share more than their edges."""
    order = sorted(boxes, key=lambda box: box.top)
    for number, one in enumerate(order):
        for other in order[number + 1 :]:
            if other.top >= one.bottom - slack:
                break
            if one.left < other.right - slack and other.left < one.right - slack:
                yield one, other
