"""The request for a turn (13.1): supply, movement and actions in one list of lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from referee.engine.request import Data, Judgement, Quantity, Request, View
from referee.engine.words import Answer, Choice, Fields, Many, Name, Nothing, Number, Word
from rulesets.end_of_the_triumvirate import actions, board, sample, supply, verbs
from rulesets.end_of_the_triumvirate.board import TRACKS
from rulesets.end_of_the_triumvirate.position import NOW, here, turn_of_year
from rulesets.end_of_the_triumvirate.walk import QUANTITIES, Rehearsal, Walk, measure

if TYPE_CHECKING:
    import random

    from referee.engine.table import Table

UNITS = Number(0, supply.UNITS)
LEGIONS = Number(0, 60)

WORDS: Mapping[str, Word] = {
    "rome": Fields({}, {"gold": UNITS, "legions": UNITS, "at": Many(Name("province"), 1, 2)}),
    **{f"scarce {goods}": Many(Name("taker"), 1, 24) for goods in supply.GOODS},
    "move": Fields(
        {"to": Many(Name("space"), 1, 12)},
        {
            "legions": LEGIONS,
            "leave": LEGIONS,
            "servants": Number(0, 6),
            "failed": Choice(("stop", "go on")),
        },
    ),
    "place servant": Nothing(),
    "lift servant": Nothing(),
    "raise": Choice(TRACKS),
    "persuade": Name("section"),
    "weapons": Nothing(),
    "wait": Nothing(),
}


class Turn(Request):
    """4.1 A character's turn, or the rest of it; args: year, turn (of the year), part (1, 2, ...).

    No lines are the orders of 13.3: 2 gold from Rome, no movement, no action."""

    kind = "turn"
    rule = "4.1"
    words = WORDS
    conditions: ClassVar[Mapping[str, Quantity]] = QUANTITIES
    selectors: ClassVar[Mapping[str, Word]] = {
        "year": Number(1, board.YEARS),
        "turn": Number(1, board.TURNS),
        "part": Number(1, 9),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = QUANTITIES
    policies: ClassVar[Mapping[str, Word]] = {**WORDS, "default": Nothing()}

    def title(self) -> str:
        """Whose turn, or the rest of it."""
        return "your turn" if self.args["part"] == 1 else "the rest of your turn"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """Carry the lines out on a copy of what the seat sees."""
        return Rehearsal(view).play(answer).judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        """A lively turn."""
        return sample.lines(view, chance)

    def skeleton(self, view: View) -> list[str]:
        """The words that fit, Rome's supply filled in."""
        public, now = view.public, view.public[NOW]
        at = board.names()[public["characters"][self.seat]["at"]]
        lines = []
        if not now["supplied"]:
            lines += [
                "- rome: {gold: 2}  # or {gold: 1, legions: 1}, or {legions: 2, at: [" + at + "]}"
            ]
        if not now["actions"] and now["points"]:
            lines += ["# - move: {to: [" + at + "], leave: 1}  # every space; legions that stay"]
        kind = board.kind(public["characters"][self.seat]["at"])
        told = {"persuade": "# - persuade: Alii", "weapons": "# - weapons"}
        for action in board.setup()["actions"][kind]:
            lines.append(told.get(action, f"# - raise: {action}"))
        return [*lines, "# - wait  # to see how it went, and order the rest then"]

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return measure(view.public, self.seat)

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The lines themselves; ``default``: the orders of 13.3."""
        return [] if any("default" in line for line in then) else then

    def forced(self, public: Data) -> Answer | None:
        """Nothing, where nothing can be done any more."""
        now, place = public[NOW], here(public, self.seat)
        moves = not now["actions"] and (now["points"] or place["active"] + place["idle"])
        done = now["supplied"] and not moves and not actions.possible(public, self.seat)
        return [] if done else None


async def play_turn(table: Table, seat: str) -> None:
    """4.1 Orders for the turn, as far as they go; then the player is asked again."""
    public = table.public
    part = public[NOW]["asked"] + 1
    request = Turn(seat, year=public["year"], turn=turn_of_year(public), part=part)
    answer = await table.ask(request)
    if not await Walk(table, seat).run(answer):
        verbs.pause(table, seat)
    elif public["phase"] != "over":
        verbs.finish(table, seat)
