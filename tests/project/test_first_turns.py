"""The page of each game has a first turn: commands, and a file that is good in a sample game."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from referee.ruleset import names
from tests.project.pages import ROOT, Block, blocks, source
from tests.support.mailbag import cli

SAMPLES = ROOT / "samples"
#: the only fault that a template may have as it is
NOTHING_CHOSEN = "a list of order lines is expected here"


def first(game: str) -> tuple[Block, Block]:
    """The commands and the file of a page."""
    shown = [b for b in blocks(source(f"referee-{game}.7")) if b.words[:1] == ["first"]]
    commands, file = shown
    return commands, file


def as_a_player(folder: Path, sample: str, seat: str, number: str) -> None:
    """The files of a player of a sample game who has just got that report."""
    mine = SAMPLES / sample
    shutil.copy(mine / "charter.yaml", folder)
    shutil.copy(mine / "keys" / seat, folder / f"{seat}-key")
    (folder / "reports").mkdir()
    for report in sorted((mine / "reports" / seat).glob("*.txt")):
        if report.stem <= number:
            shutil.copy(report, folder / "reports")


@pytest.mark.parametrize("game", names())
def test_the_first_turn_of_a_page_is_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    commands, file = first(game)
    _, _, sample, seat, number = file.words
    as_a_player(tmp_path, sample, seat, number)
    monkeypatch.chdir(tmp_path)
    template, check, sign = commands.lines
    command, _, target = template.partition(" > ")
    said = cli(*shlex.split(command)[1:])
    assert said.status == 0, said.err
    Path(target).write_text(said.out)
    said = cli(*shlex.split(check)[1:])
    refused = said.err.count(": not understood: ")
    assert said.status == refused == said.err.count(NOTHING_CHOSEN), said.err
    Path(target).write_text(file.text)
    for line in (check, sign):
        said = cli(*shlex.split(line)[1:], *(["--test-seed", 1] if line == sign else []))
        assert said.status == 0, said.err
        assert "possible in no position" not in said.err
        assert "as things stand now" not in said.err
    assert Path(target).with_suffix(".signed.yaml").exists()
