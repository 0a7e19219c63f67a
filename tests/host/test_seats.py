"""Games whose scenarios are for different seats: each game has its own, all through."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.charter.papers import read_paper, signed
from referee.files.write_yaml import emit
from tests.support.mailbag import TOYS, Table, cli, opened

Game = Callable[..., Table]
ALL = ["anna", "bert", "cleo"]


def _new(tmp_path: Path, *options: object) -> tuple[Path, Path]:
    """A game opened from the command line: (its folder, the folder of the keys)."""
    keys, folder = tmp_path / "keys", tmp_path / "crowd"
    keys.mkdir()
    for party in ("host", *ALL):
        assert cli("keygen", keys / party).status == 0
    assert cli("new", "relay", folder, "--key", keys / "host", *options).status == 0
    return folder, keys


def _join(folder: Path, keys: Path, seat: str) -> Path:
    out = folder.with_name(f"{seat}-join.yaml")
    said = cli("join", folder / "offer.yaml", "--seat", seat, "--key", keys / seat, "--out", out)
    assert said.status == 0, said.err
    return out


def test_three_seats_from_offer_to_end(tmp_path: Path) -> None:
    folder, keys = _new(tmp_path, "--scenario", "crowd")
    joins = [_join(folder, keys, seat) for seat in ALL]
    said = cli("admit", folder, *joins[:2])
    assert (said.status, "still to join: cleo" in said.err) == (3, True)
    assert cli("admit", folder, joins[2]).status == 0
    asked = []
    while True:
        sheets = {seat: _newest(folder, seat) for seat in ALL}
        if sheets["anna"]["public"]["over"]:
            break
        asked.append(sheets["anna"]["public"]["due"])
        files = [_signed(folder, keys, seat, sheets[seat]) for seat in asked[-1]]
        assert cli("apply", folder, *files).status == 0
    cheers, legs = [ALL], [[seat] for seat in ALL]
    assert asked == [ALL, *legs[1:], *cheers, *legs]
    reports = sorted(folder.rglob("reports/*/*.txt"))
    assert len(reports) == 3 * 8
    for seat in ALL:
        assert cli("verify", *folder.joinpath("reports", seat).glob("*.txt")).status == 0
    assert cli("verify", *reports).status == 0


def _newest(folder: Path, seat: str) -> dict[str, Any]:
    said = cli("report", folder, "--seat", seat, "--format", "json")
    sheet: dict[str, Any] = json.loads(said.out)["sheet"]
    return sheet


def _signed(folder: Path, keys: Path, seat: str, sheet: dict[str, Any]) -> Path:
    kinds = {asked["seat"]: asked["kind"] for asked in sheet["public"]["asked"]}
    lines = {"stride": [{"stride": "1"}], "cheer": [{"cheer": "loud"}], None: []}
    draft = {"kind": "orders", "seat": seat, "orders": lines[kinds.get(seat)]}
    path = folder.with_name(f"{seat}-{sheet['run'] + 1}.yaml")
    path.write_text(emit(draft))
    report = folder / "reports" / seat / f"{sheet['number']:04d}.txt"
    said = cli("sign", path, "--key", keys / seat, "--report", report)
    assert said.status == 0, said.err
    return path.with_suffix(".signed.yaml")


@pytest.mark.parametrize(("scenario", "seats"), [("short", ALL[:2]), ("crowd", ALL)])
def test_random_play_by_mail(tmp_path: Path, scenario: str, seats: list[str]) -> None:
    folder = tmp_path / "saved"
    options = ("--seed", 3, "--scenario", scenario)
    assert cli("selfplay", "relay", *options, "--save", folder).status == 0
    assert sorted(path.name for path in folder.joinpath("reports").iterdir()) == seats
    assert sorted(path.name for path in folder.joinpath("joins").iterdir()) == [
        f"{seat}.yaml" for seat in seats
    ]
    assert cli("verify", *folder.rglob("reports/*/*.txt")).status == 0
    assert cli("selfplay", "relay", *options, "--games", 5).status == 0


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], dict[str, Table]]:
    """One game of each scenario, just admitted."""
    made: dict[str, Table] = {}

    def take() -> dict[str, Table]:
        for name in () if made else ("short", "crowd"):
            folder = tmp_path_factory.mktemp("pair") / name
            made[name] = opened("relay", folder, scenario=name)
        return made

    return take


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("short", ALL), ("crowd", ALL[:2]), ("crowd", ["anna", "cleo", "bert"])],
)
def test_offers_with_seats_of_another_scenario(
    pair: Callable[[], dict[str, Table]], scenario: str, seats: list[str]
) -> None:
    table = pair()[scenario]
    tree = read_paper(table.folder.joinpath("offer.yaml").read_bytes(), "offer")
    raw = emit(signed({**tree, "seats": seats}, table.key("host"))).encode()
    path = table.put("offer.yaml", raw)
    out = path.with_name("join.yaml")
    said = cli("join", path, "--seat", "anna", "--key", table.folder / "secret/anna", "--out", out)
    assert (said.status, out.exists()) == (1, False)
    wanted = ", ".join(TOYS["relay"].seats_of(scenario))
    assert f"the seats of relay are {wanted}, in this order" in said.err


def test_a_seat_that_does_not_play(pair: Callable[[], dict[str, Table]], tmp_path: Path) -> None:
    """Neither joins nor orders nor reports are known of a seat of the ruleset alone."""
    short, crowd = pair()["short"], pair()["crowd"]
    key, out = crowd.folder / "secret/cleo", tmp_path / "join.yaml"
    offer = short.folder / "offer.yaml"
    said = cli("join", offer, "--seat", "cleo", "--key", key, "--out", out)
    assert said.status == 2
    assert "this offer has no seat 'cleo'; seats: anna, bert" in said.err
    said = cli("check", crowd.put("cleo.yaml", crowd.orders("cleo")), "--game", short.folder)
    assert said.status == 1
    tree = {**short.tree("bert", []), "seat": "cleo"}
    said = cli("apply", short.folder, short.put("cleo.yaml", short.signed(tree, "cleo")))
    assert said.status == 1
    assert "there is no seat 'cleo' in this game" in said.err
    assert cli("report", short.folder, "--seat", "cleo").status == 2


def test_rulesets_show_tells_who_plays() -> None:
    said = cli("rulesets", "show", "relay")
    assert "short: six turns (anna, bert)" in said.out
    assert "crowd: six turns of three (anna, bert, cleo)" in said.out
    shown = json.loads(cli("rulesets", "show", "relay", "--json").out)
    assert shown["scenarios"]["short"]["seats"] == ["anna", "bert"]
    assert list(shown["seats"]) == ALL


def test_seats_of_scenarios_stand_in_charter_order() -> None:
    """Of the toys and of every installed game."""
    from referee.ruleset import load
    from referee.ruleset import names as installed

    for rules in (*TOYS.values(), *(load(name) for name in installed() if name not in TOYS)):
        for scenario in rules.scenarios:
            played = rules.seats_of(scenario)
            assert played == [seat for seat in rules.seats if seat in played]
