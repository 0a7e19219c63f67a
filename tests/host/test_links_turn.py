"""``links: turn``: each game turn begins with a link of every seat, so that nobody knows the dice
of more than one turn ahead."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.report.report_file import read_report
from referee.verify.compare.story import Told, begun_without_all
from tests.support.mailbag import SEED, TOYS, Table, cli

Opened = Callable[[str], Table]


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """Opens a toy game in which all links are renewed each turn."""

    def make(name: str) -> Table:
        seed = ("--test-seed", SEED)
        folder, ruleset = tmp_path / name, TOYS[name]
        seats = ruleset.seats_of(next(iter(ruleset.scenarios)))
        for party in ("host", *seats):
            assert cli("keygen", tmp_path / party, *seed).status == 0
        key = ("--key", tmp_path / "host")
        assert cli("new", name, folder, *key, "--links", "turn", *seed).status == 0
        for seat in seats:
            own = ("--seat", seat, "--key", tmp_path / seat, "--out", tmp_path / f"{seat}.yaml")
            said = cli("join", folder / "offer.yaml", *own, *seed)
            assert "links turn: every seat sends a file in each game turn" in said.err
        assert cli("admit", folder, *(tmp_path / f"{seat}.yaml" for seat in seats)).status == 0
        return Table(folder, ruleset)

    return make


def _to_the_end(table: Table) -> list[dict[str, Any]]:
    """Play to the end; the blocks of the first seat's reports."""
    seat = table.seats[0]
    while not table.sheet(seat)["public"]["over"]:
        table.play()
    return [read_report(path.read_bytes()).sheet for path in table.reports(seat)]


def _turn(table: Table, sheet: dict[str, Any]) -> str:
    return table.ruleset.calendar.turn(sheet["state"]["public"])


@pytest.mark.parametrize("name", ["duel", "relay", "smugglers"])
def test_each_turn_begins_with_links_of_all(opened: Opened, name: str) -> None:
    table = opened(name)
    sheets, turns = _to_the_end(table), 0
    for before, sheet in pairwise(sheets):
        turned = _turn(table, before) != _turn(table, sheet)
        turns += turned
        if turned and not sheet["public"]["over"]:
            assert sheet["public"]["due"] == table.seats
    assert turns > 1
    assert any(sheet["public"]["due"] != table.seats for sheet in sheets[:-1]) or name != "relay"


def _named(scope: str, name: str) -> str:
    """The turn that a scope of a toy names: ``round/1``; ``3/land`` and ``2/dusk`` of night 3."""
    if name != "smugglers":
        return scope.split("/")[-1]
    night, phase = scope.split("/")
    return str(int(night) + (phase == "dusk"))


@pytest.mark.parametrize("name", ["duel", "smugglers"])
def test_no_run_rolls_in_two_turns(opened: Opened, name: str) -> None:
    """What follows a turn's end is asked already, but nothing is rolled for it."""
    table = opened(name)
    for before, sheet in pairwise(_to_the_end(table)):
        public = sheet["public"]
        if _turn(table, before) == _turn(table, sheet) or not public["rolls"]:
            continue
        scopes = {roll["scope"] for roll in public["rolls"]}
        later = _turn(table, sheet)
        assert not [scope for scope in scopes if _named(scope, name) == later], scopes


@pytest.mark.parametrize("name", ["duel", "relay", "smugglers"])
def test_such_a_game_is_verified_and_audited(opened: Opened, name: str) -> None:
    table = opened(name)
    _to_the_end(table)
    reports = [path for seat in table.seats for path in table.reports(seat)]
    said = cli("verify", *reports)
    assert said.status == 0, said.out
    said = cli("audit", table.folder)
    assert said.status == 0, said.out


def test_a_folder_is_taken_up_at_a_turns_beginning(opened: Opened) -> None:
    """The step that asks behind it is replayed like any other."""
    table = opened("duel")
    while table.ruleset.calendar.turn(table.sheet("red")["state"]["public"]) == "1":
        table.play()
    for name in ("checkpoint-0", "checkpoint-1"):
        table.folder.joinpath(name).unlink(missing_ok=True)
    table.play()
    assert cli("audit", table.folder).status == 0


def test_a_host_who_lets_a_seat_rest_at_a_turns_beginning(opened: Opened) -> None:
    table = opened("relay")
    sheets = _to_the_end(table)
    at = next(
        number
        for number, (before, sheet) in enumerate(pairwise(sheets), 1)
        if _turn(table, before) != _turn(table, sheet) and not sheet["public"]["over"]
    )
    before, sheet = Told("before", sheets[at - 1]), copy.deepcopy(sheets[at])
    assert begun_without_all([before, Told("it", sheet)], table.ruleset) == []
    sheet["public"]["due"].pop()
    (found,) = begun_without_all([before, Told("it", sheet)], table.ruleset)
    assert str(found) == "it: a game turn begins after it, but not every seat is due"
    sheet["state"]["public"] = {"turn": []}
    assert len(begun_without_all([before, Told("it", sheet)], table.ruleset)) <= 1


@pytest.mark.parametrize("name", ["relay", "smugglers"])
def test_without_the_option_turns_begin_within_runs_and_without_links(
    game: Callable[..., Table], name: str
) -> None:
    """The same games otherwise: what the tests above look for is there to be found."""
    table = game(name, 0)
    rested, rolled = False, False
    for before, sheet in pairwise(_to_the_end(table)):
        public, turned = sheet["public"], _turn(table, before) != _turn(table, sheet)
        rested |= turned and not public["over"] and public["due"] != table.seats
        scopes = [_named(roll["scope"], name) for roll in public["rolls"]]
        rolled |= turned and _turn(table, sheet) in scopes
    assert rested == (name == "relay")
    assert rolled == (name == "smugglers")
