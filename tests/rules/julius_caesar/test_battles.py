"""Battles (7), where a case in words would not show it: templates, choices, twins, options."""

from __future__ import annotations

import pytest

from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.julius_caesar.adapter import has_choice, phase, ruleset, ways_out
from tests.rules.julius_caesar.battlefield import Fight, Say, everybody, position, turn
from tests.support.beside import template

AROUND_SALA = {"tingis": {"pompey": ["legio-2"]}, "siga": {"pompey": ["legio-39"]}}


@pytest.mark.parametrize(
    ("standing", "number", "choice"),
    [
        ({"legio-1": 3, "legio-2": 2, "legio-3": 2}, 1, False),
        ({"legio-1": 3, "legio-2": 2, "legio-3": 2}, 2, True),
        ({"legio-1": 3, "legio-2": 3}, 1, True),
        ({"legio-1": 3, "legio-2": 3}, 2, False),
        ({"legio-1": 3, "legio-2": 3}, 3, True),
        ({"legio-1": 1, "legio-2": 1}, 4, False),
        ({"p-elephant": 4, "legio-1": 4}, 2, False),
        ({"p-elephant": 4, "legio-1": 3}, 2, False),
        ({"legio-1": 2}, 1, False),
    ],
)
def test_only_real_choices_are_asked(standing: dict[str, int], number: int, choice: bool) -> None:
    """7.4."""
    assert has_choice(standing, number) is choice


def test_no_step_where_nothing_is_contested() -> None:
    public = position({"rome": {"caesar": ["legio-7"]}})["public"]
    assert phase.next_battle_step(public) is None


def test_the_story_names_what_anyone_sees() -> None:
    sides = {"caesar": ["legio-8@genua", "legio-13@ravenna"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("fire legio-1"), [2, 3, 5, 6])
    assert fight.story() == [
        "Battle of Rome: Caesar attacks from Genua, Pompey defends.",
        "  Caesar: Legio 8 (C3 III)",
        "  Caesar's Reserves, for round 2: 1 from Ravenna",
        "  Pompey: Legio 1 (C2 IV)",
        "  Round 1",
        "    Pompey's Legio 1 (C2, IV) fires: 2* 3 5 6 - 1 hit",
        "      Caesar's Legio 8 down to II",
    ]


def test_nobody_can_tell_which_reserves_never_showed() -> None:
    """7.3, 7.7: two battles that differ in a hidden reserve alone look the same to the enemy."""
    seen = []
    for reserve in ("legio-13", "caesar/1"):
        blocks = ["legio-7@genua", f"{reserve}@ravenna"]
        sides = {"caesar": blocks, "pompey": ["legio-1/1"]}
        fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
        fight.run(everybody("fire"), [6, 1, 6, 6])
        questions = [(q.title(), q.data()) for q in fight.questions]
        seen.append((questions, fight.story("pompey"), fight.public))
    assert seen[0] == seen[1]


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
    """Caesar wins in round 1 with his main attack, all cities around are the enemy's."""
    sides = {"caesar": ["legio-7@tingis", *blocks], "pompey": ["legio-1/1"]}
    places = {"sala": sides, **AROUND_SALA}
    fight = Fight(position(places, main={"sala": "tingis"}, scenario="campaign"))
    fight.run(lambda request, view: turn("pass legio-1") if request.seat == "pompey" else None)
    fight.answer(turn("fire legio-7"), [1, 6, 6])
    assert fight.told("battle over")[0]["winner"] == "caesar"
    return fight


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


def test_options_are_offered_with_the_rulebook_first() -> None:
    for name, option in phase.OPTIONS.items():
        assert ruleset.options[name] == option
    assert ruleset.options["sea-retreats"].values[0] == "each"
    assert ruleset.options["port-retreat"].values[0] == "sea"
    assert ruleset.options["cleopatra-acts"].values[0] == "next-round"


def test_fleets_alone_are_not_asked_to_regroup() -> None:
    """7.7, 7.83: everybody has seen that there are only fleets."""
    sides = {"caesar": ["legio-8@genua"], "pompey": ["p-navis-1"]}
    fight = Fight(position({"rome": sides}))
    fight.run(everybody("pass"))
    assert fight.told("battle over")[0]["winner"] == "pompey"
    assert "regroup" not in [question.kind for question in fight.questions]


def test_the_template_of_the_last_round_offers_ways_out_alone() -> None:
    """7.62."""
    sides = {"caesar": ["legio-7@genua", "legio-13@ravenna"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.run(until(4, "caesar"))
    (question,) = fight.game.open_requests()
    lines = template(ruleset, question, fight.game.view("caesar"))
    assert lines[1] == "- retreat: {block: Legio 7, to: Genua}  # C2, III; or to Ravenna"
