"""Toy rulesets for in-process commands and for real processes; games to copy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.installing import ROOT, install_toys, toys
from tests.support.mailbag import Table, opened


@pytest.fixture(name="toys")
def toys_found() -> Iterator[None]:
    """The toys are found as if they were installed."""
    with toys():
        yield


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


Process = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def process(tmp_path_factory: pytest.TempPathFactory) -> Process:
    """Runs ``python ARGS...`` with the toys installed."""
    environment = install_toys(tmp_path_factory.mktemp("site") / "site")

    def start(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            env={**environment, **more},
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=120,
            check=False,
        )

    return start
