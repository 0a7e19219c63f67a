"""Whole campaigns driven by random plans: whatever they say, answers are legal, and rules that end
in words that always fit never stop a game."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence

import pytest

from referee.engine import plan
from referee.engine.dice import Dice
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from rulesets.julius_caesar import ruleset
from rulesets.julius_caesar.board import SEATS
from tests.rules.random_plans import rules_of, some_plans

#: A share of them; JC_PLAN_GAMES=400 plays all.
GAMES = int(os.environ.get("JC_PLAN_GAMES", "25"))

#: Words that always come to an answer, and those that do whatever else stands with them.
ENDS = {
    "battle turn": "fire",
    "cards": {"play": ["4/1"]},
    "command": "stay",
    "hits": "weakest",
    "jupiter": "none",
    "next battle": {"order": ["Rome"]},
    "regroup": "stay",
    "vulcan": "most",
    "winter": "keep",
}
#: Kinds where a rule may come to nothing, by what everybody sees.
MAY_PASS_ON = ("jupiter", "vulcan")


class PlannedGame:
    """A campaign; commands are half random and half by plan, all else is by plan alone."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"plans {seed}")
        self.game = Game(ruleset, ruleset.setup("campaign", {}), keep=False)
        self.plans = {seat: self.fresh(seat) for seat in SEATS}
        self.by_rule: dict[str, int] = {}
        self.words: set[str] = set()

    def fresh(self, seat: str) -> list[plan.Rule]:
        return rules_of(ruleset, seat, some_plans(ruleset, seat, self.chance, ENDS))

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> dict[str, Answer]:
        return {request.seat: self.answer(request, view(request.seat)) for request in requests}

    def answer(self, request: Request, view: View) -> Answer:
        if request.kind in ("command", "deploy") and self.chance.random() < 0.8:
            return request.sample(view, self.chance)
        if request.kind == "cards":
            self.plans[request.seat] = self.fresh(request.seat)
        self.each_rule_is_legal(request, view)
        found = plan.answer(self.plans[request.seat], request, view)
        assert found is not None, (request.data(), "stopped")
        rule, answer = found
        if rule["times"]:
            rule["times"] -= 1
        self.by_rule[request.kind] = self.by_rule.get(request.kind, 0) + 1
        self.words |= {f"{request.kind}: {word}" for line in answer for word in line}
        return answer

    def each_rule_is_legal(self, request: Request, view: View) -> None:
        """Every rule of the kind comes to a legal answer, whether it is chosen or not."""
        assert request.measure(view).keys() == request.quantities.keys()
        for rule in self.plans[request.seat]:
            if rule["on"] != request.kind:
                continue
            answer = request.follow(view, rule["then"])
            if answer is None:
                assert request.kind in MAY_PASS_ON, (request.data(), rule)
            else:
                judged = request.judge(view, answer)
                assert not judged.faults, (request.data(), rule, answer, judged.faults)

    def play(self) -> None:
        dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))
        assert self.game.run(dice, self.supply).over


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_campaign_by_random_plans_never_stops(seed: int) -> None:
    played = PlannedGame(seed)
    played.play()
    assert ruleset.result(played.game.state["public"]) is not None
    assert ruleset.broken(played.game.state) == []
    assert {"battle turn", "cards", "command"} <= played.by_rule.keys()


def test_every_kind_of_request_and_order_comes_up() -> None:
    words: set[str] = set()
    for seed in range(12):
        played = PlannedGame(seed)
        played.play()
        words |= played.words
    wanted = ["battle turn: fire", "battle turn: pass", "battle turn: retreat", "hits: hit"]
    wanted += ["next battle: battle", "regroup: regroup", "cards: card", "cards: discard"]
    wanted += ["command: move", "winter: disband", "jupiter: jupiter", "vulcan: vulcan"]
    assert [word for word in wanted if word not in words] == []
