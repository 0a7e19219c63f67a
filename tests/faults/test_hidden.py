"""Faults by which hidden things show: two games that differ in them give the other seat the same.

What the rules hide in Julius Caesar are the cards in hand and discarded, and which block of a
colour is which.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.report.report_file import read_report
from tests.faults.stories import (
    MOVES,
    Game,
    masked,
    moving_seats,
    placeless,
    refused,
    sample_lines,
    seen,
)
from tests.host.test_crash import Breaker, Stop, breaking
from tests.support.mailbag import Table, cli

#: levies that others cannot tell apart, in a place of its own for each seat
LEVIES = {"caesar": "Massilia", "pompey": "Utica"}


def _worlds(rubicon: Game) -> tuple[list[Table], str, str]:
    """Two games in which the seat that moves first took another block of the same colour to Rome
    and levied another one; that seat, and the one from which it is hidden."""
    worlds = []
    for number, called in enumerate(("one", "two")):
        table = rubicon(2, called=called)
        seat, other = moving_seats(table)
        levy = {"levy": {"block": f"Auxilia {number + 1}", "at": LEVIES[seat]}}
        assert table.apply(table.orders(seat, [*MOVES[seat][number], levy])).status == 0
        worlds.append(table)
    ours = [table.sheet(seat)["state"]["own"] for table in worlds]
    assert ours[0] != ours[1]
    return worlds, seat, other


def test_numbering_gaps_that_betray_hidden_units(rubicon: Game) -> None:
    """Nothing that is numbered or named in a report leaves room for a guess: blocks that are not
    seen have no number and no place in a list, events and rolls count what all see, and entries
    count runs."""
    worlds, hidden, watcher = _worlds(rubicon)
    reports = [seen(table, watcher) for table in worlds]
    assert reports[0] == reports[1]
    for table in worlds:
        sheets = [read_report(path.read_bytes()).sheet for path in table.reports(watcher)]
        assert [(sheet["number"], sheet["run"]) for sheet in sheets] == [(n, n) for n in range(4)]
        blocks = set(table.sheet(hidden)["state"]["own"]["blocks"]) - {hidden}
        for sheet in sheets:
            told = _texts([sheet["public"]["events"], sheet["state"]["public"]])
            assert blocks.isdisjoint(told)
    played = rubicon(10, called="played")
    sheets = [read_report(path.read_bytes()).sheet for path in played.reports(watcher)]
    assert sheets[1]["public"]["rolls"] == []  # twelve cards were drawn, unseen
    numbers = [_numbers(sheet["public"]["rolls"]) for sheet in sheets]
    assert sum(map(len, numbers)) > 2
    assert all(found == list(range(len(found))) for run in numbers for found in run)


def _numbers(rolls: list[Any]) -> list[list[int]]:
    """The numbers of the rolls in each scope."""
    scopes = dict.fromkeys(roll["scope"] for roll in rolls)
    return [[roll["number"] for roll in rolls if roll["scope"] == scope] for scope in scopes]


def _texts(data: Any) -> list[str]:
    """Every key and text of plain data."""
    if isinstance(data, dict):
        return [*data, *(text for value in data.values() for text in _texts(value))]
    if isinstance(data, list):
        return [text for value in data for text in _texts(value)]
    return [data] if isinstance(data, str) else []


def test_a_log_line_that_names_a_face_down_card(rubicon: Game) -> None:
    """Of a card that is discarded the other player is told that there is one.  Neither his report
    nor what the host reads at the terminal when the file comes depends on which."""
    told = []
    for number, called in enumerate(("one", "two")):
        table = rubicon(1, called=called)
        seat, other = table.seats
        hand = table.sheet(seat)["state"]["own"]["hand"]
        discard = sorted(set(hand))[number]
        lines = [{"discard": discard}, {"play": max(hand)}]
        path = table.put("orders.yaml", table.orders(seat, lines))
        said = [
            cli("check", path, "--game", table.folder),
            cli("apply", table.folder, path),
            cli("status", table.folder),
            table.apply(table.orders(other, _cards(table, other))),
            cli("status", table.folder),
        ]
        assert [one.status for one in said] == [0, 3, 0, 0, 0]
        assert table.sheet(seat)["state"]["own"]["discard"] == discard
        told.append([[placeless(table, one) for one in said], seen(table, other)])
    assert told[0] == told[1]


def _cards(table: Table, seat: str) -> list[Any]:
    hand = sorted(table.sheet(seat)["state"]["own"]["hand"])
    return [{"discard": hand[0]}, {"play": hand[-1]}]


def test_a_count_that_betrays_hidden_attempts(rubicon: Game) -> None:
    """Checks, refused files, the same file again, a crash, and standing orders that were looked at
    and did
    not fit: the other player's report is the same to the byte, and no number was used up."""
    plain, busy = rubicon(2, called="plain"), rubicon(2, called="busy")
    seat, other = moving_seats(plain)
    raw = plain.orders(seat, MOVES[seat][0])
    assert plain.apply(raw).status == 0
    path = busy.put("orders.yaml", raw)
    for lines in (MOVES[other][0], sample_lines(2, seat), ["nonsense"], MOVES[seat][0] * 9):
        bad = busy.signed({**busy.tree(seat, MOVES[seat][0]), "orders": lines}, seat)
        refused(busy, bad)
        assert cli("check", busy.put("bad.yaml", bad), "--report", busy.report(seat)).status == 1
    for call in (2, 6, 20):  # before it is accepted, and before its run is made
        with breaking(Breaker(call)), pytest.raises(Stop):
            cli("apply", busy.folder, path)
    assert cli("apply", busy.folder, path).status == 0
    for name in plain.seats:
        assert busy.report(name).read_bytes() == plain.report(name).read_bytes()
    by_rules = rubicon(2, called="by rules")
    standing_orders = [{"on": "battle turn", "if": ["round > 9"], "then": "fire"}] * 20
    assert (
        by_rules.apply(by_rules.orders(seat, MOVES[seat][0], standing=standing_orders)).status == 0
    )
    assert "Your standing orders: 20 rules in force" in by_rules.report(seat).read_text()
    for table in (plain, by_rules):
        lines = MOVES[other][0]
        assert table.apply(table.orders(other, lines)).status == 0
        table.play(2)
    assert seen(by_rules, other) == seen(plain, other)


