"""The program that compares traces."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.traces import compare, test_alexandria_replayed, test_caesar_xl, test_sword_of_rome

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
