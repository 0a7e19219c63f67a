"""The board and the pieces: typed access to the data files, read and checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.kit.data import load
from referee.kit.graphs import Graph, neighbours, walks

DATA = Path(__file__).parent / "data"
SEATS = {"caesar": "Caesar", "pompey": "Pompey", "crassus": "Crassus"}
TRACKS = ("political", "military")
TOP = 7
POINTS = 4
LEGIONS_AT_MOST = 6
ALII = "alii"
#: 1.4 Years and turns of a year that there can be.
YEARS, TURNS = 4, 8


class Province(NamedTuple):
    """A province as printed (3.1, 5.2): type, coasts, and who begins there and how."""

    name: str
    type: str
    seas: Sequence[str]
    owner: str
    governor: str
    servant: bool = False


@cache
def _file(name: str) -> Any:
    return load((DATA / f"{name}.yaml").read_bytes())


@cache
def provinces() -> Mapping[str, Province]:
    """Every province in alphabetical order of ids."""
    return {key: Province(**data) for key, data in sorted(_file("map")["provinces"].items())}


@cache
def seas() -> Mapping[str, str]:
    """Sea zones: id -> name."""
    found: Mapping[str, Any] = _file("map")["seas"]
    return {key: data["name"] for key, data in found.items()}


@cache
def names() -> Mapping[str, str]:
    """Names of all spaces (6.1)."""
    return {key: province.name for key, province in provinces().items()} | dict(seas())


@cache
def graph() -> Graph:
    """6.2, 6.3 Spaces beside each other.  Raises ValueError for a border of unknown spaces."""
    edges = [_ends(border) for border in _file("map")["borders"]]
    edges += [(key, sea) for key, province in provinces().items() for sea in province.seas]
    found = neighbours(edges)
    if strange := [
        space for space in (*found, *setup()["characters"].values()) if space not in names()
    ]:
        raise ValueError(f"no such space: {', '.join(strange)}")
    return found


def _ends(border: str) -> tuple[str, str]:
    one, other = border.split("_")
    return one, other


@cache
def crossings(start: str) -> Sequence[tuple[str, ...]]:
    """6.1-6.4 Every way of one landing from a province that four points could pay."""
    return tuple(walks(graph(), start, seas(), POINTS))


def setup() -> Mapping[str, Any]:
    """Pieces, yields, actions and set-ups, as the file has them."""
    data: Mapping[str, Any] = _file("setup")
    return data


def scenario(public: Mapping[str, Any]) -> Mapping[str, Any]:
    """The numbers of the scenario that is played (3.2, 11)."""
    data: Mapping[str, Any] = setup()["scenarios"][public["scenario"]]
    return data


def kind(province: str) -> str:
    """5.2 political, military or competence."""
    return provinces()[province].type
