"""Levies (6.4): new blocks from the reserve, and steps for blocks on the board."""

from __future__ import annotations

from referee.engine.fault import AMBIGUOUS, NOT_ALLOWED, Fault
from referee.engine.request import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.naming import block_name, card_name, listed, place_name
from rulesets.julius_caesar.position import Position

#: Reason, paragraph, hint.
Told = tuple[str, str, str]


def levy_faults(position: Position, number: int, line: Data) -> list[Fault]:
    """Try one ``levy`` line, and do it if it is legal; what is wrong with it."""
    block: str = line["block"]
    if block in position.doubtful:
        return []
    here = (number,)
    told = _pool_fault(position, block)
    if told:
        return [Fault(NOT_ALLOWED, (*here, "block"), *told)]
    place = levy_place(block, line)
    if place is None:
        return [_where_fault(position, block, here)]
    told = _place_fault(position, block, place)
    if told:
        return [Fault(NOT_ALLOWED, (*here, "at") if "at" in line else here, *told)]
    if place in position.doubtful:
        return []
    if position.levies <= 0:
        return [Fault(NOT_ALLOWED, here, *_no_point(position))]
    position.raise_block(block, place)
    return []


def step_faults(position: Position, number: int, block: str) -> list[Fault]:
    """Try one ``step`` line, and do it if it is legal; what is wrong with it."""
    if block in position.doubtful:
        return []
    told = _step_fault(position, block)
    if told is None and position.levies <= 0:
        told = _no_point(position)
    if told:
        return [Fault(NOT_ALLOWED, (number,), *told)]
    position.add_step(block)
    return []


def levy_place(block: str, line: Data) -> str | None:
    """6.4 Where a new block comes: where the line says, or the only city it can be raised in."""
    if "at" in line:
        place: str = line["at"]
        return place
    cities = legal.levy_places(block)
    return cities[0] if len(cities) == 1 else None


def _no_point(position: Position) -> Told:
    if position.card:
        return f"{card_name(position.card)} allows no levies", "6.4", "leave this line out"
    return "no levy point is left for this line", "6.4", "each new block and each step takes one"


def _pool_fault(position: Position, block: str) -> Told | None:
    """5.2, 7.5, 7.51 Why a block cannot be raised wherever it may be."""
    name = block_name(block, position.seat)
    if block in position.blocks:
        return f"{name} is on the board", "6.4", f"add strength with - step: {name}"
    public = position.public
    if block in public["dead"][board.blocks()[block].colour]:
        reason = f"{name} was eliminated this year and cannot be raised before the next one"
        return reason, "7.5", ""
    if any(block in taken for taken in public["trophies"].values()):
        return f"{name} was killed and is out of the game", "7.51", ""
    if block not in position.pool:
        return f"{name} is not in your reserve", "5.2", ""
    if legal.leader_needed(public, block):
        needs = listed(
            (block_name(leader, position.seat) for leader in board.blocks()[block].needs), "or"
        )
        return f"{name} can be raised only after {needs} has been killed", "7.51", ""
    return None


def _where_fault(position: Position, block: str, here: tuple[str | int, ...]) -> Fault:
    """The line must say where."""
    name = block_name(block, position.seat)
    reason = f"{name} can be raised in more than one city, and the line does not say where"
    cities = raise_places(position, block)
    hint = f"add at: {listed(map(place_name, cities), 'or')}" if cities else "add at: CITY"
    return Fault(AMBIGUOUS, here, reason, "6.4", hint)


def _place_fault(position: Position, block: str, place: str) -> Told | None:
    """6.4 Why a block cannot be raised in a place."""
    name = block_name(block, position.seat)
    allowed = legal.levy_places(block)
    if place not in allowed:
        if board.places()[place].is_sea:
            return f"{place_name(place)} is a sea, and blocks are raised in cities", "6.4", ""
        if len(allowed) == 1:
            return f"{name} is raised in {place_name(allowed[0])} only", "6.4", ""
        ports = listed(map(place_name, allowed))
        return f"{place_name(place)} is not a major port", "3.26", f"major ports: {ports}"
    if place in position.doubtful or legal.may_raise_at(position.public, place, position.seat):
        return None
    return _unfriendly(position, place)


def _unfriendly(position: Position, place: str) -> Told:
    seen = legal.status(position.public, place, position.seat)
    state = "held by the enemy" if seen == legal.ENEMY else seen
    reason = f"{place_name(place)} is {state}, and levies come to friendly cities only"
    return reason, "6.4", "at least one of your blocks must stand there, and no enemy"


def _step_fault(position: Position, block: str) -> Told | None:
    """6.4 Why a block cannot have one step more."""
    name = block_name(block, position.seat)
    here = position.blocks.get(block)
    if here is None:
        if block in position.pool:
            return f"{name} is in your reserve", "6.4", f"raise it with - levy: {{block: {name}}}"
        return f"you have no {name} on the board", "6.4", ""
    place = here["at"]
    if board.places()[place].is_sea:
        return f"{name} is at sea, and fleets gain steps in port only", "6.4", ""
    if not legal.may_raise_at(position.public, place, position.seat):
        return _unfriendly(position, place)
    if here["strength"] == board.full(block):
        return f"{name} is at full strength ({board.ROMAN[here['strength']]})", "6.4", ""
    return None


def raise_places(position: Position, block: str) -> list[str]:
    """6.4 The friendly cities in which a block of the reserve could be raised now."""
    return _open_to(position, block, friendly_cities(position))


def friendly_cities(position: Position) -> list[str]:
    """6.4, 4.21 Cities where only this seat's blocks stand, in the board's order."""
    places = position.public["places"]
    return [
        city
        for city in board.cities()
        if (there := places.get(city)) and len(there) == 1 and position.seat in there
    ]


def _open_to(position: Position, block: str, friendly: list[str]) -> list[str]:
    """6.4 The cities of some friendly ones in which a block could be raised."""
    if block not in position.pool or legal.leader_needed(position.public, block):
        return []
    levy = board.blocks()[block].levy
    if levy == "any":
        return friendly
    if levy == "major-port":
        return [city for city in friendly if board.places()[city].major]
    return [levy] if levy in friendly else []


def choices(position: Position) -> list[Data]:
    """6.4 Every levy or step line that is legal now, if a point is left."""
    if position.levies <= 0:
        return []
    friendly = friendly_cities(position)
    lines: list[Data] = [
        {"levy": {"block": block, "at": place}}
        for block in position.pool
        for place in _open_to(position, block, friendly)
    ]
    here = position.blocks
    return lines + [
        {"step": block}
        for block in sorted(here, key=board.block_order().__getitem__)
        if here[block]["at"] in friendly and here[block]["strength"] < board.full(block)
    ]
