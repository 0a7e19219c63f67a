"""Who acts when, reserves, disruption, and how a battle ends (7.1 to 7.31)."""

from __future__ import annotations

import pytest

from tests.rules.julius_caesar.adapter import phase, rounds
from tests.rules.julius_caesar.battlefield import Fight, everybody, position, turn


def order_of_acting(fight: Fight) -> list[str]:
    """Blocks in the order in which they may act, by letter and side."""
    fight.stop()
    return [
        block
        for letter, seat in rounds.turns(fight.battle)
        for block in rounds.waiting(fight.battle, letter, seat)
    ]


def test_letters_then_defender_first() -> None:
    """7.2, side text."""
    fight = Fight(
        position(
            {
                "neapolis": {
                    "caesar": ["caesar@rome", "c-equitatus-1@rome"],
                    "pompey": ["pompey", "p-navis-1"],
                }
            }
        )
    )
    assert order_of_acting(fight) == ["caesar", "pompey", "c-equitatus-1", "p-navis-1"]


def test_fleets_act_after_legions() -> None:
    """3.26, 3.12."""
    sides = {"caesar": ["legio-7@genua"], "pompey": ["p-navis-1", "legio-1"]}
    fight = Fight(position({"rome": sides}))
    assert order_of_acting(fight) == ["legio-1", "legio-7", "p-navis-1"]


@pytest.mark.parametrize(("attacker", "rating"), [("caesar", "D4"), ("pompey", "B4")])
def test_ballista_by_role(attacker: str, rating: str) -> None:
    """7.42."""
    origin = {"caesar": "@genua", "pompey": ""}[attacker]
    enemy = {"caesar": "", "pompey": "@genua"}[attacker]
    sides = {"caesar": [f"c-ballista{origin}"], "pompey": [f"legio-1{enemy}"]}
    fight = Fight(position({"rome": sides}, attacker=attacker))
    fight.stop()
    assert rounds.rating(fight.battle, "c-ballista") == rating


def test_reserves_stay_hidden_in_round_1() -> None:
    """7.3."""
    sides = {
        "caesar": ["legio-7@narbo", "legio-11@bilbilis", "legio-12@bilbilis"],
        "pompey": ["legio-4", "legio-1@carthago-nova"],
    }
    fight = Fight(position({"tarraco": sides}, main={"tarraco": "narbo"}))
    fight.stop()
    assert sorted(fight.battle["blocks"]) == ["legio-4", "legio-7"]
    assert fight.battle["reserves"] == {"caesar": 2, "pompey": 1}
    (begun,) = fight.told("battle")
    assert begun["reserves"] == {"caesar": {"bilbilis": 2}, "pompey": {"carthago-nova": 1}}
    fight.answer(turn("pass legio-4"))
    fight.answer(turn("pass legio-7"))
    assert len(fight.battle["blocks"]) == 5
    assert fight.battle["round"] == 2


def test_main_force_may_come_by_either_road() -> None:
    """7.3: the attacker's choice."""
    sides = {"caesar": ["legio-7@narbo", "legio-11@bilbilis"], "pompey": ["legio-4"]}
    fight = Fight(position({"tarraco": sides}, main={"tarraco": "bilbilis"}))
    fight.stop()
    assert "legio-11" in fight.battle["blocks"]
    assert "legio-7" not in fight.battle["blocks"]


def test_nobody_fires_at_reserves_in_round_1() -> None:
    """7.3, 7.31: the attacker's main force is gone, the second legion has nobody to fire at."""
    sides = {
        "caesar": ["legio-7/1@genua", "legio-13@ravenna"],
        "pompey": ["legio-1", "legio-2"],
    }
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("fire legio-1", "fire legio-2"), [1, 6, 6, 6])
    assert fight.battle["round"] == 2
    assert len(fight.told("fire")) == 1


def test_hits_beyond_the_last_block_are_lost() -> None:
    """7.4: three hits on a block at I; reserves take none."""
    sides = {"caesar": ["legio-7/1@genua", "legio-13@ravenna"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("fire legio-1"), [1, 1, 2, 6])
    assert fight.told("hits lost") == [{"hits": 2}]
    assert fight.state["seats"]["caesar"]["blocks"]["legio-13"]["strength"] == 2  # disrupted


def test_attacker_disrupted_stays_attacker() -> None:
    """7.31."""
    sides = {
        "caesar": ["legio-7/1@genua", "legio-11/3@ravenna", "legio-12/1@ravenna"],
        "pompey": ["legio-1"],
    }
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("fire legio-1"), [1, 6, 6, 6])
    blocks = fight.state["seats"]["caesar"]["blocks"]
    assert blocks["legio-11"]["strength"] == 2
    assert "legio-12" not in blocks
    assert fight.public["dead"]["brown"] == ["legio-7", "legio-12"]
    assert fight.battle["attacker"] == "caesar"


