"""Whole campaigns driven by random standing orders: whatever they say, answers are legal, and
rules that end in words that always fit never stop a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache

from referee.engine import standing
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.proof.dice import Dice
from tests.rules.julius_caesar.adapter import SEATS, board, ruleset
from tests.rules.random_standing import rules_of, some_standing
from tests.support.beside import follow, sample
from tests.support.seeds import count

#: Words that always come to an answer, and those that do whatever else stands with them.
ENDS = {
    "battle turn": "fire",
    "cards": {"play": ["4/1"]},
    "command": "stay",
    "hits": "weakest",
    "jupiter": [{"from": [place.name for place in board.PLACES.values()][:60]}, "none"],
    "next battle": {"order": ["Rome"]},
    "regroup": "stay",
    "vulcan": "most",
    "winter": "keep",
}
#: Kinds where a rule may come to nothing, by what everybody sees.
MAY_PASS_ON = ("jupiter", "vulcan")


class StandingGame:
    """A campaign that runs by standing orders; most command rules are made of random orders."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"plans {seed}")
        self.game = Game(ruleset.rules, ruleset.rules.setup("campaign", {}), keep=False)
        self.standing = {seat: self.fresh(seat) for seat in SEATS}
        self.by_rule: dict[str, int] = {}
        self.words: set[str] = set()
        self.old: dict[str, Answer] = {}

    def fresh(self, seat: str) -> list[standing.Rule]:
        return rules_of(ruleset, seat, some_standing(ruleset, seat, self.chance, ENDS))

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [self.answer(request, view(request.seat)) for request in requests]

    def answer(self, request: Request, view: View) -> Answer:
        if request.kind == "command" and self.chance.random() < 0.8:
            return self.command(request, view)
        if request.kind == "cards":
            self.standing[request.seat] = self.fresh(request.seat)
        self.each_rule_is_legal(request, view)
        beside = ruleset.rules.kinds[request.kind].standing
        found = standing.answer(self.standing[request.seat], beside, request, view)
        assert found is not None, (request.data(), "stopped")
        rule, answer = found
        if rule["times"]:
            rule["times"] -= 1
        self.by_rule[request.kind] = self.by_rule.get(request.kind, 0) + 1
        self.note(request, answer)
        return answer

    def command(self, request: Request, view: View) -> Answer:
        """Legal orders are followed as they stand; in another order, or a turn late, as far as
        they are legal."""
        orders = sample(ruleset, request, view, self.chance)
        assert follow(ruleset, request, view, orders) == orders
        shuffled = self.chance.sample(orders, len(orders))
        for lines in (shuffled, [*self.old.get(request.seat, []), *shuffled]):
            found = follow(ruleset, request, view, lines)
            assert found is not None
            assert not request.judge(view, found).faults
        self.old[request.seat] = orders
        self.note(request, found)
        return found

    def note(self, request: Request, answer: Answer) -> None:
        self.words |= {f"{request.kind}: {word}" for line in answer for word in line}

    def each_rule_is_legal(self, request: Request, view: View) -> None:
        """Every rule of the kind comes to a legal answer, whether it is chosen or not."""
        beside = ruleset.rules.kinds[request.kind].standing
        assert beside.measure(request, view).keys() == beside.quantities.keys()
        for rule in self.standing[request.seat]:
            if rule["on"] != request.kind:
                continue
            answer = beside.follow(request, view, rule["then"])
            if answer is None:
                assert request.kind in MAY_PASS_ON, (request.data(), rule)
            else:
                judged = request.judge(view, answer)
                assert not judged.faults, (request.data(), rule, answer, judged.faults)

    def play(self) -> None:
        dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))
        assert self.game.run(dice, self.supply).over


@cache
def played(seed: int) -> StandingGame:
    """A campaign that was played to its end."""
    game = StandingGame(seed)
    game.play()
    return game


#: campaigns in which together every kind of request and order comes up
LIVELY = (3, 30)


def test_a_campaign_by_random_standing_orders_never_stops() -> None:
    for seed in (*LIVELY, *range(count(0, 400))):
        one = played(seed)
        assert ruleset.rules.result(one.game.state["public"]) is not None, seed
        assert ruleset.laboratory.broken(one.game.state) == [], seed
        assert {"battle turn", "cards", "command"} <= one.by_rule.keys(), seed


def test_every_kind_of_request_and_order_comes_up() -> None:
    words = {word for seed in LIVELY for word in played(seed).words}
    wanted = ["battle turn: fire", "battle turn: pass", "battle turn: retreat", "hits: hit"]
    wanted += ["next battle: battle", "regroup: regroup", "cards: play", "cards: discard"]
    wanted += ["command: move", "command: ship", "command: main attack", "command: surprise"]
    wanted += ["command: levy", "command: step", "jupiter: jupiter", "vulcan: vulcan"]
    wanted += ["winter: home", "winter: disband"]
    assert [word for word in wanted if word not in words] == []
