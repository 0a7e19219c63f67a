"""The board and the pieces: what the data files may contain (referee-corrections(5)) and say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from referee.gamedata import shapes
from referee.gamedata.data import DataFolder
from referee.kit.graphs import neighbours, walks
from referee.kit.tracks import Track

SEATS = {"caesar": "Caesar", "pompey": "Pompey", "crassus": "Crassus"}
TRACKS = ("political", "military")
ALII, ROME = "alii", "rome"
#: 8.5, 6.1, 9.1; 1.2: what wins; 1.4: years and turns of a year there can be; 2.1: consul cards;
#: 10.5: citizens that leave a consul.
LEVELS, POINTS, LEGIONS = Track(1, 7), 4, 6
PROVINCES, CITIZENS = 9, 6
YEARS, TURNS = 4, 8
CONSULS, LEAVING = 3, 3

_TYPES = ("political", "military", "competence")
_ID = shapes.Text("[a-z][a-z0-9-]*", "an id (a-z, 0-9 and hyphens)")
_PROVINCE, _SEA = shapes.Ref(("map/provinces",)), shapes.Ref(("map/seas",))
_SPACE = shapes.Ref(("map/provinces", "map/seas"))
_FEW, _SEAT = shapes.Whole(0, 200), shapes.One((*SEATS,))
_ACTION = shapes.One(("political", "military", "persuade", "weapons"))
_FIELDS: Mapping[str, shapes.Shape] = {
    "name": shapes.Text(),
    "type": shapes.One(_TYPES),
    "seas": shapes.Rows(_SEA),
    "owner": _SEAT,
    "governor": shapes.One(("on", "off")),
}
_SCENARIO: Mapping[str, shapes.Shape] = {
    "seats": shapes.Rows(_SEAT, 2, 3),
    **dict.fromkeys(("legions", "gold", "servants", "alii", "citizens"), _FEW),
    "province": shapes.Whole(0, 6),
    "stone": shapes.Whole(1, 8),
    "bag": shapes.each(SEATS, shapes.Whole(0, 8)),
    "out": shapes.Rows(_PROVINCE),
    "owners": shapes.Table(_PROVINCE, _SEAT),
}
_TYPE = {"gold": _FEW, "legions": _FEW, "actions": shapes.Rows(_ACTION, 1)}
_PIECES = {"governors": shapes.Whole(9, 99), "weapons": shapes.Whole(8, 99)}

SHAPES: Mapping[str, shapes.Tree] = {
    "drawing": shapes.drawing("map/provinces", "map/seas"),
    "map": {
        "provinces": shapes.Table(_ID, shapes.Keys(_FIELDS, {"servant": shapes.Flag()})),
        "seas": shapes.Table(_ID, {"name": shapes.Text()}),
        "borders": shapes.Table(shapes.Ends("_", _SPACE), shapes.One(("land", "arrow", "sea"))),
    },
    "setup": {
        "types": shapes.each(_TYPES, _TYPE),
        "start": shapes.each(SEATS, _PROVINCE),
        "pieces": _PIECES,
        "scenarios": shapes.each(("three", "two"), _SCENARIO),
    },
    "standing": shapes.standing(),
}


def map_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """6.1-6.3 Distinct ids and names, borders of the right kind, no province without a border."""
    data, joined = trees["map"], []
    yield from shapes.same_names("spaces", data["provinces"], data["seas"])
    for border, kind in data["borders"].items():
        ends = border.split("_")
        joined += ends
        if {end in data["seas"] for end in ends} != {kind == "sea"}:
            reason = f"these two have no border of kind {kind}"
            yield shapes.Wrong(("map", "borders", border), reason)
    for key, province in data["provinces"].items():
        if key not in joined and not province["seas"]:
            yield shapes.Wrong(("map", "provinces", key), "it has no neighbours")
        if province.get("servant") and province["governor"] == "on":
            yield shapes.Wrong(
                ("map", "provinces", key), "an active civil servant keeps the square free"
            )


def setup_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """3.1, 3.2 Enough pieces; every character in his own province; nobody close to his ninth."""
    for name, given in trees["setup"]["scenarios"].items():
        provinces = {
            key: {**province, "owner": given["owners"].get(key, province["owner"])}
            for key, province in trees["map"]["provinces"].items()
            if key not in given["out"]
        }
        for reason in _lacks(trees, given, provinces):
            yield shapes.Wrong(("setup", "scenarios", name), reason)


def _lacks(
    trees: shapes.Trees, given: Mapping[str, Any], provinces: Mapping[str, Any]
) -> Iterator[str]:
    """The faults of a scenario."""
    owners = [province["owner"] for province in provinces.values()]
    for seat in given["seats"]:
        start = provinces.get(trees["setup"]["start"][seat], {"owner": ""})
        if start["owner"] != seat or owners.count(seat) > 8:
            yield f"{seat} begins outside of his provinces, or has nine of them"
    if any(owner not in given["seats"] for owner in owners):
        yield "a province belongs to nobody who plays"
    if any(key not in provinces for key in given["owners"]):
        yield "a province that is not used changes hands"
    servants = sum(bool(province.get("servant")) for province in provinces.values())
    if given["servants"] < servants + len(given["seats"]):
        yield "there are too few civil servants, on the board or for a consul"
    if given["legions"] < given["province"] * len(provinces):
        yield "there are too few legions for the board"


DATA = DataFolder(Path(__file__).parent / "data", SHAPES, (map_checks, setup_checks))
SETUP: Mapping[str, Any] = DATA["setup"]
SCENARIOS: Mapping[str, Any] = SETUP["scenarios"]
SEAS: Mapping[str, Any] = DATA["map"]["seas"]
#: every province as in the file, in order of ids
LAND: Mapping[str, Any] = dict(sorted(DATA["map"]["provinces"].items()))
#: names of all spaces, provinces first
NAMES = {key: space["name"] for key, space in (*LAND.items(), *SEAS.items())}
#: 6.2, 6.3 neighbouring spaces
GRAPH = neighbours(
    [
        *((one, two) for one, two in (border.split("_") for border in DATA["map"]["borders"])),
        *((key, sea) for key, province in LAND.items() for sea in province["seas"]),
    ]
)


@cache
def crossings(start: str) -> Sequence[tuple[str, ...]]:
    """6.1-6.4 Every way with one landing, from a province, that four points can pay."""
    return tuple(walks(GRAPH, start, SEAS, POINTS))


def kind(province: str) -> Mapping[str, Any]:
    """5.2, 8.2 What a province yields, and which actions it allows."""
    data: Mapping[str, Any] = SETUP["types"][LAND[province]["type"]]
    return data
