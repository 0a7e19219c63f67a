"""Tells stories again: what commands print now stands where they printed something else.

``python -m tests.stories.retell [NAME...]``, from the top of a checkout, plays all stories, or
those named, and changes the lines that no longer fit; those that fit stay, with ``...`` and
``[...]``.
Read the difference before you commit it: a story must still show what it tells.  A command that
ends otherwise than it is told is only named.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from tests.stories.story import LINES, TEXT, Act, fits, played, read_story
from tests.stories.tricks import TRICKS
from tests.support.installing import toys

TOLD = Path(__file__).with_name("told")
#: what it costs that a line comes between others, that one goes (what it showed would be lost), and
#: that one becomes another which it does not resemble
COMES, GOES, CHANGES = 0.3, 3.0, 2.0


def aligned(told: Sequence[str], printed: Sequence[str]) -> list[list[str]]:
    """For each told line the lines that it becomes, before them those that come first; as few as
    can be change."""

    @cache
    def best(i: int, j: int) -> tuple[float, int, int]:
        """The least cost from told line i and printed line j on, and where that goes next."""
        if i == len(told) and j == len(printed):
            return (0, i, j)
        ways = [(best(*to)[0] + cost, *to) for cost, *to in _steps(told, printed, i, j)]
        return min(ways)

    for j in range(len(printed), -1, -1):  # from behind, since recursion goes only so deep
        for i in range(len(told), -1, -1):
            best(i, j)
    found: list[list[str]] = [[] for _ in range(len(told) + 1)]
    i, j = 0, 0
    while (i, j) != (len(told), len(printed)):
        _, to, after = best(i, j)
        if to > i and told[i] == LINES:
            found[to] = [LINES]
        elif to > i and after > j:
            found[to] = [told[i] if fits([told[i]], [printed[j]]) else printed[j].rstrip()]
        elif after > j and told[i : i + 1] != [LINES]:
            found[i].append(printed[j].rstrip())
        i, j = to, after
    return found


def _steps(
    told: Sequence[str], printed: Sequence[str], i: int, j: int
) -> Iterator[tuple[float, int, int]]:
    """What can come next, and what it costs: ``...`` takes any line for nothing."""
    more = j < len(printed)
    if i < len(told) and told[i] == LINES:
        yield (0, i + 1, j)
        if more:
            yield (0, i, j + 1)
        return
    if i < len(told) and more:
        yield (_unlike(told[i], printed[j]), i + 1, j + 1)
    if i < len(told):
        yield (GOES, i + 1, j)
    if more:
        yield (COMES, i, j + 1)


def _unlike(told: str, printed: str) -> float:
    """How much a line changes."""
    if fits([told], [printed]):
        return 0
    told = told.replace(TEXT, "")
    return 0.1 + CHANGES * (1 - SequenceMatcher(None, told, printed, False).ratio())


def retold(path: Path) -> tuple[str, list[str]]:
    """The text of a story as it goes now, and the commands that end otherwise."""
    lines, wrong = path.read_text(encoding="utf-8").split("\n"), []
    changed: dict[int, list[str]] = {}
    for act, said in played(read_story(path), TRICKS):
        if said.status != act.status:
            wrong.append(f"{path.name}:{act.line}: ends with {said.status}: {said.err[:500]}")
        elif said.err and not act.err and act.status:
            wrong.append(f"{path.name}:{act.line}: says {said.err[:500]}")
        for sign, told, printed in ((">", act.out, said.out), ("!", act.err, said.err)):
            if told and not fits(told, printed.splitlines()):
                places = _places(lines, act, sign)
                first, *others = aligned(told, printed.splitlines())
                others[0] = [*first, *others[0]]
                new = [[f"{sign} {line}".rstrip() for line in some] for some in others]
                changed |= dict(zip(places, new, strict=True))
    whole = [line for number, old in enumerate(lines) for line in changed.get(number, [old])]
    return "\n".join(whole), wrong


def _places(lines: Sequence[str], act: Act, sign: str) -> list[int]:
    """Where the lines of an act stand that begin with a sign, from 0."""
    found = []
    for number in range(act.line, len(lines)):
        if lines[number].startswith(("$ ", "file ")):
            break
        if lines[number] == sign or lines[number].startswith(f"{sign} "):
            found.append(number)
    return found


def retell(paths: Sequence[Path]) -> list[str]:
    """Write stories as they go now; the commands that end otherwise."""
    troubles = []
    for path in paths:
        with tempfile.TemporaryDirectory() as room, contextlib.chdir(room), toys():
            text, wrong = retold(path)
        troubles += wrong
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            sys.stderr.write(f"{path.name}: told again\n")
    return troubles


def main() -> None:
    """The command line of this program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="these stories, not all")
    names = parser.parse_args().names
    paths = [TOLD / f"{name}.txt" for name in names] or sorted(TOLD.rglob("*.txt"))
    sys.exit("\n".join(retell(paths)) or None)


if __name__ == "__main__":
    main()
