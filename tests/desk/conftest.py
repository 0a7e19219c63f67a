"""Toy rulesets for in-process commands and for real processes; games to copy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee import ruleset as finder
from referee.engine.rules import Ruleset
from tests.desk.mailbag import TOYS, Table, opened

ROOT = Path(__file__).parents[2]


@dataclass
class Point:
    """An entry point as `referee.ruleset` uses it."""

    name: str

    @property
    def module(self) -> str:
        return f"tests.toys.{self.name}"

    def load(self) -> Ruleset:
        return TOYS[self.name]


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys are found as if they were installed."""
    monkeypatch.setattr(finder, "_entry_points", lambda: [Point(name) for name in TOYS])


@pytest.fixture(scope="session")
def _shelf(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Table]:
    made: dict[tuple[str, int], Table] = {}

    def take(name: str, runs: int) -> Table:
        if (name, runs) not in made:
            folder = tmp_path_factory.mktemp("shelf") / f"{name}-{runs}"
            made[name, runs] = opened(name, folder, runs)
        return made[name, runs]

    return take


@pytest.fixture
def game(_shelf: Callable[[str, int], Table], tmp_path: Path) -> Callable[..., Table]:
    """Gives a fresh copy of a toy game after some runs: ``game("duel", 2)``."""

    def copied(name: str = "duel", runs: int = 2, called: str = "game") -> Table:
        return _shelf(name, runs).copy(tmp_path / called)

    return copied


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for PYTHONPATH in which the toys are installed, for other processes."""
    place = tmp_path_factory.mktemp("site")
    info = place / "toys-1.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    points = "".join(f"{name} = tests.toys.{name}:ruleset\n" for name in TOYS)
    info.joinpath("entry_points.txt").write_text(f"[referee.rulesets]\n{points}")
    return place


Process = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def process(installed: Path) -> Process:
    """Runs ``python ARGS...`` with the toys installed."""

    def start(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(installed), str(ROOT)])
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": path, **more},
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=120,
            check=False,
        )

    return start
