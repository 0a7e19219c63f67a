"""The page referee-sword-of-rome(7): its examples, names, cards, tables and words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee.engine.words import IF
from referee.files.strict_yaml import read
from referee.orders.advance import parse_next
from tests.project.game_page import GamePage, items
from tests.project.pages import Block, blocks, section, subsection, unescaped
from tests.project.playing import Game, follow
from tests.rules.sword_of_rome.adapter import board, card_text

NAME = "sword-of-rome"
GAME = GamePage(NAME)
PAGE, RULESET, REQUESTS = GAME.text, GAME.ruleset, GAME.requests
#: Headings of the decks in CARDS.
DECKS = dict(zip(board.SEATS, ("Rome", "Greeks", "Gauls", "Etruscans and Samnites"), strict=True))


#: The test keys of the example.
SEED = 1


def test_the_action_is_played_as_the_page_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(tmp_path, monkeypatch, capsys, SEED, "four", NAME, board.SEATS)
    marked = blocks(subsection(section(PAGE, "EXAMPLES"), "One action and its reactions"))
    follow(game, marked)
    assert [block.words[0] for block in marked].count("orders") == 7
    assert "Run 5 waits for: the Etruscans and Samnites." in game.report("rome")


def test_every_order_line_is_understood_and_every_word_used() -> None:
    shown = [block for title in ("ORDERS", "WINDOWS") for block in blocks(section(PAGE, title))]
    for block in shown:
        assert GAME.order_faults(block) == [], block.text
    assert GAME.unused(shown) == []
    used = "".join(block.text for block in shown)
    assert f"{IF}:" in used and "else: stop" in used
    assert GAME.order_faults(Block([], ["- march: {leader: Camillus, path: [Atlantis]}"]))


def test_every_rule_is_understood_and_every_word_explained_and_used() -> None:
    def used(kind: str, own: Sequence[str]) -> Sequence[str]:
        if kind == "action":
            return ["default"]
        return [w for w in own if kind != "desperate times" or w in ("desperate", "never")]

    for text, seat in GAME.standing_shown():
        assert GAME.standing_faults(text, seat or "rome") == [], text
    assert GAME.standing_untold(used) == []
    assert GAME.standing_faults("standing:\n  - {on: retreat, then: flee}", "rome")


def test_the_quantities_of_order_lines_are_explained() -> None:
    part = subsection(section(PAGE, "ORDERS"), "Conditions")
    told = re.findall(r"^\.It Ql (.*)$", part.partition("Quantities")[2], re.MULTILINE)
    assert told == list(REQUESTS["action"].conditions)
    assert [kind for kind in REQUESTS if REQUESTS[kind].conditions] == ["action"]


def test_every_window_and_every_cause_of_a_tie_is_in_the_page() -> None:
    windows = re.findall(r"^\.It Ql (.*)$", section(PAGE, "WINDOWS"), re.MULTILINE)
    assert windows[-len(_words("respond", "trigger")) :] == _words("respond", "trigger")
    part = section(PAGE, "STANDING ORDERS")
    for kind, key in (("who", "what"), ("gallic event", "loses")):
        told = " ".join(re.findall(r"^\.Ql (.*)$", part, re.MULTILINE))
        assert [w for w in _words(kind, key) if not re.search(rf"\b{w}\b", told)] == []


def _words(kind: str, key: str) -> list[str]:
    """The words of a selector."""
    return list(REQUESTS[kind].selectors[key].words)  # type: ignore[attr-defined]


@pytest.mark.parametrize("seat", board.SEATS)
def test_the_cards_are_in_the_page(seat: str) -> None:
    told = items(subsection(section(PAGE, "CARDS"), DECKS[seat]))
    found: dict[str, list[str]] = {}
    for card, data in board.DECKS[seat].items():
        text = card_text(card)
        (head,) = (h for h in told if re.search(rf"[(, ]{card}[,;]", h))
        assert head.startswith(f"{data['title']} (") and head.endswith(f"; value {data['value']})")
        assert told[head] == text
        found.setdefault(head, []).append(card)
    heads = {f"({', '.join(cards)}; value" in head for head, cards in found.items()}
    assert heads == {True} and len(found) == len([h for h in told if "; value" in h])


def rows(title: str, part: str) -> list[list[str]]:
    """The rows of a table of the page that has this first line."""
    begin = part.index(f".It {title} Ta ")
    lines = part[begin:].partition(".El\n")[0].strip().split("\n")[1:]
    return [unescaped(line.removeprefix(".It ")).split(" Ta ") for line in lines]


def test_leaders_and_forces_are_those_of_the_data() -> None:
    part = section(PAGE, "DESCRIPTION")
    for row, data in zip(rows("leader", part), board.LEADERS.values(), strict=True):
        numbers = [str(data[key]) for key in ("initiative", "tactics")]
        power = board.POWER_NAMES[data["power"]]
        assert row == [data["name"], power, *numbers, str(data["penalty"] or "-")]
    for row, force in zip(rows("power", part), board.DATA["setup"]["forces"], strict=True):
        names = board.POWER_NAMES[force["power"]], board.LEADER_NAMES[force["leader"]]
        assert row == [*names, str(force["cu"]), board.SPACE_NAMES[force["at"]]]
    assert [f["leader"] for f in board.DATA["setup"]["forces"] if f["militia"]] == ["bomilcar"]
    assert set(board.DATA["setup"]["vp"].values()) == {6} and "begins with 6 VP" in part


def test_the_tables_are_those_of_the_data() -> None:
    part, tables = section(PAGE, "RULES"), board.TABLES
    for row, data in zip(rows("turn", part), tables["turns"], strict=True):
        assert row[1:] == [f"{data['years'][0]} to {data['years'][1]} BC", str(data["level"])]
    for row, (die, losses) in zip(
        rows("die", part), tables["attrition"]["losses"].items(), strict=True
    ):
        assert row == [die, *map(str, losses)]
    points, losses = tables["siege"]["points"], tables["siege"]["losses"]
    assert rows("dice Ta points", part) == [[n, str(points[n]), str(losses[n])] for n in points]
    odds = ", ".join(
        f"{step['adds']} from {step['ratio'][0]} to {step['ratio'][1]}"
        for step in tables["odds"]["steps"]
    )
    assert f"odds: {odds}." in " ".join(part.split())
    events = tables["gallic-events"]
    who = {**board.POWERS, "leader": "the leader"}
    told = [[n, who[event["who"]]] for n, event in events.items()]
    assert [row[:2] for row in rows("dice Ta who", part)] == told


def test_the_chances_of_a_battle_are_those_of_three_dice_a_side() -> None:
    thrown = Counter(map(sum, product(range(1, 7), repeat=3)))

    def wins(more: int) -> int:
        """How often in 100 the attacker's total is higher."""
        pairs = [a * b for x, a in thrown.items() for y, b in thrown.items() if x + more > y]
        return round(100 * sum(pairs) / 6**6)

    told = " ".join(PAGE[PAGE.index("If both add the same") : PAGE.index(".It 12.3")].split())
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    numbers = [number for number in numbers if number > 5 and number != 100]
    assert numbers == [wins(more) for more in (0, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5)]


def test_every_space_is_in_the_table_of_the_map() -> None:
    (block,) = blocks(section(PAGE, "MAP"))
    assert [name for name in board.SPACE_NAMES.values() if f"\n{name} (" not in block.text] == []


def test_the_corrections_of_the_page_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = GAME.corrected(tmp_path, monkeypatch, capsys)
    assert "narnia/strength: 1 -> 2" in printed and "valerius/tactics: 2 -> 3" in printed
    assert "links/rough: removed: [asculum/narnia]" in printed


def test_the_advance_order_of_the_page_is_understood() -> None:
    (block,) = (b for b in blocks(PAGE) if b.words == ["rules", "next"])
    tree: Any = read(block.text.encode()).tree
    coming, faults = parse_next(tree["next"], RULESET, "rome")
    assert faults == [] and [one["on"] for one in coming] == ["action"]
