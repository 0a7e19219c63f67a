"""Standing orders in battle: every policy, every quantity and every selector of its requests."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.request import Request, View
from tests.rules.julius_caesar.adapter import worth
from tests.rules.julius_caesar.battlefield import Fight, hits, position, turn
from tests.rules.julius_caesar.standing_rules import (
    answer_by,
    fight_at,
    number_of,
    reached,
    then_by,
    turn_in,
)

#: Caesar attacks Rome from Genua, which he still holds, with reserves from Ravenna.
ROME = {
    "caesar": ["caesar/2@genua", "legio-7@genua", "legio-8/2@genua", "legio-13@ravenna"],
    "pompey": ["pompey", "legio-1", "legio-3/1", "p-navis-1"],
}
AROUND = {"genua": {"caesar": ["legio-12"]}, "neapolis": {"pompey": ["legio-32"]}}


def rome(**more: Any) -> Fight:
    return fight_at("rome", ROME, AROUND, **more)


# Quantities.


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("round = 1", True),
        ("attacking = 1", True),
        ("own blocks = 3", True),
        ("enemy blocks = 4", True),
        ("own strength = 7", True),
        ("enemy strength = 10", True),
        ("own reserves = 1", True),
        ("enemy reserves = 0", True),
        ("own lost = 0", True),
        ("enemy lost = 0", True),
        ("leaders = 1", True),
        ("leader strength = 2", True),
        ("own strength < enemy strength", True),
        ("own strength > enemy strength", False),
        ("odds = 70", True),
        ("acting blocks = 1", True),
        ("acting strength = 2", True),
    ],
)
def test_quantities_in_round_1(condition: str, holds: bool) -> None:
    request, view = turn_in(rome(), 1, "caesar")
    assert number_of(request, view, condition) is holds


@pytest.mark.parametrize(
    "condition",
    ["round = 2", "attacking = 0", "own blocks = 4", "enemy blocks = 4", "own reserves = 0",
     "enemy strength = 10", "enemy reserves = 0", "leaders = 1", "leader strength = 3"],
)  # fmt: skip
def test_quantities_in_round_2_of_the_defender(condition: str) -> None:
    request, view = turn_in(rome(), 2, "pompey")
    assert number_of(request, view, condition)


def test_without_a_leader_his_strength_is_none() -> None:
    sides = {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]}
    request, view = turn_in(fight_at("rome", sides), 1, "caesar")
    assert number_of(request, view, "leaders = 0")
    assert number_of(request, view, "leader strength = 0")


def against(enemy: list[str], mine: list[str]) -> tuple[Request, View]:
    """Caesar, who attacks from Genua with these blocks, before his first turn in round 1."""
    sides = {"caesar": [f"{block}@genua" for block in mine], "pompey": enemy}
    return turn_in(fight_at("rome", sides), 1, "caesar")


def test_odds_count_strength_and_fire_odds_firepower_too() -> None:
    """Three steps of a 3 against four steps of a 2."""
    request, view = against(["legio-1/4"], ["caesar/3"])
    assert number_of(request, view, "odds = 75")
    assert number_of(request, view, "fire odds = 112")


@pytest.mark.parametrize(
    ("enemy", "mine", "danger"),
    [
        # Four dice that hit with 2 or less: one and a third hits, so two; he has three steps.
        (["legio-1/4"], ["caesar/3"], False),
        (["legio-1/4"], ["caesar/2"], True),
        # The legion beside him is as strong and is hit first.
        (["legio-1/4"], ["caesar/2", "legio-7/2"], False),
        (["legio-1/4"], ["caesar/1", "legio-7/1"], True),
        (["legio-1/4"], ["caesar/1", "legio-7/2"], False),
        (["legio-1/4"], ["legio-7/1"], False),
    ],
)
def test_a_leader_is_in_danger_if_average_hits_of_a_round_would_kill_him(
    enemy: list[str], mine: list[str], danger: bool
) -> None:
    request, view = against(enemy, mine)
    assert number_of(request, view, "leader in danger") is danger


def test_the_blocks_that_act_are_counted_apart() -> None:
    """At letter C Legio 7 at full strength and Legio 8 at strength 2 act, Caesar has acted."""
    request, view = turn_c(rome(), 1)
    assert number_of(request, view, "acting blocks = 2")
    assert number_of(request, view, "acting strength = 2")
    assert number_of(request, view, "own blocks = 3")


def test_weak_blocks_withdraw_and_others_fire() -> None:
    """Legio 8 at strength 2 leaves for Genua, where Legio 12 stands."""
    request, view = turn_c(rome())
    fires = ["fire legio-7", "fire legio-13"]
    wanted = turn(fires[0], "retreat legio-8 genua", fires[1])
    assert then_by(request, view, [{"weak withdraw": "2"}, "fire"]) == wanted
    assert then_by(request, view, {"weak withdraw": "1"}) == turn(
        fires[0], "fire legio-8", fires[1]
    )


def test_lost_steps_are_counted() -> None:
    """Pompey (B3) hits with two dice of three, then Legio 8 and 7 answer with two hits."""
    fight = rome()
    stops = lambda request, view: request.kind == "hits"  # noqa: E731
    request, view = reached(fight, stops, [6, 6, 1, 2, 6], word="fire")
    assert (request.seat, request.args["hits"]) == ("caesar", 2)
    assert number_of(request, view, "own lost = 0")
    fight.answer(hits("legio-7", "caesar"))
    request, view = turn_in(fight, 2, "caesar")
    assert number_of(request, view, "own lost = 2")
    assert number_of(request, view, "enemy lost = 0")
    view = fight.game.view("pompey")
    assert fight.battle["lost"] == {"caesar": 2, "pompey": 0}


def test_disrupted_reserves_have_lost_a_step() -> None:
    """7.31: the main attack is gone in round 1."""
    sides = {"caesar": ["legio-7/1@genua", "legio-13@ravenna"], "pompey": ["legio-1"]}
    fight = fight_at("rome", sides)
    fight.stop()
    fight.answer(turn("fire legio-1"), [1, 6, 6, 6])
    assert fight.battle["lost"] == {"caesar": 2, "pompey": 0}


# Selectors.


@pytest.mark.parametrize(
    ("selectors", "fits"),
    [({"at": "Rome"}, True), ({"at": "Genua"}, False), ({"role": "attacker"}, True),
     ({"role": "defender"}, False), ({"at": "Rome", "role": "attacker"}, True)],
)  # fmt: skip
def test_selectors_of_a_turn(selectors: dict[str, str], fits: bool) -> None:
    request, view = turn_in(rome(), 1, "caesar")
    rule = {"on": "battle turn", **selectors, "then": "pass"}
    found = answer_by(request, view, rule, {"on": "battle turn", "then": "fire"})
    assert found == turn("pass caesar" if fits else "fire caesar")


# Turns.


def turn_c(fight: Fight, round_: int = 2) -> tuple[Request, View]:
    """Caesar's legions in a round."""
    return reached(
        fight,
        lambda r, v: (
            r.kind == "battle turn"
            and (r.args["round"], r.args["letter"], r.seat) == (round_, "C", "caesar")
        ),
    )