def test_defender_disrupted_becomes_attacker() -> None:
    """7.31, 7.42: roles change, and with them the letter of a ballista."""
    sides = {
        "caesar": ["caesar@genua", "c-ballista@genua"],
        "pompey": ["legio-2/1", "legio-1@neapolis", "p-ballista@neapolis"],
    }
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 6, 6])
    assert (fight.battle["attacker"], fight.battle["defender"]) == ("pompey", "caesar")
    assert fight.battle["swapped"]
    assert rounds.face_up(fight.battle, fight.battle["blocks"]["legio-1"]["player"])["legio-1"] == 3
    assert rounds.rating(fight.battle, "c-ballista") == "B4"
    assert rounds.rating(fight.battle, "p-ballista") == "D4"


def test_a_leader_in_reserve_can_die_by_disruption() -> None:
    """7.31, 7.51."""
    sides = {"caesar": ["legio-7@genua"], "pompey": ["legio-2/1", "scipio/1@neapolis"]}
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.run(lambda request, view: everybody("fire")(request, view), [6, 1, 6, 6])
    assert fight.public["trophies"]["caesar"] == ["scipio"]
    assert fight.public["battle"] is None
    assert fight.told("battle over")[0]["winner"] == "caesar"


def test_battle_ends_at_once_when_nobody_is_left() -> None:
    """7.2: the rest of the turn is dropped."""
    sides = {"caesar": ["legio-7@genua"], "pompey": ["legio-1/1"]}
    fight = Fight(position({"rome": {**sides, "caesar": ["legio-7@genua", "legio-8@genua"]}}))
    fight.stop()
    fight.answer(turn("pass legio-1"))
    fight.answer(turn("fire legio-7", "fire legio-8"), [1, 6, 6])
    assert len(fight.told("fire")) == 1
    assert fight.told("battle over") == [
        {"at": "rome", "round": 1, "winner": "caesar", "left": 2, "unseen": 0}
    ]


def test_reserves_that_never_showed_stay_unseen() -> None:
    """7.3, 7.7: they win, hidden, and may regroup."""
    sides = {"caesar": ["legio-7@genua", "legio-13@ravenna"], "pompey": ["legio-1/1"]}
    fight = Fight(position({"rome": sides}, main={"rome": "genua"}))
    fight.stop()
    fight.answer(turn("pass legio-1"))
    fight.answer(turn("fire legio-7"), [1, 6, 6])
    (over,) = fight.told("battle over")
    assert over["unseen"] == 1
    assert fight.battle["blocks"] == {}
    assert "legio-13" not in str(fight.public)


def test_defender_holds_after_round_4() -> None:
    """7.2, 7.62."""
    sides = {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}))
    fight.run(everybody("pass"))
    assert fight.told("battle over")[0]["winner"] == "pompey"
    assert fight.told("battle over")[0]["round"] == 4
    assert fight.public["places"]["genua"] == {"caesar": {"brown": 1}}
    assert fight.public["attacks"] == {}
    assert fight.public["fought"] == ["rome"]


def test_the_first_player_names_the_battles() -> None:
    """7.1."""
    places = {
        "rome": {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]},
        "utica": {"caesar": ["legio-8@badias"], "pompey": ["legio-39"]},
    }
    fight = Fight(position(places))
    question = fight.stop()
    assert (question.kind, question.seat) == ("next battle", "caesar")
    assert fight.refusals([{"battle": "genua"}]) == [
        ("7.1", "there is no battle to fight in Genua")
    ]
    assert fight.refusals([]) == [("7.1", "name one battle")]
    fight.answer([{"battle": "utica"}])
    assert fight.battle["place"] == "utica"


def test_no_step_where_nothing_is_contested() -> None:
    public = position({"rome": {"caesar": ["legio-7"]}})["public"]
    assert phase.next_battle_step(public) is None


def test_blocks_may_be_told_one_by_one() -> None:
    """7.2: an answer that covers the first block only; the others are asked again."""
    sides = {"caesar": ["legio-7@genua", "legio-8@genua"], "pompey": ["p-navis-1"]}
    fight = Fight(position({"rome": sides}))
    fight.stop()
    fight.answer(turn("fire legio-8"), [6, 6, 6])
    (question,) = fight.game.open_requests()
    assert question.args["blocks"] == ["legio-7"]
    assert fight.refusals(turn("fire legio-8")) == [
        ("7.2", "Legio 8 has already acted in this round")
    ]


def test_turn_refusals() -> None:
    """7.2."""
    sides = {"caesar": ["legio-7@genua", "antonius@genua"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}))
    assert fight.stop().args["letter"] == "A"
    reasons = [reason for _, reason in fight.refusals(turn("fire legio-7", "fire legio-1"))]
    assert reasons == [
        "Legio 7 acts at letter C",
        "Legio 1 is not one of your blocks in this battle",
    ]
    assert fight.refusals([]) == [("7.2", "no block has orders")]
    assert fight.refusals(turn("fire antonius", "pass antonius")) == [
        ("7.2", "Antonius already acts in an earlier line")
    ]
    assert fight.refusals(turn("retreat antonius genua")) == [
        ("7.2", "no block can retreat in round 1")
    ]


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
