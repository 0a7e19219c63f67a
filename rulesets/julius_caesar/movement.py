"""Group moves (6.1): what is wrong with a move line, and where a group could go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.naming import (
    block_name,
    listed,
    ordinal,
    place_name,
    road_text,
    several,
)
from rulesets.julius_caesar.position import Position

#: Cities that a group may enter with one point: the second one only if it does not attack (6.1).
REACH = 2
_CLASS_NAMES = {"major": "a major road", "minor": "a minor road", "strait": "a strait"}


def move_faults(position: Position, number: int, move: Data) -> list[Fault]:
    """Try one ``move`` line, and do it as far as it is legal; everything that is wrong with it."""
    path: list[str] = [move["from"], *move.get("via", []), move["to"]]
    named: list[str] = move["blocks"]
    wrong = _path_faults(position, path)
    if not wrong and not _has_point(position, path[0]):
        wrong = _point_faults(position, path[0])
        _doubt(position, named, path)
    able, faults = _able(position, named, path[0])
    if wrong or path[0] in position.doubtful:
        faults = wrong + faults
        _doubt(position, named, path)
    else:
        able, crowded = _fitting(position, named, able, path)
        faults += crowded
        _doubt(position, [block for block in named if block not in able], [] if able else path)
        if able:
            position.march(able, path)
    return [replace(fault, path=(number, *fault.path)) for fault in faults]


def _no(path: tuple[str | int, ...], reason: str, rule: str, hint: str = "") -> Fault:
    return Fault(NOT_ALLOWED, path, reason, rule, hint)


def _doubt(position: Position, blocks: list[str], path: list[str]) -> None:
    """Remember what a refused line spoke of, so that its cause is told once."""
    for name in [*blocks, *path[:1], *path[-1:]]:
        position.doubtful[name] = True


# The path.


def _path_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.1 Whether these are neighbours, not too many, and open to this seat."""
    faults = []
    for step, (one, two) in enumerate(pairwise(path)):
        where = _where(path, step + 1)
        kind = board.edge(one, two)
        if board.places()[two].is_sea or kind == "sea":
            reason = f"land blocks do not go to sea: {place_name(one)} to {place_name(two)}"
            faults.append(_no(where, reason, "4.1", "fleets stay in port in this scenario"))
        elif kind is None:
            reason = f"no road joins {place_name(one)} and {place_name(two)}"
            faults.append(_no(where, reason, "6.1", _way_hint(one, two)))
    if not faults and len(path) - 1 > REACH:
        reason = f"{road_text(path)} is {len(path) - 1} cities; a group goes {REACH} at most"
        faults.append(_no(("to",), reason, "6.1"))
    return faults or _contact_faults(position, path) or _bar_faults(position, path)


def _where(path: list[str], step: int) -> tuple[str | int, ...]:
    """The part of the line that names a step of the path."""
    return ("to",) if step == len(path) - 1 else ("via", step - 1)


def _way_hint(one: str, two: str) -> str:
    """How to get there in two steps, or which cities are next."""
    roads = [city for city, kind in board.neighbours(one).items() if kind != "sea"]
    middle = [city for city in roads if board.edge(city, two) not in (None, "sea")]
    if middle:
        return f"it is two cities away: via {listed(map(place_name, middle), 'or')}"
    if not roads:
        return f"no road leads to or from {place_name(one)}"
    return f"roads lead from {place_name(one)} to {listed(map(place_name, roads))}"


