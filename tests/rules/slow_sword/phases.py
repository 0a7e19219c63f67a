"""What the end of an action, isolation, scoring and the end of a turn make of a position, and where
a retreat ends: each function changes a copy of the public part of a State."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import permutations
from typing import Any

from tests.rules.slow_sword import effects, ending
from tests.rules.slow_sword.atlas import SEATS, SPACES
from tests.rules.slow_sword.world import World

Data = dict[str, Any]


# 20 The end of an action.


def close(public: Data) -> None:
    """20 Leaders alone, those inside, sieges that are over; then new siege markers (13.1.1)."""
    public["now"]["neutral"] = ""
    for space in SPACES:
        effects.follow(public, space)
    for space in ending.besiegers(World(public)):
        public["sieges"][space] = 0


# 5.4, 5.7, 5.8, 5.11.


def queue(public: Data) -> list[str]:
    """5.4, 19 Who acts in a round, from the first player clockwise."""
    seats = [*SEATS]
    start = seats.index(public["first"])
    found = seats[start:] + seats[:start]
    gone = [seat for seat in public["seats"] if seat in public["out"]]
    return [s for s in found if s not in gone and (s in public["seats"] or s == "gauls")]


def orders(public: Data) -> Iterator[list[str]]:
    """4.4 Every order of players by VP."""
    live = [seat for seat in public["seats"] if seat not in public["out"]]
    for order in permutations(live):
        points = [public["vp"][seat] for seat in order]
        if points == sorted(points, reverse=True):
            yield [*order]


def isolations(public: Data) -> list[Data]:
    """5.7 What isolation can make of it, by the order of those that are tied."""
    found = []
    for order in orders(public):
        after = deepcopy(public)
        after["now"].update(neutral="", seat="")
        neutral = [p for p in ("carthage", "volsci", "transalpine") if p in after["cu"]]
        for power in [*neutral, *(p for seat in order for p in SEATS[seat])]:
            if not World(after).out(power):
                for space in ending.isolated(World(after), power):
                    effects.mark(after, space, "independent")
        found.append(after)
    return found


def turn_over(public: Data) -> None:
    """5.11 What holds for one turn is over; 5.10.3 players without CU are out."""
    world = World(public)
    for seat in public["seats"]:
        cu = [world.all_cu(p, s) for p in SEATS[seat] for s in SPACES if p in world.powers]
        if seat not in public["out"] and not any(cu):
            leave(public, seat)
    public["out"].sort(key=[*SEATS].index)
    short = ("wild beasts", "grand coalition")
    public["flags"] = [flag for flag in public["flags"] if flag not in short]


def leave(public: Data, seat: str) -> None:
    """5.10.3 Leaders go, what they control is independent, alliances end."""
    public["out"].append(seat)
    for power in SEATS[seat]:
        for leader in effects.of(public, power):
            public["leaders"][leader] = "(removed)"
        if power == "rome" and "treaty" in public["flags"]:
            public["flags"].remove("treaty")
        pairs = public["alliances"]
        public["alliances"] = [p for p in pairs if power not in p.split("/")]
        for space in [s for s in SPACES if World(public).control(s) == power]:
            effects.mark(public, space, "independent")
            if World(public).city(space):
                public["loyalty"][space] = 1


# 12.4 A retreat.


def retreats(
    public: Data, power: str, at: str, cu: int, leaders: Sequence[str], way: Sequence[str]
) -> None:
    """12.4.2, 12.4.5 Space by space: losses, then own CU that are not more go along."""
    gone = [*leaders]
    for number, to in enumerate(way):
        citizens = public["militia"].pop(at, 0) if power == "carthage" else 0
        stay = min(citizens, World(public).outside(power, at) - cu)
        effects.count(public, "cu", power, at, -cu)
        effects.count(public, "cu", power, to, cu)
        for space, more in ((at, stay), (to, citizens - stay)):
            if more:
                public["militia"][space] = public["militia"].get(space, 0) + more
        for leader in gone:
            effects.uncommand(public, leader)
            public["leaders"][leader] = to
        at, last = to, number + 1 == len(way)
        lost = min(cu, price(World(public), power, to, last))
        cu += effects.count(public, "cu", power, to, -lost)
        if not cu:
            for leader in gone:
                effects.off(public, leader)
            return
        there = World(public).outside(power, to) - cu
        if not last and 0 < there <= cu:
            cu, gone = cu + there, World(public).leaders(power, to)


def price(world: World, power: str, to: str, last: bool) -> int:
    """12.4.5 CU that a space costs."""
    hostile = not world.friendly(power, to)
    enemies = sum(world.outside(p, to) for p in world.powers if not world.allied(p, power))
    return int(hostile) + (0 if last else enemies)
