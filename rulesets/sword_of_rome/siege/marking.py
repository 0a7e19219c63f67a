"""13.1.1 Siege markers at the end of an action."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import LIMITS, POWERS
from rulesets.sword_of_rome.position import Spot


def can_besiege(public: Data, power: str, spot: Spot) -> bool:
    """13.1 An army of three CU outside, in an enemy city or tribe."""
    at = spot.space
    walled = position.is_city(public, at) or position.is_tribe(public, at)
    strong = position.outside(public, power, at) >= LIMITS["siege"]
    enemy = not position.friendly(public, power, at)
    return not spot.inside and walled and strong and enemy


def lay_siege(table: Table) -> None:
    """13.1.1 A commander with three CU outside an enemy city or in an enemy tribe."""
    public = table.public
    for power in POWERS:
        for spot in position.armies(public, power) if power in public["cu"] else ():
            if can_besiege(public, power, spot) and not position.besieged(public, spot.space):
                verbs.besiege(table, spot.space, 0)