def _contact_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.1, 6.12, 6.14, ruling 10 Blocks stop where the enemy stands, and meet him in one step."""
    for step in range(1, len(path)):
        place = path[step]
        seen = legal.status(position.public, place, position.seat)
        if place in position.doubtful or seen not in (legal.ENEMY, legal.CONTESTED):
            continue
        state = "held by the enemy" if seen == legal.ENEMY else "contested"
        if step < len(path) - 1:
            reason = f"{place_name(place)} is {state}: blocks must stop there"
            return [_no(_where(path, step), reason, "6.1", "go round it, or end the move there")]
        if step > 1:
            reason = f"{place_name(place)} is {state}, and only neighbouring cities can be attacked"
            rule = "6.12"
            if seen == legal.CONTESTED:
                reason = f"{place_name(place)} is contested, and is reinforced by neighbours only"
                rule = "6.14"
            return [_no(("to",), reason, rule, "a block enters it only as its first step")]
    return []


def _bar_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.13 Free blocks do not leave by a road that the attacker used."""
    if not legal.barred(position.public, path[0], path[1], position.seat):
        return []
    reason = (
        f"the attackers of {place_name(path[0])} came over the road from {place_name(path[1])}:"
        " nobody leaves by it"
    )
    return [_no(_where(path, 1), reason, "6.13", "take a road that they did not use")]


def _has_point(position: Position, origin: str) -> bool:
    """6.1 Whether blocks of a place can move: its point is spent already, or one is left."""
    return origin in position.active or position.moves > 0


def _point_faults(position: Position, origin: str) -> list[Fault]:
    """6.1 One point for each place from which blocks move."""
    if origin in position.doubtful:
        return []
    if not position.active:
        return [_no(("from",), "your card allows no moves", "2.1")]
    spent = listed(map(place_name, position.active))
    reason = f"no move point is left for {place_name(origin)}; they were used for {spent}"
    return [_no(("from",), reason, "6.1", "each place from which blocks move needs one point")]


# The blocks.


def _able(position: Position, named: list[str], origin: str) -> tuple[list[str], list[Fault]]:
    """6.1 The blocks that stand there and have not moved; what is wrong with the others."""
    able: list[str] = []
    faults = []
    for index, block in enumerate(named):
        fault = _block_fault(position, block, origin, able)
        if fault is None:
            able.append(block)
        elif block not in position.doubtful:
            faults.append(_no(("blocks", index), *fault))
    return able, faults


def _block_fault(
    position: Position, block: str, origin: str, able: list[str]
) -> tuple[str, str, str] | None:
    """Why a block cannot move from there: reason, paragraph, hint."""
    name = block_name(block, position.seat)
    here = position.blocks.get(block)
    if block in able:
        return f"{name} stands twice in this line", "6.1", "leave it once"
    if here is None and block in position.pool:
        return f"{name} is in your reserve", "5.2", "raise it with a levy line, after all moves"
    if here is None:
        return f"you have no {name} on the board", "6.1", ""
    if block in position.moved:
        return f"{name} has moved already, and a block moves once a turn", "6.1", ""
    if here["at"] != origin:
        reason = f"{name} is in {place_name(here['at'])}, not in {place_name(origin)}"
        return reason, "6.1", "write one line for each place"
    if board.blocks()[block].fleet:
        return f"{name} is a fleet, and fleets stay in port in this scenario", "6.2", ""
    return None


def _fitting(
    position: Position, named: list[str], able: list[str], path: list[str]
) -> tuple[list[str], list[Fault]]:
    """6.11, 6.13 As many of the blocks as are not pinned and find room on the roads."""
    free = legal.free_blocks(position.public, path[0], position.seat)
    room, road = _room(position, path)
    most = min(free, room)
    if len(able) <= most:
        return able, []
    index = named.index(able[most])
    fault = _pin_fault(position, path[0], able[most]) if free <= room else None
    return able[:most], [fault_at(index, fault or _road_fault(position, path, road, able[most]))]


def fault_at(index: int, told: tuple[str, str, str]) -> Fault:
    """A fault of one of the blocks of a line."""
    return _no(("blocks", index), *told)


def _purpose(position: Position, place: str) -> str:
    """6.11, 4.32, ruling 11 A road is used to attack where its far end is the enemy's, or
    contested with this seat attacking; a reaction into an own city is a plain move."""
    seen = legal.status(position.public, place, position.seat)
    if seen == legal.ENEMY:
        return "attack"
    if seen == legal.CONTESTED:
        attack = legal.attack_on(position.public, place)
        if attack is None or attack["attacker"] == position.seat:
            return "attack"
    return "move"


