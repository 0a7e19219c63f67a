"""The board and the blocks: typed access to the data files, read once (3.0, 4.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.gamedata.data import DataFolder
from referee.kit.graphs import Links, border, linked
from referee.kit.made import Made
from referee.kit.phrases import ROMAN as ROMAN
from rulesets.julius_caesar.board.shapes import CHECKS, SHAPES

SEATS = ("caesar", "pompey")
COLOURS = ("brown", "green", "blue")
#: the colour that a seat begins with
OWN = {"caesar": "brown", "pompey": "green"}
CLEOPATRA = "cleopatra"
LETTERS = ("A", "B", "C", "D")
DATA = DataFolder(Path(__file__).parents[1] / "data", SHAPES, CHECKS)

#: the limit of sea borders, which have none (6.2)
NO_LIMIT = 99


class Place(Made):
    """A city or a sea (4.1).

    value: points (4.2).  seas: those a port opens on.  major: fleets can be raised there.
    """

    id: str
    name: str
    value: int = 0
    seas: tuple[str, ...] = ()
    major: bool = False
    island: str | None = None
    sign: str | None = None
    is_sea: bool = False

    @property
    def port(self) -> bool:
        """Whether fleets can be there: a city on a sea (4.42)."""
        return bool(self.seas)


class Block(Made):
    """A block as on its label (3.1, 3.2).

    colour: never changes; seat: the player who has it first (the blue block: pompey).
    steps: strengths from full to last.  levy: "any", "major-port", "none" or a city.
    start: place, or None for the Levy Pool.  needs: one of these must have been killed first
    (3.21).
    ground: where it can be (4.1).
    """

    id: str
    name: str
    colour: str
    seat: str
    type: str
    initiative: str
    attack_initiative: str | None
    firepower: int
    steps: tuple[int, ...]
    levy: str
    start: str | None
    needs: tuple[str, ...]
    ground: frozenset[str]

    @property
    def fleet(self) -> bool:
        """Whether it is a Navis (3.26)."""
        return self.type == "navis"

    @property
    def leader(self) -> bool:
        """Whether it is a leader (3.21)."""
        return self.type == "leader"

    def letter(self, attacking: bool = False) -> str:
        """The letter at which it acts; an attacking ballista has another one (7.42)."""
        if attacking and self.attack_initiative is not None:
            return self.attack_initiative
        return self.initiative

    def rating(self, attacking: bool = False) -> str:
        """Letter and firepower: ``C3`` (3.12)."""
        return f"{self.letter(attacking)}{self.firepower}"


def _place(name: str, city: Mapping[str, Any]) -> Place:
    """Make one city from its entry in the file."""
    return Place(name, **{**city, "seas": tuple(city.get("seas", ()))})


#: every city in alphabetical order; then every sea too
CITIES: Mapping[str, Place] = {at: _place(at, city) for at, city in DATA["map"]["cities"].items()}
PLACES: Mapping[str, Place] = {
    **CITIES,
    **{sea: Place(sea, title, is_sea=True) for sea, title in DATA["map"]["seas"].items()},
}
SEAS = frozenset(PLACES).difference(CITIES)
#: cities that are worth points, and their value (4.2)
VALUES = {place.id: place.value for place in CITIES.values() if place.value}

#: where blocks can be: fleets at sea or in ports, all others in cities (4.1)
_SHORE = frozenset(place.id for place in PLACES.values() if place.is_sea or place.port)
_LAND = frozenset(CITIES)


def _block(name: str, colour: str, entry: Any) -> Block:
    """Make one block from its entry in the file."""
    data, steps = DATA["blocks"], entry["steps"]
    return Block(
        id=name,
        name=entry["name"],
        colour=colour,
        seat=data["colours"][colour],
        type=entry["type"],
        initiative=entry["rating"][0],
        attack_initiative=entry["attack"][0] if "attack" in entry else None,
        firepower="0123456".index(entry["rating"][1]),
        steps=tuple(steps) if isinstance(steps, list) else tuple(range(steps, 0, -1)),
        levy=entry.get("levy") or data["types"][entry["type"]]["levy"],
        start=entry.get("start"),
        needs=tuple(entry.get("needs", ())),
        ground=_SHORE if entry["type"] == "navis" else _LAND,
    )


#: every block: brown, green, blue, each colour in the order of the labels
BLOCKS: Mapping[str, Block] = {
    name: _block(name, colour, entry)
    for colour in COLOURS
    for name, entry in DATA["blocks"]["blocks"][colour].items()
}
_FLEETS = frozenset(block.id for block in BLOCKS.values() if block.fleet)
#: the position of each place, and of each block, in these lists
_PLACE_ORDER = {place: number for number, place in enumerate(PLACES)}
BLOCK_ORDER = {block: number for number, block in enumerate(BLOCKS)}


def on_the_board(some: Iterable[str]) -> list[str]:
    """Places in the order of `PLACES`, which is the order of every list in a report."""
    return sorted(some, key=_PLACE_ORDER.__getitem__)


def in_order(some: Iterable[str]) -> list[str]:
    """Blocks in the order of `BLOCKS`."""
    return sorted(some, key=BLOCK_ORDER.__getitem__)


def standing(blocks: Mapping[str, Any], place: str) -> list[str]:
    """Those of a seat's blocks that are in a place, in the order of `BLOCKS`."""
    return in_order([block for block, here in blocks.items() if here["at"] == place])


