"""Advance orders are looked at on the position of the report: what is possible in no position, and
what is not as things stand."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.view import View
from referee.lab.selfplay import play
from referee.orders.advance import AdvanceOrder
from referee.orders.foresight import doubtful
from referee.ruleset import load, names
from tests.support.mailbag import Said, cli

SAMPLES = Path(__file__).parents[2] / "samples"
#: Caesar is asked for his cards, and a command follows.
REPORT = SAMPLES / "rubicon" / "reports" / "caesar" / "0001.txt"
#: Caesar begins, and it will be Pompey's turn.
TRIUMVIRATE = SAMPLES / "carrhae" / "reports" / "pompey" / "0000.txt"
#: Caesar is asked for his cards, and a turn follows.
XL = SAMPLES / "ilerda" / "reports" / "caesar" / "0000.txt"


def said_of(tmp_path: Path, *lines: Any) -> Said:
    coming = [{"on": "command", "until": "705/2", "orders": list(lines)}]
    draft = {"kind": "orders", "seat": "caesar", "orders": [{"discard": "1/2"}, {"play": "4/1"}]}
    path = tmp_path / "draft.yaml"
    path.write_text(json.dumps({**draft, "next": coming}))
    return cli("check", path, "--report", REPORT)


def move(*blocks: str, start: str, end: str) -> dict[str, Any]:
    return {"move": {"from": start, "blocks": list(blocks), "to": end}}


def test_an_advance_order_over_no_road_is_possible_in_no_position(tmp_path: Path) -> None:
    said = said_of(tmp_path, move("Legio 7", start="Narbo", end="Rome"))
    assert said.status == 0
    assert "warning: possible in no position: no road joins Narbo and Rome (6.1)" in said.err


def test_a_block_that_stands_elsewhere_is_told_as_things_stand(tmp_path: Path) -> None:
    said = said_of(tmp_path, move("Legio 7", start="Massilia", end="Genua"))
    assert said.status == 0
    told = "warning: not possible as things stand now: Legio 7 is in Narbo, not in Massilia"
    assert told in said.err


def test_nothing_is_said_of_an_advance_order_that_is_possible_today(tmp_path: Path) -> None:
    said = said_of(tmp_path, move("Legio 7", start="Narbo", end="Tarraco"))
    assert said.status == 0
    assert "position" not in said.err
    assert "as things stand" not in said.err


def coming(tmp_path: Path, report: Path, kind: str, *lines: Any) -> Said:
    """What is said of orders that may come later, beside none now."""
    seat = report.parent.name
    path = tmp_path / "draft.yaml"
    one = {"on": kind, "orders": list(lines)}
    path.write_text(json.dumps({"kind": "orders", "seat": seat, "orders": [], "next": [one]}))
    said = cli("check", path, "--report", report)
    assert said.status == 0, said.err
    return said


NEVER, NOT_NOW = "warning: possible in no position: ", "warning: not possible as things stand now: "


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"move": {"to": ["Macedonia", "Hispania Citerior"]}}, f"{NEVER}Hispania Citerior is not"),
        ({"move": {"to": ["Western Sea"]}}, f"{NEVER}a move cannot end at sea (6.3)"),
        ({"rome": {"gold": 1}}, f"{NEVER}Rome gives two units (5.4)"),
        ({"move": {"to": ["Asia"]}}, f"{NOT_NOW}Asia is not adjacent to"),
        ("weapons", f"{NOT_NOW}Hispania Citerior is a competence province (8.2)"),
    ],
)
def test_advance_orders_of_the_triumvirate_are_looked_at(
    tmp_path: Path, line: Any, told: str
) -> None:
    assert told in coming(tmp_path, TRIUMVIRATE, "turn", line).err


def test_a_turn_of_the_triumvirate_is_looked_at_before_it_is_ones_own(tmp_path: Path) -> None:
    """What the one whose turn it is has left, or has done, says nothing of the turn to come."""
    said = coming(tmp_path, TRIUMVIRATE, "turn", {"rome": {"gold": 2}}, {"improve": "military"})
    assert "as things stand" not in said.err
    assert "no position" not in said.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            {"march": {"pieces": ["CL1"], "via": "Rome", "to": "Alexandria"}},
            f"{NEVER}Alexandria is not next to Rome (9.1)",
        ),
        ({"march": {"pieces": ["CL1", "CL1"], "to": "Rome"}}, f"{NEVER}CL1 is named twice"),
        ({"recruit": {"legions": 1, "at": "Germania"}}, f"{NEVER}Germania is a barbarian zone"),
        ({"fleet": {"pieces": ["CL1"], "to": "Germania"}}, f"{NEVER}Germania is no port (A3)"),
        ({"recruit": {"legions": 1, "at": "Rome"}}, f"{NOT_NOW}you do not control Rome (7.1)"),
        ({"march": {"pieces": ["CL1"], "to": "Alexandria"}}, f"{NOT_NOW}Alexandria is not next"),
    ],
)
def test_advance_orders_of_caesar_xl_are_looked_at(tmp_path: Path, line: Any, told: str) -> None:
    assert told in coming(tmp_path, XL, "turn", line).err


def test_a_turn_of_caesar_xl_is_looked_at_as_it_begins(tmp_path: Path) -> None:
    """Caesar is at the forum: that is no reason against purchases."""
    said = coming(tmp_path, XL, "turn", {"march": {"pieces": ["CL1"], "to": "Rome"}})
    assert "as things stand" not in said.err
    said = coming(tmp_path, XL, "cards", "buy", "buy", "buy")
    assert f"{NOT_NOW}2 cards a turn can be bought (6.2)" in said.err


#: Rome acts, and will again; the Roman's turn will come.
SWORD = SAMPLES / "allia" / "reports" / "rome" / "0003.txt"
IN_HAND = "it is not in your hand (7.1)"
EUNOSTOS = SAMPLES / "eunostos" / "reports" / "roman" / "0000.txt"


@pytest.mark.parametrize(
    ("report", "kind", "line", "told"),
    [
        (TRIUMVIRATE, "escape", {"escape": "Asia"}, "Asia is not a province of yours (7.7)"),
        (TRIUMVIRATE, "servant", {"servant": "Asia"}, "Asia is not a province of yours (10.5)"),
        (XL, "loss", {"lose": "CL9"}, "CL9 cannot be lost here (10.4)"),
        (XL, "pillage", {"lose": "CL9"}, "CL9 cannot be lost here (12.1)"),
        (XL, "supply", {"give up": "CL9"}, "CL9 is no unit of yours on the map (10.9)"),
        (XL, "go home", {"go home": "CL1"}, "CL1 is no allied unit of yours on the map (E3)"),
        (SWORD, "action", {"event": {"card": "Rebels Pardoned", "to": "Anagnia"}}, IN_HAND),
        (EUNOSTOS, "turn", {"activate": "Legate of VI"}, "you cannot activate this (3)"),
    ],
)
def test_what_may_be_asked_later_is_looked_at_in_every_game(
    tmp_path: Path, report: Path, kind: str, line: Any, told: str
) -> None:
    assert f"{NOT_NOW}{told}" in coming(tmp_path, report, kind, line).err


def test_the_first_action_of_a_turn_is_looked_at_as_soon_as_the_hands_are_dealt() -> None:
    """The first player is still to be named: an order for the action may come with the name."""
    ruleset = load("sword-of-rome")
    state = ruleset.rules.setup("four", {})
    public = {**state["public"], "phase": "first player"}
    view = View("gauls", public, {"hand": ["g16"]})
    line = {"march": {"card": "g16", "leader": "gaul-b", "cu": 6, "path": ["pisae"]}}
    one: Any = {"number": 1, "on": "action", "select": {}, "answer": [line], "until": "1"}
    (told,) = doubtful([one], [], view, ruleset)
    assert told.reason == "not possible as things stand now: only 5 CU are at Luna"


def branched(tmp_path: Path, *lines: Any) -> str:
    """What `check` says of Rome's action."""
    path = tmp_path / "draft.yaml"
    path.write_text(json.dumps({"kind": "orders", "seat": "rome", "orders": list(lines)}))
    return cli("check", path, "--report", SWORD).err


