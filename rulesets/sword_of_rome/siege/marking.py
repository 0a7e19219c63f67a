"""13.1.1 Siege markers at the end of an action."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import LIMITS
from rulesets.sword_of_rome.position import Spot


def can_besiege(public: Data, power: str, spot: Spot) -> bool:
    """13.1 An army of three CU outside, in an enemy city or tribe."""
    at = spot.space
    if spot.inside or not (position.is_city(public, at) or position.is_tribe(public, at)):
        return False
    strong = position.outside(public, power, at) >= LIMITS["siege"]
    return strong and not position.friendly(public, power, at)


def besiegeable(public: Data, power: str) -> list[str]:
    """13.1 Where its armies can besiege, by id."""
    able = [s for s in public["cu"][power] if can_besiege(public, power, Spot(s))]
    return [s for s in able if position.leaders(public, power, Spot(s))]


def lay_siege(table: Table) -> None:
    """13.1.1 A commander with three CU outside an enemy city or in an enemy tribe."""
    public = table.public
    for power in public["cu"]:
        for space in besiegeable(public, power):
            if not position.besieged(public, space):
                verbs.besiege(table, power, space, 0)
