"""Links are counted by the headers of their seat: no report, forged or true, calls for more of a
chain than its next link.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from referee.charter.secrets import chain
from referee.orders.order_file import read_orders
from referee.proof.chains import Link
from referee.proof.heads import head
from referee.report.report_file import read_report
from referee.verify.compare.story import Told, verify_story
from referee.verify.report.verify import verify
from tests.support.mailbag import Table, published, signed_report

Sheet = dict[str, Any]


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    """A relay, in which mostly one seat is due at a time."""
    return game("relay", 4)


def _sheets(table: Table, seat: str) -> list[Sheet]:
    return [read_report(path.read_bytes()).sheet for path in table.reports(seat)]


def test_a_seat_that_is_not_due_uses_up_no_link(table: Table) -> None:
    shown = dict.fromkeys(table.seats, 0)
    skipped = False
    for sheet in _sheets(table, table.seats[0])[1:]:
        for header in sheet["public"]["headers"]:
            shown[header["seat"]] += 1
        for seat, count in shown.items():
            link = Link.of(sheet["links"][f"seat/{seat}"])
            own = chain(table.key(seat), table.charter.offer, f"seat/{seat}")
            assert (link.number, link.value) == (count, own.link(count))
            skipped |= count < sheet["run"]
    assert skipped


def test_the_host_counts_runs(table: Table) -> None:
    for sheet in _sheets(table, table.seats[0]):
        assert sheet["links"]["host"][1] == sheet["run"]


def test_a_report_with_a_far_number_gets_the_next_link_alone(table: Table) -> None:
    """Numbered 9999, it used to get link 10000, from which every earlier link follows."""
    (due,) = table.due()
    report = read_report(table.report(due).read_bytes())
    known = Link.of(report.sheet["links"][f"seat/{due}"])
    sheet = copy.deepcopy(report.sheet)
    sheet["number"] = sheet["run"] = sheet["public"]["run"] = 9999
    forged = table.report(due).with_name("9999.txt")
    forged.write_bytes(signed_report(report.text, sheet, table))
    from referee.files.write_yaml import emit
    from referee.player.sign_orders import Signing, sign_orders

    draft = emit({"kind": "orders", "seat": due, "orders": table.lines(due)}).encode()
    text = sign_orders(draft, sheet, table.charter, table.ruleset, Signing(table.key(due)))
    shown = bytes.fromhex(read_orders(text.encode()).tree["dice"])
    own = chain(table.key(due), table.charter.offer, f"seat/{due}")
    assert shown == own.link(known.number + 1)


def test_the_link_of_another_number_is_refused(table: Table) -> None:
    (due,) = table.due()
    own = chain(table.key(due), table.charter.offer, f"seat/{due}")
    number = Link.of(table.sheet(due)["links"][f"seat/{due}"]).number + 1
    run = table.sheet(due)["run"] + 1
    for wrong in {number - 1, number + 1, run} - {number}:
        tree = {**table.tree(due), "dice": own.link(wrong).hex()}
        said = table.apply(table.signed(tree, due))
        assert said.status == 1
        assert f"this is not link {number} of {due}'s chain" in said.err


def _bound(sheet: Sheet, table: Table) -> Sheet:
    values = [bytes.fromhex(sheet["commitments"][party]) for party in table.charter.parties]
    made = head(bytes.fromhex(sheet["previous"]), sheet["public"], values)
    return {**sheet, "head": made.hex()}


def _told(sheets: list[Sheet]) -> list[Told]:
    return [Told(f"report {sheet['number']}", sheet) for sheet in sheets]


def test_a_story_in_which_a_link_was_passed_over(table: Table) -> None:
    """The host makes a run with link 3 of a seat behind its link 1."""
    seat = table.seats[0]
    sheets = _sheets(table, seat)
    at = next(i for i, s in enumerate(sheets[2:], 2) if f"seat/{seat}" in s["public"]["links"])
    before, sheet = sheets[at - 1], copy.deepcopy(sheets[at])
    number = sheet["links"][f"seat/{seat}"][1]
    sheet["links"][f"seat/{seat}"][1] = sheet["public"]["links"][f"seat/{seat}"][1] = number + 1
    said = [finding.reason for finding in verify_story(_told([before, sheet]))]
    assert f"the link of seat/{seat} is number {number + 1}, but must be {number}" in said


def test_how_old_each_link_is(table: Table) -> None:
    seats = table.seats
    for seat in seats:
        for path in table.reports(seat)[1:]:
            report = read_report(path.read_bytes())
            brought = report.sheet["public"]["brought"]
            ages = [report.sheet["run"] - brought[other] for other in seats]
            (line,) = (line for line in report.text if line.startswith("Newest shares"))
            told = [part.strip(" .") for part in line.partition(": ")[2].split(",")]
            for age, part in zip(ages, told, strict=True):
                end = "in this run" if not age else f"{age} run{'s' if age > 1 else ''} ago"
                assert part.endswith(end)


@pytest.mark.parametrize("change", [-1, 1])
def test_an_age_that_is_not_true(table: Table, change: int) -> None:
    """One report tells it of links that came in its run, two of all others."""
    sheets = _sheets(table, table.seats[0])
    for before, sheet in pairwise(sheets[1:]):
        for seat in table.seats:
            other = copy.deepcopy(sheet)
            other["public"]["brought"][seat] += change
            forged = read_report(published(_bound(other, table), table))
            alone = verify(forged, table.charter, table.ruleset)
            assert alone or verify_story(_told([before, _bound(other, table)]))


RESERVED = {
    "absent": ["SEAT"],
    "late": ["HEADER"],
    "void": ["HEADER"],
}


@pytest.mark.parametrize("key", RESERVED)
def test_keys_for_later_are_empty(table: Table, key: str) -> None:
    sheet = copy.deepcopy(_sheets(table, table.seats[0])[1])
    values = {"SEAT": table.seats[0], "HEADER": sheet["public"]["headers"][0]}
    sheet["public"][key] = [values.get(value, value) for value in RESERVED[key]]
    forged = read_report(published(_bound(sheet, table), table))
    places = [f.place for f in verify(forged, table.charter, table.ruleset)]
    assert places == [f"public, {key}"]
    del sheet["public"][key]
    report = read_report(table.report(table.seats[0]).read_bytes())
    forged = read_report(signed_report(report.text, sheet, table))
    assert verify(forged, table.charter, table.ruleset)


@pytest.mark.parametrize("number", [1, 4])
def test_the_first_heads_end_in_the_charter(table: Table, number: int) -> None:
    """Its host can make another game end in the same reports otherwise."""
    sheet = copy.deepcopy(_sheets(table, table.seats[0])[number])
    sheet["public"]["recent"][-1] = "0" * 64
    if number == 1:
        sheet["previous"] = "0" * 64
    forged = read_report(published(_bound(sheet, table), table))
    found = [str(finding) for finding in verify(forged, table.charter, table.ruleset)]
    assert "public, recent: it does not end in head 0, which is the charter's digest" in found
