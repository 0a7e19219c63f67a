"""The End of the Triumvirate: supply, movement, attacks and actions of a turn (4 to 8)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.request import View
from referee.engine.words import Answer
from referee.fault import WARNING
from tests.rules.end_of_the_triumvirate.adapter import (
    Escape,
    Raise,
    Turn,
    board,
    movement,
    position,
    ruleset,
    supply,
)
from tests.rules.end_of_the_triumvirate.driver import (
    faults,
    judged,
    move,
    moving,
    province,
    start,
    turn,
)
from tests.support.beside import follow

# -- I supply --------------------------------------------------------------------------------------


def test_a_servant_placed_stops_the_flip_an_idle_one_does_not() -> None:
    public = start()
    province(public, "illyricum", idle=1, governor="off")
    supply.flip(public, "caesar")
    governors = {
        key: public["provinces"][key]["governor"] for key in position.owned(public, "caesar")
    }
    assert governors == {
        "achaea": "on",
        "aegyptus": "off",
        "gallia-cisalpina": "off",
        "gallia-narbonensis": "off",
        "illyricum": "on",
    }


def test_gold_goes_to_the_treasury_where_the_character_stands() -> None:
    public = start(caesar={"at": "aegyptus"})
    province(public, "aegyptus", governor="on")
    turn(public, [{"rome": {"gold": 1, "legions": 1}}])
    assert public["characters"]["caesar"]["gold"] == 3
    assert public["provinces"]["aegyptus"]["gold"] == 0
    assert public["provinces"]["aegyptus"]["legions"] == 3


def test_rome_gives_legions_where_the_orders_say() -> None:
    public = start()
    turn(public, [{"rome": {"legions": 2, "at": ["achaea", "illyricum"]}}])
    assert [public["provinces"][key]["legions"] for key in ("achaea", "illyricum")] == [3, 3]


@pytest.mark.parametrize(
    ("orders", "treasury", "lying"),
    [
        ([], 2, {"aegyptus": 0, "achaea": 0}),
        ([{"scarce gold": ["aegyptus"]}], 0, {"aegyptus": 2, "achaea": 0}),
        ([{"scarce gold": ["aegyptus", "achaea", "aegyptus", "achaea"]}], 0,
         {"aegyptus": 1, "achaea": 1}),
        ([{"scarce gold": ["achaea"]}], 1, {"aegyptus": 0, "achaea": 1}),
    ],
)  # fmt: skip
def test_a_shortage_is_shared_by_wishes_and_then_by_5_6(
    orders: list[dict[str, object]], treasury: int, lying: dict[str, int]
) -> None:
    public = start()
    public["supply"]["gold"] = 2
    for key in lying:
        province(public, key, governor="on")
    turn(public, orders)
    assert public["characters"]["caesar"]["gold"] == treasury
    assert {key: public["provinces"][key]["gold"] for key in lying} == lying
    assert public["supply"]["gold"] == 0


@pytest.mark.parametrize(
    "rome",
    [
        {"gold": 1},
        {"gold": 2, "legions": 1},
        {"legions": 2, "at": ["italia"]},
        {"gold": 2, "at": ["achaea"]},
    ],
)
def test_what_rome_does_not_give(rome: dict[str, object]) -> None:
    assert faults(start(), [{"rome": rome}]) == [("5.4", "0")]


def test_supply_stands_first_and_once() -> None:
    late = [move("gallia-cisalpina"), {"rome": {"gold": 2}}]
    assert faults(start(), late) == [("4.1", "1")]
    twice = [{"rome": {"gold": 2}}, {"rome": {"gold": 2}}]
    assert faults(start(), twice) == [("5.4", "1")]
    assert faults(moving("caesar"), [{"scarce gold": ["rome"]}]) == [("4.1", "0")]


# -- II movement -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leg", "legions", "points"),
    [
        ("italia", 0, 1),
        ("sea-central macedonia", 1, 2),
        ("sea-central macedonia", 0, 1),
        ("sea-west sea-central macedonia", 0, 2),
        ("sea-west sea-central sea-west italia", 0, 3),
    ],
)
def test_what_a_way_costs(leg: str, legions: int, points: int) -> None:
    assert movement.cost(leg.split(), legions) == points


def test_legions_are_taken_on_and_left_on_the_way() -> None:
    public = moving("caesar")
    province(public, "gallia-narbonensis", legions=4)
    turn(public, [
        move("gallia-cisalpina", leave=0),
        move("illyricum", legions=1),
    ])  # fmt: skip
    places = ("gallia-narbonensis", "gallia-cisalpina", "illyricum")
    assert [public["provinces"][key]["legions"] for key in places] == [0, 5, 3]
    assert public["now"]["points"] == 2


def test_who_came_along_goes_on() -> None:
    public = moving("caesar")
    turn(public, [move("gallia-cisalpina", legions=1, servants=1), move("illyricum")])
    places = ("gallia-narbonensis", "gallia-cisalpina", "illyricum")
    assert [public["provinces"][key]["legions"] for key in places] == [1, 2, 3]
    assert public["provinces"]["illyricum"]["idle"] == 1
    assert public["provinces"]["gallia-narbonensis"]["active"] == 0


def test_gold_on_the_way_is_collected() -> None:
    public = moving("pompey")
    for key, gold in (("italia", 1), ("sicilia", 2)):
        province(public, key, gold=gold)
    turn(public, [move("sea-west", "italia", "sicilia")])
    assert public["characters"]["pompey"]["gold"] == 3
    assert public["now"]["points"] == 2


def test_servants_placed_lifted_and_left() -> None:
    public = moving("pompey")
    turn(public, [move("sea-west", "italia", servants=1), {"place servant": {}}])
    assert public["provinces"]["italia"] | {"gold": 0} == {
        "owner": "pompey", "legions": 2, "gold": 0, "governor": "off", "active": 1, "idle": 0,
    }  # fmt: skip
    public["phase"], public["now"] = "turn", position.fresh() | {"supplied": True}
    turn(public, [{"lift servant": {}}])
    assert (public["provinces"]["italia"]["active"], public["provinces"]["italia"]["idle"]) == (
        0,
        1,
    )


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ([move("macedonia", leave=0)], "6.2"),
        ([move("sea-west")], "6.3"),
        ([move("sea-west", "sea-central", "sea-east", "asia", "macedonia", leave=0)], "6.1"),
        ([move("hispania-citerior")], "6.8"),
        ([move("gallia-cisalpina", legions=3)], "6.5"),
        ([move("gallia-cisalpina", servants=2)], "6.5"),
        ([move("gallia-cisalpina", legions=1, leave=1)], "6.5"),
        ([{"place servant": {}}], "6.10"),
        ([move("gallia-cisalpina"), {"lift servant": {}}], "6.10"),
        ([{"wait": {}}], ""),
        ([{"lift servant": {}}, {"wait": {}}], ""),
        ([{"improve": "political"}], "8.2"),
        ([{"persuade": "alii"}], "8.2"),
    ],
)
def test_what_is_refused_before_chance(lines: list[dict[str, object]], rule: str) -> None:
    assert faults(moving("caesar"), lines) == [(rule, str(len(lines) - 1))]


def only(public: dict[str, Any], seat: str, *kept: str) -> None:
    """Leave a seat these provinces, the others are Crassus's."""
    for key in position.owned(public, seat):
        province(public, key, owner=seat if key in kept else "crassus")


