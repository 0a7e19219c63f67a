"""The benchmark programs run and print what they promise; no time is asserted."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.engine.rules import Ruleset
from referee.lab.selfplay import Played, save
from referee.report.report_file import read_report
from tests.golden import archive
from tests.support.seeds import count

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests" / "benchmarks"

#: program -> the smallest size that it has, and what its last line looks like
SMALL = {
    "commands": (["1", "5"], r"referee apply: [\d.]+ times the floor \(.*\)"),
    "hostile": (["1", "8"], r"the worst: [\d.]+ times the floor"),
    "journal": (["--games", "1", "--replays", "1", "--runs", "60"], r"again from .* s a game"),
    "mails": (["1", "caesar-xl"], r" +- \{on: (servant|cards|politics), .*"),
    "names": (["200"], r"beginnings of many: [\d.]+ us, [\d.]+ times a search through all"),
    "play": (["--games", "1", "--rounds", "1"], r" +\d+% .*"),
    "records": (["1", "12"], r"sign without one, 0012 reports: [\d.]+ s, [\d.]+ times check"),
    "rolls": (["--rounds", "1"], r"made up: 1000 rolls .* [\d.]+ times the bare loop"),
    "sets": (["2", "julius-caesar"], r"julius-caesar \(land\): [\d.]+, fair 50.0; as caesar .*"),
    "turns": (
        ["--games", "1", "--pairs", "1", "--late", "705/2", "--runs", "8"],
        r"median of 1 games: [\d.]+ times the first turn, [\d.]+ times the same place .*",
    ),
}


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", str(PROGRAMS / f"{name}.py"), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


#: those that take seconds all the same: they are run with --long
SLOW = ("hostile", "journal", "names", "records", "turns")


@pytest.mark.parametrize("name", [name for name in SMALL if name not in SLOW[count(0, 5) :]])
def test_a_benchmark_runs_at_its_smallest_size(name: str) -> None:
    arguments, last = SMALL[name]
    done = run(name, *arguments)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(last, done.stdout.splitlines()[-1]), done.stdout


def test_files_are_signed_in_a_game_that_goes_on_after_so_many_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game of the first seed is over by then: another one is looked for."""
    monkeypatch.syspath_prepend(PROGRAMS)
    records, over = importlib.import_module("records"), archive.load("julius-caesar/land")

    def played(rules: Ruleset, folder: Path, seed: int, *chosen: Any, most_runs: int) -> Played:
        if seed > 1:
            return save(rules, folder, seed, *chosen, most_runs=most_runs)
        for name, raw in over.files.items():
            folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
            folder.joinpath(name).write_bytes(raw)
        return Played(seed, 0, over.result, "")

    monkeypatch.setattr(records, "save", played)
    report, key = records.played(over.runs, tmp_path)
    sheet = read_report(report.read_bytes()).sheet
    assert (sheet["run"], sheet["public"]["over"]) == (over.runs, False)
    assert sheet["seat"] in sheet["public"]["due"]
    assert key.is_file()


def test_every_benchmark_is_run_here_and_described() -> None:
    described = (PROGRAMS / "README.md").read_text(encoding="utf-8")
    programs = {path.stem for path in PROGRAMS.glob("*.py")} - {"measuring", "test_benchmarks"}
    assert programs == set(SMALL)
    assert [name for name in sorted(programs) if f"`{name}.py`" not in described] == []
