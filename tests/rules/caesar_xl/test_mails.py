"""Caesar XL by mail: two files a player's turn with *quiet*, so four a game turn for both players
together; one if purchases go by conditions, or a rule buys the cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.lab.selfplay import save
from tests.benchmarks.mails import SETS, XL, measure, ready
from tests.rules.caesar_xl.adapter import ruleset
from tests.support.mailbag import SEED, Table, cli

GAMES = 4


@pytest.mark.parametrize("scenario", ["silver", "bronze"])
def test_mails_of_a_players_turn(scenario: str) -> None:
    rows = SETS[XL, scenario, "player's turn"]
    names = ("quiet", "quiet, and a rule for the cards")
    quiet, by_rule = (measure(rows[name], GAMES, XL, scenario) for name in names)
    assert quiet.mails <= 2 * quiet.turns
    assert by_rule.mails <= 1.1 * by_rule.turns
    assert sorted(quiet.stops) == ["cards", "turn"]
    assert list(by_rule.stops) == ["turn"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game with nothing ordered yet."""
    folder: Path = tmp_path_factory.mktemp("caesar-xl") / "game"
    save(ruleset, folder, SEED, "silver", {}, most_runs=0)
    return Table(folder, ruleset)


@pytest.fixture
def table(opened: Table, tmp_path: Path) -> Table:
    return opened.copy(tmp_path / "game")


CARDS: list[Any] = ["buy", {"if": "leaders drawn = 0", "else": "skip", "buy": ""}]
TURN: list[Any] = [
    {"if": "gold >= 5", "else": "skip", "recruit": {"legions": "1", "at": "massilia"}},
    {"march": {"pieces": ["Caesar", "CL1"], "to": "Rome"}},
    {"march": {"pieces": ["Legion 2", "Legion 3"], "via": "Rubicon", "to": "Rome"}},
]


def orders(table: Table, seat: str, lines: list[Any], *coming: dict[str, Any]) -> bytes:
    """A player's file, with *quiet* and what rides along."""
    more: dict[str, Any] = {"next": list(coming)} if coming else {}
    return table.orders(seat, lines, standing=ready(XL, "quiet"), **more)


def sent(table: Table, **files: bytes) -> None:
    """Apply these files."""
    said = cli("apply", table.folder, *(table.put(f"{s}.yaml", raw) for s, raw in files.items()))
    assert said.status == 0, said.err


def test_a_turn_is_one_mail_if_what_comes_after_the_cards_rides_along(table: Table) -> None:
    caesar = orders(table, "caesar", CARDS, {"on": "turn", "orders": TURN})
    sent(table, caesar=caesar, pompey=orders(table, "pompey", []))
    assert table.due() == ["pompey"]
    (asked,) = table.sheet("pompey")["public"]["asked"]
    assert (asked["kind"], asked["args"]) == ("cards", {"turn": 1, "part": 1})
    report = table.report("pompey").read_text()
    assert "Caesar: CL2, Massilia - Rubicon - Rome (1 gold)" in report
    assert "BATTLE at Rome" in report
    said = cli("verify", "--charter", table.folder / "charter.yaml", *table.reports("pompey"))
    assert said.status == 0, said.err


def test_after_the_cards_their_owner_alone_reads_which_came(table: Table) -> None:
    sent(table, caesar=table.orders("caesar", ["buy"]), pompey=table.orders("pompey", []))
    assert table.due() == ["caesar"]
    (asked,) = table.sheet("caesar")["public"]["asked"]
    assert asked["kind"] == "turn"
    sheets = [table.sheet(seat)["public"]["events"] for seat in ("caesar", "pompey")]
    assert sheets[0] == sheets[1]
    hand = table.sheet("caesar")["state"]["own"]["hand"]
    seen = str(table.sheet("pompey")["own"]) + str(sheets[1])
    assert all(f"'{card}'" not in seen for card in hand)


def test_the_next_cards_ride_along_with_the_turn(table: Table) -> None:
    """So both players together send two mails a game turn."""
    cards: dict[str, Any] = {"on": "cards", "orders": []}
    caesar = orders(table, "caesar", CARDS, {"on": "turn", "orders": TURN}, cards)
    sent(table, caesar=caesar, pompey=orders(table, "pompey", [], cards))
    assert table.due() == ["pompey"]
    (asked,) = table.sheet("pompey")["public"]["asked"]
    assert asked["kind"] == "turn"
    sent(table, pompey=orders(table, "pompey", [], cards))
    assert table.due() == ["caesar"]
    (asked,) = table.sheet("caesar")["public"]["asked"]
    assert (asked["kind"], asked["args"]["turn"]) == ("turn", 2)
