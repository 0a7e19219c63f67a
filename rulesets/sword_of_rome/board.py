"""Map, powers, leaders, cards and tables: what the data files may hold (referee-corrections(5))."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.gamedata import shapes
from referee.gamedata.data import DataFolder
from referee.kit.graphs import linked

ROME, GREEKS, GAULS, LEAGUE = "rome", "greeks", "gauls", "etruscans-samnites"
ETRUSCANS, SAMNITES = "etruscans", "samnites"
CARTHAGE, VOLSCI, TRANSALPINE = "carthage", "volsci", "transalpine"
INDEPENDENT = "independent"
#: 2, 7.1.1 All seats, clockwise.
SEATS = {
    ROME: "Rome",
    GREEKS: "the Greeks",
    GAULS: "the Gauls",
    LEAGUE: "the Etruscans and Samnites",
}
#: What each seat plays, the one that counts in ties first (4.4).
PLAYS: Mapping[str, tuple[str, ...]] = {
    ROME: (ROME,),
    GREEKS: (GREEKS,),
    GAULS: (GAULS,),
    LEAGUE: (ETRUSCANS, SAMNITES),
}
PLAYER = {power: seat for seat, powers in PLAYS.items() for power in powers}
#: 16 Powers that nobody plays, in the order in which they do things.
NEUTRALS = (CARTHAGE, VOLSCI, TRANSALPINE)
POWERS = {
    ROME: "Rome",
    GREEKS: "the Greeks",
    GAULS: "the Gauls",
    ETRUSCANS: "the Etruscans",
    SAMNITES: "the Samnites",
    CARTHAGE: "Carthage",
    VOLSCI: "the Volsci",
    TRANSALPINE: "the Transalpine Gauls",
}
#: How players write them.
POWER_NAMES = {power: name.removeprefix("the ") for power, name in POWERS.items()}
PLAYER_NAMES = {seat: name.removeprefix("the ") for seat, name in SEATS.items()}
GALLIC = (GAULS, TRANSALPINE)
#: 4.4 Who wins ties; a seat is its first power.
TIES = (GAULS, LEAGUE, GREEKS, ROME)
#: 16.1 Whose runner must not be allied with whom.
TRADITIONAL = {TRANSALPINE: GAULS, VOLSCI: ROME, CARTHAGE: GREEKS}

NORMAL, CITY, TRIBE, BOX = "normal", "city", "tribe", "box"
CLEAR, ROUGH, STRAIT, APPIA = "clear", "rough", "strait", "via-appia"
ITALY, SICILY, AFRICA, CORSICA, OFF = "italy", "sicily", "africa", "corsica", "off-map"
CONSUL, NAMED, MINOR = "consul", "named", "minor"
#: Spaces and leaders that the rules name.
ROMA, SYRACUSAE, KERKOUANE, CARTHAGO = "roma", "syracusae", "kerkouane", "carthago"
RHEGIUM, MESSANA = "rhegium", "messana"
HILLS = ("bovianum", "aufidena")
HAMILCAR, BOMILCAR, DICTATOR, AGATHOCLES = "hamilcar", "bomilcar", "dictator", "agathocles"

_ID = shapes.Text("[a-z][a-z-]*", "an id (a-z and hyphens)")
_SPACE, _LEADER = shapes.Ref(("map/spaces",)), shapes.Ref(("leaders/leaders",))
_TEXT, _FEW, _DIE = shapes.Text(), shapes.Whole(0, 99), shapes.Whole(-9, 9)
_COUNT = shapes.Whole(0, 9)
_POWER, _SEAT = shapes.One((*POWERS,)), shapes.One((*SEATS,))
_SUMS = [str(number) for number in range(2, 13)]
_FACES = [str(number) for number in range(1, 7)]
_RATIO = shapes.Rows(shapes.Whole(1, 20), 2, 2, twice=True)
LETTERS = {"r": ROME, "h": GREEKS, "g": GAULS, "e": LEAGUE}
EVENTS = (
    *("campaign", "neutral-power", "battle-mod", "battle-fury", "tactics-zero"),
    *("strike-commander", "devotio", "omen", "hoplites", "extra-loss", "fewer-loss", "beasts"),
    *("siege-mod", "recruit", "pacify", "sow-discord", "own-discord", "loyalty"),
    *("reaction-mod", "reaction-block", "forced-march", "counsel", "camp-fever"),
    *("leader-enters", "dictator", "duoviri-navales", "punic-envoys", "carthage-treaty"),
    *("via-appia", "caudine-forks", "death-of-aulius", "obesus-etruscus", "naval-transports"),
    *("gallic-fury", "grand-coalition", "storms", "agathocles-africa", "mercenaries-revolt"),
    *("plunder", "objective", "gallic-horde", "war-party", "reshuffle-only", "desperate-times"),
)
#: When a Gallic aim is reached, in words.
AIMS = {
    "battle-won": "the Gauls have won a battle in this turn",
    "city-sacked": "the Gauls have sacked a city in this turn",
    "three-foreign-homes": "Gallic CU are in at least 3 home spaces of other players' powers",
    "plunder-three": "at least 3 Gallic markers are on the plunder table",
    "three-etruscan-independents": "at least 3 Etruscan home spaces have independent markers",
    "plain-and-six-outside": "you control all Gallic home spaces, and at least 6 Gallic CU are"
    " outside them",
}
_OPTIONAL: Mapping[str, shapes.Shape] = {
    "amount": _DIE,
    **dict.fromkeys(("cu", "count", "points", "each", "draw", "discard", "mp"), shapes.Whole(1, 9)),
    **dict.fromkeys(("own", "enemy", "powers"), shapes.Rows(_POWER, 1)),
    "role": shapes.One(("attacker", "defender")),
    "side": shapes.One(("own", "enemy")),
    "roll": shapes.One(("own", "against-own", "gallic")),
    "power": _POWER,
    "leader": _LEADER,
    "condition": shapes.One((*AIMS,)),
    "removed": shapes.Flag(),
    "cancels": shapes.Flag(),
}
_CARD = shapes.Keys(
    {"title": _TEXT, "value": shapes.Whole(1, 3), "event": shapes.One(EVENTS)}, _OPTIONAL
)


def _deck(letter: str) -> dict[str, shapes.Shape]:
    """6.1 The 39 cards of a deck; none can be taken out or put in."""
    return {f"{letter}{number + 1}": _CARD for number in range(39)}


_LEADERS = {
    "name": _TEXT,
    "power": _POWER,
    "class": shapes.One((CONSUL, NAMED, MINOR)),
    "initiative": shapes.Whole(1, 3),
    "tactics": shapes.Whole(1, 5),
    "penalty": _COUNT,
}
_SPACES = {
    "name": _TEXT,
    "home": shapes.One((*POWERS, INDEPENDENT)),
    "region": shapes.One((ITALY, SICILY, AFRICA, CORSICA, OFF)),
    "type": shapes.One((NORMAL, CITY, TRIBE, BOX)),
    "strength": _COUNT,
    "port": shapes.Flag(),
    "cu": _COUNT,
    "victory": shapes.Flag(),
}
_NEEDED_SPACES = (ROMA, SYRACUSAE, KERKOUANE, CARTHAGO, RHEGIUM, MESSANA, *HILLS)
_MAP: Mapping[str, shapes.Tree] = {
    "spaces": shapes.Table(_ID, _SPACES, needs=_NEEDED_SPACES),
    "links": dict.fromkeys((CLEAR, ROUGH, STRAIT, APPIA), shapes.Rows(shapes.Ends("/", _SPACE))),
    "one-way": {"from": _SPACE, "to": _SPACE},
}
_SCENARIO: Mapping[str, shapes.Tree] = {
    "seats": shapes.Rows(_SEAT, 2),
    "hand": dict.fromkeys(SEATS, shapes.Whole(1, 20)),
    "discards": shapes.Flag(),
    "gone": shapes.Rows(_POWER),
    "permanent": shapes.Rows(_TEXT),
    "sides": shapes.Rows(shapes.Rows(_SEAT, 2, 2), 0, 2),
}
_FORCE = {
    "power": _POWER,
    "leader": _LEADER,
    "cu": shapes.Whole(1, 30),
    "at": _SPACE,
    "militia": shapes.Flag(),
}
_MODIFIERS = ("flank", "friendly", "intercepted", "cornered", "rough", "forks")
_SEA = ("mp", CARTHAGE, GREEKS, SYRACUSAE, ROME, "allied", ETRUSCANS)
_GALLIC_EVENT = {
    "who": shapes.One(("leader", ROME, GREEKS, ETRUSCANS)),
    "loses": shapes.One(("cu", "loyalty", "point")),
}
_TURN = {"years": shapes.Rows(shapes.Whole(1, 999), 2, 2), "level": _FEW}
_TABLES: Mapping[str, shapes.Tree] = {
    "siege": {**dict.fromkeys(("points", "losses"), shapes.each(_SUMS, _COUNT)), "gallic": _DIE},
    "odds": {"victory": _RATIO, "steps": shapes.Rows({"ratio": _RATIO, "adds": _FEW}, 1)},
    "battle": {
        **dict.fromkeys(_MODIFIERS, _DIE),
        **dict.fromkeys(("beaten", "back", "won"), shapes.each(_FACES, _COUNT)),
    },
    "attrition": {
        "columns": shapes.Rows(_FEW, 4, 4),
        "losses": dict.fromkeys(_FACES, shapes.Rows(_FEW, 4, 4, twice=True)),
    },
    "naval": {"back": shapes.Rows(shapes.Whole(1, 6)), "losses": shapes.each(_FACES, _COUNT)},
    "sea": dict.fromkeys(_SEA, _FEW),
    "mp": {
        GAULS: shapes.Rows(_FEW, 3, 3, twice=True),
        **dict.fromkeys(("others", TRANSALPINE, "campaign", "gallic-campaign", "raid"), _FEW),
    },
    "limits": dict.fromkeys(
        ("move", "inside", "siege", "loyalty", "gallic-loyalty", "retreat", "mines"), _FEW
    ),
    "gallic-events": dict.fromkeys(_SUMS, _GALLIC_EVENT),
    "turns": shapes.Rows(_TURN, 1, twice=True),
    "short": shapes.Whole(1, 20),
    "rounds": shapes.Whole(1, 9),
    "plunder": {"boxes": shapes.Whole(1, 20), "sack": _FEW},
}
SHAPES: Mapping[str, shapes.Tree] = {
    "cards": {
        "decks": {seat: _deck(letter) for letter, seat in LETTERS.items()},
        "events": dict.fromkeys(EVENTS, _TEXT),
    },
    "drawing": shapes.drawing("map/spaces"),
    "leaders": {
        "leaders": shapes.Table(_ID, _LEADERS, needs=(HAMILCAR, BOMILCAR, DICTATOR, AGATHOCLES))
    },
    "map": _MAP,
    "setup": {
        "scenarios": dict.fromkeys(("four", "three", "two"), _SCENARIO),
        "vp": dict.fromkeys(SEATS, _FEW),
        "forces": shapes.Rows(_FORCE, 1),
    },
    "standing": shapes.standing(),
    "tables": _TABLES,
}


def map_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """2.2 Ids and names unlike; a link or a port for every space; no two links between the same."""
    data = trees["map"]
    yield from shapes.same_names("spaces", data["spaces"])
    joined = [tuple(link.split("/")) for links in data["links"].values() for link in links]
    for link in sorted({link for link in joined if joined.count(link) > 1}):
        yield shapes.Wrong(("map", "links"), f"two links join {' and '.join(link)}")
    ends = {end for link in joined for end in link} | {*data["one-way"].values()}
    for key in data["spaces"]:
        if key not in ends and not data["spaces"][key]["port"]:
            yield shapes.Wrong(("map",), f"no link leads to {key}")


def setup_checks(trees: shapes.Trees) -> Iterator[shapes.Wrong]:
    """3 Leaders of their power, no two powers in a space, cards whose leaders there are."""
    leaders = trees["leaders"]["leaders"]
    at: dict[str, str] = {}
    for number, force in enumerate(trees["setup"]["forces"]):
        place = ("setup", "forces", number)
        if leaders.get(force["leader"], {}).get("power") != force["power"]:
            yield shapes.Wrong(place, f"{force['leader']} is no leader of {force['power']}")
        if at.setdefault(force["at"], force["power"]) != force["power"]:
            yield shapes.Wrong(place, f"two powers begin in {force['at']}")
    if trees["tables"]["short"] > len(trees["tables"]["turns"]):
        yield shapes.Wrong(("tables", "short"), "there are not as many turns")


DATA = DataFolder(Path(__file__).parent / "data", SHAPES, (map_checks, setup_checks))
TABLES: Mapping[str, Any] = DATA["tables"]
LIMITS: Mapping[str, int] = TABLES["limits"]
SCENARIOS: Mapping[str, Any] = DATA["setup"]["scenarios"]
TURNS: Sequence[Mapping[str, Any]] = TABLES["turns"]
ROUNDS: int = TABLES["rounds"]

#: All spaces by id, which is the order of everything that goes by id; their names.
SPACES: Mapping[str, Mapping[str, Any]] = dict(sorted(DATA["map"]["spaces"].items()))
SPACE_NAMES = {key: space["name"] for key, space in SPACES.items()}
HOME: Mapping[str, str] = {key: space["home"] for key, space in SPACES.items()}
#: The spaces of each power, and those that are nobody's.
HOMES = {
    power: [key for key, home in HOME.items() if home == power] for power in (*POWERS, INDEPENDENT)
}
CITIES = [key for key, space in SPACES.items() if space["type"] == CITY]
TRIBES = [key for key, space in SPACES.items() if space["type"] == TRIBE]
PORTS = [key for key, space in SPACES.items() if space["port"]]
AFRICAN = [key for key, space in SPACES.items() if space["region"] == AFRICA]
VICTORY = [key for key, space in SPACES.items() if space["victory"]]
#: 5.10.1 Reinforcement spaces: what each pays its first owner.
SOURCES = {key: space["cu"] for key, space in SPACES.items() if space["cu"]}

_ONE_WAY = DATA["map"]["one-way"]
#: The kind of each link, from each space to those beside it.
LINKS = linked(
    ((*link.split("/"), kind) for kind, links in DATA["map"]["links"].items() for link in links),
    [(_ONE_WAY["from"], _ONE_WAY["to"], ROUGH)],
    SPACES,
)
#: From where a link leads to each space.
FROM = {to: [space for space in LINKS if to in LINKS[space]] for to in SPACES}

LEADERS: Mapping[str, Mapping[str, Any]] = DATA["leaders"]["leaders"]
LEADER_NAMES = {key: leader["name"] for key, leader in LEADERS.items()}
CONSULS = [key for key, leader in LEADERS.items() if leader["class"] == CONSUL]

#: 6.1 Each seat's deck in the order in which a draw counts.
DECKS: Mapping[str, Mapping[str, Any]] = DATA["cards"]["decks"]
CARDS: Mapping[str, Mapping[str, Any]] = {
    key: card for deck in DECKS.values() for key, card in deck.items()
}
EVENT_TEXTS: Mapping[str, str] = DATA["cards"]["events"]
OWNERS = {key: seat for seat, deck in DECKS.items() for key in deck}
DESPERATE, RESHUFFLE = "desperate-times", "reshuffle-only"


def _card_names() -> Mapping[str, str]:
    """Titles; of several alike in a deck the later ones have a number: Campaign, Campaign II."""
    found: dict[str, str] = {}
    for deck in DECKS.values():
        titles = [card["title"] for card in deck.values()]
        for number, (key, card) in enumerate(deck.items()):
            copy = titles[: number + 1].count(card["title"])
            found[key] = card["title"] + f" {'I' * copy}" * (copy > 1)
    return found


CARD_NAMES = _card_names()
NAMES = {**SPACE_NAMES, **LEADER_NAMES, **CARD_NAMES, **POWERS, **SEATS, INDEPENDENT: "independent"}
#: The same, as players write them in orders.
WRITTEN = {**NAMES, **PLAYER_NAMES, **POWER_NAMES}


def named(things: Iterable[str]) -> str:
    """Spaces, leaders, powers or cards, as they are written."""
    return ", ".join(WRITTEN[one] for one in things)


def seats_of(scenario: str) -> list[str]:
    """3 The seats of a scenario, clockwise."""
    return [seat for seat in SEATS if seat in SCENARIOS[scenario]["seats"]]


def clockwise(start: str) -> list[str]:
    """7.1.1 All seats from one on, those without a player too."""
    order = [*SEATS]
    begin = order.index(start)
    return order[begin:] + order[:begin]