def test_the_last_province_of_a_player_is_safe() -> None:
    public = moving("caesar")
    only(public, "pompey", "hispania-citerior")
    assert faults(public, [move("hispania-citerior", leave=0)]) == [("6.9", "0")]


def test_two_players_do_without_asia() -> None:
    assert faults(moving("caesar", "two"), [move("asia", leave=0)]) == [("11.1", "0")]


# -- attacks ---------------------------------------------------------------------------------------


def attack_on(defenders: int, **more: Any) -> dict[str, Any]:
    """Caesar with six legions beside Hispania Citerior, where Pompey is not."""
    public = moving("caesar", pompey={"at": "italia"}, **more)
    province(public, "gallia-narbonensis", legions=6)
    province(public, "hispania-citerior", legions=defenders)
    return public


def test_weapons_then_battle() -> None:
    public = attack_on(3)
    turn(public, [move("hispania-citerior", legions=4)], ["caesar", "pompey", "crassus"])
    place = public["provinces"]["hispania-citerior"]
    assert (place["owner"], place["legions"]) == ("caesar", 1)
    assert public["bag"] == {"caesar": 1, "pompey": 3, "crassus": 2}  # card I and a servant lost
    assert public["characters"]["caesar"]["weapons"] == 7
    assert public["compensation"] == {"holder": "pompey", "side": 1}
    assert public["characters"]["pompey"]["governors"] == 5


