"""Julius Caesar, the block game of the Roman civil war: two players, hidden blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.engine.beside import Kind, kinds_of
from referee.engine.rules import Option, Result, Ruleset, Scenario, StepCode
from rulesets.julius_caesar import flow
from rulesets.julius_caesar.battle.kinds import BATTLE
from rulesets.julius_caesar.battle.phase import OPTIONS
from rulesets.julius_caesar.board import DATA, SEATS, naming, setup
from rulesets.julius_caesar.command.kinds import COMMAND
from rulesets.julius_caesar.command.walk import STRAIT_REACTION
from rulesets.julius_caesar.hidden import books
from rulesets.julius_caesar.hidden.variation import CaesarTwister
from rulesets.julius_caesar.report import situation, telling
from rulesets.julius_caesar.verbs import TROPHIES
from rulesets.julius_caesar.year.cards import CARDS, FIRST_TURN
from rulesets.julius_caesar.year.deployment import DEPLOY, DEPLOYMENT
from rulesets.julius_caesar.year.events import JUPITER, VULCAN
from rulesets.julius_caesar.year.winter import WINTER

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.table import State
    from referee.engine.variation import Variation

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
        **OPTIONS,
    }
    endings: Mapping[str, str] = telling.ENDINGS
    hidden = True
    rolled: Mapping[str, Sequence[str]] = {"fire": ("dice",)}
    steps: Mapping[str, StepCode] = flow.STEPS
    kinds: Mapping[str, Kind] = kinds_of(DEPLOY, CARDS, COMMAND, JUPITER, VULCAN, *BATTLE, WINTER)

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        """5.1 The State before the first step."""
        return setup.first_state(scenario, options)

    next_step = staticmethod(flow.next_step)
    names = staticmethod(naming.vocabulary)
    describe = staticmethod(telling.describe)
    situation = staticmethod(situation.situation)
    headline = staticmethod(flow.headline)
    reached = staticmethod(flow.reached)
    turn = staticmethod(flow.turn)
    turn_after = staticmethod(flow.turn_after)
    broken = staticmethod(books.broken)
    reminder = staticmethod(flow.reminder)

    def result(self, public: Data) -> Result | None:
        """1.2 Who has won and why."""
        found = public["result"]
        return Result(found["winner"], found["why"]) if found else None

    def variation(self) -> Variation:
        """Other blocks, strengths and cards."""
        return CaesarTwister()


ruleset = JuliusCaesar()
