"""The runner of rule cases finds what is wrong, and every paragraph has a case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules import cases as rulecases

BEFORE = {"caesar": {"Genua": ["Legio 7"]}, "active": "caesar", "moves": "1"}
MOVE = {"move": {"from": "Genua", "blocks": ["Legio 7"], "to": "Rome"}}
#: Paragraphs and cards that these cases answer for (7 has files of its own).
PARAGRAPHS = [
    "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "2.3", "3.11", "3.12", "3.13", "3.21", "3.22",
    "3.23", "3.24", "3.25", "3.26", "3.27", "4.1", "4.2", "4.21", "4.32", "4.4", "4.41", "4.42",
    "5.1", "5.2", "5.3", "6.1", "6.11", "6.12", "6.13", "6.14", "6.15", "6.2", "6.3", "6.4",
    "8.0", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6",
    "card Apollo", "card Jupiter", "card Mars", "card Mercury", "card Neptune", "card Pluto",
    "card Vulcan",
]  # fmt: skip


def differences(**data: Any) -> list[str]:
    case = rulecases.Case("julius_caesar", "made-up", {"before": BEFORE, **data})
    return rulecases.differences(case)


def test_a_good_case() -> None:
    after = {"caesar": {"Rome": ["Legio 7"]}, "neutral": ["Genua"]}
    assert differences(orders=[MOVE], after=after) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"after": {"caesar": {"Rome": ["Legio 7/2"]}}},
        {"after": {"caesar": {"Rome": []}}},
        {"after": {"contested": ["Rome"]}},
        {"after": {"turn": "5"}},
        {"refusal": {"rule": "6.11", "says": "major road"}},
        {"warning": {"says": "left unused"}},
        {"asked": {"caesar": "command"}},
        {"told": {"pompey": ["Legio 7"]}},
        {"untold": {"caesar": ["Legio 7"]}},
        {"facts": [{"points of": "caesar", "is": "3"}]},
    ],
)
def test_a_wrong_case(wrong: dict[str, Any]) -> None:
    assert len(differences(orders=[MOVE], **wrong)) == 1


def test_an_unexpected_refusal() -> None:
    astray = {"move": {"from": "Genua", "blocks": ["Legio 7"], "to": "Sala"}}
    assert len(differences(orders=[astray])) == 1
    assert differences(orders=[astray], refusal={"rule": "6.1"}) == []


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_every_paragraph_has_a_case(paragraph: str) -> None:
    rules = [case.data["rule"] for case in rulecases.cases() if case.package == "julius_caesar"]
    assert paragraph in rules
