"""What the orders of a good file will do, by the report that judged them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import views
from referee.player.sign_orders import by_the_report
from referee.report.preview import preview

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.rules import Ruleset
    from referee.orders.order_file import OrderFile


def foretold(found: OrderFile, sheet: Data, ruleset: Ruleset) -> list[str]:
    """Lines for the player; [] if the file is refused or answers nothing that is asked now.

    Raises Refused if the rules fail on the position of the report."""
    if found.faults or found.answer is None:
        return []
    with by_the_report():
        asked = views.own_requests(sheet, ruleset.rules)
        return preview(asked[0], views.view(sheet), found.answer, ruleset) if asked else []
