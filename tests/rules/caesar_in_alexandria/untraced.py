"""Paragraphs of Caesar in Alexandria that the six traces never come to, with a case of each that is
carried out, and one that is refused or comes to nothing.

Set-up and seizures are in the traces, but no part of what is replayed."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.exercised import Cases

_CASES = (
    ("4.34", "with Caesar the game is lost", "Caesar at risk, and unhurt"),
    (
        "4.51",
        "a roll equal to the initiative takes the turn",
        "one above the initiative fails",
    ),
    ("4.52", "a chance passed by lifts the bar", "no more tries than the rating"),
    (
        "4.53",
        "chances that are used, and chances that are passed by",
        "a seized turn is not seized back, nor the next one",
    ),
    ("5.26", "the garrison of the lighthouse closes a hex", "it may let a galley pass"),
    ("5.33", "through the Moon Gate", "only a gate leads through the wall"),
    ("5.77", "a stacked unit tests with one more", "alone, the same roll passes"),
    (
        "7.18",
        "a leader where the die shows nought",
        "no leader is at risk where the die shows something else",
    ),
    ("7.34", "an empty slip burns", "not while a galley lies there"),
    (
        "7.41",
        "archers fire at who leaves their zone",
        "no fire at who stays in their zone",
    ),
    ("7.51", "cavalry at any unit, cavalry too", "javelins not at cavalry"),
    (
        "7.52",
        "light infantry from two hexes, round a corner of hexes",
        "light infantry is two hexes away",
    ),
    ("7.53", "cavalry from three hexes, and its counter stays", "not after it has moved"),
    ("7.54", "caught, put beside its target, it fires", "not caught, it stays where it was"),
    (
        "7.55",
        "through a friend beside the line of sight, a hit on both",
        "who falls on the way does not fire",
    ),
    ("7.65", "a ballista fires at hexes alone, and sets galleys on fire", "not at a point"),
    (
        "8.73",
        "numbers do not count against a point",
        "an attack across the canal has two less, and one along it has not",
    ),
    ("9.43", "after boarders were repulsed from both at once", "without that it is held"),
    (
        "11.1",
        "a galley in a port of the Great Harbour",
        "no artillery in a block",
    ),
    ("11.2", "two points from the Roman zone", "Egyptians two steps from the Roman zone"),
    ("11.3", "in another turn it is found", "no phase E in a commander's turn"),
    ("12.3", "a cohort lands, and has nobody to fight", "who lands where"),
)
UNTRACED: Mapping[str, Cases] = {rule: Cases(rule, *titles) for rule, *titles in _CASES}
