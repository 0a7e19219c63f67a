"""5.8, 4.2, 4.3 Victory points, automatic victory, the end of the last turn."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position, verbs
from rulesets.sword_of_rome.board import PLAYS
from rulesets.sword_of_rome.turn import order


async def scoring(table: Table) -> None:
    """5.8.1 Each power's victory spaces; then whether the game is over."""
    public = table.public
    changes = {
        seat: sum(position.victory_points(public, power) for power in PLAYS[seat])
        for seat in position.players(public)
    }
    verbs.score(table, changes, "victory spaces, 5.8")
    reached = [s for s in position.players(public) if public["vp"][s] >= position.level(public)]
    if reached:
        await decide(table, "automatic")
    elif len(position.players(public)) == 1:
        verbs.end_game(table, position.players(public)[0], "alone")
    elif public["turn"] >= position.last_turn(public):
        await decide(table, "last-turn")
    else:
        public.update(phase="renewal", stage="", queue=[])


async def decide(table: Table, ending: str) -> None:
    """4.2, 4.3 Most VP wins, ties by 4.4; of two players the larger sum, level the second side."""
    public = table.public
    sides = board.SCENARIOS[public["scenario"]]["sides"]
    if sides:
        verbs.end_game(table, winning_side(public, sides), ending)
        return
    best = order.groups(public, position.players(public))[0]
    verbs.end_game(table, position.by_ties(best)[0], ending)


def winning_side(public: Data, sides: list[list[str]]) -> str:
    """4.2 The seat of the side with more VP that comes first in the list."""
    first, second = (sum(public["vp"][seat] for seat in side) for side in sides)
    return sides[0][0] if first > second else sides[1][0]
