"""What a position is after an event, a roll, a lost point: each function changes a copy of the
public part of a State and asks nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.slow_sword import ending
from tests.rules.slow_sword.atlas import GALLIC, LEADERS, SEATS, SPACES, TABLES, home
from tests.rules.slow_sword.world import World

Data = dict[str, Any]
ZONES = ("cu", "inside")


def count(public: Data, zone: str, power: str, space: str, by: int) -> int:
    """Change a number of CU, no further than to none; how many came or went.  Militia goes first
    (9.2)."""
    there = public[zone][power].pop(space, 0)
    after = max(0, there + by)
    if after:
        public[zone][power][space] = after
    if by < 0 and power == "carthage" and public["militia"].get(space):
        militia = public["militia"].pop(space) - (there - after)
        public["militia"].update({space: militia} if militia > 0 else {})
    return int(after - there)


def off(public: Data, leader: str) -> None:
    """8.4 A leader who is displaced or set aside; the Dictator waits for his card again."""
    minor = LEADERS[leader]["class"] == "minor"
    away = "(aside)" if minor else "(displaced)"
    public["leaders"][leader] = "(waits)" if leader == "dictator" else away
    uncommand(public, leader)


def uncommand(public: Data, leader: str) -> None:
    """Nobody has chosen him any more."""
    chosen = public["commanders"]
    for key in [key for key, one in chosen.items() if one == leader]:
        del chosen[key]


def alone(public: Data, power: str, space: str) -> None:
    """8.4 Leaders without CU of their own, with enemy CU, outside a friendly city are displaced."""
    world = World(public)
    enemies = [p for p in world.powers if not world.allied(p, power)]
    holder = world.control(space)
    friendly = holder == power or (holder in world.powers and world.allied(holder, power))
    met = not world.all_cu(power, space) and any(world.all_cu(p, space) for p in enemies)
    if met and not (world.city(space) and friendly):
        for leader in world.leaders(power, space):
            off(public, leader)


# Control.


def mark(public: Data, space: str, power: str) -> None:
    """A marker, or none where the printed colour says the same."""
    public["markers"].pop(space, None)
    if power != home(space):
        public["markers"][space] = power


def lose_point(public: Data, space: str, sack: bool = False) -> None:
    """7.3.2 A support point of whoever controls a space goes; sack: what Gauls say if it falls."""
    world = World(public)
    if world.city(space):
        _lose_loyalty(public, space, sack)
    elif world.control(space) == home(space) or world.out(home(space)):
        mark(public, space, "independent")
    else:
        mark(public, space, home(space))


def _lose_loyalty(public: Data, space: str, sack: bool) -> None:
    public["loyalty"][space] -= 1
    if space in public["sieges"]:
        if public["sieges"][space] >= public["loyalty"][space]:
            fall(public, besieger(World(public), space), space, sack)
    elif not public["loyalty"][space]:
        _freed(public, space)


def _freed(public: Data, space: str) -> None:
    """7.3.2 An independent city, and what becomes of the CU inside."""
    world = World(public)
    holder = world.control(space)
    public["loyalty"][space] = 1
    mark(public, space, "independent")
    outside = any(world.outside(p, space) for p in world.powers if p != holder)
    if holder in world.powers:
        (_expelled if outside else out)(public, holder, space)


def _expelled(public: Data, power: str, space: str) -> None:
    public["inside"][power].pop(space, None)
    for leader in World(public).leaders(power, space, inside=True):
        off(public, leader)


def out(public: Data, power: str, space: str) -> None:
    """9.3.1 Those inside stand outside."""
    cu = public["inside"][power].pop(space, 0)
    if cu:
        count(public, "cu", power, space, cu)
    for leader in World(public).leaders(power, space, inside=True):
        uncommand(public, leader)
        public["leaders"][leader] = space


def besieger(world: World, space: str) -> str:
    """13.5 Whose CU stand before a city or tribe."""
    holder = world.control(space)
    there = [p for p in world.powers if world.outside(p, space)]
    return next((p for p in there if holder == "independent" or not world.allied(p, holder)), "")


def convert(public: Data, space: str) -> None:
    """13.5 A city or tribe falls to its besieger; in an ally's home space a city to the ally."""
    world = World(public)
    power, holder = besieger(world, space), world.control(space)
    del public["sieges"][space]
    if world.tribe(space):
        public["tribes"].remove(space)
        mark(public, space, power)
        return
    if holder in world.powers:
        _expelled(public, holder, space)
    public["loyalty"][space] = 1
    mark(public, space, owner_of(world, power, space))


def owner_of(world: World, power: str, space: str) -> str:
    """15.2.3 Who gets a space that a power wins: its printed owner, if that is an ally."""
    ally = home(space) in world.powers and world.allied(home(space), power)
    return home(space) if ally and not world.out(home(space)) else power


# Rolls.


def siege(
    public: Data, power: str, space: str, dice: Sequence[int], plus: int, sack: bool = False
) -> None:
    """13.2, 13.5 A siege or subjugation roll of the stack outside; sack: what the Gauls say."""
    world = World(public)
    roll = sum(dice) + plus - (power in GALLIC and world.city(space))
    row = str(min(12, max(2, roll)))
    public["sieges"].setdefault(space, 0)
    count(public, "cu", power, space, -TABLES["siege"]["losses"][row])
    public["sieges"][space] += TABLES["siege"]["points"][row]
    strength = public["loyalty"].get(space, SPACES[space]["strength"])
    if public["sieges"][space] >= strength:
        fall(public, power, space, sack)
    alone(public, power, space)


