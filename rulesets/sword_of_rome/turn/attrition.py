"""5.5 Attrition."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import following, position, verbs
from rulesets.sword_of_rome.board import POWERS, SPACE_NAMES, TABLES
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.turn import order


def losses(cu: int, die: int) -> int:
    """5.5 CU that a force loses by the table."""
    columns = TABLES["attrition"]["columns"]
    column = next(number for number, most in enumerate(columns) if cu <= most)
    found: int = TABLES["attrition"]["losses"][str(die)][column]
    return found


def roll(table: Table, power: str, spot: Spot, plus: int = 0) -> None:
    """5.5 One force rolls."""
    cu = position.cu(table.public, power, spot)
    (die,) = table.roll(f"attrition of {POWERS[power]} at {SPACE_NAMES[spot.space]}", 1, hoped=[4])
    gone = losses(cu, min(6, die + plus))
    told = {"power": power, "at": spot.space, "dice": [die], "cu": gone}
    table.tell("attrition", {**told, "plus": plus})
    verbs.lose_cu(table, power, spot, gone, "attrition, 5.5")


def exposed(public: Data, power: str) -> list[Spot]:
    """5.5 Forces of a power in enemy-controlled spaces, by id."""
    return [
        s for s in position.stacks(public, power) if not position.friendly(public, power, s.space)
    ]


async def attrition(table: Table) -> None:
    """5.5 Powers without a player, then the players by VP; no die hangs on another, so that ties
    go by their order."""
    for power in in_order(table.public):
        for spot in exposed(table.public, power):
            roll(table, power, spot)
            following.settle(table, spot.space)
    table.public["phase"] = "surrender"


def in_order(public: Data) -> list[str]:
    """5.5 Powers without a player, then those of the players, by VP and ties."""
    players = position.by_ties(position.players(public))
    players.sort(key=lambda seat: -public["vp"][seat])
    return order.with_neutrals(public, players)
