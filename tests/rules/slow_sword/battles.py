"""12.2, 12.3 What a battle comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.rules.slow_sword.atlas import LEADERS, kind
from tests.rules.slow_sword.world import World

ATTACKER, DEFENDER = "attacker", "defender"


class Outcome(NamedTuple):
    """Totals of attacker and defender, who wins, CU that the dice take from winner and loser."""

    totals: tuple[int, int]
    winner: str
    won_loses: int
    beaten_loses: int


def other(side: str) -> str:
    return DEFENDER if side == ATTACKER else ATTACKER


def size(world: World, side: str) -> int:
    """12.2.1 CU and half of a flank force, rounded up."""
    one = world.battle[side]
    if side == ATTACKER:
        main = world.march["cu"]
    else:
        main = world.outside(one["power"], world.battle["at"])
    return int(main) + -(-one["flank_cu"] // 2)


def ratio(larger: int, smaller: int) -> int:
    """12.2.1 What the larger side adds; 99 for an automatic victory."""
    if larger >= 5 * smaller:
        return 99
    for top, bottom, adds in ((4, 1, 5), (3, 1, 4), (2, 1, 3), (3, 2, 2), (5, 4, 1)):
        if larger * bottom >= smaller * top:
            return adds
    return 0


def automatic(world: World) -> str:
    """12.2.1 The side that wins without a fight."""
    for side in (ATTACKER, DEFENDER):
        if ratio(size(world, side), size(world, other(side))) == 99:
            return side
    return ""


def tactics(one: dict[str, Any]) -> int:
    """12.2.2 0 without a leader, or by an event."""
    return 0 if one["plain"] or not one["leader"] else int(LEADERS[one["leader"]]["tactics"])


def plus(world: World, side: str) -> int:
    """12.2.3 All that a side adds."""
    battle, march = world.battle, world.march
    mine, enemy = battle[side], battle[other(side)]
    own, foe = size(world, side), size(world, other(side))
    found = ratio(own, foe) if own > foe else 0
    found += max(0, tactics(mine) - tactics(enemy))
    found += sum(number for _, number in mine["mods"])
    found += world.friendly(mine["power"], battle["at"])
    if side == ATTACKER:
        found += bool(mine["flank"])
        by_land = battle["from"] and not battle["seaborne"]
        link = kind(mine["power"], battle["from"], battle["at"]) if by_land else ""
        found -= 2 * (link in ("rough", "strait"))
    else:
        came = march["intercepted"] == mine["power"]
        found += (3 if march["forks"] else 1) if came else 0
        found -= march["cornered"] == mine["power"]
    led = {enemy["leader"]} if enemy["power"] == "greeks" else set()
    led |= {enemy["flank_leader"]} if enemy["flank"] == "greeks" else set()
    named = [one for one in led if one and LEADERS[one]["class"] != "minor"]
    return found - bool("wild beasts" in world.public["flags"] and named)


def fight(world: World, dice: Sequence[int]) -> Outcome:
    """12.2.5, 12.3 The attacker's three dice, then the defender's."""
    rolled = {ATTACKER: dice[:3], DEFENDER: dice[3:]}
    total = {side: sum(rolled[side]) + plus(world, side) for side in rolled}
    winner = ATTACKER if total[ATTACKER] > total[DEFENDER] else DEFENDER
    won, lost = rolled[winner], rolled[other(winner)]
    beaten = sum({4: 1, 5: 2, 6: 2}.get(die, 0) for die in won) + list(lost).count(1)
    back = sum(die > 3 for die in lost)
    back, beaten = suffered(world, winner, back), suffered(world, other(winner), beaten)
    return Outcome((total[ATTACKER], total[DEFENDER]), winner, back, beaten)


def suffered(world: World, side: str, hits: int) -> int:
    """9.5.6, 12.3 CU that a side loses by so many hits; Hoplites stand by Greeks alone."""
    one = world.battle[side]
    flank_cu, spared = one["flank_cu"], one["spared"]
    main_cu = size(world, side) - -(-flank_cu // 2)
    if not one["flank"] or one["flank"] == one["power"]:
        return int(min(main_cu + flank_cu, max(0, hits - spared)))
    main = flank = 0
    for _ in range(min(hits, main_cu + flank_cu)):  # one by one, the main force first
        if main < main_cu and (main <= flank or flank == flank_cu):
            main += 1
        else:
            flank += 1
    greek = main if one["power"] == "greeks" else flank if one["flank"] == "greeks" else 0
    return main + flank - min(spared, greek)
