"""Requests to name some of a few things, in an order that counts."""

from __future__ import annotations

import random
from collections.abc import Sequence

from referee.engine.naming import Naming, SomeOf, some_of
from referee.engine.request import Data, View
from referee.engine.words import Answer, Many, Name, Nothing

NAMES = {"ox": "Old Ox", "hen": "Hen", "goat": "Goat"}


class Sell(Naming):
    """7 What you sell first."""

    word, takes, example = "sell", Many(Name("beast")), "sell: [Hen, Goat]"


class Sale(SomeOf):
    """Beasts that are sold first."""

    kind, rule, question, actions = "sale", "7", "what you sell", (Sell,)
    note = "the first one first"
    names = NAMES

    def able(self, public: Data) -> Sequence[str]:
        return list(public["beasts"])

    def usual(self, public: Data) -> Sequence[str]:
        return sorted(public["beasts"])


KIND = some_of(Sale)
REQUEST, VIEW = Sale("red"), View("red", {"beasts": ["ox", "hen"]}, {})


def faults(answer: Answer) -> list[tuple[object, ...]]:
    return [(f.path, f.reason, f.hint) for f in REQUEST.judge(VIEW, answer).faults]


def test_one_line_names_what_can_be_named() -> None:
    assert faults([]) == faults([{"sell": ["hen", "ox"]}]) == []
    assert faults([{"sell": ["hen", "goat"]}]) == [
        ((0, 1), "it cannot be named here", "it can be: Old Ox, Hen")
    ]
    assert faults([{"sell": ["hen"]}, {"sell": ["ox"]}]) == [
        ((1,), "give one line only", "name all in one list")
    ]


def test_a_rule_names_those_that_can_be_named() -> None:
    assert KIND.standing.policies == {"sell": Many(Name("beast")), "default": Nothing()}
    assert KIND.standing.follow(REQUEST, VIEW, [{"sell": ["goat", "ox"]}]) == [{"sell": ["ox"]}]
    assert KIND.standing.follow(REQUEST, VIEW, [{"sell": ["goat"]}]) == []
    assert KIND.standing.follow(REQUEST, VIEW, [{"default": {}}]) == []


def test_help_has_the_order_of_the_rules() -> None:
    line = "- sell: [Hen, Old Ox]  # the first one first"
    assert KIND.suggestions.template(REQUEST, VIEW) == [line]
    assert KIND.suggestions.at_hand(REQUEST, VIEW, "", {}) == ["ox", "hen"]


def test_random_play_names_all_ways() -> None:
    chance = random.Random(1)
    drawn = [KIND.player.sample(REQUEST, VIEW, chance) for _ in range(60)]
    for few in (["ox"], ["hen"], ["ox", "hen"], ["hen", "ox"]):
        assert [{"sell": few}] in drawn
    assert [] in drawn
    assert all(not faults(answer) for answer in drawn)
