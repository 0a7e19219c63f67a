"""Random marches, that march and fight."""

from typing import Any

from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.board import GALLIC, LEADERS, LIMITS, LINKS, PORTS, TABLES
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.playing import ACTIVATE, CAMPAIGN, Permit, permit
from rulesets.sword_of_rome.march import rules
from rulesets.sword_of_rome.march.force import most_spent
from rulesets.sword_of_rome.march.legs import end_problems, leg_problems
from rulesets.sword_of_rome.march.orders import March, begun
from rulesets.sword_of_rome.siege.rolling import can_besiege


def lines(writer: Any, card: str) -> bool:
    """Try a march, a siege roll, a sortie or a colony with a card, or by a right if there is none;
    whether a line was written."""
    leader = pick(writer)
    if leader is None:
        return False
    more = {"leader": leader, **({"card": card} if card else {})}
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
    public = writer.public
    powers = playing.acting(public, writer.seat)
    here = [one for power in powers for one in position.BY_POWER[power]]
    here = [one for one in here if position.spot_of(public, one)]
    named = [
        right["leader"] for right in public["now"]["rights"] if right["left"] and right["leader"]
    ]
    if named:
        return str(writer.any_of(named))
    sieges = [one for one in here if _besieges(public, one)]
    if sieges and writer.maybe(70):
        return str(writer.any_of(sieges))
    strong = [one for one in here if _strong(public, one)]
    chosen = writer.any_of(strong if strong and writer.maybe(95) else here)
    return None if chosen is None else str(chosen)


def _besieges(public: Any, leader: str) -> bool:
    spot = position.spot_of(public, leader)
    if spot is None or not position.besieged(public, spot.space):
        return False
    return can_besiege(public, LEADERS[leader]["power"], spot)


def _strong(public: Any, leader: str) -> bool:
    spot = position.spot_of(public, leader)
    return bool(spot and position.cu(public, LEADERS[leader]["power"], spot))


def march(writer: Any, more: dict[str, Any]) -> bool:
    """A force and a path that goes leg by leg where it can, rather to enemies."""
    public, leader = writer.public, more["leader"]
    given = permit(public, writer.walk.own, writer.seat, more, ACTIVATE, LEADERS[leader]["power"])
    if not isinstance(given, Permit):
        return False
    value = dict(more)
    if writer.maybe(30):
        spot = position.spot_of(public, leader)
        there = position.cu(public, LEADERS[leader]["power"], spot) if spot else 0
        value["cu"] = writer.chance.randint(0, min(LIMITS["move"], there))
    force = begun(public, given, value)
    if given.kind == CAMPAIGN:
        left = rules.cap(force["power"]) - most_spent(public, force)
        force["mp"] = max(0, min(force["mp"], left))
    path = walked(writer, force)
    return bool(path) and writer.try_to(March.word, {**value, "path": path})


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
        sea = [{"sea": to} for to in ports if _sails(public, force, to)]
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
        to = element if isinstance(element, str) else element["sea"]
        cost = (
            rules.SEA["mp"] if not isinstance(element, str) else rules.cost(public, force, to) or 0
        )
        force = {**force, "at": to, "came": force["at"], "mp": force["mp"] - cost}
        path.append(element)
        seen.append(to)
        good = len(path) if not list(end_problems(public, force, [to])) else good
        if position.enemies_outside(public, force["power"], to):
            break
        if _walled(public, force, to) and force["cu"] >= LIMITS["siege"] and writer.maybe(70):
            break
    return path[:good]


def _sails(public: Any, force: Any, to: str) -> bool:
    return not list(leg_problems(public, force, {"sea": to}))


def _hostile(public: Any, force: Any, to: str) -> bool:
    power = force["power"]
    return bool(position.enemies_outside(public, power, to)) or _walled(public, force, to)


def _walled(public: Any, force: Any, to: str) -> bool:
    """13.1 Whether there is something to besiege."""
    walled = position.is_city(public, to) or position.is_tribe(public, to)
    return walled and not position.friendly(public, force["power"], to)
