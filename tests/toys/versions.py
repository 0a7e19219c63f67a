"""Later versions of the toys, that differ from the first in one thing each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.rules import Option, Step, StepCode
from referee.engine.table import State, Table
from referee.engine.words import Answer, Choice, Word
from tests.toys import dig, relay
from tests.toys.duel import BASKET, SEATS, Boast, Duel, Play, boast, show, throw


class Same(Duel):
    """Nothing else but its number."""

    version = "2"


class OtherData(Duel):
    """The same version with another card."""

    def data_files(self) -> Mapping[str, bytes]:
        return {"cards": b"mouse cat dog wolf bear tiger"}


def _fight(
    boasts: type[Request] = Boast,
    plays: type[Request] = Play,
    between: Callable[[Table], object] = lambda table: None,
    faces: int = 6,
) -> Mapping[str, StepCode]:
    """The steps of a duel with other requests, another luck, or something between them."""

    async def step(table: Table) -> None:
        for seat, _ in await table.window([boasts(seat) for seat in SEATS]):
            boast(table, seat)
        between(table)
        answers = await table.ask_all([plays(seat) for seat in SEATS])
        throw(table, table.draw_open("thrown by the crowd", 2, BASKET))
        die = table.roll("who is lucky", 1, faces)[0]
        show(table, {seat: str(answers[seat][0]["play"]) for seat in SEATS}, die)

    return {**Duel.steps, "fight": step}


class Behind(Same):
    """A rule behind the open step is another."""

    steps = _fight(faces=10)


class Windy(Same):
    """Dice where nobody rolled, behind an answer that was given."""

    steps = _fight(between=lambda table: table.tell("wind", {"shows": table.roll("wind", 1)}))
    rolled: Mapping[str, Sequence[str]] = {**Duel.rolled, "wind": ("shows",)}


class Modest(Boast):
    """Nobody may boast."""

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = Judgement()
        if answer:
            judged.add(Fault(NOT_ALLOWED, (0,), "boasting is not done", "3"))
        return judged

    def sample(self, view: View, chance: random.Random) -> Answer:
        return []


class NoBoast(Same):
    """An answer that was given is not legal any more."""

    steps = _fight(boasts=Modest)
    requests: Mapping[str, type[Request]] = {"play": Play, "boast": Modest}


class Openly(Play):
    """The same in another request."""

    kind = "openly"

    def title(self, reader: str = "") -> str:
        return "play one card, openly"


class Asks(Same):
    """What is asked now is another request."""

    steps = _fight(plays=Openly)
    requests: Mapping[str, type[Request]] = {"openly": Openly, "boast": Boast}


def count(table: Table) -> None:
    table.state["public"]["asked"] = table.public.get("asked", 0) + 1
    table.tell("counted", {"asked": table.public["asked"]})


class Counts(Same):
    """The position behind the answers is another, and nothing else."""

    steps = _fight(between=count)


class Strict(Play):
    """One card of those that could be played cannot."""

    def judge(self, view: View, answer: Answer) -> Judgement:
        judged = super().judge(view, answer)
        if any(line["play"] == view.own["hand"][0] for line in answer):
            judged.add(Fault(NOT_ALLOWED, (0,), "not your worst card", "2.3"))
        return judged

    def default(self, view: View) -> Answer:
        return [{"play": view.own["hand"][-1]}]


class Stricter(Same):
    """What is asked is asked as before, and answered within narrower bounds."""

    steps = _fight(plays=Strict)
    requests: Mapping[str, type[Request]] = {"play": Strict, "boast": Boast}


class Weather(Same):
    """Its rules look for something that older positions do not have."""

    def next_step(self, public: Data) -> Step | None:
        return super().next_step(public) if public["weather"] else None


class Broken(Same):
    """It finds something wrong with older positions, and would tell what is hidden."""

    def broken(self, state: State) -> list[str]:
        return [f"{state['seats']['red']['hand']} is no hand"]


class Longer(Same):
    """A game that is over would go on."""

    def next_step(self, public: Data) -> Step | None:
        return Step("fight", f"round/{public['round']}") if public["round"] else None


class Shorter(Same):
    """A game that goes on is over."""

    def next_step(self, public: Data) -> Step | None:
        return super().next_step(public) if not public["round"] else None

    def result(self, public: Data) -> Any:
        return super().result({**public, "round": 9})


class Renamed(Same):
    """The open step has another scope."""

    def next_step(self, public: Data) -> Step | None:
        step = super().next_step(public)
        return step and step._replace(scope=f"new/{step.scope}")


class MoreOptions(Same):
    """An option that older games did not choose."""

    options: Mapping[str, Option] = {**Duel.options, "hats": Option(("off", "on"), "for all")}


class FewerOptions(Same):
    """Without the option that games have chosen."""

    options: Mapping[str, Option] = {}


async def _deep_turn(table: Table, seat: str) -> None:
    dig.begin(table)
    for line in await table.ask(dig.Dig(seat, left=table.public["left"])):
        if "dig" in line and "if" not in line:
            dig.dug(table, seat, str(line["dig"]), table.roll("gold", 1, 12)[0])
    dig.end(table)


class Deep(dig.DigRules):
    """Its dice have more faces; lines with conditions are passed over."""

    version = "2"
    steps: Mapping[str, StepCode] = {"turn": _deep_turn}


class Leap(relay.Stride):
    """In other words: how far, and which way."""

    words: Mapping[str, Word] = {"leap": Choice(("far", "near"))}

    def judge(self, view: View, answer: Answer) -> Judgement:
        return Judgement()

    def sample(self, view: View, chance: random.Random) -> Answer:
        return [{"leap": "far"}]

    def default(self, view: View) -> Answer:
        return [{"leap": "near"}]

    def template(self, view: View) -> list[str]:
        return ["- leap: far"]


async def _leaping_leg(table: Table, seat: str) -> None:
    answer = await table.ask(Leap(seat, turn=table.public["turn"]))
    relay.run(table, seat, 2 if answer[0]["leap"] == "far" else 1)
    relay.breathe(table, seat, table.roll("wind", 1)[0])


class Leaping(relay.Relay):
    """Order lines have other words."""

    version = "2"
    steps: Mapping[str, StepCode] = {**relay.Relay.steps, "leg": _leaping_leg}
    requests: Mapping[str, type[Request]] = {"stride": Leap, "cheer": relay.Cheer}


class SameRelay(relay.Relay):
    """Nothing else but its number."""

    version = "2"


class Alone(relay.Stride):
    """No plan answers it."""

    policies: Mapping[str, Word] = {}


class NoPlans(SameRelay):
    """Standing orders were withdrawn from the rules."""

    requests: Mapping[str, type[Request]] = {**relay.Relay.requests, "stride": Alone}
