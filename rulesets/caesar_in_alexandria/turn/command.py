"""Who is activated by whom, and how far command reaches (4.2, 4.4)."""

from collections.abc import Iterator, Mapping

from referee.engine.action import Problem
from referee.engine.view import Data
from referee.kit.graphs import Step, reached
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    AR,
    BLOCKS,
    CO,
    GALLEYS,
    LEADERS,
    LI,
    MI,
    ROMAN,
    SIDES,
    TYPE,
    UNITS,
)
from rulesets.caesar_in_alexandria.land.stacking import enemies
from rulesets.caesar_in_alexandria.position import AUXILIARIES, COMMANDER, FLEET
from rulesets.caesar_in_alexandria.sea import ships

#: 4.41 What a line costs, by the kind of link; out of a block, and in or out of a galley.
_COSTS = {
    board.HEX: 1, board.CANAL: 2, board.DAM: 1, board.STREET: 1, board.OPEN: 1, board.GATE: 1,
    board.IN: 1, board.OUT: 3,
}  # fmt: skip
_BOARD, _SHIP = 3, "galley"
#: 4.24, 4.4 Who goes with a choice that is no subordinate.
_WITH = {
    FLEET: ": galleys, and units that were aboard",
    AUXILIARIES: ": archers, artillery, Gauls and Numidians",
    COMMANDER: ": nobody but him",
}


def commands(leader: str, unit: str) -> bool:
    """4.21, 4.22 Whether a subordinate may activate a unit."""
    if SIDES[leader] != SIDES[unit]:
        return False
    if SIDES[leader] != ROMAN:
        return True
    sort = TYPE[unit]
    if sort == CO:
        return bool(UNITS[unit]["legion"] == LEADERS[leader].get("legion"))
    return sort == MI or board.is_artillery(unit)


def is_auxiliary(unit: str) -> bool:
    """4.24 Archers and artillery; of the Romans Gauls and Numidians too."""
    more = (MI, LI) if SIDES[unit] == ROMAN else ()
    return TYPE[unit] in (AR, *more) or board.is_artillery(unit)


def subordinates(public: Data, seat: str) -> list[str]:
    """4.1 Leaders of a side who can be activated with units: on land, or in a moored galley."""
    return [
        leader
        for leader in position.leaders(public, seat)
        if LEADERS[leader].get("range") and _can_act(public, public["leaders"][leader]["at"])
    ]


def _can_act(public: Data, place: str) -> bool:
    return place not in GALLEYS or ships.moored(public, place)


def choices(public: Data, seat: str) -> list[str]:
    """D1 What a side can activate; passing aside."""
    fleet = [FLEET] if position.has_sea(public) and position.galleys(public, seat) else []
    if not position.has_land(public):
        return fleet
    commander = [COMMANDER] if board.COMMANDERS[seat] in public["leaders"] else []
    return [*subordinates(public, seat), *fleet, AUXILIARIES, *commander]


def activated(public: Data, seat: str, what: str) -> list[str]:
    """4.4 The units that move and fire with a choice: in command range, or all of a kind; for the
    fleet those aboard."""
    mine = position.of_side(public, seat)
    if what == COMMANDER:
        return []
    if what == FLEET:
        return [unit for unit in mine if position.aboard(public, unit)]
    if what == AUXILIARIES:
        return [unit for unit in mine if is_auxiliary(unit)]
    reach = in_reach(public, what)
    return [unit for unit in mine if commands(what, unit) and position.at(public, unit) in reach]


def in_reach(public: Data, leader: str) -> Mapping[str, int]:
    """4.41 The places to which a subordinate's line of command can be drawn, with what it costs."""
    seat, start = SIDES[leader], public["leaders"][leader]["at"]
    links = {**position.country(public).links, **dict(_galley_links(public, seat))}
    most = LEADERS[leader]["range"] - public["leaders"][leader]["replaced"]

    def cost(mark: str, here: str, to: str) -> Step | None:
        return _cost(public, seat, links[here][to], to)

    ways = reached(links, start, cost, most, stops=lambda place: place in BLOCKS)
    return {start: 0, **{place: way.cost for place, way in ways.items()}}


def _galley_links(public: Data, seat: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Links in and out of moored galleys of a side."""
    links = position.country(public).links
    beside: dict[str, dict[str, str]] = {}
    for galley in position.galleys(public, seat):
        shore = [one for one in ships.ashore(public, galley) if one in links]
        yield galley, dict.fromkeys(shore, _SHIP)
        for space in shore:
            beside.setdefault(space, {**links[space]})[galley] = _SHIP
    yield from beside.items()


def _cost(public: Data, seat: str, kind: str, to: str) -> Step | None:
    """4.41 What the next step of a line costs, None where it ends."""
    price = _BOARD if kind == _SHIP else _COSTS.get(kind, 0)
    if not price:
        return None
    if to in BLOCKS or to in GALLEYS:
        return Step(price)
    if enemies(public, to, seat):
        return None
    friends = position.held_by(public, to, seat)
    if not friends and position.in_zone(public, to, seat):
        return None
    return Step(price + friends)


def not_in_command(public: Data, piece: str) -> Problem:
    """4.4 A piece that is none of those activated, and why it is not."""
    chosen = public["now"]["activation"]
    hint = f"you have activated {board.named(chosen)}" if chosen else "activate comes first"
    return Problem("it is not activated", "4.4", hint + _why_not_in_command(chosen, piece))


def _why_not_in_command(chosen: str, piece: str) -> str:
    """4.2, 4.41 Who else goes with a choice; nothing if nothing is chosen."""
    if piece in UNITS and chosen in LEADERS:
        out = commands(chosen, piece)
        return "; it was out of his range" if out else ", who does not command it"
    return _WITH.get(chosen, "")
