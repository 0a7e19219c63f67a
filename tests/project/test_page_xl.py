"""The page referee-caesar-xl(7): its example, names, cards and words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine.words import IF
from referee.files.strict_yaml import read
from referee.orders.advance import parse_next
from tests.project.game_page import GamePage, items
from tests.project.pages import Block, blocks, section, subsection
from tests.project.playing import Game, follow
from tests.rules.caesar_xl.adapter import ROLLS, board

NAME = "caesar-xl"
GAME = GamePage(NAME)
PAGE, RULESET, REQUESTS = GAME.text, GAME.ruleset, GAME.requests
#: The test keys of the example.
SEED = 13


def test_the_game_turn_is_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(tmp_path, monkeypatch, capsys, SEED, "silver", NAME)
    marked = blocks(subsection(section(PAGE, "EXAMPLES"), "A game turn"))
    follow(game, marked)
    assert [block.words[0] for block in marked].count("orders") == 4
    assert "Run 4 waits for: Caesar." in game.report("pompey")


def test_every_order_line_is_understood_and_every_word_used() -> None:
    shown = blocks(section(PAGE, "ORDERS"))
    for block in shown:
        assert GAME.order_faults(block, ["caesar"]) == [], block.text
    assert GAME.unused(shown) == []
    used = "".join(block.text for block in shown)
    assert f"{IF}:" in used and "else: stop" in used
    assert GAME.order_faults(Block([], ["- march: {pieces: [CL13], to: Rome}"]))


def test_every_rule_is_understood_and_every_word_explained_and_used() -> None:
    def used(kind: str, own: Sequence[str]) -> Sequence[str]:
        return ["default"] if kind in ("cards", "turn") else own

    for text, seat in GAME.standing_shown():
        assert GAME.standing_faults(text, seat or "caesar") == [], text
    assert GAME.standing_untold(used) == []
    assert GAME.standing_faults("standing:\n  - {on: retreat, then: flee}", "caesar")


def test_the_quantities_of_order_lines_are_explained() -> None:
    part = subsection(section(PAGE, "ORDERS"), "Conditions")
    lists = re.split(r"^\.Em Quantities\nof\n\.Ql (\w+) :\n", part, flags=re.MULTILINE)
    for kind, text in zip(lists[1::2], lists[2::2], strict=True):
        items = ", ".join(re.findall(r"^\.It Ql (.*)$", text, re.MULTILINE)).replace(" ,", ",")
        assert items.split(", ") == list(REQUESTS[kind].conditions), kind
    assert {*lists[1::2]} == {kind for kind in REQUESTS if REQUESTS[kind].conditions}


def test_every_roll_of_the_re_roll_is_named() -> None:
    part = subsection(section(PAGE, "STANDING ORDERS"), "tribunes (F3), reroll (F4)")
    assert [name for name in ROLLS if not re.search(rf"Ql .*\b{name}\b", part)] == []


def place_text(place: str) -> str:
    """What the page says of a place."""
    near = ", ".join(board.PLACE_NAMES[other] for other in board.LINKS[place])
    if place in board.ZONES:
        return f"strength {board.VALUES[place]}; {near}."
    city = board.CITIES[place]
    kind = "Roman" if city["type"] == board.ROMAN else city["type"]
    return f"{kind}, {city['value']}{', port' * city['port']}; {near}."


def test_the_map_is_in_the_page() -> None:
    told = items(subsection(section(PAGE, "DESCRIPTION"), "The map"))
    assert list(told) == list(board.PLACE_NAMES.values())
    for place, name in board.PLACE_NAMES.items():
        assert told[name] == place_text(place)


def card_text(card: str) -> str:
    """What the page says of a card."""
    data = board.CARDS[card]
    points = ", ".join(f"{data[f]} {f.title()}" for f in board.FACTIONS if data.get(f))
    if card not in board.FORUM:
        return f"{points}. {data['text']}" if points else str(data["text"])
    price = f", {data['cost']} gold" if data["cost"] else ""
    return f"{points}{price}; {data['needs']}. {data['text']}"


def test_the_cards_are_in_the_page() -> None:
    told = items(section(PAGE, "CARDS"))
    for card, data in board.CARDS.items():
        assert told[f"{data['name']} ({card})"] == card_text(card)


def test_the_numbers_of_pieces_and_of_the_start_are_those_of_the_data() -> None:
    for kind, word in ((board.LEGION, "legion"), (board.ALLY, "allied unit")):
        unit = board.UNITS[kind]
        columns = (unit[key] for key in ("regular", "veteran", "price", "counters"))
        assert f".It {word} Ta " + " Ta ".join(map(str, columns)) in PAGE
    for kind, name in {"caesar": "Caesar", "pompey": "Pompey", "others": "leader"}.items():
        assert f".It {name} Ta {board.UNITS['leaders'][kind]} Ta" in PAGE
    text = " ".join(PAGE.split())
    gold = board.DATA["setup"]["gold"]
    assert f"and {gold['caesar']} gold. Pompey has" in text and f"and {gold['pompey']} gold" in text
    invasions = paragraph("Invasions")
    for number, zone in board.INVASIONS.items():
        name = board.PLACE_NAMES[zone]
        assert re.search(rf"\b{number}(?: and \d+)? {name}|\b\d+ and {number} {name}", invasions)


def paragraph(word: str) -> str:
    """The text behind an emphasized word, to the next section or paragraph."""
    found = re.search(rf"^\.Em {word} :\n(.*?)^\.(?:Pp|Sh)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, word
    return " ".join(found[1].split())


def test_the_forces_of_the_start_are_those_of_the_data() -> None:
    told = paragraph("Start")
    for forces in board.DATA["setup"]["forces"].values():
        for force in forces:
            assert board.PLACE_NAMES[force["at"]] in told


def test_the_corrections_of_the_page_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = GAME.corrected(tmp_path, monkeypatch, capsys)
    assert "links/sea: removed: [caralis/utica]" in printed
    assert "legion/price: 5 -> 4" in printed and "leaders/l4/optimates: 2 -> 1" in printed


def test_the_rule_that_buys_the_next_cards_is_understood() -> None:
    (block,) = (b for b in blocks(PAGE) if b.words == ["rules", "next"])
    tree: Any = read(block.text.encode()).tree
    coming, faults = parse_next(tree["next"], RULESET, "caesar")
    assert faults == [] and [one["on"] for one in coming] == ["cards"]
