"""Whole games of Julius Caesar played at random: nothing is lost, and checks agree with steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.dice import Dice
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State, Table, view_of
from referee.engine.words import Answer
from rulesets.julius_caesar import board, command, ruleset, setup
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.position import Position
from tests.rulecases import tell

WIDTH = 80


def all_blocks(state: State) -> list[str]:
    """Every block, wherever it is."""
    public = state["public"]
    found = [block for heap in public["dead"].values() for block in heap]
    found += [block for taken in public["trophies"].values() for block in taken]
    for seat in SEATS:
        found += [*state["seats"][seat]["blocks"], *state["seats"][seat]["pool"]]
    return sorted(found)


def check_state(state: State) -> None:
    """63 blocks are somewhere, and the public picture agrees with the parts of the seats."""
    public = state["public"]
    assert all_blocks(state) == sorted(board.blocks())
    assert setup.counted(state["seats"]) == public["places"]
    for seat in SEATS:
        part = state["seats"][seat]
        assert public["pool"][seat] == len(part["pool"])
        for block, here in part["blocks"].items():
            assert here["strength"] in board.blocks()[block].steps
            assert board.may_stand(block, here["at"])
    battle = public["battle"]
    for block, shown in (battle["blocks"] if battle else {}).items():
        here = state["seats"][shown["player"]]["blocks"][block]
        assert (here["at"], here["strength"]) == (battle["place"], shown["strength"])


class RandomGame:
    """A game in which every answer is a sample, looked at from all sides."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.game = Game(ruleset, ruleset.setup("land", {}), keep=False)
        self.answers: list[tuple[Request, Answer]] = []

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> dict[str, Answer]:
        check_state(self.game.state)
        given = {}
        for request in requests:
            answer = request.sample(view(request.seat), self.chance)
            judgement = request.judge(view(request.seat), answer)
            assert not judgement.faults, (request.data(), answer)
            given[request.seat] = answer
            self.answers.append((request, answer))
        return given

    def play(self) -> list[dict[str, Any]]:
        dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))
        outcome = self.game.run(dice, self.supply)
        assert outcome.over
        check_state(self.game.state)
        return outcome.events


@pytest.mark.parametrize("seed", range(12))
def test_games_end_and_lose_no_block(seed: int) -> None:
    played = RandomGame(seed)
    events = played.play()
    assert ruleset.result(played.game.state["public"]) is not None
    for seat in SEATS:
        lines = tell(ruleset, events, seat)
        for heading, more in ruleset.situation(played.game.view(seat)):
            lines += [heading, *more]
        assert max(len(line) for line in lines) <= WIDTH
        assert all(line.isascii() for line in lines)


@pytest.mark.parametrize("seed", range(6))
def test_requests_read_back(seed: int) -> None:
    played = RandomGame(seed)
    played.play()
    for request, _ in played.answers:
        again = ruleset.request(request.data())
        assert again.title() == request.title()


def opening(seed: int) -> tuple[State, command.Command, Answer]:
    """The start position with a random order for Caesar."""
    chance = random.Random(seed)
    state = setup.first_state("land", {})
    public = state["public"]
    public.update(phase="command", first="caesar", to_command=list(SEATS))
    public["played"] = {"caesar": "4/4", "pompey": "4/4"}
    request = command.Command("caesar", moves=4, levies=4)
    return state, request, request.sample(view_of(state, "caesar"), chance)


@pytest.mark.parametrize("seed", range(25))
def test_the_walk_ends_where_the_step_ends(seed: int) -> None:
    state, _, answer = opening(seed)
    position = Position(view_of(state, "caesar"), 4, 4)
    assert [fault for faults in command.walk(position, answer) for fault in faults] == []
    code = command.command_phase(Table(state, "705/1/command/caesar"), "caesar")
    code.send(None)
    with pytest.raises(StopIteration):
        code.send({"caesar": answer})
    for part in ("places", "roads", "attacks"):
        assert position.public[part] == state["public"][part]
    own = state["seats"]["caesar"]
    assert position.pool == own["pool"]
    here = {block: (entry["at"], entry["strength"]) for block, entry in own["blocks"].items()}
    assert {b: (e["at"], e["strength"]) for b, e in position.blocks.items()} == here


@pytest.mark.parametrize("seed", range(5))
def test_judging_changes_nothing(seed: int) -> None:
    state, request, answer = opening(seed)
    view = view_of(state, "caesar")
    first = request.judge(view, answer)
    assert request.judge(view, answer) == first
    assert setup.first_state("land", {})["seats"] == state["seats"]


def test_opponents_levies_and_moves_are_told_by_number() -> None:
    played = RandomGame(3)
    events = played.play()
    hidden = {"move": "blocks", "levies": "levies"}
    for event in events:
        if event["kind"] in hidden:
            assert sorted(event["own"]) == [event["public"]["seat"]]
            assert hidden[event["kind"]] not in event["public"]


@pytest.mark.parametrize("until", ["705/6", "704/1", "705", "winter", ""])
def test_until_must_name_a_turn(until: str) -> None:
    with pytest.raises(ValueError, match="705/5"):
        ruleset.reached(setup.empty_public("land", {}), until)


def test_until() -> None:
    public = {**setup.empty_public("land", {}), "turn": 3}
    assert [ruleset.reached(public, f"705/{turn}") for turn in range(1, 6)] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert not ruleset.reached(public, "end")
    assert ruleset.reached({**public, "phase": "over"}, "end")