def by_colour(colours: Mapping[str, int]) -> dict[str, int]:
    """What everyone sees of a group, how many blocks of each colour, in the order of `COLOURS`."""
    return {colour: colours[colour] for colour in COLOURS if colour in colours}


def is_fleet(block: str) -> bool:
    """Whether a block is a Navis (3.26)."""
    return block in _FLEETS


def may_stand(block: str, place: str) -> bool:
    """Whether a block can be there (4.1)."""
    return place in BLOCKS[block].ground


def _links() -> Links:
    """For each place its neighbours in alphabetical order: neighbour -> class."""
    data = DATA["map"]
    found = [(*name.split("/"), kind) for kind, roads in data["roads"].items() for name in roads]
    found += [(*name.split("/"), "sea") for name in data["borders"]]
    found += [(place.id, sea, "sea") for place in CITIES.values() for sea in place.seas]
    return linked(found, spaces=PLACES)


#: place -> neighbour -> "major", "minor" or "strait" for a road, "sea" for a sea border (6.2)
NEIGHBOURS: Links = _links()
#: the id of the road or sea border between two places, the same in both directions
road = border


@cache
def beside(place: str, by_sea: bool) -> tuple[str, ...]:
    """Neighbours over a sea border, or by road, in alphabetical order."""
    return tuple(near for near, kind in NEIGHBOURS[place].items() if (kind == "sea") is by_sea)


def edge(one: str, other: str) -> str | None:
    """The class of the road or sea border between two places, None if there is none."""
    return NEIGHBOURS[one].get(other)


@cache
def limit(road_class: str, purpose: str) -> int:
    """How many blocks may use it: "move", "attack", "retreat", "regroup", "pluto" (6.11, 7.61)."""
    if road_class == "sea":
        return NO_LIMIT
    number: int = DATA["map"]["limits"][road_class][purpose]
    return number


def worth(block: str, attacking: bool = False) -> tuple[int, int, int]:
    """3.12 A key that sorts blocks by combat value, lowest first: firepower, then letter."""
    entry = BLOCKS[block]
    return entry.firepower, -LETTERS.index(entry.letter(attacking)), BLOCK_ORDER[block]


def full(block: str) -> int:
    """Full strength of a block (3.11)."""
    return BLOCKS[block].steps[0]


def step_down(block: str, strength: int) -> int:
    """The strength after one hit, 0 after the last step (3.11, 7.41)."""
    steps = BLOCKS[block].steps
    at = steps.index(strength) + 1
    return steps[at] if at < len(steps) else 0


def step_up(block: str, strength: int) -> int:
    """The strength with one more step, the lowest after 0; full strength stays (6.4)."""
    steps = BLOCKS[block].steps
    if strength == 0:
        return steps[-1]
    return steps[max(0, steps.index(strength) - 1)]


#: the data of the cards file
CARDS: Mapping[str, Any] = DATA["cards"]


@cache
def deck(events: bool) -> tuple[str, ...]:
    """Every card in the order that draws count in, with or without event cards."""
    found = list(CARDS["events"]) if events else []
    for card, copies in CARDS["command"].items():
        found += [card] * copies
    return tuple(found)


#: moves, or levies, of the best card (2.1)
MOST = 4


def moves_and_levies(card: str) -> tuple[int, int]:
    """What a card allows: (moves, levies); an event has no levies (2.1)."""
    events = CARDS["events"]
    if card in events:
        return events[card].get("moves", 0), 0
    moves, levies = card.split("/")
    return "01234".index(moves), "01234".index(levies)


def other(seat: str) -> str:
    """The opponent."""
    return SEATS[1] if seat == SEATS[0] else SEATS[0]
