"""What a seat remembers of enemy blocks is true, and follows from what everyone saw; where groups
can go; who has yet to act."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine import entry
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import view_of
from referee.engine.words import Answer
from referee.proof.dice import Dice
from tests.rules.julius_caesar.adapter import (
    ADAPTER,
    SEATS,
    board,
    other,
    ruleset,
    setup,
)
from tests.support.beside import sample
from tests.support.seeds import count

Data = dict[str, Any]
MEMORY = ruleset.memory
assert MEMORY is not None


def learnt(notes: Data, seat: str, events: Sequence[Data], state: Data) -> Data:
    return dict(MEMORY.learn(notes, events, view_of(state, seat)))


def check_true(notes: Data, seat: str, state: Data) -> int:
    """Each block is the enemy's, and where it may be, it is; how many are known for certain."""
    enemy = other(seat)
    held = state["seats"][enemy]
    for block, known in notes["met"].items():
        pool = state["seats"][board.BLOCKS[block].seat or enemy]["pool"]
        if block in pool:
            assert "pool" in known["at"]
        else:
            assert held["blocks"][block]["at"] in known["at"]
    return sum(len(known["at"]) == 1 for known in notes["met"].values())


@pytest.mark.parametrize("seed", range(count(3, 40)))
def test_whatever_is_played_what_is_remembered_is_true(seed: int) -> None:
    chance = random.Random(f"remembered {seed}")
    game = Game(ruleset.rules, ruleset.rules.setup("campaign", {}))
    notes: dict[str, Data] = {seat: {} for seat in SEATS}
    left, certain, run, over = 0, 0, 0, False

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        nonlocal left
        left -= 1
        return [sample(ruleset, r, view(r.seat), chance) for r in requests] if left >= 0 else None

    while not over:
        left = chance.choice((1, 1, 2, 5, 40)) if run else 0
        dice = Dice(bytes([run % 256]) * 32, bytes(32)) if run else None
        outcome = game.run(dice, supply, ruleset.calendar.turn)
        over, run = outcome.over, run + 1
        public = entry.public_events(outcome.events)
        for seat in SEATS:
            events = entry.story(public, entry.split_events(outcome.events, seat))
            notes[seat] = learnt(notes[seat], seat, events, game.state)
            certain += check_true(notes[seat], seat, game.state)
            if not over:
                assert notes[seat]["turn"] == ruleset.calendar.turn(game.state["public"])
    assert certain > 20


def put(places: Data, seat: str = "pompey") -> Data:
    """A State with these blocks of a seat, by place."""
    return ADAPTER.start({"active": "caesar", "caesar": {"Rome": ["Caesar"]}, seat: places})


def battle(at: str, blocks: list[list[Any]], waiting: Data | None = None) -> Data:
    shown = {"caesar": [], "pompey": blocks}
    about = {"kind": "battle", "at": at, "attacker": "caesar", "blocks": shown}
    return {**about, "reserves": {"caesar": {}, "pompey": waiting or {}}}


def moved(origin: str, to: str, **colours: int) -> Data:
    return {"kind": "move", "seat": "pompey", "path": [origin, to], "colours": colours}


def places(notes: Data) -> dict[str, list[str]]:
    return {block: known["at"] for block, known in notes["met"].items()}


SHOWN = battle("neapolis", [["legio-1", 3], ["legio-3", 2]])
STAYED = {"Neapolis": ["Legio 1"], "Rhegium": ["Legio 3", "Legio 4"]}


def test_blocks_of_a_battle_are_remembered_where_they_fought() -> None:
    state = put({"Neapolis": ["Legio 1", "Legio 3"]})
    notes = learnt({}, "caesar", [SHOWN], state)
    assert places(notes) == {"legio-1": ["neapolis"], "legio-3": ["neapolis"]}
    assert notes["met"]["legio-3"] == {"at": ["neapolis"], "strength": 2, "turn": "705/1"}
    assert learnt({}, "pompey", [SHOWN], state)["met"] == {}
    assert learnt({}, "caesar", [], state)["met"] == {}


def test_a_group_that_leaves_may_have_any_block_of_its_colours_in_it() -> None:
    state = put(STAYED)
    notes = learnt({}, "caesar", [SHOWN, moved("neapolis", "rhegium", green=1)], state)
    assert places(notes) == {key: ["neapolis", "rhegium"] for key in ("legio-1", "legio-3")}
    notes = learnt({}, "caesar", [SHOWN, moved("neapolis", "rhegium", tan=1)], state)
    assert places(notes) == {key: ["neapolis"] for key in ("legio-1", "legio-3")}


def test_a_block_is_not_where_no_block_of_its_colour_is() -> None:
    state = put({"Rhegium": ["Legio 1", "Legio 3"]})
    notes = learnt({}, "caesar", [SHOWN, moved("neapolis", "rhegium", green=2)], state)
    assert places(notes) == {key: ["rhegium"] for key in ("legio-1", "legio-3")}


