"""What random play exercises: everything that a game knows, often enough, or it says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules import cases
from tests.rules.caesar_xl import exercised as caesar_xl
from tests.rules.caesar_xl.test_cases import PARAGRAPHS as NUMBERED
from tests.rules.exercised import (
    PARAGRAPHS,
    Knowledge,
    in_selfplay,
    in_traces,
    knowledge,
    played,
    rows,
    seldom,
    table,
    untraced,
)
from tests.support.seeds import count

XL = knowledge("caesar-xl")
TRACES = sorted((Path(__file__).parents[3] / "shared/traces/caesar-xl").glob("*.gz"))
#: In so many games nothing may be too seldom; a few games only come to half of all.
GAMES = 2000


@pytest.fixture(scope="module", params=[XL], ids=["caesar-xl"])
def known(request: pytest.FixtureRequest) -> Knowledge:
    found: Knowledge = request.param
    return found


def test_random_games_come_to_everything_that_is_counted(known: Knowledge) -> None:
    games = count(6, GAMES)
    columns = played(known, games)
    seen = {thing for counts in columns.values() for thing in counts}
    assert seen <= {*rows(known)}
    assert len(seen) > len(rows(known)) // 2
    if games == GAMES:
        assert seldom(known, columns) == []
    else:
        assert "TOO SELDOM" in table(known, columns)


def test_what_is_said_of_it_is_of_something_that_is_counted(known: Knowledge) -> None:
    assert {*known.SELDOM} <= {*rows(known)}
    assert {*known.UNTRACED} <= {name for _, name in rows(known)}


def test_what_the_traces_never_come_to_has_a_case_carried_out_and_one_that_is_not(
    known: Knowledge,
) -> None:
    package = known.ruleset.name.replace("-", "_")
    told = {
        (case.data["rule"], case.data["case"]): case.data
        for case in cases.cases()
        if case.package == package
    }
    for one in known.UNTRACED.values():
        done, not_done = told[one.rule, one.done], told[one.rule, one.not_done]
        assert not {"refusal", "warning"} & {*done}
        assert {"refusal", "warning"} & {*not_done}


def test_every_paragraph_of_caesar_xl_is_counted_or_a_definition() -> None:
    counted = {name for group, name in rows(XL) if group == PARAGRAPHS}
    left = [rule for rule in NUMBERED.split() if rule not in counted]
    assert left == list(caesar_xl.DEFINITIONS)


@pytest.mark.skipif(not TRACES, reason="the traces are no part of the project")
def test_the_traces_come_to_everything_else() -> None:
    assert sorted(untraced(XL, in_traces(XL, TRACES))) == sorted(XL.UNTRACED)


def test_treaties_with_zones_are_tried() -> None:
    """7.4: random play had them, and lost them when it was written anew."""
    counts = in_selfplay(XL, 8, "silver")
    assert counts["table rows", "diplomacy, barbarian zone"] > 0
