"""Whole random games of the land scenario, with the books checked at every question and step."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from referee.engine.game import Game, Outcome
from referee.engine.request import Request, View
from referee.engine.rules import Step
from referee.engine.words import Answer
from referee.proof.dice import Dice
from rulesets.julius_caesar import ruleset
from tests.beside import sample, template
from tests.rules.whole_games import check_books

Data = dict[str, Any]

#: More answers than any step should take.
ANSWERS_AT_MOST = 60


class Checked(Game):
    """A game that also checks answers given by rule, and the number of answers in a step."""

    def _answers(self, supply: Any, outcome: Outcome) -> list[Answer] | None:
        assert self._asked is not None and self._table is not None
        for request in self._asked.requests:
            forced = request.forced(self.state["public"])
            if forced is not None:
                assert not request.judge(self.view(request.seat), forced).faults
        answers = [record for record in self._table.records if record["what"] == "answers"]
        assert len(answers) < ANSWERS_AT_MOST
        return super()._answers(supply, outcome)


class RandomGame:
    """One game, played at random and checked at every step and question."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.state = ruleset.rules.setup("land", {})
        self.asked: list[str] = []
        secret = hashlib.sha256(f"game {number}".encode()).digest()
        self.dice = Dice(secret, hashlib.sha256(secret).digest())
        rules: Any = SimpleNamespace(next_step=self.next_step, steps=ruleset.rules.steps)
        self.game = Checked(rules, self.state, keep=False)

    def next_step(self, public: Data) -> Step | None:
        check_books(self.state)
        step = ruleset.rules.next_step(public)
        assert step == ruleset.rules.next_step(json.loads(json.dumps(public, sort_keys=True)))
        return step

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        check_books(self.state)
        return [self.answer(request, view(request.seat)) for request in requests]

    def answer(self, request: Request, view: View) -> Answer:
        before = json.dumps([view.public, view.own], sort_keys=True)
        answer = sample(ruleset, request, view, self.chance)
        again = ruleset.rules.request(json.loads(json.dumps(request.data())))
        judgement = again.judge(view, answer)
        assert not judgement.faults, (request.data(), answer, judgement.faults)
        assert template(ruleset, request, view)
        assert request.title() == again.title()
        assert before == json.dumps([view.public, view.own], sort_keys=True)
        self.asked.append(request.kind)
        return answer

    def play(self) -> Outcome:
        return self.game.run(self.dice, self.supply)


def play(number: int) -> tuple[RandomGame, Outcome]:
    """Play one game; it must come to an end with a result."""
    game = RandomGame(number)
    outcome = game.play()
    check_books(game.state)
    assert outcome.over
    assert game.state["public"]["phase"] == "over"
    assert ruleset.rules.result(game.state["public"]) is not None
    return game, outcome


@pytest.mark.parametrize("number", range(30))
def test_random_games_come_to_an_end(number: int) -> None:
    play(number)


def test_random_games_are_lively() -> None:
    """Over a few games every question and every turn of a battle comes up."""
    kinds: list[str] = []
    for number in range(100, 112):
        game, outcome = play(number)
        kinds += [*game.asked, *(event["kind"] for event in outcome.events)]
    wanted = ["battle turn", "hits", "regroup", "battle", "fire", "pass", "retreat"]
    wanted += ["hit", "eliminated", "hits lost", "battle over"]
    assert [kind for kind in wanted if kind not in kinds] == []
