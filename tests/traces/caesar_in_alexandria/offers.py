"""What could be chosen at the decisions of a trace on land, by our rules and by theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.engine.walk import Walk
from tests.traces.caesar_in_alexandria.adapter import (
    Attack,
    arrival,
    board,
    command,
    fights,
    march,
    may_stay,
    no_harassment,
    own_shot,
    position,
    ships,
    shot_at,
    ways,
    withdrawal,
)
from tests.traces.caesar_in_alexandria.format import Data, facing, ours

BLOCKS = board.BLOCKS
GALLEYS = board.GALLEYS
LEADERS = board.LEADERS
MOLE = board.MOLE
POINTS = board.POINTS


class Position(Walk):
    """Stands for the walk of a turn; only what judges an order is there."""

    def __init__(self, public: Data, seat: str) -> None:
        self.public, self.seat, self.own, self.table = public, seat, {}, None  # type: ignore[assignment]


def theirs(legal: Iterable[str]) -> set[str]:
    """Choices of a trace in our ids; whether a shooter stays is left out."""
    found = set()
    for text in legal:
        word, *rest = text.split()
        if word in ("turn",):
            rest = [facing(rest[0])]
        elif word in ("step", "land"):
            rest = [ours(rest[0]), *map(facing, rest[1:])]
        elif word in ("fire", "harass"):
            rest = [ours(rest[0])]
        else:
            rest = [*map(ours, rest)]
        found.add(" ".join([word, *rest]))
    return found


def activations(public: Data, seat: str) -> set[str]:
    able = command.choices(public, seat)
    return {"pass", *(f"leader {one}" if one in LEADERS else one for one in able)}


def units(public: Data, seat: str) -> set[str]:
    """Units on land that can be picked next."""
    found = {"end"}
    for unit in public["now"]["active"]:
        if unit in public["units"] and not position.aboard(public, unit):
            move = march.Move(Position(public, seat), {"piece": unit, "path": ["N"]})  # type: ignore[arg-type]
            if march.not_now(public, unit) is None and move._on_top() is None:
                found.add(f"unit {unit}")
    return found


def acts(public: Data, unit: str) -> set[str]:
    """Steps, turns, shots and dashes of the unit under way; "?" before steps to where it may not
    stay."""
    one, mover = public["units"][unit], public["now"]["mover"]
    seat, begun = board.SIDES[unit], mover["begun"]

    def able(*path: Any) -> bool:
        value = {"piece": unit, "path": list(path), "begun": begun}
        return march.Move(Position(public, seat), value)._next() is None  # type: ignore[arg-type]

    found = set()
    for face in () if board.is_artillery(unit) else board.facings(one["at"]):
        if face != one["face"] and able(face):
            found.add(f"turn {face}")
    for to in position.country(public).links.get(one["at"], {}):
        if able(to, "4-k"):
            faces = arrival(unit, one["at"], one["face"], to).able
            steps = [f"step {to} {face}" for face in faces] if len(faces) > 1 else [f"step {to}"]
            found |= {("" if may_stay(public, unit, to) else "?") + step for step in steps}
    mine = position.galleys(public, seat)
    found |= {f"embark {ship}" for ship in mine if able(ship)}
    found |= {"leave"} if able("off map") else set()
    found |= {f"fire {place}" for place in _in_sight(public, unit) if able({"fire": place})}
    return found if begun else found | {*_from_rest(public, unit)}


def _in_sight(public: Data, unit: str) -> Iterator[str]:
    """7.13 Places at which a unit could fire if it may; refusals of others take long."""
    places = {*public["stacks"], *public["galleys"]}
    places |= {one["at"] for one in public["leaders"].values()}
    yield from (place for place in sorted(places) if shot_at(public, unit, place))


def _from_rest(public: Data, unit: str) -> Iterator[str]:
    """What a unit can do instead of moving: harass enemies, change its place in the stack."""
    for at in public["stacks"]:
        if at in board.GROUND and no_harassment(public, unit, at) is None:
            yield f"harass {at}"
    mates = position.mates(public, unit)
    yield from (f"reorder {n}" for n, other in enumerate(mates) if other != unit)


def leader(public: Data, one: str, left: int) -> set[str]:
    """Steps of a leader."""
    at = public["leaders"][one]["at"]
    spaces = board.SPACES if at in GALLEYS else [*position.country(public).links.get(at, {})]
    found = {"end"}
    for to in [*spaces, *position.galleys(public, board.SIDES[one])]:
        barred = ways.leader_barred(public, one, to)
        if barred is None and ways.leader_cost(public, one, to) <= left:
            found.add(f"{'embark' if to in GALLEYS else 'step'} {to}")
    return found


def withdrawals(public: Data, seat: str, mover: str) -> list[set[str]]:
    """The ways of each unit that could withdraw; a trace does not say whose they are."""
    found = []
    for unit in position.of_side(public, seat):
        here, there = position.at(public, unit), position.at(public, mover)
        if here in BLOCKS or here in GALLEYS or withdrawal.apart(public, here, there) not in (1, 2):
            continue
        able = withdrawal.ways(public, unit, mover)
        found.append({"hold", *(f"to {' '.join(way)}" for way in able)})
    return found


def attacks(public: Data, seat: str) -> set[str]:
    """Fights that could be chosen next, but those that others join."""
    found = set()

    def able(**value: Any) -> bool:
        return not list(Attack(Position(public, seat), value).problems())  # type: ignore[arg-type]

    for unit in public["now"]["active"]:
        at = position.at(public, unit)
        if at in GALLEYS:
            found |= {
                f"board {unit} {to}" for to in GALLEYS if able(**{"with": [unit], "at": [to]})
            }
            found |= {f"mole {unit} {to}" for to in MOLE if able(**{"with": [unit], "at": [to]})}
        if not at or at in GALLEYS:
            continue
        if at in MOLE:
            decks = {to for to in GALLEYS if able(**{"with": [unit], "at": [to]})}
            found |= {f"galley {unit} {to}" for to in decks}
        if board.is_hex(at) and at not in MOLE and able(**{"with": [unit]}):
            found.add(f"hex {unit}")
        linked = fights.linked_enemies(public, unit) if at in POINTS or at in MOLE else []
        if linked and able(**{"with": [unit], "at": linked}):
            found.add(f"links {unit}")
        if at in BLOCKS and able(**{"with": [unit]}):
            found.add(f"block {at}")
        for to in position.country(public).links[at]:
            if (to in POINTS or to in MOLE) and able(**{"with": [unit], "at": [to]}):
                found.add(f"at {unit} {to}")
    return found


def passenger(public: Data, unit: str) -> set[str]:
    """5.63, 7.16 Where a unit aboard can land, how it then stands, and at what it can fire."""
    galley = position.at(public, unit)
    places = [to for to in _in_sight(public, unit) if to not in GALLEYS]
    found = {f"fire {to}" for to in places if own_shot(public, unit, to, False)[0]}
    ashore = ships.ashore(public, galley) if position.has_land(public) else ()
    for to in ashore:
        if ways.why_not(public, unit, to) is None:
            faces = arrival(unit, galley, "", to).able
            found |= {f"land {to} {face}" for face in faces} or {f"land {to}"}
    return found
