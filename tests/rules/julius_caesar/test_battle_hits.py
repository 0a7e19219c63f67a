"""Hits: who takes them, and when the owner is asked (7.4 to 7.52)."""

from __future__ import annotations

import pytest

from tests.rules.julius_caesar.adapter import after_hit, first_choice, has_choice, strongest
from tests.rules.julius_caesar.battlefield import Fight, hits, position, turn


def test_the_strongest_takes_the_hit() -> None:
    """7.4, side text: III, II and II, two hits."""
    standing = {"legio-1": 3, "legio-2": 2, "legio-3": 2}
    assert strongest(standing) == ["legio-1"]
    assert strongest(after_hit(standing, "legio-1")) == ["legio-1", "legio-2", "legio-3"]


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


def test_elephant_loses_a_step_for_each_hit() -> None:
    """7.41."""
    standing = {"p-elephant": 4}
    standing = after_hit(standing, "p-elephant")
    assert standing == {"p-elephant": 2}
    assert after_hit(standing, "p-elephant") == {}


def test_hits_beyond_the_last_block() -> None:
    """7.4."""
    assert first_choice({"legio-1": 1, "legio-2": 2}, 4) == ["legio-2", "legio-1", "legio-2"]


def two_equals() -> Fight:
    """One legion at IV fires at Legio 7, 8 (III) and 11 (II)."""
    sides = {
        "caesar": ["legio-7@genua", "legio-8@genua", "legio-11/2@genua"],
        "pompey": ["legio-1"],
    }
    fight = Fight(position({"rome": sides}))
    fight.stop()
    return fight


def test_owner_picks_among_equals() -> None:
    """7.4: one question for the whole roll."""
    fight = two_equals()
    fight.answer(turn("fire legio-1"), [1, 1, 2, 6])
    (question,) = fight.game.open_requests()
    assert (question.kind, question.seat) == ("hits", "caesar")
    assert question.title() == "battle of Rome, round 1: 3 hits from Legio 1, on which blocks?"
    fight.answer(hits("legio-8", "legio-7", "legio-11"))
    blocks = fight.state["seats"]["caesar"]["blocks"]
    assert [blocks[name]["strength"] for name in ("legio-7", "legio-8", "legio-11")] == [2, 2, 1]


def test_hits_refused() -> None:
    """7.4."""
    fight = two_equals()
    fight.answer(turn("fire legio-1"), [1, 6, 6, 6])
    assert fight.refusals(hits("legio-11")) == [
        ("7.4", "Legio 11 at strength II is not your strongest block")
    ]
    assert fight.refusals(hits("legio-1")) == [
        ("7.4", "Legio 1 is not among your blocks that can be hit")
    ]
    assert fight.refusals(hits("legio-7", "legio-8")) == [
        ("7.4", "you must assign 1 hit, but wrote 2 lines")
    ]
    assert fight.refusals([]) == [("7.4", "you must assign 1 hit, but wrote 0 lines")]


def test_every_hit_is_worked_out_again() -> None:
    """7.4: after the first hit the other one is strongest."""
    fight = two_equals()
    fight.answer(turn("fire legio-1"), [1, 1, 1, 6])
    assert fight.refusals(hits("legio-7", "legio-7", "legio-8")) == [
        ("7.4", "Legio 7 at strength II is not your strongest block")
    ]


def test_a_reduced_block_fires_with_what_is_left() -> None:
    """7.4: the fight is not simultaneous."""
    sides = {"caesar": ["legio-7@genua"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}))
    fight.stop()
    fight.answer(turn("fire legio-1"), [1, 1, 6, 6])
    fight.answer(turn("fire legio-7"), [6])
    assert [fire["dice"] for fire in fight.told("fire")] == [[1, 1, 6, 6], [6]]


def test_firepower_is_the_highest_face_that_hits() -> None:
    """7.4: Caesar is A3."""
    sides = {"caesar": ["caesar@genua"], "pompey": ["legio-1"]}
    fight = Fight(position({"rome": sides}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 3, 4])
    assert fight.told("fire")[0]["hits"] == 2


