"""What the data files may hold (referee-corrections(5)): counters, ground, tables, scenarios."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from referee.gamedata import shapes
from referee.gamedata.data import DataFolder
from referee.kit.hexes import Grid

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
