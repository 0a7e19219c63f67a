"""The page referee-caesar-in-alexandria(7): its examples are played as it tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.pages import blocks, section, source, subsection
from tests.project.playing import Game, follow

PAGE = source("referee-caesar-in-alexandria.7")
SAMPLE = Path(__file__).parents[2] / "samples" / "eunostos"
#: The test keys of the example on land.
SEED = 49


def test_the_turn_on_land_is_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("roman", "egyptian")
    game = Game(tmp_path, monkeypatch, capsys, SEED, "pharos", "caesar-in-alexandria", seats)
    marked = blocks(subsection(section(PAGE, "EXAMPLES"), "A turn on land"))
    follow(game, marked)
    assert [block.words[0] for block in marked].count("report") == 1
    assert "Run 4 waits for: Egyptian." in game.report("roman")


def test_the_turn_at_sea_is_that_of_the_sample() -> None:
    orders, report = blocks(subsection(section(PAGE, "EXAMPLES"), "A turn at sea"))
    draft = (SAMPLE / "drafts" / "0003-roman.yaml").read_text(encoding="utf-8")
    told = (SAMPLE / "reports" / "roman" / "0003.txt").read_text(encoding="utf-8")
    assert orders.text.strip("\n") in draft
    assert report.text.strip("\n") in told
