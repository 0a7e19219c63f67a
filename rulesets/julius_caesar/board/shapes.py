"""What the data files may contain, and how they must agree (referee-corrections(5)).

Corrections are checked against this.  You cannot remove what the rules name themselves: Rome,
Cleopatra, the seven events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.gamedata import shapes
from referee.gamedata.shapes import Keys, Ref, Rows, Table, Text, Tree, Trees, Whole, Wrong

_ID = Text("[a-z][a-z0-9-]*", "an id (a-z, 0-9 and hyphens)")
_CITY, _SEA, _PLACE = Ref(("map/cities",)), Ref(("map/seas",)), Ref(("map/cities", "map/seas"))
_RATING = Text("[A-D][0-6]", "a rating such as C3")
_ROADS = ("major", "minor", "strait")
_LIMITS = shapes.each(("move", "attack", "retreat", "regroup", "pluto"), Whole(1, 20))
_SIGNS = ("equitatus", "elephant")
_PRINTED_CITY = {
    "seas": Rows(_SEA),
    "value": Whole(1, 9),
    "major": shapes.Flag(),
    "island": _ID,
    "sign": shapes.One(_SIGNS),
}

_LEVY = shapes.One(("any", "major-port", "none"))
_TYPES = shapes.One(("leader", "legio", *_SIGNS, "auxilia", "ballista", "navis"))
_LABEL = {"name": Text(), "type": _TYPES, "rating": _RATING}
_BLOCKS = Table(
    _ID,
    Keys(
        {**_LABEL, "steps": shapes.Either((Whole(1, 4), Rows(Whole(1, 9), 1)))},
        {
            "attack": _RATING,
            "levy": shapes.Either((_LEVY, _CITY)),
            "start": _PLACE,
            "needs": Rows(Ref(("blocks/blocks/brown", "blocks/blocks/green"))),
        },
    ),
)
_HERS = {**_LABEL, "type": shapes.One(("cleopatra",)), "steps": Whole(1, 4), "start": _CITY}
_SIDES = {"brown": "caesar", "green": "pompey", "blue": "pompey"}
_RAISED = ("leader", "auxilia", "ballista", "navis", "cleopatra")

_EVENTS = ("apollo", "jupiter", "mars", "mercury", "neptune", "pluto", "vulcan")
_EVENT = Keys(
    {"name": Text(), "text": Text()},
    {"moves": Whole(1, 4), "blocks": shapes.One(("land", "fleets"))},
)

SHAPES: Mapping[str, Tree] = {
    "blocks": {
        "types": shapes.each(_RAISED, {"levy": _LEVY}),
        "colours": {colour: shapes.One((seat,)) for colour, seat in _SIDES.items()},
        "blocks": {"brown": _BLOCKS, "green": _BLOCKS, "blue": {"cleopatra": _HERS}},
    },
    "cards": {
        "years": Rows(Whole(1, 999), 1, 20),
        "turns": Whole(2, 9),
        "hand": Whole(3, 10),
        "discard": Whole(1, 1),
        "events": shapes.each(_EVENTS, _EVENT),
        "command": Table(Text("[0-4]/[0-4]", "moves/levies such as 3/1"), Whole(1, 20)),
    },
    "drawing": shapes.drawing("map/cities", "map/seas"),
    "map": {
        "limits": shapes.each(_ROADS, _LIMITS),
        "cities": Table(_ID, Keys({"name": Text()}, _PRINTED_CITY), needs=("rome",)),
        "seas": Table(_ID, Text()),
        "borders": Rows(shapes.Ends("/", _SEA)),
        "roads": shapes.each(_ROADS, Rows(shapes.Ends("/", _CITY))),
        "straits": Table(shapes.Ends("/", _CITY), Text()),
    },
    "standing": shapes.standing(),
}


def map_checks(trees: Trees) -> Iterator[Wrong]:
    """4.1-4.4 Each road once, each strait with its name, no two places with the same id or name,
    major ports on a sea."""
    data = trees["map"]
    seen: list[str] = []
    for kind, roads in data["roads"].items():
        yield from (
            Wrong(("map", "roads", kind, number), f"{road!r} is a road of another class too")
            for number, road in enumerate(roads)
            if road in seen
        )
        seen += roads
    if sorted(data["straits"]) != sorted(data["roads"]["strait"]):
        yield Wrong(("map", "straits"), "the straits named are not those of the roads")
    names = [city["name"] for city in data["cities"].values()] + list(data["seas"].values())
    for name, city in data["cities"].items():
        here = ("map", "cities", name)
        if name in data["seas"]:
            yield Wrong(here, "a sea has the same id")
        if names.count(city["name"]) > 1:
            yield Wrong((*here, "name"), f"another place is called {city['name']!r:.60}")
        if city.get("major") and not city.get("seas"):
            yield Wrong((*here, "major"), "a major port lies on a sea")


def block_checks(trees: Trees) -> Iterator[Wrong]:
    """3.1, 3.2, 5.1, 6.4 No two equal ids or names, descending steps, blocks where they can be."""
    colours = trees["blocks"]["blocks"]
    for colour, blocks in colours.items():
        # One player has both the green and the blue ones.
        both = ("brown",) if colour == "brown" else ("green", "blue")
        names = [block["name"] for each in both for block in colours[each].values()]
        for name, block in blocks.items():
            here = ("blocks", "blocks", colour, name)
            if sum(name in other for other in colours.values()) > 1:
                yield Wrong(here, "a block of another colour has the same id")
            if names.count(block["name"]) > 1:
                yield Wrong((*here, "name"), f"another block is called {block['name']!r:.60}")
            for key, reason in _block_faults(block, trees):
                yield Wrong((*here, key), reason)


def start_checks(trees: Trees) -> Iterator[Wrong]:
    """5.1 Nobody starts in a city where the opponent does."""
    colours, seats = trees["blocks"]["blocks"], trees["blocks"]["colours"]
    holders: dict[str, str] = {}
    for colour, blocks in colours.items():
        for name, block in blocks.items():
            start = block.get("start")
            if start and holders.setdefault(start, seats[colour]) != seats[colour]:
                here = ("blocks", "blocks", colour, name, "start")
                yield Wrong(here, f"blocks of the other player start in {start}")


def _block_faults(block: Mapping[str, Any], trees: Trees) -> Iterator[tuple[str, str]]:
    """The faults of one block: key, reason."""
    cities, start, steps = trees["map"]["cities"], block.get("start"), block["steps"]
    if isinstance(steps, list) and steps != sorted(steps, reverse=True):
        yield "steps", "steps go downwards"
    levy = block.get("levy") or trees["blocks"]["types"].get(block["type"], {}).get("levy")
    fleet = block["type"] == "navis"
    if levy is None:
        yield "levy", f"a block of type {block['type']} says where it is raised"
    elif fleet and (levy == "any" or (levy in cities and not cities[levy].get("seas"))):
        yield "levy", "a fleet is raised in ports"
    if start and (start not in cities or (fleet and not cities[start].get("seas"))):
        yield "start", "a fleet starts in a port" if fleet else "a block starts in a city"
    all_blocks = trees["blocks"]["blocks"]
    printed = all_blocks["brown"] | all_blocks["green"]
    if any(printed[need]["type"] != "leader" for need in block.get("needs", ())):
        yield "needs", "only leaders can be needed"


def card_checks(trees: Trees) -> Iterator[Wrong]:
    """2.0, 2.1 Years in ascending order; enough cards for the hands, and hands for all turns."""
    data = trees["cards"]
    if data["years"] != sorted(data["years"]):
        yield Wrong(("cards", "years"), "years go upwards")
    if data["hand"] - data["discard"] != data["turns"]:
        yield Wrong(("cards", "hand"), "one card is discarded and one is played in each turn")
    cards = sum(data["command"].values())
    if cards < 2 * data["hand"]:
        yield Wrong(("cards", "command"), f"{cards} cards do not make two hands of {data['hand']}")
    names = [event["name"] for event in data["events"].values()]
    for event, entry in data["events"].items():
        if names.count(entry["name"]) > 1:
            yield Wrong(("cards", "events", event, "name"), "another event has the same name")


CHECKS = (map_checks, block_checks, start_checks, card_checks)
