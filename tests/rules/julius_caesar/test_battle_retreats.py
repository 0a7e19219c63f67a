"""Ways out of a battle and regroups (7.6 to 7.7)."""

from __future__ import annotations

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.julius_caesar.adapter import ruleset, ways_out
from tests.rules.julius_caesar.battlefield import Fight, Say, everybody, position, turn
from tests.support.beside import template


def until(round_number: int, seat: str) -> Say:
    """Everybody passes till that seat has a turn in that round."""

    def say(request: Request, view: View) -> Answer | None:
        args = request.args
        reached = request.seat == seat and args.get("round") == round_number
        return None if reached else everybody("pass")(request, view)

    return say


def at_rome(seat: str, round_number: int, **others: dict[str, list[str]]) -> Fight:
    """Caesar attacks Rome from Genua with two blocks, and from Ravenna with two (reserve)."""
    sides = {
        "caesar": ["legio-7@genua", "legio-8@genua", "legio-13@ravenna", "legio-14@ravenna"],
        "pompey": ["legio-1", "legio-2"],
    }
    fight = Fight(position({"rome": sides, **others}, main={"rome": "genua"}))
    fight.run(until(round_number, seat))
    return fight


def exits(fight: Fight, block: str) -> list[str]:
    """Where a block may retreat to."""
    (question,) = fight.game.open_requests()
    found = ways_out.routes(fight.public, question.seat, block)
    return list(dict.fromkeys(way.to for way in found))


def test_attacker_goes_back_or_to_friends() -> None:
    """7.62: Genua and Ravenna are neutral and used, Neapolis is neutral and was not used."""
    fight = at_rome("caesar", 2, asculum={"caesar": ["legio-9"]})
    assert exits(fight, "legio-7") == ["asculum", "genua", "ravenna"]
    assert fight.refusals(turn("retreat legio-7 neapolis")) == [
        ("7.62", "Neapolis is Vacant, and your side did not come by that road")
    ]


def test_nobody_retreats_to_enemies() -> None:
    """7.61."""
    fight = at_rome("caesar", 2, asculum={"pompey": ["legio-3"]}, genua={"pompey": ["legio-4"]})
    assert exits(fight, "legio-7") == ["ravenna"]
    assert fight.refusals(turn("retreat legio-7 genua")) == [("7.61", "Genua is held by the enemy")]


def test_nobody_retreats_to_a_contested_city() -> None:
    """7.61."""
    sides = {"caesar": ["legio-9@massilia"], "pompey": ["legio-4"]}
    fight = at_rome("caesar", 2, genua=sides)
    (question,) = fight.game.open_requests()
    assert question.args["place"] == "genua"  # fought first; then Rome
    fight = Fight(position({"rome": {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]}}))
    fight.run(until(2, "caesar"))
    fight.public["places"]["genua"] = {"caesar": {"brown": 1}, "pompey": {"green": 1}}
    assert fight.refusals(turn("retreat legio-7 genua")) == [("7.61", "Genua is contested")]


def test_only_neighbours_by_road() -> None:
    """7.6, 7.64: Aleria lies over the sea, and sea retreats need fleets at sea."""
    fight = at_rome("caesar", 2)
    assert fight.refusals(turn("retreat legio-7 massilia")) == [
        ("7.6", "no road leads from Rome to Massilia")
    ]
    assert fight.refusals(turn("retreat legio-7 tyrrhenum")) == [
        ("7.6", "no road leads from Rome to Mare Tyrrhenum")
    ]


def test_road_limits_in_a_round() -> None:
    """7.61: two on a minor road."""
    fight = at_rome("caesar", 2)
    answer = turn(*(f"retreat {block} ravenna" for block in ("legio-13", "legio-14", "legio-7")))
    assert fight.refusals(answer[:2]) == []
    assert fight.refusals(answer) == [
        ("7.61", "the minor road to Ravenna takes only 2 blocks in a round of retreats")
    ]


