"""Ideas for order lines, made by their grammar from what is at hand (referee-ruleset(7))."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from referee.engine.ideas import FIRST, any_value, ideas
from referee.engine.words import Choice, Either, Fields, Many, Name, Nothing, Number, Word

SEND = Fields({"who": Name("rider"), "to": Name("place")}, {"via": Name("place")})


def hand(key: str) -> Sequence[str]:
    return {"who": ["ann", "abe"], "to": ["ford", "inn"], "": ["ford"]}.get(key, [])


@pytest.mark.parametrize(
    ("takes", "found"),
    [
        (Name("place"), ["ford"]),
        (Number(2, 9), [2]),
        (Number(0, 9), [1]),
        (Choice(("red", "blue")), ["red", "blue"]),
        (Either((Number(1, 3), Name("place"))), [1, "ford"]),
        (Many(Name("place")), [["ford"]]),
        (Nothing(), [{}]),
    ],
)
def test_the_likeliest_comes_first_with_no_more_than_it_needs(
    takes: Word, found: list[object]
) -> None:
    assert list(ideas(takes, hand)) == found


def test_what_comes_first_in_a_map_changes_last() -> None:
    pairs = [(idea["who"], idea["to"]) for idea in ideas(SEND, hand)]
    assert pairs == [("ann", "ford"), ("ann", "inn"), ("abe", "ford"), ("abe", "inn")]


def test_any_value_may_have_all_that_is_at_hand() -> None:
    made = [any_value(SEND, hand, random.Random(seed)) for seed in range(40)]
    assert {(one["who"], one["to"]) for one in made} == {
        (who, to) for who in hand("who") for to in hand("to")
    }
    assert not any("via" in one for one in made)
    wide = [any_value(SEND, lambda key: ["inn"], random.Random(seed)) for seed in range(40)]
    assert {"via" in one for one in wide} == {True, False}


@pytest.mark.parametrize("takes", [Many(Name("place"), 2, 3), Number(3, 5), Choice(("a", "b"))])
def test_any_value_stays_within_the_grammar(takes: Word) -> None:
    for seed in range(40):
        value = any_value(takes, hand, random.Random(seed))
        match takes:
            case Many():
                assert 2 <= len(value) <= 3
            case Number():
                assert 3 <= value <= 5
            case _:
                assert value in ("a", "b")


def test_nothing_can_be_made_where_nothing_is_at_hand() -> None:
    with pytest.raises(LookupError):
        any_value(Name("place"), lambda key: [], random.Random(1))
    assert list(ideas(SEND, lambda key: [])) == []


def test_a_template_takes_the_first_of_everything_and_as_much_as_there_can_be() -> None:
    assert (FIRST.choice("abc"), FIRST.sample("abc", 2), FIRST.randint(1, 6)) == (
        "a",
        ["a", "b"],
        6,
    )
    assert not FIRST.random() < 0.99