def fall(public: Data, power: str, space: str, sack: bool) -> None:
    (sacked if sack and may_sack(World(public), power, space) else convert)(public, space)
    for one in World(public).powers:
        alone(public, one, space)


def may_sack(world: World, power: str, space: str) -> bool:
    """14.4 Gauls, a city of another power."""
    return power in GALLIC and world.city(space) and world.control(space) != "independent"


def sacked(public: Data, space: str) -> None:
    """14.4 An independent city, and five markers."""
    world = World(public)
    power = besieger(world, space)
    _expelled(public, world.control(space), space)
    del public["sieges"][space]
    public["loyalty"][space] = 1
    mark(public, space, "independent")
    plunder(public, power, TABLES["plunder"]["sack"])


def raid(public: Data, power: str, space: str, dice: Sequence[int], plus: int) -> None:
    """14.2, 14.3 A raid."""
    row = str(min(12, max(2, sum(dice) + plus)))
    count(public, "cu", power, space, -min(1, TABLES["siege"]["losses"][row]))
    if TABLES["siege"]["points"][row]:
        mark(public, space, "independent")
        plunder(public, power, 1)


def attrition(public: Data, power: str, space: str, die: int, plus: int) -> None:
    """5.5 Losses of all CU of a power in a space, outside first."""
    world = World(public)
    there = world.all_cu(power, space)
    column = next(n for n, most in enumerate(TABLES["attrition"]["columns"]) if there <= most)
    losses = TABLES["attrition"]["losses"][str(min(6, die + plus))][column]
    gone = -count(public, "cu", power, space, -losses)
    count(public, "inside", power, space, gone - losses)
    alone(public, power, space)


def plunder(public: Data, power: str, number: int) -> None:
    """14.1 Markers laid one at a time."""
    by = 1 if power == "gauls" else -1
    for _ in range(number):
        public["plunder"] += by
        if abs(public["plunder"]) == TABLES["plunder"]["boxes"]:
            public["plunder"] = 0
            public["vp"]["gauls"] = max(0, public["vp"]["gauls"] + by)


# The end of a turn.


def score(public: Data) -> None:
    """5.8.1 VP of victory spaces, gains and losses together, never below none."""
    world = World(public)
    for seat in (one for one in public["seats"] if one not in public["out"]):
        gain = sum(ending.gain(world, p) for p in SEATS[seat])
        public["vp"][seat] = max(0, public["vp"][seat] + gain)


# Points, one at a time (7.3).


def of(public: Data, power: str) -> list[str]:
    """All leaders of a power in the game."""
    return [one for one in public["leaders"] if LEADERS[one]["power"] == power]


def add(public: Data, power: str, space: str) -> None:
    """7.3.1 A loyalty more, or a marker in place of another."""
    world = World(public)
    if world.control(space) == power:
        public["loyalty"][space] += 1
    else:
        mark(public, space, owner_of(world, power, space))


def turn(public: Data, power: str, space: str) -> None:
    """7.3.4 The winner's in place of the loser's."""
    world = World(public)
    owner, holder = owner_of(world, power, space), world.control(space)
    mark(public, space, owner)
    if world.city(space):
        public["loyalty"][space] = 1
        public["sieges"].pop(space, None)
        outside = any(world.outside(p, space) for p in world.powers if p != holder)
        (_expelled if outside else out)(public, holder, space)


def free(public: Data, power: str, space: str) -> None:
    """7.3.4 An independent home space is its power's again."""
    public["markers"].pop(space, None)
    if space in public["sieges"] and not besieger(World(public), space):
        del public["sieges"][space]


def gallic_loss(public: Data, space: str, powers: Sequence[str], loses: str) -> None:
    """19 One CU, outside first; or one point."""
    world = World(public)
    if loses != "cu":
        lose_point(public, space)
        return
    power = next(p for p in powers if world.all_cu(p, space))
    zone = "cu" if world.outside(power, space) else "inside"
    count(public, zone, power, space, -1)
    follow(public, space)


# What follows (8.4, 9.3.1, 13.4).


def follow(public: Data, space: str) -> None:
    """Those inside, leaders alone, a siege that is over."""
    come_out(public, space)
    lone(public, space)
    if space in public["sieges"] and not besieger(World(public), space):
        del public["sieges"][space]


def come_out(public: Data, space: str) -> None:
    """9.3.1 Those inside stand outside when no CU of another power do."""
    world = World(public)
    for power in world.powers:
        others = any(world.outside(p, space) for p in world.powers if p != power)
        if not others:
            out(public, power, space)


def lone(public: Data, space: str) -> None:
    """8.4 Leaders outside without CU, and enemy CU: in an own city they are inside, in an ally's
    nothing happens, elsewhere they are displaced."""
    world = World(public)
    for power in world.powers:
        enemies = [p for p in world.powers if not world.allied(p, power)]
        met = any(world.all_cu(p, space) for p in enemies)
        if world.outside(power, space) or not met:
            continue
        for leader in world.leaders(power, space):
            if not (world.city(space) and world.friendly(power, space)):
                off(public, leader)
            elif world.control(space) == power:
                uncommand(public, leader)
                public["leaders"][leader] = f"+{space}"