def test_a_line_for_the_case_that_a_hope_fails_is_tried_as_things_stand(tmp_path: Path) -> None:
    hope = {"propose": {"with": "Greeks"}}
    march = {"leader": "Camillus", "path": ["Antium"]}
    refused = {"if": "accepted = 0", "else": "skip"}
    said = branched(tmp_path, hope, {**refused, "march": march})
    assert f"order 2: {NOT_NOW}name the card that you play for it (7.1)" in said
    said = branched(tmp_path, hope, {**refused, "march": {"card": "Fever in the Camp", **march}})
    assert "only the form was checked" in said
    assert "as things stand" not in said


def test_nobody_decides_what_comes_of_a_line_that_no_luck_makes_possible(tmp_path: Path) -> None:
    march = {"march": {"card": "Fever in the Camp", "leader": "Camillus", "path": ["Antium"]}}
    said = branched(tmp_path, march, {"siege": {"leader": "Camillus"}})
    assert "order 2: not allowed: you have played the card of this action" in said
    assert "what comes of order" not in said


def test_the_next_card_is_looked_at_without_the_card_that_is_asked_now(tmp_path: Path) -> None:
    """A card was said to need a discard, which is for the turn that the file's orders play."""
    draft = {"kind": "orders", "seat": "caesar", "orders": [{"discard": "1/2"}, {"play": "4/1"}]}
    path = tmp_path / "draft.yaml"
    for card, told in (("2/2", ""), ("2/3", f"{NOT_NOW}2/3 is not in your hand (2.1)")):
        one = {"on": "cards", "orders": [{"play": card}]}
        path.write_text(json.dumps({**draft, "next": [one]}))
        said = cli("check", path, "--report", REPORT)
        assert "discard" not in said.err.replace("You discard 1/2", "")
        assert (NOT_NOW in said.err) == bool(told)
        assert told in said.err


