"""The Sword of Rome: the conquest of Italy, for four, three or two players, with hidden hands."""

from referee.engine.calendar import numbered
from referee.engine.later import later
from referee.engine.rules import Laboratory, Option, Rules, Ruleset, Scenario, Wording, recorded
from rulesets.sword_of_rome import board, books, flow, position
from rulesets.sword_of_rome.kinds import KINDS
from rulesets.sword_of_rome.report import situation, telling

__all__ = ["ruleset"]

_GUESSED = (
    "most links of the map, events of the cards and printed tables are our reconstruction: owners"
    " of the game can correct them (referee-corrections(5))"
)


_SCENARIOS = {
    "four": "four players",
    "three": "three players; Gallic events for the Gauls",
    "two": "two players, each with two seats and two hands",
}
#: Events that tell what dice showed.
_DICE = ("attrition", "roll", "gallic event", "naval", "attempt", "battle dice")

ruleset = Ruleset(
    name="sword-of-rome",
    title="The Sword of Rome",
    version="0.1",
    length="9 turns of 20 actions, or fewer; 'short': 6",
    mails="24 a turn; 12 with two actions in each file",
    seats=board.SEATS,
    scenarios={
        name: Scenario(about, _GUESSED, tuple(board.seats_of(name)))
        for name, about in _SCENARIOS.items()
    },
    options={"length": Option(("full", "short"), "short: the game ends after turn 6")},
    data=board.DATA,
    rules=Rules(
        setup=flow.setup,
        next_step=flow.next_step,
        result=recorded,
        steps=flow.STEPS,
        kinds=KINDS,
        names=telling.names,
        foreign=telling.foreign,
        rolled={**dict.fromkeys(_DICE, ("dice",)), "consuls": ("drawn",)},
        drawn_from=board.CONSULS,
    ),
    calendar=numbered(len(board.TURNS), last_of=position.last_turn),
    wording=Wording(
        headline=flow.headline,
        describe=telling.describe,
        situation=situation.situation,
        endings=telling.ENDINGS,
    ),
    picture=later("rulesets.sword_of_rome.picture:picture"),
    laboratory=Laboratory(books.broken, later("rulesets.sword_of_rome.variation:HandVariation")),
)
