"""Standing orders for cards, commands, events and winter: every policy, quantity and selector."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.julius_caesar.adapter import (
    Cards,
    Command,
    Jupiter,
    Vulcan,
    Winter,
    enemy_cities,
    setup,
)
from tests.rules.julius_caesar.standing_rules import answer_by, campaign, number_of, seen, then_by

# Cards.


def cards(hand: list[str], turn: int = 2, **public: Any) -> tuple[Request, View]:
    state = setup.first_state("campaign", {})
    state["seats"]["caesar"]["hand"] = hand
    state["public"].update(turn=turn, phase="cards", **public)
    return Cards("caesar", year=705, turn=turn), seen(state, "caesar")


@pytest.mark.parametrize(
    ("hand", "wishes", "card"),
    [
        (["2/2", "3/1", "mars"], ["4/1", "3/1", "2/2"], "3/1"),
        (["2/2", "3/1", "mars"], ["Mars"], "mars"),
        (["2/2", "3/1", "mars"], ["4/1"], "2/2"),
        (["3/1", "1/3", "1/2", "vulcan"], ["4/1"], "1/2"),
        (["neptune", "vulcan"], ["4/1"], "vulcan"),
        (["apollo", "2/2"], ["Apollo"], "apollo"),
    ],
)
def test_the_first_card_held_is_played_else_the_lowest(
    hand: list[str], wishes: list[str], card: str
) -> None:
    """Ruling 61: fewest moves, then fewest levies; an event only if no command card is left."""
    request, view = cards(hand)
    assert then_by(request, view, {"play": wishes}) == [{"play": card}]


@pytest.mark.parametrize(
    ("then", "answer"),
    [
        ([{"play": ["3/1"]}, {"discard": ["2/3"]}], [{"discard": "2/3"}, {"play": "3/1"}]),
        ([{"discard": ["2/1"]}], [{"discard": "2/1"}, {"play": "1/3"}]),
        ({"play": ["Apollo", "2/2"]}, [{"discard": "1/3"}, {"play": "2/2"}]),
        ([{"play": ["3/1"]}, {"discard": ["3/1", "2/2"]}], [{"discard": "2/2"}, {"play": "3/1"}]),
    ],
)
def test_one_is_discarded_in_the_first_turn(then: Any, answer: Answer) -> None:
    request, view = cards(["3/1", "2/3", "2/2", "2/1", "1/3", "apollo"], turn=1)
    assert then_by(request, view, then) == answer


def test_of_two_alike_one_is_played_and_one_discarded() -> None:
    request, view = cards(["3/1", "3/1", "2/2", "2/2", "2/3", "2/3"], turn=1)
    then = [{"play": ["3/1"]}, {"discard": ["3/1"]}]
    assert then_by(request, view, then) == [{"discard": "3/1"}, {"play": "3/1"}]


def test_quantities_of_cards() -> None:
    request, view = cards(["2/2"], last_first="caesar")
    assert number_of(request, view, "was first = 1")
    assert number_of(request, view, "year = 705")
    assert number_of(request, view, "turn = 2")
    for first in ("pompey", None):
        request, view = cards(["2/2"], last_first=first)
        assert number_of(request, view, "was first = 0")


def test_a_rule_by_turn_and_by_who_was_first() -> None:
    rules = [
        {"on": "cards", "turn": "3", "then": {"play": ["2/2"]}},
        {"on": "cards", "if": "was first = 1", "then": {"play": ["2/3"]}},
        {"on": "cards", "then": {"play": ["3/1"]}},
    ]
    hand = ["2/2", "2/3", "3/1"]
    for turn, first, card in ((3, "caesar", "2/2"), (2, "caesar", "2/3"), (2, "pompey", "3/1")):
        request, view = cards(hand, turn=turn, last_first=first)
        assert answer_by(request, view, *rules) == [{"play": card}]


# Commands.

BOARD = {
    "genua": {"caesar": ["caesar", "legio-8/1", "c-auxilia-1/2"]},
    "massilia": {"caesar": ["legio-11", "c-navis-1"]},
    "neapolis": {"pompey": ["pompey", "legio-1"]},
    "rome": {"caesar": ["legio-12"], "pompey": ["legio-3@neapolis"]},
}


def command(moves: int = 2, levies: int = 2, **public: Any) -> tuple[Request, View]:
    """Caesar commands second; Pompey has attacked Rome."""
    state = campaign(BOARD, first=public.pop("first", "pompey"), turn=3, year=706)
    attack: Any = {"attacker": "pompey", "defender": "caesar", "main": "neapolis"}
    state["public"]["attacks"] = {"rome": {**attack, "entries": {"pompey": {"neapolis": 1}}}}
    return Command("caesar", moves=moves, levies=levies), seen(state, "caesar")


RELIEVE = {"move": {"from": "Genua", "blocks": ["Caesar", "Auxilia 1"], "to": "Rome"}}
SUPPORT = {"move": {"from": "Massilia", "blocks": ["Legio 11"], "to": "Genua"}}


def words(answer: Answer | None) -> list[Any]:
    assert answer is not None
    return [next(iter(line.items())) for line in answer]


@pytest.mark.parametrize(
    "condition",
    ["year = 706", "turn = 3", "moves = 2", "levies = 1", "first = 0", "places attacked = 1"],
)
def test_quantities_of_a_command(condition: str) -> None:
    request, view = command(levies=1)
    assert number_of(request, view, condition)


def test_the_first_player() -> None:
    request, view = command(first="caesar")
    assert number_of(request, view, "first = 1")


@pytest.mark.parametrize(
    ("selectors", "fits"),
    [({"attacked": "Rome"}, True), ({"attacked": "Genua"}, False), ({"turn": "3"}, True),
     ({"turn": "4"}, False), ({"year": "706"}, True), ({"year": "705"}, False),
     ({"first": "no"}, True), ({"first": "yes"}, False)],
)  # fmt: skip
def test_selectors_of_a_command(selectors: dict[str, str], fits: bool) -> None:
    request, view = command()
    found = answer_by(request, view, {"on": "command", **selectors, "then": "stay"})
    assert found == ([] if fits else None)


def test_a_reaction_with_levies() -> None:
    request, view = command()
    lines = [RELIEVE, SUPPORT, {"step": "Legio 8"}, {"levy": {"block": "Legio 13"}}]
    found = words(then_by(request, view, [*lines, {"step": "Legio 8"}, {"step": "Legio 8"}]))
    moves = [(word, value["blocks"]) for word, value in found if word == "move"]
    assert moves == [("move", ["caesar", "c-auxilia-1"]), ("move", ["legio-11"])]
    assert found[2:] == [("step", "legio-8"), ("step", "legio-8")], "Ravenna is not friendly"


def test_lines_beyond_the_points_are_left_out() -> None:
    request, view = command(moves=1, levies=0)
    found = words(then_by(request, view, [RELIEVE, SUPPORT, {"step": "Legio 8"}]))
    assert [word for word, _ in found] == ["move"]


def test_a_group_goes_without_those_who_are_not_there() -> None:
    request, view = command()
    line = {"move": {"from": "Genua", "blocks": ["Caesar", "Legio 11", "Antonius"], "to": "Rome"}}
    found = words(then_by(request, view, line))
    assert found == [("move", {"from": "genua", "blocks": ["caesar"], "to": "rome"})]
    line = {"move": {"from": "Genua", "blocks": ["Legio 11", "Antonius"], "to": "Rome"}}
    assert then_by(request, view, line) == []


def test_stay() -> None:
    request, view = command()
    assert then_by(request, view, "stay") == []


def test_attack_with_its_main_attack_and_surprise() -> None:
    state = campaign(
        {
            "genua": {"caesar": ["caesar", "legio-8"]},
            "ravenna": {"caesar": ["legio-13"]},
            "rome": {"pompey": ["legio-3"]},
        },
        first="caesar",
    )
    lines = [
        {"move": {"from": "Genua", "blocks": ["Caesar"], "to": "Rome"}},
        {"move": {"from": "Ravenna", "blocks": ["Legio 13"], "to": "Rome"}},
        {"main attack": {"at": "Rome", "from": "Ravenna"}},
        {"surprise": "Rome"},
    ]
    request = Command("caesar", moves=2, levies=0)
    found = words(then_by(request, seen(state, "caesar"), lines))
    assert [word for word, _ in found] == ["move", "move", "main attack"]
    request = Command("caesar", moves=1, levies=0, card="mars")
    found = words(then_by(request, seen(state, "caesar"), lines))
    assert [word for word, _ in found] == ["move", "surprise"]


def test_shipping() -> None:
    state = campaign(
        {
            "rome": {"caesar": ["legio-8", "legio-9"]},
            "tyrrhenum": {"caesar": ["c-navis-1"]},
            "genua": {"caesar": ["legio-12"]},
        },
        first="caesar",
    )
    line = {"ship": {"blocks": ["Legio 8", "Legio 10"], "via": ["Mare Tyrrhenum"], "to": "Genua"}}
    request = Command("caesar", moves=2, levies=0)
    found = words(then_by(request, seen(state, "caesar"), line))
    assert found == [("ship", {"blocks": ["legio-8"], "via": ["tyrrhenum"], "to": "genua"})]


# Jupiter and Vulcan.

GODS = {
    "genua": {"caesar": ["legio-8"]},
    "ravenna": {"caesar": ["legio-13"]},
    "rome": {"pompey": ["legio-3"]},
    "neapolis": {"pompey": ["legio-1", "legio-2"]},
}


@pytest.mark.parametrize(
    ("then", "aim"),
    [
        ({"from": ["Neapolis", "Rome"]}, {"from": "rome", "to": "genua"}),
        ([{"from": ["Rome"]}, {"to": ["Massilia", "Ravenna"]}], {"from": "rome", "to": "ravenna"}),
        ([{"from": ["Rome"]}, "none"], {"from": "rome", "to": "genua"}),
        ("none", None),
        ([{"from": ["Neapolis"]}, "none"], None),
    ],
)
def test_jupiter(then: Any, aim: Any) -> None:
    request, view = Jupiter("caesar"), seen(campaign(GODS), "caesar")
    assert then_by(request, view, then) == ([{"jupiter": aim}] if aim else [])


def test_jupiter_without_a_place_passes_on() -> None:
    request, view = Jupiter("caesar"), seen(campaign(GODS), "caesar")
    assert then_by(request, view, {"from": ["Neapolis"]}) is None
    assert number_of(request, view, "year = 705")


def test_jupiter_says_a_colour_where_it_must() -> None:
    """Ruling 43: Pompey has a brown block that came over and Cleopatra."""
    state = campaign({**GODS, "rome": {"pompey": ["legio-14", "cleopatra"]}})
    request, view = Jupiter("caesar"), seen(state, "caesar")
    aim = {"from": "rome", "to": "genua", "colour": "brown"}
    assert then_by(request, view, {"from": ["Rome"]}) == [{"jupiter": aim}]


@pytest.mark.parametrize(
    ("then", "place"),
    [
        ({"strike": ["Genua", "Rome", "Neapolis"]}, "rome"),
        ("most", "neapolis"),
        ([{"strike": ["Genua"]}, "most"], "neapolis"),
        ([{"strike": ["Rome"]}, "most"], "rome"),
        ({"strike": ["Genua"]}, None),
    ],
)
def test_vulcan(then: Any, place: str | None) -> None:
    state = campaign(GODS)
    request = Vulcan("caesar", places=enemy_cities(state["public"], "caesar"))
    wanted = [{"vulcan": place}] if place else None
    assert then_by(request, seen(state, "caesar"), then) == wanted


# Winter.

COLD = {
    "genua": {"caesar": ["caesar", "legio-8", "legio-10", "c-auxilia-1", "c-equitatus-2"]},
    "massilia": {"caesar": ["legio-11"]},
    "rome": {"caesar": ["legio-9"]},
    "tyrrhenum": {"caesar": ["c-navis-1", "c-navis-2"]},
    "aegaeum": {"caesar": ["c-navis-3"]},
}


def winter() -> tuple[Request, View]:
    return Winter("caesar", year=705), seen(campaign(COLD), "caesar")


def test_fleets_go_home_by_preference_and_the_weakest_are_disbanded() -> None:
    request, view = winter()
    homes = [{"home": {"block": block, "to": "rome"}} for block in ("c-navis-1", "c-navis-2")]
    wanted = [*homes, {"disband": "c-auxilia-1"}, {"disband": "c-equitatus-2"}]
    assert then_by(request, view, {"home": ["Neapolis", "Rome"]}) == wanted


def test_named_blocks_are_disbanded_first_and_none_that_need_not() -> None:
    request, view = winter()
    then = [{"home": ["Rome"]}, {"disband": ["Legio 11", "Caesar", "Legio 10"]}]
    assert words(then_by(request, view, then))[2:] == [
        ("disband", "caesar"),
        ("disband", "legio-10"),
    ]


def test_keep_is_the_plain_rule() -> None:
    """Both fleets go to Genua, the first of the alphabet, and four have to go there."""
    request, view = winter()
    found = words(then_by(request, view, "keep"))
    assert [value["to"] for word, value in found if word == "home"] == ["genua", "genua"]
    gone = [value for word, value in found if word == "disband"]
    assert gone == ["c-auxilia-1", "c-navis-1", "c-navis-2", "c-equitatus-2"]


def test_winter_by_year() -> None:
    request, view = winter()
    assert answer_by(request, view, {"on": "winter", "year": "706", "then": "keep"}) is None
    assert number_of(request, view, "year < 706")
