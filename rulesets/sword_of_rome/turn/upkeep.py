"""8.2.3 The price of named Greek leaders."""

from collections.abc import Mapping

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import GREEKS, LEADERS
from rulesets.sword_of_rome.cards import points
from rulesets.sword_of_rome.position import DISPLACED, REMOVED


def city_points(public: Data, space: str) -> int:
    """8.2.3 Loyalty of a city under Greek control that can be given up."""
    return points.own_count(public, GREEKS, space) if position.is_city(public, space) else 0


def pay_leaders(table: Table, said: Mapping[str, list[str] | None]) -> None:
    """8.2.3 Each named Greek leader on the map or displaced, by id: paid for, or out for good."""
    public = table.public
    for leader in sorted(position.BY_POWER[GREEKS]):
        price = LEADERS[leader]["penalty"]
        here = position.spot_of(public, leader) or public["leaders"][leader] == DISPLACED
        if not price or not here:
            continue
        chosen = said.get(leader, default_points(public, price))
        if chosen and all(chosen.count(s) <= city_points(public, s) for s in chosen):
            for space in chosen:
                points.lower(table, GREEKS, space, f"{board.LEADER_NAMES[leader]}, 8.2.3")
        else:
            verbs.take_off(table, leader, REMOVED, "not paid, 8.2.3")


def default_points(public: Data, price: int) -> list[str] | None:
    """8.2.3 Paid if no city is lost by it, the most loyal first; otherwise not at all."""
    spare = {space: city_points(public, space) - 1 for space in public["loyalty"]}
    found: list[str] = []
    for _ in range(price):
        best = max(spare, key=lambda space: (spare[space], -board.rank(space)))
        if spare[best] < 1:
            return None
        spare[best] -= 1
        found.append(best)
    return found
