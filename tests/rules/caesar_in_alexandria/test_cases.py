"""Cases of Caesar in Alexandria: every paragraph of the land game and every worked example has one,
and a wrong one is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules import cases as rulecases
from tests.rules.caesar_in_alexandria.paragraphs import LAND

PACKAGE = "caesar_in_alexandria"
#: Worked examples of the rules.
EXAMPLES = """
activate-twice advance allowance answer-stacked-artillery artillery-alone artillery-around
artillery-or artillery-range auxiliaries-everywhere ballista-target block-2m block-attack
block-fire caesar-dead canal-block canal-shock canal-steps capacity case-a case-b
causeway-points causeway-side-door causeway-two-marines cavalry-superior class-table
cohesion-list command-blocks command-occupied control-win cost-table counter-heroic
egyptian-scope egyptian-setup embark-first entry-fire exhausted-side exhaustion-commander-turn
exhaustion-count facing-point-1 facing-point-2 fire-at-passengers fire-leader fire-modifiers
fire-redoubt fire-tables fire-while-moving first-exhausted front-only galley-no-land
ganymedes-seizure harass-fire harass-intercept harass-range harass-through harass-two-ends
harass-who heptastadium-closed heptastadium-end hex-compulsory hex-step hits-marked
hits-no-effect hits-rest hits-split initiative-edge landing leader-contact leader-flees
leader-last leader-replaced leader-risk leaders-free legate-scope lighthouse-shock los-causeway
los-hex-point-artillery los-hexside-map los-no-corner los-point-hex matrix-1 matrix-2
no-command-no-move no-counter-seizure no-enemy-space no-facing no-landing-here no-reduced-side
off-the-street one-by-one order-entry-then-withdrawal order-harassment order-retire-fire
order-withdrawn-no-fire palace-name pass-friend pharos-landing pharos-stay pivot-cost
point-attack point-facing point-hex-link point-to-hex reaction-count redoubt-left reduce-carry
reduced-and-landed replaced-aboard resolve-order retire-fire retire-fire-leader retire-fire-rear
retreat-through retreat-through-stack return-fire roman-setup scorpion-galley seizure-chain
seizure-first-turn seizure-no-two seq-commander shock-case-c shock-ends short-of-mp
sight-hexside slip-nobody-ashore stack-facings stack-hex stack-order stack-others stacked-test
street-end street-fire street-reaction street-shock street-shock-blocked superior top-unit
vertex-facing wall-gate withdraw-again withdraw-leader withdraw-not-shock withdraw-path
withdraw-rear withdraw-two zoc-archers zoc-both zoc-limits zoc-stop zoc-turn zoc-who
"""

#: House rulings that change play, and decisions with what holds where nobody says anything.
RULINGS = [*(f"H{number}" for number in range(1, 85)), *(f"D{number}" for number in range(1, 17))]
#: Those that no position can show, and why.
NEVER_SHOWN = {
    "H3": "two charismas never add up, but no side has two leaders with any",
}


def cases() -> list[rulecases.Case]:
    return [case for case in rulecases.cases() if case.package == PACKAGE]


def differences(before: dict[str, Any], **data: Any) -> list[str]:
    return rulecases.differences(rulecases.Case(PACKAGE, "made-up", {"before": before, **data}))


@pytest.mark.parametrize("rule", LAND.split())
def test_every_paragraph_has_a_case(rule: str) -> None:
    assert rule in [case.data["rule"] for case in cases()]


def test_every_worked_example_has_its_case() -> None:
    told = {case.data["example"] for case in cases() if "example" in case.data}
    assert told >= {*EXAMPLES.split()}


def test_every_ruling_and_decision_has_a_case() -> None:
    shown = {one for case in cases() for one in case.data.get("ruling", [])}
    assert [one for one in RULINGS if one not in shown] == [*NEVER_SHOWN]
    assert shown <= {*RULINGS}


WALK = {
    "active": "egyptian",
    "now": {"activation": "sosius", "active": ["E-HI-1"]},
    "at": {"1007": ["E-HI-1 NE"]},
}
GO = {"move": {"piece": "E-HI-1", "path": ["1008"]}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": {"1007": ["E-HI-1 NE"]}},
        {"at": {"1008": ["E-HI-1 N"]}},
        {"at": {"1008": ["E-HI-1 NE 1"]}},
        {"leaders": {"Sosius": "1008"}},
        {"lost": ["E-HI-1"]},
        {"held": {"2124": "roman"}},
        {"winner": "roman goals"},
        {"tries": {"roman": "5"}},
        {"galleys": {"R-TRI-1": "2530 E"}},
    ],
)
def test_a_wrong_case_is_found(wrong: dict[str, Any]) -> None:
    assert differences(WALK, orders=[GO], after={"at": {"1008": ["E-HI-1 NE"]}}) == []
    assert len(differences(WALK, orders=[GO], after=wrong)) == 1
