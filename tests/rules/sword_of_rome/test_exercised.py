"""What random play of The Sword of Rome comes to is counted, and what the traces come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.exercised import (
    CARDS,
    in_selfplay,
    in_traces,
    knowledge,
    played,
    rows,
    seldom,
    untraced,
)
from tests.support.seeds import count

SWORD = knowledge("sword-of-rome")
#: In so many games nothing may be too seldom without a reason.
GAMES = 600
TRACES = sorted((Path(__file__).parents[2] / "data/traces/sword-of-rome").iterdir())


def test_a_random_game_comes_to_things_that_are_counted() -> None:
    counts = in_selfplay(SWORD, 1, "four")
    assert {*counts} <= {*rows(SWORD)}
    assert len(counts) > len(rows(SWORD)) // 4
    assert sum(group == CARDS for group, _ in counts) > 20


@pytest.mark.skipif(not count(0, 1), reason="only with --long: many whole games are played")
def test_what_random_play_seldom_comes_to_has_a_reason() -> None:
    assert seldom(SWORD, played(SWORD, GAMES)) == []


@pytest.mark.skipif(not count(0, 1), reason="only with --long: the traces are replayed whole")
def test_the_traces_come_to_everything_else() -> None:
    assert {*untraced(SWORD, in_traces(SWORD, TRACES))} <= {*SWORD.UNTRACED}
