"""The sequence of play (5): which step comes now, the set-up, how it ends."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.rules import Step, StepCode
from referee.engine.table import State, Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, hidden, position
from rulesets.sword_of_rome.board import HOME, POWERS, ROUNDS, SEATS, SPACES, TURNS, clockwise
from rulesets.sword_of_rome.position import ASIDE, CUP, WAITS, fresh
from rulesets.sword_of_rome.turn import (
    action,
    alliances,
    desperate,
    drawing,
    ending,
    gallic,
    order,
    reinforcement,
    surrender,
)


def next_step(public: Data) -> Step | None:
    """5 Mines, cards, first player, five rounds of actions, then the end of the turn."""
    phase, turn = public["phase"], public["turn"]
    if phase == "over":
        return None
    if phase == "action":
        return action_step(public, f"{turn}/{public['round']}")
    if phase == "last chance":
        return last_step(public, f"{turn}/last")
    if phase in ("surrender", "reinforcement"):
        if not public["stage"]:
            return Step(f"{phase} order", f"{turn}/{phase}/order")
        return Step(phase, f"{turn}/{phase}/{public['queue'][0]}")
    return Step(phase, f"{turn}/{phase.replace(' ', '-')}")


def action_step(public: Data, when: str) -> Step:
    """5.4 The next round, Desperate Times, an action line by line."""
    if not public["queue"]:
        return Step("round", when)
    seat, now = public["queue"][0], public["now"]
    if seat not in public["seats"]:
        return Step("gallic event", f"{when}/gallic-event")
    stage = public["stage"]
    if stage in ("window", "begin"):
        name, scope = ("desperate times", "desperate") if stage == "window" else (stage, stage)
        return Step(name, f"{when}/{seat}/{scope}")
    acting = f"{when}/{seat}/{now['seat']}"
    if stage == "close":
        return Step(stage, f"{acting}/{stage}")
    return Step("action" if stage == "act" else stage, f"{acting}/{now['part']}/{now['acts']}")


def last_step(public: Data, when: str) -> Step:
    """7.4.5 After the last round each may play Desperate Times."""
    now = public["now"]
    if not public["stage"]:
        return Step("last order", f"{when}/order")
    if not public["queue"]:
        return Step("last over", f"{when}/over")
    seat = public["queue"][0]
    name = {"act": "action", "line": "line", "close": "close"}.get(public["stage"], "last chance")
    return Step(name, f"{when}/{seat}/{now['part']}/{now['acts']}/{name.replace(' ', '-')}")


async def next_round(table: Table) -> None:
    """5.4 The next of five rounds, from the first player clockwise; with three players the Gallic
    event has the place of the Gauls (19); then the last chance of Desperate Times."""
    public = table.public
    if public["round"] >= ROUNDS:
        public.update(phase="last chance", stage="", now=fresh())
        return
    public["round"] += 1
    public["activated"] = []
    acting = {*position.players(public)} | ({board.GAULS} - {*public["seats"]})
    public["queue"] = [seat for seat in clockwise(public["first"]) if seat in acting]
    public["stage"] = "window"
    slots = [seat if seat in public["seats"] else "gallic event" for seat in public["queue"]]
    table.tell("round", {"round": public["round"], "order": slots})


async def last_order(table: Table) -> None:
    """7.4.5 By VP."""
    table.public["now"] = fresh()
    seats = [s for s in position.players(table.public) if hidden.desperate(table.public, s)]
    queue = await order.most_first(table, "desperate times", seats)
    table.public.update(queue=queue, stage="window")


async def last_over(table: Table) -> None:
    """5.5 Attrition comes."""
    table.public.update(phase="attrition", stage="", now=fresh())


STEPS: Mapping[str, StepCode] = {
    "start": drawing.deal,
    "mines": drawing.mines,
    "draw": drawing.draw,
    "first player": drawing.first_player,
    "round": next_round,
    "desperate times": desperate.interrupt,
    "begin": action.begin,
    "action": action.act,
    "line": action.line,
    "close": action.close,
    "gallic event": gallic.gallic_event,
    "last order": last_order,
    "last chance": desperate.last_chance,
    "last over": last_over,
    "attrition": ending.attrition,
    "surrender order": surrender.begin,
    "surrender": surrender.surrender,
    "isolation": ending.isolation,
    "scoring": ending.scoring,
    "renewal": alliances.renewal,
    "reinforcement order": order.begin,
    "reinforcement": reinforcement.reinforce,
    "end": ending.end_turn,
}


def headline(public: Data) -> str:
    """Where the game is, in a few words."""
    first, last = TURNS[public["turn"] - 1]["years"]
    when = f"turn {public['turn']} ({first}-{last} BC)"
    if public["phase"] == "over":
        return f"the game is over ({when})"
    if public["phase"] == "action" and public["queue"]:
        seat = public["now"]["seat"] or public["queue"][0]
        who = SEATS[seat] if seat in public["seats"] else "the Gallic event"
        return f"{when}, round {public['round']}, {who}"
    return f"{when}, {public['phase']}"


def setup(scenario: str, options: Mapping[str, str]) -> State:
    """3 The State before the first cards are dealt."""
    public = first(scenario, options.get("length") == "short")
    seats: dict[str, Data] = {seat: {} for seat in public["seats"]}
    state: State = {"public": public, "seats": seats, "sealed": {}}
    hidden.begin(state)
    return state


def first(scenario: str, short: bool) -> Data:
    """3 The public part before the first cards are dealt."""
    chosen = board.SCENARIOS[scenario]
    gone = chosen["gone"]
    forces = [force for force in board.DATA["setup"]["forces"] if force["power"] not in gone]
    public: Data = {
        "scenario": scenario,
        "short": short,
        "seats": board.seats_of(scenario),
        "closed": [space for space in SPACES if HOME[space] in gone],
        **{key: [] for key in ("out", "queue", "activated", "pending", "flags", "facts", "falls")},
        **{key: {} for key in ("markers", "sieges", "militia", "commanders")},
        **dict.fromkeys(("march", "battle", "result")),
        "turn": 1,
        "phase": "start",
        "round": 0,
        "first": "",
        "stage": "",
        "now": fresh(),
        "vp": {seat: board.DATA["setup"]["vp"][seat] for seat in chosen["seats"]},
        "plunder": 0,
        "loyalty": {key: SPACES[key]["strength"] for key in board.CITIES if HOME[key] not in gone},
        "tribes": list(board.TRIBES),
        "cu": {power: {} for power in POWERS if power not in gone},
        "inside": {power: {} for power in POWERS if power not in gone},
        "leaders": _leaders(gone, forces),
        "alliances": list(chosen["permanent"]),
    }
    for force in sorted(forces, key=lambda force: force["at"]):
        public["cu"][force["power"]][force["at"]] = force["cu"]
        public["militia"].update({force["at"]: force["cu"]} if force["militia"] else {})
    return public


def _leaders(gone: Sequence[str], forces: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """8.2.2 Consuls in the cup, named leaders waiting, those of the set-up on the map."""
    waits = {board.CONSUL: CUP, board.MINOR: ASIDE}
    found = {
        key: waits.get(leader["class"], WAITS)
        for key, leader in board.LEADERS.items()
        if leader["power"] not in gone
    }
    return found | {force["leader"]: force["at"] for force in forces}
