"""`check` warns of standing orders and advance orders that name what their seat does not own, and
of those for turns that are over, never come, or come again each year."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.mailbag import Said, cli

SAMPLES = Path(__file__).parents[2] / "samples"
#: 705, turn 1.
CAESAR = SAMPLES / "rubicon" / "reports" / "caesar" / "0001.txt"
ROME = SAMPLES / "allia" / "reports" / "rome" / "0000.txt"
POMPEY = SAMPLES / "carrhae" / "reports" / "pompey" / "0000.txt"
#: A later turn of the same game.
LATER = SAMPLES / "carrhae" / "reports" / "caesar" / "0012.txt"
NOW: list[Any] = [{"discard": "1/2"}, {"play": "4/1"}]


def checked(tmp_path: Path, report: Path, **more: Any) -> Said:
    """What `check` says of a file; its first orders are of no account."""
    orders = NOW if report == CAESAR else []
    path = tmp_path / "draft.yaml"
    draft = {"kind": "orders", "seat": report.parent.name, "orders": orders, **more}
    path.write_text(json.dumps(draft))
    return cli("check", path, "--report", report)


def rule(tmp_path: Path, report: Path, **keys: Any) -> str:
    return checked(tmp_path, report, standing=[keys]).err


def coming(tmp_path: Path, report: Path, **keys: Any) -> str:
    return checked(tmp_path, report, next=[keys]).err


SCIPIO = "warning: Scipio is Pompey's, and never yours"
LEGION = "warning: Legio 1 is Pompey's, unless Jupiter turns it"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"on": "hits", "then": {"last": ["Scipio"]}}, SCIPIO),
        ({"on": "hits", "then": {"first": ["Legio 13", "Legio 1"]}}, LEGION),
        ({"on": "winter", "then": {"disband": ["Green Navis 2"]}}, "and never yours"),
        ({"on": "regroup", "then": [{"keep": ["Scipio"]}, "stay"]}, SCIPIO),
    ],
)
def test_a_rule_that_names_a_block_of_the_enemy(
    tmp_path: Path, keys: dict[str, Any], told: str
) -> None:
    assert told in rule(tmp_path, CAESAR, **keys)


def test_an_advance_order_that_names_a_block_of_the_enemy(tmp_path: Path) -> None:
    assert SCIPIO in coming(tmp_path, CAESAR, on="hits", orders=[{"hit": "Scipio"}])


@pytest.mark.parametrize("block", ["Legio 13", "Cleopatra", "Caesar", "Navis 2"])
def test_nothing_is_said_of_ones_own_blocks_or_cleopatra(tmp_path: Path, block: str) -> None:
    assert "Pompey's" not in rule(tmp_path, CAESAR, on="hits", then={"last": [block]})


def test_a_leader_of_another_power_is_named_and_a_neutral_one_is_not(tmp_path: Path) -> None:
    told = rule(tmp_path, ROME, on="successor", then={"successor": "Pyrrhus"})
    assert "warning: Pyrrhus leads the Greeks, never you" in told
    assert "never you" not in rule(tmp_path, ROME, on="successor", then={"successor": "Hamilcar"})


def test_a_rule_for_a_turn_that_comes_again_each_year(tmp_path: Path) -> None:
    told = rule(tmp_path, CAESAR, on="cards", turn="3", then={"play": ["3/1"]})
    assert "warning: turn 3 comes again each year, next in 706/3" in told
    assert "hint: add 'until: 705/3' if you mean this year" in told


@pytest.mark.parametrize(
    "end", [{"until": "705/3"}, {"times": "1"}, {"year": "705"}, {"if": "year = 705"}]
)
def test_a_rule_for_one_turn_with_an_end_is_not_warned_of(
    tmp_path: Path, end: dict[str, str]
) -> None:
    told = rule(tmp_path, CAESAR, on="cards", turn="3", then={"play": ["3/1"]}, **end)
    assert "comes again" not in told
    assert "never" not in told


def test_a_condition_on_a_turn_counts_like_a_selector(tmp_path: Path) -> None:
    told = rule(tmp_path, CAESAR, **{"on": "cards", "if": "turn = 3", "then": {"play": ["3/1"]}})
    assert "turn 3 comes again each year" in told
    told = rule(tmp_path, CAESAR, **{"on": "cards", "if": "turn >= 3", "then": {"play": ["3/1"]}})
    assert "comes again" not in told


def test_a_rule_for_a_turn_of_this_year_that_is_over(tmp_path: Path) -> None:
    told = rule(tmp_path, LATER, on="turn", turn="1", until="4/8", then="default")
    assert "warning: turn 1 of this year is over: this rule waits for 3/1" in told


def test_a_rule_for_a_turn_that_never_comes(tmp_path: Path) -> None:
    keys = {"on": "cards", "year": "706", "if": "year = 705", "then": {"play": ["3/1"]}}
    told = rule(tmp_path, CAESAR, **keys)
    assert "warning: this rule can never answer: no turn that is left has year = 706" in told


def test_an_advance_order_for_a_turn_behind_its_end(tmp_path: Path) -> None:
    order = {"on": "cards", "orders": [{"play": "3/1"}]}
    told = coming(tmp_path, CAESAR, **order, turn="4")
    assert "warning: this is never used: no turn until 705/2 has turn = 4" in told
    assert "never used" not in coming(tmp_path, CAESAR, **order, turn="4", until="705/4")
    assert "never used" not in coming(tmp_path, CAESAR, **order, turn="2")


def test_order_lines_of_a_rule_that_no_position_allows(tmp_path: Path) -> None:
    line = {"move": {"from": "Narbo", "blocks": "Legio 7", "to": "Rome"}}
    told = rule(tmp_path, CAESAR, on="command", until="705/3", then=line)
    assert "warning: possible in no position: no road joins Narbo and Rome (6.1)" in told
    told = rule(tmp_path, POMPEY, on="turn", times="1", then={"rome": {"gold": 1}})
    assert "warning: possible in no position: Rome gives two units (5.4)" in told


def test_an_advance_order_that_is_over_before_its_seat_is_asked_again(tmp_path: Path) -> None:
    """Each player's turn is a turn of the year: without an end it waited for the next player's."""
    order = {"on": "turn", "orders": [{"improve": "political"}]}
    report = POMPEY.parents[1] / "caesar" / "0000.txt"
    told = coming(tmp_path, report, **order)
    assert "warning: this is never used: it waits until 1/2, and you are asked next in 1/4" in told
    assert "hint: add 'until: 1/4'" in told
    assert "never used" not in coming(tmp_path, report, **order, until="1/4")
    assert "never used" not in coming(tmp_path, POMPEY, **order)
