"""Amphibious moves (6.3): land blocks are shipped from port to port over friendly seas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.engine.fault import NOT_ALLOWED, Fault, Path
from referee.engine.request import Data
from rulesets.julius_caesar import board, legal, paths
from rulesets.julius_caesar.movement import block_fault, pin_fault
from rulesets.julius_caesar.naming import block_name, card_name, place_name
from rulesets.julius_caesar.position import Position

#: Reason, paragraph, hint.
Told = tuple[str, str, str]


def ship_faults(position: Position, number: int, line: Data) -> list[Fault]:
    """Try one ``ship`` line, and do it as far as it is legal; everything that is wrong with it."""
    named: list[tuple[str, Path]] = [
        (block, ("blocks", index)) for index, block in enumerate(line["blocks"])
    ]
    told = _time_fault(position)
    if told:
        _doubt(position, named, line)
        return [Fault(NOT_ALLOWED, (number,), *told)]
    origin = _origin(position, named)
    path = [origin, *line["via"], line["to"]] if origin else []
    faults = _path_faults(position, path) if path else []
    able: list[str] = []
    for block, where in named:
        told = block_fault(position, block, origin or "", able) or _land_fault(position, block)
        if told is None:
            able.append(block)
        elif block not in position.doubtful:
            faults.append(Fault(NOT_ALLOWED, where, *told))
    if faults or not path or origin in position.doubtful:
        _doubt(position, named, line)
    else:
        faults = _send(position, named, able, path)
    return [Fault(f.answer, (number, *f.path), f.reason, f.rule, f.hint) for f in faults]


def _send(
    position: Position, named: list[tuple[str, Path]], able: list[str], path: list[str]
) -> list[Fault]:
    """6.3, 6.13 Ship as many as are not pinned and have a point each; what is wrong with others."""
    free = max(0, paths.may_leave(position, path[0]))
    most = min(free, max(0, position.moves))
    if able[:most]:
        position.ship(able[:most], path)
    if len(able) <= most:
        return []
    block = able[most]
    for left in able[most:]:
        position.doubtful[left] = True
    where = dict(named)[block]
    if free <= most:
        return [Fault(NOT_ALLOWED, where, *pin_fault(position, path[0], block))]
    name = block_name(block, position.seat)
    reason = f"no move point is left for {name}, and each block shipped takes one"
    return [Fault(NOT_ALLOWED, where, reason, "6.3")]


def _doubt(position: Position, named: list[tuple[str, Path]], line: Data) -> None:
    for block, _ in named:
        position.doubtful[block] = True
    position.doubtful[line["to"]] = True


def _origin(position: Position, named: list[tuple[str, Path]]) -> str | None:
    """Where the blocks sail from: where the first of them that is on the board stands."""
    for block, _ in named:
        if block in position.blocks:
            place: str = position.blocks[block]["at"]
            return place
    return None


def _time_fault(position: Position) -> Told | None:
    """6.3 Shipping comes before every other move, and never with an event."""
    if not position.seagoing:
        return "nobody is shipped in this scenario", "6.3", ""
    if position.card:
        card = card_name(position.card)
        return f"nobody is shipped with {card}", f"card {card}", ""
    if position.active:
        reason = "shipping comes before every other move, and an earlier line is a move"
        return reason, "6.3", "put this line above the moves"
    if position.moves <= 0 and not position.crossed:
        return "your card allows no moves", "2.1", ""
    return None


def _land_fault(position: Position, block: str) -> Told | None:
    if board.is_fleet(block):
        name = block_name(block, position.seat)
        return f"{name} is a fleet and sails itself", "6.3", "write a move line for it"
    return None


def _path_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.3 From a port over friendly seas, each next to the other, to another port."""
    faults = []
    for step, (one, two) in enumerate(pairwise(path)):
        told = _border_fault(path, step, one, two)
        if told is None and step < len(path) - 2:
            told = _sea_fault(position, two)
        if told is None and step == 0 and legal.barred(position.public, one, two, position.seat):
            told = (f"the attackers of {place_name(one)} came from there", "6.13", "")
        if told:
            where: Path = ("to",) if step == len(path) - 2 else ("via", step)
            faults.append(Fault(NOT_ALLOWED, where, *told))
    return faults or _port_faults(position, path)


def _border_fault(path: list[str], step: int, one: str, two: str) -> Told | None:
    """6.3 Whether a step of the path is a sea border, with a sea where one must be."""
    for_sea = step < len(path) - 2
    if board.places()[two].is_sea is not for_sea:
        if for_sea:
            return f"{place_name(two)} is no sea", "6.3", "name the seas crossed with via"
        return f"{place_name(two)} is a sea; a land block lands in a port", "4.1", ""
    if board.edge(one, two) == "sea":
        return None
    if not board.places()[one].is_sea and not board.places()[one].port:
        return f"{place_name(one)} is no port", "4.42", ""
    if not for_sea and not board.places()[two].port:
        return f"{place_name(two)} is no port", "4.42", ""
    return f"{place_name(one)} and {place_name(two)} do not touch", "6.3", ""


def _sea_fault(position: Position, sea: str) -> Told | None:
    """6.3 Every sea crossed is friendly."""
    seen = legal.status(position.public, sea, position.seat)
    if seen == legal.FRIENDLY:
        return None
    state = "held by the enemy" if seen == legal.ENEMY else seen
    hint = "a fleet of yours must lie there, and none of the enemy's"
    return f"{place_name(sea)} is {state}, and shipping crosses friendly seas only", "6.3", hint


def _port_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.3 The port at the end is another one, friendly or neutral."""
    to = path[-1]
    if to == path[0]:
        return [Fault(NOT_ALLOWED, ("to",), "it is the port that they sail from", "6.3")]
    if not paths.meets(position, to):
        return []
    seen = legal.status(position.public, to, position.seat)
    state = "held by the enemy" if seen == legal.ENEMY else seen
    reason = f"{place_name(to)} is {state}, and nobody lands where the enemy stands"
    return [Fault(NOT_ALLOWED, ("to",), reason, "6.3")]


def ways(position: Position, place: str) -> Iterator[list[str]]:
    """6.3 The shortest way by sea from a port to every other port that is open now."""
    reached: dict[str, list[str]] = {}
    front = [[place]]
    while front:
        longer = []
        for path in front:
            for near, kind in board.neighbours(path[-1]).items():
                if kind != "sea" or near in reached or not board.places()[near].is_sea:
                    continue
                if legal.status(position.public, near, position.seat) != legal.FRIENDLY:
                    continue
                if legal.barred(position.public, path[0], near, position.seat):
                    continue
                reached[near] = [*path, near]
                longer.append(reached[near])
        front = longer
    seen: dict[str, bool] = {place: True}
    for sea, path in reached.items():
        for near in board.neighbours(sea):
            if near in seen or board.places()[near].is_sea:
                continue
            seen[near] = True
            if not paths.meets(position, near):
                yield [*path, near]


def cargo(position: Position, place: str) -> list[str]:
    """6.3 Land blocks of a place that can be shipped now, as many as can leave."""
    if position.card or not position.seagoing or position.active or position.moves <= 0:
        return []
    blocks = position.movable(place, fleet=False)
    return blocks if paths.may_leave(position, place) > 0 else []
