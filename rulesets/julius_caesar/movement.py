"""Group moves (6.1, 6.2): what is wrong with a move line, and the main force (7.3)."""

from __future__ import annotations

from itertools import pairwise

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data
from rulesets.julius_caesar import board, legal, paths
from rulesets.julius_caesar.naming import (
    block_name,
    card_name,
    listed,
    ordinal,
    place_name,
    road_text,
    several,
)
from rulesets.julius_caesar.position import Position

_CLASS_NAMES = {"major": "a major road", "minor": "a minor road", "strait": "a strait"}


def move_faults(position: Position, number: int, move: Data) -> list[Fault]:
    """Try one ``move`` line, and do it as far as it is legal; everything that is wrong with it."""
    path: list[str] = [move["from"], *move.get("via", []), move["to"]]
    named: list[str] = move["blocks"]
    wrong = _path_faults(position, path)
    if not wrong and not _has_point(position, path[0]):
        wrong = _point_faults(position, path[0])
        _doubt(position, named, path)
    able, faults = _able(position, named, path, bool(wrong))
    if wrong or path[0] in position.doubtful:
        faults = wrong + faults
        _doubt(position, named, path)
    else:
        able, crowded = _fitting(position, named, able, path)
        faults += crowded
        _doubt(position, [block for block in named if block not in able], [] if able else path)
        if able:
            position.march(able, path)
    return [fault._replace(path=(number, *fault.path)) for fault in faults]


def _no(path: tuple[str | int, ...], reason: str, rule: str, hint: str = "") -> Fault:
    return Fault(NOT_ALLOWED, path, reason, rule, hint)


def _doubt(position: Position, blocks: list[str], path: list[str]) -> None:
    """Remember what a refused line spoke of, so that its cause is told once."""
    for name in [*blocks, *path[:1], *path[-1:]]:
        position.doubtful[name] = True


# The path.


def _path_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.1, 6.2 Whether these are neighbours, not too many, and open to this seat."""
    faults = []
    for step, (one, two) in enumerate(pairwise(path)):
        told = _step_fault(position, one, two)
        if told:
            faults.append(_no(_where(path, step + 1), *told))
    if not faults and _mixed(path):
        reason = f"{road_text(path)} goes by road and by sea, and no block can do both"
        faults.append(_no(("to",), reason, "4.1", "write one line for each, with its own blocks"))
    if not faults and len(path) - 1 > position.reach:
        what = "places" if paths.by_sea(path) else "cities"
        reason = f"{road_text(path)} is {len(path) - 1} {what}; a group goes {position.reach}"
        faults.append(_no(("to",), f"{reason} at most", "6.1"))
    return faults or _contact_faults(position, path) or _bar_faults(position, path)


def _step_fault(position: Position, one: str, two: str) -> tuple[str, str, str] | None:
    """Why nobody goes from one place to the next in one step: reason, paragraph, hint."""
    kind = board.edge(one, two)
    wet = board.places()[one].is_sea or board.places()[two].is_sea
    if wet and not position.seagoing:
        reason = f"land blocks do not go to sea: {place_name(one)} to {place_name(two)}"
        return reason, "4.1", "fleets stay in port in this scenario"
    if kind is None and wet:
        return f"{place_name(one)} and {place_name(two)} do not touch", "6.2", _border_hint(one)
    if kind is None:
        reason = f"no road joins {place_name(one)} and {place_name(two)}"
        return reason, "6.1", _way_hint(position, one, two)
    return None


def _mixed(path: list[str]) -> bool:
    """4.1 Whether a path has both roads and sea borders."""
    kinds = [board.edge(one, two) == "sea" for one, two in pairwise(path)]
    return any(kinds) and not all(kinds)


def _where(path: list[str], step: int) -> tuple[str | int, ...]:
    """The part of the line that names a step of the path."""
    return ("to",) if step == len(path) - 1 else ("via", step - 1)


def _border_hint(one: str) -> str:
    """What a fleet can reach from a place in one step."""
    near = [place for place, kind in board.neighbours(one).items() if kind == "sea"]
    if not near:
        return f"{place_name(one)} is not a port"
    return f"from {place_name(one)} a fleet goes to {listed(map(place_name, near), 'or')}"


def _way_hint(position: Position, one: str, two: str) -> str:
    """How to get there in two steps, if that is no attack, or which cities are next."""
    roads = [city for city, kind in board.neighbours(one).items() if kind != "sea"]
    middle = [city for city in roads if board.edge(city, two) not in (None, "sea")]
    held = legal.status(position.public, two, position.seat)
    if middle and one != two and held in (legal.FRIENDLY, legal.NEUTRAL):
        return f"it is two cities away: via {listed(map(place_name, middle), 'or')}"
    if not roads:
        return f"no road leads to or from {place_name(one)}"
    return f"roads lead from {place_name(one)} to {listed(map(place_name, roads))}"


def _contact_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.1, 6.12, 6.14, ruling 10 Blocks stop where the enemy stands, and meet him before their
    last step: in one step, or two with Mercury."""
    for step in range(1, len(path)):
        place = path[step]
        seen = legal.status(position.public, place, position.seat)
        if place in position.doubtful or seen not in (legal.ENEMY, legal.CONTESTED):
            continue
        state = "held by the enemy" if seen == legal.ENEMY else "contested"
        if step < len(path) - 1:
            reason = f"{place_name(place)} is {state}: blocks must stop there"
            return [_no(_where(path, step), reason, "6.1", "go round it, or end the move there")]
        if step > position.reach - 1:
            return [_no(("to",), *_too_far(position, place, seen))]
    return []


