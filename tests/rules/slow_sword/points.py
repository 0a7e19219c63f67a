"""7.3, 5.10 Which support points can be added, cut, turned or won back; where CU can be placed."""

from __future__ import annotations

from tests.rules.slow_sword.atlas import BOX, GALLIC, LINKS, SPACES, home
from tests.rules.slow_sword.world import World


def add(world: World, power: str) -> list[str]:
    """7.3.1 Where a power can add a point."""
    found = []
    for space in SPACES:
        holder = world.control(space)
        if not world.supports(space):
            continue
        if world.city(space):
            most = 1 if power in GALLIC else 3
            low = world.public["loyalty"][space] < most and not world.besieged(space)
            found += [space] if holder == power and low else []
        elif not world.friendly(power, space) and world.all_cu(power, space):
            found.append(space)
    return found


def cut(world: World, victim: str) -> list[str]:
    """7.3.3 Where a point of a power can be removed by another."""
    found = []
    for space in SPACES:
        if world.control(space) == victim and world.supports(space):
            least = world.public["loyalty"].get(space, 1)
            found += [space] if world.all_cu(victim, space) < least else []
    return found


def turn(world: World, victim: str, near: list[str]) -> list[str]:
    """7.3.4 Of these, which can be replaced by the winner's."""
    able = [s for s in cut(world, victim) if s in near]
    return [s for s in able if world.public["loyalty"].get(s, 1) == 1]


def near(world: World, power: str) -> list[str]:
    """7.3.4 Spaces beside one that it controls, by any link in either direction."""
    mine = {s for s in SPACES if world.control(s) == power}
    return [s for s in SPACES if any(s in LINKS[m] or m in LINKS[s] for m in mine)]


def free(world: World, power: str) -> list[str]:
    """7.3.4 Independent home spaces without enemy CU."""
    able = [s for s in SPACES if home(s) == power and world.control(s) == "independent"]
    enemies = [one for one in world.powers if not world.allied(one, power)]
    clear = [s for s in able if not any(world.all_cu(one, s) for one in enemies)]
    return [s for s in clear if world.supports(s)]


def own(world: World, power: str) -> dict[str, int]:
    """7.3.2, 13.5 Points of its own that a power can take away, by space."""
    found = {}
    for space in SPACES:
        if world.control(space) == power and world.supports(space):
            level = world.public["sieges"].get(space, 0) if world.city(space) else 0
            found[space] = world.public["loyalty"].get(space, 1) - level
    return {space: number for space, number in found.items() if number}


def sources(world: World, power: str) -> list[str]:
    """5.10.1 Home reinforcement spaces that it controls, without a siege marker."""
    able = [s for s in SPACES if home(s) == power and (SPACES[s]["cu"] or s == BOX)]
    if power == "rome":
        able += [s for s in world.public["loyalty"] if s not in able]
    able = [s for s in able if world.control(s) == power and not world.besieged(s)]
    return sorted(s for s in able if s not in world.closed)


def income(world: World, power: str) -> int:
    """5.10.1 CU that it gets."""
    if power == "transalpine":
        return 1
    able = sources(world, power)
    if power == "rome":
        return sum(2 if s == "roma" else 1 for s in able)
    return sum(SPACES[s]["cu"] for s in able)


def placeable(world: World, power: str) -> list[str]:
    """5.10, 15.3 Where its CU can be placed."""

    def clear(space: str) -> bool:
        friendly = world.friendly(power, space) and space not in world.closed
        return friendly and not world.enemies(power, space)

    found = {s for s in sources(world, power) if clear(s)}
    while True:
        more = {to for s in found for to in LINKS[s] if clear(to)} - found
        if not more:
            break
        found |= more
    free = [s for s in found if not world.others_cu(power, s)]
    able = {s for s in free if not world.others_leaders(power, s)}
    return sorted(able | ({BOX} if power == "transalpine" else set()))
