"""Whole games of Julius Caesar played at random: nothing is lost, and checks agree with steps."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.request import View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from referee.lab.selfplay import play
from tests.rules.julius_caesar.adapter import SEATS, Command, Orders, command_phase, ruleset, setup
from tests.rules.julius_caesar.whole_games import RandomGame, check_texts
from tests.support.seeds import with_seeds


@cache
def played(seed: int) -> tuple[RandomGame, list[dict[str, Any]]]:
    """A game of the land scenario and what happened in it."""
    game = RandomGame(seed, "land")
    return game, game.play()


@with_seeds(range(120), few=8)
def test_games_end_and_lose_no_block(seed: int) -> None:
    game, events = played(seed)
    check_texts(game.game, events)


def test_random_games_are_lively() -> None:
    """Over a few games every question and every turn of a battle comes up."""
    kinds: list[str] = []
    for seed in range(8):
        game, events = played(seed)
        kinds += [*game.kinds, *(event["kind"] for event in events)]
    wanted = ["battle turn", "hits", "regroup", "battle", "fire", "pass", "retreat"]
    wanted += ["hit", "eliminated", "hits lost", "battle over"]
    assert [kind for kind in wanted if kind not in kinds] == []


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


@with_seeds(range(6), few=2)
def test_no_rehearsal_changes_the_position(seed: int) -> None:
    """Also of lines that are refused.  A rehearsal shares with the position what verbs replace."""
    chance = random.Random(seed)

    def watch(game: Game) -> None:
        for request in game.open_requests():
            kind, view = ruleset.rules.kinds[request.kind], game.view(request.seat)
            kept = copied(game.state)
            answer = kind.player.sample(request, view, chance)
            first = request.judge(view, answer)
            assert request.judge(view, answer) == first
            request.judge(view, answer[::-1] + answer)
            kind.suggestions.template(request, view)
            kind.standing.follow(request, view, [])
            assert game.state == kept

    play(ruleset, seed, scenario="campaign", watch=watch)


def test_opponents_levies_and_moves_are_told_by_number() -> None:
    _, events = played(3)
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
