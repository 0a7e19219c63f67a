"""The board and the pieces, from the data files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from referee.kit.data import DataFolder
from referee.kit.graphs import neighbours, walks
from rulesets.end_of_the_triumvirate.shapes import CHECKS, SHAPES

DATA = DataFolder(Path(__file__).parent / "data", SHAPES, CHECKS)
SEATS = {"caesar": "Caesar", "pompey": "Pompey", "crassus": "Crassus"}
TRACKS = ("political", "military")
ALII, ROME = "alii", "rome"
#: 8.5, 6.1, 9.1; 1.2: what wins; 1.4: years and turns of a year there can be.
TOP, POINTS, LEGIONS = 7, 4, 6
PROVINCES, CITIZENS = 9, 6
YEARS, TURNS = 4, 8

SETUP: Mapping[str, Any] = DATA["setup"]
SCENARIOS: Mapping[str, Any] = SETUP["scenarios"]
SEAS: Mapping[str, Any] = DATA["map"]["seas"]
#: Every province as the file has it, in order of ids.
LAND: Mapping[str, Any] = dict(sorted(DATA["map"]["provinces"].items()))
#: Names of all spaces, provinces first.
NAMES = {key: space["name"] for key, space in (*LAND.items(), *SEAS.items())}
#: 6.2, 6.3 Spaces beside each other.
GRAPH = neighbours(
    [
        *((one, two) for one, two in (border.split("_") for border in DATA["map"]["borders"])),
        *((key, sea) for key, province in LAND.items() for sea in province["seas"]),
    ]
)


@cache
def crossings(start: str) -> Sequence[tuple[str, ...]]:
    """6.1-6.4 Every way of one landing from a province that four points could pay."""
    return tuple(walks(GRAPH, start, SEAS, POINTS))


def kind(province: str) -> Mapping[str, Any]:
    """5.2, 8.2 What a province yields, and which actions it allows."""
    data: Mapping[str, Any] = SETUP["types"][LAND[province]["type"]]
    return data
