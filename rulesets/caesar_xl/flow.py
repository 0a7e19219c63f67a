"""The sequence of play (3.1): the next step, the end of a player's turn, and the last turn."""

from collections.abc import Mapping

from referee.engine.rules import Step, StepCode, end_game
from referee.engine.table import State, Table
from referee.engine.view import Data
from referee.kit.tracks import ranked
from rulesets.caesar_xl import board, hidden, position
from rulesets.caesar_xl.board import ROME, SEATS, VALUES
from rulesets.caesar_xl.combat.battle import open_battle, play_round
from rulesets.caesar_xl.combat.supply import end_combat
from rulesets.caesar_xl.draw.orders import draw, nothing_drawn
from rulesets.caesar_xl.position import FORUM, OVER
from rulesets.caesar_xl.turn import turn

#: 1.1 The year BC of the first turn; a year has two turns.
YEAR = 50


def next_step(public: Data) -> Step | None:
    """3.1 Forum and cards, purchases and march, battle after battle, the end of the turn."""
    seat, part = public["seat"], public["now"]["part"]
    when = f"{public['turn']}/{seat}"
    match public["phase"]:
        case "forum" | "cards":
            return Step("draw", f"{when}/draw/{part}", {"seat": seat})
        case "purchases" | "march":
            return Step("turn", f"{when}/turn/{part}", {"seat": seat})
        case "combat":
            return combat_step(public, when)
        case "end":
            return Step("end of turn", f"{when}/end", {"seat": seat})
    return None


def combat_step(public: Data, when: str) -> Step:
    """10.1 The next round, the next battle, or supply."""
    seat, battle = public["seat"], public["battle"]
    if battle:
        return Step("round", f"{when}/{battle['at']}/{battle['round'] + 1}")
    for at in position.fought(public, seat)[:1]:
        return Step("battle", f"{when}/{at}", {"at": at})
    return Step("end of combat", f"{when}/supply", {"seat": seat})


async def end_turn(table: Table, seat: str) -> None:
    """3.1 The other player is next, or the next turn; after the last one, cities decide (4.1)."""
    public = table.public
    turn = public["turn"] + (seat == "pompey")
    table.tell("turn over", {"seat": seat})
    if turn > board.TURNS:
        decide(table)
    else:
        public.update(turn=turn, seat=board.other(seat), phase=FORUM, now=position.fresh())


def decide(table: Table) -> None:
    """4.1 The higher value of cities wins, Rome counted twice; if level, whoever controls Rome."""
    public, rome = table.public, position.holders(table.public).get(ROME)
    value = {seat: position.city_value(public, seat) for seat in SEATS}
    if rome:
        value[rome] += VALUES[ROME]
    table.tell("cities", {"value": value})
    first, *others = ranked(value)[0]
    end_game(table, rome if others else first, "last-turn")


STEPS: Mapping[str, StepCode] = {
    "draw": draw,
    "turn": turn,
    "battle": open_battle,
    "round": play_round,
    "end of combat": end_combat,
    "end of turn": end_turn,
}


def headline(public: Data) -> str:
    """1.1 Where the game is, in a few words."""
    when = f"turn {public['turn']} ({YEAR - (public['turn'] - 1) // 2} BC)"
    if public["phase"] == OVER:
        return f"the game is over ({when})"
    return f"{when}, {SEATS[public['seat']]}, {public['phase']}"


def setup(scenario: str, options: Mapping[str, str]) -> State:
    """2.1 The State before the first turn."""
    seats = {seat: {"drawn": nothing_drawn()} for seat in SEATS}
    state: State = {"public": position.first(scenario, options), "seats": seats, "sealed": {}}
    hidden.CARDS.begin(state, list(SEATS))
    return state
