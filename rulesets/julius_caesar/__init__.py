"""Julius Caesar, the block game of the Roman civil war: two players, hidden blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.engine.rules import Option, Result, Ruleset, Scenario, Step, StepCode
from rulesets.julius_caesar import battle, books, flow, naming, setup, telling
from rulesets.julius_caesar import situation as report
from rulesets.julius_caesar.board import DATA, SEATS
from rulesets.julius_caesar.cards import FIRST_TURN, Cards
from rulesets.julius_caesar.command import Command
from rulesets.julius_caesar.deployment import DEPLOYMENT, Deploy
from rulesets.julius_caesar.events import Jupiter, Vulcan
from rulesets.julius_caesar.paths import STRAIT_REACTION
from rulesets.julius_caesar.twister import CaesarTwister
from rulesets.julius_caesar.verbs import TROPHIES
from rulesets.julius_caesar.winter import Winter

if TYPE_CHECKING:
    from referee.engine.request import Data, Request, View
    from referee.engine.table import State
    from referee.engine.twister import Twister
    from referee.engine.words import Vocabulary

__all__ = ["ruleset"]

LAND_WARNING = (
    "provisional: one year of five turns, command cards only; fleets stay in port; no amphibious"
    " moves, no events, no winter"
)


class JuliusCaesar(Ruleset):
    """The game to the engine."""

    name = "julius-caesar"
    title = "Julius Caesar"
    version = "0.4"
    data = DATA
    seats: Mapping[str, str] = {seat: naming.SEAT_NAMES[seat] for seat in SEATS}
    scenarios: Mapping[str, Scenario] = {
        "campaign": Scenario("the whole war: 705 to 709, by land and sea, with events and winters"),
        "land": Scenario("the war by land, year 705 only", LAND_WARNING),
    }
    options: Mapping[str, Option] = {
        FIRST_TURN: Option(
            ("cards", "caesar"),
            "who goes first in the very first turn: as the cards say (2.1), or always Caesar",
        ),
        DEPLOYMENT: Option(
            ("historical", "free"),
            "where blocks start: as 5.1 has them, or changed by each player in secret (5.3)",
        ),
        STRAIT_REACTION: Option(
            ("two", "one"),
            "blocks that may reinforce an own attacked city over a strait (6.11, 6.14)",
        ),
        TROPHIES: Option(
            ("eliminated", "battle"),
            "enemy leaders worth a point: all that are eliminated (7.51), or only those killed in"
            " battle, not by Jupiter or Vulcan (1.2)",
        ),
        **battle.OPTIONS,
    }
    endings: Mapping[str, str] = telling.WHY
    hidden = True
    rolled: Mapping[str, Sequence[str]] = {"fire": ("dice",)}
    steps: Mapping[str, StepCode] = flow.STEPS
    requests: Mapping[str, type[Request]] = {
        "cards": Cards,
        "deploy": Deploy,
        "command": Command,
        "jupiter": Jupiter,
        "vulcan": Vulcan,
        "winter": Winter,
        **battle.REQUESTS,
    }

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        """5.1 The State before the first step."""
        return setup.first_state(scenario, options)

    def next_step(self, public: Data) -> Step | None:
        """2.0 The sequence of play."""
        return flow.next_step(public)

    def names(self, seat: str) -> Vocabulary:
        """Places, blocks and cards as that seat writes them."""
        return naming.vocabulary(seat)

    def headline(self, public: Data) -> str:
        """Year, turn and phase."""
        return flow.headline(public)

    def reminder(self, public: Data) -> list[Data]:
        """7.4 A shot whose hits are still to be taken."""
        return flow.reminder(public)

    def describe(self, event: Data, seat: str) -> list[str]:
        """One event in words."""
        return telling.describe(event, seat)

    def situation(self, view: View) -> list[tuple[str, list[str]]]:
        """What the seat holds and sees."""
        return report.situation(view)

    def result(self, public: Data) -> Result | None:
        """1.2 Who has won and why."""
        found = public["result"]
        return Result(found["winner"], found["why"]) if found else None

    def reached(self, public: Data, until: str) -> bool:
        """Whether ``705/3``, ``705/winter`` or ``end`` is past."""
        return flow.reached(public, until)

    def turn(self, public: Data) -> str:
        """``705/3`` or ``705/winter``."""
        return flow.turn(public)

    def turn_after(self, public: Data) -> str:
        """2.0 The turn that follows."""
        return flow.turn_after(public)

    def broken(self, state: State) -> list[str]:
        """Blocks or cards lost or doubled, and what the board shows wrongly."""
        return books.broken(state)

    def twister(self) -> Twister:
        """Other blocks, strengths and cards."""
        return CaesarTwister()


ruleset = JuliusCaesar()
