"""Passes: armies march over mountains, and others try to stop them.

It has windows of both sorts: attempts that are announced by all before any die (and settled in an
order that somebody chooses), and cards played on a die until nobody adds one, also on top of each
other; two armies of one seat are asked at the same time; a march stops half way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Few, Kind, Standing, kinds_of
from referee.engine.calendar import numbered
from referee.engine.choosing import OneOf, one_of
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.rules import Laboratory, Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.table import State, Table
from referee.engine.walk import Walk
from referee.engine.window import Offer, Reaction, window
from referee.engine.words import Answer, Choice, Fields, Many, Name, Vocabulary, Word
from tests.toys.turns import describe, headline

SEATS = {"red": "Red", "blue": "Blue", "green": "Green"}
TURNS = 6
#: 1 Where links lead.
LINKS = {
    "hill": ["ford", "inn"],
    "ford": ["hill", "inn", "mill"],
    "inn": ["hill", "ford", "mill", "tower"],
    "mill": ["ford", "inn", "tower"],
    "tower": ["inn", "mill"],
}
START = {"red 1": "hill", "red 2": "hill", "blue 1": "mill", "blue 2": "ford", "green 1": "tower"}
#: 4 What a card does to a die: spur 1 less, fog 1 more; halt: it is not rolled.
CARDS = {"spur": -1, "fog": 1, "halt": 0}
DECK = ["spur", "spur", "spur", "fog", "fog", "fog", "halt", "halt", "halt"]
HAND = 3


def owner(army: str) -> str:
    return army.partition(" ")[0]


def near(public: Data, space: str) -> list[str]:
    """3 Armies that stand beside a space, in order of names."""
    return [army for army, at in sorted(public["at"].items()) if space in LINKS[at]]


# -- 2 marches -------------------------------------------------------------------------------------


class Marching(Walk):
    quantities: ClassVar[Mapping[str, Quantity]] = {"stopped": Quantity("marches stopped")}

    def begin(self) -> None:
        self.marched: list[str] = []

    def measure(self) -> Mapping[str, int]:
        return {"stopped": self.public["stopped"]}


class March(Action[Marching]):
    """2 An army goes along links, until somebody stops it."""

    word, takes = "march", Fields({"army": Name("army"), "path": Many(Name("space"), 1, 3)})

    def problems(self) -> Iterable[Problem]:
        army, path = self.value["army"], self.value["path"]
        if owner(army) != self.seat or army in self.walk.marched:
            yield Problem("an own army marches once", "2", path=("army",))
            return
        for one, two in zip([self.public["at"][army], *path], path, strict=False):
            if two not in LINKS[one]:
                yield Problem(f"no link leads from {one} to {two}", "1", path=("path",))

    async def does(self) -> None:
        army = self.value["army"]
        self.walk.marched.append(army)
        for space in self.value["path"]:
            if not await enter(self.table, army, space):
                return
        if any(at == self.public["at"][army] for one, at in self.enemies(army)):
            self.walk.trouble(Problem("it ends beside an enemy", "2", weight=UNSURE))

    def enemies(self, army: str) -> list[tuple[str, str]]:
        return [(one, at) for one, at in self.public["at"].items() if owner(one) != owner(army)]


class Orders(Request):
    kind, rule, walk = "orders", "2", Marching
    actions: ClassVar[Sequence[type[Action[Any]]]] = (March,)
    selectors: ClassVar[Mapping[str, Word]] = {}

    def title(self, reader: str = "") -> str:
        return "march with your armies"


class Marches(Few[Orders]):
    def options(self, request: Orders, view: View) -> Iterable[Answer]:
        mine = [army for army in view.public["at"] if owner(army) == request.seat]
        yield []
        for army in mine:
            for first in LINKS[view.public["at"][army]]:
                for second in LINKS[first]:
                    yield [{"march": {"army": army, "path": [first, second]}}]

    def template(self, request: Orders, view: View) -> list[str]:
        line = next(line for answer in self.options(request, view) for line in answer)
        value: Any = line["march"]
        return [f"# - march: {{army: {value['army']}, path: [{', '.join(value['path'])}]}}"]


# -- 3 attempts ------------------------------------------------------------------------------------


class Intercept(Action[Walk]):
    """3 The army tries to come in and stop the march."""

    word, takes = "intercept", Choice(("hard", "soft"))

    def problems(self) -> Iterable[Problem]:
        """One that has come in makes attempts of others void."""
        army, space = self.walk.request.args["army"], self.walk.request.args["space"]
        came = [owner(one) for one in self.public["came"]]
        if space not in LINKS[self.public["at"][army]]:
            yield Problem("the army does not stand beside it any more", "3")
        elif any(seat != self.seat for seat in came):
            yield Problem("somebody else has come in", "3")

    async def does(self) -> None:
        args = self.walk.request.args
        self.public["pending"] = {"army": args["army"], "by": 0, "halted": False}
        await window(self.table, hands, repeats=True, over=halted)
        pending = self.public["pending"]
        self.public["pending"] = None
        shown = [] if pending["halted"] else self.table.roll(f"{args['army']} intercepts", 1)
        in_time = bool(shown) and shown[0] + pending["by"] <= 3
        if in_time:
            self.public["at"][args["army"]] = args["space"]
            self.public["came"].append(args["army"])
        self.table.tell("intercepts", {"army": args["army"], "die": shown, "comes": in_time})


class Attempt(Reaction):
    """3 An army beside a space that another one enters; args: army, space, mover."""

    kind, rule = "attempt", "3"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Intercept,)
    selectors: ClassVar[Mapping[str, Word]] = {"army": Name("army"), "space": Name("space")}

    def title(self, reader: str = "") -> str:
        return f"{self.args['army']}: intercept {self.args['mover']} at {self.args['space']}"


class Attempts(Few[Attempt]):
    def options(self, request: Attempt, view: View) -> Iterable[Answer]:
        return [], [{"intercept": "hard"}], [{"intercept": "soft"}]

    def template(self, request: Attempt, view: View) -> list[str]:
        return ["# - intercept: hard"]


class First(OneOf):
    """3 Of several seats that try, the next one in order says whose attempts come first."""

    kind, rule, question = "first", "3", "whose attempts come first"
    takes = Name("seat")
    selectors: ClassVar[Mapping[str, Word]] = {}
    names = SEATS

    def options(self, view: View) -> Sequence[str]:
        return list(self.args["seats"])

    def favour(self, view: View, word: str) -> str:
        return str(self.args["seats"][0])


async def enter(table: Table, army: str, space: str) -> bool:
    """3 An army enters a space; whether it goes on."""
    public = table.public
    public["at"][army], public["came"] = space, []
    table.tell("enters", {"army": army, "space": space})

    def could(public: Data) -> list[Attempt]:
        others = [one for one in near(public, space) if owner(one) != owner(army)]
        return [Attempt(owner(one), army=one, space=space, mover=army) for one in others]

    async def announced(offers: Sequence[Offer]) -> Sequence[Offer]:
        tried = [offer.request.args["army"] for offer in offers]
        table.tell("attempts", {"armies": tried})
        seats = list(dict.fromkeys(owner(one) for one in tried))
        if len(seats) < 2:
            return offers
        request = First(owner(army), seats=seats)
        first = request.chosen(table.view(owner(army)), await table.ask(request))
        return sorted(offers, key=lambda offer: offer.request.seat != first)

    await window(table, could, announced=announced)
    if public["came"]:
        public["stopped"] += 1
        table.tell("stopped", {"army": army, "by": list(public["came"])})
    return not public["came"]


# -- 4 cards ---------------------------------------------------------------------------------------


class Play(Action[Walk]):
    """4 A card on the die that is to be rolled."""

    word, takes = "play", Name("card")

    def problems(self) -> Iterable[Problem]:
        if self.value not in self.own["hand"]:
            yield Problem("not in your hand", "4")
        elif self.value != "halt" and self.public["pending"]["by"] == CARDS[self.value]:
            yield Problem("it would do nothing more", "4")

    async def does(self) -> None:
        self.own["hand"].remove(self.value)
        self.public["hands"][self.seat] -= 1
        pending = self.public["pending"]
        pending["by"] += CARDS[self.value]
        pending["halted"] = pending["halted"] or self.value == "halt"
        self.table.tell("plays", {"seat": self.seat, "card": self.value})


class Respond(Reaction):
    """4 Cards on a die; args: army, span (the turn)."""

    kind, rule = "respond", "4"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Play,)
    selectors: ClassVar[Mapping[str, Word]] = {"army": Name("army")}

    def title(self, reader: str = "") -> str:
        return f"cards on the die of {self.args['army']}"


class Responses(Few[Respond]):
    def options(self, request: Respond, view: View) -> Iterable[Answer]:
        pending = view.public["pending"]
        yield []
        for card in view.own["hand"]:
            if card == "halt" or pending["by"] != CARDS[card]:
                yield [{"play": card}]

    def template(self, request: Respond, view: View) -> list[str]:
        return [f"# - play: {card}" for card in dict.fromkeys(view.own["hand"])] or ["# - pass"]


class Passing(Standing[Any]):
    policies: ClassVar[Mapping[str, Word]] = {**Respond.words}


def hands(public: Data) -> list[Respond]:
    """4 Whoever could hold a card, from the red seat on."""
    able = [seat for seat in SEATS if public["hands"].get(seat)]
    return [
        Respond(seat, army=public["pending"]["army"], span=str(public["turn"])) for seat in able
    ]


def halted(public: Data) -> bool:
    return bool(public["pending"]["halted"])


# -- the game --------------------------------------------------------------------------------------


async def deal(table: Table) -> None:
    public = table.public
    for seat in public["hands"]:
        deck = table.state["sealed"]["deck"]
        hand = sorted(table.draw(f"hand of {seat}", HAND, deck))
        for card in hand:
            deck.remove(card)
        table.state["seats"][seat]["hand"] = hand
        public["hands"][seat] = HAND
        table.tell("dealt", {"seat": seat}, **{seat: {"hand": list(hand)}})
    public["turn"] = 1


async def turn(table: Table, seat: str) -> None:
    await carried_out(table, Orders(seat))
    table.public["turn"] += 1
    table.tell("turn over", {"seat": seat})


def setup(scenario: str, options: Mapping[str, str]) -> State:
    seats = ruleset.seats_of(scenario)
    at = {army: space for army, space in START.items() if owner(army) in seats}
    public = {"turn": 0, "at": at, "came": [], "stopped": 0, "pending": None}
    return {
        "public": {**public, "hands": dict.fromkeys(seats, 0)},
        "seats": {seat: {"hand": []} for seat in seats},
        "sealed": {"deck": list(DECK)},
    }


def next_step(public: Data) -> Step | None:
    if not public["turn"]:
        return Step("deal", "deal")
    if public["turn"] > TURNS:
        return None
    seats = list(public["hands"])
    seat = seats[(public["turn"] - 1) % len(seats)]
    return Step("turn", f"{public['turn']}/{seat}", {"seat": seat})


def names(seat: str) -> Vocabulary:
    army = {army: army.title() for army in START}
    spaces = {space: space.title() for space in LINKS}
    return {
        "army": army,
        "space": spaces,
        "card": {card: card for card in CARDS},
        "seat": SEATS,
    }


def situation(view: View) -> list[tuple[str, list[str]]]:
    where = [f"{army}: {space}" for army, space in view.public["at"].items()]
    hand = [", ".join(view.own["hand"])] if view.own.get("hand") else []
    return [("armies", where), *([("your hand", hand)] if hand else [])]


def result(public: Data) -> Result | None:
    if public["turn"] <= TURNS:
        return None
    near_it = [owner(army) for army, at in public["at"].items() if "tower" in [at, *LINKS[at]]]
    seats = sorted(public["hands"], key=lambda seat: -near_it.count(seat))
    return Result(seats[0], "tower")


def broken(state: State) -> list[str]:
    held = [len(part["hand"]) for part in state["seats"].values()]
    told = list(state["public"]["hands"].values())
    return [] if held == told else ["hands are not as they are counted"]


ruleset = Ruleset(
    name="passes",
    title="Passes",
    version="1",
    seats=SEATS,
    scenarios={
        "three": Scenario("five armies"),
        "two": Scenario("four armies", seats=("red", "blue")),
    },
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"deal": deal, "turn": turn},
        kinds=kinds_of(
            Kind(Orders, Marches(), Marches()),
            Kind(Attempt, Attempts(), Attempts()),
            Kind(Respond, Responses(), Responses(), Passing()),
            one_of(First),
        ),
        names=names,
        rolled={"intercepts": ("die",)},
    ),
    calendar=numbered(TURNS),
    wording=Wording(
        headline, describe, situation, endings={"tower": "most armies near the tower (5)"}
    ),
    laboratory=Laboratory(broken),
)
