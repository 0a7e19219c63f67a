"""Which lines of a text were changed, and what finding them costs."""

from __future__ import annotations

import random

import pytest

from referee.verify.report.changed_lines import REACH, TOLD_AT_MOST, changes
from tests.support.seeds import with_seeds


class Line(str):
    """A line that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Line.compared += 1
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        Line.compared += 1
        return str.__ne__(self, other)

    __hash__ = str.__hash__


TEXT = [f"line {number}" for number in range(50)]


def test_lines_changed_left_out_and_put_in() -> None:
    assert list(changes(TEXT, TEXT)) == []
    assert list(changes([*TEXT[:5], "x", *TEXT[6:]], TEXT)) == [(5, "x", "line 5")]
    assert list(changes([*TEXT[:5], *TEXT[6:]], TEXT)) == [(5, None, "line 5")]
    assert list(changes([*TEXT[:5], "x", *TEXT[5:]], TEXT)) == [(5, "x", None)]
    assert list(changes(TEXT[1:], TEXT)) == [(0, None, "line 0")]
    assert list(changes(TEXT[:-1], TEXT)) == [(49, None, "line 49")]
    assert list(changes([*TEXT, "x"], TEXT)) == [(50, "x", None)]
    assert list(changes([], TEXT[:2])) == [(0, None, "line 0"), (0, None, "line 1")]
    twice = [*TEXT[:5], "x", TEXT[6], "y", *TEXT[8:]]
    assert list(changes(twice, TEXT)) == [(5, "x", "line 5"), (7, "y", "line 7")]


@with_seeds(range(100))
def test_any_change_is_told_and_its_place_is_right(seed: int) -> None:
    chance = random.Random(seed)
    words = ["a", "b", "c"] if seed % 2 else TEXT
    wanted = [chance.choice(words) for _ in range(chance.randint(0, 60))]
    there = list(wanted)
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(there))
        there[at : at + chance.randint(0, 3)] = ["x"] * chance.randint(0, 2)
    found = list(changes(there, wanted))
    assert bool(found) is (there != wanted)
    for place, line, _ in found:
        assert line is None or there[place] == line
    if len(found) < TOLD_AT_MOST:
        kept = {place for place, line, _ in found if line is not None}
        missing = sum(line is None for _, line, _ in found)
        added = sum(line is None for *_, line in found)
        assert len(there) - added + missing == len(wanted)
        assert len(kept) == sum(line is not None for _, line, _ in found)


@pytest.mark.parametrize(
    "there",
    [
        ["x"] * 20_000,
        ["a", "b", "a"] * 7_000,
        [random.Random(1).choice("ab") for _ in range(20_000)],
        [f"{number}" for number in range(20_000)],
        [],
    ],
)
def test_what_a_comparison_costs_is_bounded(there: list[str]) -> None:
    """Texts of 72 kB took minutes: a report's text may be put together so that each line is in it
    thousands of times."""
    wanted = [*("ab" * 5_000), *("x" * 5_000), *("aab" * 1_000)]
    Line.compared = 0
    assert len(list(changes(list(map(Line, there)), list(map(Line, wanted))))) >= TOLD_AT_MOST
    assert Line.compared <= len(there) + len(wanted) + TOLD_AT_MOST * 8 * REACH * REACH
