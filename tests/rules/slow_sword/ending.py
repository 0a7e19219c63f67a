"""5.5 to 5.8 What the end of a turn does to each power."""

from __future__ import annotations

from tests.rules.slow_sword.atlas import LINKS, SPACES, home
from tests.rules.slow_sword.world import World


def exposed(world: World, power: str) -> list[str]:
    """5.5 Where its CU roll for attrition."""
    there = [s for s in SPACES if world.all_cu(power, s)]
    return [s for s in there if not world.friendly(power, s)]


def markable(world: World, power: str) -> list[str]:
    """5.6 Enemy normal spaces where it has CU."""
    there = [s for s in SPACES if world.outside(power, s) and not world.friendly(power, s)]
    return [s for s in there if world.normal(s) and world.supports(s)]


def rollable(world: World, power: str) -> list[str]:
    """13.1.2 Enemy cities and tribes where a commander has three CU outside."""
    there = [s for s in SPACES if world.outside(power, s) >= 3 and world.leaders(power, s)]
    walled = [s for s in there if world.city(s) or world.tribe(s)]
    return [s for s in walled if not world.friendly(power, s)]


def isolated(world: World, power: str) -> list[str]:
    """5.7.1 Its markers without a path to an anchor."""
    mine = [s for s in SPACES if world.control(s) == power and world.normal(s)]
    return [s for s in mine if world.supports(s) and not _anchored(world, power, s)]


def _anchored(world: World, power: str, space: str) -> bool:
    seen, ahead = {space}, [space]
    while ahead:
        here = ahead.pop()
        if _anchor(world, power, here):
            return True
        for to in LINKS:
            if to in seen or LINKS[here].get(to, LINKS[to].get(here)) not in ("clear", "via-appia"):
                continue
            if world.friendly(power, to) or _held(world, power, to):
                seen.add(to)
                ahead.append(to)
    return False


def _held(world: World, power: str, space: str) -> bool:
    friends = [one for one in world.powers if world.allied(one, power)]
    return any(world.all_cu(one, space) for one in friends)


def _anchor(world: World, power: str, space: str) -> bool:
    """5.7.1 A friendly city, reinforcement space, tribe or port, or friendly CU."""
    if _held(world, power, space):
        return True
    firm = world.city(space) or world.tribe(space) or SPACES[space]["port"] or SPACES[space]["cu"]
    return bool(firm) and world.friendly(power, space)


def gain(world: World, power: str) -> int:
    """5.8.1 VP that it wins and loses by victory spaces."""
    spaces = [s for s in SPACES if SPACES[s]["victory"] and s not in world.closed]
    lost = sum(home(s) == power != world.control(s) for s in spaces)
    held = sum(home(s) != power == world.control(s) for s in spaces)
    return (0 if power == "gauls" else held) - lost


def depleted(world: World) -> bool:
    """7.2.3 Whether five Etruscan home spaces are not under Etruscan control."""
    homes = [s for s in SPACES if home(s) == "etruscans"]
    return sum(world.control(s) != "etruscans" for s in homes) >= 5


def besiegers(world: World) -> list[str]:
    """13.1.1 Where a marker is due at the end of an action."""
    found = [s for power in world.powers for s in rollable(world, power)]
    return sorted(s for s in found if not world.besieged(s))
