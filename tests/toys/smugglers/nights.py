"""The steps, which ask, roll and draw."""

from __future__ import annotations

from referee.engine.asking import all_carried_out
from referee.engine.table import Table
from tests.toys.smugglers import coast, verbs
from tests.toys.smugglers.asking import NOBODY, Cruise, Search, Searched, Voyage


async def dusk(table: Table) -> None:
    """2, 3 Stashes are filled from the bag; then the buyer comes to another harbour."""
    for seat in table.public["points"]:
        verbs.fill(table, seat)
    places = [place for place in coast.HARBOURS if place != table.public["buyer"]]
    (place,) = table.draw_open("the buyer", 1, places)
    verbs.buyer_comes(table, place)


async def sail(table: Table) -> None:
    """3 All order at once, and all is revealed."""
    voyages = [Voyage(seat) for seat in table.public["points"]]
    await all_carried_out(table, [*voyages, Cruise("patrol")])
    verbs.go_on(table, "search")


async def search(table: Table, at: str) -> None:
    """4 The patrol may search one smuggler, who bribes it or runs."""
    asked = Search("patrol", at=at)
    found = asked.chosen(table.view("patrol"), await table.ask(asked))
    verbs.board(table, at, found)
    if found != NOBODY:
        told = Searched(found, at=at)
        if told.chosen(table.view(found), await table.ask(told)) == "bribe":
            verbs.bribe(table, found)
        else:
            (die,) = table.roll(f"escape of {found}", 1)
            verbs.run(table, found, die)
    verbs.go_on(table, "land")


async def land(table: Table) -> None:
    """5, 6 Crates are landed, and the night is over."""
    for seat, count in table.public["landing"].items():
        if count:
            verbs.sell(table, seat)
    verbs.dawn(table)
