"""5.4 What else an action can hold, besides events and marches: alliances, minor leaders, support,
reinforcement, siege rolls, colonies, Gallic solidarity, Carthage by the treaty."""

from __future__ import annotations

from tests.rules.slow_sword import deeds, points
from tests.rules.slow_sword.atlas import LEADERS, SEAT, SPACES, home
from tests.rules.slow_sword.world import World

Found = set[tuple[str, ...]]


def propose(world: World, seat: str) -> Found:
    """15.1 Pairs that are not allied, once in an action; 18 not Rome and the Greeks."""
    now, found = world.now, set()
    for own in deeds.own(world, seat):
        for other in (p for p in world.powers if SEAT.get(p, seat) != seat and not world.out(p)):
            told = "/".join(sorted((own, other)))
            barred = told == "greeks/rome" and "treaty" in world.public["flags"]
            if not barred and told not in (*world.public["alliances"], *now["proposed"]):
                found |= {(own, other)} if told not in now["broken"] else set()
    return found


def part(world: World, seat: str, permanent: list[str]) -> Found:
    """15.5 Alliances that can be broken for three points of the own power; 18 the treaty."""
    found = set()
    for own in deeds.own(world, seat):
        if sum(points.own(world, own).values()) < 3:
            continue
        pairs = [p for p in world.public["alliances"] if own in p.split("/")]
        pairs = [p for p in pairs if p not in (*permanent, *world.now["proposed"])]
        found |= {(own, other) for p in pairs for other in p.split("/") if other != own}
        if own == "rome" and "treaty" in world.public["flags"]:
            found.add(("rome", "carthage"))
    return found


def minors(world: World, seat: str) -> Found:
    """8.3 A minor leader and a space with CU of his power."""
    now, found = world.now, set()
    powers = [*deeds.own(world, seat), *([now["neutral"]] if now["neutral"] else [])]
    for leader, told in LEADERS.items():
        at = world.public["leaders"].get(leader, "(removed)")
        done = leader in (*now["placed"], *now["set_aside"], *now["moved"])
        if told["class"] != "minor" or told["power"] not in powers or done:
            continue
        if at[0] != "(" or at == "(aside)":
            found |= {(leader, s) for s in SPACES if world.all_cu(told["power"], s)}
    return found


def support(world: World, seat: str) -> Found:
    """7.3.1 Where a point can be added."""
    return {(s,) for p in deeds.own(world, seat) for s in points.add(world, p)}


def reinforce(world: World, seat: str) -> Found:
    """5.10 Where a CU can be placed."""
    return {(s,) for p in deeds.own(world, seat) for s in points.placeable(world, p)}


def siege(world: World, seat: str) -> Found:
    """13.1.1 Commanders with three CU at a besieged enemy city or tribe, by a card of value 3."""
    found = set()
    for leader, told in LEADERS.items():
        power, at = told["power"], world.public["leaders"].get(leader, "(removed)")
        if power not in deeds.own(world, seat) or at not in world.public["sieges"]:
            continue
        named = [x for x in world.leaders(power, at) if LEADERS[x]["class"] != "minor"]
        commands = leader in named or not named
        enemy = not world.friendly(power, at) and (world.city(at) or world.tribe(at))
        if commands and enemy and world.outside(power, at) >= 3:
            found.add((leader,))
    return found


def colony(world: World, seat: str) -> Found:
    """7.2.1 Romans with three CU in a normal space of theirs."""
    found = set()
    for leader, told in LEADERS.items():
        at = world.public["leaders"].get(leader, "(removed)")
        able = seat == told["power"] == "rome" and at in SPACES and world.normal(at)
        if able and world.control(at) == "rome" and world.outside("rome", at) >= 3:
            found.add((leader,))
    return found


def solidarity(world: World, seat: str) -> Found:
    """14.6 Enemy markers in Gallic home spaces without enemy CU."""
    if seat != "gauls" or world.public["plunder"] < 1:
        return set()
    lost = [s for s in SPACES if home(s) == "gauls" and not world.friendly("gauls", s)]
    enemies = [p for p in world.powers if not world.allied(p, "gauls")]
    clear = [s for s in lost if not any(world.all_cu(p, s) for p in enemies)]
    return {(s,) for s in clear if world.normal(s)}


def carthage(world: World, seat: str) -> Found:
    """18 Rome activates Carthage by the treaty, once a round."""
    treaty = seat == "rome" and "treaty" in world.public["flags"]
    once = "carthage" not in world.public["activated"] and not world.out("carthage")
    return {("carthage",)} if treaty and once and deeds.busy(world, seat, "carthage") else set()
