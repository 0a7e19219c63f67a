"""The orders of a turn in one file: purchases, the march, the order of battles (7 to 10.1)."""

from collections.abc import Sequence
from typing import Any, ClassVar

from referee.engine.action import Action
from referee.engine.asking import carried_out
from referee.engine.table import Table
from rulesets.caesar_xl import verbs
from rulesets.caesar_xl.draw.orders import Donations
from rulesets.caesar_xl.lines import Line, Look, OfTurn
from rulesets.caesar_xl.march import Battles, Fleet, March
from rulesets.caesar_xl.position import COMBAT, PURCHASES
from rulesets.caesar_xl.purchases import politics, recruiting
from rulesets.caesar_xl.purchases.walk import Turning, begin_march

BUYING: Sequence[type[Line[Any]]] = (
    *(recruiting.Recruit, recruiting.Place, politics.Diplomacy),
    *(recruiting.FreeLegion, recruiting.CallLeader, recruiting.Promote),
    *(politics.Mobilize, politics.Treachery, politics.Demands),
    *(recruiting.Revolt, recruiting.Levy, Donations),
)


class Orders(OfTurn):
    """7, 9 Your turn, or what is left of it.

    Args: turn, part (1, 2, ...)."""

    kind, rule, walk = "turn", "7", Turning
    actions: ClassVar[Sequence[type[Action[Any]]]] = (*BUYING, March, Fleet, Battles, Look)
    begins = PURCHASES
    question = "[part=1?|the rest of ]your purchases and your march"


async def turn(table: Table, seat: str) -> None:
    """7-9 Carry out the lines; then taxes come in if they have not, and the march is over."""
    public, now = table.public, table.public["now"]
    walk = await carried_out(table, Orders(seat, turn=public["turn"], part=now["part"]))
    if not walk.stopped and not public["result"]:
        await begin_march(table, seat)
    now["part"] += 1  # behind all questions: else it tells whether the lines came to the march
    if not walk.stopped and not public["result"]:
        verbs.end_phase(table, COMBAT)
