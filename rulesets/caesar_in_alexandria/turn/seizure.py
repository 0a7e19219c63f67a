"""4.5 The player who has just played may try to take the opponent's turn."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.words import Choice
from rulesets.caesar_in_alexandria import board
from rulesets.caesar_in_alexandria.board import COMMANDERS, LEADERS, SEATS

TRY, LET = "try", "let"


class Seize(OneOf):
    """4.51 Whether to try.

    Args: turn."""

    kind, rule, question = "seize", "4.51", "whether you try to seize the next turn"
    takes, example = Choice((TRY, LET)), "seize: try"
    open_choice = False
    favours = ("default", TRY, LET)
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "tries": Quantity("tries that you have left"),
        "turn": Quantity("player turns so far"),
    }

    def options(self, view: View) -> Sequence[str]:
        """To try or not."""
        return [LET, TRY]

    def favour(self, view: View, word: str) -> str:
        """D4 Not, if nothing is said."""
        return word if word in (TRY, LET) else LET

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        tries = view.public["tries"]
        return {"tries": tries[self.seat]["left"], "turn": view.public["turn"]}


def may_seize(public: Data, seat: str) -> bool:
    """4.52, 4.53 Whether a side that has just played may try."""
    tries = public["tries"]
    commander = COMMANDERS[seat] in public["leaders"]
    ended = all(tries[side]["ended"] for side in SEATS)
    return bool(commander and ended and tries[seat]["left"] and not tries[seat]["tried"])


async def seize(table: Table, seat: str) -> str:
    """4.51 Who plays next: a seat, after the opponent's turn was seized or not."""
    public, own = table.public, table.public["tries"][seat]
    if not may_seize(public, seat):
        own["tried"] = False
        return board.other(seat)
    request = Seize(seat, turn=public["turn"])
    answer = await table.ask(request)
    own["tried"] = request.chosen(table.view(seat), answer) == TRY
    if not own["tried"]:
        return board.other(seat)
    own["left"] -= 1
    need = LEADERS[COMMANDERS[seat]]["initiative"]
    (die,) = table.roll(f"seizure by {SEATS[seat]}", 1, 10)
    taken = die % 10 <= need
    table.tell("seizure", {"seat": seat, "dice": [die], "need": need, "taken": taken})
    return seat if taken else board.other(seat)
