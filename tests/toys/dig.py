"""Dig: two seats dig for gold in turn, with conditions before their own order lines.

It has a step that asks again for the rest where a condition stops its lines, and shows everything
to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Kind, Standing, Suggestions, kinds_of
from referee.engine.calendar import numbered
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.rules import Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.table import State, Table
from referee.engine.walk import Walk
from referee.engine.words import IF, Answer, Choice
from referee.engine.writer import Writer, Written
from tests.toys.turns import describe, headline, no_names

SEATS = {"kim": "Kim", "lee": "Lee"}
TURNS = 4
DIGS = 3
SPOTS = ("hill", "brook")


class Digging(Walk):
    """A turn as it is dug; in rehearsal all is found that a spot can have."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("all your gold"),
        "found": Quantity("what you found last in this turn"),
        "struck": Quantity("1 if that was more than 3"),
        "digs left": Quantity("how often you may dig still"),
    }

    def measure(self) -> Mapping[str, int]:
        public = self.public
        return {
            "gold": public["gold"][self.seat],
            "found": public["found"],
            "struck": int(public["found"] > 3),
            "digs left": public["left"],
        }


class Spade(Action[Digging]):
    """1 One dig."""

    word, takes = "dig", Choice(SPOTS)

    def problems(self) -> Iterable[Problem]:
        if not self.public["left"]:
            yield Problem("no digs are left for this", "1")
            if IF in self.walk.lines[self.walk.number]:
                yield Problem("nor for a chance of it", "1", path=(IF, 0))

    async def does(self) -> None:
        self.walk.acted = True
        (gold,) = self.table.roll("gold", 1, hoped=[6])
        dug(self.table, self.seat, self.value, gold)


class Rest(Action[Digging]):
    """1 Nothing."""

    word, takes = "rest", Choice(("here", "home"))

    async def does(self) -> None:
        """Nothing."""


class Dig(Request):
    kind, rule, walk = "dig", "1", Digging
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Spade, Rest)

    def title(self, reader: str = "") -> str:
        return "dig, up to the digs that are left"


class DigSuggestions(Suggestions[Dig]):
    def template(self, request: Dig, view: View) -> list[str]:
        return [f"- dig: {SPOTS[0]}"]


class Digger(Writer[Digging]):
    """Digs here and there, now and then by what was found."""

    def written(self) -> Answer:
        for _ in range(self.chance.randint(0, self.public["left"])):
            self.add("dig", self.chance.choice(SPOTS))
        if self.maybe(10):
            self.add("rest", self.chance.choice(("here", "home")))
        return self.lines


DIG = Kind(Dig, DigSuggestions(), Written(Digger), Standing())


async def turn(table: Table, seat: str) -> None:
    begin(table)
    while table.public["left"]:
        walk = await carried_out(table, Dig(seat, left=table.public["left"]))
        if not walk.stopped:
            break
    end(table)


def begin(table: Table) -> None:
    table.state["public"].update(found=0, left=DIGS)


def dug(table: Table, seat: str, spot: str, gold: int) -> None:
    public = table.state["public"]
    public["gold"][seat] += gold
    public.update(found=gold, left=public["left"] - 1)
    table.tell("dug", {"seat": seat, "spot": spot, "gold": gold})


def end(table: Table) -> None:
    table.state["public"]["turn"] += 1


def setup(scenario: str, options: Mapping[str, str]) -> State:
    public = {"turn": 1, "gold": dict.fromkeys(SEATS, 0), "found": 0, "left": 0}
    return {"public": public, "seats": {seat: {} for seat in SEATS}, "sealed": {}}


def next_step(public: Data) -> Step | None:
    if public["turn"] > TURNS:
        return None
    seat = list(SEATS)[(public["turn"] - 1) % len(SEATS)]
    return Step("turn", f"{public['turn']}/{seat}", {"seat": seat})


def situation(view: View) -> list[tuple[str, list[str]]]:
    return [("gold", [f"{seat}: {n}" for seat, n in view.public["gold"].items()])]


def result(public: Data) -> Result | None:
    if public["turn"] <= TURNS:
        return None
    gold = public["gold"]
    winner = None if gold["kim"] == gold["lee"] else max(sorted(gold), key=lambda s: gold[s])
    return Result(winner, "gold")


ruleset = Ruleset(
    name="dig",
    title="Dig",
    version="1",
    seats=SEATS,
    scenarios={"plain": Scenario("four turns")},
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"turn": turn},
        kinds=kinds_of(DIG),
        names=no_names,
        hidden=False,
        rolled={"dug": ("gold",)},
    ),
    calendar=numbered(TURNS),
    wording=Wording(headline, describe, situation, endings={"gold": "most gold (2)"}),
)
