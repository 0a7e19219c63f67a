"""A guest reads along: the public part of a report, signed, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee import ruleset as finder
from referee.charter.papers import read_paper
from referee.fault import Refused
from referee.files.write_yaml import emit
from referee.lab.selfplay import save
from referee.playable import installed
from referee.report.report_file import read_report
from referee.ruleset import NoRuleset, load
from tests.support.mailbag import SEED, TOYS, Table, cli
from tests.support.seeds import count
from tests.toys.changed import alter

Game = Callable[..., Table]
GAMES = [*TOYS, "julius-caesar", "end-of-the-triumvirate", "caesar-xl", "sword-of-rome"]


def _told(table: Table, number: int) -> Path:
    out = table.folder.with_name(f"guest-{number}.txt")
    said = cli("report", table.folder, "--seat", "guest", "--run", number, "--out", out)
    assert said.status == 0, said.err
    return out


@pytest.mark.parametrize("name", GAMES)
def test_every_report_of_every_game_can_be_told_to_a_guest(tmp_path: Path, name: str) -> None:
    """It verifies, alone and among others; it has no salt and nothing of any seat."""
    save(load(name), tmp_path / "game", SEED, None, {}, most_runs=count(5, 20))
    table = Table(tmp_path / "game", load(name))
    last = len(table.reports(table.seats[0])) - 1
    paths = [_told(table, number) for number in range(last + 1)]
    charter = table.folder / "charter.yaml"
    said = cli("verify", *paths, "--charter", charter)
    assert said.status == 0, said.out
    mixed = [*table.reports(table.seats[0])[:2], *paths[2:]]
    assert cli("verify", *mixed, "--charter", charter).status == 0
    assert cli("compare", paths[-1], table.report(table.seats[0]), "--charter", charter).status == 0
    for path in paths:
        sheet = read_report(path.read_bytes()).sheet
        assert (sheet["seat"], sheet["salt"], sheet["own"]) == ("guest", "", {})
        assert sheet["state"]["own"] == {}
        text = path.read_text().partition("-----BEGIN")[0]
        assert "ASKED OF YOU" not in text
        assert "for you alone" not in text


@pytest.mark.parametrize("name", ["julius-caesar", "relay", "smugglers"])
def test_what_a_seat_hides_changes_nothing_for_a_guest(tmp_path: Path, name: str) -> None:
    """The block of a guest is made of what is the same in the reports of all seats."""
    save(load(name), tmp_path / "game", SEED, None, {}, most_runs=6)
    table = Table(tmp_path / "game", load(name))
    last = len(table.reports(table.seats[0])) - 1
    told = read_report(_told(table, last).read_bytes()).sheet
    for seat in table.seats:
        sheet = read_report(table.report(seat).read_bytes()).sheet
        own = {"seat", "salt", "own", "state"}
        assert {k: v for k, v in sheet.items() if k not in own} == {
            k: v for k, v in told.items() if k not in own
        }
        assert told["state"]["public"] == sheet["state"]["public"]


def test_a_note_to_one_seat_is_not_told_to_a_guest(game: Game) -> None:
    table = game("relay", 1)
    table.apply(table.orders("bert", notes={"anna": "between us"}, note="to all"))
    text = _told(table, 2).read_text()
    assert "to all" in text
    assert "between us" not in text


def test_a_changed_one_is_refused(game: Game) -> None:
    table = game("relay", 3)
    path = _told(table, 3)
    for old, new in (('"own":{}', '"own":{"words":[]}'), ("turn", "tern")):
        changed = path.with_name("changed.txt")
        changed.write_text(path.read_text().replace(old, new))
        said = cli("verify", changed, "--charter", table.folder / "charter.yaml")
        assert said.status == 1, old


@pytest.mark.parametrize("draft", ["kind: orders\n", "kind: orders\nseat: anna\n"])
def test_nobody_orders_by_it(game: Game, tmp_path: Path, draft: str) -> None:
    table = game("relay", 2)
    path = _told(table, 2)
    charter = table.folder / "charter.yaml"
    orders, key = table.put("d.yaml", draft.encode()), table.folder / "secret" / "anna"
    for said in (
        cli("orders", "--report", path, "--charter", charter),
        cli("check", orders, "--report", path, "--charter", charter),
        cli("sign", orders, "--report", path, "--charter", charter, "--key", key),
    ):
        assert said.status == 1, said.err
        assert "this is a guest's report, and a guest gives no orders" in said.err
        assert "hint: use the report of your own seat" in said.err


def test_no_seat_is_called_guest(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in a ruleset nor in an offer."""
    table = game("relay", 0)
    offer = read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")
    with pytest.raises(Refused) as trouble:
        read_paper(emit({**offer, "seats": ["anna", "guest"]}).encode(), "offer")
    assert "seats" in str(trouble.value)
    assert installed(offer)
    alter(monkeypatch, TOYS["relay"], seats={"anna": "Anna", "guest": "Guest"})
    with pytest.raises(NoRuleset, match="a seat 'guest', a name kept for those who read along"):
        finder.load("relay")
