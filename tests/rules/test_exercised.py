"""What random play exercises: everything that a game knows, often enough, or it says why not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.rules.caesar_xl import exercised as caesar_xl
from tests.rules.caesar_xl.test_cases import PARAGRAPHS as NUMBERED
from tests.rules.exercised import (
    PARAGRAPHS,
    Thing,
    in_selfplay,
    in_traces,
    knowledge,
    played,
    rows,
    seldom,
    table,
    two_cases,
    untraced,
)
from tests.rules.sword_of_rome.exercised import NOTHING
from tests.support.seeds import count

XL = knowledge("caesar-xl")
TRACES = sorted((Path(__file__).parents[3] / "shared/traces/caesar-xl").glob("*.gz"))
#: Traces that together come to all that the others come to.
SOON = ("bronze-001", "keen-005", "keen-008", "lively-020", "uniform-004")
#: In so many games nothing may be too seldom; a few games only come to half of all.
GAMES = 2000
COUNTED = {game: knowledge(game) for game in ("caesar-xl", "caesar-in-alexandria", "sword-of-rome")}
REFUSED = {"refusal", "warning"}


def test_random_games_come_to_everything_that_is_counted() -> None:
    games = count(6, GAMES)
    columns = played(XL, games)
    seen = {thing for counts in columns.values() for thing in counts}
    assert seen <= {*rows(XL)}
    assert len(seen) > len(rows(XL)) // 2
    if games == GAMES:
        assert seldom(XL, columns) == []
    else:
        assert "TOO SELDOM" in table(XL, columns)


@pytest.mark.parametrize("game", COUNTED)
def test_what_is_said_of_it_is_of_something_that_is_counted(game: str) -> None:
    known = COUNTED[game]
    assert {*known.SELDOM} <= {*rows(known)}
    assert {*known.UNTRACED} <= {name for _, name in rows(known)}


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, known in COUNTED.items() for name in known.UNTRACED]
)
def test_what_the_traces_never_come_to_has_a_case_carried_out_and_one_that_is_not(
    game: str, name: str
) -> None:
    done, not_done = two_cases(COUNTED[game], name)
    assert not REFUSED & {*done}
    assert any(done.get(key) != not_done.get(key) for key in ("before", "orders", "play", "dice"))


@pytest.mark.parametrize(("game", "kept"), [("caesar-xl", set()), ("sword-of-rome", NOTHING)])
def test_the_other_case_is_a_refusal_where_it_is_not_said_to_be_none(
    game: str, kept: set[str]
) -> None:
    second = {name: two_cases(COUNTED[game], name)[1] for name in COUNTED[game].UNTRACED}
    assert {name for name, case in second.items() if not REFUSED & {*case}} == kept


def test_every_paragraph_of_caesar_xl_is_counted_or_a_definition() -> None:
    counted = {name for group, name in rows(XL) if group == PARAGRAPHS}
    left = [rule for rule in NUMBERED.split() if rule not in counted]
    assert left == list(caesar_xl.DEFINITIONS)


@pytest.mark.skipif(not TRACES, reason="the traces are no part of the project")
def test_the_traces_come_to_everything_else() -> None:
    """Those of `SOON` are looked at first, and the others only with --long or if these are not
    enough."""
    seen: Counter[Thing] = Counter()
    for path in sorted(TRACES, key=lambda path: path.name.partition(".")[0] not in SOON):
        seen += in_traces(XL, [path])
        if len(untraced(XL, seen)) <= count(len(XL.UNTRACED), -1):
            break
    assert sorted(untraced(XL, seen)) == sorted(XL.UNTRACED)


def test_treaties_with_zones_are_tried() -> None:
    """7.4: random play had them, and lost them when it was written anew."""
    counts = in_selfplay(XL, 8, "silver")
    assert counts["table rows", "diplomacy, barbarian zone"] > 0
