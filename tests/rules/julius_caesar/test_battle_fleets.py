"""Fleets in battle, retreats by sea and surprise, where a case in words would not show it."""

from __future__ import annotations

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.julius_caesar.adapter import phase, rounds, ruleset, ways_out
from tests.rules.julius_caesar.battlefield import Fight, Say, everybody, position, turn
from tests.support.beside import template

AROUND_SALA = {"tingis": {"pompey": ["legio-2"]}, "siga": {"pompey": ["legio-39"]}}


def until(round_number: int, seat: str) -> Say:
    """Everybody passes till that seat has a turn in that round."""

    def say(request: Request, view: View) -> Answer | None:
        reached = request.seat == seat and request.args.get("round") == round_number
        return None if reached else everybody("pass")(request, view)

    return say


def routes(fight: Fight, block: str) -> list[tuple[str, str | None]]:
    """Where a block may retreat to, and by way of which sea."""
    (question,) = fight.game.open_requests()
    found = ways_out.routes(fight.public, question.seat, block)
    return [(way.to, way.via) for way in found]


def won_at_sala(*blocks: str) -> Fight:
    """Caesar wins in round 1 with his main force, all cities around are the enemy's."""
    sides = {"caesar": ["legio-7@tingis", *blocks], "pompey": ["legio-1/1"]}
    places = {"sala": sides, **AROUND_SALA}
    fight = Fight(position(places, main={"sala": "tingis"}, scenario="campaign"))
    fight.run(lambda request, view: turn("pass legio-1") if request.seat == "pompey" else None)
    fight.answer(turn("fire legio-7"), [1, 6, 6])
    assert fight.told("battle over")[0]["winner"] == "caesar"
    return fight


def test_unseen_reserves_from_the_sea_are_fleets() -> None:
    """7.7, 7.83: both saw that they came over a sea border, so somebody can go."""
    fight = won_at_sala("c-navis-1@atlanticus")
    (question,) = fight.game.open_requests()
    assert (question.kind, question.seat) == ("regroup", "caesar")
    answer: Answer = [{"regroup": {"blocks": ["c-navis-1"], "to": "atlanticus"}}]
    assert fight.refusals(answer) == []
    assert fight.refusals([{"regroup": {"blocks": ["legio-7"], "to": "atlanticus"}}]) == [
        ("7.7", "Legio 7 is a land block and cannot regroup by sea")
    ]


def test_unseen_reserves_by_road_are_land_blocks() -> None:
    """7.7: nobody can go, and nobody is asked, whatever the reserve is."""
    fight = won_at_sala("legio-8@siga")
    assert not fight.game.open_requests()
    assert fight.told("battle closed") or fight.public["battle"] is None


def test_ways_by_road_and_by_sea() -> None:
    """7.62, 7.64: from Utica, the road back and two ports over two seas."""
    places = {
        "utica": {"caesar": ["legio-7@badias"], "pompey": ["legio-39"]},
        "internum": {"caesar": ["c-navis-1"]},
        "hispanum": {"caesar": ["c-navis-2"]},
        "syracuse": {"caesar": ["legio-19"]},
        "massilia": {"caesar": ["legio-20"]},
        "creta": {"pompey": ["legio-2"]},
    }
    fight = Fight(position(places, scenario="campaign"))
    fight.run(until(2, "caesar"))
    assert routes(fight, "legio-7") == [
        ("badias", None),
        ("massilia", "hispanum"),
        ("syracuse", "internum"),
    ]
    (question,) = fight.game.open_requests()
    lines = "\n".join(template(ruleset, question, fight.game.view("caesar")))
    assert "or Massilia (via Mare Hispanum) or Syracuse" not in lines
    assert "Massilia (via Mare Hispanum) or Syracuse (via Mare Internum)" in lines


def test_a_fleet_and_a_ballista_leave_together() -> None:
    """7.42, 7.82: both act at D as attackers; each has one way, so nobody is asked in round 4."""
    places = {
        "neapolis": {
            "caesar": ["c-ballista@rome", "c-navis-1@tyrrhenum"],
            "pompey": ["legio-1"],
        },
        "rhegium": {"pompey": ["legio-2"]},
    }
    fight = Fight(position(places, main={"neapolis": "rome"}, scenario="campaign"))
    fight.run(everybody("pass"))
    asked = [q.args["round"] for q in fight.questions if q.seat == "caesar"]
    assert asked == [1, 2, 3]
    assert [event["to"] for event in fight.told("retreat")] == ["rome", "tyrrhenum"]


def test_a_surprise_turns_round_one_about() -> None:
    """Mars: all attackers, A to D, then all defenders; reserves are not there yet."""
    sides = {"caesar": ["caesar@genua", "legio-7@genua"], "pompey": ["p-auxilia-3", "legio-1"]}
    state = position({"rome": sides}, scenario="campaign")
    state["public"]["surprise"] = {"place": "rome", "seat": "caesar"}
    fight = Fight(state)
    fight.stop()
    order = [(letter, seat) for seat in ("caesar", "pompey") for letter in "ABCD"]
    assert rounds.turns(fight.battle) == order
    fight.battle["round"] = 2
    assert rounds.turns(fight.battle)[:2] == [("A", "pompey"), ("A", "caesar")]


def test_options_are_offered_with_the_rulebook_first() -> None:
    for name, option in phase.OPTIONS.items():
        assert ruleset.options[name] == option
    assert ruleset.options["sea-retreats"].values[0] == "each"
    assert ruleset.options["port-retreat"].values[0] == "sea"
    assert ruleset.options["cleopatra-acts"].values[0] == "next-round"
