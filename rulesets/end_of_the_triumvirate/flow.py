"""The sequence of play (4.1): the next step, the end of a turn (9, 10.1), elections (10)."""

from __future__ import annotations

from referee.engine.asking import chosen
from referee.engine.calendar import END
from referee.engine.request import Data
from referee.engine.rules import Result, Step
from referee.engine.table import Table
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.actions import check_citizens, end_game
from rulesets.end_of_the_triumvirate.board import ALII, LEAVING, LEGIONS, SEATS, TURNS, YEARS
from rulesets.end_of_the_triumvirate.choices import Servant
from rulesets.end_of_the_triumvirate.position import consul, fresh, overfull, turn_of_year


def next_step(public: Data) -> Step | None:
    """4.1 Turns, each with its end; 10 an election after the last turn of a year."""
    seat, when = public["active"], f"{public['year']}/{turn_of_year(public)}"
    match public["phase"]:
        case "turn":
            part = public["now"]["asked"] + 1
            return Step("turn", f"{when}/{seat}/{part}", {"seat": seat})
        case "end":
            return Step("end of turn", f"{when}/end")
        case "election":
            return Step("election", f"{public['year']}/election")
        case _:
            return None


async def end_of_turn(table: Table) -> None:
    """9.1, 10.1 No province keeps more than six legions; the stone moves one step."""
    public = table.public
    surplus = overfull(public)
    for key, number in surplus.items():
        public["provinces"][key]["legions"] = LEGIONS
        public["supply"]["legions"] += number
    public["stone"] -= 1
    table.tell("turn over", {"surplus": surplus, "stone": public["stone"]})
    if public["stone"]:
        begin_turn(table)
    else:
        public["phase"] = "election"


def begin_turn(table: Table) -> None:
    """3.3, 10.6 The next character in order, whoever was elected."""
    public, players = table.public, table.public["players"]
    following = players[(players.index(public["active"]) + 1) % len(players)]
    public.update(turn=public["turn"] + 1, active=following, phase="turn", now=fresh())


async def election(table: Table) -> None:
    """10.2-10.6 The consul, his civil servant, his citizens, and the new year."""
    public, seat = table.public, consul(table.public)
    who = public["characters"][seat]
    if who["consul"]:
        end_game(table, seat, "second-consulship")
        return
    public["supply"]["consul_cards"] -= 1
    who["consul"] = True
    table.tell("consul", {"seat": seat, "citizens": who["citizens"]})
    install(table, seat, await chosen(table, Servant(seat, year=public["year"])))
    if not check_citizens(table, seat):
        public["year"] += 1
        begin_turn(table)


def install(table: Table, seat: str, province: str) -> None:
    """10.5 Place the civil servant as in 6.10; three citizens go to Alii, the stone goes back."""
    public = table.public
    who, place = public["characters"][seat], public["provinces"][province]
    public["supply"]["servants"] -= 1
    place["idle" if place["active"] else "active"] += 1
    place["governor"] = "off"
    leaving = min(LEAVING, who["citizens"])
    who["citizens"] -= leaving
    public[ALII] += leaving
    public["stone"] = board.SCENARIOS[public["scenario"]]["stone"]
    table.tell("installed", {"at": province, "leaving": leaving})


def headline(public: Data) -> str:
    """Where the game is, in a few words."""
    year = f"year {public['year']}"
    if public["phase"] == "over":
        return f"the game is over ({year}, turn {turn_of_year(public)})"
    if public["phase"] == "election":
        return f"{year}, election"
    return f"{year}, turn {turn_of_year(public)}, {SEATS[public['active']]}"


def result(public: Data) -> Result | None:
    """1.2 Who won, and why."""
    found = public["result"]
    return Result(found["winner"], found["why"]) if found else None


def turns(last: int = TURNS) -> list[str]:
    """10.1, 10.6 Names of all turns, ``2/5``, for years with so many turns."""
    return [f"{year}/{turn}" for year in range(1, YEARS + 1) for turn in range(1, last + 1)]


def turn(public: Data) -> str:
    """10.1 The current turn, as orders name it."""
    return END if public["result"] else f"{public['year']}/{turn_of_year(public)}"


def played(public: Data) -> list[str]:
    """11 With two players years are shorter."""
    return turns(board.SCENARIOS[public["scenario"]]["stone"])
