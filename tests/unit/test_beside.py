"""What stands beside requests: what there is where a game says nothing, lines, a few answers."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import pytest

from referee.engine.action import Action
from referee.engine.beside import (
    Few,
    Helper,
    Kind,
    Lines,
    Player,
    Standing,
    Suggestions,
    helped,
    kinds_of,
)
from referee.engine.request import View
from referee.engine.words import Answer, Nothing, Word
from tests.unit.test_walk import Dig, Digging, Mine, view

SAID: Answer = [{"dig": 1}]


def test_without_anything_said_there_is_no_standing_order_and_no_answer_to_start_from() -> None:
    standing, suggestions = Standing[Mine](), Suggestions[Mine]()
    request = Mine("kim")
    assert (standing.quantities, standing.policies, standing.whole_turn) == ({}, {}, False)
    assert standing.measure(request, view()) == {}
    assert standing.follow(request, view(), SAID) == SAID
    assert standing.default(request, view()) == []
    assert list(suggestions.options(request, view())) == []
    assert suggestions.template(request, view()) == []
    assert suggestions.later(request, view()) == []
    assert suggestions.open_words(request) == list(Mine.words)
    assert suggestions.at_hand(request, view(), "dig", {}) == []


def test_a_player_has_to_say_what_it_answers() -> None:
    with pytest.raises(NotImplementedError):
        Player[Mine]().sample(Mine("kim"), view(), random.Random(1))


def test_standing_orders_made_of_lines_say_what_orders_may_or_nothing() -> None:
    standing = Lines[Mine](Mine)
    assert standing.policies == {**Mine.words, "default": Nothing()}
    assert standing.quantities == Digging.quantities
    assert standing.measure(Mine("kim"), view()) == {"gold": 0}
    assert standing.follow(Mine("kim"), view(), SAID) == SAID
    assert standing.follow(Mine("kim"), view(), [*SAID, {"default": {}}]) == []
    assert standing.default(Mine("kim"), view()) == []
    assert not standing.whole_turn
    assert Lines[Mine](Mine, whole_turn=True).whole_turn


def test_lines_of_one_kind_say_nothing_of_another() -> None:
    assert Standing.policies == {} and Standing.quantities == {}
    assert Lines.policies == {} and Lines.whole_turn is False


class Bags(Few[Mine]):
    def options(self, request: Mine, view: View) -> Iterable[Answer]:
        yield []
        yield from ([{"carry": bag}] for bag in view.own["bags"])


def test_where_answers_are_few_random_play_takes_any_of_them() -> None:
    found = [Bags().sample(Mine("kim"), view(), random.Random(seed)) for seed in range(40)]
    assert all(answer in found for answer in Bags().options(Mine("kim"), view()))


def test_kinds_go_by_the_names_of_their_requests() -> None:
    kind = Kind(Mine, Bags(), Bags())
    assert kinds_of(kind) == {"mine": kind}
    assert kind.standing.default(Mine("kim"), view()) == []


def test_a_word_with_two_types_is_refused_where_the_kinds_are_named() -> None:
    """`dig` takes a number in one request and stands alone in another: what was signed would not
    be read as it was written."""

    class Alone(Dig):
        takes: ClassVar[Word] = Nothing()

    class Yours(Mine):
        kind = "yours"
        actions: ClassVar[Sequence[type[Action[Any]]]] = (Alone,)

    kinds = [Kind(request, Suggestions(), Player()) for request in (Mine, Yours)]
    with pytest.raises(ValueError, match="yours: 'dig' has another type elsewhere"):
        kinds_of(*kinds)


class Hand(Helper[Mine]):
    def follow(self, request: Mine, view: View, then: Answer) -> Answer:
        return then or [{"carry": view.own["bags"][0]}]


def test_one_helper_can_be_all_that_stands_beside_a_request() -> None:
    kind = helped(Mine, hand := Hand())
    beside = (kind.suggestions, kind.player, kind.standing)
    assert (kind.request, beside) == (Mine, (hand, hand, hand))


def test_who_says_nothing_gets_what_a_rule_without_lines_comes_to() -> None:
    assert Hand().default(Mine("kim"), view()) == [{"carry": view().own["bags"][0]}]
