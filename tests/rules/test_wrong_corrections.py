"""Corrections with which a board could not be played: each is refused, and its place is named."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("name", "corrections", "reason"),
    [
        ("sword-of-rome", {"tables": {"short": "10"}}, "there are not as many turns"),
        (
            "sword-of-rome",
            {"map": {"links": {"rough": {"add": ["roma/velitrae"]}}}},
            "two links join roma and velitrae",
        ),
        (
            "sword-of-rome",
            _force("rome", "brennus", "capua"),
            "brennus is no leader of rome",
        ),
        (
            "sword-of-rome",
            _force("gauls", "gaul-b", "roma"),
            "two powers begin in roma",
        ),
        (
            "end-of-the-triumvirate",
            {"map": {"borders": {"aegyptus_syria": "sea"}}},
            "these two have no border of kind sea",
        ),
        (
            "end-of-the-triumvirate",
            {"setup": {"scenarios": {"three": {"servants": "1"}}}},
            "there are too few civil servants",
        ),
        (
            "end-of-the-triumvirate",
            {"setup": {"scenarios": {"three": {"legions": "5"}}}},
            "there are too few legions",
        ),
        (
            "end-of-the-triumvirate",
            {"setup": {"start": {"caesar": "hispania-citerior"}}},
            "caesar begins outside of his provinces",
        ),
        (
            "end-of-the-triumvirate",
            {"setup": {"scenarios": {"two": {"owners": {"aegyptus": "caesar"}}}}},
            "a province that is not used changes hands",
        ),
        (
            "end-of-the-triumvirate",
            {"setup": {"scenarios": {"two": {"owners": {"africa": "crassus"}}}}},
            "a province belongs to nobody who plays",
        ),
        ("julius-caesar", {"cards": {"hand": "9"}}, "one card is discarded and one is played"),
        (
            "julius-caesar",
            {"map": {"cities": {"ancyra": {"major": "true"}}}},
            "a major port lies on a sea",
        ),
        (
            "julius-caesar",
            {"blocks": {"blocks": {"brown": {"caesar": {"steps": ["1", "2"]}}}}},
            "steps go downwards",
        ),
        (
            "julius-caesar",
            {"blocks": {"blocks": {"brown": {"c-navis-1": {"start": "ancyra"}}}}},
            "a fleet starts in a port",
        ),
        (
            "julius-caesar",
            {"blocks": {"blocks": {"green": {"pompey": {"start": "ravenna"}}}}},
            "blocks of the other player start in ravenna",
        ),
        (
            "end-of-the-triumvirate",
            {"map": {"provinces": {"italia": {"servant": "true"}}}},
            "an active civil servant keeps the square free",
        ),
        (
            "julius-caesar",
            {"cards": {"years": ["706", "705", "707", "708", "709"]}},
            "years go upwards",
        ),
        (
            "julius-caesar",
            {"cards": {"events": {"apollo": {"name": "Jupiter"}}}},
            "another event has the same name",
        ),
        (
            "julius-caesar",
            {"map": {"cities": {"atlanticus": {"name": "Atlantis", "value": "1", "seas": []}}}},
            "a sea has the same id",
        ),
        (
            "julius-caesar",
            {"blocks": {"blocks": {"brown": {"c-navis-1": {"levy": "ancyra"}}}}},
            "a fleet is raised in ports",
        ),
        ("caesar-xl", {"units": {"legion": {"counters": "2"}}}, "there are not as many counters"),
        (
            "caesar-xl",
            {"map": {"links": {"road": {"add": ["britannia/rome"]}}}},
            "this is no road",
        ),
        (
            "caesar-xl",
            _legion("utica", "true"),
            "one place has the supreme leader",
        ),
        (
            "caesar-xl",
            _legion("athens", "false"),
            "both sides begin in",
        ),
    ],
)
def test_a_board_that_cannot_be_played(name: str, corrections: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as trouble:
        load(name, corrections)
    assert [fault.reason for fault in trouble.value.faults if reason in fault.reason]
