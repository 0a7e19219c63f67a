"""7.1.1 The cards that answer: which of them fit what is happening, and whom they serve."""

from __future__ import annotations

from typing import Any

from tests.rules.slow_sword.atlas import GALLIC, SEATS
from tests.rules.slow_sword.battles import ATTACKER, DEFENDER, other
from tests.rules.slow_sword.world import World

Card = dict[str, Any]
SIDES = (ATTACKER, DEFENDER)
SIEGE, SUBJUGATION, RAID = "siege", "subjugation", "raid"


def forces(world: World, side: str) -> list[str]:
    """Powers that fight on a side: the main force's, the flank force's."""
    one = world.battle[side]
    return [*dict.fromkeys((one["power"], one["flank"] or one["power"]))]


def mine(world: World, seat: str, side: str) -> list[str]:
    """Of these, those of a seat."""
    return [power for power in forces(world, side) if power in SEATS[seat]]


def with_any(world: World, powers: tuple[str, ...]) -> list[str]:
    """Sides on which one of these powers fights."""
    return [side for side in SIDES if {*powers} & {*forces(world, side)}]


def before_dice(world: World, seat: str, card: Card) -> list[str]:
    """12.2 Sides for which a card can be played before the dice: the own one, or the one named."""
    event = card["event"]
    named = {
        "battle-fury": ("carthage",),
        "hoplites": ("greeks",),
        "death-of-aulius": ("rome",),
        "obesus-etruscus": ("etruscans",),
        "gallic-fury": GALLIC,
    }
    if event in named:
        return with_any(world, named[event])
    if event == "omen":
        return [*SIDES]
    if event == "battle-mod":
        return [side for side in SIDES if _suits(world, seat, card, side)]
    own = [side for side in SIDES if mine(world, seat, side)]
    if event in ("tactics-zero", "strike-commander"):
        return [side for side in own if world.battle[other(side)]["leader"]]
    if event == "devotio":
        romans = [side for side in SIDES if world.battle[side]["power"] == "rome"]
        return [side for side in romans if world.battle[side]["leader"]]
    return []


def _suits(world: World, seat: str, card: Card, side: str) -> bool:
    """Whether a battle modifier fits the own side."""
    own = mine(world, seat, side)
    if "own" in card:
        own = [power for power in own if power in card["own"]]
    enemy = world.battle[other(side)]["power"]
    return bool(own) and enemy in card.get("enemy", [enemy]) and card.get("role", side) == side


def after_losses(world: World, seat: str, card: Card) -> bool:
    """12.3 Whether a card can be played when the losses are known."""
    winner = world.battle["winner"]
    if card["event"] == "extra-loss":
        return bool(mine(world, seat, winner)) and left(world, other(winner)) > 0
    if card["event"] == "fewer-loss":
        return any(bled(world, seat, side) for side in SIDES)
    return False


def bled(world: World, seat: str, side: str) -> bool:
    """12.3 Whether a force of a seat on a side has lost CU to the dice."""
    one, own = world.battle[side], mine(world, seat, side)
    flank = one.get("flank_lost", 0)
    return (one["power"] in own and one["lost"] > flank) or (one["flank"] in own and flank > 0)


def left(world: World, side: str) -> int:
    """CU that a side still has, its flank force's too."""
    one = world.battle[side]
    main = (
        world.march["cu"] if side == ATTACKER else world.outside(one["power"], world.battle["at"])
    )
    return int(main) + int(one["flank_cu"])


def before_roll(world: World, seat: str, card: Card, kind: str, roller: str, space: str) -> bool:
    """13.2, 14.2 Whether a card fits a siege, subjugation or raid roll."""
    if card["event"] == "war-party":
        return kind == RAID and roller == "gauls"
    if card["event"] != "siege-mod":
        return False
    if card["roll"] == "gallic":
        return roller in GALLIC
    if kind == RAID:
        return False
    return (roller if card["roll"] == "own" else world.control(space)) in SEATS[seat]


def before_die(seat: str, card: Card, kind: str, roller: str, against: str) -> bool:
    """10, 11 Whether a card fits a roll of roller to intercept, avoid, pursue or decline."""
    if card["event"] == "reaction-mod":
        return roller in SEATS[seat]
    blocked = card["event"] == "reaction-block" and kind in ("intercept", "avoid")
    return blocked and against in SEATS[seat]


def storms(seat: str, card: Card, power: str) -> bool:
    """9.6 Whether Storms at Sea fits a force of this power that goes by sea."""
    return card["event"] == "storms" and power not in SEATS[seat]
