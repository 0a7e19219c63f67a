"""Ways over the board in a command phase (6.1 to 6.3): where blocks must stop, and what fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.position import Position

#: Name of the option that settles ruling 11.
STRAIT_REACTION = "strait-reaction"


def meets(position: Position, place: str) -> bool:
    """6.1 Whether the enemy stands in a place: blocks must stop there."""
    there = position.public["places"].get(place)
    return bool(there) and (len(there) > 1 or position.seat not in there)


def by_sea(path: list[str]) -> bool:
    """6.2 Whether a path is a fleet's: it has a sea in it."""
    return any(board.places()[place].is_sea for place in path)


def purpose(position: Position, place: str) -> str:
    """6.11, 4.32, ruling 11 A road is used to attack where its far end is the enemy's, or
    contested with this seat attacking; a reaction into an own city is a plain move."""
    if not meets(position, place):
        return "move"
    seen = legal.status(position.public, place, position.seat)
    attack = "pluto" if position.card == "pluto" else "attack"
    if seen == legal.ENEMY:
        return attack
    if seen == legal.CONTESTED:
        found = legal.attack_on(position.public, place)
        if found is None or found["attacker"] == position.seat:
            return attack
        if position.public["options"].get(STRAIT_REACTION) == "one":
            return "attack"
    return "move"


def limit(position: Position, one: str, two: str) -> int:
    """6.11 How many blocks of a player may use a road that leads this block there."""
    kind = board.edge(one, two)
    assert kind is not None
    if kind == "sea":
        return board.NO_LIMIT
    return board.limit(kind, purpose(position, two))


def room(position: Position, path: list[str]) -> tuple[int, int]:
    """6.11 How many blocks still find room on all roads of a path, and which step is narrowest.

    A road that is crossed twice (there and back) counts twice."""
    used = position.public["roads"].get(position.seat, {})
    names = [board.road(one, two) for one, two in pairwise(path)]
    least, narrowest = board.NO_LIMIT, 0
    for step, name in enumerate(names):
        left = limit(position, path[step], path[step + 1]) - used.get(name, 0)
        fits = max(0, left) // names.count(name)
        if fits < least:
            least, narrowest = fits, step
    return least, narrowest


def may_leave(position: Position, place: str) -> int:
    """6.13, 6.3 How many more blocks can leave a place: some are pinned, and a fleet stays in
    each sea that was crossed by shipping."""
    free = legal.free_blocks(position.public, place, position.seat)
    if place in position.crossed:
        return min(free, staying(position, place) - 1)
    return free


def staying(position: Position, sea: str) -> int:
    """6.3 Fleets of this seat in a sea that have not moved in this phase."""
    return sum(1 for block in position.at(sea) if block not in position.moved)


def ways(position: Position, place: str, fleet: bool) -> Iterator[tuple[list[str], int]]:
    """Every path that a fleet, or land block, can take from a place, with the number that fits."""
    free = may_leave(position, place)
    if free <= 0:
        return
    for path in _paths(position, place, fleet):
        fits = free if fleet else min(free, room(position, path)[0])
        if fits > 0:
            yield path, fits


def _paths(position: Position, place: str, fleet: bool) -> Iterator[list[str]]:
    """Every path that the enemy does not bar, the shorter ones first."""
    stops: list[list[str]] = []
    for near, kind in board.neighbours(place).items():
        if (kind == "sea") is fleet and not legal.barred(
            position.public, place, near, position.seat
        ):
            yield [place, near]
            if not meets(position, near):
                stops.append([place, near])
    for steps in range(2, position.reach + 1):
        longer: list[list[str]] = []
        for path in stops:
            for near, kind in board.neighbours(path[-1]).items():
                if (kind == "sea") is not fleet:
                    continue
                if meets(position, near):
                    if steps < position.reach:
                        yield [*path, near]
                    continue
                yield [*path, near]
                longer.append([*path, near])
        stops = longer
