"""Positions in which much can happen at once: stacks close together, sieges with garrisons, leaders
alone, conquered spaces, alliances, the treaty.  Play could not reach most of them."""

from __future__ import annotations

import random
from typing import Any

from tests.rules.slow_sword.atlas import (
    AFRICA,
    BOX,
    GALLIC,
    LEADERS,
    LINKS,
    SEATS,
    SPACES,
    home,
)

Data = dict[str, Any]


def scatter(public: Data, chance: random.Random) -> None:
    """Change a position at the beginning of a game into such a one."""
    powers = [*public["cu"]]
    region = _region(public, chance, chance.randint(7, 30))
    for power in powers:
        public["cu"][power], public["inside"][power] = {}, {}
    public.update(markers={}, sieges={}, militia={}, commanders={}, tribes=[])
    public["tribes"] = [s for s in SPACES if SPACES[s]["type"] == "tribe" and chance.random() < 0.7]
    public["vp"] = {seat: chance.randint(0, 8) for seat in public["vp"]}
    public["plunder"] = chance.randint(-4, 4) if "gauls" in powers else 0
    flags = ("via appia", "duoviri navales", "treaty", "wild beasts", "grand coalition")
    public["flags"] = [flag for flag in flags if chance.random() < 0.35]
    _alliances(public, chance)
    _control(public, chance, powers, region)
    _stacks(public, chance, powers, region)
    _leaders(public, chance, powers)
    for zone in ("cu", "inside"):
        public[zone] = {power: dict(sorted(public[zone][power].items())) for power in powers}
    for key in ("markers", "loyalty", "sieges"):
        public[key] = dict(sorted(public[key].items()))


def _region(public: Data, chance: random.Random, count: int) -> list[str]:
    """Spaces that hang together, and Africa now and then."""
    able = [s for s in SPACES if s not in public["closed"] and s != BOX]
    found = [chance.choice([s for s in able if s not in AFRICA])]
    while len(found) < count:
        edge = sorted({to for s in found for to in LINKS[s] if to in able} - {*found})
        if not edge:
            edge = sorted({*able} - {*found})
        found.append(chance.choice(edge))
    return [*dict.fromkeys([*found, *(AFRICA if chance.random() < 0.5 else ())])]


def _alliances(public: Data, chance: random.Random) -> None:
    """15 Some pairs of powers that are played."""
    played = [power for seat in public["seats"] for power in SEATS[seat]]
    pairs = [f"{a}/{b}" for a in sorted(played) for b in sorted(played) if a < b]
    if "treaty" in public["flags"]:
        pairs = [pair for pair in pairs if pair != "greeks/rome"]
    often = chance.choice((0.1, 0.5))
    some = {pair for pair in pairs if chance.random() < often}
    public["alliances"] = sorted(some | {*public["alliances"]})


def _control(public: Data, chance: random.Random, powers: list[str], region: list[str]) -> None:
    """7.3 Spaces that have changed hands, and loyalty."""
    for space in region:
        if space in public["tribes"] or space in AFRICA or chance.random() < 0.45:
            continue
        holder = chance.choice([*powers, "independent"])
        if holder != home(space):
            public["markers"][space] = holder
    for space in public["loyalty"]:
        holder = public["markers"].get(space, home(space))
        low = holder in (*GALLIC, "independent")
        public["loyalty"][space] = 1 if low else chance.randint(1, 3)


def _stacks(public: Data, chance: random.Random, powers: list[str], region: list[str]) -> None:
    """Stacks, each in a space of its own; garrisons inside cities and tribes under siege."""
    free = chance.sample(region, len(region))
    for power in powers * chance.randint(1, 5):
        able = [s for s in free if power != "carthage" or SPACES[s]["region"] != "italy"]
        if not able:
            continue
        space = able[0]
        free.remove(space)
        public["cu"][power][space] = chance.choice((1, 2, 3, 3, 4, 5, 6, 8, 10, 12))
        if space in AFRICA and power == "carthage":
            public["militia"][space] = chance.randint(1, public["cu"][power][space])
        _siege(public, chance, powers, power, space)
    if "transalpine" in powers:
        public["cu"]["transalpine"][BOX] = 4


def _siege(public: Data, chance: random.Random, powers: list[str], power: str, space: str) -> None:
    holder = public["markers"].get(space, home(space))
    city, tribe = space in public["loyalty"], space in public["tribes"]
    if holder == power or not (city or tribe):
        return
    if city and holder in powers and chance.random() < 0.7:
        public["inside"][holder][space] = chance.randint(1, 3)
    pairs = [{*pair.split("/")} for pair in public["alliances"]]
    pairs += [{"rome", "carthage"}] if "treaty" in public["flags"] else []
    if {holder, power} not in pairs:
        most = public["loyalty"].get(space, SPACES[space]["strength"])
        public["sieges"][space] = chance.randint(0, most - 1)


def _leaders(public: Data, chance: random.Random, powers: list[str]) -> None:
    """Leaders with CU, inside with garrisons, or alone where nobody is."""
    taken = {s for power in powers for s in (*public["cu"][power], *public["inside"][power])}
    for one in public["leaders"]:
        power, kind = LEADERS[one]["power"], LEADERS[one]["class"]
        spots = [*public["cu"][power], *(f"+{s}" for s in public["inside"][power])]
        if one == "bomilcar":
            spots = [s for s in spots if s in AFRICA]
        if spots and chance.random() < (0.4 if kind == "consul" else 0.75):
            public["leaders"][one] = chance.choice(spots)
        elif chance.random() < 0.1 and kind != "consul" and power != "carthage":
            alone = [s for s in LINKS if s not in (*taken, *public["closed"], *AFRICA, BOX)]
            public["leaders"][one] = chance.choice(alone)
            taken.add(public["leaders"][one])
        else:
            waits = {"consul": "(cup)", "minor": "(aside)"}.get(kind, "(waits)")
            public["leaders"][one] = waits
