"""Rolls are bound to events: none can be left out of a report, signed or not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from referee.proof.heads import head
from referee.report.report_file import read_report
from referee.verify.report.verify import verify
from tests.support.mailbag import Table, published, signed_report

Sheet = dict[str, Any]


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 3)


def _sheet(table: Table) -> Sheet:
    """A report whose last event tells of a die, the last roll of the run."""
    sheet = copy.deepcopy(table.sheet("red"))
    public = sheet["public"]
    assert public["events"][-1]["rolls"] == [len(public["rolls"]) - 1]
    return sheet


def _bound(sheet: Sheet, table: Table) -> Sheet:
    """The sheet with a head that fits it, as its host can always make one."""
    values = [bytes.fromhex(sheet["commitments"][party]) for party in table.charter.parties]
    made = head(bytes.fromhex(sheet["previous"]), sheet["public"], values)
    return {**sheet, "head": made.hex()}


def _found(sheet: Sheet, table: Table, rules: bool = True) -> dict[str, str]:
    """What verify finds in a report with this block and the text that it makes, signed anew."""
    raw = published(_bound(sheet, table), table)
    found = verify(read_report(raw), table.charter, table.ruleset if rules else None)
    return {finding.place: finding.reason for finding in found if finding.place != "rules"}


@pytest.mark.parametrize("rules", [True, False])
def test_a_last_roll_that_was_left_out_and_signed_anew(table: Table, rules: bool) -> None:
    sheet = _sheet(table)
    assert _found(sheet, table, rules) == {}
    sheet["public"]["rolls"].pop()
    count = len(sheet["public"]["rolls"])
    reason = f"they mention roll {count + 1}, but there are {count}: one was left out"
    assert _found(sheet, table, rules) == {"public, events": reason}


def test_a_last_roll_that_was_left_out_of_its_event_too(table: Table) -> None:
    """The rules know which data of an event are dice."""
    sheet = _sheet(table)
    sheet["public"]["rolls"].pop()
    sheet["public"]["events"][-1]["rolls"] = []
    die, number = sheet["public"]["events"][-1]["data"]["die"], len(sheet["public"]["events"])
    place, reason = f"public, events, {number}", f"it says {die}, but its rolls show nothing"
    assert _found(sheet, table) == {place: reason}


def test_all_rolls_left_out(table: Table) -> None:
    sheet = _sheet(table)
    sheet["public"]["rolls"] = []
    assert "public, events" in _found(sheet, table, rules=False)
    for event in sheet["public"]["events"]:
        event["rolls"] = []
    assert len(_found(sheet, table)) == 2


def test_a_die_told_otherwise_than_it_fell(table: Table) -> None:
    sheet = _sheet(table)
    data, number = sheet["public"]["events"][-1]["data"], len(sheet["public"]["events"])
    fell = data["die"]
    data["die"] = 7 - fell
    assert _found(sheet, table) == {
        f"public, events, {number}": f"it says {7 - fell}, but its rolls show {fell}"
    }


def test_a_number_told_as_a_text(table: Table) -> None:
    sheet = _sheet(table)
    data = sheet["public"]["events"][-1]["data"]
    data["die"] = str(data["die"])
    assert list(_found(sheet, table)) == [f"public, events, {len(sheet['public']['events'])}"]


def test_things_drawn_told_in_another_order_are_the_same(table: Table) -> None:
    sheet = _sheet(table)
    thrown = next(e for e in sheet["public"]["events"] if e["kind"] == "thrown")
    thrown["data"]["things"].reverse()
    assert _found(sheet, table) == {}


@pytest.mark.parametrize(
    ("rolls", "reason"),
    [
        ([[1], [0]], "they must name the rolls once each, in order"),
        ([[0, 1], [1]], "they must name the rolls once each, in order"),
        ([[0], []], "no event mentions roll 2"),
        ([[], []], "no event mentions roll 1"),
        ([[0], [2]], "no event mentions roll 2"),
    ],
)
def test_rolls_that_events_name_otherwise(
    table: Table, rolls: list[list[int]], reason: str
) -> None:
    sheet = _sheet(table)
    events = [e for e in sheet["public"]["events"] if e["kind"] in ("thrown", "shown")]
    for event, named in zip(events, rolls, strict=True):
        event["rolls"] = named
    assert _found(sheet, table, rules=False) == {"public, events": reason}


def test_an_index_of_a_draw_beyond_its_items_makes_no_trouble(table: Table) -> None:
    sheet = _sheet(table)
    sheet["public"]["rolls"][0]["picked"] = [99]
    report = read_report(table.report("red").read_bytes())
    forged = read_report(signed_report(report.text, _bound(sheet, table), table))
    assert verify(forged, table.charter, table.ruleset)


@pytest.mark.parametrize("name", ["duel", "relay", "dig", "smugglers"])
def test_honest_games_bind_every_roll(game: Callable[..., Table], name: str) -> None:
    table, rolled = game(name, 6), 0
    for seat in table.seats:
        for path in table.reports(seat):
            report = read_report(path.read_bytes())
            rolled += len(report.sheet["public"]["rolls"])
            assert verify(report, table.charter, table.ruleset) == []
    assert rolled
