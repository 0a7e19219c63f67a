"""Cases of Caesar in Alexandria at sea: every paragraph has one, and every worked example."""

from __future__ import annotations

import pytest

from tests.rules.caesar_in_alexandria.paragraphs import SEA
from tests.rules.caesar_in_alexandria.test_cases import EXAMPLES, cases

#: Worked examples of these.
AT_SEA = """
attack-minimum attack-must-sail backing beach-and-leave beach-where board-when boarding
boarding-empty boarding-split capture-fatigue causeway-boarding chain-sinking collision
commander-rides crippled-drift crippled-limits cruise-forced declared-move diekplus
diekplus-fatigue diekplus-free diekplus-room drop-to-cruise evade-again evade-roll evade-trigger
evasion-fatigue fatigue-allowance fatigue-cap fatigue-roll fatigue-trigger fatigue-trigger-2
fire-fight fire-spread fire-start fouled-not-grappled galley-about galley-in-place galley-turn
grapple-once grapple-roll grapple-speed grapple-where grounding half-speed half-speed-fatigue
land-side lighthouse-closes marines-only mole-fire naval-both naval-fire naval-once naval-points
naval-reaction naval-strength naval-table one-galley order-galleys overpass-blocked
overpass-galley prize-ashore rake-goes-on rake-roll rake-side rake-speed ram-fouled ram-modifiers
ram-need ram-retract ram-when ram-where rammed-afloat rammed-unfouled-first recaptured recovery
sea-wall seq-fleet-status shoal-cost slip-burns slip-stops speed-table split-fire stuck transfer
two-speeds unfoul ungrapple-many ungrapple-repulsed ungrapple-roll ungrapple-when
"""


@pytest.mark.parametrize("rule", SEA.split())
def test_every_paragraph_has_a_case(rule: str) -> None:
    assert rule in [case.data["rule"] for case in cases()]


def test_every_worked_example_has_its_case() -> None:
    told = {case.data["example"] for case in cases() if "example" in case.data}
    assert told == {*EXAMPLES.split(), *AT_SEA.split()}
