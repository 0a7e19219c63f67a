"""`check` and `sign` say what orders will do, by the report alone, and refuse nothing for it."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import views
from referee.engine.game import Game
from referee.lab.selfplay import play
from referee.report import preview as previews
from referee.report.preview import HOPED, preview
from referee.report.report_file import read_report
from referee.ruleset import load
from tests.support.mailbag import cli

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "rubicon"
#: Caesar's first command of the sample, of which report 2 asks him.
COMMAND = ("orders/0003-caesar.yaml", "reports/caesar/0002.txt")
HEADING = "what your orders will do:"


def of_lines(report: str, orders: list[Any], tmp_path: Path) -> Any:
    """What `check` says of these orders, by a report of the sample."""
    seat = report.split("/")[1]
    path = tmp_path / "draft.yaml"
    path.write_text(json.dumps({"kind": "orders", "seat": seat, "orders": orders}))
    return cli("check", path, "--report", SAMPLE / report)


def test_a_check_by_a_report_says_where_groups_go_and_what_is_left_empty() -> None:
    said = cli("check", SAMPLE / COMMAND[0], "--report", SAMPLE / COMMAND[1])
    assert said.status == 0
    assert HEADING in said.err
    assert "Caesar moves" in said.err
    assert said.out == f"{SAMPLE / COMMAND[0]}: good\n"


def test_the_preview_of_a_command_has_attacks_and_empty_cities(tmp_path: Path) -> None:
    group = {"from": "Narbo", "blocks": ["Legio 7", "Legio 9", "Legio 10"], "to": "Tarraco"}
    said = of_lines(COMMAND[1], [{"move": group}], tmp_path)
    assert "Caesar moves 3 brown blocks: Narbo - Tarraco, attacking." in said.err
    assert "Narbo is left empty." in said.err


def test_a_city_that_is_left_empty_loses_its_points(tmp_path: Path) -> None:
    """Its fleet stays in port in this scenario, so that the sheet is without it."""
    sheet, ruleset = read_report((SAMPLE / COMMAND[1]).read_bytes()).sheet, load("julius-caesar")
    del sheet["state"]["own"]["blocks"]["c-navis-1"]
    there = sheet["state"]["public"]["places"]["massilia"]["caesar"]
    there["brown"] -= 1
    request = views.own_requests(sheet, ruleset.rules)[0]
    going = {"from": "massilia", "blocks": ["legio-11", "legio-14"], "to": "genua"}
    told = preview(request, views.view(sheet), [{"move": going}], ruleset)
    assert "Massilia is left empty: its 1 point would be nobody's." in told


def test_json_has_the_preview_under_its_own_key() -> None:
    said = cli("check", SAMPLE / COMMAND[0], "--report", SAMPLE / COMMAND[1], "--json")
    assert HEADING not in said.err
    assert any("Caesar moves" in line for line in json.loads(said.out)["preview"])


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_without_a_report_nothing_is_foretold(more: tuple[str, ...]) -> None:
    said = cli("check", SAMPLE / COMMAND[0], *more)
    assert HEADING not in said.err
    assert not more or json.loads(said.out)["preview"] == []


def test_a_refused_file_has_no_preview(tmp_path: Path) -> None:
    said = of_lines(COMMAND[1], [{"move": {"from": "Rome", "blocks": [], "to": "Genua"}}], tmp_path)
    assert said.status == 1
    assert HEADING not in said.err


def test_a_preview_on_which_the_wording_fails_refuses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A host could make a position up on which it does."""

    def failing(*arguments: Any) -> list[str]:
        raise KeyError("nowhere")

    monkeypatch.setattr("referee.player.foretelling.preview", failing)
    said = cli("check", SAMPLE / COMMAND[0], "--report", SAMPLE / COMMAND[1])
    assert said.status == 0
    assert "warning" in said.err
    assert "the rules fail on the position in the report" in said.err


