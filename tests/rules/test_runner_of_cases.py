"""The runner of rule cases finds what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules import cases as rulecases

BEFORE = {"caesar": {"Genua": ["Legio 7"]}, "active": "caesar", "moves": "1"}
MOVE = {"move": {"from": "Genua", "blocks": ["Legio 7"], "to": "Rome"}}


def differences(**data: Any) -> list[str]:
    case = rulecases.Case("julius_caesar", "made-up", {"before": BEFORE, **data})
    return rulecases.differences(case)


def test_a_good_case() -> None:
    after = {"caesar": {"Rome": ["Legio 7"]}, "vacant": ["Genua"]}
    assert differences(orders=[MOVE], after=after) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"after": {"caesar": {"Rome": ["Legio 7/2"]}}},
        {"after": {"caesar": {"Rome": []}}},
        {"after": {"contested": ["Rome"]}},
        {"after": {"turn": "5"}},
        {"refusal": {"rule": "6.11", "says": "major road"}},
        {"warning": {"says": "not used"}},
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


def test_a_question_that_nobody_answers() -> None:
    before = {
        "until": "next",
        "rome": {"Roma": "3 Valerius"},
        "etruscans": {"Volsinii": "4 Etruscan leader A"},
        "hands": {"rome": ["Second Levy"]},
    }
    march = {"march": {"card": "Second Levy", "leader": "Valerius", "path": ["Sutrium"]}}
    data = {"before": before, "orders": [march]}

    def found(**more: Any) -> list[str]:
        case = rulecases.Case("sword_of_rome", "made-up", {**data, **more})
        return rulecases.differences(case)

    assert found() == ["etruscans-samnites is asked intercept, which nobody answers"]
    assert found(asked={"etruscans-samnites": "intercept"}) == []
    assert found(otherwise="default") == []
