"""Steps of land units and leaders: what they cost, and what bars them (5.2, 5.3, 4.31)."""

from referee.engine.action import UNSURE, Problem
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    BLOCKS,
    CANAL,
    GALLEYS,
    IN,
    LC,
    LEADERS,
    MOLE,
    NAMES,
    OUT,
    POINTS,
    PORT,
    SIDES,
    TYPE,
    UNITS,
)
from rulesets.caesar_in_alexandria.land.facing import goes_ahead
from rulesets.caesar_in_alexandria.land.stacking import enemies, fits
from rulesets.caesar_in_alexandria.sea import ships

#: 5.23, 5.36 Out of a block; into a galley.
OUT_OF_BLOCK, EMBARK = 3, 3
#: 5.7 What the spaces hold, as a hint.
ROOM = "a causeway space holds one unit, a block four of each side and no artillery"
ROOM_TO_STAY = "a hex holds two of one type (cohorts of one legion), a point one; artillery aside"


def allowance(piece: str) -> int:
    """5.11 Movement points of an activation."""
    number: int = (UNITS.get(piece) or LEADERS[piece])["move"]
    return number


def costs_more(public: Data, unit: str, to: str) -> bool:
    """5.74 Whether friends stand there, not artillery alone: a point more, and a test on going
    on."""
    if to in BLOCKS or to in GALLEYS:
        return False
    friends = [other for other in position.here(public, to, SIDES[unit]) if other != unit]
    return any(not board.is_artillery(other) for other in friends)


def cost(public: Data, unit: str, to: str) -> int:
    """5.36 Points for a step from where it is; the whole allowance where it takes that."""
    place = position.place_of(public, unit)
    if to in GALLEYS:
        return EMBARK
    kind = position.country(public).links.get(place, {}).get(to, "")
    if kind == IN or place in GALLEYS:
        return allowance(unit)
    price = OUT_OF_BLOCK if kind == OUT else 2 if kind == CANAL else 1
    return price + (unit in UNITS and costs_more(public, unit, to))


def why_not(public: Data, unit: str, to: str) -> Problem | None:
    """5.21 to 5.35, 5.71 What bars a step of a unit from where it is, its points aside."""
    one, seat = public["units"][unit], SIDES[unit]
    place = one["at"]
    if place in GALLEYS or to in GALLEYS:
        return _on_board(public, unit, to)
    kind = position.country(public).links.get(place, {}).get(to)
    if kind is None or kind == PORT:
        near = ", ".join(NAMES[space] for space in steps(public, place))
        wall = "over the harbour wall one only embarks and lands; beside are " if kind else ""
        return Problem("it does not lie beside", "5.2", wall + near, UNSURE)
    if mounted_out(unit, to):
        return Problem("cavalry does not enter the city or the causeway", "5.22")
    if not goes_ahead(place, one["face"], to):
        able = [face for face in board.facings(place) if goes_ahead(place, face, to)]
        hint = f"let it turn first: to {' or '.join(able)}"
        return Problem("it does not face there", "5.32", hint, UNSURE)
    if to not in BLOCKS and enemies(public, to, seat):
        return Problem("enemies are there", "5.75", "end the path before them", UNSURE)
    if (to in MOLE or to in BLOCKS) and not fits(public, unit, to):
        return Problem("there is no room", "5.71", ROOM, UNSURE)
    return None


def mounted_out(unit: str, to: str) -> bool:
    """5.22 Whether a unit is cavalry, and a space in the city or on the causeway."""
    return TYPE[unit] == LC and (to in POINTS or to in BLOCKS or to in MOLE)


def steps(public: Data, place: str) -> list[str]:
    """The spaces to which one walks from a place."""
    links = position.country(public).links.get(place, {})
    return [to for to, kind in links.items() if kind != PORT]


def _on_board(public: Data, unit: str, to: str) -> Problem | None:
    """5.61 to 5.63 Into a galley, or out of one."""
    place, seat = position.at(public, unit), SIDES[unit]
    if place in GALLEYS and to in GALLEYS:
        return Problem("to cross to another galley is an order of the fleet", "5.64")
    galley, shore = (place, to) if place in GALLEYS else (to, place)
    ship = public["galleys"].get(galley)
    if not ship or ship["side"] != seat:
        return Problem("it is no galley of yours", "5.62", weight=UNSURE)
    if not ships.moored(public, galley):
        reason = "that galley is not beached, in port, or grappled to the causeway"
        hint = "let it first sail there and beach or grapple the causeway"
        return Problem(reason, "5.63", hint, UNSURE)
    if shore not in ships.ashore(public, galley):
        near = ", ".join(NAMES[space] for space in ships.ashore(public, galley))
        return Problem("that is not beside the galley", "5.63", near, UNSURE)
    if to in GALLEYS and TYPE[unit] == LC:
        return Problem("cavalry is never aboard", "5.61")
    if to not in GALLEYS and enemies(public, to, seat) and to != ship["at"]:
        return Problem("enemies are there", "5.63", weight=UNSURE)
    if to == ship["at"] and position.held_by(public, to, board.other(seat)):
        return Problem("enemies are there", "5.63", weight=UNSURE)
    if not fits(public, unit, to):
        return Problem("there is no room", "5.61" if to in GALLEYS else "5.71", weight=UNSURE)
    return None


# -- leaders ---------------------------------------------------------------------------------------


def leader_cost(public: Data, leader: str, to: str) -> int:
    """5.36 Points for a step of a leader."""
    place = position.place_of(public, leader)
    if to in GALLEYS or place in GALLEYS:
        return EMBARK
    kind = position.country(public).links.get(place, {}).get(to, "")
    if kind == IN:
        return allowance(leader)
    return OUT_OF_BLOCK if kind == OUT else 2 if kind == CANAL else 1


def exposed(public: Data, seat: str, space: str) -> bool:
    """4.31 Whether a leader alone would stand beside an enemy unit, or in a block with enemies."""
    enemy = board.other(seat)
    if space in BLOCKS:
        return position.held_by(public, space, enemy)
    near = position.country(public).near[space]
    return any(steps == 1 and position.held_by(public, to, enemy) for to, steps in near.items())


def leader_barred(public: Data, leader: str, to: str) -> Problem | None:
    """4.31 What bars a step of a leader."""
    place, seat = position.place_of(public, leader), SIDES[leader]
    if place in GALLEYS or to in GALLEYS:
        galley, shore = (place, to) if place in GALLEYS else (to, place)
        ship = public["galleys"].get(galley)
        if not ship or ship["side"] != seat or shore not in ships.ashore(public, galley):
            return Problem("he cannot get in or out there", "5.62", weight=UNSURE)
        if to in GALLEYS:
            return None
    elif to not in steps(public, place):
        near = ", ".join(NAMES[space] for space in steps(public, place))
        return Problem("it does not lie beside", "5.2", near, UNSURE)
    if to not in BLOCKS and enemies(public, to, seat):
        return Problem("enemies are there", "5.75", weight=UNSURE)
    if not position.here(public, to, seat) and exposed(public, seat, to):
        return Problem("he would be beside an enemy unit without one of his own", "4.31")
    return None
