"""Whole random games of Caesar XL: gold, counters and cards are accounted for at every step."""

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
from tests.rules.caesar_xl.adapter import CARDS, board, broken, ruleset

Data = dict[str, Any]
#: What gold comes and goes by: kind of event -> what a player's gold changes by.
GOLD: dict[str, int] = {"gains": 1, "pays": -1, "raised": -1, "marches": -1}


class Played:
    """One random game, and what it told."""

    def __init__(self, scenario: str, number: int, **options: str) -> None:
        self.chance = random.Random(f"{scenario} {number}")
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, options), keep=False)
        self.start = dict(self.game.state["public"]["gold"])
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        outcome = self.game.run(Dice(self.chance.randbytes(32), b"s" * 32), self.supply)
        assert outcome.over
        self.events = [event for event in outcome.events if event["public"] is not None]

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        self.wrong += broken(self.game.state)
        self.answers.update(request.kind for request in requests)
        rules = ruleset.rules
        return [legal_sample(rules, r, view(r.seat), self.chance) for r in requests]

    def gold_told(self) -> dict[str, int]:
        """What each player has, by what was told of it."""
        have = dict(self.start)
        for event in self.events:
            by = GOLD.get(event["kind"], 0)
            if by:
                have[event["public"]["seat"]] += by * event["public"]["gold"]
        return have


@pytest.mark.parametrize("scenario", [board.SILVER, board.BRONZE])
@pytest.mark.parametrize("number", range(3))
def test_gold_counters_and_cards_are_accounted_for(scenario: str, number: int) -> None:
    played = Played(scenario, number)
    public = played.game.state["public"]
    assert played.wrong == []
    assert played.gold_told() == public["gold"]
    causes = [e["public"]["why"] for e in played.events if e["kind"] in ("gains", "pays")]
    assert all(causes)
    lie = [CARDS.left(public), len(public["table"]), *public["cards"].values()]
    rows = [public["discards"], public["forum"], *public["claimed"].values()]
    rows += list(public["leaders"].values())
    assert sum(lie) + sum(map(len, rows)) == len(board.CARDS) == 40


def test_every_kind_of_question_comes_up() -> None:
    asked: Counter[str] = Counter()
    for number in range(12):
        asked |= Played(board.SILVER, number).answers
    assert {*ruleset.rules.kinds} - {*asked} <= {"betrayal", "labienus"}


def test_bronze_asks_nothing_that_it_has_not() -> None:
    for number in range(3):
        played = Played(board.BRONZE, number)
        kinds = {event["kind"] for event in played.events}
        assert not kinds & {"diplomacy", "marker", "subdued", "turned", "invasion", "fed"}
        assert "supply" not in played.answers
        paths = [e["public"]["path"] for e in played.events if e["kind"] == "marches"]
        assert all(len(path) == 2 for path in paths)


def test_a_strict_game_ends_too() -> None:
    assert Played(board.SILVER, 1, **{"strict-military": "yes"}).wrong == []
