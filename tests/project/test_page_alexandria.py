"""The page referee-caesar-in-alexandria(7): its examples are understood, and played as it tells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.project.game_page import GamePage
from tests.project.pages import Block, blocks, section, subsection
from tests.project.playing import Game, follow

GAME = GamePage("caesar-in-alexandria")
PAGE = GAME.text
SAMPLE = Path(__file__).parents[2] / "samples" / "eunostos"
#: The test keys of the example on land.
SEED = 49


def test_the_turn_on_land_is_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("roman", "egyptian")
    game = Game(tmp_path, monkeypatch, capsys, SEED, "pharos", GAME.name, seats)
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


def test_every_order_line_is_understood_and_every_word_used() -> None:
    shown = blocks(section(PAGE, "ORDERS"))
    for block in shown:
        assert GAME.order_faults(block) == [], block.text
    assert GAME.unused(shown) == []
    assert GAME.order_faults(Block([], ["- move: {unit: R-VI-11, path: [2803]}"]))


def test_every_rule_is_understood_and_every_word_explained_and_used() -> None:
    def used(kind: str, own: Sequence[str]) -> Sequence[str]:
        return ["default"] if kind in ("set up", "turn") else own

    for text, seat in GAME.standing_shown():
        assert GAME.standing_faults(text, seat or "roman") == [], text
    assert GAME.standing_untold(used) == []
    assert GAME.standing_faults("standing:\n  - {on: flee, then: fight}", "roman")
