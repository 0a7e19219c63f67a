"""What random play of The Sword of Rome comes to is counted; what it seldom does has a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.exercised import (
    CARDS,
    in_selfplay,
    in_traces,
    knowledge,
    rows,
    untraced,
)
from tests.rules.sword_of_rome.exercised import NOTHING
from tests.rules.sword_of_rome.test_cases import cases
from tests.support.seeds import count

SWORD = knowledge("sword-of-rome")
TRACES = sorted((Path(__file__).parents[2] / "data/traces/sword-of-rome").iterdir())


def test_a_random_game_comes_to_things_that_are_counted() -> None:
    counts = in_selfplay(SWORD, 1, "four")
    assert {*counts} <= {*rows(SWORD)}
    assert len(counts) > len(rows(SWORD)) // 4
    assert sum(group == CARDS for group, _ in counts) > 20


def test_reasons_are_given_for_what_is_counted() -> None:
    assert {*SWORD.SELDOM} <= {*rows(SWORD)}
    assert {*SWORD.UNTRACED} <= {name for _, name in rows(SWORD)}
    assert {*SWORD.UNTRACED} >= NOTHING


@pytest.mark.parametrize("name", SWORD.UNTRACED)
def test_what_the_traces_never_come_to_has_a_case_carried_out_and_one_that_is_not(
    name: str,
) -> None:
    told = {(case.data["rule"], case.data["case"]): case.data for case in cases()}
    one = SWORD.UNTRACED[name]
    done, not_done = told[one.rule, one.done], told[one.rule, one.not_done]
    assert not {"refusal", "warning"} & {*done}
    assert done != not_done
    assert bool({"refusal", "warning"} & {*not_done}) is (name not in NOTHING)


@pytest.mark.skipif(not count(0, 1), reason="only with --long: the traces are replayed whole")
def test_the_traces_come_to_everything_else() -> None:
    assert {*untraced(SWORD, in_traces(SWORD, TRACES))} <= {*SWORD.UNTRACED}
