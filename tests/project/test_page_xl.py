"""The page referee-caesar-xl(7): its example, names, cards and words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import run
from referee.engine.words import IF
from referee.files.strict_yaml import read
from referee.orders.advance import parse_next
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import kinds, parse_standing
from referee.ruleset import load
from tests.project.pages import Block, blocks, section, source, subsection, unescaped
from tests.project.playing import Game, follow
from tests.rules.caesar_xl.adapter import ROLLS, board

NAME = "caesar-xl"
PAGE = source(f"referee-{NAME}.7")
RULESET = load(NAME)
REQUESTS = RULESET.rules.requests
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


def order_faults(block: Block) -> list[str]:
    """What is wrong with order lines, whatever is asked."""
    words = {w: kind for request in REQUESTS.values() for w, kind in request.words.items()}
    quantities = {q: v for request in REQUESTS.values() for q, v in request.conditions.items()}
    tree = read(block.text.encode()).tree
    return [
        f.reason for f in parse_lines(tree, words, RULESET.rules.names("caesar"), quantities)[1]
    ]


def test_every_order_line_is_understood_and_every_word_used() -> None:
    shown = blocks(section(PAGE, "ORDERS"))
    for block in shown:
        assert order_faults(block) == [], block.text
    used = "".join(block.text for block in shown)
    for request in REQUESTS.values():
        assert [w for w in request.words if not re.search(rf"\b{w}\b", used)] == []
    assert f"{IF}:" in used and "else: stop" in used
    assert order_faults(Block([], ["- march: {pieces: [CL13], to: Rome}"]))


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
        assert re.search(rf"^\.Ss .*\b{kind} \(", part, re.MULTILINE) and f"on: {kind}" in used
        beside = RULESET.rules.kinds[kind].standing
        turns = kind in ("cards", "turn")
        own = [word for word in beside.policies if not turns or word == "default"]
        assert [word for word in own if not re.search(rf"\b{word}\b", used)] == [], kind
        wanted = [*own, *request.selectors, *beside.quantities]
        assert [word for word in wanted if word not in items] == [], kind
    assert standing_faults("standing:\n  - {on: retreat, then: flee}")


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


def items(part: str) -> dict[str, str]:
    """The items of a list: the head of each, and its text on one line."""
    found = re.findall(r"^\.It (.+)\n((?:[^.].*\n)+)", part, re.MULTILINE)
    return {head: unescaped(" ".join(text.split())) for head, text in found}


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
    monkeypatch.chdir(tmp_path)
    (block,) = (b for b in blocks(section(PAGE, "CORRECTIONS")) if b.words == ["corrections"])
    Path("corrections.yaml").write_text(block.text)
    assert run(["keygen", "host", "--test-seed", "1"]) == 0
    capsys.readouterr()
    assert run(["new", NAME, "game", "--key", "host", "--corrections", "corrections.yaml"]) == 0
    printed = capsys.readouterr().err
    assert "links/sea: removed: [caralis/utica]" in printed
    assert "legion/price: 5 -> 4" in printed and "leaders/l4/optimates: 2 -> 1" in printed


def test_the_rule_that_buys_the_next_cards_is_understood() -> None:
    (block,) = (b for b in blocks(PAGE) if b.words == ["rules", "next"])
    tree: Any = read(block.text.encode()).tree
    coming, faults = parse_next(tree["next"], RULESET, "caesar")
    assert faults == [] and [one["on"] for one in coming] == ["cards"]


def test_no_line_of_an_example_is_wider_than_76_columns() -> None:
    shown = blocks(PAGE)
    assert [line for block in shown for line in block.lines if len(line) + 5 > 76] == []
