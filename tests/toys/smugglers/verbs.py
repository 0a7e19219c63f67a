"""The verbs, which change the State and tell of it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.table import Table
from referee.kit.tracks import ranked
from referee.kit.zones import Place
from tests.toys.smugglers import coast


def fill(table: Table, seat: str) -> None:
    """2 Crates go from the bag to a stash, unseen, until it has six."""
    count = coast.STASH - table.public["crates"][seat]
    drawn = coast.ZONES.draw(table, f"crates of {seat}", count, Place("stash", seat))
    if drawn:
        told = {"seat": seat, "count": len(drawn)}
        table.tell("drawn", told, **{seat: {"crates": coast.in_order(drawn)}})


def buyer_comes(table: Table, place: str) -> None:
    """3 All know where the buyer is."""
    table.public.update(night=table.public["night"] + 1, buyer=place, phase="sail")
    table.tell("buyer", {"at": place, "night": table.public["night"]})


def set_sail(table: Table, seat: str, path: Sequence[str], landing: Sequence[str]) -> None:
    """3 A ship goes its way; which crates are ready its owner alone knows."""
    public, ready = table.public, coast.in_order(landing)
    public["where"][seat] = path[-1]
    if seat in public["landing"]:
        table.state["seats"][seat]["ready"] = ready
        public["landing"][seat] = len(ready)
    told = {"seat": seat, "path": list(path), "landing": len(ready)}
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
    coast.ZONES.move(table.state, crates, Place("stash", seat), Place(where))


def dawn(table: Table) -> None:
    """6 Somebody has won, or another night comes."""
    points: dict[str, int] = table.public["points"]
    first = ranked(points)[0]
    most, best = points[first[0]], first[0] if len(first) == 1 else None
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
