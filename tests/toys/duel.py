"""Duel: three rounds, each seat plays a card from a hidden hand, a die may turn the result.

It has a sealed ask, a window, a public roll, a sealed and an open draw, and a request that can be
forced.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.rules import Option, Result, Ruleset, Scenario, Step, StepCode
from referee.engine.table import State, Table
from referee.engine.words import Answer, Name, Nothing, Vocabulary, Word

CARDS = ["mouse", "cat", "dog", "wolf", "bear", "lion"]
SEATS = {"red": "Red", "blue": "Blue"}
ROUNDS = 2
#: what the crowd has to throw, for everybody to see
BASKET = ["rose", "rose", "egg", "egg", "egg", "shoe"]


class Play(Request):
    kind = "play"
    rule = "2.1"
    words: Mapping[str, Word] = {"play": Name("card")}

    def title(self, reader: str = "") -> str:
        return "play one card of your hand"

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        if len(answer) != 1:
            judged.add(Fault(NOT_ALLOWED, (), "play exactly one card", "2.1"))
        for i, line in enumerate(answer):
            if line["play"] not in view.own["hand"]:
                hint = "hand: " + ", ".join(view.own["hand"])
                judged.add(Fault(NOT_ALLOWED, (i,), "not in your hand", "2.1", hint))
            elif line["play"] == "mouse":
                judged.add(Fault(WARNING, (i,), "a mouse never wins", "2.2"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        return [{"play": chance.choice(view.own["hand"])}]

    def default(self, view: View) -> Answer:
        return [{"play": view.own["hand"][0]}]

    def template(self, view: View) -> list[str]:
        return [f"- play: {view.own['hand'][0].title()}  # of {', '.join(view.own['hand'])}"]

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        return list(view.own["hand"])


class Boast(Request):
    kind = "boast"
    rule = "3"
    words: Mapping[str, Word] = {"boast": Nothing()}

    def title(self, reader: str = "") -> str:
        return "boast or not"

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        if len(answer) > 1:
            judged.add(Fault(NOT_ALLOWED, (1,), "once is enough", "3"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        return [{"boast": {}}] if chance.random() < 0.5 else []

    def default(self, view: View) -> Answer:
        return []

    def template(self, view: View) -> list[str]:
        return ["# - boast"]

    def forced(self, public: Data) -> Answer | None:
        return [] if public["round"] > 1 else None


async def deal(table: Table) -> None:
    for seat in SEATS:
        hand = sorted(table.draw(f"hand of {seat}", 3, table.state["sealed"]["deck"]))
        take(table, seat, hand)
    start(table)


async def fight(table: Table) -> None:
    requests = [Boast(seat) for seat in SEATS]
    for seat, _ in await table.window(requests):
        boast(table, seat)
    answers = await table.ask_all([Play(seat) for seat in SEATS])
    throw(table, table.draw_open("thrown by the crowd", 2, BASKET))
    die = table.roll("who is lucky", 1)[0]
    show(table, {seat: str(answers[seat][0]["play"]) for seat in SEATS}, die)


def take(table: Table, seat: str, hand: list[str]) -> None:
    state = table.state
    state["seats"][seat]["hand"] = hand
    state["sealed"]["deck"] = [card for card in state["sealed"]["deck"] if card not in hand]
    table.tell("dealt", {"seat": seat, "cards": len(hand)}, **{seat: {"hand": list(hand)}})


def start(table: Table) -> None:
    table.state["public"]["round"] = 1


def boast(table: Table, seat: str) -> None:
    table.tell("boast", {"seat": seat})
    table.tell("whisper", None, **{seat: {"text": "you alone know why"}})


def throw(table: Table, things: list[str]) -> None:
    table.state["public"]["thrown"] += things
    table.tell("thrown", {"things": things})


def show(table: Table, played: dict[str, str], die: int) -> None:
    state = table.state
    ranks = {seat: CARDS.index(card) for seat, card in played.items()}
    ranks["red"] += die > 3
    winner = max(sorted(ranks), key=lambda seat: ranks[seat])
    for seat, card in played.items():
        state["seats"][seat]["hand"].remove(card)
    state["public"]["won"][winner] += 1
    state["public"]["round"] += 1
    table.tell("shown", {"played": played, "winner": winner, "die": die})


class Duel(Ruleset):
    name = "duel"
    title = "Duel"
    version = "1"
    seats = SEATS
    scenarios: Mapping[str, Scenario] = {"plain": Scenario("three cards each", "only a toy")}
    options: Mapping[str, Option] = {"mood": Option(("calm", "wild"), "nothing at all")}
    endings: Mapping[str, str] = {"rounds": "most rounds won (4)"}
    hidden = True
    rolled: Mapping[str, Sequence[str]] = {"thrown": ("things",), "shown": ("die",)}
    drawn_from = (*dict.fromkeys(BASKET),)
    steps: Mapping[str, StepCode] = {"deal": deal, "fight": fight}
    requests: Mapping[str, type[Request]] = {"play": Play, "boast": Boast}

    def data_files(self) -> Mapping[str, bytes]:
        return {"cards": " ".join(CARDS).encode()}

    def setup(self, scenario: str, options: Mapping[str, str]) -> State:
        return {
            "public": {"round": 0, "won": dict.fromkeys(SEATS, 0), "thrown": []},
            "seats": {seat: {"hand": []} for seat in SEATS},
            "sealed": {"deck": list(CARDS)},
        }

    def next_step(self, public: Data) -> Step | None:
        if public["round"] == 0:
            return Step("deal", "deal")
        if public["round"] <= ROUNDS:
            return Step("fight", f"round/{public['round']}")
        return None

    def names(self, seat: str) -> Vocabulary:
        return {"card": {card: card.title() for card in CARDS}}

    def headline(self, public: Data) -> str:
        return f"round {public['round']}"

    def describe(self, event: Data, seat: str) -> list[str]:
        rest = {key: value for key, value in sorted(event.items()) if key != "kind"}
        return [f"{event['kind']}: {rest}"]

    def situation(self, view: View) -> list[tuple[str, list[str]]]:
        won: dict[str, Any] = view.public["won"]
        hand = ", ".join(view.own.get("hand", [])) or "nothing"
        score = ("score", [f"{s}: {n}" for s, n in won.items()])
        return [("you", [f"Hand: {hand}"]), score] if view.own else [score]

    def result(self, public: Data) -> Result | None:
        if public["round"] <= ROUNDS:
            return None
        won = public["won"]
        winner = None if won["red"] == won["blue"] else max(sorted(won), key=lambda s: won[s])
        return Result(winner, "rounds")

    def reached(self, public: Data, until: str) -> bool:
        if until not in ("1", "2"):
            raise ValueError("'until' is a round, 1 or 2")
        return bool(public["round"] > int(until))

    def turn(self, public: Data) -> str:
        return str(max(public["round"], 1))

    def turn_after(self, public: Data) -> str:
        return str(ROUNDS)


ruleset = Duel()