def test_fire_and_pass() -> None:
    request, view = turn_c(rome())
    blocks = ["legio-7", "legio-8", "legio-13"]
    assert then_by(request, view, "fire") == [{"fire": block} for block in blocks]
    assert then_by(request, view, "pass") == [{"pass": block} for block in blocks]


def test_nobody_retreats_in_round_1() -> None:
    request, view = turn_c(rome(), 1)
    assert then_by(request, view, {"retreat": ["Genua"]}) == turn("fire legio-7", "fire legio-8")
    saved = [{"save": {"blocks": ["Legio 7"], "to": ["Genua"]}}, "pass"]
    assert then_by(request, view, saved) == turn("pass legio-7", "pass legio-8")


def test_all_retreat_by_preference() -> None:
    """7.61: to Ravenna, by a minor road, go two in a round; it is vacant and he came from it."""
    request, view = turn_c(rome())
    wanted = turn("retreat legio-7 ravenna", "retreat legio-8 ravenna", "retreat legio-13 genua")
    assert then_by(request, view, {"retreat": ["Neapolis", "Ravenna", "Genua"]}) == wanted


def test_who_cannot_retreat_fires() -> None:
    request, view = turn_c(rome())
    wanted = turn("retreat legio-7 ravenna", "retreat legio-8 ravenna", "fire legio-13")
    assert then_by(request, view, {"retreat": ["Ravenna"]}) == wanted
    assert then_by(request, view, [{"retreat": ["Ravenna"]}, "pass"]) == [
        *wanted[:2],
        {"pass": "legio-13"},
    ]
    shut = turn("fire legio-7", "fire legio-8", "fire legio-13")
    assert then_by(request, view, {"retreat": ["Neapolis", "Massilia"]}) == shut


