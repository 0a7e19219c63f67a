"""The End of the Triumvirate: two or three players, open information, long turns."""

from referee.engine.calendar import Calendar
from referee.engine.later import later
from referee.engine.rules import Laboratory, Rules, Ruleset, Scenario, Wording
from rulesets.end_of_the_triumvirate import board, flow, position, wording
from rulesets.end_of_the_triumvirate.kinds import KINDS
from rulesets.end_of_the_triumvirate.turn import play_turn

__all__ = ["ruleset"]

ruleset = Ruleset(
    name="end-of-the-triumvirate",
    title="The End of the Triumvirate",
    version="0.2",
    length="at most 4 years of 8 player turns; 'two': 3 years of 7",
    mails="1.4 a player turn; 1.0 if it is written to its end",
    seats=board.SEATS,
    scenarios={
        "three": Scenario("Caesar, Pompey and Crassus, years of eight turns"),
        "two": Scenario(
            "Caesar and Pompey on eleven provinces, years of seven turns",
            seats=tuple(board.SCENARIOS["two"]["seats"]),
        ),
    },
    data=board.DATA,
    rules=Rules(
        setup=position.setup,
        next_step=flow.next_step,
        result=flow.result,
        steps={"turn": play_turn, "end of turn": flow.end_of_turn, "election": flow.election},
        kinds=KINDS,
        names=lambda seat: wording.VOCABULARY,
        hidden=False,
        rolled={"battle": ("drawn",)},
        drawn_from=(*board.SEATS,),
    ),
    calendar=Calendar(flow.turns(), flow.turn, flow.played),
    wording=Wording(
        headline=flow.headline,
        describe=wording.describe,
        situation=wording.situation,
        endings=wording.ENDINGS,
        reminder=wording.reminder,
    ),
    picture=later("rulesets.end_of_the_triumvirate.picture:picture"),
    odds=later("rulesets.end_of_the_triumvirate.what_if:ODDS"),
    laboratory=Laboratory(
        position.broken, later("rulesets.end_of_the_triumvirate.variation:OrdersVariation")
    ),
)
