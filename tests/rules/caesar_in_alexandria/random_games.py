"""Positions out of random games, to compare the fast way with the slow one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from tests.rules.caesar_in_alexandria.adapter import ruleset

Data = dict[str, Any]
Supply = Callable[[Sequence[Request], Callable[[str], View]], bool]
OPTIONS = {"first-exhausted-ends": "no", "set-up": "by the players"}


def _play(scenario: str, number: int, seen: Supply) -> None:
    """A random game until `seen`, which looks at each question, has seen enough."""
    chance = random.Random(f"slow {scenario} {number}")
    game = Game(ruleset.rules, ruleset.rules.setup(scenario, OPTIONS), keep=False)

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer] | None:
        if seen(requests, view):
            return None
        return [legal_sample(ruleset.rules, r, view(r.seat), chance) for r in requests]

    game.run(Dice(chance.randbytes(32), b"s" * 32), supply)


@cache
def positions(scenario: str, number: int) -> tuple[Data, ...]:
    """Public parts at every ninth question of the beginning of a random game."""
    found: list[Data] = []
    asked = [0]

    def seen(requests: Sequence[Request], view: Callable[[str], View]) -> bool:
        asked[0] += 1
        public = view(requests[0].seat).public
        if asked[0] % 9 == 0 and public["turn"] > 2:
            found.append(copied(public))
        return len(found) >= 12

    _play(scenario, number, seen)
    return tuple(found)


@cache
def turns(scenario: str, number: int) -> tuple[tuple[Request, View], ...]:
    """The questions at the beginning of player turns, each as its seat sees the position."""
    found: list[tuple[Request, View]] = []

    def seen(requests: Sequence[Request], view: Callable[[str], View]) -> bool:
        for request in requests:
            mine = view(request.seat)
            if request.kind == "turn" and request.args["part"] == 1 and mine.public["turn"] > 3:
                found.append((request, View(mine.seat, copied(mine.public), copied(mine.own))))
        return len(found) >= 12

    _play(scenario, number, seen)
    return tuple(found)
