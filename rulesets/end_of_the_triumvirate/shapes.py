"""What the data files may hold, and what ties them together (referee-corrections(5))."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.kit.shapes import (
    Ends,
    Flag,
    Keys,
    One,
    Ref,
    Rows,
    Shape,
    Table,
    Text,
    Trees,
    Whole,
    Wrong,
    drawing,
)

TYPES, SEATS = ("political", "military", "competence"), ("caesar", "pompey", "crassus")
_ID = Text("[a-z][a-z0-9-]*", "an id (a-z, 0-9 and hyphens)")
_PROVINCE, _SEA = Ref(("map/provinces",)), Ref(("map/seas",))
_SPACE = Ref(("map/provinces", "map/seas"))
_FEW, _SEAT = Whole(0, 200), One(SEATS)
_ACTION = One(("political", "military", "persuade", "weapons"))
_FIELDS: Mapping[str, Shape] = {
    "name": Text(),
    "type": One(TYPES),
    "seas": Rows(_SEA),
    "owner": _SEAT,
    "governor": One(("on", "off")),
}
_SCENARIO: Mapping[str, Shape] = {
    "seats": Rows(_SEAT, 2, 3),
    **dict.fromkeys(("legions", "gold", "servants", "alii", "citizens"), _FEW),
    "province": Whole(0, 6),
    "stone": Whole(1, 8),
    "bag": Keys(dict.fromkeys(SEATS, Whole(0, 8))),
    "out": Rows(_PROVINCE),
    "owners": Table(_PROVINCE, _SEAT),
}
_TYPE: Mapping[str, Shape] = {"gold": _FEW, "legions": _FEW, "actions": Rows(_ACTION, 1)}

SHAPES: Mapping[str, Shape] = {
    "drawing": drawing("map/provinces", "map/seas"),
    "map": Keys(
        {
            "provinces": Table(_ID, Keys(_FIELDS, {"servant": Flag()})),
            "seas": Table(_ID, Keys({"name": Text()})),
            "borders": Table(Ends("_", _SPACE), One(("land", "arrow", "sea"))),
        }
    ),
    "setup": Keys(
        {
            "types": Keys(dict.fromkeys(TYPES, Keys(_TYPE))),
            "start": Keys(dict.fromkeys(SEATS, _PROVINCE)),
            "pieces": Keys({"governors": Whole(9, 99), "weapons": Whole(8, 99)}),
            "scenarios": Keys(dict.fromkeys(("three", "two"), Keys(_SCENARIO))),
        }
    ),
}


def map_checks(trees: Trees) -> Iterator[Wrong]:
    """6.1-6.3 Ids and names unlike, borders of their kind, no province by itself."""
    data, joined = trees["map"], []
    spaces = [*data["provinces"].items(), *data["seas"].items()]
    told = [word for key, space in spaces for word in {key: 0, space["name"]: 0}]
    for word in sorted({word for word in told if told.count(word) > 1}):
        yield Wrong(("map",), f"two spaces are called {word}")
    for border, kind in data["borders"].items():
        ends = border.split("_")
        joined += ends
        if {end in data["seas"] for end in ends} != {kind == "sea"}:
            yield Wrong(("map", "borders", border), f"these two have no border of kind {kind}")
    for key, province in data["provinces"].items():
        if key not in joined and not province["seas"]:
            yield Wrong(("map", "provinces", key), "nothing lies beside it")
        if province.get("servant") and province["governor"] == "on":
            yield Wrong(("map", "provinces", key), "a placed servant keeps the square free")


def setup_checks(trees: Trees) -> Iterator[Wrong]:
    """3.1, 3.2 Enough pieces; every character in a province of his own; nobody near his ninth."""
    for name, given in trees["setup"]["scenarios"].items():
        provinces = {
            key: {**province, "owner": given["owners"].get(key, province["owner"])}
            for key, province in trees["map"]["provinces"].items()
            if key not in given["out"]
        }
        for reason in _lacks(trees, given, provinces):
            yield Wrong(("setup", "scenarios", name), reason)


def _lacks(trees: Trees, given: Mapping[str, Any], provinces: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a scenario."""
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
        yield "servants are lacking, on the board or for a consul"
    if given["legions"] < given["province"] * len(provinces):
        yield "legions are lacking on the board"


CHECKS = (map_checks, setup_checks)
