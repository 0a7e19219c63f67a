"""The End of the Triumvirate: lost pieces, reports, whole games."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer, word_of
from referee.proof.dice import Dice
from tests.rules.cases import tell
from tests.rules.end_of_the_triumvirate.adapter import Turn, position, ruleset
from tests.rules.end_of_the_triumvirate.driver import start
from tests.support.beside import sample

WIDTH = 72


def test_what_is_lost_is_found() -> None:
    public = start()
    state = {"public": public, "seats": {}, "sealed": {}}
    assert position.broken(state) == []
    for change in (
        lambda p: p["supply"].update(gold=14),
        lambda p: p["bag"].update(crassus=1),
        lambda p: p["provinces"]["italia"].update(owner="caesar"),
        lambda p: p["provinces"]["italia"].update(active=1),
        lambda p: p["characters"]["caesar"].update(at="italia"),
        lambda p: p["characters"]["caesar"].update(political=8),
        lambda p: p["provinces"]["italia"].update(legions=7),
    ):
        changed = copy.deepcopy(state)
        change(changed["public"])
        assert position.broken(changed) != []


# -- whole games -----------------------------------------------------------------------------------


class RandomGame:
    """A game in which every answer is a sample, looked at from all sides."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.chance = random.Random(seed)
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False)
        self.answers: list[tuple[Request, Answer]] = []
        self.steps: dict[str, int] = {}

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        assert position.broken(self.game.state) == []
        (request,) = requests
        scope = self.game._step.scope if self.game._step else ""
        self.steps[scope] = self.steps.get(scope, 0) + 1
        answer = sample(ruleset, request, view(request.seat), self.chance)
        assert request.judge(view(request.seat), answer).faults == [], (request.data(), answer)
        assert ruleset.rules.request(request.data()).title() == request.title()
        self.look(view(request.seat))
        self.answers.append((request, answer))
        return [answer]

    def look(self, view: View) -> None:
        """Every position in which somebody is asked can be told."""
        lines = [ruleset.wording.headline(view.public)]
        for event in ruleset.wording.reminder(view.public):
            lines += ruleset.wording.describe({"kind": event["kind"], **event["data"]}, view.seat)
        for heading, more in ruleset.wording.situation(view):
            lines += [heading, *more]
        assert [line for line in lines if len(line) > WIDTH or not line.isascii()] == []

    def play(self) -> list[dict[str, Any]]:
        outcome = self.game.run(Dice(self.chance.randbytes(32)), self.supply)
        assert outcome.over
        assert position.broken(self.game.state) == []
        return outcome.events


@pytest.mark.parametrize("scenario", ["three", "two"])
@pytest.mark.parametrize("seed", range(8))
def test_games_end_and_lose_nothing(scenario: str, seed: int) -> None:
    played = RandomGame(scenario, seed)
    events = played.play()
    public = played.game.state["public"]
    assert public["result"]["why"] in ruleset.wording.endings
    assert public["turn"] <= {"three": 32, "two": 21}[scenario]
    assert max(played.steps.values()) < 60
    for seat in public["players"]:
        played.look(played.game.view(seat))
        lines = tell(ruleset, events, seat)
        assert [line for line in lines if len(line) > WIDTH or not line.isascii()] == []


def test_every_kind_of_line_comes_out() -> None:
    words: dict[str, int] = {}
    for seed in range(10):
        played = RandomGame("three", seed)
        played.play()
        for request, answer in played.answers:
            for line in answer if request.kind == "turn" else []:
                words[word_of(line)] = words.get(word_of(line), 0) + 1
                words["if"] = words.get("if", 0) + ("if" in line)
    assert sorted(words) == sorted([*Turn.words, "if"])
    assert words["if"] > 20


def test_until() -> None:
    public = start()
    public["stone"] = 6
    assert [ruleset.calendar.reached(public, f"1/{turn}") for turn in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert not ruleset.calendar.reached(public, "2/1")
    assert not ruleset.calendar.reached(public, "end")
    over = {"result": {"winner": "caesar", "why": "ninth-province"}}
    assert ruleset.calendar.reached({**public, **over}, "4/8")


@pytest.mark.parametrize("until", ["1/9", "5/1", "1", "", "1/1/1"])
def test_until_must_name_a_turn(until: str) -> None:
    with pytest.raises(ValueError, match="such as 1/1 or 4/8, or end"):
        ruleset.calendar.reached(start(), until)
