"""What a report shows beside events, so that an action can be planned from it alone."""

from __future__ import annotations

from typing import Any

from referee.engine.request import View
from tests.rules.sword_of_rome.adapter import ADAPTER
from tests.rules.sword_of_rome.test_offers import GAULS, MARCH, asked, ruleset


def sections(**before: Any) -> dict[str, list[str]]:
    """The position as Rome reads it."""
    state = ADAPTER.start(before)
    return dict(ruleset.wording.situation(View("rome", state["public"], {})))


def told(lines: list[str]) -> str:
    """Lines as one."""
    return " ".join(" ".join(lines).split())


def test_leaders_who_can_come_back_are_told() -> None:
    shown = sections(leaders={"Camillus": "displaced", "Gallic leader B": "aside"})["forces"]
    assert shown[-1] == "displaced: Camillus"
    assert "beside the map: " in told(shown)
    assert "Gallic leader B" in told(shown)
    shown = sections(leaders={"Pyrrhus": "waits"})["forces"]
    assert "displaced" not in told(shown)
    assert "Pyrrhus" not in told(shown)


def test_the_order_of_actions_is_told_while_there_are_rounds() -> None:
    public = {**ADAPTER.start({})["public"], "first": "gauls", "round": 2}
    score = dict(ruleset.wording.situation(View("rome", public, {})))["score"]
    order = "order of actions: the Gauls, the Etruscans and Samnites, Rome, the Greeks"
    assert order in told(score)
    score = dict(ruleset.wording.situation(View("rome", {**public, "round": 0}, {})))["score"]
    assert "order of actions" not in told(score)


def test_with_two_players_the_sums_of_both_are_told() -> None:
    shown = sections(scenario="two", vp={"rome": "9", "gauls": "8"})["score"]
    found = told(shown)
    assert "Rome, the Etruscans and Samnites together 15" in found
    assert "the Gauls, the Greeks together 14" in found


def test_cards_that_lie_open_are_told() -> None:
    state = ADAPTER.start({})
    public = {**state["public"], "rome table": ["r31"], "gauls reshuffle": ["g37"]}
    cards = dict(ruleset.wording.situation(View("rome", public, {})))["cards"]
    assert "  being played: Alae Close In" in cards
    assert "  open on the draw pile: Gallic Reshuffle card" in cards


def notes(before: dict[str, Any], kind: str) -> list[str]:
    """The lines of a template with what is said beside them."""
    request, view = asked(before, kind, ("gauls action", [MARCH]))
    return ruleset.rules.kinds[kind].suggestions.template(request, view)


def test_a_template_tells_on_which_rolls_a_reaction_succeeds() -> None:
    before = {**GAULS, "rome": {"Roma": "5 Claudius"}}
    assert notes(before, "intercept") == [
        "# - intercept: {cu: 5}  # succeeds with a roll of 3 or less"
    ]
    before = {**GAULS, "rome": {"Sutrium": "5 Valerius"}}
    first, *others = notes(before, "avoid")
    assert first.endswith("  # allowed, or it succeeds with a roll of 2 or less")
    assert not any("roll" in line for line in others)
