"""Market: each turn a seat draws a card, sees it or not, and buys on or stops.

It has a sealed deck with a hidden hand, lines behind a condition that their seat alone can know,
a line that stops to see, and a card that asks the other seat in the middle of the lines.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Few, Kind, Lines, kinds_of
from referee.engine.calendar import numbered
from referee.engine.choosing import OneOf, one_of
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.rules import Laboratory, Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.table import State, Table
from referee.engine.variation import Variation
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Name, Nothing, Vocabulary, Word
from referee.kit.zones import Hand, Place, Zones
from tests.toys.turns import describe, headline

SEATS = {"anna": "Anna", "bert": "Bert"}
TURNS = 8
PRICE, DEAREST = 3, 2
#: Wares go into the hand; a thief is an event, which all see.
WARES = ["salt", "silk", "rings"]
CARDS = [*(ware for ware in WARES for _ in range(4)), "thief", "thief", "thief"]
ZONES = Zones(CARDS, "deck", {"wares": Hand("held")}, rows=("gone",))


class Buying(Walk):
    """2 Cards after the first one."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("your gold"),
        "rings": Quantity("rings in your hand", private=True),
        "silk": Quantity("silk in your hand", private=True),
    }
    chained: ClassVar[bool] = True

    def measure(self) -> Mapping[str, int]:
        held = {ware: self.own["wares"].count(ware) for ware in ("rings", "silk")}
        return {"gold": self.public["gold"][self.seat], **held}


class Buy(Action[Buying]):
    """2 One card more, for gold."""

    word, takes = "buy", Nothing()

    def problems(self) -> Iterable[Problem]:
        if self.public["bought"] == DEAREST:
            yield Problem("two cards a turn can be bought", "2")
        elif self.public["gold"][self.seat] < PRICE:
            yield Problem(f"a card costs {PRICE} gold", "2", weight=UNSURE)

    async def does(self) -> None:
        self.walk.acted = True
        self.public["gold"][self.seat] -= PRICE
        self.public["bought"] += 1
        await draw(self.table, self.seat)


class Sell(Action[Buying]):
    """3 A ware of the hand, which may have come only now."""

    word, takes = "sell", Name("ware")

    def problems(self) -> Iterable[Problem]:
        if self.value not in self.own["wares"]:
            yield Problem("it is not in your hand", "3", weight=UNSURE)

    async def does(self) -> None:
        self.walk.acted = True
        ZONES.move(self.table.state, [self.value], Place("wares", self.seat), Place("gone"))
        self.public["gold"][self.seat] += 2
        self.table.tell("sold", {"seat": self.seat, "ware": self.value})


class Look(Action[Buying]):
    """2 The lines stop: the report tells which card it was."""

    word, takes = "look", Nothing()

    async def does(self) -> None:
        self.walk.stop()


class Turn(Request):
    """2 What is done behind the first card; args: turn, part."""

    kind, rule, walk = "turn", "2", Buying
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Buy, Sell, Look)

    def title(self, reader: str = "") -> str:
        return "buy on, or stop"


class Turns(Few[Turn]):
    def options(self, request: Turn, view: View) -> Iterable[Answer]:
        yield []
        wares = dict.fromkeys(view.own["wares"])
        yield from ([{"sell": ware}] for ware in wares)
        if view.public["gold"][request.seat] >= PRICE and view.public["bought"] < DEAREST:
            yield [{"buy": {}}]
            yield [{"buy": {}}, {"look": {}}]
            yield [{"buy": {}, "if": [["rings", "=", 0]], "else": "skip"}]

    def template(self, request: Turn, view: View) -> list[str]:
        return ["# - buy", *(f"# - sell: {ware}" for ware in dict.fromkeys(view.own["wares"]))]


class Thief(OneOf):
    """4 The other seat says what the thief takes."""

    kind, rule, question = "thief", "4", "what the thief takes"
    takes = Choice(("gold", "nothing"))
    selectors: ClassVar[Mapping[str, Word]] = {}

    def options(self, view: View) -> Sequence[str]:
        return ["gold", "nothing"]

    def favour(self, view: View, word: str) -> str:
        return "gold"