#: a hand at the beginning of the whole game of Julius Caesar
HAND = ["mars", "mercury", "jupiter", "apollo", "2/3", "4/1"]
SURPRISE: list[Any] = [
    {"move": {"from": "narbo", "blocks": ["legio-7"], "to": "tarraco"}},
    {"surprise": "tarraco"},
]
FAR: list[Any] = [
    {
        "move": {
            "from": "genua",
            "blocks": ["legio-8"],
            "via": ["massilia", "narbo"],
            "to": "burdigala",
        }
    }
]
FOUR_MOVES: list[Any] = [
    {"move": {"from": start, "blocks": [block], "to": end}}
    for start, block, end in (
        ("narbo", "legio-7", "tarraco"),
        ("genua", "legio-8", "massilia"),
        ("massilia", "legio-11", "genua"),
        ("lugdunum", "c-equitatus-1", "massilia"),
    )
]


def hand_asked(**public: Any) -> View:
    """Caesar is asked for his cards in the second turn of the whole game."""
    state = load("julius-caesar").rules.setup("campaign", {})
    known = {**state["public"], "phase": "cards", "turn": 2, **public}
    return View("caesar", known, {**state["seats"]["caesar"], "hand": HAND})


def ahead(kind: str, lines: Sequence[Any], **select: Any) -> AdvanceOrder:
    return {"on": kind, "select": select, "until": "end", "misfit": "", "answer": list(lines)}


def said_with(card: str, *orders: AdvanceOrder, **public: Any) -> list[str]:
    """What is said of advance orders when the same file plays a card."""
    ruleset, view = load("julius-caesar"), hand_asked(**public)
    asked = ruleset.rules.requests["cards"]("caesar", year=705, turn=2)
    coming = [{**one, "number": number} for number, one in enumerate(orders, 1)]
    found = doubtful(coming, [], view, ruleset, [(asked, [{"play": card}])])
    return [fault.reason for fault in found]


@pytest.mark.parametrize(
    ("card", "lines"), [("mars", SURPRISE), ("mercury", FAR), ("2/3", FOUR_MOVES[:2])]
)
def test_a_command_is_judged_with_the_card_that_the_same_file_plays(
    card: str, lines: list[Any]
) -> None:
    """A surprise was said to need Mars, although the file played it."""
    assert said_with(card, ahead("command", lines)) == []


