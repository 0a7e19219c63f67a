"""Dig: two seats dig for gold in turn, with conditions before their own order lines.

It has a step that walks the lines, asks again for the rest where a condition stops it, and shows
everything to everybody.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Quantity, Request, View
from referee.engine.rules import Option, Result, Scenario, Step, StepCode
from referee.engine.standing import holds
from referee.engine.table import State, Table
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer, Choice, Word, word_of
from tests.toys.turns import TurnByTurn

SEATS = {"kim": "Kim", "lee": "Lee"}
TURNS = 4
DIGS = 3
SPOTS = ("hill", "brook")


def measured(public: Data, seat: str) -> dict[str, int]:
    """What conditions may compare, at any moment of a turn."""
    return {
        "gold": public["gold"][seat],
        "found": public["found"],
        "struck": int(public["found"] > 3),
        "digs left": public["left"],
    }


class Dig(Request):
    kind = "dig"
    rule = "1"
    words: Mapping[str, Word] = {"dig": Choice(SPOTS), "rest": Choice(("here", "home"))}
    conditions: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("all your gold"),
        "found": Quantity("what you found last in this turn"),
        "struck": Quantity("1 if that was more than 3"),
        "digs left": Quantity("how often you may dig still"),
    }

    def title(self, reader: str = "") -> str:
        return "dig, up to the digs that are left"

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        for i, line in enumerate(answer[self.args["left"] :], self.args["left"]):
            judged.add(Fault(NOT_ALLOWED, (i,), "no digs are left for this", "1"))
            if line.get(IF):
                judged.add(Fault(NOT_ALLOWED, (i, IF, 0), "nor for a chance of it", "1"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        return [_random_line(chance) for _ in range(chance.randint(0, self.args["left"]))]

    def default(self, view: View) -> Answer:
        return []

    def template(self, view: View) -> list[str]:
        return [f"- dig: {SPOTS[0]}"]


def _random_line(chance: random.Random) -> dict[str, object]:
    line: dict[str, object] = {"dig": chance.choice(SPOTS)}
    if chance.random() < 0.5:
        line[IF] = [[chance.choice(["gold", "found"]), ">=", chance.randint(0, 5)]]
        line[ELSE] = chance.choice([SKIP, STOP])
    return line


async def turn(table: Table, seat: str) -> None:
    begin(table)
    while table.public["left"]:
        if walked(table, seat, await table.ask(Dig(seat, left=table.public["left"]))):
            break
    end(table)


def walked(table: Table, seat: str, answer: Answer) -> bool:
    """Go through the lines; False if a condition stopped there."""
    for line in answer:
        conditions: Any = line.get(IF, [])
        if not holds(conditions, measured(table.public, seat)):
            passed_over(table, seat, line[ELSE])
            if line[ELSE] == STOP:
                return False
        elif word_of(line) == "dig":
            dug(table, seat, str(line["dig"]), table.roll("gold", 1)[0])
    return True


def begin(table: Table) -> None:
    table.state["public"].update(found=0, left=DIGS)


def passed_over(table: Table, seat: str, how: object) -> None:
    """Its player alone is told: the others see what is dug."""
    table.tell("passed", None, **{seat: {"how": how}})


def dug(table: Table, seat: str, spot: str, gold: int) -> None:
    public = table.state["public"]
    public["gold"][seat] += gold
    public.update(found=gold, left=public["left"] - 1)
    table.tell("dug", {"seat": seat, "spot": spot, "gold": gold})


def end(table: Table) -> None:
    table.state["public"]["turn"] += 1


class DigRules(TurnByTurn):
    name = "dig"
    title = "Dig"
    version = "1"
    seats = SEATS
    scenarios: Mapping[str, Scenario] = {"plain": Scenario("four turns")}
    options: Mapping[str, Option] = {}
    endings: Mapping[str, str] = {"gold": "most gold (2)"}
    hidden = False
    rolled: Mapping[str, Sequence[str]] = {"dug": ("gold",)}
    last = TURNS
    steps: Mapping[str, StepCode] = {"turn": turn}
    requests: Mapping[str, type[Request]] = {"dig": Dig}

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        public = {"turn": 1, "gold": dict.fromkeys(SEATS, 0), "found": 0, "left": 0}
        return {"public": public, "seats": {seat: {} for seat in SEATS}, "sealed": {}}

    def next_step(self, public: Data) -> Step | None:
        if public["turn"] > TURNS:
            return None
        seat = list(SEATS)[(public["turn"] - 1) % len(SEATS)]
        return Step("turn", f"{public['turn']}/{seat}", {"seat": seat})

    def situation(self, view: View) -> list[tuple[str, list[str]]]:
        return [("gold", [f"{seat}: {n}" for seat, n in view.public["gold"].items()])]

    def result(self, public: Data) -> Result | None:
        if public["turn"] <= TURNS:
            return None
        gold = public["gold"]
        winner = None if gold["kim"] == gold["lee"] else max(sorted(gold), key=lambda s: gold[s])
        return Result(winner, "gold")

    def reached(self, public: Data, until: str) -> bool:
        if until not in [str(number) for number in range(1, TURNS + 1)]:
            raise ValueError(f"'until' is a turn, 1 to {TURNS}")
        return bool(public["turn"] > int(until))


ruleset = DigRules()
