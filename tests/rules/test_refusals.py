"""Every refusal of a game is reached by a case, which has its paragraph and its words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.cases import packages
from tests.rules.refusals import unreached, written

_WINDOW = "what is asked at once is judged as it is asked; another answer may forestall it"
_AREAS = "the areas of the printed game never come to that; corrected data may"
_NOT_YET = "no case has it yet"
#: Those that no case reaches, as they are written in the rules, and why.
UNREACHED: Mapping[str, Mapping[str, str]] = {
    "caesar_in_alexandria": {
        '"one of the two has fallen", "7.4"': _WINDOW,
        '"it is not the top unit", "7.12"': _WINDOW,
        '"one of the two has fallen", "5.8"': _WINDOW,
        '"the enemy is not near any more", "5.81"': _WINDOW,
        '"it cannot withdraw", "5.81"': _WINDOW,
        '"one of the two galleys is gone", "5.91"': _WINDOW,
        '"it may not evade now", "5.93"': _WINDOW,
        '"cavalry is not set up there", "11.2"': _AREAS,
        '"enemies are there", "11"': _AREAS,
    },
    "caesar_xl": {
        '"no card is left", "6.4"': _NOT_YET,
        "reason, self.card": "of lines for later turns: tests/orders/test_foresight.py",
    },
    "julius_caesar": dict.fromkeys(
        (
            'f"{name} is a fleet and cannot leave port", "7.83"',
            'f"{place_name(via)} is not a sea", "7.64"',
            'f"the battle is in {place_name(to)}", "7.6"',
            'f"{place_name(to)} is not friendly", "7.82"',
            'f"{neither}: you have no fleet there", "7.64"',
            'reason, "7.3"',
            "reason, card",
            'f"{name} is not in your Levy Pool", "5.2"',
            'f"{name} is a sea, but blocks are raised in cities", "6.4"',
            '"your card allows no moves", "2.1"',
            'f"{end.name} is a sea, but a land block must land in a port", "4.1"',
            'f"{end.name} is not a sea", "6.3"',
            'f"the attackers of {start.name} came from there", "6.13"',
            '"that is the port it sails from", "6.3"',
            'f"{name} is not one of your blocks", "5.3"',
            '"Cleopatra\'s block is blue", "3.27"',
            'f"an earlier line sends {name} home", "8.2"',
            'reason, "8.2"',
        ),
        _NOT_YET,
    ),
}


@pytest.mark.parametrize("package", packages())
def test_every_refusal_is_reached_by_a_case(package: str) -> None:
    assert {*unreached(package).values()} == {*UNREACHED.get(package, ())}


def test_the_refusals_are_found() -> None:
    assert [len(written(package)) > 20 for package in packages()] == [True] * len(packages())
