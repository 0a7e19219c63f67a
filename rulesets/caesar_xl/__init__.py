"""Caesar XL: the first Roman civil war for two; hidden hands, a shared deck, short battles."""

from referee.engine.calendar import numbered
from referee.engine.later import later
from referee.engine.rules import Laboratory, Option, Rules, Ruleset, Scenario, Wording, recorded
from rulesets.caesar_xl import board, flow
from rulesets.caesar_xl.hidden import broken
from rulesets.caesar_xl.kinds import KINDS
from rulesets.caesar_xl.report import situation, telling

__all__ = ["ruleset"]

_GUESSED = (
    "most numbers of the map, the cards and the units are our reconstruction: owners of the game"
    " can correct them (referee-corrections(5))"
)

ruleset = Ruleset(
    name="caesar-xl",
    title="Caesar XL",
    version="0.1",
    length="14 turns, or fewer",
    mails="3.9 a turn; 2.0 with a rule that buys cards",
    seats=board.SEATS,
    scenarios={
        board.SILVER: Scenario("the silver rules: diplomacy, barbarian zones, supply", _GUESSED),
        board.BRONZE: Scenario("the basic rules, reconstructed from the silver rules", _GUESSED),
    },
    options={
        "strict-military": Option(
            ("no", "yes"),
            "yes: for a military victory his own leader is in Rome, and 25 is the lead (5.4)",
        )
    },
    data=board.DATA,
    rules=Rules(
        setup=flow.setup,
        next_step=flow.next_step,
        result=recorded,
        steps=flow.STEPS,
        kinds=KINDS,
        names=telling.names,
        rolled={"dice": ("dice",), "again": ("die",), "volley": ("dice",)},
    ),
    calendar=numbered(board.TURNS),
    wording=Wording(
        headline=flow.headline,
        describe=telling.describe,
        situation=situation.situation,
        endings=telling.ENDINGS,
    ),
    picture=later("rulesets.caesar_xl.picture:picture"),
    odds=later("rulesets.caesar_xl.what_if:ODDS"),
    laboratory=Laboratory(broken, later("rulesets.caesar_xl.variation:HandVariation")),
)
