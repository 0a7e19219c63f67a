"""The sequence of play (3): which step comes now, the set-up, the end of a player turn."""

from collections.abc import Mapping

from referee.engine.rules import Step, StepCode
from referee.engine.table import State, Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import SCENARIOS, SEATS, SETUP
from rulesets.caesar_in_alexandria.land.landing import is_arrival, land_rest, waiting
from rulesets.caesar_in_alexandria.land.leaders import replacements
from rulesets.caesar_in_alexandria.position import (
    LATER,
    MOVED,
    OVER,
    SEIZE,
    SET_UP,
    STATUS,
)
from rulesets.caesar_in_alexandria.sea.status import status as fleet_status
from rulesets.caesar_in_alexandria.setting.exchange import GARRISON, forces, pieces
from rulesets.caesar_in_alexandria.setting.orders import ask_force, put_rest
from rulesets.caesar_in_alexandria.shock import stages
from rulesets.caesar_in_alexandria.turn import ending, orders, seizure
from rulesets.caesar_in_alexandria.turn.walk import movement_is_over

#: Player turns of the longest game.
TURNS = 999


def next_step(public: Data) -> Step | None:
    """3 Orders, each of them, the end of movement, fights, fleet status, the end, seizure."""
    seat, now = public["seat"], public["now"]
    when = f"{public['turn']}/{seat}"
    match public["phase"]:
        case "set up":
            number = public["part"] - 1
            if number == len(SETUP[public["scenario"]]["forces"]):
                return Step("begin", "set-up/end")
            return Step("set up", f"set-up/{number}", {"number": number})
        case "orders":
            return Step("orders", f"{when}/orders/{public['part']}", {"seat": seat})
        case "moves":
            return Step("move", f"{when}/{now['deeds']}", {"seat": seat})
        case "landing":
            return Step("landing", f"{when}/landing")
        case "moved":
            return Step("end of movement", f"{when}/moved", {"seat": seat})
        case "fights":
            return _fights_step(public, when)
        case "status":
            return Step("status", f"{when}/status", {"seat": seat})
        case "later":
            return Step("end", f"{when}/end", {"seat": seat})
        case "seize":
            return Step("seize", f"{when}/seize", {"seat": seat})
    return None


def _fights_step(public: Data, when: str) -> Step:
    """3.C The next stage of a fight, or the end of the phase."""
    number = stages.next_fight(public)
    if number is None:
        return Step("after fights", f"{when}/fights")
    stage = public["fights"][number]["stage"]
    return Step("fight", f"{when}/fights/{stage}/{number}", {"number": number})


async def set_up(table: Table, number: int) -> None:
    """11, 12 A force is set up, as printed or by its player."""
    public = table.public
    if public["by players"]:
        await ask_force(table, number)
    else:
        put_rest(table, number)
        public["part"] += 1
    if forces(public)[number]["area"] == GARRISON and public["scenario"] == board.BATTLE:
        public["garrison"] = [unit for unit in pieces(public, number) if unit in board.UNITS]


async def begin(table: Table) -> None:
    """3 The first player turn."""
    ending.hold(table)
    begin_turn(table, SETUP[table.public["scenario"]]["first"])


def begin_turn(table: Table, seat: str) -> None:
    """3 A player turn begins."""
    public = table.public
    public.update(orders.begun(public, seat), turn=public["turn"] + 1)
    for own in table.state["seats"].values():
        own.update(verbs.unwritten())
    table.tell("turn", {"turn": public["turn"], "seat": seat})
    if is_arrival(public):
        verbs.activate(table, position.ARRIVAL, waiting(public))


async def landing(table: Table) -> None:
    """12.3 Whoever has not been told where lands now."""
    await land_rest(table)
    if not table.public["result"]:
        table.public["phase"] = MOVED


async def after_fights(table: Table) -> None:
    """3.C The fights are over."""
    if not table.public["result"]:
        table.public["phase"] = STATUS


async def status(table: Table, seat: str) -> None:
    """3.D The fleet."""
    await fleet_status(table, seat)
    if not table.public["result"]:
        table.public["phase"] = LATER


async def end(table: Table, seat: str) -> None:
    """4.33 Replacements; 3.E, 3.F exhaustion, then victory."""
    await replacements(table)
    if seat == board.EGYPTIAN and table.public["landing"]:
        table.public["garrison"] = []
    table.public["tries"][seat]["ended"] = True
    ending.exhaust(table, seat)
    ending.decide(table)
    if not table.public["result"]:
        table.public["phase"] = SEIZE


async def seize(table: Table, seat: str) -> None:
    """4.5 Who plays next."""
    begin_turn(table, await seizure.seize(table, seat))


STEPS: Mapping[str, StepCode] = {
    "set up": set_up,
    "begin": begin,
    "orders": orders.ask_orders,
    "move": orders.carry_on,
    "landing": landing,
    "end of movement": movement_is_over,
    "fight": stages.carry_on,
    "after fights": after_fights,
    "status": status,
    "end": end,
    "seize": seize,
}


def headline(public: Data) -> str:
    """Where the game is, in a few words."""
    if public["phase"] == SET_UP:
        return "before the set-up"
    if public["phase"] == OVER:
        return f"the game is over (player turn {public['turn']})"
    return f"player turn {public['turn']}, {SEATS[public['seat']]}"


def setup(scenario: str, options: Mapping[str, str]) -> State:
    """11, 12 The State before the first turn."""
    assert scenario in SCENARIOS
    seats = {seat: verbs.unwritten() for seat in SEATS}
    return {"public": position.first(scenario, options), "seats": seats, "sealed": {}}
