"""Which lines of a text were changed, left out or put in: in bounded work, as texts come from
strangers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

#: how far two texts may be apart before they agree again; further on lines are compared one by one
REACH = 30
#: lines that are told; more say nothing more
TOLD_AT_MOST = 100

#: the place in the text that is there, what stands there, and what should
Change = tuple[int, str | None, str | None]


def changes(there: Sequence[str], wanted: Sequence[str]) -> Iterator[Change]:
    """Yield each line that differs, the first 100 of them at most.

    A line that is there and not wanted has None for what should stand there; one that is missing
    has None for what stands there, and the place before which it is missing.
    The work is in proportion to the length of the texts, and never more than 100 times what it
    takes to look 30 lines ahead in both."""
    i = j = told = 0
    while (i < len(there) or j < len(wanted)) and told < TOLD_AT_MOST:
        if i < len(there) and j < len(wanted) and there[i] == wanted[j]:
            i, j = i + 1, j + 1
            continue
        k, m = _apart(there, i, wanted, j)
        for n, (one, other) in enumerate(zip_longest(there[i : i + k], wanted[j : j + m])):
            if one != other:
                yield min(i + n, i + k), one, other
                told += 1
        i, j = i + k, j + m


def _apart(there: Sequence[str], i: int, wanted: Sequence[str], j: int) -> tuple[int, int]:
    """How many lines of both to leave behind until the texts agree again, in two lines or to the
    end; the fewest, as many of both rather than more of one."""
    for both in range(1, 2 * REACH + 1):
        lines = range(max(0, both - REACH), min(both, REACH) + 1)
        for k in sorted(lines, key=lambda k: abs(2 * k - both)):
            m = both - k
            if i + k > len(there) or j + m > len(wanted):
                continue
            if there[i + k : i + k + 2] == wanted[j + m : j + m + 2]:
                return k, m
    return min(1, len(there) - i), min(1, len(wanted) - j)
