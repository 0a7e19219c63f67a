"""Smugglers: six harbours, two smugglers with hidden crates, and one patrol.

1 Gull and Tern are smugglers, the third ship is the patrol; in the scenario `two` Tern stays at
  home.  Six harbours are joined by lanes; each ship begins at its berth, a smuggler with two gold.
2 Of sixteen crates eight are contraband.  They begin in a bag; at each dusk a smuggler draws until
  he has six, Gull before Tern, which nobody else sees; how many he has is no secret.
3 Then the buyer comes to another harbour than last night, and all order at once: a smuggler sails
  one lane at most, and may order crates to be landed where the buyer is; the patrol sails two at
  most.  All is revealed together, but for what is in the crates.
4 Where the patrol lies beside smugglers with crates it may search one.  He bribes it with one gold,
  if he has any, or runs, which he does if he says nothing: by a die of 4 or more he is away, else
  all contraband of his stash is seized, and shown.  Who runs lands nothing in this night.
5 Crates that were to be landed are landed after the search, shown, and score their values.
6 At dawn the patrol has won if four crates are seized.  Else, if a smuggler has 20 points, who has
  more has won; so after the last night, but the patrol if nobody has six.  Of equals nobody wins.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.calendar import END, Calendar
from referee.engine.request import Data
from referee.engine.rules import (
    Laboratory,
    Option,
    Result,
    Rules,
    Ruleset,
    Scenario,
    Step,
    Wording,
)
from referee.engine.table import State
from referee.engine.words import Vocabulary
from tests.toys.smugglers import coast, nights, wording
from tests.toys.smugglers.asking import NOBODY
from tests.toys.smugglers.helping import KINDS
from tests.toys.smugglers.twist import Stashes

LAST = {"6": 6, "4": 4}
NIGHTS = ["1", "2", "3", "4", "5", "6"]


def setup(scenario: str, options: Mapping[str, str]) -> State:
    """1, 2 The State before the first dusk."""
    seats = ruleset.seats_of(scenario)
    ships = [seat for seat in seats if seat in coast.SMUGGLERS]
    state: State = {
        "public": {
            "night": 0,
            "last": LAST[options["nights"]],
            "phase": "dusk",
            "buyer": "",
            "where": {seat: coast.BERTHS[seat] for seat in seats},
            "points": dict.fromkeys(ships, 0),
            "gold": dict.fromkeys(ships, coast.GOLD),
            "landing": dict.fromkeys(ships, 0),
            "result": None,
        },
        "seats": {seat: {"ready": []} if seat in ships else {} for seat in seats},
        "sealed": {},
    }
    coast.ZONES.begin(state, ships)
    return state


def next_step(public: Data) -> Step | None:
    phase, night = public["phase"], public["night"]
    if public["result"]:
        return None
    if phase == "search" and coast.suspects(public):
        return Step("search", f"{night}/search", {"at": public["where"]["patrol"]})
    phase = "land" if phase == "search" else phase
    return Step(phase, f"{night}/{phase}")


def names(seat: str) -> Vocabulary:
    suspect = {**coast.SMUGGLERS, NOBODY: NOBODY}
    return {"harbour": coast.HARBOURS, "crate": coast.NAMES, "suspect": suspect}


def headline(public: Data) -> str:
    if public["result"]:
        return "the game is over"
    if not public["night"]:
        return "before the first dusk"
    last = f"night {public['night']} of {public['last']}"
    return f"{last}, the buyer is at {coast.HARBOURS[public['buyer']]}"


def result(public: Data) -> Result | None:
    """6 How it ended."""
    return Result(**public["result"]) if public["result"] else None


def night(public: Data) -> str:
    """2 The night; at dusk that which comes."""
    coming = public["night"] + (public["phase"] == "dusk")
    return END if public["result"] or coming > public["last"] else NIGHTS[coming - 1]


def broken(state: State) -> list[str]:
    """2 Sixteen crates, and as many in each stash and in the bag as all believe."""
    public = state["public"]
    own = {seat: state["seats"][seat] for seat in public["points"]}
    wrong = {
        "landings": {s: len(part["ready"]) for s, part in own.items()} != public["landing"],
        "ready crates": any(set(p["ready"]) - set(p["stash"]) for p in own.values()),
        "order": any(p["ready"] != coast.in_order(p["ready"]) for p in own.values()),
    }
    return [*coast.ZONES.broken(state), *(what for what, is_wrong in wrong.items() if is_wrong)]


ruleset = Ruleset(
    name="smugglers",
    title="Smugglers",
    version="1",
    seats=coast.SEATS,
    scenarios={
        "three": Scenario("two smugglers and the patrol"),
        "two": Scenario("one smuggler and the patrol", seats=("gull", "patrol")),
    },
    options={"nights": Option(("6", "4"), "how many nights (6)")},
    data=coast.DATA,
    rules=Rules(
        setup,
        next_step,
        result,
        steps={
            "dusk": nights.dusk,
            "sail": nights.sail,
            "search": nights.search,
            "land": nights.land,
        },
        kinds=KINDS,
        names=names,
        rolled={"buyer": ("at",), "escapes": ("die",), "caught": ("die",)},
        drawn_from=(*coast.HARBOURS,),
    ),
    calendar=Calendar(NIGHTS, night, lambda public: NIGHTS[: public["last"]]),
    wording=Wording(
        headline,
        describe=lambda event, seat: wording.describe(event),
        situation=wording.situation,
        endings={
            "seized": "four crates are seized (6)",
            "fortune": "a smuggler has 20 points (6)",
            "nights": "the last night is over (6)",
            "quiet": "the last night is over, and nobody has six points (6)",
        },
    ),
    laboratory=Laboratory(broken, Stashes),
)
