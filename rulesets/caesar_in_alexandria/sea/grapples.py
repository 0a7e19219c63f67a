"""Grappling and getting free (9.3, 9.4)."""

from collections.abc import Sequence

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import ATTACK, GRID, GROUND, NAMES, named
from rulesets.caesar_in_alexandria.sea import effects, fleet, missiles
from rulesets.caesar_in_alexandria.sea.fleet import CAPTURED, DAM, HALF, RAMMED, REPULSED

# -- grappling -------------------------------------------------------------------------------------


def grapple_problem(public: Data, galley: str, target: str) -> Problem | None:
    """9.31, 9.32, 9.34 Why a galley cannot grapple another one, or a causeway hex."""
    now, one = fleet.now(public), fleet.one(public, galley)
    if galley in now["tried"]:
        return Problem("one try in an activation", "9.34")
    if galley in now["collided"]:
        return Problem("it may not grapple after a collision", "9.15")
    if fleet.has(public, galley, RAMMED) and not one["fouled"]:
        return Problem("a rammed galley grapples only if it is fouled", "10.42")
    if held(target) in one["grappled"]:
        return Problem("they are grappled already", "9.31")
    if target in GROUND:
        near = fleet.causeway_near(public, galley)
        hint = f"redoubts and overpasses are none; possible: {', '.join(near) or 'none'}"
        wrong = Problem("this is no causeway hex beside it", "9.31", hint)
        return None if target in near else wrong
    return _out_of_reach(public, galley, target)


def held(target: str) -> str:
    """H37 What a galley is grappled to: of the causeway it is the whole."""
    return DAM if target in GROUND else target


def _out_of_reach(public: Data, galley: str, target: str) -> Problem | None:
    if target not in public["galleys"] or fleet.side(public, target) == fleet.side(public, galley):
        return Problem("there is no such enemy galley", "9.31")
    if not fleet.flank(public, target, fleet.one(public, galley)["at"]):
        return Problem(
            "it must lie in a side hex of the target", "9.31", fleet.flanks(public, target)
        )
    if pace(public, galley) < pace(public, target):
        hint = (
            "at attack speed it grapples any, at cruise none at attack speed, stopped a stopped one"
        )
        return Problem("the target is too fast for it", "9.32", hint)
    return None


def pace(public: Data, galley: str) -> int:
    """9.32 Attack speed, cruise, or stopped."""
    if fleet.one(public, galley)["speed"] == ATTACK:
        return 2
    return 0 if fleet.immobile(public, galley) else 1


def grapple_added(public: Data, galley: str, target: str) -> int:
    """9.33 What is added to the die."""
    if target in GROUND:
        return 0 if position.stack(public, target) else -2
    slow = fleet.immobile(public, target) or fleet.crippled(public, target)
    return _head_on(public, galley, target) - slow


def _head_on(public: Data, galley: str, target: str) -> bool:
    """G12 The target faces the opposite way, and is not slowed."""
    own, other = fleet.one(public, galley)["face"], fleet.one(public, target)["face"]
    slowed = (
        fleet.immobile(public, target)
        or fleet.crippled(public, target)
        or fleet.has(public, target, HALF, CAPTURED)
    )
    return GRID.sixths((own,), (other,)) == 3 and not slowed


async def grapple(table: Table, galley: str, target: str) -> None:
    """9.33 A try to grapple, after the target's fire."""
    public = table.public
    fleet.now(public)["tried"].append(galley)
    if target not in GROUND:
        await missiles.reaction(table, galley, target, missiles.GRAPPLES)
    verbs.trail(table)
    crew, more = fleet.crew(public, galley), grapple_added(public, galley, target)
    (die,) = table.roll(f"grapple: {NAMES[galley]}", 1, hoped=[1])
    caught = die + more <= crew
    told = {"galley": galley, "target": target, "added": more, "crew": crew}
    table.tell("grapple", {**told, "dice": [die], "held": caught})
    if caught:
        effects.grapple(table, galley, held(target))


# -- getting free ----------------------------------------------------------------------------------


def ungrapple_problem(public: Data, galley: str, others: Sequence[str]) -> Problem | None:
    """9.41 Why a galley cannot try to get free of others."""
    known = fleet.one(public, galley)["grappled"]
    if not known or not {*others} <= {*known}:
        return Problem("it is not grappled to that", "9.41", ", ".join(map(named, known)))
    mover = public["now"]["mover"]
    if not mover or mover["left"] < 1:
        return Problem("it has no point to spend", "9.41")
    return None


def free_added(public: Data, galley: str, other: str, alone: bool) -> int:
    """9.42, 9.43 What is added to the die; alone: it is the only one."""
    if other == DAM:
        return -2 - fleet.has(public, galley, REPULSED) + _hindered(public, galley)
    if fleet.side(public, other) == fleet.side(public, galley):
        return -2
    better = alone and fleet.crew(public, galley) > fleet.crew(public, other)
    return -2 - fleet.has(public, galley, REPULSED) - better + _hindered(public, galley)


def _hindered(public: Data, galley: str) -> bool:
    return fleet.crippled(public, galley) or bool(fleet.one(public, galley)["fouled"])


def get_free(table: Table, galley: str, others: Sequence[str]) -> bool:
    """9.42, 9.43 A try to get free of one or several; whether it is free of all it was after."""
    public = table.public
    verbs.trail(table)
    crew = fleet.crew(public, galley)
    more = [free_added(public, galley, other, len(others) == 1) for other in others]
    dice = table.roll(f"ungrapple: {NAMES[galley]}", len(others), hoped=[1] * len(others))
    free = [other for other, die, add in zip(others, dice, more, strict=True) if die + add <= crew]
    told = {"galley": galley, "others": list(others), "crew": crew, "added": more}
    table.tell("ungrapple", {**told, "dice": dice, "free": free})
    effects.let_go(table, galley, free)
    return len(free) == len(others)
