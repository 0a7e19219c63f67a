"""The lines of a report's text that are not those which its block makes.

Anybody can send a text of any length beside a block of any length, and finding all that was put in
and left out takes a time that can grow with the cube of that.  So beyond the few hundred lines that
a report has only the first line that differs is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest

#: lines in which differences are looked for, and pairs of like lines among them
LINES_AT_MOST, PAIRS_AT_MOST = 500, 2000

#: A line with its number in the file.
Numbered = tuple[int, str]
Differences = Iterator[tuple[int, str]]


def differing(there: Sequence[Numbered], right: Sequence[str], end: int) -> Differences:
    """(line, what is wrong there) of each line that was changed, left out or put in.

    there: lines as they are; right: as they must be; end: number of the line behind them all."""
    first = _alike(there, right)
    there, right = there[first:], right[first:]
    last = _alike(there[::-1], right[::-1])
    end = there[-last][0] if last else end
    there, right = there[: len(there) - last], right[: len(right) - last]
    if _comparable(there, right):
        yield from _all(there, right, end)
    else:
        yield next(_part(there, right, end))
        yield there[1][0] if there[1:] else end, "nothing is compared from here on"


def _alike(there: Sequence[Numbered], right: Sequence[str]) -> int:
    """How many lines are alike from the beginning on."""
    pairs = zip(there, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0][1] == pair[1], pairs))


def _comparable(there: Sequence[Numbered], right: Sequence[str]) -> bool:
    """Whether what was put in and left out is soon found."""
    if max(len(there), len(right)) > LINES_AT_MOST:
        return False
    known = Counter(right)
    return sum(known[line] for _, line in there) <= PAIRS_AT_MOST


def _all(there: Sequence[Numbered], right: Sequence[str], end: int) -> Differences:
    if not there and not right:
        return
    import difflib  # only reports that were changed need it

    matcher = difflib.SequenceMatcher(None, [line for _, line in there], right, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            yield from _part(there[a:b], right[c:d], there[a][0] if a < len(there) else end)


def _part(there: Sequence[Numbered], right: Sequence[str], begin: int) -> Differences:
    """Lines that stand in the place of others; begin: where these would begin."""
    for found, line in zip_longest(there, right):
        if found is None:
            yield begin, f"before it {line!r} is missing"
        elif line is None:
            yield found[0], "it does not belong here"
        else:
            yield found[0], f"it should say {line!r}"
