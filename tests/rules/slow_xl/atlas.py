"""Map, counters and cards, from the data files read as plain YAML and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.plain_yaml import plain

DATA = Path(__file__).parents[3] / "rulesets" / "caesar_xl" / "data"
SEATS = ("caesar", "pompey")
OTHER = {"caesar": "pompey", "pompey": "caesar"}


def _read(name: str) -> Any:
    return plain(DATA / f"{name}.yaml")


def place(name: str) -> str:
    """A place as traces write it."""
    return name.replace("-", "_")


_MAP, _CARDS, SETUP, _UNITS = _read("map"), _read("cards"), _read("setup"), _read("units")
CITIES: dict[str, Any] = {place(key): city for key, city in _MAP["cities"].items()}
ZONES: dict[str, int] = {place(key): zone["strength"] for key, zone in _MAP["zones"].items()}
PLACES = [*CITIES, *ZONES]
VALUE = {key: CITIES[key]["value"] if key in CITIES else ZONES[key] for key in PLACES}
PORTS = [key for key in CITIES if CITIES[key]["port"]]
KINGDOMS = [key for key in CITIES if CITIES[key]["type"] == "kingdom"]
ROMAN = [key for key in CITIES if CITIES[key]["type"] == "roman"]
INVASION = {int(number): place(zone) for number, zone in _MAP["invasions"].items()}

_PAIRS = [link.split("/") for links in _MAP["links"].values() for link in links]
#: 9.1 Places one step away.
NEXT = {
    here: sorted(
        {place(b) for a, b in [*_PAIRS, *(pair[::-1] for pair in _PAIRS)] if place(a) == here}
    )
    for here in PLACES
}

CARDS: dict[str, Any] = {
    card.upper(): told
    for kind in ("leaders", "forum", "tactics", "actions", "events")
    for card, told in _CARDS[kind].items()
}
POINTS = {
    card: (CARDS[card]["optimates"], CARDS[card]["populares"]) for card in CARDS if card[0] in "LF"
}
COST = {card: CARDS[card]["cost"] for card in CARDS if card[0] == "F"}
SWORDS = {
    kind: {side: _UNITS[kind][side] for side in ("regular", "veteran")}
    for kind in ("legion", "ally")
}
PRICE = {kind: _UNITS[kind]["price"] for kind in ("legion", "ally")}
LEADER_SWORDS = _UNITS["leaders"]
BARBARIAN = _UNITS["barbarian"]
MARKERS = _UNITS["markers"]
COUNTERS = {
    (seat, kind): [f"{seat[0]}{kind[0]}{n + 1:02}" for n in range(_UNITS[kind]["counters"])]
    for seat in SEATS
    for kind in ("legion", "ally")
}


def kind_of(piece: str) -> str:
    """1.2 legion, ally, leader or supreme."""
    if piece in SEATS:
        return "supreme"
    return "leader" if piece[0] == "L" else {"l": "legion", "a": "ally"}[piece[1]]


def is_unit(piece: str) -> bool:
    """1.2 Whether it is a legion or an allied unit."""
    return kind_of(piece) in ("legion", "ally")
