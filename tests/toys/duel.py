"""Duel: three rounds, each seat plays a card from a hidden hand, a die may turn the result.

It has a sealed ask, a window, a public roll, a sealed and an open draw, and a request that can be
forced.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import SLIP, Action, Problem
from referee.engine.beside import Kind, Player, Standing, Suggestions, kinds_of
from referee.engine.calendar import numbered
from referee.engine.request import Data, Request, View
from referee.engine.rules import Option, Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.table import State, Table
from referee.engine.walk import Walk
from referee.engine.window import Reacting, Reaction, window
from referee.engine.words import Answer, Name, Nothing, Vocabulary, word_of
from referee.gamedata.data import DataFolder

CARDS = ["mouse", "cat", "dog", "wolf", "bear", "lion"]
SEATS = {"red": "Red", "blue": "Blue"}
ROUNDS = 2
#: what the crowd has to throw, for everybody to see
BASKET = ["rose", "rose", "egg", "egg", "egg", "shoe"]


class OneCard(Walk):
    """The card of a round; it stays in the hand until both are shown."""

    def whole(self) -> Iterable[Problem]:
        """2.1 One card, no more and no less."""
        if len(self.lines) != 1:
            yield Problem("play exactly one card", "2.1")


class Card(Action[OneCard]):
    """2.1 A card of the hand."""

    word, takes = "play", Name("card")

    def problems(self) -> Iterable[Problem]:
        hand = self.own["hand"]
        if self.value not in hand:
            yield Problem("not in your hand", "2.1", "hand: " + ", ".join(hand))
        elif self.value == "mouse":
            yield Problem("a mouse never wins", "2.2", weight=SLIP)

    async def does(self) -> None:
        """Nothing: both cards are shown together."""


class Play(Request):
    kind, rule, walk = "play", "2.1", OneCard
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Card,)

    def title(self, reader: str = "") -> str:
        return "play one card of your hand"


class PlayStanding(Standing[Play]):
    def default(self, request: Play, view: View) -> Answer:
        return [{"play": view.own["hand"][0]}]


class PlaySuggestions(Suggestions[Play]):
    def options(self, request: Play, view: View) -> Iterable[Answer]:
        return ([{"play": card}] for card in view.own["hand"])

    def template(self, request: Play, view: View) -> list[str]:
        return [f"- play: {view.own['hand'][0].title()}  # of {', '.join(view.own['hand'])}"]

    def at_hand(self, request: Play, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        return list(view.own["hand"])


class PlayPlayer(Player[Play]):
    def sample(self, request: Play, view: View, chance: random.Random) -> Answer:
        return [{"play": chance.choice(view.own["hand"])}]


class Boasting(Reacting):
    """3 One boast at most."""

    def whole(self) -> Iterable[Problem]:
        yield from super().whole()
        boasts = [i for i, line in enumerate(self.lines) if word_of(line) == "boast"]
        for i in boasts[1:]:
            yield Problem("once is enough", "3", path=(i,))


class Aloud(Action[Walk]):
    """3 All hear it."""

    word, takes = "boast", Nothing()

    async def does(self) -> None:
        boast(self.table, self.seat)


class Boast(Reaction):
    kind, rule, walk = "boast", "3", Boasting
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Aloud,)

    def title(self, reader: str = "") -> str:
        return "boast or not"

    def forced(self, public: Data) -> Answer | None:
        return [] if public["round"] > 1 else None


class BoastSuggestions(Suggestions[Boast]):
    def options(self, request: Boast, view: View) -> Iterable[Answer]:
        return [], [{"boast": {}}]

    def template(self, request: Boast, view: View) -> list[str]:
        return ["# - boast"]


class BoastPlayer(Player[Boast]):
    def sample(self, request: Boast, view: View, chance: random.Random) -> Answer:
        return [{"boast": {}}] if chance.random() < 0.5 else []


PLAY = Kind(Play, PlaySuggestions(), PlayPlayer(), PlayStanding())
BOAST = Kind(Boast, BoastSuggestions(), BoastPlayer())


async def deal(table: Table) -> None:
    for seat in SEATS:
        hand = sorted(table.draw(f"hand of {seat}", 3, table.state["sealed"]["deck"]))
        take(table, seat, hand)
    start(table)


async def fight(table: Table) -> None:
    await window(table, lambda public: [Boast(seat) for seat in SEATS])
    answers = await table.ask_all([Play(seat) for seat in SEATS])
    throw(table, table.draw_open("thrown by the crowd", 2, BASKET))
    die = table.roll("who is lucky", 1)[0]
    show(table, played(answers), die)


def played(answers: Sequence[Answer]) -> dict[str, str]:
    """The card of each seat."""
    return {s: str(answer[0]["play"]) for s, answer in zip(SEATS, answers, strict=True)}


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


def setup(scenario: str, options: Mapping[str, str]) -> State:
    return {
        "public": {"round": 0, "won": dict.fromkeys(SEATS, 0), "thrown": []},
        "seats": {seat: {"hand": []} for seat in SEATS},
        "sealed": {"deck": list(CARDS)},
    }


def next_step(public: Data) -> Step | None:
    if public["round"] == 0:
        return Step("deal", "deal")
    if public["round"] <= ROUNDS:
        return Step("fight", f"round/{public['round']}")
    return None


def names(seat: str) -> Vocabulary:
    return {"card": {card: card.title() for card in CARDS}}


def headline(public: Data) -> str:
    return f"round {public['round']}"


def describe(event: Data, seat: str) -> list[str]:
    rest = {key: value for key, value in sorted(event.items()) if key != "kind"}
    return [f"{event['kind']}: {rest}"]


def situation(view: View) -> list[tuple[str, list[str]]]:
    won: dict[str, Any] = view.public["won"]
    hand = ", ".join(view.own.get("hand", [])) or "nothing"
    score = ("score", [f"{s}: {n}" for s, n in won.items()])
    return [("you", [f"Hand: {hand}"]), score] if view.own else [score]


def result(public: Data) -> Result | None:
    if public["round"] <= ROUNDS:
        return None
    won = public["won"]
    winner = None if won["red"] == won["blue"] else max(sorted(won), key=lambda s: won[s])
    return Result(winner, "rounds")


class Told(DataFolder):
    """Its cards, which no file holds and nobody can correct."""

    def __init__(self, cards: str) -> None:
        self._cards, self._shapes, self._corrected, self.corrections = cards, {}, None, None

    def files(self) -> dict[str, bytes]:
        return {"cards": self._cards.encode()}


ruleset = Ruleset(
    name="duel",
    title="Duel",
    version="1",
    seats=SEATS,
    scenarios={"plain": Scenario("three cards each", "only a toy")},
    options={"mood": Option(("calm", "wild"), "nothing at all")},
    data=Told(" ".join(CARDS)),
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"deal": deal, "fight": fight},
        kinds=kinds_of(PLAY, BOAST),
        names=names,
        rolled={"thrown": ("things",), "shown": ("die",)},
        drawn_from=(*dict.fromkeys(BASKET),),
    ),
    calendar=numbered(ROUNDS, "round"),
    wording=Wording(headline, describe, situation, endings={"rounds": "most rounds won (4)"}),
)