def test_roads_are_free_again_next_round() -> None:
    """7.61."""
    fight = at_rome("caesar", 2)
    two = turn("retreat legio-13 ravenna", "retreat legio-14 ravenna")
    fight.answer([*two, *turn("pass legio-7", "pass legio-8")])
    fight.run(until(3, "caesar"))
    assert fight.refusals(turn("retreat legio-7 ravenna")) == []


def test_one_block_over_a_strait() -> None:
    """7.61."""
    sides = {"caesar": ["legio-7", "legio-8"], "pompey": ["legio-37@syracuse"]}
    fight = Fight(position({"messana": sides}, attacker="pompey"))
    fight.run(until(2, "caesar"))
    answer = turn("retreat legio-7 rhegium", "retreat legio-8 rhegium")
    assert fight.refusals(answer) == [
        ("7.61", "the strait to Rhegium takes only 1 block in a round of retreats")
    ]


def test_defender_goes_any_other_way() -> None:
    """7.63: never by a road that the attacker used, be it the reserve's."""
    fight = at_rome("pompey", 2)
    assert exits(fight, "legio-1") == ["asculum", "neapolis"]
    assert fight.refusals(turn("retreat legio-1 genua", "retreat legio-2 ravenna")) == [
        ("7.63", "the attacker came by the road from Genua"),
        ("7.63", "the attacker came by the road from Ravenna"),
    ]


def test_roads_used_elsewhere_do_not_count() -> None:
    """7.63, ruling 59: the road from Genua was used in the attack on another city."""
    elsewhere = {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]}
    here = {"caesar": ["legio-13@ravenna"], "pompey": ["legio-5"]}
    fight = Fight(position({"massilia": elsewhere, "genua": here}))
    fight.stop()
    fight.answer([{"battle": "genua"}])
    fight.run(until(2, "pompey"))
    assert "lugdunum" in exits(fight, "legio-5")
    assert "ravenna" not in exits(fight, "legio-5")


def test_a_retreat_makes_a_city_friendly_at_once() -> None:
    """4.21, 7.6."""
    fight = at_rome("pompey", 2)
    fight.answer(turn("retreat legio-1 asculum"))
    assert fight.public["places"]["asculum"] == {"pompey": {"green": 1}}
    assert fight.state["seats"]["pompey"]["blocks"]["legio-1"]["at"] == "asculum"
    assert "legio-1" not in fight.battle["blocks"]


def test_attacker_has_won_when_the_defenders_are_gone() -> None:
    """7.2."""
    fight = at_rome("pompey", 2)
    fight.answer(turn("retreat legio-1 asculum", "retreat legio-2 neapolis"))
    assert fight.told("battle over")[0]["winner"] == "caesar"
    assert fight.battle["stage"] == "regroup"


def test_reserves_of_a_swapped_battle() -> None:
    """7.31, 7.62, 7.63: retreat rules go with the new roles."""
    sides = {
        "caesar": ["caesar@genua"],
        "pompey": ["legio-2/1", "legio-1@neapolis"],
    }
    fight = Fight(position({"rome": sides}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 6, 6])
    assert fight.battle["attacker"] == "pompey"
    # Caesar now defends: any city but by the road from Neapolis.
    assert exits(fight, "caesar") == ["asculum", "genua", "ravenna"]
    fight.answer(turn("pass caesar"))
    assert exits(fight, "legio-1") == ["neapolis"]


def test_attackers_only_retreat_in_round_4() -> None:
    """7.2, 7.62."""
    fight = at_rome("caesar", 4)
    assert fight.refusals(turn("fire legio-7", "pass legio-8")) == [
        ("7.62", "Legio 7 attacks and can only retreat in round 4"),
        ("7.62", "Legio 8 attacks and can only retreat in round 4"),
    ]
    (question,) = fight.game.open_requests()
    lines = template(ruleset, question, fight.game.view("caesar"))
    assert lines[1] == "- retreat: {block: Legio 7, to: Genua}  # C2, III; or to Ravenna"