def test_some_are_saved_and_the_others_go_on() -> None:
    request, view = turn_c(rome())
    then = [{"save": {"blocks": ["Legio 8", "Legio 11"], "to": ["Genua"]}}, "pass"]
    wanted = turn("pass legio-7", "retreat legio-8 genua", "pass legio-13")
    assert then_by(request, view, then) == wanted
    assert then_by(request, view, then[:1]) == turn(
        "fire legio-7", "retreat legio-8 genua", "fire legio-13"
    )


def test_the_first_line_that_fits_a_block_counts() -> None:
    request, view = turn_c(rome())
    one = {"save": {"blocks": ["Legio 7"], "to": ["Ravenna"]}}
    two = {"save": {"blocks": ["Legio 7", "Legio 8"], "to": ["Genua"]}}
    assert then_by(request, view, [one, two, "fire"]) == turn(
        "retreat legio-7 ravenna", "retreat legio-8 genua", "fire legio-13"
    )
    assert then_by(request, view, ["pass", two]) == turn(
        "pass legio-7", "pass legio-8", "pass legio-13"
    )


def test_leaders_are_saved() -> None:
    request, view = turn_in(rome(), 2, "caesar")
    assert then_by(request, view, {"save leaders": ["Ravenna"]}) == turn("retreat caesar ravenna")
    assert then_by(request, view, {"save leaders": ["Neapolis"]}) == turn("fire caesar")
    request, view = turn_c(rome())
    assert then_by(request, view, [{"save leaders": ["Ravenna"]}, "pass"]) == turn(
        "pass legio-7", "pass legio-8", "pass legio-13"
    )


@pytest.mark.parametrize(
    ("then", "places"),
    [
        ("fire", ["genua", "genua", "genua"]),
        ("pass", ["genua", "genua", "genua"]),
        ({"retreat": ["Ravenna"]}, ["ravenna", "ravenna", "genua"]),
        (["fire", {"retreat": ["Ravenna"]}], ["ravenna", "ravenna", "genua"]),
        ([{"save": {"blocks": ["Legio 8"], "to": ["Ravenna"]}}, "fire"],
         ["genua", "ravenna", "genua"]),
    ],
)  # fmt: skip
def test_attackers_leave_in_round_4(then: Any, places: list[str]) -> None:
    request, view = turn_c(rome(), 4)
    blocks = ["legio-7", "legio-8", "legio-13"]
    wanted = turn(*(f"retreat {b} {to}" for b, to in zip(blocks, places, strict=True)))
    assert then_by(request, view, then) == wanted


def test_more_leave_than_roads_take() -> None:
    """7.6, 7.61: four by the road to Genua and two to Ravenna; leaders go first."""
    legions = ["legio-7", "legio-8", "legio-9", "legio-10", "legio-11", "legio-14", "legio-16"]
    sides = {"caesar": [f"{block}@genua" for block in legions], "pompey": ["legio-1"]}
    fight = fight_at("rome", sides, {"genua": {"caesar": ["legio-12"]}})
    request, view = turn_c(fight, 4)
    found = then_by(request, view, "fire")
    assert found is not None
    assert [line["retreat"]["to"] for line in found] == ["genua"] * 4  # type: ignore[index]


