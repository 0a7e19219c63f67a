"""Cases of Caesar in Alexandria at sea: every paragraph has one, and every worked example."""

from __future__ import annotations

import pytest

from tests.rules.caesar_in_alexandria.test_cases import EXAMPLES, cases

#: Paragraphs of what happens at sea alone.
SEA = """
5.26 5.28 5.29 5.35 5.41 5.42 5.43 5.44 5.45 5.46 5.47 5.48 5.49 5.51 5.52 5.53 5.54 5.55 5.56
5.64 5.72 5.91 5.92 5.93 5.94 6.21 6.22 6.23 7.21 7.22 7.23 7.24 7.31 7.32 7.33 7.34 7.35 7.45
8.61 8.62 8.63 8.64 8.65 8.66 9 9.11 9.12 9.13 9.14 9.15 9.16 9.21 9.22 9.23 9.24 9.25 9.27 9.29
9.31 9.32 9.33 9.34 9.35 9.41 9.42 9.43 9.44 10.41 10.42 10.43 10.44
"""
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
