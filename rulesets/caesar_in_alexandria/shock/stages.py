"""3.C Phase C: all tests, then street fire, then leaders, then fight by fight."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import SIDES
from rulesets.caesar_in_alexandria.land import reactions
from rulesets.caesar_in_alexandria.land.fire import risk
from rulesets.caesar_in_alexandria.sea import boarding
from rulesets.caesar_in_alexandria.shock import fights, results
from rulesets.caesar_in_alexandria.shock.tests import drop_out, tests


def next_fight(public: Data) -> int | None:
    """The fight that comes next: all go through a stage before any goes on to the next."""
    open_ones = [
        (fight["stage"], number)
        for number, fight in enumerate(public["fights"])
        if fight["stage"] < len(STAGES)
    ]
    return min(open_ones)[1] if open_ones else None


async def carry_on(table: Table, number: int) -> None:
    """The next stage of a fight."""
    fight = table.public["fights"][number]
    await STAGES[fight["stage"]](table, number)
    fight["stage"] += 1


async def _tests(table: Table, number: int) -> None:
    """8.2, 8.3."""
    await tests(table, table.public["fights"][number])


async def _street(table: Table, number: int) -> None:
    """7.43, 7.45 Those on points, on the causeway, in blocks, and aboard where land units attack
    them, fire at an attacker: the top one in a block, one of several marines."""
    public = table.public
    fight = public["fights"][number]
    if fight["kind"] not in (fights.SPOT, fights.BLOCK, fights.MARINES, fights.DECK):
        return
    for place in fight["at"]:
        if attackers := fights.attackers(public, fight):
            await reactions.street_fire(table, attackers, place)


async def _risks(table: Table, number: int) -> None:
    """8.4 Each leader in the fight."""
    public = table.public
    fight = public["fights"][number]
    drop_out(public, fight)
    ours, theirs = fights.attackers(public, fight), fights.defenders(public, fight)
    if not ours or not (theirs or boarding.undefended(public, fight)):
        return
    for leader in with_units(public, (*ours, *theirs)):
        if not public["result"]:
            (die,) = table.roll(f"{board.NAMES[leader]} in the fight", 1, 10, hoped=[5])
            table.tell("in the fight", {"leader": leader, "dice": [die]})
            if die % 10 == 0:
                risk(table, leader)


def with_units(public: Data, units: Sequence[str]) -> list[str]:
    """8.4 The leaders who are stacked with units of their own among these."""
    places = {(position.at(public, unit), SIDES[unit]) for unit in units}
    leaders = position.leaders(public)
    return [one for one in leaders if (position.place_of(public, one), SIDES[one]) in places]


async def _shock(table: Table, number: int) -> None:
    """8.5."""
    drop_out(table.public, table.public["fights"][number])
    if not table.public["result"]:
        await results.shock(table, number)


Stage = Callable[[Table, int], Coroutine[Any, Any, None]]
STAGES: tuple[Stage, ...] = (_tests, _street, _risks, _shock)