def test_both_empty_fails_and_the_way_back_is_free() -> None:
    public = attack_on(3)
    lines = [move("hispania-citerior", legions=3, servants=1, failed="go on")]
    turn(public, lines, ["crassus", "crassus", "pompey"])
    caesar = public["characters"]["caesar"]
    assert (caesar["at"], caesar["legions"]) == ("gallia-narbonensis", 0)
    assert public["provinces"]["hispania-citerior"] | {"legions": 0} == {
        "owner": "pompey", "legions": 0, "gold": 0, "governor": "off", "active": 1, "idle": 0,
    }  # fmt: skip
    assert public["provinces"]["gallia-narbonensis"]["idle"] == 1
    assert public["now"]["points"] == 3
    assert public["phase"] == "end"


def test_a_character_protects_and_flees() -> None:
    public = moving("caesar", pompey={"political": 2, "gold": 1})
    province(public, "gallia-narbonensis", legions=6)
    province(public, "hispania-citerior", legions=2, idle=1, gold=2)
    province(public, "sicilia", gold=3)
    lines = [move("hispania-citerior", leave=0)]
    _, asked = turn(public, lines, ["pompey", "crassus"], escape=[{"escape": "sicilia"}])
    assert asked == ["escape pompey"]
    pompey = public["characters"]["pompey"]
    assert (pompey["at"], pompey["gold"], pompey["political"]) == ("sicilia", 4, 1)
    assert public["provinces"]["sicilia"]["idle"] == 1
    assert public["provinces"]["hispania-citerior"]["legions"] == 1  # 6 - 1 - 2 - 2
    assert public["characters"]["caesar"]["gold"] == 2
    assert public["escape_card"] == "pompey"


def test_the_second_loss_raises_and_may_win_for_the_loser() -> None:
    public = attack_on(0)
    public["compensation"] = {"holder": "pompey", "side": 1}
    public["characters"]["pompey"].update(political=7, military=6)
    _, asked = turn(public, [move("hispania-citerior", legions=1)])
    assert asked == ["raise pompey"]
    assert public["result"] == {"winner": "pompey", "why": "competence"}


def test_the_ninth_province_wins_before_compensation() -> None:
    public = attack_on(0)
    for key in ("asia", "syria", "africa"):
        province(public, key, owner="caesar")
    public["characters"]["caesar"]["governors"] -= 3
    public["characters"]["crassus"]["governors"] += 3
    turn(public, [move("hispania-citerior", legions=1)])
    assert public["result"] == {"winner": "caesar", "why": "ninth-province"}
    assert public["compensation"]["holder"] is None


def test_lines_behind_a_ninth_province_that_is_taken_over_sea() -> None:
    """Whatever stands there is looked at, though it is never reached; nothing goes astray."""
    public = attack_on(0)
    for key in ("asia", "syria", "africa"):
        province(public, key, owner="caesar")
    public["characters"]["caesar"]["governors"] -= 3
    public["characters"]["crassus"]["governors"] += 3
    over_sea = move("sea-west", "hispania-citerior", legions=1)
    more: Answer = [
        {"improve": "military"},
        {"weapons": {}},
        move("gallia-cisalpina"),
        {"place servant": {}},
    ]
    turn(public, [over_sea, *more])
    assert public["result"] == {"winner": "caesar", "why": "ninth-province"}


def test_a_short_bag_is_drawn_whole() -> None:
    public = attack_on(3)
    public["bag"].update(caesar=1, pompey=0, crassus=0)
    for seat, weapons in (("caesar", 7), ("pompey", 8), ("crassus", 8)):
        public["characters"][seat]["weapons"] = weapons
    turn(public, [move("hispania-citerior", legions=5)], ["caesar"])
    assert public["provinces"]["hispania-citerior"]["legions"] == 3


def test_idle_servants_without_their_character_are_captured() -> None:
    public = attack_on(0)
    province(public, "hispania-citerior", idle=1)
    turn(public, [move("hispania-citerior", legions=1)])
    place = public["provinces"]["hispania-citerior"]
    assert (place["active"], place["idle"]) == (1, 1)
    assert public["bag"]["pompey"] == 5


# -- what follows an attack ------------------------------------------------------------------------


def beaten(*following: dict[str, Any], **load: Any) -> dict[str, Any]:
    """Caesar is beaten back from Hispania Citerior with one legion; the rest of his orders."""
    public = attack_on(3)
    turn(public, [move("hispania-citerior", legions=1, **load), *following], ["crassus"])
    return public