async def draw(table: Table, seat: str) -> None:
    """1, 4 A card: a ware goes unseen into the hand, a thief comes at once."""

    def target(card: str) -> Place:
        return Place("gone") if card == "thief" else Place("wares", seat)

    drawn = ZONES.draw(table, f"card of {seat}", 1, target)
    open_cards = [card for card in drawn if card == "thief"]
    own: dict[str, Data] = {} if open_cards or not drawn else {seat: {"ware": drawn[0]}}
    table.tell("drawn", {"seat": seat, "open": open_cards}, **own)
    for _ in open_cards:
        other = next(one for one in SEATS if one != seat)
        request = Thief(other)
        loss = request.chosen(table.view(other), await table.ask(request)) == "gold"
        table.public["gold"][seat] -= min(1, table.public["gold"][seat]) if loss else 0
        table.tell("thief", {"seat": seat, "takes": loss})


async def first(table: Table, seat: str) -> None:
    """1 The first card of a turn."""
    await draw(table, seat)
    table.public.update(bought=0, part=1)


async def rest(table: Table, seat: str) -> None:
    """2 As long as the lines stop to look, the seat is asked again."""
    public = table.public
    walk = await carried_out(table, Turn(seat, turn=public["turn"], part=public["part"]))
    if walk.stopped:
        public["part"] += 1
    else:
        public["turn"] += 1
        public.update(part=0)
        public["gold"][seat] += 1
    table.tell("done", {"seat": seat})


class Hands(Variation):
    """Another ware in the hand."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        hand = Place("wares", hidden)
        swapped = ZONES.swap(state, hand, chance) or ("", "")
        if "thief" in swapped:  # which lies in no hand
            ware = next(card for card in swapped if card != "thief")
            ZONES.move(state, ["thief"], hand, ZONES.pile)
            ZONES.move(state, [ware], ZONES.pile, hand)

    def lead(
        self, state: State, first: State, label: str, picked: Sequence[str]
    ) -> Sequence[str] | None:
        """The same card; where the other hand has it in this game, it changes places with what that
        has in the first one."""
        if picked[0] not in ZONES.lying(state, ZONES.pile):
            for seat in SEATS:
                here, there = (part["seats"][seat]["wares"] for part in (state, first))
                if here.count(picked[0]) > there.count(picked[0]):
                    other = next(one for one in there if there.count(one) > here.count(one))
                    ZONES.move(state, picked, Place("wares", seat), ZONES.pile)
                    ZONES.move(state, [other], ZONES.pile, Place("wares", seat))
        return picked

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """What shows nothing of the hand is the same."""
        hides = any("sell" in line or "if" in line for line in answer)
        return None if hides else answer


def setup(scenario: str, options: Mapping[str, str]) -> State:
    public = {"turn": 1, "part": 0, "bought": 0, "gold": dict.fromkeys(SEATS, 5)}
    state: State = {"public": public, "seats": {seat: {} for seat in SEATS}, "sealed": {}}
    ZONES.begin(state, list(SEATS))
    return state


def next_step(public: Data) -> Step | None:
    if public["turn"] > TURNS:
        return None
    seat = list(SEATS)[(public["turn"] - 1) % len(SEATS)]
    name = "rest" if public["part"] else "first"
    return Step(name, f"{public['turn']}/{seat}/{public['part']}", {"seat": seat})


def names(seat: str) -> Vocabulary:
    return NAMES


def situation(view: View) -> list[tuple[str, list[str]]]:
    gold = [f"{SEATS[seat]}: {number} gold" for seat, number in view.public["gold"].items()]
    cards = ZONES.report(
        view.public, view.own, view.seat, {**NAMES["ware"], "thief": "thief"}, SEATS
    )
    return [("gold", gold), ("cards", cards)]


def result(public: Data) -> Result | None:
    if public["turn"] <= TURNS:
        return None
    gold = public["gold"]
    richest = [seat for seat in gold if gold[seat] == max(gold.values())]
    return Result(richest[0] if len(richest) == 1 else None, "gold")


NAMES: Vocabulary = {"ware": {ware: ware.title() for ware in WARES}}
ruleset = Ruleset(
    name="market",
    title="Market",
    version="1",
    seats=SEATS,
    scenarios={"short": Scenario("four turns each")},
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"first": first, "rest": rest},
        kinds=kinds_of(Kind(Turn, Turns(), Turns(), Lines(Turn, whole_turn=True)), one_of(Thief)),
        names=names,
    ),
    calendar=numbered(TURNS),
    wording=Wording(headline, describe, situation, endings={"gold": "most gold (5)"}),
    laboratory=Laboratory(ZONES.broken, Hands),
)
