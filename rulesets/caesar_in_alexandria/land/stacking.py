"""How many pieces a place holds (5.7)."""

from collections.abc import Collection

from referee.engine.action import UNSURE, Problem
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    AR,
    BLOCKS,
    CO,
    GALLEYS,
    LIGHTHOUSE,
    MOLE,
    NAMES,
    POINTS,
    SIDES,
    TYPE,
    UNITS,
)

#: 5.78 Combat units of a side in a block, and in a hex.
BLOCK, HEX = 4, 2
#: 11.2 Hexes where the garrison of Pharos does not stay before a landing.
BARE_WEST = [
    one
    for one in board.MAP["pharos-west"]
    if not any(to in POINTS for to in board.LINKS.get(one, ()))
]


def may_stay(public: Data, unit: str, place: str) -> bool:
    """5.71, 11.2 Whether a unit may be in a place at the end of a turn."""
    return fits(public, unit, place) and not is_bare(public, unit, place)


def is_bare(public: Data, unit: str, place: str) -> bool:
    """11.2 Whether a unit of the garrison of Pharos would stay where it does not."""
    return unit in public["garrison"] and place in BARE_WEST


def enemies(public: Data, place: str, seat: str) -> bool:
    """5.75 Whether enemies hold a space: a unit ashore, or a galley (2.2.4)."""
    return position.held_by(public, place, board.other(seat)) or any(
        public["galleys"][ship]["side"] != seat for ship in position.ships_in(public, place)
    )


def fits(public: Data, unit: str, place: str, but: str = "") -> bool:
    """5.71 Whether a unit may stay in a place with those of its side that are there, one left
    out."""
    there = [
        other for other in position.here(public, place, SIDES[unit]) if other not in (unit, but)
    ]
    if place in GALLEYS:
        return TYPE[unit] != board.LC and len(there) < GALLEYS[place]["holds"]
    if place in MOLE:
        return not there
    if board.is_artillery(unit):
        free = place not in BLOCKS and place != LIGHTHOUSE
        return free and not any(board.is_artillery(other) for other in there)
    return _combat(unit, place, [other for other in there if not board.is_artillery(other)])


def _combat(unit: str, place: str, there: list[str]) -> bool:
    """5.71 A combat unit, with other combat units."""
    if place in BLOCKS:
        return len(there) < BLOCK
    if place in POINTS:
        return not there
    if place == LIGHTHOUSE:
        archers = TYPE[unit] == AR
        return not any((TYPE[other] == AR) == archers for other in there)
    return len(there) < HEX and all(_alike(unit, other) for other in there)


def _alike(unit: str, other: str) -> bool:
    """5.78 Two of one type; cohorts of one legion."""
    if TYPE[unit] != TYPE[other]:
        return False
    return TYPE[unit] != CO or UNITS[unit]["legion"] == UNITS[other]["legion"]


def over(public: Data, unit: str, able: Collection[str]) -> Problem | None:
    """5.76, H39 The top one of its side in a place goes first, of those that can still go."""
    top = next((other for other in position.mates(public, unit) if other in able), unit)
    if top == unit:
        return None
    hint = f"order it first, or let it stay: stand: [{NAMES[top]}]"
    return Problem(f"{NAMES[top]} goes first, on top of it", "5.76", hint, UNSURE)


def too_many(public: Data) -> list[str]:
    """Places with more than they hold."""
    found = []
    for place, units in public["stacks"].items():
        if any(not fits(public, unit, place) for unit in units):
            mover = public["now"]["mover"]
            if not (mover and mover["piece"] in units):
                found.append(f"too many in {place}")
        if place not in BLOCKS and len({SIDES[unit] for unit in units}) > 1:
            found.append(f"both sides in {place}")
    return found