@pytest.mark.parametrize(
    ("card", "lines", "told"),
    [
        ("2/3", SURPRISE, "only Mars and Neptune allow a surprise"),
        ("mercury", SURPRISE, "only Mars and Neptune allow a surprise"),
        ("mars", FAR, "Genua - Massilia - Narbo - Burdigala is 3 cities"),
        ("mars", [{"levy": {"block": "legio-18", "at": "neapolis"}}], "Neapolis is held"),
        ("2/3", FOUR_MOVES, "you have no move point left for Massilia"),
        ("mars", FOUR_MOVES[:2], "you have no move point left for Genua"),
    ],
)
def test_a_command_that_the_card_of_the_same_file_does_not_allow_is_told(
    card: str, lines: list[Any], told: str
) -> None:
    """Four moves with a card of two were said to be in order."""
    assert any(told in reason for reason in said_with(card, ahead("command", lines)))


def test_apollo_is_taken_for_the_card_that_it_stands_for() -> None:
    last = {"caesar": "4/1", "pompey": "mars"}
    assert said_with("apollo", ahead("command", SURPRISE), last_played=last) == []
    assert said_with("apollo", ahead("command", FOUR_MOVES), last_played=last)


def test_a_later_command_is_judged_with_any_card() -> None:
    """The card of a later turn is not played yet, and may be Mars or a card of four moves."""
    first = ahead("command", FOUR_MOVES[:2])
    for lines in (SURPRISE, FAR, FOUR_MOVES):
        assert said_with("2/3", first, ahead("command", lines)) == []
        assert said_with("2/3", ahead("command", lines, turn=3)) == []
        assert said_with("jupiter", ahead("command", lines)) == []
    assert said_with("2/3", first, ahead("command", [{"step": "legio-7"}]))


def test_a_card_that_an_advance_order_plays_is_known_too() -> None:
    """An advance file answers the cards by an advance order, wherever it stands in the list."""
    ruleset, view = load("julius-caesar"), hand_asked()
    asked = ruleset.rules.requests["cards"]("caesar", year=705, turn=2)
    for card, allowed in (("mars", True), ("2/3", False)):
        orders = [ahead("command", SURPRISE), ahead("cards", [{"play": card}])]
        coming = [{**one, "number": number} for number, one in enumerate(orders, 1)]
        assert (doubtful(coming, [asked], view, ruleset) == []) is allowed


def test_the_command_still_to_come_is_judged_with_the_card_on_the_table() -> None:
    ruleset = load("julius-caesar")
    played = {"caesar": "2/3", "pompey": "4/1"}
    table = {"phase": "command", "played": played, "acting": played}
    view = hand_asked(**table, first="pompey", to_command=["pompey", "caesar"])
    one = {**ahead("command", FOUR_MOVES), "number": 1}
    (third, fourth) = doubtful([one], [], view, ruleset)
    assert "no move point left for Massilia" in third.reason
    assert "no move point left for Lugdunum" in fourth.reason


def test_lines_about_a_block_that_cannot_be_raised_are_not_told_again(tmp_path: Path) -> None:
    """Each step of it was said to need the very levy that had just failed."""
    levy = {"levy": {"block": "Legio 18", "at": "Rome"}}
    said = said_of(tmp_path, levy, {"step": "Legio 18"}, {"step": "Legio 18"}, {"step": "Legio 9"})
    assert said.err.count(NOT_NOW) == 2
    assert "Legio 18 can be raised only in Neapolis" in said.err
    assert "Legio 9 is at full strength" in said.err


@pytest.mark.parametrize("name", names())
def test_random_advance_orders_are_looked_at_wherever_the_game_is(name: str) -> None:
    """Answers to what is asked now are also written as answers to what comes later."""
    ruleset, chance = load(name), random.Random(3)
    written: list[Any] = []
    looked = 0

    def watch(game: Game) -> None:
        nonlocal looked
        for request in game.open_requests():
            view = game.view(request.seat)
            answer = ruleset.rules.kinds[request.kind].player.sample(request, view, chance)
            one = {"number": 1, "on": request.kind, "select": {}, "until": "end"}
            written.append({**one, "answer": answer})
            for order in chance.sample(written, min(3, len(written))):
                doubtful([order], [], view, ruleset)
                looked += 1

    play(ruleset, 7, 0, watch=watch)
    assert looked


# -- battles and winters ---------------------------------------------------------------------------

#: Caesar is asked for a command.
COMMAND = SAMPLES / "rubicon" / "reports" / "caesar" / "0002.txt"
LEGIO_7_GOES = {"move": {"from": "Narbo", "blocks": ["Legio 7", "Legio 9"], "to": "Tarraco"}}


