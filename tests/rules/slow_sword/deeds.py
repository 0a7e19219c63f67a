"""The events of cards that are played as an action: when, on what, what stands there then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.slow_sword import points
from tests.rules.slow_sword.atlas import AFRICA, LEADERS, SEAT, SEATS, SPACES, home
from tests.rules.slow_sword.marches import embarks
from tests.rules.slow_sword.world import World

Card = dict[str, Any]
Found = set[tuple[str, ...]]


def own(world: World, seat: str) -> list[str]:
    """The powers of a seat that are in play."""
    return [power for power in SEATS[seat] if power in world.powers]


def foe(world: World, seat: str, power: str) -> bool:
    """Neither a power of the seat nor allied with one."""
    return not any(world.allied(one, power) for one in own(world, seat))


def rivals(world: World, seat: str) -> list[str]:
    """Powers of other players that are not allied."""
    return [p for p in world.powers if p in SEAT and foe(world, seat, p) and not world.out(p)]


# Where each can be used.


def recruit(world: World, seat: str, card: Card) -> Found:
    """5.10 A power and where it can place CU."""
    return {(p, s) for p in own(world, seat) for s in points.placeable(world, p)}


def pacify(world: World, seat: str, card: Card) -> Found:
    """An independent marker in a home space without enemy CU; no city and no tribe."""
    return {(s,) for p in own(world, seat) for s in points.free(world, p) if world.normal(s)}


def sow_discord(world: World, seat: str, card: Card) -> Found:
    """7.3.3 A rival and one of its points."""
    return {(p, s) for p in rivals(world, seat) for s in points.cut(world, p)}


def own_discord(world: World, seat: str, card: Card) -> Found:
    """7.3.2 A rival that has a point to lose."""
    named = [p for p in rivals(world, seat) if card.get("power", p) == p]
    return {(p,) for p in named if points.own(world, p)}


def loyalty(world: World, seat: str, card: Card) -> Found:
    """A city of his that is not besieged, below its most."""
    able = [(p, s) for p in own(world, seat) for s in points.add(world, p) if world.city(s)]
    return {(s,) for _, s in able}


def camp_fever(world: World, seat: str, card: Card) -> Found:
    """An enemy force outside, where its own side does not control."""
    foes = [p for p in world.powers if foe(world, seat, p)]
    there = {(p, s) for p in foes for s in SPACES if world.outside(p, s)}
    return {(p, s) for p, s in there if not world.friendly(p, s)}


def joins(world: World, leader: str) -> Found:
    """Spaces with CU of a leader's power, but for the Dictator not if all are inside a city with
    enemies around it, and not unless he waits for his card."""
    power = LEADERS[leader]["power"]
    waits = leader == "dictator" or world.public["leaders"].get(leader) == "(waits)"
    there = {s for s in SPACES if waits and world.all_cu(power, s)}
    shut = {s for s in there if not world.outside(power, s) and world.enemies(power, s)}
    return {(s,) for s in (there if leader == "dictator" else there - shut)}


def leader_enters(world: World, seat: str, card: Card) -> Found:
    """8.2 The leader of the card, where CU of his are not besieged, or the Dictator."""
    return joins(world, card.get("leader", "dictator"))


def mercenaries_revolt(world: World, seat: str, card: Card) -> Found:
    """A Carthaginian force outside Africa; if there is none, CU in Africa that are no militia."""
    if "carthage" not in world.powers or world.out("carthage"):
        return set()
    there = {s for s in SPACES if world.all_cu("carthage", s)}
    abroad = there - {*AFRICA}
    militia = world.public["militia"]
    return {(s,) for s in abroad or there if world.all_cu("carthage", s) > militia.get(s, 0)}


def gallic_horde(world: World, seat: str, card: Card) -> Found:
    """A Gallic reinforcement space that is theirs, not besieged, without CU of others."""
    homes = [s for s in SPACES if home(s) == "gauls" and SPACES[s]["cu"]]
    mine = [s for s in homes if world.control(s) == "gauls" and not world.besieged(s)]
    free = [s for s in mine if not world.others_leaders("gauls", s)]
    return {(s,) for s in free if not world.others_cu("gauls", s)}


def neutral_power(world: World, seat: str, card: Card) -> Found:
    """16.1 Powers that it can activate."""
    named = [p for p in card["powers"] if p in world.powers and not world.out(p)]
    if "treaty" in world.public["flags"] and seat != "rome":
        named = [p for p in named if p != "carthage"]
    return {(p,) for p in named if p not in world.public["activated"] and busy(world, seat, p)}


def busy(world: World, seat: str, power: str) -> bool:
    """16.1.1 Whether it could do anything: it has a leader, or CU for one that waits; CU or support
    could come to it."""
    now = {**world.now, "neutral": power, "seat": seat}
    acting = World({**world.public, "now": now})
    mine = [x for x in LEADERS if LEADERS[x]["power"] == power]
    where = [world.public["leaders"][x] for x in mine]
    led = any(at[0] != "(" for at in where)
    waits = "(aside)" in where and any(world.all_cu(power, s) for s in SPACES)
    return bool(led or waits or points.add(acting, power) or points.placeable(acting, power))


def led(world: World, seat: str, card: Card) -> Found:
    """8.1 A leader on the map whose initiative the card meets; of a Campaign any, 9.5.5 an ally's
    too."""
    any_ = card["event"] == "campaign"
    powers = ["etruscans"] if card["event"] == "naval-transports" else own(world, seat)
    if any_:
        lenders = [*SEAT, *(["carthage"] if "treaty" in world.public["flags"] else [])]
        gone = {LEADERS[x]["power"] for x in world.now["led"]}
        powers = powers + [p for p in lenders if not foe(world, seat, p) and p not in gone]
    able = [x for x in LEADERS if LEADERS[x]["power"] in powers]
    able = [x for x in able if world.public["leaders"].get(x, "(").lstrip("+")[0] != "("]
    able = [x for x in able if any_ or LEADERS[x]["initiative"] <= card["value"]]
    afloat = card["event"] == "naval-transports"
    return {(x,) for x in able if not afloat or embarks(world, x)}


USES: dict[str, Callable[[World, str, Card], Found]] = {
    "recruit": recruit,
    "pacify": pacify,
    "sow-discord": sow_discord,
    "own-discord": own_discord,
    "loyalty": loyalty,
    "camp-fever": camp_fever,
    "leader-enters": leader_enters,
    "dictator": leader_enters,
    "mercenaries-revolt": mercenaries_revolt,
    "gallic-horde": gallic_horde,
    "neutral-power": neutral_power,
    "forced-march": led,
    "campaign": led,
    "naval-transports": led,
}


def aim(world: World, condition: str) -> bool:
    """Whether the condition of a Gallic objective holds."""
    gauls = {s: world.all_cu("gauls", s) for s in SPACES if world.all_cu("gauls", s)}
    players = [p for p in SEAT if p != "gauls"]
    bare = [s for s in SPACES if home(s) == "etruscans" and world.normal(s)]
    homes = [s for s in SPACES if home(s) == "gauls"]
    return {
        "battle-won": lambda: "battle won" in world.public["facts"],
        "city-sacked": lambda: "city sacked" in world.public["facts"],
        "three-foreign-homes": lambda: sum(home(s) in players for s in gauls) >= 3,
        "plunder-three": lambda: world.public["plunder"] >= 3,
        "three-etruscan-independents": lambda: (
            sum(world.control(s) == "independent" for s in bare) >= 3
        ),
        "plain-and-six-outside": lambda: (
            all(world.control(s) == "gauls" for s in homes)
            and sum(cu for s, cu in gauls.items() if s not in homes) >= 6
        ),
    }[condition]()


def plain(world: World, seat: str, card: Card) -> bool:
    """Whether an event without a place to choose can be played."""
    flags, event = world.public["flags"], card["event"]
    if event == "via-appia":
        return "via appia" not in flags
    if event == "duoviri-navales":
        return "duoviri navales" not in flags
    if event == "punic-envoys":
        return not {"punic envoys", "treaty"} & {*flags} and not world.out("carthage")
    if event == "carthage-treaty":
        return "punic envoys" in flags and not world.allied("rome", "greeks")
    if event == "objective":
        return aim(world, card["condition"])
    return event in ("beasts", "grand-coalition", "plunder")
