"""Sharing something out when there is not enough for everyone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def shared(due: Mapping[str, int], left: int, wishes: Sequence[str]) -> dict[str, int]:
    """Return who gets how much of ``left``: first by the wishes, then in the order of ``due``.

    due: what each taker should have.  Nobody gets more, and everything is given out.
    wishes: takers in the order of service.  One named once is served in full; one named more often
    gets one each time.  Takers who get nothing are left out.
    """
    given: dict[str, int] = {}
    turns = [(taker, 1 if wishes.count(taker) > 1 else left) for taker in wishes]
    for taker, most in [*turns, *((taker, left) for taker in due)]:
        part = min(most, left, due.get(taker, 0) - given.get(taker, 0))
        if part:
            given[taker] = given.get(taker, 0) + part
            left -= part
    return given
