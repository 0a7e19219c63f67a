"""Cases of Caesar in Alexandria: every paragraph of the land game and every worked example has one,
and a wrong one is found."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules import cases as rulecases

PACKAGE = "caesar_in_alexandria"
#: Paragraphs of what happens on land.
LAND = """
3 4.1 4.21 4.22 4.23 4.24 4.31 4.32 4.33 4.34 4.4 4.41 4.42 4.43 4.44 4.51 4.52 4.53 5.11 5.12
5.21 5.22 5.23 5.24 5.25 5.27 5.31 5.32 5.33 5.34 5.36 5.61 5.62 5.63 5.71 5.73 5.74 5.75 5.76
5.77 5.78 5.81 5.82 5.83 5.84 5.85 5.86 6.11 6.12 6.13 6.14 6.15 6.16 6.17 6.3 6.31 6.32 6.33
6.34 7.11 7.12 7.13 7.14 7.15 7.16 7.17 7.18 7.19 7.4 7.41 7.42 7.43 7.44 7.51 7.52 7.53 7.54
7.55 7.56 7.61 7.62 7.63 7.64 7.65 7.66 8.1 8.11 8.12 8.13 8.14 8.15 8.2 8.3 8.4 8.41 8.5 8.51
8.52 8.53 8.67 8.71 8.72 8.73 8.74 8.75 10.11 10.12 10.13 10.14 10.16 10.21 10.22 10.23 10.3
11.1 11.2 11.3 11.4 12.1 12.2 12.3
"""
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
