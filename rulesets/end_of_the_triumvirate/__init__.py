"""The End of the Triumvirate: two or three players, open information, long turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.engine.rules import Option, Result, Ruleset, Scenario, StepCode
from rulesets.end_of_the_triumvirate import board, flow, position, telling
from rulesets.end_of_the_triumvirate.kinds import KINDS
from rulesets.end_of_the_triumvirate.variation import OrdersTwister

if TYPE_CHECKING:
    from referee.engine.beside import Kind
    from referee.engine.request import Data
    from referee.engine.table import State
    from referee.engine.variation import Variation

__all__ = ["ruleset"]


class EndOfTheTriumvirate(Ruleset):
    """The game to the engine."""

    name = "end-of-the-triumvirate"
    title = "The End of the Triumvirate"
    version = "0.2"
    data = board.DATA
    seats: Mapping[str, str] = board.SEATS
    scenarios: Mapping[str, Scenario] = {
        "three": Scenario("Caesar, Pompey and Crassus, years of eight turns"),
        "two": Scenario(
            "Caesar and Pompey on eleven provinces, years of seven turns",
            seats=tuple(board.SCENARIOS["two"]["seats"]),
        ),
    }
    options: Mapping[str, Option] = {}
    hidden = False
    rolled: Mapping[str, Sequence[str]] = {"battle": ("drawn",)}
    drawn_from = (*board.SEATS,)
    steps: Mapping[str, StepCode] = flow.STEPS
    kinds: Mapping[str, Kind] = KINDS
    endings: Mapping[str, str] = telling.ENDINGS

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        """3.1, 11 The State before the first turn; nothing is hidden (2.5)."""
        public = position.first(scenario, options)
        return {"public": public, "seats": {seat: {} for seat in public["players"]}, "sealed": {}}

    next_step = staticmethod(flow.next_step)
    names = staticmethod(telling.names)
    describe = staticmethod(telling.describe)
    situation = staticmethod(telling.situation)
    headline = staticmethod(flow.headline)
    reached = staticmethod(flow.reached)
    turn = staticmethod(flow.turn)
    turn_after = staticmethod(flow.turn_after)
    broken = staticmethod(position.broken)
    reminder = staticmethod(telling.reminder)

    def result(self, public: Data) -> Result | None:
        """1.2 Who has won and why."""
        found = public["result"]
        return Result(found["winner"], found["why"]) if found else None

    def variation(self) -> Variation:
        """Orders that differ in what is not carried out."""
        return OrdersTwister()


ruleset = EndOfTheTriumvirate()
