"""Whole random games on land: every counter is accounted for, and what is told adds up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from tests.rules.caesar_in_alexandria.adapter import board, broken, position, ruleset

Data = dict[str, Any]


class Played:
    """One random game, and what it told."""

    def __init__(self, scenario: str, number: int, set_up: str) -> None:
        self.chance = random.Random(f"{scenario} {number}")
        options = {"first-exhausted-ends": "no", "set-up": set_up}
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, options), keep=False)
        self.wrong: list[str] = []
        self.answers: Counter[str] = Counter()
        outcome = self.game.run(Dice(self.chance.randbytes(32), b"s" * 32), self.supply)
        assert outcome.over
        self.events = [event for event in outcome.events if event["public"] is not None]

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        self.wrong += broken(self.game.state)
        self.answers.update(request.kind for request in requests)
        rules = ruleset.rules
        return [legal_sample(rules, r, view(r.seat), self.chance) for r in requests]

    def told(self, kind: str) -> list[Data]:
        return [event["public"] for event in self.events if event["kind"] == kind]


def forces(scenario: str) -> list[str]:
    """The units that a scenario has."""
    setup = board.SETUP[scenario]["forces"]
    units = [piece for force in setup for piece in force["at"] if piece in board.UNITS]
    return sorted([*units, *(board.SETUP["arrival"] if scenario == board.PHAROS else [])])


@pytest.mark.parametrize("set_up", ["printed", "by the players"])
@pytest.mark.parametrize("scenario", [board.PHAROS, board.HEPTASTADIUM])
def test_every_counter_is_accounted_for(scenario: str, set_up: str) -> None:
    played = Played(scenario, 1, set_up)
    public = played.game.state["public"]
    assert played.wrong == []
    assert sorted([*public["units"], *public["lost"]]) == forces(scenario)
    gone = [unit for event in played.told("eliminated") for unit in event["units"]]
    assert sorted(gone) == sorted(public["lost"])


def test_the_battle_ends_and_its_losses_are_those_told() -> None:
    played = Played(board.BATTLE, 3, "printed")
    public = played.game.state["public"]
    assert played.wrong == []
    assert sorted([*public["units"], *public["lost"]]) == forces(board.BATTLE)
    for event in played.told("exhausted"):
        assert event["losses"] >= board.TABLES["levels"][event["seat"]]
    assert {"turn", "withdrawal", "reaction fire", "seize"} <= {*played.answers}
    if public["result"]["ending"] == "both-exhausted":
        assert all(
            position.losses(public, seat) >= board.TABLES["levels"][seat] for seat in board.SEATS
        )


def test_hits_that_are_told_are_the_hits_that_are_there() -> None:
    played = Played(board.PHAROS, 2, "printed")
    public = played.game.state["public"]
    hits: Counter[str] = Counter()
    for event in played.events:
        told = event["public"]
        if event["kind"] == "hit":
            hits[told["unit"]] = told["now"]
        elif event["kind"] == "reduced":
            hits[told["unit"]] = told["hits"]
    for unit, one in public["units"].items():
        assert one["hits"] == hits[unit]
