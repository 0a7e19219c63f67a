"""Skirmish: units march over hexes, are shot at in each, and find the enemy gone.

1 North and South play by turns, four each, with six units each on the field.
2 In a turn the units of a side march, each once: a hex costs a point, a wood two.  Nobody enters a
  hex where somebody stands.  Who comes beside enemy guards stops there.
3 Archers begin with one to three arrows, which only their side knows.
4 A shot reaches so many hexes, and not over woods.  Who is shot at may shoot back, at the same
  time.  A hit takes a life.
5 In each hex that a unit enters, all enemies whom it has come into reach of may shoot.
6 Then archers and slingers beside it may fall back by a hex, away from it, unless other guards
  hold them.
7 A unit may shoot in its own turn instead of marching.
8 After the last turn, or when a side has nothing left, who has more lives has won.

What of its orders a side has not carried out yet lies sealed in its own part, leg by leg.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.engine.beside import Kind, kinds_of
from referee.engine.calendar import numbered
from referee.engine.request import Data, Request, View
from referee.engine.rules import (
    Laboratory,
    Result,
    Rules,
    Ruleset,
    Scenario,
    Step,
    Wording,
)
from referee.engine.table import State, Table
from referee.engine.variation import Variation
from referee.engine.walk import REST
from referee.engine.words import Answer, Vocabulary
from referee.engine.writer import Written
from referee.gamedata.data import DataFolder
from referee.gamedata.shapes import standing
from referee.kit.tracks import ranked
from tests.toys.skirmish import verbs
from tests.toys.skirmish.field import ARROWS, GRID, NAMES, SEATS, TURNS, archers, sort_of
from tests.toys.skirmish.orders import Captain, Help, Orders
from tests.toys.skirmish.reactions import (
    Retreat,
    Retreating,
    Retreats,
    Shooting,
    Shot,
    ShotBack,
    Shots,
)
from tests.toys.turns import describe, headline


async def deal(table: Table) -> None:
    """3 Nobody sees how many arrows the others get."""
    quivers = {
        unit: int(table.draw(f"arrows of {unit}", 1, ARROWS)[0])
        for seat in SEATS
        for unit in archers(seat)
    }
    verbs.begin(table, quivers)


async def orders(table: Table, seat: str) -> None:
    """2, 7 What a side wants to do: kept, and carried out leg by leg."""
    request = Orders(seat)
    request.walk(request, table).put_down(await table.ask(request))
    verbs.set_out(table)


async def march(table: Table, seat: str) -> None:
    """2, 7 The next leg of a march, or a shot."""
    request = Orders(seat)
    walk = request.walk(request, table)
    if await walk.take_up():
        return
    if walk.stopped:
        verbs.ask_again(table)
    else:
        verbs.end_turn(table)


class Seen(Variation):
    """Hidden are the arrows of archers, and what is left of a side's orders."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        own, public = state["seats"][hidden], state["public"]
        for unit in own["arrows"]:
            if unit in public["at"]:
                shot = public["shots"][unit]
                able = [int(n) - shot for n in ARROWS if int(n) >= shot]
                own["arrows"][unit] = chance.choice([min(able), *able])

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """Of orders another end, which shows when it is come to; of the rest the same."""
        if request.kind == "orders" and answer and chance.random() < 0.7:
            answer = self._other_end(answer, chance)
        return None if request.judge(views[1], answer).faults else answer

    def _other_end(self, answer: Answer, chance: random.Random) -> Answer:
        """Some lines fewer, of which the last one goes less far."""
        *kept, last = answer[: chance.randint(1, len(answer))]
        march: Any = last.get("march")
        if march is None or len(march["path"]) == 1:
            return [*kept, last]
        path = march["path"][: chance.randrange(1, len(march["path"]))]
        return [*kept, {**last, "march": {**march, "path": path}}]

    def shown(self, event: Data, hidden: str) -> object:
        """What a side does tells what it had ordered, and that it had arrows."""
        if event["kind"] in ("enters", "shoots", "falls back"):
            return dict(event) if event["unit"].startswith(hidden) else None
        if event["kind"] == "shots":
            return [shot["unit"] for shot in event["shots"] if shot["unit"].startswith(hidden)]
        return event["kind"] if event["kind"] == "turn over" else None


def setup(scenario: str, options: Mapping[str, str]) -> State:
    return verbs.setup()


def next_step(public: Data) -> Step | None:
    turn = public["turn"]
    if not turn:
        return Step("deal", "deal")
    if verbs.over(public):
        return None
    seat = list(SEATS)[(turn - 1) % len(SEATS)]
    if public["phase"] == "orders":
        return Step("orders", f"{turn}/{seat}", {"seat": seat})
    # By what all have seen: a line that is not carried out leaves no gap.
    return Step("march", f"{turn}/{seat}/{public['deeds']}", {"seat": seat})


def names(seat: str) -> Vocabulary:
    return VOCABULARY


def situation(view: View) -> list[tuple[str, list[str]]]:
    public, own = view.public, view.own
    where = [
        f"{NAMES[unit]}: {at}, {public['lives'][unit]} lives" for unit, at in public["at"].items()
    ]
    quivers = [f"{NAMES[unit]}: {n}" for unit, n in own.get("arrows", {}).items()]
    rest = [str(line) for line in own.get(REST, {}).get("lines", [])]
    found = [("units", where), ("your arrows", quivers), ("still to be carried out", rest)]
    return [(heading, lines) for heading, lines in found if lines]


def result(public: Data) -> Result | None:
    if not verbs.over(public):
        return None
    first = ranked({seat: verbs.lives(public, seat) for seat in SEATS})[0]
    return Result(first[0] if len(first) == 1 else None, "lives")


def broken(state: State) -> list[str]:
    public, at = state["public"], list(state["public"]["at"].values())
    found = ["two units in a hex"] if len(set(at)) < len(at) else []
    for unit, lives in public["lives"].items():
        if not 0 < lives <= sort_of(unit).lives or unit not in public["at"]:
            found.append(f"{unit} has {lives} lives")
    for unit, left in [(u, n) for s in state["seats"].values() for u, n in s["arrows"].items()]:
        if str(left + public["shots"][unit]) not in ARROWS:
            found.append(f"arrows of {unit} are lost")
    return found


VOCABULARY: Vocabulary = {
    "unit": NAMES,
    "hex": {one: one for one in GRID},
}
ruleset = Ruleset(
    name="skirmish",
    title="Skirmish",
    version="1",
    seats=SEATS,
    scenarios={"plain": Scenario("six units each")},
    data=DataFolder(Path(__file__).parent, {"standing": standing()}),
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"deal": deal, "orders": orders, "march": march},
        kinds=kinds_of(
            Kind(Orders, Help(), Written(Captain)),
            Kind(Shot, Shots(), Shots(), Shooting("shoot")),
            Kind(ShotBack, Shots(), Shots(), Shooting("reply")),
            Kind(Retreat, Retreats(), Retreats(), Retreating()),
        ),
        names=names,
        rolled={"shots": ("dice",)},
    ),
    calendar=numbered(TURNS),
    wording=Wording(headline, describe, situation, endings={"lives": "most lives left (8)"}),
    laboratory=Laboratory(broken, Seen),
)
