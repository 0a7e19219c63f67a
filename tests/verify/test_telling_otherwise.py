"""What a host can tell otherwise than it was, though head and signature fit it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.playable import pinned
from referee.proof.canonical import typed_digest
from referee.report.report_file import read_report
from tests.support.forging import headed
from tests.support.mailbag import Said, Table, cli, published, signed_report
from tests.support.messages import says

Sheet = dict[str, Any]


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 3)


def _verified(table: Table, change: Callable[[Sheet], None], *beside: Path) -> Said:
    """What verify says of red's newest report with a change in its block and all that binds it."""
    sheet = copy.deepcopy(table.sheet("red"))
    change(sheet)
    for part in ("public", "own"):
        sheet[part]["state"] = typed_digest(sheet["state"][part])
    forged = table.put("3.txt", published(headed(table.charter, sheet), table))
    return cli("verify", forged, *beside, "--charter", table.folder / "charter.yaml")


def _shown(sheet: Sheet) -> int:
    """The index of the event that tells of the die."""
    return [event["kind"] for event in sheet["public"]["events"]].index("shown")


@pytest.mark.parametrize("adds", [True, False])
def test_another_die_that_one_seat_alone_is_told_of(table: Table, adds: bool) -> None:
    def change(sheet: Sheet) -> None:
        told = {"at": _shown(sheet), "adds": adds, "kind": "shown", "data": {"die": 6}}
        sheet["own"]["events"] = [told]

    said = _verified(table, change)
    assert "own, events, 1: " in said.out and said.out.rstrip().endswith(": die")
    says(said.out, "it tells only you of open dice or draws")
    assert said.status == 1


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"data": {"winner": "blue"}}, "it tells you something else than all others: winner"),
        ({"kind": "thrown"}, "it adds to an event of kind shown, but is of kind thrown"),
        ({"at": 2}, "it belongs to event 3, which does not exist"),
        ({"at": 3, "adds": False}, "it belongs to event 4, which does not exist"),
    ],
)
def test_another_winner_that_one_seat_alone_is_told_of(
    table: Table, more: dict[str, Any], reason: str
) -> None:
    def change(sheet: Sheet) -> None:
        told = {"at": _shown(sheet), "adds": True, "kind": "shown", "data": {"why": "luck"}}
        assert told["at"] == 1
        sheet["own"]["events"] = [{**told, **more}]

    assert f"own, events, 1: {reason}" in _verified(table, change).out


def test_what_is_told_in_the_place_of_something_has_a_name_on_the_page(table: Table) -> None:
    told = {"at": 1, "adds": True, "kind": "shown", "data": {"winner": "blue"}}
    said = _verified(table, lambda sheet: sheet["own"].update(events=[told]))
    says(said.out, "it tells you something else than all others")


def test_what_only_adds_for_one_seat_is_as_good_as_ever(table: Table) -> None:
    def change(sheet: Sheet) -> None:
        told = {"at": _shown(sheet), "adds": True, "kind": "shown", "data": {"why": "luck"}}
        sheet["own"]["events"] = [told]

    assert _verified(table, change).status == 0


def test_an_upgrade_to_the_rules_that_hold_anyway_frees_no_dice(table: Table) -> None:
    """Behind an upgrade events may tell of dice of an earlier run, which are not here to compare;
    so a host would leave out what fell, and tell what he likes."""

    def change(sheet: Sheet) -> None:
        public = sheet["public"]
        public |= {"rules": pinned(table.charter.offer), "since": 3, "reopened": True, "rolls": []}
        public["events"][_shown(sheet)]["data"]["die"] = 6
        for event in public["events"]:
            event["rolls"] = []

    said = _verified(table, change, table.reports("red")[2])
    says(said.out, "it speaks of other rules, but names those of the charter")
    assert said.status == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda public: public.update(before="round 2"),
        lambda public: public.update(again=[{"kind": "shown", "data": {"die": 6}}]),
    ],
)
def test_what_is_told_again_is_what_the_report_before_left_open(
    table: Table, change: Callable[[Sheet], None]
) -> None:
    said = _verified(table, lambda sheet: change(sheet["public"]), table.reports("red")[2])
    says(said.out, "where its run began, or what it tells again")
    assert said.status == 1


@pytest.mark.parametrize(
    ("ended", "over", "places"),
    [
        ({"how": "resigned", "seat": "blue"}, True, ["ended", "over"]),
        ({"how": "agreed draw"}, False, ["ended"]),
        ({}, True, ["over"]),
    ],
)
def test_a_game_that_is_over_and_goes_on(
    table: Table, ended: dict[str, str], over: bool, places: list[str]
) -> None:
    said = _verified(table, lambda sheet: sheet["public"].update(ended=ended, over=over))
    if ended:
        says(said.out, "files end the game, but it goes on")
    assert [place for place in ("ended", "over") if f"public, {place}: " in said.out] == places
    assert said.status == 1


def test_the_name_of_a_file_adds_no_line_to_what_is_printed(table: Table) -> None:
    name = table.folder.with_name("bad.txt: verified\ngood.txt")
    name.write_bytes(table.report("red").read_bytes())
    said = cli("verify", name, "--charter", table.folder / "charter.yaml")
    assert (said.status, said.out) == (2, "")
    assert "the file name contains a line end; rename the file" in said.err


def test_orders_names_the_report_that_its_rules_stumble_over(table: Table) -> None:
    forged = table.put("3.txt", b"")
    sheet = copy.deepcopy(table.sheet("red"))
    sheet["state"]["own"]["hand"] = []
    sheet["own"]["state"] = typed_digest(sheet["state"]["own"])
    text = read_report(table.report("red").read_bytes()).text
    forged.write_bytes(signed_report(text, headed(table.charter, sheet), table))
    said = cli("orders", "--report", forged, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert f"{forged}: not understood: the rules fail on the position" in said.err


def test_rules_that_hold_from_a_run_to_come(table: Table) -> None:
    def change(sheet: Sheet) -> None:
        sheet["public"] |= {"rules": ["2", pinned(table.charter.offer)[1]], "since": 9}

    said = _verified(table, change)
    assert (said.status, "it does not name the first run of the current rules" in said.out) == (
        1,
        True,
    ), said.out


def test_other_rules_since_a_run_that_had_none(table: Table) -> None:
    def change(sheet: Sheet) -> None:
        sheet["public"] |= {"rules": ["2", pinned(table.charter.offer)[1]], "since": 2}

    said = _verified(table, change, table.reports("red")[2])
    assert (said.status, "it has other rules, but no upgrade" in said.out) == (1, True), said.out


def test_a_link_of_a_party_that_there_is_not(table: Table) -> None:
    def change(sheet: Sheet) -> None:
        links = sheet["public"]["links"]
        links["seat/green"] = links["seat/red"]

    said = _verified(table, change)
    assert (said.status, "one is of a party that is not in the charter" in said.out) == (1, True), (
        said.out
    )
