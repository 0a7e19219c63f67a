"""10, 11 Who can try to intercept or to avoid battle when a force has entered a space, and with
what; 9.3.1 who can go inside; 10.5.1, 7.2.2 whether it could go back."""

from __future__ import annotations

from tests.rules.slow_sword.atlas import BOX, LEADERS, LINKS, easy
from tests.rules.slow_sword.world import World

Group = tuple[str, int, tuple[str, ...]]


def interceptors(world: World) -> list[tuple[str, str]]:
    """10.1, 10.2 Powers and spaces of armies that can try."""
    march = world.march
    return [
        (power, space)
        for power in world.powers
        for space in LINKS
        if march["came"] and march["cu"] and march["at"] in LINKS[space]
        if _ready(world, power, space) and space != BOX and easy(power, space, march["at"])
        if [power, space] not in march["bribed"] and _may_come(world, power)
    ]


def _ready(world: World, power: str, space: str) -> bool:
    """10.2 An army outside, or inside where no enemy is outside."""
    led = world.inside(power, space) and world.leaders(power, space, True)
    return world.army(power, space) or bool(led and not world.enemies(power, space))


def _may_come(world: World, power: str) -> bool:
    mover, at = world.march["power"], world.march["at"]
    if world.allied(power, mover) or not world.bounds(power, at):
        return False
    if world.all_cu(mover, at) > world.march["cu"]:  # CU that do not move
        return False
    third = world.others_cu(power, at, ignore=[mover])
    return not third and not world.others_leaders(power, at, ignore=[mover])


def avoiders(world: World) -> list[tuple[str, str]]:
    """11.1, 11.2 Powers that have an army there that can try, and that space."""
    march = world.march
    at = march["at"]
    found = []
    for power in world.enemies(march["power"], at):
        tried = f"{power}/{at}/{march['leader']}" in world.now["tried"]
        if at != "carthago" and world.army(power, at) and not tried and refuges(world, power):
            found.append((power, at))
    return found


def refuges(world: World, power: str) -> list[str]:
    """11.2 Where an army can go."""
    at, came = world.march["at"], world.march["came"]
    able = [s for s in LINKS[at] if s != came and easy(power, at, s) and s not in world.closed]
    able = [s for s in able if s != BOX and world.friendly(power, s) and world.bounds(power, s)]
    free = [s for s in able if not world.others_cu(power, s)]
    return sorted(s for s in free if not world.others_leaders(power, s))


def groups(world: World, power: str, space: str) -> set[Group]:
    """10.3, 10.4, 11.1 Who can go: a leader, CU, and nobody or all others with him."""
    inside = not world.outside(power, space)
    here = world.leaders(power, space, inside)
    there = world.inside(power, space) if inside else world.outside(power, space)
    chief, found = world.commander(power, space, inside), set()
    for leader in here:
        others = [one for one in here if one != leader]
        for more in {(), tuple(others)}:
            if (_minor(leader) and not all(map(_minor, more))) or chief in more:
                continue
            staying = [one for one in others if one not in more]
            kept = leader != chief or any(LEADERS[one]["class"] == "consul" for one in staying)
            found |= {(leader, cu, more) for cu in range(1, min(10, there - kept) + 1)}
    return found


def _minor(leader: str) -> bool:
    return bool(LEADERS[leader]["class"] == "minor")


def shelter(world: World, power: str, space: str) -> list[int]:
    """9.3.1 CU that can go inside."""
    free = min(3 - world.inside(power, space), world.outside(power, space))
    return [*range(free + 1)]


def forks(world: World) -> list[str]:
    """9.3.3 Spaces of Samnite armies that Caudine Forks could bring, whoever holds the card."""
    march = world.march
    at, mover = march["at"], march["power"]
    if world.allied(mover, "samnites") or "samnites" not in world.powers:
        return []
    if world.inside("samnites", at) or world.all_cu(mover, at) > march["cu"]:
        return []
    if world.others_cu("samnites", at, ignore=[mover]):
        return []
    return [s for s in LINKS if at in LINKS[s] and _ready(world, "samnites", s)]


def goes_back(world: World) -> bool:
    """10.5.1 Whether an intercepted force can decline."""
    march = world.march
    return march["came"] != BOX and world.stands(march["power"], march["came"], True)


def bribe(world: World, goes_on: bool) -> str:
    """7.2.2 Which bribe is possible: back or pass; goes_on: whether a step leads on from there."""
    march, at = world.march, world.march["at"]
    if "mines depleted" in world.public["flags"] or not march["came"]:
        return ""
    if "etruscans-samnites" in world.public["out"] or not world.army("etruscans", at):
        return ""
    if march["power"] == "etruscans":
        return "pass" if goes_on else ""
    back = march["came"] != BOX and not world.others_cu(march["power"], march["came"])
    return "back" if back and not world.allied(march["power"], "etruscans") else ""
