"""Caesar XL: the first Roman civil war for two; hidden hands, a shared deck, short battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.engine.rules import Option, Result, Ruleset, Scenario, StepCode
from rulesets.caesar_xl import board, flow, position
from rulesets.caesar_xl.draw.orders import nothing_drawn
from rulesets.caesar_xl.hidden import CARDS, broken
from rulesets.caesar_xl.hidden.variation import HandTwister
from rulesets.caesar_xl.kinds import KINDS
from rulesets.caesar_xl.report import situation, telling

if TYPE_CHECKING:
    from referee.engine.beside import Kind
    from referee.engine.request import Data
    from referee.engine.table import State
    from referee.engine.variation import Variation

__all__ = ["ruleset"]

_GUESSED = (
    "most numbers of the map, the cards and the units are our reconstruction: owners of the game"
    " can correct them (referee-corrections(5))"
)


class CaesarXL(Ruleset):
    """The game to the engine."""

    name = "caesar-xl"
    title = "Caesar XL"
    version = "0.1"
    data = board.DATA
    seats: Mapping[str, str] = board.SEATS
    scenarios: Mapping[str, Scenario] = {
        board.SILVER: Scenario("the silver rules: diplomacy, barbarian zones, supply", _GUESSED),
        board.BRONZE: Scenario("the basic rules, as far as the silver ones show them", _GUESSED),
    }
    options: Mapping[str, Option] = {
        "victory": Option(
            ("plain", "strict"),
            "strict: for a military victory his own leader is in Rome, and 25 is the lead (5.4)",
        )
    }
    hidden = True
    rolled: Mapping[str, Sequence[str]] = {
        "dice": ("dice",),
        "again": ("die",),
        "volley": ("dice",),
    }
    steps: Mapping[str, StepCode] = flow.STEPS
    kinds: Mapping[str, Kind] = KINDS
    endings: Mapping[str, str] = telling.ENDINGS

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        """2.1 The State before the first turn."""
        seats = {seat: {"drawn": nothing_drawn()} for seat in board.SEATS}
        state: State = {"public": position.first(scenario, options), "seats": seats, "sealed": {}}
        CARDS.begin(state, list(board.SEATS))
        return state

    next_step = staticmethod(flow.next_step)
    names = staticmethod(telling.names)
    describe = staticmethod(telling.describe)
    situation = staticmethod(situation.situation)
    headline = staticmethod(flow.headline)
    turns = staticmethod(flow.turns)
    turn = staticmethod(flow.turn_name)
    broken = staticmethod(broken)

    def result(self, public: Data) -> Result | None:
        """4, 5 Who has won and why."""
        found = public["result"]
        return Result(found["winner"], found["ending"]) if found else None

    def variation(self) -> Variation:
        """Other cards in a hand."""
        return HandTwister()


ruleset = CaesarXL()
