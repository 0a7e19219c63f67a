"""One step of a unit with all that others do about it, and its own fire (15, 7.11)."""

from referee.engine.action import UNSURE, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import (
    AR,
    BLOCKS,
    GALLEYS,
    IN,
    LC,
    NAMES,
    REDOUBTS,
    SIDES,
    TYPE,
)
from rulesets.caesar_in_alexandria.land import leaders, reactions, ways, withdrawal
from rulesets.caesar_in_alexandria.land.fire import Shot, may_fire, reach, shot_at, weapon
from rulesets.caesar_in_alexandria.land.stacking import is_bare, may_stay


def own_shot(
    public: Data, unit: str, place: str, moves: bool
) -> tuple[Shot | None, Problem | None]:
    """7.11, 7.12 A shot of the active side: at what, or why not."""
    if trouble := fire_trouble(public, unit):
        return None, trouble
    shot = shot_at(public, unit, place, moves and TYPE[unit] in (AR, LC))
    if shot is None:
        hint = _within_reach(public, unit)
        return None, Problem("it cannot fire at anything there", "7.13", hint, UNSURE)
    return shot, None


def fire_trouble(public: Data, unit: str) -> Problem | None:
    """6.13, 7.11, 7.12 Why a unit of the active side can fire at nothing."""
    now = public["now"]
    if not weapon(unit):
        return Problem("it has nothing to fire with", "7.11")
    if unit in now["fired"]:
        return Problem("it has fired already", "7.12")
    if unit in now["barred"]:
        return Problem("it has turned in an enemy zone", "6.13")
    if not may_fire(public, unit):
        return Problem("only the top unit fires, and artillery", "7.12", weight=UNSURE)
    return None


def _within_reach(public: Data, unit: str) -> str:
    """7.13 Where it could fire at enemies from where it stands; otherwise how far it fires."""
    places = {one["at"]: None for one in public["units"].values()}
    able = [NAMES[place] for place in places if shot_at(public, unit, place)]
    none = f"at nobody from where it stands; its range is {reach(unit)}"
    return f"it could fire at {', '.join(able)}" if able else f"it could fire {none}"


async def fire_own(table: Table, shot: Shot) -> None:
    """7.11 A shot of the active side, and the answer to it."""
    verbs.note(table, "fired", shot.shooter)
    table.public["now"]["deeds"] += 1
    await reactions.exchange(table, shot)


async def step(table: Table, unit: str, to: str, face: str, cost: int) -> bool:
    """15 One step, with all that others do about it; whether nobody could do anything."""
    public = table.public
    mover, start = public["now"]["mover"], position.at(public, unit)
    leaving = [] if start in GALLEYS else reactions.retire_shooters(public, unit, to)
    await reactions.retire_fire(table, unit, to)
    if unit not in public["units"]:
        return False
    tested = mover["through"]
    mover["through"] = ways.costs_more(public, unit, to) and to not in REDOUBTS
    verbs.enter(table, unit, to, face, cost)
    if start in GALLEYS:
        verbs.note(table, "landed", unit)
        verbs.set_foot(table, unit, to)
    if tested:
        pass_through(table, unit)
    reacted = await come(table, unit, start)
    if unit in public["units"]:
        _settle(public, unit, to, start)
    return not (leaving or tested or reacted)


def _settle(public: Data, unit: str, to: str, start: str) -> None:
    """6.33, 5.23, 5.63 Whether it has to stop; H38 where it could stay."""
    mover = public["now"]["mover"]
    if may_stay(public, unit, to):
        mover["safe"] = [to, public["units"][unit]["face"]]
    else:
        mover["unsafe"] = "11.2" if is_bare(public, unit, to) else "5.71"
    into = position.country(public).links.get(start, {}).get(to) == IN
    mover["stopped"] = (
        into or to in GALLEYS or start in GALLEYS or position.in_zone(public, to, SIDES[unit])
    )


async def come(table: Table, unit: str, before: str) -> bool:
    """15 When a unit has come somewhere: leaders flee, enemies fire, enemies withdraw; whether
    anybody could."""
    public = table.public
    at = position.at(public, unit)
    if at in GALLEYS:
        return False
    deeds = len(table.events)
    await leaders.touch(table, unit)
    able = bool(reactions.entry_shooters(public, unit))
    await reactions.entry_fire(table, unit)
    if unit not in public["units"] or public["result"]:
        return True
    start = public["now"]["mover"]["from"]
    began = "" if start in GALLEYS or start in BLOCKS else start
    able = able or bool(withdrawal.triggered(public, unit, before, began))
    await withdrawal.withdrawals(table, unit, before, began)
    return able or len(table.events) > deeds


async def advanced(table: Table, unit: str) -> None:
    """8.53, 7.42 A unit has advanced after a fight: lone leaders flee, and it is fired at."""
    await leaders.touch(table, unit)
    await reactions.entry_fire(table, unit)


def pass_through(table: Table, unit: str) -> None:
    """5.74 Who goes on from a space with friends tests."""
    verbs.trail(table)
    (die,) = table.roll(f"{NAMES[unit]} passes through friends", 1, 10, hoped=[10])
    quality = position.quality(table.public, unit)
    hit = die % 10 > quality
    table.tell("test", {"unit": unit, "dice": [die], "of": quality, "for": "passes", "hit": hit})
    if hit:
        verbs.hit(table, unit, 1, "5.74")
