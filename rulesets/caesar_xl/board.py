"""The board, the counters and the cards: what the data files may hold (referee-corrections(5))."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.gamedata import shapes
from referee.gamedata.data import DataFolder
from referee.kit.graphs import linked

SEATS = {"caesar": "Caesar", "pompey": "Pompey"}
SILVER, BRONZE = "silver", "bronze"
ROME, ROMAN, KINGDOM = "rome", "roman", "kingdom"
OPTIMATES, POPULARES = "optimates", "populares"
FACTIONS = (OPTIMATES, POPULARES)
LEGION, ALLY, LEADER, SUPREME = "legion", "ally", "leader", "supreme"
#: House rulings named in the rules: the wheat of F5, and the cities that must exist for them.
GRANARIES = ("utica", "messana", "alexandria")

_ID = shapes.Text("[a-z][a-z-]*", "an id (a-z and hyphens)")
_CITY, _ZONE = shapes.Ref(("map/cities",)), shapes.Ref(("map/zones",))
_LINK = shapes.Ends("/", shapes.Ref(("map/cities", "map/zones")))
_FEW, _FLAG, _TEXT = shapes.Whole(0, 99), shapes.Flag(), shapes.Text()
_MANY, _SWORDS, _POINTS = shapes.Whole(1, 20), shapes.Whole(1, 6), shapes.Whole(0, 9)
_RULES = (
    *("cards", "diplomacy", "forced", "veterans", "loot", "supply", "supreme"),
    *("invasions", "zones"),
)
_PRICES = ("card", "cards", "marker", "replace", "march", "supply", "tribunes", "veteran", "demand")
_TYPE = shapes.One((ROMAN, "province", KINGDOM))
_PRINTED_CITY = {"name": _TEXT, "type": _TYPE, "value": shapes.Whole(0, 20), "port": _FLAG}
_UNIT = {"price": _FEW, "regular": _SWORDS, "veteran": _SWORDS, "counters": _MANY}
_COUNTS = dict.fromkeys(("veterans", "legions", "allies"), shapes.Whole(0, 20))
_FORCE = {"at": _CITY, "leader": _FLAG, **_COUNTS}


def _cards(letter: str, number: int, **more: shapes.Shape) -> shapes.Shape:
    """The shape of all cards of one kind; none can be left out or added."""
    card = {"name": _TEXT, "text": _TEXT, **more}
    return shapes.each([f"{letter}{n + 1}" for n in range(number)], card)


_BOTH: Mapping[str, shapes.Shape] = {OPTIMATES: _POINTS, POPULARES: _POINTS}
SHAPES: Mapping[str, shapes.Tree] = {
    "cards": {
        "supreme": shapes.each(("s1", "s2"), {"name": _TEXT, "seat": shapes.One((*SEATS,))}),
        "leaders": _cards("l", 9, **_BOTH),
        "forum": _cards("f", 8, **_BOTH, cost=_FEW, needs=_TEXT),
        "tactics": _cards("t", 8),
        "actions": _cards("a", 8),
        "events": _cards("e", 7),
    },
    "drawing": shapes.drawing("map/cities", "map/zones"),
    "map": {
        "cities": shapes.Table(_ID, _PRINTED_CITY, needs=(ROME, *GRANARIES)),
        "zones": shapes.Table(_ID, {"name": _TEXT, "strength": shapes.Whole(1, 12)}),
        "links": shapes.each(("road", "sea", "frontier"), shapes.Rows(_LINK)),
        "invasions": shapes.each([str(number) for number in range(2, 13)], _ZONE),
    },
    "setup": {
        "scenarios": shapes.each((SILVER, BRONZE), shapes.each(_RULES, _FLAG)),
        "turns": shapes.Whole(1, 30),
        "gold": shapes.each(SEATS, _FEW),
        "forces": shapes.each(SEATS, shapes.Rows(_FORCE, 1, twice=True)),
    },
    "standing": shapes.standing(),
    "units": {
        **dict.fromkeys((LEGION, ALLY), _UNIT),
        "barbarian": _SWORDS,
        "leaders": shapes.each((*SEATS, "others"), _SWORDS),
        "markers": _MANY,
        "prices": shapes.each(_PRICES, _FEW),
        "victory": {"political": _MANY, "military": _FEW},
    },
}


def map_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """9.1 No id or name is used twice; a frontier joins a city and a zone, other links cities."""
    data, joined = trees["map"], []
    yield from shapes.same_names("places", data["cities"], data["zones"])
    for kind, links in data["links"].items():
        for number, link in enumerate(links):
            ends = link.split("/")
            joined += ends
            zones = sum(end in data["zones"] for end in ends)
            if zones != (kind == "frontier"):
                yield shapes.Wrong(("map", "links", kind, number), f"this is no {kind}")
    for key in (*data["cities"], *data["zones"]):
        if key not in joined:
            yield shapes.Wrong(("map",), f"nothing lies beside {key}")


def setup_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """1.6, 2.1 One supreme leader a side, enough counters, and no city set up by both sides."""
    units = trees["units"]
    cities: dict[str, str] = {}
    for seat, forces in trees["setup"]["forces"].items():
        at = ("setup", "forces", seat)
        if sum(force["leader"] for force in forces) != 1:
            yield shapes.Wrong(at, "one place has the supreme leader")
        for force in forces:
            if cities.setdefault(force["at"], seat) != seat:
                yield shapes.Wrong(at, f"both sides begin in {force['at']}")
        legions = sum(force["veterans"] + force["legions"] for force in forces)
        allies = sum(force["allies"] for force in forces)
        if legions > units[LEGION]["counters"] or allies > units[ALLY]["counters"]:
            yield shapes.Wrong(at, "there are not as many counters")


DATA = DataFolder(Path(__file__).parent / "data", SHAPES, (map_checks, setup_checks))
UNITS: Mapping[str, Any] = DATA["units"]
PRICES: Mapping[str, int] = UNITS["prices"]
SCENARIOS: Mapping[str, Mapping[str, bool]] = DATA["setup"]["scenarios"]
TURNS: int = DATA["setup"]["turns"]
CITIES: Mapping[str, Any] = DATA["map"]["cities"]
ZONES: Mapping[str, Any] = DATA["map"]["zones"]
#: All places in the order of the map, cities first; their names.
PLACES: Sequence[str] = (*CITIES, *ZONES)
ORDER = {place: number for number, place in enumerate(PLACES)}
PLACE_NAMES = {key: (CITIES.get(key) or ZONES[key])["name"] for key in PLACES}
#: 7.4, 10.9 The gold value of each city; for a zone its strength takes that place.
VALUES = {key: CITIES[key]["value"] if key in CITIES else ZONES[key]["strength"] for key in PLACES}
LINKS = linked(
    (*link.split("/"), kind) for kind, links in DATA["map"]["links"].items() for link in links
)
#: 12.1 The zone that invades for each sum of two dice.
INVASIONS: Mapping[str, str] = DATA["map"]["invasions"]
PORTS = [key for key in CITIES if CITIES[key]["port"]]
KINGDOMS = [key for key in CITIES if CITIES[key]["type"] == KINGDOM]


def _by_id(kind: str) -> Mapping[str, Any]:
    """Cards of one kind by id, ``L1`` to ``L9``; keys in data files are lower case."""
    return {key.upper(): card for key, card in DATA["cards"][kind].items()}


LEADERS, FORUM = _by_id("leaders"), _by_id("forum")
TACTICS, ACTIONS, EVENTS = _by_id("tactics"), _by_id("actions"), _by_id("events")
#: The whole deck, in the order in which a draw numbers the cards.
CARDS: Mapping[str, Any] = {**LEADERS, **FORUM, **TACTICS, **ACTIONS, **EVENTS}
CARD_NAMES = {card: data["name"] for card, data in CARDS.items()}
#: Cards of which rules speak by name; of two copies the first.
ANTONIUS, BRUTUS, CICERO, CATO, SCIPIO, LABIENUS, CURIO, LEPIDUS, OCTAVIUS = LEADERS
SENATE, REFORM, TRIBUNES, PONTIFEX, DOLE, EQUITES, LAND, PROCONSUL = FORUM
TRIPLE_LINE, _, SIEGE, _, CAVALRY, TESTUDO, NIGHT_MARCH, AMBUSH = TACTICS
#: Cards that exist twice: each copy with the other.
_COPIES = (("T1", "T2"), ("T3", "T4"), ("A3", "A4"), ("E1", "E2"))
TWINS = {one: two for pair in _COPIES for one, two in (pair, pair[::-1])}
SIEGES = (SIEGE, TWINS[SIEGE])
#: L8, F8 Cards that let a unit march free.
FREE_MARCHES = (LEPIDUS, PROCONSUL)

_LETTERS = {LEGION: "l", ALLY: "a"}


def counters(seat: str, kind: str) -> list[str]:
    """1.6 Ids of all of a player's counters of one kind, lowest first."""
    return [f"{seat[0]}{_LETTERS[kind]}{n + 1:02}" for n in range(UNITS[kind]["counters"])]


