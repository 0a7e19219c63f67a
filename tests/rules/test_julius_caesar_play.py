"""Whole games of Julius Caesar played at random: nothing is lost, and checks agree with steps."""

from __future__ import annotations

import random

import pytest

from referee.engine.request import View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from rulesets.julius_caesar import ruleset
from rulesets.julius_caesar.board import SEATS, setup
from rulesets.julius_caesar.command.phase import Command, Orders, command_phase
from tests.rules.whole_games import RandomGame, check_texts
from tests.seeds import with_seeds


@with_seeds(range(12))
def test_games_end_and_lose_no_block(seed: int) -> None:
    played = RandomGame(seed, "land")
    events = played.play()
    assert ruleset.rules.result(played.game.state["public"]) is not None
    check_texts(played.game, events)


@with_seeds(range(6))
def test_requests_read_back(seed: int) -> None:
    played = RandomGame(seed, "land")
    played.play()
    for request, _ in played.answers:
        again = ruleset.rules.request(request.data())
        assert again.title() == request.title()


def sampled(request: Command, view: View, chance: random.Random) -> Answer:
    return ruleset.rules.kinds[request.kind].player.sample(request, view, chance)


def opening(seed: int) -> tuple[State, Command, Answer]:
    """The start position with a random order for Caesar."""
    chance = random.Random(seed)
    state = setup.first_state("land", {})
    public = state["public"]
    public.update(phase="command", first="caesar", to_command=list(SEATS))
    public["played"] = {"caesar": "4/4", "pompey": "4/4"}
    request = Command("caesar", moves=4, levies=4)
    return state, request, sampled(request, view_of(state, "caesar"), chance)


@with_seeds(range(25))
def test_the_walk_ends_where_the_step_ends(seed: int) -> None:
    state, request, answer = opening(seed)
    walk = Orders.on_copy(request, view_of(state, "caesar"))
    assert walk.rehearse(answer).faults == []
    code = command_phase(Table(state, "705/1/command/caesar"), "caesar")
    code.send(None)
    with pytest.raises(StopIteration):
        code.send([answer])
    for part in ("places", "roads", "attacks"):
        assert walk.public[part] == state["public"][part]
    own = state["seats"]["caesar"]
    assert (walk.pool, walk.blocks) == (own["pool"], own["blocks"])


@with_seeds(range(5))
def test_judging_changes_nothing(seed: int) -> None:
    state, request, answer = opening(seed)
    view = view_of(state, "caesar")
    first = request.judge(view, answer)
    assert request.judge(view, answer) == first
    assert setup.first_state("land", {})["seats"] == state["seats"]


def test_opponents_levies_and_moves_are_told_by_number() -> None:
    played = RandomGame(3, "land")
    events = played.play()
    hidden = {"move": "blocks", "levies": "levies"}
    for event in events:
        if event["kind"] in hidden:
            assert sorted(event["own"]) == [event["public"]["seat"]]
            assert hidden[event["kind"]] not in event["public"]


@pytest.mark.parametrize("until", ["705/6", "704/1", "705", "winter", ""])
def test_until_must_name_a_turn(until: str) -> None:
    with pytest.raises(ValueError, match="such as 705/1"):
        ruleset.calendar.reached(setup.empty_public("land", {}), until)


def test_until() -> None:
    public = {**setup.empty_public("land", {}), "turn": 3}
    assert [ruleset.calendar.reached(public, f"705/{turn}") for turn in range(1, 6)] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert not ruleset.calendar.reached(public, "end")
    assert ruleset.calendar.reached({**public, "result": {"winner": None, "why": "draw"}}, "end")