def test_eliminated_blocks_lie_face_up() -> None:
    """7.5."""
    sides = {"caesar": ["legio-8@genua"], "pompey": ["legio-3/1", "legio-1/1"]}
    fight = Fight(position({"rome": sides}))
    fight.stop()
    fight.answer(turn("pass legio-3", "pass legio-1"))
    fight.answer(turn("fire legio-8"), [1, 2, 6])
    assert fight.public["dead"]["green"] == ["legio-1", "legio-3"]
    assert fight.told("battle over")[0]["winner"] == "caesar"


def test_a_leader_is_a_trophy() -> None:
    """7.51."""
    sides = {"caesar": ["caesar@genua"], "pompey": ["scipio/1", "legio-1/1"]}
    fight = Fight(position({"rome": sides}))
    fight.stop()
    fight.answer(turn("pass scipio"))
    fight.answer(turn("fire caesar"), [1, 6, 6])
    fight.answer(hits("scipio"))
    assert fight.public["trophies"] == {"caesar": ["scipio"], "pompey": []}
    assert fight.public["dead"]["green"] == []


def cleopatra_beaten() -> Fight:
    """Caesar fires once at Cleopatra (I), the strongest left beside a legion at I."""
    sides = {
        "caesar": ["caesar@memphis", "legio-7@memphis"],
        "pompey": ["cleopatra/1", "legio-38/1"],
    }
    fight = Fight(position({"alexandria": sides}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 6, 6])
    fight.answer(hits("cleopatra"))
    return fight


def test_cleopatra_joins_at_once() -> None:
    """7.52: at I, to act from the next round on."""
    fight = cleopatra_beaten()
    assert fight.battle["blocks"]["cleopatra"]["player"] == "caesar"
    assert fight.state["seats"]["caesar"]["blocks"]["cleopatra"]["strength"] == 1
    assert fight.public["places"]["alexandria"] == {
        "caesar": {"brown": 2, "blue": 1},
        "pompey": {"green": 1},
    }
    assert fight.public["trophies"] == {"caesar": [], "pompey": []}
    fight.answer(turn("pass legio-38"))
    (question,) = fight.game.open_requests()
    assert question.args["blocks"] == ["legio-7"]  # C like Cleopatra, who has to wait
    fight.answer(turn("pass legio-7"))
    fight.answer(turn("pass caesar"))
    fight.answer(turn("pass legio-38"))
    (question,) = fight.game.open_requests()
    assert question.args["blocks"] == ["legio-7", "cleopatra"]


def test_cleopatra_takes_no_more_hits_of_that_roll() -> None:
    """7.52: two hits on Cleopatra alone; the second one is lost."""
    sides = {"caesar": ["caesar@memphis"], "pompey": ["cleopatra/1"]}
    fight = Fight(position({"alexandria": sides}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 2, 6])
    assert fight.told("hits lost") == [{"hits": 1}]
    (over,) = fight.told("battle over")
    assert (over["winner"], over["left"]) == ("caesar", 2)


def test_cleopatra_leaves_the_main_force_she_fought_in() -> None:
    """7.52, 7.31: the defender's reserves are disrupted."""
    sides = {"caesar": ["caesar@memphis"], "pompey": ["cleopatra/1", "legio-38@pelusium"]}
    fight = Fight(position({"alexandria": sides}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 6, 6])
    assert fight.battle["round"] == 2
    assert fight.battle["attacker"] == "pompey"
    assert fight.battle["blocks"]["legio-38"]["strength"] == 3


def test_cleopatra_disrupted_changes_sides() -> None:
    """7.52, 7.31."""
    sides = {"caesar": ["caesar@memphis"], "pompey": ["legio-38/1", "cleopatra/1@pelusium"]}
    fight = Fight(position({"alexandria": sides}))
    fight.stop()
    fight.answer(turn("fire caesar"), [1, 6, 6])
    (over,) = fight.told("battle over")
    assert (over["winner"], over["left"]) == ("caesar", 2)
    assert fight.state["seats"]["caesar"]["blocks"]["cleopatra"]["strength"] == 1
