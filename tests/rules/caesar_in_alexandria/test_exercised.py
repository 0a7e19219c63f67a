"""What random play of Caesar in Alexandria comes to is counted, and what the traces come to."""

from __future__ import annotations

from tests.rules.caesar_in_alexandria.adapter import board
from tests.rules.caesar_in_alexandria.paragraphs import LAND, SEA
from tests.rules.caesar_in_alexandria.shown import DEFINITIONS
from tests.rules.exercised import (
    PARAGRAPHS,
    in_selfplay,
    in_traces,
    knowledge,
    played,
    rows,
    seldom,
    untraced,
)
from tests.support.seeds import count
from tests.traces.test_caesar_in_alexandria import SIX

ALEXANDRIA = knowledge("caesar-in-alexandria")
#: In so many games nothing may be too seldom, and so many traces come to all that they come to.
GAMES, TRACES = 200, 6


def test_random_games_come_to_everything_that_is_counted() -> None:
    games = count(1, GAMES)
    if games == GAMES:
        columns = played(ALEXANDRIA, games)
        assert seldom(ALEXANDRIA, columns) == []
    else:
        columns = {name: in_selfplay(ALEXANDRIA, 1, name) for name in (board.NAVAL, board.PHAROS)}
    seen = {thing for counts in columns.values() for thing in counts}
    assert seen <= {*rows(ALEXANDRIA)}
    assert len(seen) > len(rows(ALEXANDRIA)) // 4


def test_every_paragraph_is_counted_or_a_definition() -> None:
    counted = {name for group, name in rows(ALEXANDRIA) if group == PARAGRAPHS}
    numbered = [*LAND.split(), *SEA.split()]
    left = sorted(rule for rule in numbered if rule not in counted)
    assert left == sorted(DEFINITIONS.split())


def test_the_traces_come_to_everything_else() -> None:
    """One of them to less than all six."""
    traces = count(1, TRACES)
    never = untraced(ALEXANDRIA, in_traces(ALEXANDRIA, SIX[-traces:]))
    assert {*never} >= {*ALEXANDRIA.UNTRACED}
    if traces == TRACES:
        assert {*never} == {*ALEXANDRIA.UNTRACED}
