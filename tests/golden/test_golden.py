"""Golden games come out as they are kept, and there is one for each way in which a game ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee import ruleset as finder
from referee.adjudicate.inbox import NEXT
from referee.cli.main import run
from referee.engine.ending import AGREED, RESIGNED
from referee.report.report_file import read_report
from tests.golden import archive
from tests.golden.replay import differences
from tests.golden.table import PAGE, table
from tests.golden.wanted import elsewhere, wanted
from tests.rules.cases import cases
from tests.support.seeds import count

ROOT = Path(__file__).parents[2]
RULESETS = finder.names()
GAMES = [name for ruleset in RULESETS for name in archive.names(ruleset)]


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_comes_out_byte_for_byte(name: str, tmp_path: Path) -> None:
    golden, folder = archive.load(name), tmp_path / "game"
    found = differences(golden, folder, anew=count(golden.runs // 4 + 1, 1))
    if found and found[0] in golden.files:  # the first says most
        made, old = folder / found[0], golden.files[found[0]].decode().splitlines()
        assert made.read_text(encoding="utf-8").splitlines() == old, found
    assert found == []
    reports = sorted(folder.glob("reports/*/*.txt"))
    assert len(reports) == (golden.runs + 1) * len(golden.offer["seats"])
    assert [p for p in reports if " \n" in p.read_text(encoding="utf-8")] == []  # mail drops these
    # Those of every seat are verified where the game is taken up, and the samples' one and all.
    last, seats = golden.runs // count(10, 1), golden.offer["seats"][: count(1, 9)]
    some = [p for p in reports if int(p.stem) <= last and p.parent.name in seats]
    assert run(["verify", *map(str, some), "--charter", str(folder / "charter.yaml")]) == 0


def test_other_hash_seeds_change_nothing() -> None:
    shortest = min(map(archive.load, GAMES), key=lambda golden: golden.runs)
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.make", *shortest.name.split("/"), "--check"],
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, f"{shortest.name}: the same\n")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_way_of_ending_has_its_golden_game(ruleset: str) -> None:
    rules = finder.load(ruleset)
    results = [archive.load(name).result for name in archive.names(ruleset)]
    endings = {*rules.wording.endings, RESIGNED, AGREED} - set(elsewhere(ruleset))
    assert {result.ending for result in results} == endings
    assert set(rules.seats) - {result.winner for result in results} == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_golden_games_are_those_that_are_wanted(ruleset: str) -> None:
    games = wanted(ruleset)
    assert archive.names(ruleset) == sorted(f"{ruleset}/{game}" for game in games)
    for game, sought in games.items():
        golden = archive.load(f"{ruleset}/{game}")
        assert golden.result == sought.result, game
        assert golden.offer["scenario"] == sought.scenario, game
        assert golden.offer["options"].items() >= sought.options.items(), game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_kind_of_request_stops_some_golden_game(ruleset: str) -> None:
    stops = set()
    for golden in map(archive.load, archive.names(ruleset)):
        first = golden.offer["seats"][0]
        for raw in golden.part(f"reports/{first}").values():
            public = read_report(raw).sheet["public"]
            stops |= {a["kind"] for a in public["asked"] if a["seat"] in public["due"]}
    assert stops == set(finder.load(ruleset).rules.requests) - set(elsewhere(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_no_golden_game_has_a_case_has(ruleset: str) -> None:
    titles = {
        case.data.get("case") for case in cases() if case.package == ruleset.replace("-", "_")
    }
    assert set(elsewhere(ruleset).values()) <= titles


@pytest.mark.parametrize("ruleset", RULESETS)
def test_next_answers_what_is_wanted_of_it_in_golden_games_of_each_ruleset(ruleset: str) -> None:
    games = {game: sought.nexts for game, sought in wanted(ruleset).items() if sought.nexts}
    assert games
    for game, kinds in games.items():
        reports = archive.load(f"{ruleset}/{game}").part("reports").values()
        told = [one for raw in reports for one in read_report(raw).sheet["own"]["answered"]]
        assert {one["on"] for one in told if one["by"] == NEXT}.issuperset(kinds), game


@pytest.mark.parametrize("ruleset", RULESETS)
def test_some_golden_game_of_each_ruleset_has_an_advance_file(ruleset: str) -> None:
    goldens = map(archive.load, archive.names(ruleset))
    assert any(".advance-" in name for golden in goldens for name in golden.part("mail"))


def test_the_page_has_the_table_of_all_golden_games() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(f"\n{table()}")
    assert table().count("\n") == 2 + len(GAMES)
