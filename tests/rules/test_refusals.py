"""Every refusal of a game is reached by a case, which has its paragraph and its words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rules.cases import packages
from tests.rules.refusals import unreached, written

_WINDOW = "what is asked at once is judged as it is asked; another answer may forestall it"
_AREAS = "the areas of the printed game never come to that; corrected data may"
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
        '"no card is left", "6.4"': "seven events are left whatever is held; nobody buys so many",
    },
}


@pytest.mark.parametrize("package", packages())
def test_every_refusal_is_reached_by_a_case(package: str) -> None:
    assert sorted(unreached(package).values()) == sorted(UNREACHED.get(package, ()))


def test_the_refusals_are_found() -> None:
    assert all(len(written(package)) > 20 for package in packages())
