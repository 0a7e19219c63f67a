"""Random marches, that march and fight."""

from typing import Any

from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.board import GALLIC, LEADERS, LIMITS, LINKS, PORTS, TABLES
from rulesets.sword_of_rome.help.base import Line
from rulesets.sword_of_rome.help.ideas import Paid
from rulesets.sword_of_rome.march import rules
from rulesets.sword_of_rome.march.legs import end_problems, leg_problems
from rulesets.sword_of_rome.march.orders import March
from rulesets.sword_of_rome.siege.rolling import can_besiege


def lines(writer: Any, paid: Paid) -> bool:
    """Try a march, a siege roll, a sortie or a colony with a card, or by a right if there is none;
    whether a line was written."""
    leader = pick(writer)
    if leader is None:
        return False
    more = {"leader": leader, **paid}
    spot = position.spot_of(writer.public, leader)
    if spot and spot.inside and writer.try_to("sortie", more):
        return True
    if writer.maybe(95) and writer.try_to("siege", more):
        return True
    if writer.maybe(4) and writer.try_to("colony", more):
        return True
    return march(writer, more)


def pick(writer: Any) -> str | None:
    """Any leader on the map who may be activated, rather one with CU."""
    public, here = writer.public, writer.ideas.movers
    rights = public["now"]["rights"]
    if named := [right["leader"] for right in rights if right["left"] and right["leader"]]:
        return str(writer.any_of(named))
    spots = {one: spot for one in here if (spot := position.spot_of(public, one))}
    sieges = [one for one, spot in spots.items() if _besieges(public, one, spot)]
    if sieges and writer.maybe(70):
        return str(writer.any_of(sieges))
    strong = [one for one, s in spots.items() if position.cu(public, LEADERS[one]["power"], s)]
    chosen = writer.any_of(strong if strong and writer.maybe(95) else here)
    return None if chosen is None else str(chosen)


def _besieges(public: Any, leader: str, spot: Any) -> bool:
    power = LEADERS[leader]["power"]
    return position.besieged(public, spot.space) and can_besiege(public, power, spot)


def march(writer: Any, more: Line) -> bool:
    """A force and a path that goes leg by leg where it can, rather to enemies."""
    public, leader = writer.public, more["leader"]
    force = writer.ideas.force(more)
    if force is None:
        return False
    if writer.maybe(30):
        spot = position.spot_of(public, leader)
        there = position.cu(public, force["power"], spot) if spot else 0
        more = {**more, "cu": writer.chance.randint(0, min(LIMITS["move"], there))}
        force = writer.ideas.force(more)
    path = walked(writer, {**force, "mp": max(0, rules.mp_left(public, force))})
    return bool(path) and writer.try_to(March.word, {**more, "path": path})


def walked(writer: Any, force: Any) -> list[Any]:
    """A path, each leg of which could be gone if nothing stops the force."""
    public, chance = writer.public, writer.chance
    path: list[Any] = []
    good = 0
    seen = [force["at"]]
    while len(path) < 7 and writer.maybe(93):
        steps = [to for to in LINKS[force["at"]] if to not in seen or writer.maybe(5)]
        able = [to for to in steps if not list(leg_problems(public, force, to))]
        ports = PORTS if writer.maybe(60) and rules.sea_limit(public, force, force["at"]) else ()
        sea = [{"sea": to} for to in ports if not list(leg_problems(public, force, {"sea": to}))]
        raids = force["power"] in GALLIC and path and writer.maybe(50)
        if raids and not list(leg_problems(public, force, "raid")):
            path.append("raid")
            good = len(path)
            force = {**force, "mp": force["mp"] - TABLES["mp"]["raid"]}
            continue
        choices: list[Any] = sea or able
        if not choices:
            break
        hostile = [to for to in able if _hostile(public, force, to)]
        manned = [to for to in hostile if position.enemies_outside(public, force["power"], to)]
        hostile = manned if manned and writer.maybe(60) else hostile
        element = chance.choice(hostile if hostile and writer.maybe(75) else choices)
        by_sea = not isinstance(element, str)
        to = element["sea"] if by_sea else element
        cost = rules.SEA["mp"] if by_sea else rules.cost(public, force, to) or 0
        force = {**force, "at": to, "came": force["at"], "mp": force["mp"] - cost}
        path.append(element)
        seen.append(to)
        good = len(path) if not list(end_problems(public, force, [to])) else good
        if position.enemies_outside(public, force["power"], to):
            break
        if _walled(public, force, to) and force["cu"] >= LIMITS["siege"] and writer.maybe(70):
            break
    return path[:good]


def _hostile(public: Any, force: Any, to: str) -> bool:
    power = force["power"]
    return bool(position.enemies_outside(public, power, to)) or _walled(public, force, to)


def _walled(public: Any, force: Any, to: str) -> bool:
    """13.1 Whether there is something to besiege."""
    walled = position.is_city(public, to) or position.is_tribe(public, to)
    return walled and not position.friendly(public, force["power"], to)
