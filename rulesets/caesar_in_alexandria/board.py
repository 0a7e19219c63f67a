"""The board that the data make: counters, ground, links between spaces, directions.

A space is a hex, a point or a block; where a unit can be it is its place, as is a galley."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from referee.kit.graphs import Links, border, flooded, linked
from referee.kit.hexes import Grid
from rulesets.caesar_in_alexandria.printed import AR as AR
from rulesets.caesar_in_alexandria.printed import ARTILLERY as ARTILLERY
from rulesets.caesar_in_alexandria.printed import ATTACK as ATTACK
from rulesets.caesar_in_alexandria.printed import BA as BA
from rulesets.caesar_in_alexandria.printed import BATTLE as BATTLE
from rulesets.caesar_in_alexandria.printed import CO as CO
from rulesets.caesar_in_alexandria.printed import CRUISE as CRUISE
from rulesets.caesar_in_alexandria.printed import DATA as DATA
from rulesets.caesar_in_alexandria.printed import EGYPTIAN as EGYPTIAN
from rulesets.caesar_in_alexandria.printed import HEPTASTADIUM as HEPTASTADIUM
from rulesets.caesar_in_alexandria.printed import HI as HI
from rulesets.caesar_in_alexandria.printed import LC as LC
from rulesets.caesar_in_alexandria.printed import LI as LI
from rulesets.caesar_in_alexandria.printed import MAP as MAP
from rulesets.caesar_in_alexandria.printed import MI as MI
from rulesets.caesar_in_alexandria.printed import NAVAL as NAVAL
from rulesets.caesar_in_alexandria.printed import PHAROS as PHAROS
from rulesets.caesar_in_alexandria.printed import ROMAN as ROMAN
from rulesets.caesar_in_alexandria.printed import SAILED as SAILED
from rulesets.caesar_in_alexandria.printed import SC as SC
from rulesets.caesar_in_alexandria.printed import SCENARIOS as SCENARIOS
from rulesets.caesar_in_alexandria.printed import SEATS as SEATS
from rulesets.caesar_in_alexandria.printed import SETUP as SETUP
from rulesets.caesar_in_alexandria.printed import SIGNS as SIGNS
from rulesets.caesar_in_alexandria.printed import TABLES as TABLES
from rulesets.caesar_in_alexandria.printed import TYPES as TYPES
from rulesets.caesar_in_alexandria.printed import WALKED as WALKED

# -- counters --------------------------------------------------------------------------------------

UNITS: Mapping[str, Any] = DATA["units"]["land"]
GALLEYS: Mapping[str, Any] = DATA["units"]["galleys"]
LEADERS: Mapping[str, Any] = DATA["units"]["leaders"]
CAESAR, GANYMEDES = "caesar", "ganymedes"
#: 4.1 The commander of each side.
COMMANDERS = {ROMAN: CAESAR, EGYPTIAN: GANYMEDES}
#: The order of all pieces: that of the data.
ORDER = {piece: number for number, piece in enumerate((*UNITS, *GALLEYS, *LEADERS))}
_SIDES = {piece: ROMAN if piece[0] == "r" else EGYPTIAN for piece in (*UNITS, *GALLEYS)}
SIDES: Mapping[str, str] = _SIDES | {leader: data["side"] for leader, data in LEADERS.items()}
TYPE: Mapping[str, str] = {unit: data["type"] for unit, data in UNITS.items()}
VETERANS = [unit for unit, data in UNITS.items() if data.get("legion") in DATA["units"]["veterans"]]
INCENDIARY = [key for key, data in GALLEYS.items() if data["kind"] in DATA["units"]["incendiary"]]


def other(seat: str) -> str:
    """The opponent."""
    return EGYPTIAN if seat == ROMAN else ROMAN


def in_order(pieces: Iterable[str]) -> list[str]:
    """Pieces in the order of the data."""
    return sorted(pieces, key=ORDER.__getitem__)


def is_artillery(unit: str) -> bool:
    """7.6 Scorpions and ballistae."""
    return TYPE[unit] in ARTILLERY


# -- ground ----------------------------------------------------------------------------------------

#: Columns that the drawing of the town needs beyond those of the map.
_COLUMNS = 50
GROUND: Mapping[str, str] = {
    f"{row}{column:02}": sign
    for row, signs in sorted(MAP["rows"].items())
    for column, sign in enumerate(signs.ljust(_COLUMNS, "T"), 1)
}
GRID = Grid(GROUND)
POINTS: Mapping[str, str] = MAP["points"]
BLOCKS: Mapping[str, Sequence[str]] = MAP["blocks"]
PALACE: str = MAP["palace"]
CAUSEWAY: Sequence[str] = MAP["causeway"]
REDOUBTS = (CAUSEWAY[0], CAUSEWAY[-1])
#: 5.25 Hexes that are points for land units.
MOLE = CAUSEWAY[1:-1]
OVERPASSES: Mapping[str, Any] = MAP["overpasses"]
LIGHTHOUSE: str = MAP["lighthouse"]
BEACHES: Sequence[str] = (*MAP["beaches"]["west"], *MAP["beaches"]["pharos"])
PORTS = [one for one, sign in GROUND.items() if sign in "QS"]
SLIPS = [one for one, sign in GROUND.items() if sign == "S"]
#: Hexes that pieces can be in.
HEXES = [one for one, sign in GROUND.items() if sign not in "T#"]
WALKABLE = [one for one in HEXES if GROUND[one] in WALKED]
SAILABLE = [one for one in HEXES if GROUND[one] in SAILED]
SPACES: Sequence[str] = (*HEXES, *POINTS, *BLOCKS)
SPACE_ORDER = {space: number for number, space in enumerate(SPACES)}


def is_land(space: str) -> bool:
    """Whether land units and leaders can stand there."""
    return GROUND[space] in WALKED + "CO" if space in GROUND else space in SPACE_ORDER


def is_hex(space: str) -> bool:
    """Whether it is a hex, by the name alone."""
    return space in GROUND


def in_the_open(space: str) -> bool:
    """5.25, 6.3 Whether it is a hex, and not one of those that are points for land units: the only
    spaces with fronts and zones of control."""
    return space in GROUND and space not in MOLE


def by_map(spaces: Iterable[str]) -> list[str]:
    """Spaces in the order of the map: hexes, points, blocks."""
    return sorted(spaces, key=SPACE_ORDER.__getitem__)


def hexes_of(harbour: str) -> list[str]:
    """The hexes of a harbour."""
    found = []
    for span in MAP["harbours"][harbour]["water"]:
        first, _, last = span.partition("-")
        found += [one for one in GROUND if first <= one <= (last or first)]
    return found


# -- links of land units ---------------------------------------------------------------------------

#: Kinds of links: between hexes (across the canal), along the causeway, a street, hex and point,
#: into a block and out of it, and over the harbour wall for those who land or embark alone (5.63).
HEX, CANAL, DAM, STREET, OPEN, GATE, IN, OUT, PORT = (
    *("hex", "canal", "dam", "street", "open", "gate", "in", "out", "port"),
)
#: Kinds of links on which a unit walks beside those in and out of blocks.
AFOOT = (HEX, CANAL, DAM, STREET, OPEN, GATE)


def _ends(side: str) -> tuple[str, str]:
    one, _, two = side.partition("/")
    return one, two


CANALS = [border(*_ends(side)) for side in MAP["canal"]]


def _both_ways() -> Iterator[tuple[str, str, str]]:
    """Links that are used both ways."""
    for one in WALKABLE:
        for to in GRID.links[one]:
            if one < to and GROUND[to] in WALKED:
                yield one, to, CANAL if border(one, to) in CANALS else HEX
    for one, to in pairwise(CAUSEWAY):
        yield one, to, DAM
    for points in MAP["streets"].values():
        for one, to in pairwise(points):
            yield one, to, STREET
    for kind, found in MAP["links"].items():
        for point, hexes in found.items():
            for one in hexes:
                yield point, one, kind


def _blocks() -> Iterator[tuple[str, str, str]]:
    """5.23, 5.24 Into blocks and out of them, but where the canal closes them."""
    for block, points in BLOCKS.items():
        for point in points:
            if block not in MAP["closed"].get(point, ()):
                yield point, block, IN
                yield block, point, OUT


LINKS: Links = linked(_both_ways(), _blocks(), SPACES)


class Country(NamedTuple):
    """The spaces where land units can be in a scenario.

    links: graph of them; near: H28 for each space those that are one or two steps away."""

    links: Links
    near: Mapping[str, Mapping[str, int]]


def _near(links: Links) -> Mapping[str, Mapping[str, int]]:
    """H28 By hexes, links, streets and causeway; units ignored."""
    steps = {one: [to for to, kind in links[one].items() if kind in AFOOT] for one in links}
    return {
        one: dict.fromkeys((to for next_to in steps[one] for to in steps[next_to] if to != one), 2)
        | dict.fromkeys(steps[one], 1)
        for one in links
    }


def _country(spaces: Iterable[str]) -> Country:
    kept = {*spaces}
    links = {
        one: {to: kind for to, kind in found.items() if to in kept}
        for one, found in LINKS.items()
        if one in kept
    }
    return Country(links, _near(links))


def letters(space: str) -> list[str]:
    """The letters of the streets in the name of a point or a block of the city."""
    return [
        sign for sign in space.replace("/", "-").split("-") if len(sign) == 1 and sign.isalpha()
    ]


def _west(space: str) -> bool:
    """12.1 Streets J to Q are closed."""
    return not any(letter > "i" for letter in letters(space))


#: 11.2, 12.1, H74 Pharos: its points, its land with the ports, and the redoubt.
ISLAND = by_map(flooded(LINKS, [REDOUBTS[1]], lambda one, to: LINKS[one][to] != DAM))
_WHOLE = _country(SPACES)
COUNTRIES = {
    NAVAL: _WHOLE,
    HEPTASTADIUM: _country(space for space in SPACES if is_hex(space) or _west(space)),
    PHAROS: _country(one for one in ISLAND if one not in PORTS),
    BATTLE: _WHOLE,
}

# -- directions ------------------------------------------------------------------------------------

#: 6.11 Facings of land units in a hex, clockwise: a corner, between the two sides in front.
CORNERS = {
    "N": ("NW", "NE"), "NE": ("NE", "E"), "SE": ("E", "SE"),
    "S": ("SE", "SW"), "SW": ("SW", "W"), "NW": ("W", "NW"),
}  # fmt: skip
#: 6.11 For each facing in a hex the arc of each side.
ARCS = {face: GRID.arcs(sides) for face, sides in CORNERS.items()}
#: 6.15, 6.16 Facings on a point: the street that way, or the linked hexes.
STREETS, OUTWARD = ("N", "E", "S", "W"), "hexes"
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
#: 6.2 Facings of galleys.
BOWS = GRID.directions
FACINGS = tuple(dict.fromkeys((*CORNERS, *STREETS, *BOWS, OUTWARD)))


#: A street to the north goes out between two hexsides, one to the south too.
_UP_AND_DOWN = {True: "N", False: "S"}


def _compass(one: str, to: str) -> str:
    """6.15 The direction of a street from one point to the next."""
    out = GRID.line(POINTS[one], POINTS[to]).leaves
    return out[0] if len(out) == 1 else _UP_AND_DOWN["NW" in out]


def _directions() -> Iterator[tuple[str, str, str]]:
    for one, found in LINKS.items():
        for to, kind in found.items():
            if kind == STREET:
                yield one, to, _compass(one, to)
            elif kind in (OPEN, GATE, PORT) and one in POINTS:
                yield one, to, OUTWARD
            elif kind in (OPEN, GATE, PORT):
                yield one, to, GRID.side(one, POINTS[to])
            elif kind in (HEX, CANAL, DAM):
                yield one, to, GRID.side(one, to)


#: For each space the direction in which each next one lies: a hexside, a street, or the hexes.
DIRECTIONS: Mapping[str, Mapping[str, str]] = linked((), _directions(), SPACES)


def street_to(point: str, face: str) -> str:
    """6.15 The point that lies along a street, "" if none does."""
    return next((to for to, way in DIRECTIONS[point].items() if way == face and to in POINTS), "")


def looks_out(point: str) -> list[str]:
    """6.16 The hexes linked to a point, through which one goes."""
    return [to for to, kind in LINKS[point].items() if kind in (OPEN, GATE)]


def has_facing(space: str) -> bool:
    """6.17 Whether units other than artillery have a facing there."""
    if is_hex(space):
        return space not in MOLE and space != LIGHTHOUSE
    return space in POINTS


def facings(space: str) -> list[str]:
    """6.11, 6.15, 6.16 The facings that a unit can have in a space."""
    if not has_facing(space):
        return []
    if is_hex(space):
        return list(CORNERS)
    streets = [face for face in STREETS if street_to(space, face)]
    return [*streets, OUTWARD] if looks_out(space) else streets


# -- water -----------------------------------------------------------------------------------------

_CLOSED_WATER = [border(*_ends(side)) for side in (*MAP["mole"], *MAP["shores"])]
#: 5.33, 5.35 For each hex of galleys the sides through which they sail, with the hex beyond.
WATER: Mapping[str, Mapping[str, str]] = {
    one: {
        to: side
        for to, side in GRID.links[one].items()
        if GROUND[to] in SAILED and border(one, to) not in _CLOSED_WATER
    }
    for one in SAILABLE
}

# -- names -----------------------------------------------------------------------------------------


def _printed(space: str) -> str:
    """A point or block as it is printed: 4-K/3-K, 2-M-block."""
    words = space.split("-")
    return "-".join(w if len(w) > 4 or w in ("west", "east") else w.upper() for w in words)


SPACE_NAMES = {space: _printed(space) for space in SPACES}
UNIT_NAMES = {unit: unit.upper() for unit in UNITS}
GALLEY_NAMES = {galley: galley.upper() for galley in GALLEYS}
LEADER_NAMES = {leader: data["name"] for leader, data in LEADERS.items()}
PIECE_NAMES: Mapping[str, str] = {**UNIT_NAMES, **GALLEY_NAMES, **LEADER_NAMES}
NAMES: Mapping[str, str] = {**SPACE_NAMES, **PIECE_NAMES, **SEATS}


def named(thing: str) -> str:
    """The name of a piece, space or side; of any other choice the word itself."""
    return NAMES.get(thing, thing)