def _too_far(position: Position, place: str, seen: str) -> tuple[str, str, str]:
    """6.12, 6.14 A fight at the last step of a move: reason, paragraph, hint."""
    near = "neighbouring places" if board.places()[place].is_sea else "neighbouring cities"
    reason = f"{place_name(place)} is held by the enemy, and only {near} can be attacked"
    rule, hint = "6.12", "a block enters it only as its first step"
    if seen == legal.CONTESTED:
        reason = f"{place_name(place)} is contested, and is reinforced by neighbours only"
        rule = "6.14"
    if position.card == "mercury":
        reason = f"{place_name(place)} is three cities away, and Mercury's blocks attack after two"
        rule, hint = "card Mercury", ""
    return reason, rule, hint


def _bar_faults(position: Position, path: list[str]) -> list[Fault]:
    """6.13 Free blocks do not leave by a road that the attacker used."""
    if not legal.barred(position.public, path[0], path[1], position.seat):
        return []
    if board.edge(path[0], path[1]) == "sea":
        came, hint = f"from {place_name(path[1])}", "take a border that they did not use"
    else:
        came = f"over the road from {place_name(path[1])}"
        hint = "take a road that they did not use"
    reason = f"the attackers of {place_name(path[0])} came {came}: nobody leaves by it"
    return [_no(_where(path, 1), reason, "6.13", hint)]


def _has_point(position: Position, origin: str) -> bool:
    """6.1 Whether blocks of a place can move: its point is spent already, or one is left."""
    return origin in position.active or position.moves > 0


def _point_faults(position: Position, origin: str) -> list[Fault]:
    """6.1, 6.3 One point for each place from which blocks move, one for each block shipped."""
    if origin in position.doubtful:
        return []
    hint = "each place from which blocks move needs one point"
    if not position.active and not position.crossed:
        return [_no(("from",), "your card allows no moves", "2.1")]
    spent = listed(map(place_name, position.active)) or "shipping"
    reason = f"no move point is left for {place_name(origin)}; they were used for {spent}"
    return [_no(("from",), reason, "6.1", hint)]


# The blocks.


def _able(
    position: Position, named: list[str], path: list[str], astray: bool
) -> tuple[list[str], list[Fault]]:
    """6.1 The blocks that stand there and have not moved; what is wrong with the others.

    astray: the path is refused already, so it is not told that they cannot go by it."""
    able: list[str] = []
    faults = []
    for index, block in enumerate(named):
        told = block_fault(position, block, path[0], able)
        told = (
            told
            or _sort_fault(position, block)
            or (None if astray else _way_fault(position, block, path))
        )
        if told is None:
            able.append(block)
        elif block not in position.doubtful:
            faults.append(_no(("blocks", index), *told))
    return able, faults


def block_fault(
    position: Position, block: str, origin: str, able: list[str]
) -> tuple[str, str, str] | None:
    """Why a block cannot leave from there: reason, paragraph, hint."""
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
    return None


def _sort_fault(position: Position, block: str) -> tuple[str, str, str] | None:
    """6.2 Fleets stay in port in the scenario by land; an event moves one sort of blocks only."""
    name, fleet = block_name(block, position.seat), board.is_fleet(block)
    if fleet and not position.seagoing:
        return f"{name} is a fleet, and fleets stay in port in this scenario", "6.2", ""
    if not position.moves_kind(fleet):
        sort = "land blocks" if fleet else "fleets"
        card = card_name(position.card)
        return f"{card} moves {sort} only, and {name} is none", f"card {card}", ""
    return None


def _way_fault(position: Position, block: str, path: list[str]) -> tuple[str, str, str] | None:
    """6.2, 4.1 Fleets go by sea, land blocks by road."""
    name, fleet = block_name(block, position.seat), board.is_fleet(block)
    if fleet and not paths.by_sea(path):
        hint = f"{_border_hint(path[0])}, and on from there"
        return f"{name} is a fleet and does not go by road", "6.2", hint
    if not fleet and paths.by_sea(path):
        hint = f"- ship: {{block: {name}, via: [SEA], to: PORT}} carries it over friendly seas"
        return f"{name} is a land block and does not go to sea", "4.1", hint
    return None


def _fitting(
    position: Position, named: list[str], able: list[str], path: list[str]
) -> tuple[list[str], list[Fault]]:
    """6.11, 6.13 As many of the blocks as are not pinned and find room on the roads."""
    free = max(0, paths.may_leave(position, path[0]))
    room, road = paths.room(position, path)
    most = min(free, room)
    if len(able) <= most:
        return able, []
    told = pin_fault(position, path[0], able[most])
    if free > room:
        told = _road_fault(position, path, road, able[most])
    return able[:most], [_no(("blocks", named.index(able[most])), *told)]


def pin_fault(position: Position, place: str, block: str) -> tuple[str, str, str]:
    """6.13, 6.3 Why no more blocks leave a place: reason, paragraph, hint."""
    name = f"{block_name(block, position.seat)} cannot leave {place_name(place)}"
    held = legal.pins(position.public, place, position.seat)
    if place in position.crossed and not held:
        return f"{name}: blocks were shipped across it, and one fleet stays there", "6.3", ""
    hint = "leave as many blocks as are pinned; which ones is your choice"
    return f"{name}: the attackers pin {several(held, 'block')} there", "6.13", hint


def _road_fault(position: Position, path: list[str], step: int, block: str) -> tuple[str, str, str]:
    one, two = path[step], path[step + 1]
    most = paths.limit(position, one, two)
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
    if position.named.setdefault(place, origin) != origin:
        reason = f"an earlier line names another main force for {place_name(place)}"
        return [_no((number,), reason, "7.3", "leave one of the lines")]
    attack["main"] = origin
    return []
