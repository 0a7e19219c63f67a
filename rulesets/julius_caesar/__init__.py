"""Julius Caesar, the block game of the Roman civil war: two players, hidden blocks."""

from referee.engine.beside import kinds_of
from referee.engine.calendar import Calendar
from referee.engine.later import later
from referee.engine.rules import Laboratory, Option, Rules, Ruleset, Scenario, Wording
from rulesets.julius_caesar import flow, wording
from rulesets.julius_caesar.battle.phase import BATTLE, OPTIONS
from rulesets.julius_caesar.board import DATA, SEATS, naming, setup
from rulesets.julius_caesar.command.phase import COMMAND
from rulesets.julius_caesar.command.walk import STRAIT_REACTION
from rulesets.julius_caesar.remembered import MEMORY
from rulesets.julius_caesar.verbs import TROPHIES
from rulesets.julius_caesar.year.cards import CARDS, FIRST_TURN
from rulesets.julius_caesar.year.deployment import DEPLOY, DEPLOYMENT
from rulesets.julius_caesar.year.events import JUPITER, VULCAN
from rulesets.julius_caesar.year.winter import WINTER

__all__ = ["ruleset"]

LAND_WARNING = (
    "provisional: one year of five turns, command cards only; fleets stay in port; no amphibious"
    " moves, no events, no winter"
)


ruleset = Ruleset(
    name="julius-caesar",
    title="Julius Caesar",
    version="0.4",
    length="5 years of 5 turns and a winter, or fewer; 'land': 1 year",
    mails="3.4 a turn; 1.5 with a rule for the cards",
    seats={seat: naming.SEAT_NAMES[seat] for seat in SEATS},
    scenarios={
        "campaign": Scenario("the whole war: 705 to 709, by land and sea, with events and winters"),
        "land": Scenario("the war by land, year 705 only", LAND_WARNING),
    },
    options={
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
    },
    data=DATA,
    rules=Rules(
        setup=setup.first_state,
        next_step=flow.next_step,
        result=flow.result,
        steps=flow.STEPS,
        kinds=kinds_of(DEPLOY, CARDS, COMMAND, JUPITER, VULCAN, *BATTLE, WINTER),
        names=naming.vocabulary,
        foreign=naming.foreign,
        hidden=True,
        rolled={"fire": ("dice",)},
    ),
    calendar=Calendar(flow.TURNS, flow.turn),
    wording=Wording(
        headline=flow.headline,
        describe=wording.describe,
        situation=wording.situation,
        endings=wording.ENDINGS,
        reminder=flow.reminder,
        minor=("discard", "pass", "stay"),
    ),
    picture=later("rulesets.julius_caesar.picture:picture"),
    odds=later("rulesets.julius_caesar.odds.wager:ODDS"),
    memory=MEMORY,
    laboratory=Laboratory(setup.broken, later("rulesets.julius_caesar.hidden:CaesarVariation")),
)
