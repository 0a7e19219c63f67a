"""Later versions of the toys, that differ from the first in one thing each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Kind, Player, Standing, Suggestions, kinds_of
from referee.engine.request import Data, View
from referee.engine.rules import Option, Step, StepCode
from referee.engine.table import State, Table
from referee.engine.walk import Walk
from referee.engine.window import window
from referee.engine.words import Answer, Choice, Word
from tests.toys import dig, duel, relay
from tests.toys.changed import changed
from tests.toys.duel import (
    BASKET,
    BOAST,
    PLAY,
    SEATS,
    Aloud,
    Boast,
    Card,
    Play,
    played,
    show,
    throw,
)

#: Nothing else but its number.
SAME = changed(duel.ruleset, version="2")


#: The same version with another card.
OTHER_DATA = changed(duel.ruleset, data=duel.Told("mouse cat dog wolf bear tiger"))


def _fight(
    boasts: type[Boast] = Boast,
    plays: type[Play] = Play,
    between: Callable[[Table], object] = lambda table: None,
    faces: int = 6,
) -> Mapping[str, StepCode]:
    """The steps of a duel with other requests, another luck, or something between them."""

    async def step(table: Table) -> None:
        await window(table, lambda public: [boasts(seat) for seat in SEATS])
        between(table)
        answers = await table.ask_all([plays(seat) for seat in SEATS])
        throw(table, table.draw_open("thrown by the crowd", 2, BASKET))
        die = table.roll("who is lucky", 1, faces)[0]
        show(table, played(answers), die)

    return {**duel.ruleset.rules.steps, "fight": step}


#: A rule behind the open step is another.
BEHIND = changed(SAME, steps=_fight(faces=10))


#: Dice where nobody rolled, behind an answer that was given.
WINDY = changed(
    SAME,
    steps=_fight(between=lambda table: table.tell("wind", {"shows": table.roll("wind", 1)})),
    rolled={**SAME.rules.rolled, "wind": ("shows",)},
)


class Silenced(Aloud):
    """Nobody may boast."""

    def problems(self) -> Iterable[Problem]:
        yield Problem("boasting is not done", "3")


class Modest(Boast):
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Silenced,)


class ModestPlayer(Player[Boast]):
    def sample(self, request: Boast, view: View, chance: random.Random) -> Answer:
        return []


#: An answer that was given is not legal any more.
NO_BOAST = changed(
    SAME,
    steps=_fight(boasts=Modest),
    kinds=kinds_of(PLAY, BOAST.but(request=Modest, player=ModestPlayer())),
)


class Openly(Play):
    """The same in another request."""

    kind = "openly"

    def title(self, reader: str = "") -> str:
        return "play one card, openly"


#: What is asked now is another request.
ASKS = changed(SAME, steps=_fight(plays=Openly), kinds=kinds_of(PLAY.but(request=Openly), BOAST))


def count(table: Table) -> None:
    table.state["public"]["asked"] = table.public.get("asked", 0) + 1
    table.tell("counted", {"asked": table.public["asked"]})


#: The position behind the answers is another, and nothing else.
COUNTS = changed(SAME, steps=_fight(between=count))


class FineCard(Card):
    """One card of those that could be played cannot."""

    def problems(self) -> Iterable[Problem]:
        yield from super().problems()
        if self.value == self.own["hand"][0]:
            yield Problem("not your worst card", "2.3")


class Strict(Play):
    actions: ClassVar[Sequence[type[Action[Any]]]] = (FineCard,)


class StrictStanding(Standing[Play]):
    def default(self, request: Play, view: View) -> Answer:
        return [{"play": view.own["hand"][-1]}]


#: What is asked is asked as before, and answered within narrower bounds.
STRICTER = changed(
    SAME,
    steps=_fight(plays=Strict),
    kinds=kinds_of(PLAY.but(request=Strict, standing=StrictStanding()), BOAST),
)


def _in_weather(public: Data) -> Step | None:
    return duel.next_step(public) if public["weather"] else None


#: Its rules look for something that older positions do not have.
WEATHER = changed(SAME, next_step=_in_weather)


def _hand_is_wrong(state: State) -> list[str]:
    return [f"{state['seats']['red']['hand']} is no hand"]


#: It finds something wrong with older positions, and would tell what is hidden.
BROKEN = changed(SAME, broken=_hand_is_wrong)


def _longer(public: Data) -> Step | None:
    return Step("fight", f"round/{public['round']}") if public["round"] else None


#: A game that is over would go on.
LONGER = changed(SAME, next_step=_longer)


def _shorter(public: Data) -> Step | None:
    return duel.next_step(public) if not public["round"] else None


#: A game that goes on is over.
SHORTER = changed(
    SAME, next_step=_shorter, result=lambda public: duel.result({**public, "round": 9})
)


def _renamed(public: Data) -> Step | None:
    step = duel.next_step(public)
    return step and step._replace(scope=f"new/{step.scope}")


#: The open step has another scope.
RENAMED = changed(SAME, next_step=_renamed)

#: An option that older games did not choose.
MORE_OPTIONS = changed(SAME, options={**SAME.options, "hats": Option(("off", "on"), "for all")})

#: Without the option that games have chosen.
FEWER_OPTIONS = changed(SAME, options={})


async def _deep_turn(table: Table, seat: str) -> None:
    dig.begin(table)
    for line in await table.ask(dig.Dig(seat, left=table.public["left"])):
        if "dig" in line and "if" not in line:
            dig.dug(table, seat, str(line["dig"]), table.roll("gold", 1, 12)[0])
    dig.end(table)


#: Its dice have more faces; lines with conditions are passed over.
DEEP = changed(dig.ruleset, version="2", steps={"turn": _deep_turn})


class Leaps(Action[Walk]):
    """In other words: how far."""

    word, takes = "leap", Choice(("far", "near"))

    async def does(self) -> None:
        relay.run(self.table, self.seat, 2 if self.value == "far" else 1)


class Leap(relay.Stride):
    walk = Walk  # type: ignore[assignment]
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Leaps,)


class LeapStanding(relay.StrideStanding):
    def default(self, request: relay.Stride, view: View) -> Answer:
        return [{"leap": "near"}]


class LeapSuggestions(Suggestions[relay.Stride]):
    def template(self, request: relay.Stride, view: View) -> list[str]:
        return ["- leap: far"]


class LeapPlayer(Player[relay.Stride]):
    def sample(self, request: relay.Stride, view: View, chance: random.Random) -> Answer:
        return [{"leap": "far"}]


async def _leaping_leg(table: Table, seat: str) -> None:
    await carried_out(table, Leap(seat, turn=table.public["turn"]))
    relay.breathe(table, seat, table.roll("wind", 1)[0])


#: Order lines have other words.
LEAPING = changed(
    relay.ruleset,
    version="2",
    steps={**relay.ruleset.rules.steps, "leg": _leaping_leg},
    kinds=kinds_of(Kind(Leap, LeapSuggestions(), LeapPlayer(), LeapStanding()), relay.CHEER),
)

#: Nothing else but its number.
SAME_RELAY = changed(relay.ruleset, version="2")


class Alone(relay.StrideStanding):
    """No standing order answers it."""

    policies: ClassVar[Mapping[str, Word]] = {}


#: Standing orders were withdrawn from the rules.
NO_PLANS = changed(SAME_RELAY, kinds=kinds_of(relay.STRIDE.but(standing=Alone()), relay.CHEER))
