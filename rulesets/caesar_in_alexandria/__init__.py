"""Caesar in Alexandria: streets, hexes and galleys, 48 BC; a tactical battle for two."""

from referee.engine.calendar import numbered
from referee.engine.later import later
from referee.engine.rules import Laboratory, Option, Rules, Ruleset, Scenario, Wording, recorded
from referee.engine.table import State
from rulesets.caesar_in_alexandria import board, flow, position
from rulesets.caesar_in_alexandria.kinds import KINDS
from rulesets.caesar_in_alexandria.land import stacking
from rulesets.caesar_in_alexandria.report import situation, telling
from rulesets.caesar_in_alexandria.sea import fleet
from rulesets.caesar_in_alexandria.sea import telling as at_sea

__all__ = ["ruleset"]

_GUESSED = (
    "many hexes and ratings are our reconstruction: owners of the game can correct them"
    " (referee-corrections(5))"
)


def broken(state: State) -> list[str]:
    """What can never be in a State."""
    return [
        *position.broken(state["public"]),
        *stacking.too_many(state["public"]),
        *fleet.broken(state["public"]),
    ]


ruleset = Ruleset(
    name="caesar-in-alexandria",
    title="Caesar in Alexandria",
    version="0.1",
    length="'naval' some 6 to 18 player turns, 'heptastadium' 25, 'pharos' 20",
    mails="1.1 a player turn; 1.5 if you decide the main reactions",
    seats=board.SEATS,
    scenarios={
        board.NAVAL: Scenario("12.2 the naval battle: fleets alone, the shortest", _GUESSED),
        board.HEPTASTADIUM: Scenario("12.1 the battle for the Heptastadium, 25 turns", _GUESSED),
        board.PHAROS: Scenario("12.3 the battle for Pharos: land units alone, 20 turns", _GUESSED),
        board.BATTLE: Scenario("11 the whole battle", _GUESSED),
    },
    options={
        "set-up": Option(
            ("printed", "by the players"), "by the players: force by force, in the printed order"
        ),
        "first-exhausted-ends": Option(
            ("no", "yes"), "yes: the battle ends when a side is exhausted (11.4)"
        ),
    },
    data=board.DATA,
    rules=Rules(
        setup=flow.setup,
        next_step=flow.next_step,
        result=recorded,
        steps=flow.STEPS,
        kinds=KINDS,
        names=telling.names,
        rolled=dict.fromkeys(
            (
                "seizure",
                "fire",
                "risk",
                "test",
                "shock",
                "in the fight",
                "intercepts",
                *at_sea.ROLLED,
            ),
            ("dice",),
        ),
    ),
    calendar=numbered(flow.TURNS),
    wording=Wording(
        headline=flow.headline,
        describe=telling.describe,
        situation=situation.situation,
        endings=telling.ENDINGS,
    ),
    picture=later("rulesets.caesar_in_alexandria.picture:picture"),
    laboratory=Laboratory(broken, later("rulesets.caesar_in_alexandria.variation:Sealed")),
)
