"""Chances of battles use what the report says of enemy blocks: those met, and those not raised."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine import entry
from referee.engine.game import Game
from referee.engine.odds import Asked, Piece, Unreckoned, Wager
from referee.engine.request import Request, View
from referee.engine.table import view_of
from referee.engine.words import Answer
from referee.proof.dice import Dice
from tests.rules.julius_caesar.adapter import SEATS, Known, board, other, ruleset
from tests.rules.julius_caesar.battlefield import position
from tests.support.beside import sample
from tests.support.seeds import count

Data = dict[str, Any]
PLACE = "massilia"
MET = {"legio-11": 2, "legio-14": 3, "caesar": 1}
OVER = {"kind": "turn over", "year": 705, "turn": 1}


def state_of(*blocks: str, elsewhere: str = "legio-12", **public: Any) -> Data:
    """Pompey's blocks at Narbo, these at Massilia, in turn 2 before any command."""
    places = {PLACE: {"caesar": blocks}, "narbo": {"pompey": ["pompey", "legio-5"]}}
    state = position({**places, "genua": {"caesar": [elsewhere]}}, scenario="campaign", options={})
    usual = {"phase": "cards", "turn": 2, "first": None}
    state["public"].update({**usual, **public})
    return state


def met(state: Data, *more: Data, blocks: Data = MET) -> Data:
    """What Pompey remembers after a battle at Massilia in turn 1, and these events."""
    shown = {"pompey": [], "caesar": [[block, points] for block, points in blocks.items()]}
    about = {"kind": "battle", "at": PLACE, "attacker": "pompey", "blocks": shown}
    battle = {**about, "reserves": {"caesar": {}, "pompey": {}}}
    assert ruleset.memory is not None
    return dict(ruleset.memory.learn({}, [battle, OVER, *more], view_of(state, "pompey")))


def asked(state: Data, notes: Data, **more: Any) -> Wager:
    assert ruleset.odds is not None
    question = Asked(**{"at": PLACE, "mine": [Piece("pompey"), Piece("legio-5")], **more})
    return ruleset.odds.wager(view_of(state, "pompey"), question._replace(remembered=notes))


def fighters(wager: Wager, number: int = 40) -> list[dict[str, int]]:
    """Caesar's blocks and strengths in some of the battles that it may be."""
    chance = random.Random(3)
    fights: list[Any] = [wager.fights.drawn(chance) for _ in range(number)]
    return [{one.block: one.strength for one in f.all if one.seat == "caesar"} for f in fights]


def test_blocks_that_were_met_and_have_not_moved_fight_as_they_were_met() -> None:
    state = state_of("legio-11/2", "legio-14", "caesar/1")
    wager = asked(state, met(state))
    assert wager.forces[1] == "Caesar's blocks: Caesar A3 I, Legio 11 C3 II, Legio 14 C3 III"
    assert wager.fights.many == 1
    assert fighters(wager, 1) == [MET]
    assert wager.counts[2] == "Caesar loses, in steps (of 6)"
    told = " ".join(wager.assumed)
    assert "You have met Caesar, Legio 11 and Legio 14, and they are still there" in told
    assert "in brackets" not in told
    assert "you have met" not in " ".join(asked(state, {}).assumed).lower()


def test_a_strength_that_may_have_changed_since_is_any() -> None:
    """Caesar has levied in turn 2."""
    state = state_of("legio-11/2", "legio-14", "caesar/1", phase="command", to_command=["pompey"])
    wager = asked(state, met(state))
    assert wager.forces[1] == "Caesar's blocks: Caesar A3 (I), Legio 11 C3 (II), Legio 14 C3 (III)"
    assert "strength in brackets is the last seen" in " ".join(wager.assumed)
    assert {found["legio-11"] for found in fighters(wager)} == {1, 2, 3}
    assert all(set(found) == set(MET) for found in fighters(wager))
    full = asked(state, met(state), full=True)
    assert fighters(full, 1) == [{"legio-11": 3, "legio-14": 3, "caesar": 3}]
    assert "full strength is taken" in " ".join(full.assumed)


