"""``orders: []`` is reported as what it is: a final order to do nothing at all."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.variation import Variation
from referee.lab.twins.twins import Twins
from referee.report.text import render
from referee.ruleset import load
from tests.blind.sidebyside import SideBySide

HERE = {"caesar": {"Genua": ["Legio 8"]}, "pompey": {"Rome": ["Legio 1", "Legio 2"]}}
WON = {
    "phase": "battles",
    "first": "caesar",
    "caesar": {"Rome": ["Legio 7 from Genua", "Legio 10 from Genua"]},
    "pompey": {"Rome": ["Auxilia 3/1"], "Utica": ["Legio 39"]},
    "caesar hand": ["3/1", "2/1"],
    "pompey hand": ["2/2", "1/2"],
}

CASES: dict[str, tuple[dict[str, Any], str]] = {
    "a command": ({"moves": "2", "levies": "1"}, "Caesar makes no moves and no levies."),
    "an event that moves": ({"card": "Mars"}, "Caesar makes no moves."),
    "Jupiter": ({"card": "Jupiter"}, "Jupiter: Caesar takes no block."),
}


@pytest.mark.parametrize(("more", "said"), CASES.values(), ids=CASES)
def test_orders_of_nothing_are_told_whole(more: dict[str, Any], said: str) -> None:
    pair = SideBySide("pompey", {**HERE, "active": "caesar", **more}, {}, {})
    pair.play(caesar=[])
    assert said in pair.text()


def test_a_move_without_a_levy_says_no_more_than_that() -> None:
    pair = SideBySide("pompey", {**HERE, "active": "caesar", "moves": "1", "levies": "1"}, {}, {})
    pair.play(caesar=[{"move": {"from": "Genua", "blocks": ["Legio 8"], "to": "Massilia"}}])
    assert "Caesar levies nothing." in pair.text()
    assert "makes no moves" not in pair.text()


def test_nobody_regroups() -> None:
    pair = SideBySide("pompey", WON, {}, {})
    pair.play(pompey=[{"pass": "Auxilia 3"}])
    pair.play(caesar=[{"fire": "Legio 7"}, {"fire": "Legio 10"}])
    assert pair.asked() == {"caesar": "regroup"}
    pair.play(caesar=[])
    assert "Caesar does not regroup." in pair.text()


@pytest.mark.parametrize(
    ("lines", "idle"),
    [([], True), ([{"move": {"to": ["gallia-cisalpina"]}}], False)],
)
def test_a_turn_of_nothing_in_the_end_of_the_triumvirate(lines: list[Any], idle: bool) -> None:
    """4.1, 13.3: the supply comes all the same."""
    twins = Twins(load("end-of-the-triumvirate"), Variation(), "three")
    table = twins.table()
    table.play(dict.fromkeys(table.clerk.basis().due))
    sheet = table.play({"caesar": lines})["pompey"]
    charter = twins.charter
    text = "\n".join(render(sheet, charter.offer, charter.insecure, twins.ruleset))
    assert ("Caesar stays and takes no action (4.1)" in text) is idle
    assert "Caesar takes supply (5)" in text
