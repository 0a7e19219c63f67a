"""Ramming, raking and the diekplus (9.1, 9.2)."""

from collections.abc import Sequence

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import ATTACK, GALLEYS, NAMES, PORTS, TABLES
from rulesets.caesar_in_alexandria.sea import effects, fleet, missiles
from rulesets.caesar_in_alexandria.sea.fleet import HALF

#: 9.15 With so much on the dice less the crew both are fouled; 9.16 more counts as this.
FOULED, MOST = 7, 12
COLUMNS = 3

# -- ramming ---------------------------------------------------------------------------------------


def ram_problem(public: Data, galley: str, target: str) -> Problem | None:
    """9.11, 9.12 Why a galley cannot ram another one now."""
    if fleet.one(public, galley)["speed"] != ATTACK:
        return Problem("it rams at attack speed only", "9.11")
    if target not in public["galleys"] or fleet.side(public, target) == fleet.side(public, galley):
        return Problem("there is no such enemy galley", "9.11")
    if fleet.in_port(public, target):
        return Problem("a galley in port cannot be rammed", "5.27")
    before = fleet.one(public, target)["at"] == fleet.ahead(public, galley)
    if not before or not fleet.flank(public, target, fleet.one(public, galley)["at"]):
        why = "it must lie in a side hex of the target, its bow toward it"
        return Problem(why, "9.12", fleet.flanks(public, target))
    return None


def ram_added(public: Data, galley: str, target: str) -> int:
    """9.14 What is added to the dice."""
    slow = fleet.immobile(public, target) or fleet.crippled(public, target)
    own, other = fleet.crew(public, galley), fleet.crew(public, target)
    return 0 + slow + (own > other) - (own < other)


def ram_needs(galley: str, target: str) -> int:
    """9.16 What the dice must show, 0 if it cannot be."""
    column = min(GALLEYS[galley]["ram"], COLUMNS)
    row: Sequence[int] = TABLES["ram"][str(GALLEYS[target]["defence"])]
    return row[column - 1] if column else 0


async def ram(table: Table, galley: str, target: str) -> bool:
    """9.15 A try to ram, after the target's fire; whether the galley is free to back."""
    await missiles.reaction(table, galley, target, missiles.RAMS)
    public = table.public
    if ram_problem(public, galley, target):
        return False
    verbs.trail(table)
    need, more = ram_needs(galley, target), ram_added(public, galley, target)
    dice = table.roll(f"ram: {NAMES[galley]} at {NAMES[target]}", 2, hoped=[6, 6])
    rammed = bool(need) and min(sum(dice) + more, MOST) >= need
    fouled = rammed and sum(dice) - fleet.crew(public, galley) >= FOULED
    told = {"galley": galley, "target": target, "added": more, "needs": need}
    table.tell("ram", {**told, "dice": dice, "rammed": rammed, "fouled": fouled})
    if not rammed:
        collide(table, galley, target)
        return False
    effects.ram(table, target)
    if fouled:
        effects.foul(table, galley, target)
    return not fouled


def collide(table: Table, galley: str, target: str) -> None:
    """9.15 Both tire, the rammer has half speed next and may not grapple now."""
    fleet.now(table.public)["collided"].append(galley)
    effects.mark(table, galley, HALF)
    for one in (galley, target):
        effects.tire(table, one)


# -- raking ----------------------------------------------------------------------------------------


def rake_problem(public: Data, galley: str, target: str, start: str) -> Problem | None:
    """9.21, 9.22 Why a galley that has just made a step from a hex cannot rake another one."""
    problem = _rakeable(public, galley, target)
    if problem:
        return problem
    hexes = (start, fleet.one(public, galley)["at"])
    along = start and all(fleet.flank(public, target, one) for one in hexes)
    if not along or len({fleet.hand(public, target, one) for one in hexes}) > 1:
        reason = "it has not just passed along a side of the target"
        return Problem(reason, "9.21", "rake stands after the step that does so")
    return None


def _rakeable(public: Data, galley: str, target: str) -> Problem | None:
    if fleet.one(public, galley)["speed"] != ATTACK:
        return Problem("it rakes at attack speed only", "9.22")
    if target not in public["galleys"] or fleet.side(public, target) == fleet.side(public, galley):
        return Problem("there is no such enemy galley", "9.21")
    if fleet.in_port(public, target):
        return Problem("a galley in port cannot be raked", "5.27")
    return None


def rake_added(public: Data, galley: str, target: str) -> int:
    """9.27 By the best speeds of both, and for a target that is slow."""
    own, other = fleet.best_speed(public, galley), fleet.best_speed(public, target)
    slow = fleet.immobile(public, target) or fleet.has(public, target, HALF)
    return 0 + slow + (own > other) - (own < other)


def rake_needs(public: Data, galley: str, target: str) -> int:
    """9.29 What the dice must show, 0 if it cannot be."""
    row: Sequence[int] = TABLES["rake"][str(fleet.crew(public, target))]
    crew = fleet.crew(public, galley)
    return row[crew - 1] if crew else 0


async def rake(table: Table, galley: str, target: str, hand: str) -> None:
    """9.23 A try to rake on one side, after the target's fire; the galley goes on."""
    await missiles.reaction(table, galley, target, missiles.RAKES)
    public = table.public
    verbs.trail(table)
    need, more = rake_needs(public, galley, target), rake_added(public, galley, target)
    dice = table.roll(f"rake: {NAMES[galley]} at {NAMES[target]}", 2, hoped=[6, 6])
    raked = bool(need) and sum(dice) + more >= need
    told = {"galley": galley, "target": target, "added": more, "needs": need, "side": hand}
    table.tell("rake", {**told, "dice": dice, "raked": raked})
    if raked and not fleet.crippled(public, target):
        effects.cripple(table, target, hand)


def diekplus_problem(public: Data, galley: str, target: str, turned: bool) -> Problem | None:
    """9.24 Why a galley cannot go straight through another one; turned: it turned to come here."""
    problem = _rakeable(public, galley, target)
    if problem:
        return problem
    one, other = fleet.one(public, galley), fleet.one(public, target)
    straight = one["face"] in (other["face"], fleet.opposite(other["face"]))
    if fleet.ahead(public, galley) != other["at"] or not straight or turned:
        reason = "it must have come straight into the bow or stern hex of the target"
        return Problem(reason, "9.24")
    if not hemmed(public, galley, target):
        return Problem("the target has free water on both sides", "9.24")
    if position.held_by(public, other["at"], fleet.enemy(public, galley)):
        return Problem("enemy units are ashore in its hex", "5.75")
    on = fleet.beyond(other["at"], one["face"])
    if not on or on in PORTS or not fleet.free(public, on, galley):
        return Problem("the hex beyond is not free", "9.25")
    return None


def hemmed(public: Data, galley: str, target: str) -> bool:
    """9.24, H18 Whether a side hex of the target has a galley, or is none that galleys enter."""
    one = fleet.one(public, target)
    sides = [fleet.turned(one["face"], sixths) for sixths in (1, 2, 4, 5)]
    for side in sides:
        to = fleet.beyond(one["at"], side)
        if not to or to in public["burned"]:
            return True
        if any(key != galley for key in position.ships_in(public, to)):
            return True
    return False
