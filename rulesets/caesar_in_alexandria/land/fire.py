"""Fire of land units: who can fire at what, what is added to the die, hits (7.1, 7.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.hexes import FRONT, REAR
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    AR,
    BA,
    BLOCKS,
    CO,
    GALLEYS,
    HI,
    LC,
    POINTS,
    REDOUBTS,
    SC,
    SIDES,
    TABLES,
    TYPE,
    UNITS,
)
from rulesets.caesar_in_alexandria.land.facing import side_of
from rulesets.caesar_in_alexandria.land.sight import Aim, aim
from rulesets.caesar_in_alexandria.sea import missiles


class Shot(NamedTuple):
    """One shot at a unit, or at a place where only leaders are (target "").

    range: as the table counts it; moved: whether the shooter has moved or will (7.17)."""

    shooter: str
    target: str
    place: str
    range: int
    moved: bool = False


def weapon(unit: str) -> str:
    """7.19 The row of the table, "" for a unit that does not fire."""
    kind: str = UNITS[unit]["fires"]
    if kind == "nothing":
        return ""
    return "mounted" if TYPE[unit] == LC else kind


def reach(unit: str) -> int:
    """7.19 How far it fires."""
    return max((len(TABLES["fire"][row]) for row in [weapon(unit)] if row), default=0)


def may_fire(public: Data, unit: str) -> bool:
    """7.12 Whether it can fire where it is in its stack: the top one, or artillery."""
    if not weapon(unit) or unit not in public["units"]:
        return False
    return board.is_artillery(unit) or position.mates(public, unit)[0] == unit


def targets(public: Data, shooter: str, place: str) -> Sequence[str]:
    """The enemies in a space or galley who could be hit, the top one first."""
    return position.here(public, place, board.other(SIDES[shooter]))


def shot_at(public: Data, shooter: str, place: str, moved: bool = False) -> Shot | None:
    """7.12 to 7.16, 7.6 The shot of a unit at a space or a galley, None if it cannot."""
    if not may_fire(public, shooter) or out_of_line(shooter, place):
        return None
    there = targets(public, shooter, place)
    if not there and not _worth_a_shot(public, shooter, place):
        return None
    # Last, since it takes longest by far.
    found = aim(public, shooter, place)
    if found is None or found.range > reach(shooter):
        return None
    return Shot(shooter, _hit_first(there, found), place, found.range, moved)


def _worth_a_shot(public: Data, shooter: str, place: str) -> bool:
    """7.6, 7.12, 7.24 Whether enemy leaders are in a place without units, or it is an enemy galley
    that a ballista can set on fire."""
    if position.leaders_in(public, place, board.other(SIDES[shooter])):
        return True
    if TYPE[shooter] != BA or place not in public["galleys"]:
        return False
    enemy = bool(public["galleys"][place]["side"] != SIDES[shooter])
    return enemy and missiles.can_suffer(public, place, burns=True)


def out_of_line(shooter: str, place: str) -> bool:
    """7.63, 7.65 Whether it never fires there: artillery into blocks, ballistae anywhere but at
    hexes and galleys."""
    sort = TYPE[shooter]
    return (sort in (SC, BA) and place in BLOCKS) or (sort == BA and place in POINTS)


def _hit_first(there: Sequence[str], found: Aim) -> str:
    """7.12 The top unit, or the bottom one from the rear."""
    if not there:
        return ""
    return there[-1] if found.side == REAR else there[0]


def added(public: Data, shot: Shot) -> int:
    """7.17 What is added to the die."""
    add, shooter = TABLES["added"], shot.shooter
    sort = TYPE[shooter]
    total: int = add["reduced"] if public["units"][shooter]["reduced"] else 0
    total += add["redoubt"] if shot.place in REDOUBTS else 0
    total += add["moved"] if shot.moved and sort in (AR, LC) else 0
    total += add["block"] if shot.place in BLOCKS else 0
    if shot.target:
        total += add["archers"] if TYPE[shot.target] == AR else 0
        total += add["heavy"] if sort == AR and _heavy_in_front(public, shot) else 0
    return total


def _heavy_in_front(public: Data, shot: Shot) -> bool:
    """G6 Archers at a cohort or heavy infantry from an adjacent hex or point in front of it, so
    from no block; fire at one who leaves counts as from farther away (7.41)."""
    heavy = TYPE[shot.target] in (CO, HI) and shot.range == 1
    start = position.hex_of(public, position.at(public, shot.shooter))
    return heavy and start not in BLOCKS and side_of(public, shot.target, start) == FRONT


def hits_of(public: Data, shot: Shot, die: int) -> int:
    """7.17, 7.19 Hits of a shot with what its die shows."""
    number, row = die + added(public, shot), weapon(shot.shooter)
    if number > TABLES["fire"][row].get(str(shot.range), -1):
        return 0
    twice = TABLES["twice"].get(str(shot.range), -1) if TYPE[shot.shooter] == SC else -1
    return 2 if number <= twice else 1


def resolve(table: Table, shots: Sequence[Shot]) -> list[int]:
    """7.17, 7.44 Shots that fly together: all dice, then all hits; the hits of each."""
    public = table.public
    verbs.trail(table)
    dice = table.roll("fire", len(shots), 10, hoped=[1, 10][: len(shots)])
    found = [hits_of(public, shot, die % 10) for shot, die in zip(shots, dice, strict=True)]
    told = [
        {
            "unit": shot.shooter,
            "at": shot.target or shot.place,
            "place": shot.place,
            "range": shot.range,
            "added": added(public, shot),
            "needs": TABLES["fire"][weapon(shot.shooter)].get(str(shot.range), -1),
            "hits": hits,
        }
        for shot, hits in zip(shots, found, strict=True)
    ]
    table.tell("fire", {"shots": told, "dice": dice})
    for shot, hits, die in zip(shots, found, dice, strict=True):
        _suffer(table, shot, hits, die % 10)
    return found


def _suffer(table: Table, shot: Shot, hits: int, die: int) -> None:
    """7.16 to 7.18 Hits, fire on board, leaders at risk."""
    leaders = position.leaders_in(table.public, shot.place, board.other(SIDES[shot.shooter]))
    if hits and shot.target:
        verbs.hit(table, shot.target, 1 if TYPE[shot.shooter] == BA else hits, "fire")
    if hits and TYPE[shot.shooter] == BA and shot.place in GALLEYS:
        missiles.set_alight(table, shot.place)
    for leader in leaders if die == 0 else ():
        risk(table, leader)


def risk(table: Table, leader: str) -> bool:
    """8.41 A leader at risk: killed on 0; whether he is."""
    if leader not in table.public["leaders"] or table.public["result"]:
        return False
    (die,) = table.roll(f"loss of {board.NAMES[leader]}", 1, 10, hoped=[5])
    killed = die % 10 == 0
    table.tell("risk", {"leader": leader, "dice": [die], "killed": killed})
    if killed:
        verbs.kill(table, leader, "8.41")
    return killed
