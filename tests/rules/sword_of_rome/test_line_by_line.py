"""An action whose lines are given one by one, each with a look behind it, comes to the same as one
file that holds them all (5.4): random ones, from crowded positions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from tests.rules.slow_sword.scatter import scatter
from tests.rules.sword_of_rome.adapter import ADAPTER, ZONES, board, flow, hand, position

RULES = ADAPTER.ruleset.rules
SCENARIOS = ("four", "two", "three")
LOOK = {"look": {}}
#: Cards that let their player do more than one thing.
GIVING = ("campaign", "neutral-power", "forced-march")

Supply = Callable[[Request, View], Answer]


class Stream(ScriptedDice):
    """The same dice in the same order, whatever they are thrown for."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.chance = random.Random(number)

    def rolled(self, count: int, faces: int) -> list[int]:
        return [self.chance.randint(1, faces) for _ in range(count)]


def crowded(number: int) -> tuple[State, str]:
    """A position, and who acts; his hand is full of cards that give rights."""
    chance = random.Random(number)
    state = flow.setup(SCENARIOS[number % 3], {"length": "full"})
    public = state["public"]
    scatter(public, chance)
    for seat in public["seats"]:
        pile = ZONES[seat].lying(state, ZONES[seat].pile)
        giving = [card for card in pile if board.CARDS[card]["event"] in GIVING][:3]
        others = [card for card in pile if card not in giving]
        cards = [*giving, *chance.sample(others, 5)]
        ZONES[seat].move(state, cards, ZONES[seat].pile, hand(seat))
    seat = chance.choice(public["seats"])
    public.update(turn=2, phase="action", round=1, first=seat, stage="begin")
    public.update(queue=position.clockwise(public, seat), now=position.fresh())
    return state, seat


def played(number: int, action: Supply) -> tuple[dict[str, Any], Any]:
    """What is there after one action; everybody else answers by his own chance."""
    state, seat = crowded(number)
    queue = list(state["public"]["queue"])

    def goes_on(public: dict[str, Any]) -> bool:
        return bool(public["queue"] == queue)

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [answer(request, view(request.seat)) for request in requests]

    def answer(request: Request, view: View) -> Answer:
        if request.kind == "action" and request.seat == seat:
            return action(request, view)
        about = sorted(map(str, request.args.items()))
        chance = random.Random(f"{number} {request.seat} {request.kind} {about}")
        return RULES.kinds[request.kind].player.sample(request, view, chance)

    rules = RULES.but(next_step=lambda now: RULES.next_step(now) if goes_on(now) else None)
    game = Game(rules, state)
    game.run(Stream(number), supply)
    game.close()
    passing = ("now", "pending", "stage")
    left = {key: value for key, value in game.state["public"].items() if key not in passing}
    return deepcopy(left), deepcopy(game.state["seats"])


@pytest.mark.parametrize("number", range(60))
def test_line_by_line_is_the_same_as_at_once(number: int) -> None:
    chance, lines = random.Random(-number), list[dict[str, Any]]()

    def one_more(request: Request, view: View) -> Answer:
        sample = RULES.kinds["action"].player.sample(request, view, chance)
        able = [line for line in sample if not {*line} & {"look", "if"}][:1]
        if len(lines) == 5 or not able or request.refused(view, [*able, LOOK]):
            return []
        lines.extend(deepcopy(able))
        return [*able, LOOK]

    def all_of_them(request: Request, view: View) -> Answer:
        assert request.refused(view, lines) == []
        return deepcopy(lines)

    slowly = played(number, one_more)
    assert played(number, all_of_them) == slowly
