"""Corrections with which a board could not be played: each is refused, and its place is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.fault import Refused
from referee.ruleset import load


def _force(power: str, leader: str, at: str) -> dict[str, Any]:
    """One more force at the set-up of The Sword of Rome."""
    force = {"power": power, "leader": leader, "at": at, "cu": "2", "militia": "false"}
    return {"setup": {"forces": {"add": [force]}}}


def _legion(at: str, leader: str) -> dict[str, Any]:
    """One more legion of Caesar's at the set-up of Caesar XL."""
    force = {"at": at, "leader": leader, "legions": "1", "veterans": "0", "allies": "0"}
    return {"setup": {"forces": {"caesar": {"add": [force]}}}}


#: By game what is said, the place first, of which corrections.
WRONG: Mapping[str, Mapping[str, dict[str, Any]]] = {
    "sword-of-rome": {
        "tables: short: there are not as many turns": {"tables": {"short": "10"}},
        "map: links: two links join roma and velitrae": {
            "map": {"links": {"rough": {"add": ["roma/velitrae"]}}}
        },
        "setup: forces/14: brennus is no leader of rome": _force("rome", "brennus", "capua"),
        "setup: forces/14: two powers begin in roma": _force("gauls", "gaul-b", "roma"),
    },
    "end-of-the-triumvirate": {
        "map: borders/aegyptus_syria: these two have no border of kind sea": {
            "map": {"borders": {"aegyptus_syria": "sea"}}
        },
        "setup: scenarios/three: there are too few civil servants": {
            "setup": {"scenarios": {"three": {"servants": "1"}}}
        },
        "setup: scenarios/three: there are too few legions": {
            "setup": {"scenarios": {"three": {"legions": "5"}}}
        },
        "setup: scenarios/three: caesar begins outside of his provinces": {
            "setup": {"start": {"caesar": "hispania-citerior"}}
        },
        "setup: scenarios/two: a province that is not used changes hands": {
            "setup": {"scenarios": {"two": {"owners": {"aegyptus": "caesar"}}}}
        },
        "setup: scenarios/two: a province belongs to nobody who plays": {
            "setup": {"scenarios": {"two": {"owners": {"africa": "crassus"}}}}
        },
        "map: provinces/italia: an active civil servant keeps the square free": {
            "map": {"provinces": {"italia": {"servant": "true"}}}
        },
    },
    "julius-caesar": {
        "cards: hand: one card is discarded and one is played": {"cards": {"hand": "9"}},
        "map: cities/ancyra/major: a major port lies on a sea": {
            "map": {"cities": {"ancyra": {"major": "true"}}}
        },
        "blocks: blocks/brown/caesar/steps: steps go downwards": {
            "blocks": {"blocks": {"brown": {"caesar": {"steps": ["1", "2"]}}}}
        },
        "blocks: blocks/brown/c-navis-1/start: a fleet starts in a port": {
            "blocks": {"blocks": {"brown": {"c-navis-1": {"start": "ancyra"}}}}
        },
        "blocks: blocks/green/pompey/start: blocks of the other player start in ravenna": {
            "blocks": {"blocks": {"green": {"pompey": {"start": "ravenna"}}}}
        },
        "cards: years: years go upwards": {"cards": {"years": ["706", "705", "707", "708", "709"]}},
        "cards: events/apollo/name: another event has the same name": {
            "cards": {"events": {"apollo": {"name": "Jupiter"}}}
        },
        "map: cities/atlanticus: a sea has the same id": {
            "map": {"cities": {"atlanticus": {"name": "Atlantis", "value": "1", "seas": []}}}
        },
        "blocks: blocks/brown/c-navis-1/levy: a fleet is raised in ports": {
            "blocks": {"blocks": {"brown": {"c-navis-1": {"levy": "ancyra"}}}}
        },
    },
    "caesar-xl": {
        "setup: forces/caesar: there are not as many counters": {
            "units": {"legion": {"counters": "2"}}
        },
        "map: links/road/32: this is no road": {
            "map": {"links": {"road": {"add": ["britannia/rome"]}}}
        },
        "setup: forces/caesar: one place has the supreme leader": _legion("utica", "true"),
        "setup: forces/pompey: both sides begin in athens": _legion("athens", "false"),
    },
}


@pytest.mark.parametrize(
    ("name", "reason"), [(name, reason) for name, wrong in WRONG.items() for reason in wrong]
)
def test_a_board_that_cannot_be_played(name: str, reason: str) -> None:
    with pytest.raises(Refused) as trouble:
        load(name, WRONG[name][reason])
    assert [fault.reason for fault in trouble.value.faults if fault.reason.startswith(reason)]
