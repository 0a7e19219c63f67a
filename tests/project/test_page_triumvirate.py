"""The page referee-end-of-the-triumvirate(7): its examples, names and words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine.words import IF
from tests.project.game_page import GamePage
from tests.project.pages import Block, blocks, section, subsection
from tests.project.playing import TRIUMVIRS, Game, follow
from tests.rules.end_of_the_triumvirate.adapter import board

NAME = "end-of-the-triumvirate"
GAME = GamePage(NAME)
PAGE, RULESET, REQUESTS = GAME.text, GAME.ruleset, GAME.requests
#: The test keys of the example.
SEED = 4


def test_the_turns_are_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(tmp_path, monkeypatch, capsys, SEED, "three", NAME, TRIUMVIRS)
    marked = blocks(subsection(section(PAGE, "EXAMPLES"), "Three turns"))
    follow(game, marked)
    assert [block.words[0] for block in marked].count("orders") > 6
    assert "year 1, turn 4, Caesar" in game.report("pompey")


def test_every_order_line_is_understood_and_every_word_used() -> None:
    shown = blocks(section(PAGE, "ORDERS"))
    for block in shown:
        assert GAME.order_faults(block, ["caesar"]) == [], block.text
    assert GAME.unused(shown) == []
    used = "".join(block.text for block in shown)
    assert f"{IF}:" in used and "else: stop" in used
    assert GAME.order_faults(Block([], ["- move: {to: Narbo}"]))


def test_every_rule_is_understood_and_every_word_explained_and_used() -> None:
    def used(kind: str, own: Sequence[str]) -> Sequence[str]:
        return ["default"] if kind == "turn" else own

    for text, seat in GAME.standing_shown():
        assert GAME.standing_faults(text, seat or "caesar") == [], text
    assert GAME.standing_untold(used) == []
    assert GAME.standing_faults("standing:\n  - {on: raise, then: flee}", "caesar")


def test_the_quantities_of_order_lines_are_explained() -> None:
    part = subsection(section(PAGE, "ORDERS"), "Conditions")
    items = ", ".join(re.findall(r"^\.It Ql (.*)$", part, re.MULTILINE)).replace(" ,", ",")
    assert items.split(", ")[2:] == list(REQUESTS["turn"].conditions)


def test_the_board_is_in_the_page() -> None:
    told = re.findall(r"^\.It (.+)\n(\w+); (.+); (.+)\.$", PAGE, re.MULTILINE)
    assert told == [
        (province["name"], province["type"], beside(key, board.LAND), beside(key, board.SEAS))
        for key, province in board.LAND.items()
    ]
    for sea in board.SEAS.values():
        assert f"{sea['name']}" in subsection(section(PAGE, "DESCRIPTION"), "Names")


def beside(key: str, spaces: Any) -> str:
    """Names of those spaces that lie beside one."""
    return ", ".join(board.NAMES[other] for other in board.GRAPH[key] if other in spaces)


def test_what_is_told_of_the_governors_is_so() -> None:
    on = [place["name"] for place in board.LAND.values() if place["governor"] == "on"]
    text = " ".join(section(PAGE, "RECONSTRUCTED").split())
    assert f"those of {', '.join(on[:-1])} and {on[-1]};" in text


def test_the_corrections_of_the_page_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = GAME.corrected(tmp_path, monkeypatch, capsys, "RECONSTRUCTED")
    assert "provinces/macedonia/seas: removed: [sea-central]" in printed
    assert "borders/africa-nova_hispania-ulterior: added: arrow" in printed
