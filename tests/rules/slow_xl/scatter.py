"""Positions in which much can happen at once: many pieces close together, leaders in play, forum
cards claimed, full hands, some zones subdued."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.rules.slow_xl.atlas import CARDS, CITIES, COUNTERS, MARKERS, NEXT, SEATS, SETUP, ZONES
from tests.rules.slow_xl.world import Data, first


def scattered(chance: random.Random, bronze: bool = False) -> Data:
    """A position at the beginning of a player's turn."""
    at = first()
    at["pieces"], at["seat"] = {}, chance.choice(SEATS)
    at["turn"] = chance.randint(1, SETUP["turns"])
    at["gold"] = {seat: chance.choice((0, 1, 3, 6, 12, 30)) for seat in SEATS}
    at["halved"] = {seat: chance.random() < 0.2 for seat in SEATS}
    places = _near(chance, [*CITIES] if bronze else [*CITIES, *ZONES], chance.randint(8, 20))
    owner = {where: chance.choice(SEATS) for where in places}
    if not bronze:
        at["subdued"] = sorted(where for where in places if where in ZONES)
    for seat in SEATS:
        mine = [where for where in places if owner[where] == seat] or ["rome"]
        if mine == ["rome"] and owner.get("rome", seat) != seat:
            return scattered(chance, bronze)
        _army(at, chance, seat, mine)
        if not bronze:
            _markers(at, chance, seat, mine)
    _cards(at, chance, owner)
    kept = {one[3] for key, one in at["pieces"].items() if key in _UNITS} | {*at["markers"]}
    at["subdued"] = [zone for zone in at["subdued"] if zone in kept]
    for one in [*at["pieces"].values()]:
        if one[3] in ZONES and one[3] not in at["subdued"]:
            one[3] = next((w for w in owner if w in CITIES and owner[w] == one[0]), "")
            if not one[3]:
                return scattered(chance, bronze)
    at["out"] = sorted(seat for seat in SEATS if seat not in at["pieces"])
    if any(all(one[0] != seat for one in at["pieces"].values()) for seat in SEATS):
        return scattered(chance, bronze)
    return at


_UNITS = {one for counters in COUNTERS.values() for one in counters}


def _near(chance: random.Random, able: Sequence[str], count: int) -> list[str]:
    """Places that hang together."""
    found = [chance.choice([city for city in able if city in CITIES])]
    while len(found) < count:
        edge = sorted({to for one in found for to in NEXT[one] if to in able} - {*found})
        found.append(chance.choice(edge))
    return found


def _army(at: Data, chance: random.Random, seat: str, mine: Sequence[str]) -> None:
    """Units, some of them veterans, and the supreme leader more often than not."""
    for kind in ("legion", "ally"):
        counters = COUNTERS[seat, kind]
        for one in sorted(chance.sample(counters, chance.randint(0, len(counters)))):
            side = "veteran" if chance.random() < 0.4 else "regular"
            at["pieces"][one] = [seat, kind, side, chance.choice(mine)]
    if chance.random() < 0.8:
        home = "rome" if "rome" in mine and chance.random() < 0.6 else chance.choice(mine)
        at["pieces"][seat] = [seat, "supreme", "regular", home]


def _markers(at: Data, chance: random.Random, seat: str, mine: Sequence[str]) -> None:
    """Markers where no enemy is."""
    enemy = {one[3] for one in at["pieces"].values() if one[0] != seat}
    free = [where for where in mine if where not in at["markers"] and where not in enemy]
    for where in chance.sample(free, min(len(free), chance.randint(0, MARKERS))):
        at["markers"][where] = seat


def _cards(at: Data, chance: random.Random, owner: Data) -> None:
    """Every card somewhere; leaders stand on the map when they are in play."""
    at["deck"] = []
    few = chance.random() < 0.3
    for card in sorted(CARDS):
        seat = chance.choice(SEATS)
        mine = [where for where in owner if owner[where] == seat]
        way = chance.random()
        if card[0] == "L" and way < 0.5 and mine:
            at["pieces"][card] = [seat, "leader", "regular", chance.choice(mine)]
        elif card[0] == "F" and way < 0.7:
            at["claimed"][seat] += [card] if way < 0.5 else []
            at["forum"] += [card] if way >= 0.5 else []
        elif card[0] in "LTA" and way < 0.7:
            at["hands"][seat].append(card)
        else:
            at["discard" if way < 0.85 or few else "deck"].append(card)