def test_sign_says_it_too_and_prints_nothing_but_the_name_of_the_file(tmp_path: Path) -> None:
    for name in ("charter.yaml", "keys/caesar", "orders/0003-caesar.yaml"):
        shutil.copy(SAMPLE / name, tmp_path)
    for number in range(3):
        shutil.copy(SAMPLE / f"reports/caesar/000{number}.txt", tmp_path)
    out = tmp_path / "signed.yaml"
    said = cli(
        *("sign", tmp_path / "0003-caesar.yaml", "--key", tmp_path / "caesar", "--out", out),
        *("--report", tmp_path / "0002.txt"),
    )
    assert said.status == 0, said.err
    assert HEADING in said.err
    assert "Caesar moves" in said.err
    assert said.out == f"{out}\n"


def _previews(name: str, games: int) -> Iterator[tuple[Any, list[str]]]:
    """Previews of random answers in random games, each with its request."""
    ruleset, chance = load(name), random.Random(7)
    found: list[tuple[Any, list[str]]] = []

    def watch(game: Game) -> None:
        for request in game.open_requests():
            view = game.view(request.seat)
            answer = ruleset.rules.kinds[request.kind].player.sample(request, view, chance)
            found.append((request, preview(request, view, answer, ruleset)))

    for number in range(games):
        play(ruleset, 7, number, watch=watch)
    yield from found


@pytest.mark.parametrize(
    "name", ["julius-caesar", "end-of-the-triumvirate", "caesar-xl", "sword-of-rome"]
)
def test_random_answers_are_foretold_in_lines_that_fit_a_mail(name: str) -> None:
    found = list(_previews(name, 1))
    assert all(len(line) <= 74 for _, lines in found for line in lines)
    assert all(line.strip() for _, lines in found for line in lines)
    assert any(lines for _, lines in found)


@pytest.mark.parametrize(
    "name", ["julius-caesar", "end-of-the-triumvirate", "caesar-xl", "sword-of-rome"]
)
def test_no_preview_tells_what_dice_show(name: str) -> None:
    ruleset = load(name)
    kinds: set[str] = set()
    real = previews._worded

    def seen(events: Any, seat: str, of: Any) -> list[str]:
        kinds.update(event["kind"] for event in events)
        return real(events, seat, of)

    previews._worded, found = seen, []  # type: ignore[assignment]
    try:
        found = list(_previews(name, 1))
    finally:
        previews._worded = real
    assert found
    assert kinds
    assert not kinds & set(ruleset.rules.rolled)


def test_what_hangs_on_dice_is_told_apart(tmp_path: Path) -> None:
    lines = [lines for _, lines in _previews("end-of-the-triumvirate", 1) if HOPED in lines]
    assert lines
    assert any("attacks" in line for line in lines[0][: lines[0].index(HOPED)])


@pytest.mark.parametrize(
    ("report", "orders", "told"),
    [
        (
            "rubicon/reports/caesar/0005.txt",
            [{"fire": "Caesar"}],
            "Dice decide: Caesar (A3) fires.",
        ),
        (
            "allia/reports/rome/0003.txt",
            [{"march": {"card": "Via Appia", "leader": "Camillus", "path": ["Antium"]}}],
            "Dice decide: battle at Antium.",
        ),
        (
            "carrhae/reports/caesar/0004.txt",
            [{"move": {"to": ["Sicilia"], "legions": "3"}}],
            "A draw decides: Caesar attacks Sicilia.",
        ),
        (
            "ilerda/reports/caesar/0001.txt",
            [{"diplomacy": {"at": "Rubicon"}}],
            "Dice decide: diplomacy (7.4) at Rubicon: Caesar.",
        ),
    ],
)
def test_the_dice_that_will_decide_are_named(
    tmp_path: Path, report: str, orders: list[Any], told: str
) -> None:
    """By the words of the log that `verify` reads."""
    path = tmp_path / "draft.yaml"
    seat = report.split("/")[2]
    path.write_text(json.dumps({"kind": "orders", "seat": seat, "orders": orders}))
    said = cli("check", path, "--report", ROOT / "samples" / report)
    assert said.status == 0, said.err
    assert f"referee:   {told}\n" in said.err


def test_views_of_a_report_are_enough() -> None:
    """A preview is made of a report's request and View, nothing else."""
    sheet, ruleset = read_report((SAMPLE / COMMAND[1]).read_bytes()).sheet, load("julius-caesar")
    request = views.own_requests(sheet, ruleset.rules)[0]
    told = preview(request, views.view(sheet), [], ruleset)
    assert told == ["Caesar makes no moves and no levies."]
