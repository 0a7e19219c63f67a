"""4-6 What others may do while a unit marches: shoot, shoot back, fall back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.beside import Few, Standing
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Answer, Choice, Many, Name, Nothing, Number, Word
from tests.toys.skirmish import verbs
from tests.toys.skirmish.field import (
    GRID,
    NAMES,
    SORTS,
    WOODS,
    reaches,
    shooters,
    shy_ones,
    side,
    sort_name,
    sort_of,
    ways_back,
)

UNIT, SPACE = Name("unit"), Name("hex")
SELECTORS: Mapping[str, Word] = {
    "unit": Many(UNIT),
    "sort": Many(Choice(tuple(SORTS))),
    "mover": Many(UNIT),
    "at": Many(SPACE),
}


def arrows(own: Data, unit: str) -> int:
    """3 How many shots a unit has left, as its owner knows."""
    return int(own["arrows"][unit]) if sort_of(unit).counted else 9


def cannot_shoot(public: Data, own: Data, unit: str, target: str) -> Problem | None:
    """4 Why a unit cannot shoot at another one now."""
    if unit not in public["at"]:
        return Problem("it has fallen", "4")
    if not reaches(public, unit, target):
        return Problem("it does not reach it any more", "4")
    return None if arrows(own, unit) else Problem("it has no arrows left", "3")


async def shoot(table: Table, unit: str, target: str) -> None:
    """4 A unit shoots; its target may shoot back before it is known whether it is hit."""
    verbs.use_arrow(table, unit)
    table.tell("shoots", {"unit": unit, "at": target})
    back = await window(table, lambda public: may_reply(public, target, unit))
    pairs = [(unit, target), *((target, unit) for settled in back if settled.done)]
    dice = table.roll("shots", len(pairs), hoped=[6, 1][: len(pairs)])
    told = [
        {"unit": one, "at": two, "die": die, "hits": hits(table.public, one, two, die)}
        for (one, two), die in zip(pairs, dice, strict=True)
    ]
    verbs.shots(table, told, dice)


def hits(public: Data, unit: str, target: str, die: int) -> bool:
    """4 In a wood it takes one more."""
    return die >= sort_of(unit).needs + (public["at"][target] in WOODS)


class Shoot(Action[Walk]):
    """5 At the unit that has come."""

    word, takes = "shoot", Nothing()

    def obstacle(self) -> Problem | None:
        args = self.walk.request.args
        return cannot_shoot(self.public, self.own, args["unit"], args["mover"])

    async def does(self) -> None:
        args = self.walk.request.args
        await shoot(self.table, args["unit"], args["mover"])


class Reply(Action[Walk]):
    """4 At the unit that shoots."""

    word, takes = "reply", Nothing()

    def obstacle(self) -> Problem | None:
        args = self.walk.request.args
        return cannot_shoot(self.public, self.own, args["unit"], args["mover"])

    async def does(self) -> None:
        verbs.use_arrow(self.table, self.walk.request.args["unit"])


class FallBack(Action[Walk]):
    """6 To the first of these hexes to which it can."""

    word, takes = "fall back", Many(SPACE, 1, 6)

    def open(self) -> list[str]:
        args = self.walk.request.args
        if not {args["unit"], args["mover"]} <= self.public["at"].keys():
            return []
        able = ways_back(self.public, args["unit"], args["mover"])
        return [to for to in self.value if to in able]

    def obstacle(self) -> Problem | None:
        return None if self.open() else Problem("it cannot fall back there", "6")

    async def does(self) -> None:
        verbs.fall_back(self.table, self.walk.request.args["unit"], self.open()[0])


class Shot(Reaction):
    """5 Args: unit, its sort; mover, and where it is; span: the turn."""

    kind, rule, once = "shot", "5", True
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Shoot,)
    selectors: ClassVar[Mapping[str, Word]] = SELECTORS

    def title(self, reader: str = "") -> str:
        unit, mover = NAMES[self.args["unit"]], NAMES[self.args["mover"]]
        return f"{unit}: a shot at {mover} in {self.args['at']}"


class ShotBack(Reaction):
    """4 Args: unit, its sort; mover, who shoots at it, and where; span: the turn."""

    kind, rule, once = "shot back", "4", True
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Reply,)
    selectors: ClassVar[Mapping[str, Word]] = SELECTORS

    def title(self, reader: str = "") -> str:
        return f"{NAMES[self.args['unit']]}: a shot back at {NAMES[self.args['mover']]}"


class Retreat(Reaction):
    """6 Args: unit, its sort; mover, and where it is; span: the turn."""

    kind, rule, once = "retreat", "6", True
    actions: ClassVar[Sequence[type[Action[Any]]]] = (FallBack,)
    selectors: ClassVar[Mapping[str, Word]] = SELECTORS

    def title(self, reader: str = "") -> str:
        unit, mover = NAMES[self.args["unit"]], NAMES[self.args["mover"]]
        return f"{unit}: fall back before {mover} in {self.args['at']}"


def _args(public: Data, unit: str, mover: str) -> Data:
    at, span = public["at"][mover], str(public["turn"])
    return {"unit": unit, "sort": sort_name(unit), "mover": mover, "at": at, "span": span}


def may_shoot(public: Data, mover: str) -> list[Shot]:
    """5 Everybody who could shoot at a unit that has come, by what all see."""
    if mover not in public["at"]:
        return []
    return [Shot(side(u), **_args(public, u, mover)) for u in shooters(public, mover)]


def may_reply(public: Data, unit: str, shooter: str) -> list[ShotBack]:
    """4 Who is shot at, if it could shoot back."""
    if not reaches(public, unit, shooter):
        return []
    return [ShotBack(side(unit), **_args(public, unit, shooter))]


def may_fall_back(public: Data, mover: str) -> list[Retreat]:
    """6 Those beside a unit that has come, as far as there is a way."""
    if mover not in public["at"]:
        return []
    able = [unit for unit in shy_ones(public, mover) if ways_back(public, unit, mover)]
    return [Retreat(side(unit), **_args(public, unit, mover)) for unit in able]


async def against(table: Table, mover: str) -> None:
    """5, 6 What the others do when a unit has come: first they shoot, then they fall back."""
    await window(
        table, lambda public: may_shoot(public, mover), over=lambda p: mover not in p["at"]
    )
    await window(table, lambda public: may_fall_back(public, mover))


# -- beside ----------------------------------------------------------------------------------------


class Shots(Few[Any]):
    """Of shots, and shots back."""

    def options(self, request: Reaction, view: View) -> Iterable[Answer]:
        word = request.actions[0].word
        if cannot_shoot(view.public, view.own, request.args["unit"], request.args["mover"]) is None:
            yield [{word: {}}]
            yield [{"at most": 2}, {word: {}}]
        yield []
        yield [{"pass": {}}]
        yield [{"never": {}}]

    def template(self, request: Reaction, view: View) -> list[str]:
        return [f"- {request.actions[0].word}", "# - pass"]


class Shooting(Standing[Any]):
    """5 They shoot unless their owner says otherwise."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "distance": Quantity("how far away it is"),
        "lives": Quantity("lives that it has left"),
        "arrows": Quantity("shots that the unit has left", private=True),
    }

    def __init__(self, word: str) -> None:
        self.word = word
        self.policies = {word: Nothing(), "pass": Nothing(), "at most": Number(1, 99)}  # type: ignore[misc]

    def measure(self, request: Reaction, view: View) -> Mapping[str, int]:
        unit, mover = request.args["unit"], request.args["mover"]
        at = view.public["at"]
        return {
            "distance": GRID.distance(at[unit], at[mover]),
            "lives": view.public["lives"][mover],
            "arrows": arrows(view.own, unit),
        }

    def default(self, request: Reaction, view: View) -> Answer:
        unit, mover = request.args["unit"], request.args["mover"]
        barred = cannot_shoot(view.public, view.own, unit, mover)
        return [] if barred else [{self.word: {}}]


class Retreats(Few[Retreat]):
    def options(self, request: Retreat, view: View) -> Iterable[Answer]:
        able = ways_back(view.public, request.args["unit"], request.args["mover"])
        for to in able:
            yield [{"fall back": [to]}]
        yield []
        yield [{"fall back": able[::-1]}]
        yield [{"at most": 1}, {"fall back": able}]

    def template(self, request: Retreat, view: View) -> list[str]:
        able = ways_back(view.public, request.args["unit"], request.args["mover"])
        return [f"# - fall back: [{', '.join(able)}]"]


class Retreating(Standing[Retreat]):
    """6 Rules name hexes, or take any."""

    policies: ClassVar[Mapping[str, Word]] = {
        "fall back": Many(SPACE, 1, 60),
        "anywhere": Nothing(),
        "pass": Nothing(),
    }

    def follow(self, request: Retreat, view: View, then: Answer) -> Answer | None:
        able = ways_back(view.public, request.args["unit"], request.args["mover"])
        for line in then:
            wanted: Any = able if "anywhere" in line else line.get("fall back", [])
            if found := [to for to in wanted if to in able]:
                return [{"fall back": found[:6]}]
        return []
