"""What is said to somebody who writes a standing order as he would say it."""

from __future__ import annotations

from typing import Any

from referee.orders.advance import parse_next
from referee.orders.standing_list import parse_standing
from referee.ruleset import load

RULESET = load("sword-of-rome")


def hint_of(rule: Any) -> str:
    rules, faults = parse_standing([rule], RULESET, "rome")
    assert rules == []
    (fault,) = faults
    return fault.hint


def test_a_choice_that_stands_for_its_word_is_shown_with_it() -> None:
    said = hint_of({"on": "alliance", "then": "accept"})
    assert said.startswith("did you mean 'alliance: accept'?")


def test_a_key_that_stands_for_the_word_whose_map_it_is_of_is_shown_below_it() -> None:
    said = hint_of({"on": "desperate times", "then": {"use": "action"}})
    assert said.startswith("did you mean 'desperate: {use: ...}'?")


def test_values_of_braces_are_told_their_word_and_key() -> None:
    said = hint_of({"on": "politics", "then": ["plunder"]})
    assert said.startswith("did you mean 'gain: plunder'?")
    _, faults = parse_next([{"on": "respond", "orders": ["Devotio"]}], RULESET, "rome")
    assert faults[0].hint.startswith("did you mean 'event: {card: Devotio}'?")
    _, faults = parse_next([{"on": "politics", "orders": [{"turn": "Luna"}]}], RULESET, "rome")
    assert faults[0].hint.startswith("did you mean 'gain: {turn: ...}'?")


def test_a_window_that_stands_for_the_kind_is_shown_as_its_selector() -> None:
    said = hint_of({"on": "battle", "then": "pass"})
    assert said == "write {on: respond, trigger: battle, ...}"


def test_a_word_without_a_value_is_not_shown_with_one() -> None:
    """'- all: but 2' would be refused too."""
    said = hint_of({"on": "intercept", "then": "all but 2"})
    assert said == "did you mean all? it can: all, cu, pass"


def test_a_set_in_a_list_of_rules_is_told_where_it_stands() -> None:
    said = hint_of("Quiet")
    assert said.startswith("write 'standing: Quiet' alone for that set; 'referee standing add'")


def test_a_condition_beside_advance_orders_is_told_to_stand_in_their_lines() -> None:
    raw = [{"on": "action", "if": "accepted", "orders": []}]
    _, faults = parse_next(raw, RULESET, "rome")
    assert [fault.hint for fault in faults] == [
        "put it into its lines: 'orders: [{if: ..., WORD: ...}]'"
    ]