def test_a_block_that_is_not_in_a_battle_without_reserves_is_elsewhere() -> None:
    state = put(STAYED)
    events = [SHOWN, moved("neapolis", "rhegium", green=1)]
    events.append(battle("neapolis", [["legio-1", 3]]))
    notes = learnt({}, "caesar", events, state)
    assert places(notes) == {"legio-1": ["neapolis"], "legio-3": ["rhegium"]}
    events[-1] = battle("neapolis", [], {"rome": 1})
    assert places(learnt({}, "caesar", events, state))["legio-3"] == ["neapolis", "rhegium"]


def test_a_retreat_is_seen_and_the_dead_are_forgotten() -> None:
    state = put(STAYED)
    out = {"kind": "retreat", "seat": "pompey", "block": "legio-3", "at": "neapolis"}
    dead = {"kind": "eliminated", "seat": "pompey", "block": "legio-1", "at": "neapolis"}
    notes = learnt({}, "caesar", [SHOWN, {**out, "to": "rhegium"}, dead], state)
    assert places(notes) == {"legio-3": ["rhegium"]}


def test_a_disbanded_block_may_be_in_the_levy_pool() -> None:
    state = put({"Neapolis": ["Legio 1"]})
    gone = {"kind": "disband", "seat": "pompey", "at": "neapolis", "colours": {"green": 1}}
    notes = learnt({}, "caesar", [SHOWN, gone], state)
    assert places(notes) == {key: ["neapolis", "pool"] for key in ("legio-1", "legio-3")}
    assert learnt(notes, "caesar", [], put({"Rhegium": ["Legio 1"]}))["met"] == {}


def test_the_report_lists_them_by_place_with_the_turn_in_which_they_were_seen() -> None:
    state = put(STAYED)
    over = {"kind": "turn over", "year": 705, "turn": 1, "points": {}}
    events = [SHOWN, over, moved("neapolis", "rhegium", green=1)]
    ((head, lines),) = MEMORY.told(learnt({}, "caesar", events, state), view_of(state, "caesar"))
    assert head == "Blocks of Pompey you have met"
    assert lines[0] == "Neapolis or Rhegium: Legio 1 III (705/1), Legio 3 II (705/1)"
    notes = learnt({}, "caesar", [over, SHOWN], put({"Neapolis": ["Legio 1", "Legio 3"]}))
    ((_, lines),) = MEMORY.told(notes, view_of(state, "caesar"))
    assert lines[0] == "Neapolis: Legio 1 III (this turn), Legio 3 II (this turn)"


def test_it_is_bounded_by_the_blocks_of_the_game() -> None:
    state = put({})
    state["seats"]["pompey"]["blocks"] = {}
    every = [[block, 1] for block, one in board.BLOCKS.items() if one.seat == "pompey"]
    for block, _ in every:
        here = {"at": "neapolis", "strength": 1, "from": None}
        state["seats"]["pompey"]["blocks"][block] = here
    state["public"]["places"] = setup.counted(state["seats"])
    notes: Data = {}
    for _ in range(3):
        notes = learnt(notes, "caesar", [battle("neapolis", every)], state)
        assert len(notes["met"]) == len(every) < len(board.BLOCKS)


def shown(state: Data, seat: str, title: str) -> list[str]:
    return dict(ruleset.wording.situation(view_of(state, seat))).get(title, [])


def test_a_battle_says_who_has_acted_and_who_has_yet_to() -> None:
    state = put({"Neapolis": ["Legio 1", "Pompey"]})
    fighting = {
        "caesar": {"player": "caesar", "strength": 3, "acted": True, "from": None},
        "legio-8": {"player": "caesar", "strength": 3, "acted": False, "from": None},
        "legio-1": {"player": "pompey", "strength": 2, "acted": False, "from": None},
    }
    about = {"place": "neapolis", "round": 2, "stage": "rounds", "swapped": False, "shot": None}
    sides = {"attacker": "caesar", "defender": "pompey", "surprise": False}
    more = {"blocks": fighting, "reserves": {}, "retreats": {}, "lost": dict.fromkeys(SEATS, 0)}
    state["public"]["battle"] = {**about, **sides, **more}
    lines = shown(state, "caesar", "Battle under way")
    assert "  have acted in this round: Caesar" in lines
    assert "  yet to act, in this order: Legio 1 (C), Legio 8 (C)" in lines
    for block in fighting.values():
        block["acted"] = False
    assert not any("have acted" in line for line in shown(state, "pompey", "Battle under way"))


def test_the_notation_is_explained_once_where_it_is() -> None:
    legend = "C3 II of III: acts at C, hits with 1 to 3, rolls 2 dice, 3 at full"
    state = put({"Neapolis": ["Legio 1"]})
    assert shown(state, "caesar", "Your blocks")[-1] == legend
    sections = ruleset.wording.situation(view_of(state, "caesar"))
    assert sum(legend in lines for _, lines in sections) == 1
    state["seats"]["caesar"]["blocks"] = {}
    assert shown(state, "caesar", "Your blocks") == []