#: 1.6 The kind of every unit.
KINDS = {one: kind for kind in (LEGION, ALLY) for seat in SEATS for one in counters(seat, kind)}
#: CL1 is Caesar's first legion, PA2 Pompey's second allied unit.
UNIT_NAMES = {one: f"{one[:2].upper()}{one[2:].lstrip('0')}" for one in KINDS}
#: Leaders by their last names.
LEADER_NAMES = {card: CARD_NAMES[card].split()[-1] for card in LEADERS}
PIECE_NAMES: Mapping[str, str] = {**UNIT_NAMES, **LEADER_NAMES, **SEATS}


def kind(piece: str) -> str:
    """The kind of a piece: legion, ally, leader or supreme."""
    return KINDS.get(piece) or (SUPREME if piece in SEATS else LEADER)


def roman(place: str) -> bool:
    """7.1 Whether a place is a Roman city."""
    return place in CITIES and bool(CITIES[place]["type"] == ROMAN)


def is_unit(piece: str) -> bool:
    """1.2 Whether a piece is a legion or an allied unit."""
    return piece in KINDS


def other(seat: str) -> str:
    """The opponent."""
    return "pompey" if seat == "caesar" else "caesar"


def card_kind(card: str) -> str:
    """The kind of a card (leaders, forum, tactics, actions or events), by its first letter."""
    return {"L": "leader", "F": "forum", "T": "tactics", "A": "action", "E": "event"}[card[0]]


def by_map(places: Sequence[str]) -> list[str]:
    """Places in the order of the map."""
    return [place for place in PLACES if place in places]
