"""How much of an advance order can be used once it is its turn: the lines that are legal now."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.fault import Fault


class Lawful(NamedTuple):
    """The usable part of an answer.

    answer: its legal lines, None if they are not an answer; left: the lines that were left out, as
    ``order 2: reason``, or why all of it is no answer."""

    answer: Answer | None
    left: list[str]


#: leaving out lines can make others illegal; give up after so many rounds
_ROUNDS = 8


def lawful(request: Request, view: View, answer: Answer) -> Lawful:
    """Leave out the lines that the seat's own View makes illegal, and see whether the rest is an
    answer."""
    kept = list(enumerate(answer, 1))
    left: list[str] = []
    for _ in range(_ROUNDS):
        faults = request.refused(view, [line for _, line in kept])
        if not faults:
            return Lawful([line for _, line in kept], left)
        wrong = {kept[i][0]: fault.reason for i, fault in reversed(_of_lines(faults, len(kept)))}
        left += [f"order {number}: {reason}" for number, reason in sorted(wrong.items())]
        if not wrong:
            return Lawful(None, [*left, faults[0].reason])
        kept = [(number, line) for number, line in kept if number not in wrong]
    return Lawful(None, left)


def _of_lines(faults: list[Fault], lines: int) -> list[tuple[int, Fault]]:
    """The faults that belong to one line, with its index."""
    found = [(fault.path[0], fault) for fault in faults if fault.path]
    return [(i, fault) for i, fault in found if isinstance(i, int) and i < lines]
