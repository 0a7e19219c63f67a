"""Answers that led a first player of Julius Caesar astray."""

from __future__ import annotations

from typing import Any

from referee.engine.request import View
from referee.ruleset import load
from rulesets.julius_caesar.cards import Cards
from rulesets.julius_caesar.command import Command


def view(seat: str = "caesar") -> View:
    """The first position of the whole game."""
    state = load("julius-caesar").setup("campaign", {})
    return View(seat, state["public"], state["seats"][seat])


def faults(answer: list[Any]) -> list[Any]:
    return Command("caesar", moves=3, levies=1).judge(view(), answer).faults


def move(start: str, to: str, *blocks: str) -> dict[str, Any]:
    return {"move": {"from": start, "blocks": list(blocks), "to": to}}


def test_no_hint_leads_into_the_next_refusal() -> None:
    """Neapolis is held by Pompey: going there by way of Rome would be an attack over two cities."""
    (fault,) = faults([move("genua", "neapolis", "legio-8")])
    assert "no road joins Genua and Neapolis" in fault.reason
    assert "via" not in fault.hint
    (fault,) = faults([move("narbo", "genua", "legio-7")])
    assert fault.hint == "it is two cities away: via Massilia"


def test_two_main_forces_of_one_attack_are_one_too_many() -> None:
    seen = view()
    seen.own["blocks"]["legio-9"]["at"] = "bilbilis"
    seen.public["places"]["narbo"]["caesar"]["brown"] -= 1
    seen.public["places"]["bilbilis"] = {"caesar": {"brown": 1}}
    moves = [move("narbo", "tarraco", "legio-7"), move("bilbilis", "tarraco", "legio-9")]
    narbo, bilbilis = ({"main force": {"at": "tarraco", "from": f}} for f in ("narbo", "bilbilis"))
    command = Command("caesar", moves=3, levies=1)
    assert command.judge(seen, [*moves, bilbilis]).faults == []
    (fault,) = command.judge(seen, [*moves, narbo, bilbilis]).faults
    assert fault.path == (3,)
    assert "another main force for Tarraco" in fault.reason


def test_a_card_cannot_be_set_aside_and_played() -> None:
    hand = ["3/2", "2/1"]
    seen = View("caesar", view().public, {**view().own, "hand": hand})
    answer: list[Any] = [{"discard": "3/2"}, {"card": "3/2"}]
    (fault,) = Cards("caesar", year=705, turn=1).judge(seen, answer).faults
    assert "is used by an earlier line" in fault.reason
