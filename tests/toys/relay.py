"""Relay: two or three seats stride in turn with hidden breath, so that one of them is not due.

It has requests to one seat, a public roll between them, a sealed ask to both, a request that both
kinds of files can answer, and an `until` that ends.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Quantity, Request, View
from referee.engine.rules import Option, Result, Scenario, Step, StepCode
from referee.engine.table import State, Table
from referee.engine.words import Answer, Choice, Nothing, Number, Word
from tests.toys.turns import TurnByTurn

SEATS = {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"}
TURNS = 6
CHEERS = ("loud", "soft")


class Stride(Request):
    kind = "stride"
    rule = "1"
    words: Mapping[str, Word] = {"stride": Number(1, 9)}
    selectors: Mapping[str, Word] = {"turn": Number(1, 6)}
    quantities: Mapping[str, Quantity] = {
        "breath": Quantity("your breath", private=True),
        "turn": Quantity("the turn"),
        "behind": Quantity("how far you are behind"),
    }
    policies: Mapping[str, Word] = {"stride": Number(1, 9), "all": Nothing()}

    def title(self, reader: str = "") -> str:
        return "stride once"

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        if len(answer) != 1:
            judged.add(Fault(NOT_ALLOWED, (), "stride exactly once", "1"))
        for i, line in enumerate(answer):
            steps = line["stride"]
            if isinstance(steps, int) and steps > view.own["breath"]:
                reason = f"you have breath for {view.own['breath']}"
                judged.add(Fault(NOT_ALLOWED, (i,), reason, "1"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        return [{"stride": chance.randint(1, view.own["breath"])}]

    def default(self, view: View) -> Answer:
        return [{"stride": 1}]

    def template(self, view: View) -> list[str]:
        return ["- stride: 1"]

    def measure(self, view: View) -> Mapping[str, int]:
        way = view.public["way"]
        behind = max(way.values()) - way[self.seat]
        return {"breath": view.own["breath"], "turn": view.public["turn"], "behind": behind}

    def follow(self, view: View, then: Answer) -> Answer | None:
        ((word, value),) = then[0].items()
        return [{"stride": view.own["breath"] if word == "all" else value}]


class Cheer(Request):
    kind = "cheer"
    rule = "2"
    words: Mapping[str, Word] = {"cheer": Choice(CHEERS)}

    def title(self, reader: str = "") -> str:
        return "cheer once"

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        if len(answer) != 1:
            judged.add(Fault(NOT_ALLOWED, (), "cheer exactly once", "2"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        return [{"cheer": chance.choice(CHEERS)}]

    def default(self, view: View) -> Answer:
        return [{"cheer": CHEERS[0]}]

    def template(self, view: View) -> list[str]:
        return ["- cheer: loud"]


async def leg(table: Table, seat: str) -> None:
    """One stride; the wind takes breath."""
    answer = await table.ask(Stride(seat, turn=table.public["turn"]))
    steps = answer[0]["stride"]
    assert isinstance(steps, int)
    run(table, seat, steps)
    breathe(table, seat, table.roll("wind", 1)[0])


async def cheers(table: Table) -> None:
    """All cheer, opened together."""
    answers = await table.ask_all([Cheer(seat) for seat in table.public["way"]])
    cheer(table, {seat: str(answer[0]["cheer"]) for seat, answer in answers.items()})


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


class Relay(TurnByTurn):
    name = "relay"
    title = "Relay"
    version = "1"
    seats = SEATS
    scenarios: Mapping[str, Scenario] = {
        "short": Scenario("six turns", seats=("anna", "bert")),
        "crowd": Scenario("six turns of three"),
    }
    options: Mapping[str, Option] = {}
    endings: Mapping[str, str] = {"way": "the longest way (3)"}
    hidden = True
    rolled: Mapping[str, Sequence[str]] = {"wind": ("shows",)}
    last = TURNS
    steps: Mapping[str, StepCode] = {"leg": leg, "cheers": cheers}
    requests: Mapping[str, type[Request]] = {"stride": Stride, "cheer": Cheer}

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        seats = self.seats_of(scenario)
        return {
            "public": {"turn": 1, "cheered": False, "way": dict.fromkeys(seats, 0)},
            "seats": {seat: {"breath": 3} for seat in seats},
            "sealed": {},
        }

    def next_step(self, public: Data) -> Step | None:
        turn = public["turn"]
        if turn > TURNS:
            return None
        if turn == 4 and not public["cheered"]:
            return Step("cheers", "cheers")
        seats = list(public["way"])
        seat = seats[(turn - 1) % len(seats)]
        return Step("leg", f"{turn}/{seat}", {"seat": seat})

    def situation(self, view: View) -> list[tuple[str, list[str]]]:
        way: dict[str, Any] = view.public["way"]
        found = [("way", [f"{s}: {way[s]}" for s in way])]
        return [("you", [f"Breath: {view.own['breath']}"]), *found] if view.own else found

    def result(self, public: Data) -> Result | None:
        if public["turn"] <= TURNS:
            return None
        way = public["way"]
        farthest = [seat for seat in way if way[seat] == max(way.values())]
        winner = farthest[0] if len(farthest) == 1 else None
        return Result(winner, "way")

    def reached(self, public: Data, until: str) -> bool:
        if until not in [str(turn) for turn in range(1, TURNS + 1)]:
            raise ValueError(f"'until' is a turn, 1 to {TURNS}")
        return bool(public["turn"] > int(until))


ruleset = Relay()
