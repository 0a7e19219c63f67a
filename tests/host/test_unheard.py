"""Standard output or error that is full or closed: the command is carried out, and that is said."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.installing import install_toys
from tests.support.mailbag import Table, cli

Game = Callable[..., Table]
ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return install_toys(tmp_path_factory.mktemp("site"))


def _shell(site: dict[str, str], where: str, *words: object) -> subprocess.CompletedProcess[str]:
    """A command in a shell with its output led somewhere."""
    line = f'"{sys.executable}" -m referee {" ".join(map(str, words))} {where}'
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        env=site,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("where", [">/dev/full", ">&-", "| true", ">/dev/full 2>/dev/full"])
def test_a_run_is_made_and_told_so_though_nobody_hears(
    game: Game, site: dict[str, str], where: str
) -> None:
    table, twin = game("duel", 2), game("duel", 2, called="twin")
    files = [table.put(f"{seat}.yaml", table.orders(seat)) for seat in table.due()]
    assert cli("apply", twin.folder, *files).status == 0
    said = _shell(site, where, "apply", table.folder, *files)
    assert said.returncode == 5, said
    assert "Traceback" not in said.stderr and "itself is at fault" not in said.stderr
    assert "Exception ignored" not in said.stderr
    if "2>" not in where:
        assert "standard output cannot be written: " in said.stderr
        assert "the command did its work; its own exit status is 0" in said.stderr
    assert table.snapshot() == twin.snapshot()


def test_talk_that_nobody_hears_stops_nothing(game: Game, site: dict[str, str]) -> None:
    """A refusal cannot be told; the good file of the same call is accepted all the same."""
    table = game("duel", 1)
    (red, blue) = [table.put(f"{s}.yaml", table.orders(s)) for s in table.due()]
    blue.write_text("not: an order file\n")
    said = _shell(site, "2>/dev/full", "apply", table.folder, red, blue)
    assert said.returncode == 1  # a file was refused, and that comes first
    assert table.status()["here"] == ["red"]


@pytest.mark.parametrize("words", ["rulesets", "--help", "status GAME", "report GAME --seat red"])
def test_every_way_of_printing(game: Game, site: dict[str, str], words: str) -> None:
    folder = str(game("duel", 1).folder)
    said = _shell(site, ">/dev/full", *words.replace("GAME", folder).split())
    assert said.returncode == 5, said
    assert said.stderr.splitlines()[-2:] == [
        "referee: error: standard output cannot be written: No space left on device",
        "referee: hint: the command did its work; its own exit status is 0",
    ]


def test_closed_standard_input(game: Game, site: dict[str, str]) -> None:
    said = _shell(site, "<&-", "check", "-")
    assert (said.returncode, said.stdout) == (2, "")
    assert "standard input is closed" in said.stderr


def test_bytes_go_through_the_same_door(game: Game, site: dict[str, str], tmp_path: Path) -> None:
    order = tmp_path / "order.yaml"
    order.write_bytes(game("duel", 1).orders("red"))
    assert _shell(site, ">/dev/full", "canon", order).returncode == 5
    assert _shell(site, "", "canon", order).stdout.startswith("{")