@pytest.mark.parametrize("when", ["played", "last_played"])
@pytest.mark.parametrize("card", ["vulcan", "jupiter", "apollo"])
def test_an_event_that_changes_strengths_unseen_makes_them_unsure(card: str, when: str) -> None:
    state = state_of("legio-11/2", "legio-14", "caesar/1", **{when: {"pompey": card}})
    assert "Legio 11 C3 (II)" in asked(state, met(state)).forces[1]


def test_of_a_group_that_is_known_in_part_only_the_others_are_unseen() -> None:
    state = state_of("legio-11/2", "legio-14", "caesar/1", "legio-7", "legio-8")
    wager = asked(state, met(state))
    known = "Caesar's blocks: Caesar A3 I, Legio 11 C3 II, Legio 14 C3 III,"
    assert wager.forces[1:3] == [known, "  2 unseen brown blocks"]
    assert all(MET.items() <= found.items() and len(found) == 5 for found in fighters(wager))
    assert len({tuple(sorted(found)) for found in fighters(wager)}) > 10


def test_what_was_met_is_only_where_it_can_have_gone() -> None:
    """One of the two at Massilia has gone to Genua; Legio 12 was met elsewhere."""
    state = state_of("legio-14", "legio-7")
    go = {"kind": "move", "seat": "caesar", "path": [PLACE, "genua"], "colours": {"brown": 1}}
    notes = met(state, go, blocks={"legio-11": 2, "legio-14": 3})
    notes["met"]["legio-12"] = {"at": ["genua"], "strength": 3, "turn": "705/1"}
    wager = asked(state, notes)
    told = " ".join(wager.forces)
    assert "2 unseen brown blocks" in told
    assert "Legio 11 II," in told
    assert "Legio 12" not in told


def test_met_blocks_may_be_those_in_reserve() -> None:
    sides = {"caesar": ["legio-11/2@genua", "legio-14@lugdunum"], "pompey": ["pompey"]}
    state = position({PLACE: sides}, "caesar", scenario="campaign", options={})
    notes = {"turn": "705/1", "met": {"legio-11": {"at": [PLACE], "strength": 2, "turn": "705/1"}}}
    wager = asked(state, notes, mine=None)
    assert "  1 of those face down in Reserve, for round 2" in wager.forces
    late = [
        {one.block for one in wager.fights.drawn(random.Random(n)).all if one.late}  # type: ignore[attr-defined]
        for n in range(20)
    ]
    assert {"legio-11"} in late
    assert all(len(one) == 1 for one in late)


def test_a_named_block_has_the_strength_at_which_it_was_met() -> None:
    state = state_of("legio-11/2", "legio-14", "caesar/1")
    named = [Piece("legio-11"), Piece("legio-8"), Piece("caesar", 2)]
    wager = asked(state, met(state), theirs=named)
    assert "Legio 11 C3 II, Legio 8 C3 III, Caesar A3 II" in wager.forces[1]
    assert wager.assumed[:2] == [
        "Legio 11 is taken at II, as you met it in 705/1.",
        "Legio 8 is taken at III, full strength, since you have not met it.",
    ]
    assert not any("Caesar is taken" in line for line in wager.assumed)
    later = state_of("legio-11/2", phase="command", to_command=["pompey"])
    told = asked(later, met(later), theirs=named[:1]).assumed[0]
    assert told.endswith("as you met it in 705/1; steps may have come or gone since.")


def told_unseen(state: Data, seat: str = "pompey") -> str:
    assert ruleset.odds is not None
    theirs = [Piece("unseen")]
    mine = [Piece("legio-5" if seat == "pompey" else "legio-8")]
    return " ".join(
        ruleset.odds.wager(view_of(state, seat), Asked(mine=mine, theirs=theirs)).forces
    )


