"""The board and the pieces: the data files, read and checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from referee.kit.data import load
from referee.kit.graphs import Graph, neighbours, walks

DATA = Path(__file__).parent / "data"
SEATS = {"caesar": "Caesar", "pompey": "Pompey", "crassus": "Crassus"}
TRACKS = ("political", "military")
ALII, ROME = "alii", "rome"
#: 8.5, 6.1, 9.1; 1.2: what wins; 1.4: years and turns of a year there can be.
TOP, POINTS, LEGIONS = 7, 4, 6
PROVINCES, CITIZENS = 9, 6
YEARS, TURNS = 4, 8


@cache
def _file(name: str) -> Any:
    return load((DATA / f"{name}.yaml").read_bytes())


def setup() -> Mapping[str, Any]:
    """Types of provinces, what everybody begins with, scenarios."""
    data: Mapping[str, Any] = _file("setup")
    return data


def phrases() -> Mapping[str, Any]:
    """What reports say of events and endings."""
    data: Mapping[str, Any] = _file("phrases")
    return data


@cache
def provinces() -> Mapping[str, Any]:
    """Every province as the file has it, in order of ids."""
    return dict(sorted(_file("map")["provinces"].items()))


@cache
def names() -> Mapping[str, str]:
    """Names of all spaces, provinces first."""
    return {key: space["name"] for key, space in (*provinces().items(), *seas().items())}


def seas() -> Mapping[str, Any]:
    """Every sea zone."""
    data: Mapping[str, Any] = _file("map")["seas"]
    return data


@cache
def graph() -> Graph:
    """6.2, 6.3 Spaces beside each other.  Raises ValueError for spaces that are not there."""
    edges = [(one, two) for one, two in (border.split("_") for border in _file("map")["borders"])]
    edges += [(key, sea) for key, province in provinces().items() for sea in province["seas"]]
    found = neighbours(edges)
    if strange := [key for key in (*found, *setup()["start"].values()) if key not in names()]:
        raise ValueError(f"no such space: {', '.join(strange)}")
    return found


@cache
def crossings(start: str) -> Sequence[tuple[str, ...]]:
    """6.1-6.4 Every way of one landing from a province that four points could pay."""
    return tuple(walks(graph(), start, seas(), POINTS))


def kind(province: str) -> Mapping[str, Any]:
    """5.2, 8.2 What a province yields, and which actions it allows."""
    data: Mapping[str, Any] = setup()["types"][provinces()[province]["type"]]
    return data
