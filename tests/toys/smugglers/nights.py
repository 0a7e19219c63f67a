"""The steps, which ask, roll and draw; and the verbs, which change the State."""

from __future__ import annotations

from referee.engine.request import Request
from referee.engine.table import Table
from referee.engine.words import Answer
from tests.toys.smugglers import coast
from tests.toys.smugglers.asking import NOBODY, Cruise, Search, Searched, Voyage, landed, sailed


async def dusk(table: Table) -> None:
    """2, 3 Stashes are filled from the bag; then the buyer comes to another harbour."""
    for seat, crates in table.public["crates"].items():
        if count := min(coast.STASH - crates, coast.bagged(table.public)):
            bag = table.state["sealed"]["bag"]
            fill(table, seat, table.draw(f"crates of {seat}", count, bag))
    places = [place for place in coast.HARBOURS if place != table.public["buyer"]]
    (place,) = table.draw_open("the buyer", 1, places)
    buyer_comes(table, place)


async def sail(table: Table) -> None:
    """3 All order at once, and all is revealed."""
    voyages: list[Request] = [Voyage(seat) for seat in table.public["points"]]
    answers = await table.ask_all([*voyages, Cruise("patrol")])
    for seat, answer in answers.items():
        set_sail(table, seat, answer)
    go_on(table, "search")


async def search(table: Table, at: str) -> None:
    """4 The patrol may search one smuggler, who bribes it or runs."""
    asked = Search("patrol", at=at)
    found = asked.reading(table.public, await table.ask(asked))
    board(table, at, found)
    if found != NOBODY:
        told = Searched(found, at=at)
        if told.reading(table.public, await table.ask(told)) == "bribe":
            bribe(table, found)
        else:
            (die,) = table.roll(f"escape of {found}", 1)
            run(table, found, die)
    go_on(table, "land")


async def land(table: Table) -> None:
    """5, 6 Crates are landed, and the night is over."""
    for seat, count in table.public["landing"].items():
        if count:
            sell(table, seat)
    dawn(table)


def fill(table: Table, seat: str, drawn: list[str]) -> None:
    """2 Crates go from the bag to a stash, unseen."""
    own, bag = table.state["seats"][seat], table.state["sealed"]["bag"]
    bag[:] = [crate for crate in bag if crate not in drawn]
    own["stash"] = coast.in_order([*own["stash"], *drawn])
    table.public["crates"][seat] = len(own["stash"])
    told = {"seat": seat, "count": len(drawn)}
    table.tell("drawn", told, **{seat: {"crates": coast.in_order(drawn)}})


def buyer_comes(table: Table, place: str) -> None:
    """3 All know where the buyer is."""
    table.public.update(night=table.public["night"] + 1, buyer=place, phase="sail")
    table.tell("buyer", {"at": place, "night": table.public["night"]})


def set_sail(table: Table, seat: str, answer: Answer) -> None:
    """3 A ship goes its way; which crates are ready its owner alone knows."""
    public, ready = table.public, coast.in_order(landed(answer))
    path = [public["where"][seat], *sailed(answer)]
    public["where"][seat] = path[-1]
    if seat in public["landing"]:
        table.state["seats"][seat]["ready"] = ready
        public["landing"][seat] = len(ready)
    told = {"seat": seat, "path": path, "landing": len(ready)}
    table.tell("sails", told, **{seat: {"ready": ready}})


def go_on(table: Table, phase: str) -> None:
    """The next phase of the night."""
    table.public["phase"] = phase


def board(table: Table, at: str, seat: str) -> None:
    """4 All see whom the patrol searches."""
    table.tell("boards", {"at": at, "seat": seat})


def bribe(table: Table, seat: str) -> None:
    """4 A piece of gold, and nothing was seen."""
    table.public["gold"][seat] -= 1
    table.tell("bribes", {"seat": seat, "gold": table.public["gold"][seat]})


def run(table: Table, seat: str, die: int) -> None:
    """4 Who runs lands nothing; who is caught, by 1 to 3, loses his coast.contraband."""
    table.public["landing"][seat] = 0
    table.state["seats"][seat]["ready"] = []
    if die > 3:
        table.tell("escapes", {"seat": seat, "die": die})
        return
    crates = coast.contraband(table.state["seats"][seat]["stash"])
    take_out(table, seat, crates, "seized")
    table.tell("caught", {"seat": seat, "die": die, "crates": crates})


def sell(table: Table, seat: str) -> None:
    """5 What is landed is seen by all, and counts."""
    own, public = table.state["seats"][seat], table.public
    crates, own["ready"] = own["ready"], []
    public["landing"][seat] = 0
    take_out(table, seat, crates, "landed")
    public["points"][seat] += sum(coast.CRATES[crate]["value"] for crate in crates)
    table.tell("lands", {"seat": seat, "crates": crates, "points": public["points"][seat]})


def take_out(table: Table, seat: str, crates: list[str], where: str) -> None:
    """Crates leave a stash for good."""
    own, public = table.state["seats"][seat], table.public
    own["stash"] = [crate for crate in own["stash"] if crate not in crates]
    public["crates"][seat] = len(own["stash"])
    public[where] = coast.in_order([*public[where], *crates])


def dawn(table: Table) -> None:
    """6 Somebody has won, or another night comes."""
    points: dict[str, int] = table.public["points"]
    most = max(points.values())
    first = [seat for seat in points if points[seat] == most]
    best = first[0] if len(first) == 1 else None
    go_on(table, "dusk")
    if len(table.public["seized"]) >= coast.SEIZED:
        over(table, "patrol", "seized")
    elif most >= coast.FORTUNE:
        over(table, best, "fortune")
    elif table.public["night"] == table.public["last"]:
        if most < coast.ENOUGH:
            over(table, "patrol", "quiet")
        else:
            over(table, best, "nights")


def over(table: Table, winner: str | None, ending: str) -> None:
    """6 The game is over, and the report says how."""
    table.public["result"] = {"winner": winner, "ending": ending}
    table.tell("over", {"winner": winner, "ending": ending})