def test_no_question_where_one_road_takes_all() -> None:
    """7.62."""
    sides = {"caesar": ["legio-7@genua", "legio-8@genua"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}))
    fight.run(everybody("pass"))
    asked = [question.args["round"] for question in fight.questions if question.seat == "caesar"]
    assert asked == [1, 2, 3]
    assert len(fight.told("retreat")) == 2


def test_the_owner_picks_who_gets_away() -> None:
    """7.6, 7.61: three blocks, a minor road for two."""
    blocks = ["legio-7@ravenna", "legio-8@ravenna", "legio-9@genua"]
    sides = {"caesar": blocks, "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides, "genua": {"pompey": ["legio-4"]}}))
    fight.run(until(4, "caesar"))
    fight.answer(turn("retreat legio-9 ravenna", "retreat legio-7 ravenna"))
    assert fight.public["dead"]["brown"] == ["legio-8"]
    assert fight.told("eliminated")[0]["why"] == "no way out"


def test_no_way_out() -> None:
    """7.6, 7.51: eliminated, and a leader is a trophy."""
    sides = {"caesar": ["legio-7@tingis", "antonius@tingis"], "pompey": ["legio-1"]}
    others = {"tingis": {"pompey": ["legio-2"]}, "siga": {"pompey": ["legio-39"]}}
    fight = Fight(position({"sala": sides, **others}))
    fight.run(everybody("pass"))
    assert fight.public["dead"]["brown"] == ["legio-7"]
    assert fight.public["trophies"]["pompey"] == ["antonius"]
    assert fight.told("battle over")[0]["winner"] == "pompey"


def test_cleopatra_without_a_way_out() -> None:
    """7.52, 7.6, ruling 56."""
    sides = {"caesar": ["cleopatra@tingis"], "pompey": ["legio-1"]}
    others = {"tingis": {"pompey": ["legio-2"]}, "siga": {"pompey": ["legio-39"]}}
    fight = Fight(position({"sala": sides, **others}))
    fight.run(everybody("pass"))
    assert fight.state["seats"]["pompey"]["blocks"]["cleopatra"] == {
        "at": "sala",
        "strength": 1,
        "from": None,
    }
    assert fight.public["places"]["sala"] == {"pompey": {"green": 1, "blue": 1}}


def test_fleets_do_not_leave_port() -> None:
    """7.82, in the land scenario."""
    sides = {"caesar": ["legio-8", "c-navis-1"], "pompey": ["legio-1@massilia"]}
    fight = Fight(position({"genua": sides}, attacker="pompey"))
    fight.run(until(2, "caesar"))
    fight.answer(turn("pass legio-8"))
    fight.run(until(2, "caesar"))
    assert fight.refusals(turn("retreat c-navis-1 rome")) == [
        ("7.82", "Navis 1 is a fleet and cannot leave port")
    ]
    assert exits(fight, "c-navis-1") == []


def test_fleets_of_a_disrupted_defender_go_down_in_round_4() -> None:
    """7.31, 7.6: a fleet in reserve of a defender that became attacker has no way out."""
    sides = {"caesar": ["legio-1@massilia"], "pompey": ["p-navis-1"]}
    fight = Fight(position({"genua": sides}))
    fight.stop()
    fight.battle["attacker"], fight.battle["defender"] = "pompey", "caesar"
    fight.run(everybody("pass"))
    assert fight.public["dead"]["green"] == ["p-navis-1"]


# Regroups.


def won_at_rome(**others: dict[str, list[str]]) -> Fight:
    """Caesar has won at Rome with six blocks, two of them from reserve."""
    blocks = [f"legio-{number}@genua" for number in (7, 8, 9, 10)]
    blocks += ["legio-13@ravenna", "legio-14@ravenna"]
    sides = {"caesar": blocks, "pompey": ["legio-1/1"]}
    fight = Fight(position({"rome": sides, **others}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("pass legio-1"))
    fight.answer(turn("fire legio-10"), [1, 6, 6])
    return fight


def going(to: str, *blocks: str) -> Answer:
    return [{"regroup": {"blocks": list(blocks), "to": to}}]


def test_the_winner_regroups() -> None:
    """7.7: reserves too; one city on, within road limits."""
    fight = won_at_rome(neapolis={"pompey": ["legio-2"]})
    (question,) = fight.game.open_requests()
    assert (question.kind, question.seat) == ("regroup", "caesar")
    four = ["legio-7", "legio-8", "legio-9", "legio-10"]
    assert fight.refusals(going("genua", *four)) == []
    assert fight.refusals(going("genua", *four, "legio-13")) == [
        ("6.11", "Rome to Genua is a major road: 4 blocks at most")
    ]
    assert fight.refusals(going("neapolis", "legio-7")) == [
        ("7.7", "Neapolis is held by the enemy")
    ]
    assert fight.refusals(going("massilia", "legio-7")) == [
        ("7.7", "no road leads from Rome to Massilia")
    ]
    assert fight.refusals(going("tyrrhenum", "legio-7")) == [
        ("7.7", "none of your blocks can regroup by sea")
    ]
    assert fight.refusals(going("genua", "legio-12", "legio-7", "legio-7")) == [
        ("7.7", "Legio 12 is not one of your blocks in Rome"),
        ("7.7", "Legio 7 already regroups in an earlier line"),
    ]


def test_a_regroup_shows_numbers_only() -> None:
    """7.7, 7.1: the blocks stand upright again."""
    fight = won_at_rome()
    one: Answer = [{"regroup": {"blocks": ["legio-14"], "to": "ravenna"}}]
    fight.answer([*going("genua", "legio-7", "legio-13"), *one])
    told = [event for event in fight.events if event["kind"] == "regroup"]
    assert told[0]["public"]["colours"] == {"brown": 2}
    assert "legio" not in str([event["public"] for event in told])
    assert told[0]["own"] == {"caesar": {"blocks": ["legio-7", "legio-13"]}}
    assert fight.public["places"] == {
        "rome": {"caesar": {"brown": 3}},
        "genua": {"caesar": {"brown": 2}},
        "ravenna": {"caesar": {"brown": 1}},
    }
    assert fight.story("pompey")[-2:] == [
        "  Caesar regroups from Rome to Genua: 2 brown",
        "  Caesar regroups from Rome to Ravenna: 1 brown",
    ]
    assert fight.story("caesar")[-1] == "  Caesar regroups from Rome to Ravenna: Legio 14"


def test_two_over_a_strait() -> None:
    """7.7, ruling 41."""
    blocks = ["legio-7@syracuse", "legio-8@syracuse", "legio-9@lilybaeum"]
    sides = {"caesar": blocks, "pompey": ["legio-1/1"]}
    fight = Fight(position({"messana": sides}))
    fight.stop()
    fight.answer(turn("pass legio-1"))
    fight.answer(turn("fire legio-7"), [1, 6, 6])
    assert fight.refusals(going("rhegium", "legio-7", "legio-8")) == []
    assert fight.refusals(going("rhegium", "legio-7", "legio-8", "legio-9")) == [
        ("6.11", "Messana to Rhegium is a strait: 2 blocks at most")
    ]


def test_fleets_alone_are_not_asked_to_regroup() -> None:
    """7.7, 7.83: everybody has seen that there are only fleets."""
    sides = {"caesar": ["legio-8@genua"], "pompey": ["p-navis-1"]}
    fight = Fight(position({"rome": sides}))
    fight.run(everybody("pass"))
    assert fight.told("battle over")[0]["winner"] == "pompey"
    assert "regroup" not in [question.kind for question in fight.questions]


def test_nobody_is_asked_where_all_neighbours_are_enemy() -> None:
    """7.7."""
    sides = {"caesar": ["legio-7@tingis"], "pompey": ["legio-1"]}
    others = {"tingis": {"caesar": ["legio-8"]}, "siga": {"caesar": ["legio-9"]}}
    fight = Fight(position({"sala": sides, **others}))
    fight.run(everybody("pass"))
    assert "regroup" not in [question.kind for question in fight.questions]
