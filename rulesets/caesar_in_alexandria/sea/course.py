"""The course of a galley: which steps it can make, and what they cost (5.2, 5.4, 6.2)."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.engine.action import Problem
from referee.engine.view import Data
from referee.kit.lines import listed
from rulesets.caesar_in_alexandria import position
from rulesets.caesar_in_alexandria.board import (
    ATTACK,
    CRUISE,
    GRID,
    GROUND,
    NAMES,
    OVERPASSES,
    PORTS,
    SIDES,
    SLIPS,
    WATER,
)
from rulesets.caesar_in_alexandria.sea import fleet
from rulesets.caesar_in_alexandria.sea.evasion import SHOALS
from rulesets.caesar_in_alexandria.sea.fleet import BEACHED, CRIPPLED, RIGHT

#: 5.36 What is paid for a hex, one with shoals, backing, a turn about, ungrappling, a diekplus.
HEX, SHOAL, BACK, ABOUT, UNGRAPPLE, THROUGH = 1, 2, 2, 2, 2, 2
#: 5.43 What is spent at least at attack speed.
LEAST_AT_ATTACK = 2
#: 6.22 How far it turns for nothing before it enters a hex.
FREE_TURN = 1
#: The last column of the map.
_EAST = "46"


class Step(NamedTuple):
    """A step into a hex: what it costs, how the galley then lies, whether it turned for it, and
    the overpass that it went through, "" for none."""

    to: str
    face: str
    cost: int
    turned: bool = False
    under: str = ""


def price(to: str) -> int:
    """5.36 What it costs to enter a hex."""
    return SHOAL if GROUND[to] in SHOALS else HEX


def steps(public: Data, galley: str) -> Iterator[Step]:
    """Every step that a galley could make by what it is and where it lies, whatever is there."""
    one = fleet.one(public, galley)
    at, face = one["at"], one["face"]
    if fleet.stuck(public, galley):
        return
    beached = fleet.has(public, galley, BEACHED)
    if fleet.crippled(public, galley) and not beached:
        yield from _drifts(public, galley)
        return
    if not beached:
        for sixths in (0, -FREE_TURN, FREE_TURN):
            yield from _forward(at, fleet.turned(face, sixths), sixths != 0)
    back = fleet.astern(public, galley)
    if back and one["speed"] == CRUISE:
        yield Step(back, face, BACK)


def _forward(at: str, way: str, turned: bool) -> Iterator[Step]:
    """6.22 Into the new bow hex; 5.25 or through an overpass there."""
    to = GRID.beside(at, way)
    if to in WATER[at]:
        yield Step(to, way, price(to), turned)
    for on in beyond_overpass(at, to):
        # 5.25 as if the overpass were sea: one may turn before the hex behind it
        on_way = GRID.side(to, on)
        if GRID.sixths((way,), (on_way,)) <= FREE_TURN:
            yield Step(on, on_way, HEX + price(on), turned or way != on_way, to)


def beyond_overpass(at: str, overpass: str) -> Sequence[str]:
    """5.25 The hexes to which a galley gets through an overpass: those of the other side."""
    sides = OVERPASSES.get(overpass)
    if not sides:
        return ()
    west, east = sides["west"], sides["east"]
    found: Sequence[str] = east if at in west else west if at in east else ()
    return found


def _drifts(public: Data, galley: str) -> Iterator[Step]:
    """5.45 A crippled galley goes to the two hexes on the side of its mark, its facing kept."""
    one = fleet.one(public, galley)
    to_right = fleet.has(public, galley, CRIPPLED[RIGHT])
    for sixths in (1, 2) if to_right else (-1, -2):
        to = fleet.beyond(one["at"], fleet.turned(one["face"], sixths))
        if to:
            yield Step(to, one["face"], HEX)


def barred(public: Data, galley: str, step: Step) -> Problem | None:
    """What stands in the way of a step: other galleys, an enemy on the overpass, a harbour."""
    to, at = step.to, fleet.one(public, galley)["at"]
    if step.under and _overpass_shut(public, galley, step.under):
        return Problem("it cannot pass under there now", "5.25")
    if to in SLIPS and fleet.one(public, galley)["speed"] == ATTACK:
        return Problem("a slip is entered at cruise only", "5.49")
    if at in SLIPS and to in PORTS:
        return Problem("from a slip it cannot go to another port", "5.27")
    if position.held_by(public, to, fleet.enemy(public, galley)):
        return Problem("enemies are there", "5.75", "a galley enters no hex with enemy units")
    if not fleet.free(public, to, galley):
        there = listed([NAMES[one] for one in position.ships_in(public, to)])
        hint = f"there: {there}; galleys go in the order of your lines" if there else ""
        return Problem(f"there is no room in {to}", "5.72", hint)
    return None


def _overpass_shut(public: Data, galley: str, overpass: str) -> bool:
    """5.25 An enemy unit stands on it, or galleys lie in both hexes of the crossing."""
    seat = fleet.side(public, galley)
    over = any(SIDES[unit] != seat for unit in position.stack(public, overpass))
    lie = [
        [key for key in position.ships_in(public, to) if key != galley]
        for to in OVERPASSES[overpass]["crossing"]
    ]
    return over or all(lie)


def open_steps(public: Data, galley: str, points: int) -> list[Step]:
    """The steps that it can make with so many points."""
    return [
        step
        for step in steps(public, galley)
        if step.cost <= points and not barred(public, galley, step)
    ]


def way_off(public: Data, galley: str) -> str:
    """The way, ahead or 60 degrees aside, on which it would leave the map (5.31); "" for none."""
    one = fleet.one(public, galley)
    if fleet.stuck(public, galley) or fleet.crippled(public, galley):
        return ""
    ways = [fleet.turned(one["face"], sixths) for sixths in (0, -FREE_TURN, FREE_TURN)]
    off = [way for way in ways if _is_off(GRID.beside(one["at"], way))]
    return off[0] if off and not fleet.has(public, galley, BEACHED) else ""


def _is_off(to: str) -> bool:
    return not to or to[2:] > _EAST


def straight(at: str, face: str, to: str) -> list[str]:
    """The hexes straight ahead as far as one, which is the last; none if it does not lie there."""
    here = at
    found: list[str] = []
    while here != to and (here := fleet.beyond(here, face)):
        found.append(here)
    return found if here == to else []


# -- what a whole course costs ---------------------------------------------------------------------


def estimate(public: Data, galley: str, path: Sequence[Any]) -> int:
    """5.43 The points that an order declares: what its path costs, at attack speed at least 2."""
    one = fleet.one(public, galley)
    if one["grappled"] and fleet.allowance(public, galley, CRUISE) < UNGRAPPLE:
        return fleet.allowance(public, galley, CRUISE)
    at, face, total = one["at"], one["face"], 0
    entered, drifts = False, fleet.crippled(public, galley)
    for leg in path:
        before = at
        more, at, face = _leg_price(at, face, leg, drifts)
        entered = entered or at != before
        total += 0 if at in SLIPS and entered and leg in GRID.directions else more
    return max(total, LEAST_AT_ATTACK if one["speed"] == ATTACK else 0)


def _leg_price(at: str, face: str, leg: Any, drifts: bool) -> tuple[int, str, str]:
    """What a leg costs, and how the galley lies after it."""
    if isinstance(leg, dict):
        return _deed_price(at, face, leg)
    if leg in GRID.directions:
        return turn_price(face, leg), at, leg
    if leg not in GROUND:
        return {"ungrapple": UNGRAPPLE, "leave": HEX}.get(leg, 0), at, face
    return _hex_price(at, face, leg, drifts)


def _hex_price(at: str, face: str, to: str, drifts: bool) -> tuple[int, str, str]:
    if to in OVERPASSES:
        way = GRID.side(at, to)
        return HEX, to, way or face
    way = GRID.side(at, to)
    if drifts:
        return HEX, to, face
    if way:
        back = GRID.sixths((face,), (way,)) == 3
        return (BACK, to, face) if back else (price(to), to, way)
    return sum(map(price, straight(at, face, to) or [to])), to, face


def too_long(public: Data, galley: str, path: Sequence[Any], most: int) -> Problem | None:
    """Why a course cannot be sailed with so many points, wherever others lie: a hex that is neither
    beside the galley nor straight ahead, or what the course costs."""
    legs: list[Any] = []
    one = fleet.one(public, galley)
    at, face, drifts = one["at"], one["face"], fleet.crippled(public, galley)
    for leg in path:
        if at not in WATER and at not in OVERPASSES:
            return None  # that step itself is refused (5.33)
        entered = _entered(at, face, leg)
        if not entered:
            return _far(at, face, leg)
        legs += entered
        _, at, face = _leg_price(at, face, leg, drifts)
    costs = estimate(public, galley, legs)
    if costs <= most:
        return None
    ends = [leg for n, leg in enumerate(legs, 1) if estimate(public, galley, legs[:n]) <= most]
    hint = next((f"so far it gets: {leg}" for leg in reversed(ends) if str(leg) in GROUND), "")
    return Problem(f"its course costs {costs}, it has {most}", "5.43", hint)


def _entered(at: str, face: str, leg: Any) -> Sequence[Any]:
    """A leg as single steps; none if it is a hex that is not beside, nor straight ahead."""
    far = isinstance(leg, str) and leg in GROUND and not GRID.side(at, leg)
    return straight(at, face, leg) if far else [leg]


def _far(at: str, face: str, to: str) -> Problem:
    """Why a hex cannot be the next one."""
    if to == at:
        return Problem(f"it lies in {at} already", "5.32", "name the hexes after that")
    if to in OVERPASSES:
        reason = f"the overpass {to} is not beside {at}"
        return Problem(reason, "5.25", "name the hexes on the way to it")
    if at in OVERPASSES:
        behind = [*OVERPASSES[at]["west"], *OVERPASSES[at]["east"]]
        reason = f"{to} is not beside the overpass {at}"
        return Problem(reason, "5.25", f"it leads to {', '.join(behind)}")
    reason = f"{to} is neither beside {at} nor straight ahead of it ({face})"
    over = _overpass_before(at, face, to)
    if over:
        reason = f"{to} lies beyond the overpass {over}"
        return Problem(reason, "5.25", f"name {over}, and the next hex beyond it")
    return Problem(reason, "5.32", f"beside it: {', '.join(WATER[at])}")


def _overpass_before(at: str, face: str, to: str) -> str:
    """5.25 An overpass between it and a hex straight ahead; "" for none."""
    found, here = "", GRID.beside(at, face)
    while here and here != to:
        found = here if here in OVERPASSES else found
        here = GRID.beside(here, face)
    return found if here else ""


def _deed_price(at: str, face: str, leg: Data) -> tuple[int, str, str]:
    if "ungrapple from" in leg:
        return UNGRAPPLE, at, face
    if "diekplus" not in leg:
        return 0, at, face
    target = fleet.beyond(at, face)
    on = fleet.beyond(target, face) if target else ""
    return (THROUGH + price(on), on, face) if on else (THROUGH + HEX, at, face)


def turn_price(face: str, to: str) -> int:
    """6.21, 6.23 What it costs to turn on the spot: about for 2."""
    sixths = GRID.sixths((face,), (to,))
    return ABOUT if sixths == 3 else sixths


def named(public: Data, galley: str) -> str:
    """The hexes that it could enter now, for a hint."""
    able = [step.to for step in steps(public, galley) if not barred(public, galley, step)]
    to = ", ".join(NAMES[to] for to in dict.fromkeys(able))
    return f"from {public['galleys'][galley]['at']} it can go to {to}" if to else ""
