"""What becomes of commanders, fleets, Africa, those who relieve a siege, and of Greek leaders who
must be paid: each function changes a copy of the public part of a State and asks nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.rules.slow_sword import effects
from tests.rules.slow_sword.atlas import AFRICA, LEADERS, SPACES, TABLES, home
from tests.rules.slow_sword.battles import ATTACKER
from tests.rules.slow_sword.world import World

Data = dict[str, Any]


# Battles (12.2.4, 12.3, 13.4.2).


def strike(public: Data, side: str) -> set[str]:
    """12.2.4, 8.2.1 The commander of a side is displaced; who can take over, "" for nobody."""
    one = public["battle"][side]
    effects.off(public, one["leader"])
    here = World(public).leaders(one["power"], public["battle"]["at"])
    named = [leader for leader in here if LEADERS[leader]["class"] != "minor"]
    return {*(named or here)} or {""}


def losses(public: Data, side: str, number: int, spared: int = 0) -> None:
    """9.5.6 CU of a side go: half of them from its flank force, the odd one from the main force; a
    share that one cannot bear passes to the other.  Hoplites spare so many, of Greeks alone."""
    battle, one = public["battle"], public["battle"][side]
    if not one["flank"] or one["flank"] == one["power"]:
        number, spared = max(0, number - spared), 0
    there = World(public).outside(one["power"], battle["at"])
    main = public["march"]["cu"] if side == ATTACKER else there
    flank = min(one["flank_cu"], number // 2)
    mine = min(main, number - flank)
    flank = min(one["flank_cu"], number - mine)
    if one["power"] == "greeks":
        mine = max(0, mine - spared)
    else:
        flank = max(0, flank - spared)
    effects.count(public, "cu", one["power"], battle["at"], -mine)
    if flank:
        effects.count(public, "cu", one["flank"], one["flank_at"], -flank)


def relief(world: World) -> bool:
    """13.4.2 Whether those inside could join: their own power attacks from outside."""
    march = world.march
    return bool(march["came"] and world.inside(march["power"], march["at"]))


# At sea (9.6.4).


def opposed(world: World, power: str, to: str) -> bool:
    """9.6.4 Whether naval combat is rolled."""
    treaty = power == "greeks" and "treaty" in world.public["flags"]
    return treaty or (power != "carthage" and world.control(to) == "carthage")


def naval(public: Data, march: Data, die: int) -> bool:
    """9.6.4, 8.4 CU that a fleet loses; whether it lands."""
    table, power, at = TABLES["naval"], march["power"], march["at"]
    gone = min(march["cu"], table["losses"][str(die)])
    effects.count(public, "cu", power, at, -gone)
    sunk = march["cu"] == gone > 0
    for leader in (march["leader"], *march["with"]) if sunk else ():
        effects.off(public, leader)
    return die not in table["back"] and not sunk


# Africa (17.2).


def landed(public: Data) -> None:
    """17.2.1 Hamilcar and all CU with him go to Carthago, if he is on the map, neither in Africa
    nor inside a city."""
    at = public["leaders"]["hamilcar"]
    if at not in SPACES or at in AFRICA:
        return
    gone = -effects.count(public, "cu", "carthage", at, -World(public).outside("carthage", at))
    effects.count(public, "cu", "carthage", "carthago", gone)
    for leader in World(public).leaders("carthage", at):
        effects.uncommand(public, leader)
        public["leaders"][leader] = "carthago"
    effects.follow(public, at)
    effects.follow(public, "carthago")


def fallen(public: Data, haven: str, sack: bool) -> None:
    """17.2.2 Carthage is out; haven: where Greeks in Africa go, "" for nowhere."""
    flags = [flag for flag in public["flags"] if flag not in ("punic envoys", "treaty")]
    public["flags"] = [*flags, "carthage out"]
    there = [s for s in SPACES if World(public).all_cu("carthage", s)]
    for zone in effects.ZONES:
        public[zone]["carthage"] = {}
    for leader in effects.of(public, "carthage"):
        effects.uncommand(public, leader)
        public["leaders"][leader] = "(removed)"
    public["militia"] = {}
    for space in there:
        effects.follow(public, space)
    for space in [s for s in SPACES if World(public).control(s) == "carthage"]:
        _turned(public, space, sack)
    for space in AFRICA:
        _homeward(public, space, haven)
        effects.mark(public, space, "independent")


def _turned(public: Data, space: str, sack: bool) -> None:
    """17.2.2, 13.5 Greek; its besieger may have it at once."""
    effects.mark(public, space, "greeks")
    if World(public).city(space):
        public["loyalty"][space] = 1
    effects.follow(public, space)
    if public["sieges"].get(space, -1) >= public["loyalty"].get(space, 99):
        effects.fall(public, effects.besieger(World(public), space), space, sack)


def _homeward(public: Data, space: str, haven: str) -> None:
    cu = -effects.count(public, "cu", "greeks", space, -World(public).outside("greeks", space))
    for leader in World(public).leaders("greeks", space):
        effects.off(public, leader)
        public["leaders"][leader] = haven or public["leaders"][leader]
    if haven:
        effects.count(public, "cu", "greeks", haven, cu)


def havens(world: World) -> set[str]:
    """17.2.2 Greek reinforcement spaces of theirs without enemy CU."""
    homes = [s for s in SPACES if home(s) == "greeks" and SPACES[s]["cu"]]
    enemies = [p for p in world.powers if not world.allied(p, "greeks")]
    mine = [s for s in homes if world.control(s) == "greeks"]
    return {s for s in mine if not any(world.all_cu(p, s) for p in enemies)}


# Greek leaders (8.2.3).


def paid(public: Data, leader: str, points: Sequence[str], sack: bool) -> bool:
    """8.2.3 Whether a named Greek leader is paid for by these points; otherwise he is out for
    good."""
    enough = len(points) == LEADERS[leader]["penalty"] and _can_pay(public, points)
    if enough:
        for space in points:
            effects.lose_point(public, space, sack)
    else:
        effects.uncommand(public, leader)
        public["leaders"][leader] = "(removed)"
    return enough


def _can_pay(public: Data, points: Sequence[str]) -> bool:
    world = World(public)
    for space in points:
        mine = world.city(space) and world.control(space) == "greeks"
        level = public["sieges"].get(space, 0)
        if not mine or points.count(space) > public["loyalty"][space] - level:
            return False
    return True
