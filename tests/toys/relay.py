"""Relay: two or three seats stride in turn with hidden breath, so that one of them is not due.

It has requests to one seat, a public roll between them, a sealed ask to both, a request that both
kinds of files can answer, and an `until` that ends.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Kind, Player, Standing, Suggestions, kinds_of
from referee.engine.calendar import numbered
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.rules import Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.table import State, Table
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Nothing, Number, Word
from tests.toys.turns import describe, headline, no_names

SEATS = {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"}
TURNS = 6
CHEERS = ("loud", "soft")


class Once(Walk):
    """One line, of the word that its request takes."""

    def whole(self) -> Iterable[Problem]:
        if len(self.lines) != 1:
            yield Problem(f"{self.request.kind} exactly once", self.request.rule)


class Strides(Action[Once]):
    """1 As far as the breath goes."""

    word, takes = "stride", Number(1, 9)

    def problems(self) -> Iterable[Problem]:
        if self.value > self.own["breath"]:
            yield Problem(f"you have breath for {self.own['breath']}", "1")

    async def does(self) -> None:
        run(self.table, self.seat, self.value)


class Stride(Request):
    kind, rule, walk = "stride", "1", Once
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Strides,)
    selectors: ClassVar[Mapping[str, Word]] = {"turn": Number(1, 6)}

    def title(self, reader: str = "") -> str:
        return "stride once"


class StrideStanding(Standing[Stride]):
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "breath": Quantity("your breath", private=True),
        "turn": Quantity("the turn"),
        "behind": Quantity("how far you are behind"),
    }
    policies: ClassVar[Mapping[str, Word]] = {"stride": Number(1, 9), "all": Nothing()}

    def measure(self, request: Stride, view: View) -> Mapping[str, int]:
        way = view.public["way"]
        behind = max(way.values()) - way[request.seat]
        return {"breath": view.own["breath"], "turn": view.public["turn"], "behind": behind}

    def follow(self, request: Stride, view: View, then: Answer) -> Answer | None:
        ((word, value),) = then[0].items()
        return [{"stride": view.own["breath"] if word == "all" else value}]

    def default(self, request: Stride, view: View) -> Answer:
        return [{"stride": 1}]


class StrideSuggestions(Suggestions[Stride]):
    def template(self, request: Stride, view: View) -> list[str]:
        return ["- stride: 1"]


class StridePlayer(Player[Stride]):
    def sample(self, request: Stride, view: View, chance: random.Random) -> Answer:
        return [{"stride": chance.randint(1, view.own["breath"])}]


class Cheers(Action[Once]):
    """2 Loud or soft."""

    word, takes = "cheer", Choice(CHEERS)

    async def does(self) -> None:
        """Nothing: all cheer together."""


class Cheer(Request):
    kind, rule, walk = "cheer", "2", Once
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Cheers,)

    def title(self, reader: str = "") -> str:
        return "cheer once"


class CheerStanding(Standing[Cheer]):
    def default(self, request: Cheer, view: View) -> Answer:
        return [{"cheer": CHEERS[0]}]


class CheerSuggestions(Suggestions[Cheer]):
    def template(self, request: Cheer, view: View) -> list[str]:
        return ["- cheer: loud"]


class CheerPlayer(Player[Cheer]):
    def sample(self, request: Cheer, view: View, chance: random.Random) -> Answer:
        return [{"cheer": chance.choice(CHEERS)}]


STRIDE = Kind(Stride, StrideSuggestions(), StridePlayer(), StrideStanding())
CHEER = Kind(Cheer, CheerSuggestions(), CheerPlayer(), CheerStanding())


async def leg(table: Table, seat: str) -> None:
    """One stride; the wind takes breath."""
    await carried_out(table, Stride(seat, turn=table.public["turn"]))
    breathe(table, seat, table.roll("wind", 1)[0])


async def cheers(table: Table) -> None:
    """All cheer, opened together."""
    seats = list(table.public["way"])
    answers = await table.ask_all([Cheer(seat) for seat in seats])
    cheer(table, {s: str(answer[0]["cheer"]) for s, answer in zip(seats, answers, strict=True)})


def run(table: Table, seat: str, steps: int) -> None:
    table.state["public"]["way"][seat] += steps
    table.tell("run", {"seat": seat, "steps": steps})


def breathe(table: Table, seat: str, wind: int) -> None:
    state = table.state
    state["seats"][seat]["breath"] = 2 if wind == 6 else 3 + wind
    state["public"]["turn"] += 1
    state["public"]["cheered"] = False
    table.tell("wind", {"shows": wind}, **{seat: {"breath": state["seats"][seat]["breath"]}})


def cheer(table: Table, cheers: dict[str, str]) -> None:
    table.state["public"]["cheered"] = True
    table.tell("cheers", dict(cheers))


def setup(scenario: str, options: Mapping[str, str]) -> State:
    seats = ruleset.seats_of(scenario)
    return {
        "public": {"turn": 1, "cheered": False, "way": dict.fromkeys(seats, 0)},
        "seats": {seat: {"breath": 3} for seat in seats},
        "sealed": {},
    }


def next_step(public: Data) -> Step | None:
    turn = public["turn"]
    if turn > TURNS:
        return None
    if turn == 4 and not public["cheered"]:
        return Step("cheers", "cheers")
    seats = list(public["way"])
    seat = seats[(turn - 1) % len(seats)]
    return Step("leg", f"{turn}/{seat}", {"seat": seat})


def situation(view: View) -> list[tuple[str, list[str]]]:
    way: dict[str, Any] = view.public["way"]
    found = [("way", [f"{s}: {way[s]}" for s in way])]
    return [("you", [f"Breath: {view.own['breath']}"]), *found] if view.own else found


def result(public: Data) -> Result | None:
    if public["turn"] <= TURNS:
        return None
    way = public["way"]
    farthest = [seat for seat in way if way[seat] == max(way.values())]
    winner = farthest[0] if len(farthest) == 1 else None
    return Result(winner, "way")


ruleset = Ruleset(
    name="relay",
    title="Relay",
    version="1",
    seats=SEATS,
    scenarios={
        "short": Scenario("six turns", seats=("anna", "bert")),
        "crowd": Scenario("six turns of three"),
    },
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"leg": leg, "cheers": cheers},
        kinds=kinds_of(STRIDE, CHEER),
        names=no_names,
        rolled={"wind": ("shows",)},
    ),
    calendar=numbered(TURNS),
    wording=Wording(headline, describe, situation, endings={"way": "the longest way (3)"}),
)