def _limit(position: Position, one: str, two: str) -> int:
    """6.11 How many blocks of a player may use a road that leads this block there."""
    kind = board.edge(one, two)
    assert kind is not None
    return board.limit(kind, _purpose(position, two))


def _room(position: Position, path: list[str]) -> tuple[int, int]:
    """6.11 How many blocks still find room on all roads of a path, and which step is narrowest.

    A road that is crossed twice (there and back) counts twice."""
    names = [board.road(one, two) for one, two in pairwise(path)]
    rooms = []
    for step, (one, two) in enumerate(pairwise(path)):
        left = _limit(position, one, two) - position.road_use(names[step])
        rooms.append(max(0, left) // names.count(names[step]))
    narrowest = rooms.index(min(rooms))
    return rooms[narrowest], narrowest


def _pin_fault(position: Position, place: str, block: str) -> tuple[str, str, str]:
    held = legal.pins(position.public, place, position.seat)
    reason = (
        f"{block_name(block, position.seat)} cannot leave {place_name(place)}:"
        f" the attackers pin {several(held, 'block')} there"
    )
    return reason, "6.13", "leave as many blocks as are pinned; which ones is your choice"


def _road_fault(position: Position, path: list[str], step: int, block: str) -> tuple[str, str, str]:
    one, two = path[step], path[step + 1]
    most = _limit(position, one, two)
    kind = board.edge(one, two)
    assert kind is not None
    use = " when it attacks" if kind == "strait" and most == 1 else ""
    reason = (
        f"{place_name(one)} to {place_name(two)} is {_CLASS_NAMES[kind]}:"
        f" {several(most, 'block')} at most{use}, this would be the {ordinal(most + 1)}"
    )
    rule = "4.32" if kind == "strait" else "6.11"
    name = block_name(block, position.seat)
    return reason, rule, f"send {name} another way or leave it"


# The main force.


def main_force_faults(position: Position, number: int, line: Data) -> list[Fault]:
    """7.3, ruling 12 Try one ``main force`` line, and do it if it is legal."""
    place, origin = line["at"], line["from"]
    attack = legal.attack_on(position.public, place)
    if attack is None or attack["attacker"] != position.seat:
        if place in position.doubtful:
            return []
        reason = f"you do not attack {place_name(place)}"
        hint = "name the main force after the moves that attack"
        return [_no((number, "at"), reason, "7.3", hint)]
    came = attack["entries"].get(position.seat, {})
    if origin not in came:
        if origin in position.doubtful:
            return []
        reason = f"none of your blocks has come to {place_name(place)} from {place_name(origin)}"
        hint = f"they came from {listed(map(place_name, sorted(came)))}"
        return [_no((number, "from"), reason, "7.3", hint)]
    attack["main"] = origin
    return []


# Where blocks could go, for samples and warnings.


def movable(position: Position, place: str) -> list[str]:
    """6.1, 6.2 The seat's blocks in a place that may still move by road."""
    return [
        block
        for block in position.at(place)
        if block not in position.moved and not board.blocks()[block].fleet
    ]


def ways(position: Position, place: str) -> Iterator[tuple[list[str], int]]:
    """Every path that a block can take from a place, with the number of blocks that fit on it."""
    free = legal.free_blocks(position.public, place, position.seat)
    for path in _paths(position, place):
        room = min(free, _room(position, path)[0])
        if room > 0:
            yield path, room


def _paths(position: Position, place: str) -> Iterator[list[str]]:
    """Every path of one or two cities that the enemy does not bar."""
    for first, kind in board.neighbours(place).items():
        if kind == "sea" or legal.barred(position.public, place, first, position.seat):
            continue
        yield [place, first]
        if legal.status(position.public, first, position.seat) in (legal.ENEMY, legal.CONTESTED):
            continue
        for second, road_class in board.neighbours(first).items():
            path = [place, first, second]
            if road_class != "sea" and not _contact_faults(position, path):
                yield path
