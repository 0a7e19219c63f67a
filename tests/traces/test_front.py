"""The program that compares traces."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.traces import base, compare, test_alexandria_replayed, test_caesar_xl, test_sword_of_rome

FIRST = [test_caesar_xl.FILES[0], test_sword_of_rome.FILES[0], test_alexandria_replayed.SIX[2]]


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.parent.name)
def test_it_says_what_it_compared(
    path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / path.parent.name
    folder.mkdir()
    (folder / path.name).write_bytes(path.read_bytes())
    assert compare.main(str(folder)) == 0
    told = capsys.readouterr().out
    assert "1 games" in told and "other differences: 0" in told


@pytest.mark.parametrize("named", ["4p-lively-8", "sword-of-rome", None])
def test_a_trace_is_of_the_game_that_it_names_or_else_of_its_folder(
    named: str | None, tmp_path: Path
) -> None:
    folder = tmp_path / "sword-of-rome"
    folder.mkdir()
    path = folder / f"one{base.RAW}"
    path.write_bytes(gzip.compress(json.dumps({"t": "start", "game": named}).encode()))
    assert base.traces(folder, "sword-of-rome") == [path]
    assert base.traces(folder, "caesar-xl") == []