def test_a_failed_attack_stops_and_asks_for_the_rest() -> None:
    public = beaten(move("gallia-narbonensis"))
    assert (public["phase"], public["now"]["asked"]) == ("turn", 1)
    assert public["characters"]["caesar"]["at"] == "gallia-narbonensis"
    assert public["now"]["points"] == 3
    turn(public, [move("gallia-cisalpina", leave=0)])
    assert public["characters"]["caesar"]["at"] == "gallia-cisalpina"
    assert public["phase"] == "end"


def test_conditions_branch_after_an_attack() -> None:
    won = {"if": [["won", ">=", 1]], "else": "skip"}
    lost = {"if": [["lost", ">=", 1]], "else": "skip"}
    lines = ({**move("gallia-narbonensis"), **won}, {**move("gallia-cisalpina", leave=0), **lost})
    assert beaten(*lines)["characters"]["caesar"]["at"] == "gallia-cisalpina"
    public = attack_on(0)
    turn(public, [move("hispania-citerior", legions=1), *lines])
    assert public["characters"]["caesar"]["at"] == "gallia-narbonensis"


def test_a_condition_may_stop() -> None:
    public = beaten({**move("gallia-narbonensis"), "if": [["won", ">=", 1]], "else": "stop"})
    assert (public["phase"], public["now"]["asked"]) == ("turn", 1)


def test_a_step_that_cannot_be_done_stops_movement_but_no_action() -> None:
    public = attack_on(3)
    public["characters"]["caesar"].update(gold=1)
    lines = [
        move("hispania-citerior", legions=1, failed="go on"),
        move("hispania-ulterior"),
        move("hispania-citerior"),
        {"improve": "military"},
    ]
    table, _ = turn(public, lines, ["crassus"])
    assert public["characters"]["caesar"]["at"] == "gallia-narbonensis"
    assert public["characters"]["caesar"]["military"] == 2
    (note,) = [event for event in table.events if event["kind"] == "not done"]
    assert note["public"] is None
    assert list(note["own"]) == ["caesar"]
    assert note["own"]["caesar"]["line"] == 2


def test_numbers_are_cut_down_after_chance() -> None:
    public = attack_on(2)
    lines = [move("hispania-citerior", legions=5), move("hispania-ulterior", legions=5)]
    province(public, "hispania-ulterior", legions=0)
    turn(public, lines, ["pompey", "pompey"])
    assert public["provinces"]["hispania-ulterior"] | {"owner": ""} == {
        "owner": "", "legions": 1, "gold": 0, "governor": "on", "active": 0, "idle": 0,
    }  # fmt: skip


def test_the_check_of_an_attack_warns_once() -> None:
    lines = [move("hispania-citerior", legions=5), move("hispania-ulterior"), {"weapons": {}}]
    judgement = judged(attack_on(3), lines)
    assert [(w.rule, w.path, w.answer) for w in judgement.warnings] == [
        ("7.5", (0,), WARNING),
        ("8.6", (2,), WARNING),
    ]


# -- III actions -----------------------------------------------------------------------------------


def acting(kind: str, **caesar: Any) -> dict[str, Any]:
    """Caesar in a province of a type."""
    at = {"political": "aegyptus", "military": "illyricum", "competence": "achaea"}[kind]
    return moving("caesar", caesar={"at": at, **caesar})


def test_prices_rise_and_leading_saves_the_surcharge() -> None:
    public = acting("political", gold=6)
    turn(public, [{"improve": "political"}, {"persuade": "alii"}, {"persuade": "pompey"}])
    caesar = public["characters"]["caesar"]
    assert (caesar["gold"], caesar["political"], caesar["citizens"]) == (0, 2, 3)
    assert caesar["last_added"] == [1, 2]
    assert (public["alii"], public["characters"]["pompey"]["citizens"]) == (5, 1)


def test_what_cannot_be_paid_is_not_taken_and_keeps_the_price() -> None:
    public = acting("military", gold=2)
    lines = [{"weapons": {}}, {"improve": "military"}]
    assert [w.rule for w in judged(public, lines).warnings] == ["8.6"]
    turn(public, lines)
    assert public["characters"]["caesar"]["gold"] == 1
    assert public["bag"]["caesar"] == 2


@pytest.mark.parametrize(("reserve", "made"), [(6, 2), (1, 1)])
def test_weapons(reserve: int, made: int) -> None:
    public = acting("military", gold=3, weapons=reserve)
    turn(public, [{"weapons": {}}])
    assert public["bag"]["caesar"] == 2 + made
    assert public["characters"]["caesar"]["weapons"] == reserve - made