def test_error_texts_that_depend_on_hidden_units(rubicon: Game) -> None:
    """Whatever a player orders against blocks that he does not see, what is said of it by `check`
    and by the host is the same whichever they are."""
    worlds, _, watcher = _worlds(rubicon)
    names = ("Legio 8", "Legio 12", "Legio 1", "Legio 37", "Pompey", "Auxilia 1", "Auxilia 2")
    drafts: list[list[Any]] = [
        [{"move": {"from": start, "blocks": [name], "to": end}}]
        for name in names
        for start, end in (("Rome", "Genua"), ("Massilia", "Genua"))
    ]
    drafts += [[{"levy": {"block": name, "at": "Rome"}}] for name in names]
    drafts += [MOVES[watcher][0] * times for times in (1, 2, 5)]
    told = []
    for table in worlds:
        tree = table.tree(watcher, MOVES[watcher][0])
        for lines in drafts:
            path = table.put("draft.yaml", table.signed({**tree, "orders": lines}, watcher))
            said = [
                cli("check", path, "--game", table.folder),
                cli("check", path, "--report", table.report(watcher)),
            ]
            if said[0].status:
                said.append(cli("apply", table.folder, path))
            told.append([masked(str(placeless(table, one))) for one in said])
    half = len(drafts)
    assert told[:half] == told[half:]
    assert sum(len(said) == 3 for said in told) > half