def test_a_fleet_retreats_by_sea_and_one_legion_with_it() -> None:
    """7.64, 7.82: Pompey's fleet leaves for the sea, a legion by way of it to Aleria."""
    around = {"tyrrhenum": {"pompey": ["p-navis-2"]}, "aleria": {"pompey": ["legio-32"]}}
    fight = fight_at("rome", ROME, around)
    request, view = reached(
        fight, lambda r, v: r.args.get("round") == 2 and r.args.get("letter") == "C"
    )
    assert request.seat == "pompey"
    found = then_by(request, view, {"retreat": ["Aleria"]})
    by_sea = {"block": "legio-1", "to": "aleria", "via": "tyrrhenum"}
    assert found == [{"retreat": by_sea}, {"fire": "legio-3"}]
    request, view = reached(
        fight, lambda r, v: r.args.get("round") == 2 and r.args.get("letter") == "D"
    )
    assert then_by(request, view, {"retreat": ["Genua", "Mare Tyrrhenum"]}) == turn(
        "retreat p-navis-1 tyrrhenum"
    )


# Hits.


def hits_on(blocks: list[str], dice: list[int], word: str = "fire") -> tuple[Request, View]:
    """Pompey's Legio 3 (C3, three dice) fires on blocks of Caesar, who attacks."""
    sides = {"caesar": [f"{block}@genua" for block in blocks], "pompey": ["legio-3"]}
    fight = fight_at("rome", sides)
    stops = lambda request, view: request.kind == "hits"  # noqa: E731
    first = reached(fight, lambda r, v: r.seat == "pompey")[0]
    assert first.args["blocks"] == ["legio-3"]
    fight.answer(turn("fire legio-3"), dice)
    return reached(fight, stops)


MIXED = ["caesar", "legio-7", "legio-8", "c-equitatus-1"]


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("weakest", ["legio-7"]),
        ({"first": ["Legio 8", "Legio 7"]}, ["legio-8"]),
        ({"last": ["Legio 7"]}, ["c-equitatus-1"]),
        ({"last": ["Equitatus 1", "Legio 7"]}, ["legio-8"]),
        ([{"last": ["Equitatus 1", "Legio 7"]}, "spare leaders"], ["legio-8"]),
        (["spare leaders", {"last": ["Equitatus 1", "Legio 7"]}], ["legio-8"]),
        ("spare leaders", ["legio-7"]),
        ({"first": ["Legio 17", "Caesar"]}, ["caesar"]),
    ],
)
def test_who_takes_a_hit(then: Any, wanted: list[str]) -> None:
    request, view = hits_on(MIXED, [1, 6, 6])
    assert then_by(request, view, then) == hits(*wanted)


def test_every_hit_is_chosen_anew() -> None:
    """7.4: a block that was hit is not among the strongest any more."""
    request, view = hits_on(["caesar", "legio-7", "legio-8"], [1, 2, 6])
    assert then_by(request, view, {"first": ["Legio 8"]}) == hits("legio-8", "legio-7")
    assert then_by(request, view, {"last": ["Legio 7", "Legio 8"]}) == hits("caesar", "legio-8")


def test_rules_on_hits_have_the_quantities_of_the_battle() -> None:
    request, view = hits_on(["legio-7", "legio-8"], [1, 6, 6])
    assert number_of(request, view, "own strength = 6")
    assert number_of(request, view, "attacking = 1")
    rule = {"on": "hits", "at": "Rome", "role": "attacker", "then": {"first": ["Legio 8"]}}
    assert answer_by(request, view, rule) == hits("legio-8")


def test_combat_values() -> None:
    order = ["p-auxilia-1", "legio-1", "p-equitatus-2", "legio-3", "pompey", "legio-10"]
    assert sorted(order, key=worth) == order
    assert worth("c-ballista", True) < worth("c-ballista", False)


# Next battle and regrouping.


def two_battles() -> tuple[Request, View]:
    sides = {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]}
    other = {"caesar": ["legio-8@rome"], "pompey": ["legio-3"]}
    fight = Fight(position({"rome": sides, "neapolis": other}))
    return reached(fight, lambda r, v: r.kind == "next battle")


@pytest.mark.parametrize(
    ("order", "place"), [(["Rome"], "rome"), (["Genua", "Rome", "Neapolis"], "rome"),
                         (["Genua"], "neapolis")],
)  # fmt: skip
def test_the_order_of_battles(order: list[str], place: str) -> None:
    request, view = two_battles()
    assert then_by(request, view, {"order": order}) == [{"battle": place}]
    assert number_of(request, view, "battles left = 2")