@pytest.mark.parametrize(
    ("kind", "changes", "line", "rule"),
    [
        ("military", {"weapons": 0}, {"weapons": {}}, "8.3"),
        ("military", {"military": 7}, {"improve": "military"}, "8.5"),
        ("political", {}, {"persuade": "caesar"}, "8.3"),
        ("competence", {}, {"weapons": {}}, "8.2"),
    ],
)
def test_actions_that_are_not_allowed(
    kind: str, changes: dict[str, int], line: dict[str, object], rule: str
) -> None:
    assert faults(acting(kind, gold=6, **changes), [line]) == [(rule, "0")]


def test_movement_is_over_after_an_action() -> None:
    lines = [{"improve": "military"}, move("gallia-cisalpina")]
    assert faults(acting("military", gold=1), lines) == [("4.1", "1")]


@pytest.mark.parametrize(
    ("changes", "line", "why"),
    [
        ({"political": 7, "military": 6}, {"improve": "military"}, "competence"),
        ({"consul": True, "citizens": 5}, {"persuade": "alii"}, "six-citizens"),
        ({"citizens": 5}, {"persuade": "alii"}, None),
    ],
)
def test_actions_that_win(
    changes: dict[str, Any], line: dict[str, object], why: str | None
) -> None:
    kind = "competence" if "improve" in line else "political"
    public = acting(kind, gold=6, **changes)
    turn(public, [line])
    assert (public["result"] or {"why": None})["why"] == why


@pytest.mark.parametrize(
    ("levels", "leaders"),
    [((1, 1, 1), ""), ((3, 1, 3), "ac"), ((7, 7, 7), "abc"), ((2, 1, 1), "a"), ((7, 7, 6), "ab")],
)
def test_who_leads(levels: tuple[int, int, int], leaders: str) -> None:
    public = start()
    for seat, level in zip(board.SEATS, levels, strict=True):
        public["characters"][seat]["political"] = level
    leading = [position.leads(public, seat, "political") for seat in board.SEATS]
    assert leading == [name in leaders for name in "abc"]


# -- choices of others -----------------------------------------------------------------------------


def test_defaults_of_forced_choices() -> None:
    public = start()
    province(public, "macedonia", legions=4)
    province(public, "hispania-ulterior", legions=4, gold=1)
    province(public, "sicilia", gold=2)
    seen = View("pompey", public, {})
    escape = Escape("pompey", at="italia", by="caesar")
    assert escape.chosen(seen, []) == "hispania-ulterior"
    assert escape.favour(seen, "most gold") == "sicilia"
    raising = Raise("pompey", at="italia", by="caesar")
    assert raising.chosen(seen, []) == "political"
    public["characters"]["pompey"]["political"] = 2
    assert raising.chosen(seen, []) == "military"
    assert raising.favour(seen, "higher") == "political"


def test_a_forced_choice_takes_what_can_be_chosen() -> None:
    public = start()
    escape, view = Escape("pompey", at="italia", by="caesar"), View("pompey", public, {})
    assert escape.judge(view, [{"escape": "italia"}]).faults != []
    assert escape.judge(view, [{"escape": "sicilia"}]).faults == []
    wishes: list[dict[str, object]] = [{"escape": ["italia", "syria", "sicilia"]}]
    assert follow(ruleset, escape, view, wishes) == [{"escape": "sicilia"}]
    assert follow(ruleset, escape, view, [{"escape": ["syria"]}]) is None
    most_gold = follow(ruleset, escape, view, [{"most gold": {}}])
    assert most_gold == [{"escape": "hispania-citerior"}]


def test_nothing_is_asked_where_nothing_can_be_done() -> None:
    public = moving("caesar", caesar={"at": "illyricum"})
    rest = Turn("caesar", year=1, turn=1, part=2)
    assert rest.forced(public) is None
    public["now"]["points"] = 0
    assert rest.forced(public) == []
    public["characters"]["caesar"]["gold"] = 1
    assert rest.forced(public) is None


def test_nobody_is_asked_for_the_only_refuge() -> None:
    public = moving("caesar")
    only(public, "pompey", "hispania-citerior", "sicilia")
    assert Escape("pompey", at="hispania-citerior", by="caesar").forced(public) == []
    assert Escape("pompey", at="italia", by="caesar").forced(public) is None
