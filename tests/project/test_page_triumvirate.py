"""The page referee-end-of-the-triumvirate(7): its examples, names and words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import run
from referee.engine.words import IF
from referee.files.strict_yaml import read
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import kinds, parse_standing
from referee.ruleset import load
from tests.project.pages import Block, blocks, section, source, subsection
from tests.project.playing import TRIUMVIRS, Game, follow
from tests.rules.end_of_the_triumvirate.adapter import board

NAME = "end-of-the-triumvirate"
PAGE = source(f"referee-{NAME}.7")
RULESET = load(NAME)
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


def order_faults(block: Block) -> list[str]:
    """What is wrong with order lines, whatever is asked."""
    words = {
        w: kind for request in RULESET.rules.requests.values() for w, kind in request.words.items()
    }
    quantities = RULESET.rules.requests["turn"].conditions
    tree = read(block.text.encode()).tree
    return [
        f.reason for f in parse_lines(tree, words, RULESET.rules.names("caesar"), quantities)[1]
    ]


def test_every_order_line_is_understood_and_every_word_used() -> None:
    shown = blocks(section(PAGE, "ORDERS"))
    for block in shown:
        assert order_faults(block) == [], block.text
    used = "".join(block.text for block in shown)
    for request in RULESET.rules.requests.values():
        assert [w for w in request.words if not re.search(rf"\b{w}\b", used)] == []
    assert f"{IF}:" in used and "else: stop" in used
    assert order_faults(Block([], ["- move: {to: Narbo}"]))


def standing_faults(text: str) -> list[str]:
    """What is wrong with a ``standing`` list."""
    tree: Any = read(text.encode()).tree
    return [fault.reason for fault in parse_standing(tree["standing"], RULESET, "caesar")[1]]


def test_every_rule_is_understood_and_every_word_explained_and_used() -> None:
    part = section(PAGE, "STANDING ORDERS")
    shown = [b.text if b.lines[0] == "standing:" else f"standing:\n{b.text}" for b in blocks(part)]
    for text in shown:
        assert standing_faults(text) == [], text
    used, items = "".join(shown), re.sub(r"^\.(?:It )?Cm ", "", part, flags=re.MULTILINE)
    for kind, request in kinds(RULESET).items():
        assert re.search(rf"^\.Ss {kind}", part, re.MULTILINE) and f"on: {kind}" in used
        beside = RULESET.rules.kinds[kind].standing
        own = [word for word in beside.policies if kind != "turn" or word == "default"]
        assert [word for word in own if not re.search(rf"\b{word}\b", used)] == [], kind
        wanted = [*own, *request.selectors, *beside.quantities]
        assert [word for word in wanted if word not in items] == [], kind
    assert standing_faults("standing:\n  - {on: raise, then: flee}")


def test_the_quantities_of_order_lines_are_explained() -> None:
    part = subsection(section(PAGE, "ORDERS"), "Conditions")
    items = ", ".join(re.findall(r"^\.It Ql (.*)$", part, re.MULTILINE)).replace(" ,", ",")
    assert items.split(", ")[2:] == list(RULESET.rules.requests["turn"].conditions)


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
    monkeypatch.chdir(tmp_path)
    (block,) = (b for b in blocks(section(PAGE, "RECONSTRUCTED")) if b.words == ["corrections"])
    Path("corrections.yaml").write_text(block.text)
    assert run(["keygen", "host", "--test-seed", "1"]) == 0
    capsys.readouterr()
    assert run(["new", NAME, "game", "--key", "host", "--corrections", "corrections.yaml"]) == 0
    printed = capsys.readouterr().err
    assert "provinces/macedonia/seas: removed: [sea-central]" in printed
    assert "borders/africa-nova_hispania-ulterior: added: arrow" in printed


def test_no_line_of_an_example_is_wider_than_76_columns() -> None:
    shown = blocks(PAGE)
    assert [line for block in shown for line in block.lines if len(line) + 5 > 76] == []