def test_blocks_of_a_levy_pool_that_nothing_has_left_are_not_on_the_board() -> None:
    state = ruleset.rules.setup("campaign", {})
    assert "Legio 17" not in told_unseen(state)
    assert "Legio 12" in told_unseen(state)
    state["public"]["pool"]["caesar"] -= 1
    assert "Legio 17" in told_unseen(state)
    state["public"]["pool"]["caesar"] += 1
    state["public"]["year"] += 1
    assert "Legio 17" in told_unseen(state)


def test_no_block_is_raised_where_the_enemy_cannot_have_been() -> None:
    """Neapolis is Pompey's from the start; Caesar has had one command."""
    state = ruleset.rules.setup("campaign", {})
    state["public"]["pool"]["caesar"] -= 1
    assert "Legio 18" not in told_unseen(state)
    state["public"].update(turn=2, phase="command", to_command=["caesar"])
    assert "Legio 18" not in told_unseen(state)
    state["public"]["to_command"] = ["pompey"]
    assert "Legio 18" in told_unseen(state)
    state["public"].update(turn=1)
    state["public"]["places"]["neapolis"] = {"caesar": {"brown": 1}}
    assert "Legio 18" in told_unseen(state)


@pytest.mark.parametrize(
    ("name", "hint"), [("p-navis-1", "Brown Navis 1"), ("legio-5", "--theirs")]
)
def test_a_name_that_both_have_is_told_with_the_enemys_colour(name: str, hint: str) -> None:
    state = ruleset.rules.setup("campaign", {})
    assert board.BLOCKS[name].seat == "pompey"
    with pytest.raises(Unreckoned, match="is yours") as refused:
        asked(state, {}, at="", mine=[Piece("legio-5")], theirs=[Piece(name)])
    assert hint in refused.value.hint


def check_known(state: Data, seat: str, notes: Data) -> tuple[int, int]:
    """What is known of the enemy's blocks is true; of how many the strength is, and how many are
    known not to be on the board."""
    known, enemy = Known(state["public"], seat, notes), state["seats"][other(seat)]
    for block, here in enemy["blocks"].items():
        assert known.may_be_at(block, here["at"]), block
        assert known.strength(block) in (0, here["strength"]), block
    out = [b for b in board.BLOCKS if not known.may_be_on_board(b)]
    assert set(out) <= {*enemy["pool"]}
    return sum(known.strength(block) > 0 for block in enemy["blocks"]), len(out)


@pytest.mark.parametrize("deployment", ["historical", "free"])
@pytest.mark.parametrize("seed", range(count(3, 60)))
def test_whatever_is_played_what_is_known_of_the_enemy_is_true(seed: int, deployment: str) -> None:
    chance, options = random.Random(f"known {seed}"), {"deployment": deployment}
    game = Game(ruleset.rules, ruleset.rules.setup("campaign", options))
    notes: dict[str, Data] = {seat: {} for seat in SEATS}
    left, run, over, found = 0, 0, False, (0, 0)

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        nonlocal left
        left -= 1
        return [sample(ruleset, r, view(r.seat), chance) for r in requests] if left >= 0 else None

    assert ruleset.memory is not None
    while not over:
        left = chance.choice((1, 1, 2, 5)) if run else 0
        dice = Dice(bytes([run % 256]) * 32, bytes(32)) if run else None
        outcome = game.run(dice, supply, ruleset.calendar.turn)
        over, run = outcome.over, run + 1
        public = entry.public_events(outcome.events)
        for seat in SEATS:
            events = entry.story(public, entry.split_events(outcome.events, seat))
            notes[seat] = dict(ruleset.memory.learn(notes[seat], events, view_of(game.state, seat)))
            strengths, out = check_known(game.state, seat, notes[seat])
            found = (found[0] + strengths, found[1] + out)
    assert min(found) > 20
