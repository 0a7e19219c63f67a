"""Every paragraph that can be shown by a case has one, and every event of an action."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rules import cases as rulecases
from tests.rules.sword_of_rome.adapter import EVENTS

PACKAGE = "sword_of_rome"
FACTS = Path(__file__).parents[4] / "shared/facts/sword-of-rome/examples.yaml"
PARAGRAPHS = """
2.1 2.2 2.3 3 4.1.1 4.2 4.3 4.4 5.1 5.2 5.3 5.4 5.5 5.6 5.7.1 5.7.2 5.8.1 5.9 5.10 5.10.1 5.10.2
5.10.3 5.11 6.1 6.2.1 6.2.2 6.3 6.4.1 6.4.2 7.1 7.1.2 7.1.3 7.2.1 7.2.2 7.2.3 7.3.1 7.3.2 7.3.3
7.3.4 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5 7.4.6 8.2.1 8.2.2 8.2.3 8.3 8.4 9.1 9.1.1 9.1.2 9.2 9.2.1
9.2.2 9.2.3 9.3.1 9.3.3 9.4.4 9.4.5 9.5 9.5.2 9.5.3 9.5.5 9.5.6 9.5.7 9.6 9.6.2 9.6.3 9.6.4 10.2
10.3 10.5.1 10.5.2 10.6 11.1 11.2 11.3 12.2.1 12.2.2 12.2.3 12.2.5 12.3 12.4 12.4.1 12.4.2 12.4.3
12.4.4 12.4.5 12.5 12.5.2 13.1.1 13.2 13.4 13.4.1 13.4.2 13.5 14.1 14.2 14.3 14.4 14.6 15.1 15.1.1
15.1.2 15.2 15.2.1 15.2.2 15.2.3 15.4 15.5 15.6 16.1 16.1.1 16.1.2 16.3 17.1.1 17.1.2 17.2 17.2.1
17.2.2 18 19
"""
#: Events of an action whose cases stand under the paragraph that they are about.
ELSEWHERE = {"neutral-power": "16.1.1", "reshuffle-only": "6.4.1"}


def cases() -> list[rulecases.Case]:
    return [case for case in rulecases.cases() if case.package == PACKAGE]


@pytest.mark.parametrize("rule", PARAGRAPHS.split())
def test_every_paragraph_has_a_case(rule: str) -> None:
    assert rule in [case.data["rule"] for case in cases()]


@pytest.mark.parametrize("event", [event for event, what in EVENTS.items() if what.acting])
def test_every_event_of_an_action_has_a_case(event: str) -> None:
    assert ELSEWHERE.get(event, event) in [case.data["rule"] for case in cases()]


def examples() -> list[str]:
    return [case.data["example"] for case in cases() if "example" in case.data]


def test_no_example_has_two_cases() -> None:
    assert len(examples()) == len(set(examples())) == 239


@pytest.mark.skipif(not FACTS.exists(), reason="the facts are no part of the project")
def test_every_example_of_the_facts_has_a_case() -> None:
    facts = yaml.safe_load(FACTS.read_text(encoding="utf-8"))["examples"]
    assert {one["id"] for one in facts} == set(examples())


def differences(before: dict[str, Any], **data: Any) -> list[str]:
    return rulecases.differences(rulecases.Case(PACKAGE, "made-up", {"before": before, **data}))


@pytest.mark.parametrize(
    "wrong",
    [
        {"rome": {"Praeneste": "2 Valerius"}},
        {"rome": {"Roma": "3 Valerius"}},
        {"control": {"Praeneste": "gauls"}},
        {"loyalty": {"Roma": "2"}},
        {"sieges": {"Roma": "0"}},
        {"hands": {"rome": ["Second Levy"]}},
        {"discards": {"rome": []}},
        {"vp": {"rome": "7"}},
        {"leaders": {"Camillus": "displaced"}},
        {"flags": ["via appia"]},
        {"plunder": "1"},
        {"winner": "rome automatic"},
    ],
)
def test_a_wrong_case_is_found(wrong: dict[str, Any]) -> None:
    before = {"rome": {"Roma": "3 Valerius"}, "hands": {"rome": ["Second Levy"]}}
    orders = [{"march": {"card": "Second Levy", "leader": "Valerius", "path": ["Praeneste"]}}]
    right = {"rome": {"Praeneste": "3 Valerius", "Roma": "0"}}
    assert differences(before, orders=orders, after=right) == []
    assert len(differences(before, orders=orders, after=wrong)) == 1
