"""Audits of games that were upgraded: each version of the rules judges what it has made."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.rules import Ruleset
from referee.folder.journal import ordered
from tests.host.test_upgrade import Install, by, files, install, upgraded
from tests.support.mailbag import Table
from tests.toys import duel, relay, versions
from tests.verify.test_audit import Game, audited, chained_again, flipped, journal_of, wrong

__all__ = ["install"]


def grown(game: Game, install: Install, version: Ruleset = versions.SAME) -> Table:
    """A game that was upgraded after run 2, and is over by the rules of a later version."""
    table = game("duel", 2)
    orders = files(table)
    install(version)
    upgraded(table)
    assert table.apply(*orders).status == 0
    newer = by(table, version)
    while not newer.status()["over"]:
        newer.play()
    return newer


def upgrade_of(lines: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
    """The number of the line of an upgrade, and what it has saved."""
    at = next(i for i, line in enumerate(lines) if line["type"] == "upgrade")
    return at, json.loads(lines[at]["state"])


@pytest.mark.parametrize("version", [versions.SAME, versions.BEHIND])
def test_each_version_judges_its_own(game: Game, install: Install, version: Ruleset) -> None:
    table = grown(game, install, version)
    found = audited(table)
    assert (found.wrong, found.runs) == (None, 4)
    before = "reports 0 to 2: legality of orders and texts were not checked: "
    assert (
        found.legality
        == f"{before}the game was made with duel 1, but duel 2 is installed; install duel 1"
    )
    install(duel.ruleset)
    found = audited(table)
    assert (found.wrong, found.runs) == (None, 4)
    after = "reports 3 to 4: legality of orders and texts were not checked: "
    assert (
        found.legality
        == f"{after}the game was made with duel 2, but duel 1 is installed; install duel 2"
    )


@pytest.mark.parametrize("version", [versions.NO_BOAST, versions.WINDY, versions.ASKS])
def test_an_open_step_that_is_gone_through_again(
    game: Game, install: Install, version: Ruleset
) -> None:
    table = grown(game, install, version)
    assert audited(table).wrong is None
    install(duel.ruleset)
    assert audited(table).wrong is None


def test_right_after_an_upgrade(game: Game, install: Install) -> None:
    """With a file that came before, one that comes behind, and checkpoints on both sides."""
    table = game("duel", 2)
    red, blue = files(table)
    assert table.apply(red).status == 3
    install(versions.SAME)
    upgraded(table)
    assert audited(table).wrong is None
    assert table.apply(blue).status == 0
    assert audited(table).wrong is None


def test_an_upgrade_and_back(game: Game, install: Install) -> None:
    table = game("duel", 1)
    for version in (versions.SAME, duel.ruleset):
        orders = files(table)
        install(version)
        upgraded(table)
        assert table.apply(*orders).status == 0
    found = audited(table)
    assert found.wrong is None
    assert found.legality.startswith("reports 2 to 2: ")


def test_bits_of_an_upgraded_game(game: Game, install: Install) -> None:
    table = grown(game, install)
    for file in ("journal", "reports/red/0003.txt", "mail/0003-red-1.yaml", "checkpoint-0"):
        path = table.folder / file
        raw = path.read_bytes()
        for at in range(1, 10):
            path.write_bytes(flipped(raw, 8 * len(raw) * at // 10 + at % 8))
            assert wrong(table)[0].split(",")[0] == file
        path.write_bytes(raw)


def _hand(saved: dict[str, Any]) -> None:
    saved["game"]["state"]["seats"]["red"]["hand"] = ["lion", "lion"]


def _deck(saved: dict[str, Any]) -> None:
    saved["game"]["state"]["sealed"]["deck"] = ["lion"]


def _stands(saved: dict[str, Any]) -> None:
    saved["game"]["stands"] = "0" * 64


def _links(saved: dict[str, Any]) -> None:
    saved["position"]["links"]["host"][2] = "0" * 64


def _due(saved: dict[str, Any]) -> None:
    saved["position"]["due"] = ["red"]


@pytest.mark.parametrize("change", [_hand, _deck, _stands, _links, _due])
@pytest.mark.parametrize("by_old", [True, False])
def test_a_saved_game_that_was_changed(
    game: Game, install: Install, change: Callable[[Any], None], by_old: bool
) -> None:
    """Whoever has either version finds it, whatever the host makes fit in the journal."""
    table = game("duel", 2)
    install(versions.SAME)
    upgraded(table)
    lines = journal_of(table)
    at, saved = upgrade_of(lines)
    change(saved)
    if change in (_hand, _deck):
        from referee.proof.canonical import typed_digest

        saved["game"]["stands"] = typed_digest(saved["game"]["state"])
    lines[at]["state"] = ordered(saved)
    chained_again(table.folder, lines)
    if by_old:
        install(duel.ruleset)
    assert wrong(table)[0].startswith(f"journal, line {at + 1}, state")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"number": 1}, "number"),
        ({"from": ["0", "0" * 64]}, "from, 1"),
        ({"from": ["1"]}, "type"),
        ({"rules": "2"}, "type"),
        ({"rules": ["3", "0" * 64]}, "state, position, rules, 1"),
        ({"state": "{}"}, "state"),
        ({"state": "[" * 100_000}, "state"),
        ({"state": '{"game":[],"position":{},"mail":{}}'}, "state"),
        ({"state": '{"game":{},"position":{},"mail":{}}'}, "state, position"),
        ({"more": ""}, "type"),
    ],
)
def test_a_line_of_an_upgrade_that_was_changed(
    game: Game, install: Install, change: dict[str, Any], place: str
) -> None:
    table = game("duel", 2)
    install(versions.SAME)
    upgraded(table)
    lines = journal_of(table)
    lines[-1] |= change
    chained_again(table.folder, lines)
    assert wrong(table)[0] == f"journal, line {len(lines)}, {place}"


@pytest.mark.parametrize("back", [False, True])
def test_an_upgrade_that_only_voids_what_was_rolled(
    game: Game, install: Install, back: bool
) -> None:
    """To the same rules, or there and back behind one entry: a host would try his luck again."""
    table = game("duel", 2)
    install(versions.SAME)
    upgraded(table)
    lines = journal_of(table)
    there = lines[-1]
    if back:
        saved = json.loads(there["state"])
        saved["position"]["rules"] = []
        rules = {"rules": there["from"], "from": there["rules"]}
        lines.append({**there, **rules, "state": ordered(saved)})
    else:
        there["rules"] = there["from"]
    chained_again(table.folder, lines)
    for ruleset in (versions.SAME, duel.ruleset):
        install(ruleset)
        assert wrong(table)[0] == f"journal, line {len(lines)}, rules"


def test_an_upgrade_that_no_report_tells_of(game: Game, install: Install) -> None:
    """Its line is left out: the runs behind it say that other rules made them."""
    table = grown(game, install)
    lines = [line for line in journal_of(table) if line["type"] != "upgrade"]
    chained_again(table.folder, lines)
    assert wrong(table)[0] == "journal, line 10, public, rules"


def _other_answer(mail: dict[str, Any]) -> None:
    mail["queue"]["anna"][0]["answer"] = [{"stride": 2}]


def _other_edition(mail: dict[str, Any]) -> None:
    mail["newest"]["anna"]["edition"] = "2"


def _other_file(mail: dict[str, Any]) -> None:
    mail["newest"]["anna"]["name"] = "0001-anna-1.yaml"


def _other_seat(mail: dict[str, Any]) -> None:
    mail["queue"]["bert"] = mail["queue"].pop("anna")


def _other_mark(mail: dict[str, Any]) -> None:
    mail["marks"] = {}


def _other_standing(mail: dict[str, Any]) -> None:
    (rule, *_) = mail["standing"]["bert"]
    rule["then"] = [{"stride": 9}]


@pytest.mark.parametrize(
    "change",
    [_other_answer, _other_edition, _other_file, _other_seat, _other_mark, _other_standing],
)
def test_a_mail_room_that_was_changed(
    game: Game, install: Install, change: Callable[[Any], None]
) -> None:
    """An advance file and standing orders lie there; who changes them is found by one version or
    the other."""
    table = game("relay", 1)
    standing_orders = [{"on": "stride", "if": "turn >= 5", "then": {"stride": "1"}}]
    assert (
        table.apply(table.orders("bert", [{"stride": "1"}], standing=standing_orders)).status == 0
    )
    while table.due() != ["bert"]:
        table.play()
    ahead = table.later("anna", {"on": "stride", "until": "5", "orders": [{"stride": "1"}]})
    assert table.apply(ahead).status == 3
    install(versions.SAME_RELAY)
    upgraded(table)
    lines = journal_of(table)
    for ruleset in (versions.SAME_RELAY, relay.ruleset):
        install(ruleset)
        assert audited(table).wrong is None
    at, saved = upgrade_of(lines)
    change(saved["mail"])
    lines[at]["state"] = ordered(saved)
    chained_again(table.folder, lines)
    found = []
    for ruleset in (versions.SAME_RELAY, relay.ruleset):
        install(ruleset)
        found += [w.place for w in [audited(table).wrong] if w]
    assert found and all(f.startswith(f"journal, line {at + 1}, state") for f in found)
