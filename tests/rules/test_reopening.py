"""Open steps of real games, reopened by the rules that they were played by, stand as they stood."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.adjudicate.rejudging import standing_holds, still_good
from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.reopening import reopened
from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play
from referee.proof.canonical import typed_digest
from referee.ruleset import load
from tests.rules.julius_caesar.test_standing_random import ENDS
from tests.rules.random_standing import rules_of, some_standing
from tests.support.seeds import count

GAMES = [
    ("julius-caesar", "campaign"),
    ("julius-caesar", "land"),
    ("end-of-the-triumvirate", "three"),
    ("end-of-the-triumvirate", "two"),
    ("caesar-xl", "silver"),
    ("caesar-xl", "bronze"),
    ("sword-of-rome", "four"),
    *[("sword-of-rome", name) for name in ("three", "two")][: count(0, 2)],
]


def positions(ruleset: Ruleset, scenario: str) -> list[tuple[Any, Any]]:
    """Games as they were saved before each answer, with what is asked there; one more game as long
    as none was saved in the middle of a step."""
    found: list[tuple[Any, Any]] = []

    def watch(game: Game) -> None:
        asked = [request.data() for request in game.open_requests()]
        found.append((copied(game.saved()), asked))

    for seed in range(10):
        play(ruleset, seed, scenario=scenario, watch=watch)
        if seed + 1 >= count(1, 2) and deep(found):
            break
    return found


def deep(found: list[tuple[Any, Any]]) -> list[Any]:
    """The games that were saved in the middle of a step."""
    return [saved for saved, _ in found if len(saved["records"]) > 1]


@pytest.mark.parametrize(("name", "scenario"), GAMES)
def test_nothing_differs_by_the_same_rules(name: str, scenario: str) -> None:
    ruleset = load(name)
    found = positions(ruleset, scenario)
    for saved, asked in found:
        again, difference = reopened(
            ruleset.rules,
            saved,
            asked,
            lambda r, view, answer: still_good(r, view, answer, ruleset.rules),
        )
        assert difference is None
        assert again.saved() == saved
    assert deep(found)
    chance = random.Random(name)
    for saved in deep(found):
        _gone_through(ruleset, saved, chance.randrange(len(saved["records"])))


def _gone_through(ruleset: Ruleset, saved: Any, kept: int) -> None:
    """A step that begins again with a part of its records, and is then given the same, comes to
    the same."""
    records = saved["records"]
    back = {**saved, "step": None, "records": records[:kept]}
    game = Game.restored(ruleset.rules, copied({**back, "stands": typed_digest(saved["state"])}))
    assert game.saved()["records"] == records[:kept]
    rolls = [value for r in records[kept:] if r["what"] == "roll" for value in r["values"]]
    draws = [r["values"] for r in records[kept:] if r["what"] in ("draw", "open draw")]

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> Any:
        gone = len(game.saved()["records"])
        if not records[gone:]:
            return None
        asked = game._asked.requests if game._asked else []
        given = dict(zip(asked, records[gone]["answers"], strict=True))
        return [given[request] for request in requests]

    game.run(ScriptedDice(rolls, draws), supply)
    assert game.saved() == saved


def test_plans_mean_the_same_by_the_same_rules() -> None:
    ruleset, chance = load("julius-caesar"), random.Random(1)
    for _ in range(8):
        for seat in ruleset.seats:
            rules = rules_of(ruleset, seat, some_standing(ruleset, seat, chance, ENDS))
            assert standing_holds(rules, ruleset, seat)
            rules[0]["then"] = [{"no such word": 1}]
            assert not standing_holds(rules, ruleset, seat)
