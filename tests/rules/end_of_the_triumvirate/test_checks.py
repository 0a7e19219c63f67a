"""What `check` says of a turn with faults in several lines, and what it says it did not try."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from referee.engine.request import View
from referee.orders.order_lines import judge_reading, read_for
from tests.rules.end_of_the_triumvirate.adapter import Turn, ruleset

ATTACK = "- move: {to: [Gallia Cisalpina, Italia], leave: 0}\n"
SUCCEEDED = (2, "what follows is checked as if the attack on Italia succeeds")


def said(orders: str) -> list[tuple[int, str]]:
    """The number of the order and the reason, of all faults and warnings of Caesar's first turn."""
    view = View("caesar", ruleset.rules.setup("three", {})["public"], {})
    request = Turn("caesar", year=1, turn=1, part=1)
    raw: Any = yaml.load(orders, yaml.BaseLoader)
    beside = ruleset.rules.kinds["turn"].suggestions
    reading = read_for(request, beside, view, raw, ruleset.rules.names("caesar"))
    judged = judge_reading(request, view, reading)
    found = [*reading.faults, *judged.faults, *judged.warnings]
    return sorted((int(fault.path[0]) + 1, fault.reason) for fault in found)


@pytest.mark.parametrize(
    ("orders", "found"),
    [
        # All that is wrong behind a wait that has to go.
        (
            "- move: {to: Gallia Cisalpina, leave: 1}\n- wait\n- move: {to: Syria, leave: 0}\n"
            "- persuade: Caesar\n",
            [
                (3, "Syria is not adjacent to Gallia Cisalpina"),
                (3, "nothing after this stop is carried out"),
                (4, "order 4 is not reached here: only the form was checked"),
                (4, "you cannot persuade citizens of your own section"),
            ],
        ),
        # Behind a step that cannot be taken nothing is known of the position.
        (
            "- move: {to: Syria, leave: 0}\n- improve: military\n- persuade: Caesar\n"
            "- move: {to: Italia, leave: 1, legions: 1}\n",
            [
                (1, "Syria is not adjacent to Gallia Narbonensis"),
                (2, "orders 2, 3 and 4 are not reached here: only the form was checked"),
                (3, "you cannot persuade citizens of your own section"),
                (4, "say how many legions go or how many stay, not both"),
            ],
        ),
        # Of two ways to go on one is tried.
        (
            f"- rome: {{gold: 2}}\n{ATTACK}- {{if: lost, else: skip, persuade: Caesar}}\n"
            "- {if: won, else: skip, improve: military}\n",
            [
                SUCCEEDED,
                (3, "the condition of order 3 does not hold here: only the form was checked"),
                (3, "you cannot persuade citizens of your own section"),
            ],
        ),
        # A name that is none, which all lines below depend on.
        (
            "- move: {to: Itallia}\n- persuade: Caesar\n- improve: politics\n- weapons\n",
            [
                (1, "'Itallia' is not a space"),
                (2, "the lines below order 1 can only be judged once that can be read"),
                (3, "'politics' is not a word that fits here"),
            ],
        ),
        (f"- rome: {{gold: 2}}\n{ATTACK}", [SUCCEEDED]),
    ],
)
def test_what_is_certain_and_what_is_not(orders: str, found: list[tuple[int, str]]) -> None:
    assert said(orders) == found