def won(blocks: list[str]) -> tuple[Request, View]:
    """Caesar has won Rome, holds Genua, and Neapolis is Pompey's."""
    sides = {"caesar": [f"{block}@genua" for block in blocks], "pompey": ["legio-3/1"]}
    fight = fight_at("rome", sides, AROUND)
    fight.state["seats"]["caesar"]["blocks"]["caesar"]["strength"] = 3
    stops = lambda request, view: request.kind == "regroup"  # noqa: E731
    return reached(fight, stops, [1] + [6] * 40, word="fire")


WON = ["caesar", "legio-7", "legio-8", "legio-9", "legio-10", "legio-11", "legio-14"]


def test_nobody_regroups() -> None:
    request, view = won(WON)
    assert then_by(request, view, "stay") == []
    assert then_by(request, view, ["stay", {"all": ["Genua"]}]) == []
    assert number_of(request, view, "own blocks = 7")
    assert number_of(request, view, "battles left = 0")


def regrouped(**places: list[str]) -> list[Any]:
    return [{"regroup": {"blocks": blocks, "to": to}} for to, blocks in places.items()]


def test_named_blocks_regroup() -> None:
    request, view = won(WON)
    then = [{"go": {"blocks": ["Legio 8", "Caesar", "Legio 12"], "to": ["Neapolis", "Ravenna"]}}]
    assert then_by(request, view, then) == regrouped(ravenna=["caesar", "legio-8"])
    more = [*then, {"go": {"blocks": ["Legio 7"], "to": ["Ravenna"]}}]
    assert then_by(request, view, more) == regrouped(ravenna=["caesar", "legio-8"])


def test_all_regroup_as_far_as_roads_take_them() -> None:
    """6.11: two by the minor road, four by the major one, the last one stays."""
    request, view = won(WON)
    wanted = regrouped(ravenna=WON[:2], genua=WON[2:6])
    assert then_by(request, view, {"all": ["Ravenna", "Neapolis", "Genua"]}) == wanted
    kept = [{"keep": ["Caesar", "Legio 9"]}, {"all": ["Genua"]}]
    assert then_by(request, view, kept) == regrouped(
        genua=["legio-7", "legio-8", "legio-10", "legio-11"]
    )


def spreading(*blocks: str) -> tuple[Request, View]:
    """Caesar has come from Rome, which he has left empty, and won Neapolis."""
    sides = {"caesar": [f"{block}@rome" for block in blocks], "pompey": ["legio-3/1"]}
    fight = fight_at("neapolis", sides)
    stops = lambda request, view: request.kind == "regroup"  # noqa: E731
    return reached(fight, stops, [1] + [6] * 40, word="fire")


def test_the_weakest_fighter_goes_to_an_empty_city_that_counts_points_if_another_stays() -> None:
    """Rome counts; Rhegium and the others beside Neapolis do not.  Caesar leads, so he stays."""
    request, view = spreading("caesar", "legio-7", "legio-8")
    assert then_by(request, view, "spread") == regrouped(rome=["legio-7"])
    kept = [{"keep": ["Legio 7"]}, "spread"]
    assert then_by(request, view, kept) == regrouped(rome=["legio-8"])
    request, view = spreading("caesar", "legio-7")
    assert then_by(request, view, [{"keep": ["Legio 7"]}, "spread"]) == []
    request, view = spreading("legio-7")
    assert then_by(request, view, "spread") == []


def test_nobody_is_spread_over_a_road_that_is_full() -> None:
    """6.11: four by the major road, whom an earlier line sends."""
    four = ["legio-7", "legio-8", "legio-9", "legio-10"]
    request, view = spreading("caesar", *four, "legio-11")
    then = [{"go": {"blocks": four, "to": ["Rome"]}}, "spread"]
    assert then_by(request, view, then) == regrouped(rome=four)


def test_rules_on_regrouping_choose_the_place() -> None:
    request, view = won(WON)
    rules = [{"on": "regroup", "at": place, "then": {"all": ["Genua"]}} for place in ("Rome",)]
    assert answer_by(request, view, *rules) == regrouped(genua=WON[:4])
    rules = [{"on": "regroup", "at": "Genua", "then": {"all": ["Rome"]}}]
    assert answer_by(request, view, *rules) is None
