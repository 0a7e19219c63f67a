"""The sequence of play (4.1, 10): which step comes now, and the steps without orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.engine.rules import Step
from rulesets.end_of_the_triumvirate import verbs
from rulesets.end_of_the_triumvirate.board import SEATS, TURNS, YEARS
from rulesets.end_of_the_triumvirate.choices import Servant
from rulesets.end_of_the_triumvirate.position import NOW, consul, turn_of_year
from rulesets.end_of_the_triumvirate.turn import play_turn

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.rules import StepCode
    from referee.engine.table import Table


def next_step(public: Data) -> Step | None:
    """4.1 Turns, each with its end; 10 an election after the last one of a year."""
    seat, when = public["active"], f"{public['year']}/{turn_of_year(public)}"
    match public["phase"]:
        case "turn":
            return Step("turn", f"{when}/{seat}/{public[NOW]['asked'] + 1}", {"seat": seat})
        case "end":
            return Step("end of turn", f"{when}/end")
        case "election":
            return Step("election", f"{public['year']}/election")
        case _:
            return None


async def end_of_turn(table: Table) -> None:
    """9, 10.1 Trimming, then the stone."""
    verbs.trim(table)
    verbs.move_stone(table)


async def election(table: Table) -> None:
    """10.2-10.6 The consul, his servant, his citizens, and the new year."""
    seat = consul(table.public)
    if table.public["characters"][seat]["consul"]:
        verbs.end_game(table, seat, "second-consulship")
        return
    verbs.make_consul(table, seat)
    request = Servant(seat, year=table.public["year"])
    verbs.install(table, seat, request.reading(table.public, await table.ask(request)))
    verbs.check_citizens(table, seat)
    if table.public["phase"] != "over":
        verbs.next_year(table)


STEPS: Mapping[str, StepCode] = {
    "turn": play_turn,
    "end of turn": end_of_turn,
    "election": election,
}


def headline(public: Data) -> str:
    """Where the game is, in a few words."""
    year = f"year {public['year']}"
    if public["phase"] == "over":
        return f"the game is over ({year}, turn {turn_of_year(public)})"
    if public["phase"] == "election":
        return f"{year}, election"
    return f"{year}, turn {turn_of_year(public)}, {SEATS[public['active']]}"


def reached(public: Data, until: str) -> bool:
    """Whether the turn named by an order file is over: ``2/5`` (year and turn) or ``end``.

    Raises ValueError, with words for the player, if it names nothing."""
    over = bool(public["phase"] == "over")
    if until == "end":
        return over
    if not re.fullmatch(f"[1-{YEARS}]/[1-{TURNS}]", until):
        raise ValueError(f"write a year and a turn such as 1/{TURNS}, or end")
    now = f"{public['year']}/{turn_of_year(public)}"
    return over or until < now
