"""The map and the counters: what the data files may hold (referee-corrections(5)), and the board
that they make: ground, links between spaces, directions.

A space is a hex, a point or a block; where a unit can be it is its place, as is a galley."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from referee.gamedata import shapes
from referee.gamedata.data import DataFolder
from referee.kit.graphs import Links, border, flooded, linked
from referee.kit.hexes import FRONT, Grid

ROMAN, EGYPTIAN = "roman", "egyptian"
SEATS = {ROMAN: "Roman", EGYPTIAN: "Egyptian"}
NAVAL, HEPTASTADIUM, PHAROS, BATTLE = "naval", "heptastadium", "pharos", "battle"
SCENARIOS = (NAVAL, HEPTASTADIUM, PHAROS, BATTLE)

#: Signs of the map, and what they mean.
SIGNS = {
    "~": "sea", ":": "shoal", "c": "coast", "b": "beach", "x": "beach with shoals", ".": "land",
    "W": "land at the city wall", "w": "sea wall", "e": "sea edge", "Q": "quay", "S": "slip",
    "R": "redoubt", "C": "causeway", "O": "overpass", "L": "lighthouse", "T": "town", "#": "none",
}  # fmt: skip
#: 5.2 Signs of hexes where land units walk, and where galleys sail.
WALKED, SAILED = "cbx.WQRL", "~:cbxweQS"
#: Types of land units.
CO, HI, MI, LI, AR, LC, SC, BA = TYPES = ("co", "hi", "mi", "li", "ar", "lc", "sc", "ba")
ARTILLERY = (SC, BA)
FIRES = ("nothing", "archers", "javelins", "scorpion", "ballista")
LEGIONS = ("vi", "xxvii", "xxxvii")
CRUISE, ATTACK = "cruise", "attack"
_GALLEYS = (
    *("bireme", "liburnian-bireme", "trireme", "cataphract-trireme", "quadrireme"),
    *("quinquereme", "transport"),
)
#: 8.71 Rows of the shock matrix, and its columns: archers and artillery never attack.
_CLASSES, _ATTACKERS = ("co", "hi", "mi", "li", "sk", "lc"), ("co", "hi", "mi", "li", "lc")

# -- what the files may hold -----------------------------------------------------------------------

_ID = shapes.Text(r"[a-z0-9][a-z0-9/-]*", "an id (a-z, 0-9, hyphens and /)")
_HEX = shapes.Text("[0-9]{4}", "a hex (four digits)")
_SPAN = shapes.Text("[0-9]{4}(-[0-9]{4})?", "a hex, or two of a row with a hyphen between")
_SIDE = shapes.Text("[0-9]{4}/[0-9]{4}", "two hexes with / between")
_POINT, _BLOCK = shapes.Ref(("map/points",)), shapes.Ref(("map/blocks",))
_PIECE = shapes.Ref(("units/land", "units/galleys", "units/leaders"))
_HEXES, _POINTS = shapes.Rows(_HEX), shapes.Rows(_POINT)
_FEW, _DIE, _ANY = shapes.Whole(0, 99), shapes.Whole(0, 9), shapes.Whole(-9, 9)
_SEAT, _TEXT, _YES = shapes.One((*SEATS,)), shapes.Text(), shapes.Flag()
_RANGES = {str(number): _DIE for number in range(1, 6)}
_LAND = {"type": shapes.One(TYPES), "tq": _DIE, "reduced": _DIE, "move": _FEW}
_LAND |= {"fires": shapes.One(FIRES)}
_GALLEY = dict.fromkeys(("crew", "ram", "defence", "holds", "cruise", "attack"), _FEW)
_HARBOUR = shapes.Keys({"water": shapes.Rows(_SPAN), "ports": _HEXES})
_SCENARIO = shapes.Keys(
    {
        "first": _SEAT,
        "turns": _FEW,
        "seizures": _FEW,
        "exhaustion": _YES,
        "forces": shapes.Rows(
            shapes.Keys({"seat": _SEAT, "area": _TEXT, "at": shapes.Table(_PIECE, _TEXT)})
        ),
    }
)
SHAPES: Mapping[str, shapes.Shape] = {
    "map": shapes.Keys(
        {
            "rows": shapes.Keys(
                {
                    f"{row:02}": shapes.Text("[~:cbx.WweQSRCOLT#]{46}", "46 signs of ground")
                    for row in range(8, 45)
                }
            ),
            "points": shapes.Table(_ID, _HEX),
            "streets": shapes.Table(_ID, _POINTS),
            "blocks": shapes.Table(_ID, _POINTS),
            "palace": _BLOCK,
            "links": shapes.Keys(
                dict.fromkeys(("open", "gate", "port"), shapes.Table(_POINT, _HEXES))
            ),
            "causeway": _HEXES,
            "overpasses": shapes.Table(
                _HEX, shapes.Keys(dict.fromkeys(("crossing", "west", "east"), _HEXES))
            ),
            "lighthouse": _HEX,
            "closes": _HEXES,
            **dict.fromkeys(("mole", "shores", "canal"), shapes.Rows(_SIDE)),
            "closed": shapes.Table(_POINT, shapes.Rows(_BLOCK)),
            "beaches": shapes.Keys(dict.fromkeys(("west", "pharos"), _HEXES)),
            "harbours": shapes.Keys(dict.fromkeys(("eunostos", "great", "royal"), _HARBOUR)),
            "roman-ports": _HEXES,
            "roman": shapes.Keys({"blocks": shapes.Rows(_BLOCK), "points": _POINTS}),
            "pharos-west": _HEXES,
        }
    ),
    "units": shapes.Keys(
        {
            "land": shapes.Table(_ID, shapes.Keys(_LAND, {"legion": shapes.One(LEGIONS)})),
            "veterans": shapes.Rows(shapes.One(LEGIONS)),
            "galleys": shapes.Table(_ID, shapes.Keys({"kind": shapes.One(_GALLEYS), **_GALLEY})),
            "incendiary": shapes.Rows(shapes.One(_GALLEYS)),
            "leaders": shapes.Table(
                _ID,
                shapes.Keys(
                    {"name": _TEXT, "side": _SEAT, "move": _FEW},
                    {
                        **dict.fromkeys(("range", "initiative", "seizures", "charisma"), _FEW),
                        "heroic": _YES,
                        "legion": shapes.One(LEGIONS),
                    },
                ),
                needs=("caesar", "ganymedes"),
            ),
        }
    ),
    "tables": shapes.Keys(
        {
            "fire": shapes.Keys(
                dict.fromkeys(
                    ("archers", "javelins", "mounted", "ballista", "scorpion"),
                    shapes.Keys({}, _RANGES),
                )
            ),
            "twice": shapes.Keys({}, _RANGES),
            "added": shapes.Keys(
                dict.fromkeys(("reduced", "redoubt", "moved", "heavy", "block", "archers"), _ANY)
            ),
            "naval-fire": shapes.Rows(_DIE, 3, 3, twice=True),
            "fire-starts": _DIE,
            "matrix": shapes.Keys(
                dict.fromkeys(_CLASSES, shapes.Keys(dict.fromkeys(_ATTACKERS, _ANY)))
            ),
            "mounted": shapes.Keys(dict.fromkeys(_CLASSES, _ANY)),
            "veteran": shapes.Keys(dict.fromkeys(("attack", "defence"), _ANY)),
            "results": shapes.Rows(
                shapes.Keys({"attacker": _DIE, "defender": _DIE, "retreat": _YES}), 12, 12, True
            ),
            "shock": shapes.Keys(
                dict.fromkeys(
                    (
                        *("superior", "canal", "lighthouse", "attacker-reduced"),
                        *("defender-reduced", "no-way-back", "landed"),
                    ),
                    _ANY,
                )
            ),
            "ram": shapes.Keys({str(n): shapes.Rows(_FEW, 3, 3, True) for n in range(3, 9)}),
            "rake": shapes.Keys({str(n): shapes.Rows(_FEW, 4, 4, True) for n in range(5)}),
            "aground": _DIE,
            "values": shapes.Keys(dict.fromkeys(TYPES, _DIE)),
            "levels": shapes.Keys(dict.fromkeys(SEATS, _FEW)),
        }
    ),
    "setup": shapes.Keys(
        {
            **dict.fromkeys(SCENARIOS, _SCENARIO),
            "naval-points": shapes.Keys(dict.fromkeys((*SEATS, "slip"), _FEW)),
            "arrival": shapes.Rows(shapes.Ref(("units/land",))),
            "arrival-leader": shapes.Ref(("units/leaders",)),
        }
    ),
    "standing": shapes.standing(),
}


def link_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """5.22 A linked hex lies beside the hex of its point; the causeway is a path."""
    data = trees["map"]
    grid = Grid(f"{row:02}{column:02}" for row in range(8, 45) for column in range(1, 51))
    known = all(hexes in grid for hexes in data["points"].values())
    for kind, links in data["links"].items() if known else ():
        for point, hexes in links.items():
            for one in hexes:
                if one not in grid or not grid.side(data["points"][point], one):
                    yield shapes.Wrong(("map", "links", kind, point), f"{one} is not beside it")
    path = data["causeway"]
    for one, two in pairwise(path):
        if not {one, two} <= {*grid} or not grid.side(one, two):
            yield shapes.Wrong(("map", "causeway"), f"{two} is not beside {one}")


def place_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """11, 12 Every piece is set up somewhere; a facing is one that it can have."""
    data, units = trees["map"], trees["units"]
    for scenario in SCENARIOS:
        for number, force in enumerate(trees["setup"][scenario]["forces"]):
            for piece, text in force["at"].items():
                at = text.partition(" ")[0]
                hexes = len(at) == 4 and at[:2] in data["rows"]
                known = hexes or any(at in data[key] for key in ("points", "blocks"))
                if not (known or at in units["galleys"]):
                    where = ("setup", scenario, "forces", number, "at", piece)
                    yield shapes.Wrong(where, f"there is no {at}")


DATA = DataFolder(Path(__file__).parent / "data", SHAPES, (link_checks, place_checks))
MAP: Mapping[str, Any] = DATA["map"]
TABLES: Mapping[str, Any] = DATA["tables"]
SETUP: Mapping[str, Any] = DATA["setup"]

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


def _island() -> list[str]:
    """12.3 Pharos: its points, its land but the ports, and the redoubt."""
    open_to = flooded(
        LINKS,
        [CAUSEWAY[-1]],
        lambda one, to: LINKS[one][to] != DAM and GROUND.get(to, "") not in ("Q", "S"),
    )
    return [space for space in SPACES if space in open_to]


_WHOLE = _country(SPACES)
COUNTRIES = {
    NAVAL: _WHOLE,
    HEPTASTADIUM: _country(space for space in SPACES if is_hex(space) or _west(space)),
    PHAROS: _country(_island()),
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


def _compass(one: str, to: str) -> str:
    """6.15 The direction of a street from one point to the next."""
    (row, column), (on, across) = (
        (int(at[:2]), 2 * int(at[2:]) + int(at[:2]) % 2) for at in (POINTS[one], POINTS[to])
    )
    if column == across:
        return "N" if on > row else "S"
    return "E" if across > column else "W"


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


def front(space: str, face: str) -> list[str]:
    """6.11 The hexsides in front of a unit in a hex."""
    return [side for side, arc in ARCS[face].items() if arc == FRONT]


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
#: 5.35 Pairs of hexes with the mole between.
BARRED = [border(*_ends(side)) for side in MAP["mole"]]

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