def said_of_later(tmp_path: Path, on: str, lines: list[Any], **select: str) -> list[str]:
    """What is said of the lines of one advance order behind a move of two legions to Tarraco."""
    coming = [{"on": on, **select, "until": "706/2", "orders": lines}]
    draft = {"kind": "orders", "seat": "caesar", "orders": [LEGIO_7_GOES], "next": coming}
    path = tmp_path / "draft.yaml"
    path.write_text(json.dumps(draft))
    said = cli("check", path, "--report", COMMAND)
    assert said.status == 0, said.err
    marks = ("possible in no position: ", "possible only if ", "not possible as things stand now: ")
    lines_said = [line.partition("warning: ")[2] for line in said.err.splitlines()]
    return [line for line in lines_said if line.startswith(marks)]


def retreat(block: str, to: str, **via: str) -> dict[str, Any]:
    return {"retreat": {"block": block, "to": to, **via}}


def sent(to: str, *blocks: str) -> dict[str, Any]:
    return {"regroup": {"blocks": list(blocks), "to": to}}


BATTLES: list[tuple[str, list[Any], dict[str, str], list[str]]] = [
    ("regroup", [sent("Narbo", "Legio 7")], {"at": "Tarraco"}, []),
    (
        "regroup",
        [sent("Rome", "Legio 7"), sent("Narbo", "Legio 10")],
        {"at": "Tarraco"},
        [
            "possible in no position: nothing joins Tarraco and Rome (7.7)",
            "possible only if Legio 10 is in Tarraco then; it is in Narbo now (7.7)",
        ],
    ),
    (
        "regroup",
        [sent("Narbo", "Legio 7"), sent("Narbo", "Legio 9", "Legio 7")],
        {"at": "Tarraco"},
        ["possible in no position: Legio 7 is in an earlier line, and acts once (7.7)"],
    ),
    ("battle turn", [retreat("Legio 7", "Narbo"), {"fire": "Legio 9"}], {"at": "Tarraco"}, []),
    (
        "battle turn",
        [retreat("Legio 7", "Narbo")],
        {"at": "Tarraco", "round": "1"},
        ["possible in no position: no block can retreat in round 1 (7.2)"],
    ),
    (
        "battle turn",
        [retreat("Legio 9", "Genua", via="Mare Internum"), {"pass": "Legio 17"}],
        {"at": "Tarraco"},
        [
            "possible in no position: Mare Internum does not join Tarraco and Genua (7.6)",
            "possible only if Legio 17 is in Tarraco then; it is not on the board now (7.2)",
        ],
    ),
    (
        "battle turn",
        [retreat("Navis 1", "Narbo")],
        {"at": "Tarraco"},
        ["possible only if Navis 1 is in Tarraco then; it is in Massilia now (7.2)"],
    ),
    (
        "hits",
        [{"hit": "Legio 8"}, {"hit": "Legio 7"}, {"hit": "Legio 7"}],
        {"at": "Tarraco"},
        ["possible only if Legio 8 is in Tarraco then; it is in Genua now (7.2)"],
    ),
    (
        "winter",
        [
            {"home": {"block": "Legio 7", "to": "Rome"}},
            {"home": {"block": "Navis 1", "to": "Narbo"}},
        ],
        {},
        [
            "possible in no position: Legio 7 is no fleet (8.2)",
            "possible only if Navis 1 is in a sea of Narbo then; it is in Massilia now (8.2)",
        ],
    ),
    (
        "winter",
        [{"home": {"block": "Navis 1", "to": "Lugdunum"}}, {"disband": "Legio 13"}],
        {"year": "705"},
        ["possible in no position: Lugdunum is no port (8.2)"],
    ),
    (
        "winter",
        [{"disband": "Legio 17"}, {"disband": "Cleopatra"}],
        {},
        [
            "possible only if Legio 17 is on the board then; it is not on the board now (8.5)",
            "possible in no position: Cleopatra has no place in a Levy Pool (8.5)",
        ],
    ),
]


@pytest.mark.parametrize(("on", "lines", "select", "told"), BATTLES)
def test_orders_for_battles_and_winters_are_judged_by_today(
    tmp_path: Path, on: str, lines: list[Any], select: dict[str, str], told: list[str]
) -> None:
    """What the file itself orders now is counted."""
    assert said_of_later(tmp_path, on, lines, **select) == told
