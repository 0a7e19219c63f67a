"""Twins of Caesar XL who buy cards by what they have drawn and by what they hold (6.2)."""

from __future__ import annotations

import random
from typing import Any

from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.twins.twins import Twins
from referee.orders.order_lines import parse_lines

NAMES = ("leaders drawn", "tactics drawn", "actions drawn", "leaders", "tactics", "actions")
FIRST: tuple[list[Any], ...] = ([], [{"buy": ""}], [{"free card": ""}], [{"decline": ""}])


class Buyers(Twins):
    """All cards are bought under conditions on what only the buyer knows."""

    def _some_answer(self, request: Request, view: View, chance: random.Random) -> Answer:
        if request.kind == "cards":
            for _ in range(9):
                answer, faults = parse_lines(lines(chance), request.words, {}, request.conditions)
                if not faults and answer and not request.judge(view, answer).faults:
                    return answer
        return super()._some_answer(request, view, chance)


def lines(chance: random.Random) -> list[Any]:
    """A few lines for cards, of which the last ones hang on the hand."""
    found = [*chance.choice(FIRST)]
    for _ in range(chance.randint(1, 3)):
        sign, number = chance.choice(("=", ">", "<")), chance.randint(0, 2)
        condition = f"{chance.choice(NAMES)} {sign} {number}"
        word = chance.choice(("buy", "buy", "buy", "decline"))
        found.append({"if": condition, "else": "skip", word: ""})
    return found
