"""Ridge: two parties dig for finds on 25 hexes, and bring them to a camp.

1 Kim and Lee play by turns, four each, with a mule and a porter each that begin in the South Camp.
  A camp is joined to one hex; the ridge runs between the second and the third row of hexes.
2 In a turn units have six points together.  A step costs one, over the ridge two.  On the way a
  unit may dig, a point for each find, which goes from the bag to its party, seen by nobody else.
3 A party with a unit in a camp may show finds: they count their value.  Two of a sort are alike.
4 After the last turn who has shown more has won; of equals nobody.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar, NamedTuple

from referee.engine.action import SLIP, UNSURE, Action, Problem
from referee.engine.asking import carried_out
from referee.engine.beside import Kind, Suggestions, kinds_of
from referee.engine.calendar import numbered
from referee.engine.request import Data, Request, View
from referee.engine.rules import Laboratory, Result, Rules, Ruleset, Scenario, Step, Wording
from referee.engine.table import State, Table
from referee.engine.variation import Variation
from referee.engine.walk import Walk
from referee.engine.words import Answer, Either, Fields, Many, Name, Number, Vocabulary
from referee.engine.writer import Writer, Written
from referee.kit import graphs
from referee.kit.graphs import border, linked, reached, together
from referee.kit.hexes import Grid
from referee.kit.tracks import Track, ranked
from referee.kit.zones import Hand, Place, Zones
from tests.toys.turns import describe, headline

SEATS = {"kim": "Kim", "lee": "Lee"}
UNITS = {
    f"{unit}-{seat}": f"{SEATS[seat]}'s {unit}" for seat in SEATS for unit in ("mule", "porter")
}
FINDS = {"coin": 1, "comb": 2, "ring": 4, "crown": 9}
TURNS, POINTS = 8, Track(0, 6)
CAMPS = {"south": "South Camp", "north": "North Camp"}
GRID = Grid(f"{row:02}{column:02}" for row, column in product(range(1, 6), repeat=2))
LAND = together(GRID.links, linked([("south", "0103", "path"), ("north", "0503", "path")]))
RIDGE = [
    border(one, two)
    for one in GRID
    for two in GRID.links[one]
    if (one[:2], two[:2]) == ("02", "03")
]
ZONES = Zones(
    [find for find in FINDS for _ in range(5)], "bag", {"finds": Hand("held")}, (), ("shown",)
)
SPACE = Name("space", ("hex", "camp"))
DIG = Fields({"dig": Number(1, POINTS.most)})
SPACES = {**{one: one for one in GRID}, **CAMPS}
NAMES: Vocabulary = {
    "unit": UNITS,
    "hex": {one: one for one in GRID},
    "camp": CAMPS,
    "find": {find: find.title() for find in FINDS},
}


def steps(here: str, to: str) -> int:
    """2 What a step costs."""
    return 2 if border(here, to) in RIDGE else 1


def in_camp(public: Data, seat: str) -> bool:
    """3 Whether a unit of a party is in a camp."""
    return any(at in CAMPS for unit, at in public["at"].items() if unit.endswith(seat))


class Leg(NamedTuple):
    """A part of a path: where it is, where it leads, what it costs, and how many finds are dug."""

    here: str
    to: str
    cost: int
    digs: int


def legs(start: str, path: Sequence[Any]) -> Iterator[Leg]:
    """2 The parts of a path."""
    for one in path:
        if isinstance(one, dict):
            yield Leg(start, start, one["dig"], one["dig"])
        else:
            yield Leg(start, one, steps(start, one), 0)
            start = one


class Outing(Walk):
    """A turn."""


class March(Action[Outing]):
    """2 A unit goes its way, and digs."""

    word = "march"
    takes = Fields({"unit": Name("unit"), "path": Many(Either((SPACE, DIG)), 1, 120)})

    def problems(self) -> Iterable[Problem]:
        unit, left = self.value["unit"], self.public["left"]
        if not unit.endswith(self.seat):
            yield Problem("it is not yours", "2", path=("unit",))
            return
        for number, leg in enumerate(legs(self.public["at"][unit], self.value["path"])):
            if leg.to != leg.here and leg.to not in LAND[leg.here]:
                near = [SPACES[one] for one in LAND[leg.here]]
                yield Problem("it does not lie beside", "2", ", ".join(near), path=("path", number))
                return
            if leg.digs and leg.here in CAMPS:
                yield Problem("nothing is dug in a camp", "2", path=("path", number, "dig"))
            left -= leg.cost
            if left < 0:
                yield Problem("no points are left for it", "2", path=("path", number))
                return

    async def does(self) -> None:
        unit = self.value["unit"]
        for leg in legs(self.public["at"][unit], self.value["path"]):
            go(self.table, unit, leg)
            if leg.digs:
                dig(self.table, self.seat, leg.digs)


class Show(Action[Outing]):
    """3 Finds are laid open."""

    word, takes = "show", Many(Name("find"), 1, len(ZONES.things))

    def problems(self) -> Iterable[Problem]:
        if not in_camp(self.public, self.seat):
            yield Problem("none of your units is in a camp", "3")
        held = ZONES.lying(self.table.state, Place("finds", self.seat))
        for number, find in enumerate(self.value):
            if self.value[: number + 1].count(find) > held.count(find):
                yield Problem("you do not have it", "3", "", UNSURE, (number,))
        if self.walk.request.args["last"] and len(self.value) < len(held):
            yield Problem("you keep finds for nothing", "4", "", SLIP)

    async def does(self) -> None:
        show(self.table, self.seat, self.value)


class Turn(Request):
    kind, rule, walk = "turn", "2", Outing
    actions: ClassVar[Sequence[type[Action[Any]]]] = (March, Show)

    def title(self, reader: str = "") -> str:
        return "march, dig and show your finds"


class TurnSuggestions(Suggestions[Turn]):
    def template(self, request: Turn, view: View) -> list[str]:
        """The spaces that the mule can reach, behind #."""
        start, left = view.public["at"][f"mule-{request.seat}"], view.public["left"]
        ways = reached(LAND, start, lambda _, here, to: graphs.Step(steps(here, to)), left)
        unit = UNITS[f"mule-{request.seat}"]
        return [
            f'# - march: {{unit: "{unit}", path: [{", ".join(SPACES[one] for one in way.path)}]}}'
            for way in ways.values()
        ]

    def at_hand(self, request: Turn, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """What lies beside the last space of a path; units; finds."""
        if key == "unit":
            return [unit for unit in UNITS if unit.endswith(request.seat)]
        if key != "path":
            return list(dict.fromkeys(view.own["finds"]))
        spaces = [one for one in beside["path"] if isinstance(one, str)]
        return list(LAND[[view.public["at"][beside["unit"]], *spaces][-1]])


class Guide(Writer[Outing]):
    """Goes here and there, and digs where points are left."""

    def written(self) -> Answer:
        for unit in [unit for unit in UNITS if unit.endswith(self.seat)]:
            if path := self._path(self.public["at"][unit]):
                self.add("march", {"unit": unit, "path": path})
        held = self.walk.own["finds"]
        if held and in_camp(self.public, self.seat):
            self.add("show", self.chance.sample(held, self.chance.randint(1, len(held))))
        return self.lines

    def _path(self, at: str) -> list[Any]:
        path: list[Any] = []
        left = self.chance.randint(0, self.public["left"])
        while left:
            if at not in CAMPS and self.maybe(40):
                digs = self.chance.randint(1, left)
                path.append({"dig": digs})
                left -= digs
                continue
            to = self.chance.choice(list(LAND[at]))
            if steps(at, to) > left:
                break
            path.append(to)
            left, at = left - steps(at, to), to
        return path


class Other(Variation):
    """Finds are hidden until they are shown."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        for _ in range(3):
            ZONES.swap(state, Place("finds", hidden), chance)

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        """The same finds, as far as it has them; otherwise nothing goes on."""
        finds: list[Any] = [line["show"] for line in answer if "show" in line]
        return (
            None
            if any(one not in views[1].own["finds"] for each in finds for one in each)
            else answer
        )

    def shown(self, event: Data, hidden: str) -> object:
        """Finds that are shown, and those that the watching party digs: the bag is another one."""
        dug = event["kind"] == "dug" and event["seat"] == hidden
        return None if dug else event.get("finds")


async def turn(table: Table, seat: str) -> None:
    begin(table)
    await carried_out(table, Turn(seat, last=table.public["turn"] > TURNS - len(SEATS)))
    end(table)


def begin(table: Table) -> None:
    table.public["left"] = POINTS.most


def go(table: Table, unit: str, leg: Leg) -> None:
    """2 A step, or a dig, is paid for."""
    table.public["at"][unit] = leg.to
    table.public["left"] = POINTS.moved(table.public["left"], -leg.cost)
    table.tell("goes", {"unit": unit, "to": leg.to, "left": table.public["left"]})


def dig(table: Table, seat: str, count: int) -> None:
    """2 As many finds as are left, from the bag."""
    held = table.public["held"][seat]
    finds = ZONES.draw(table, f"finds of {seat}", count, Place("finds", seat))
    told = {"seat": seat, "count": table.public["held"][seat] - held}
    table.tell("dug", told, **{seat: {"finds": finds}})


def show(table: Table, seat: str, finds: list[str]) -> None:
    """3 All see them."""
    ZONES.move(table.state, finds, Place("finds", seat), Place("shown", seat))
    table.tell("shown", {"seat": seat, "finds": ZONES.sorted(finds)})


def end(table: Table) -> None:
    table.public["turn"] += 1


def worth(public: Data) -> dict[str, int]:
    """3 What each has shown."""
    return {seat: sum(FINDS[find] for find in finds) for seat, finds in public["shown"].items()}


def setup(scenario: str, options: Mapping[str, str]) -> State:
    public: Data = {"turn": 1, "at": dict.fromkeys(UNITS, "south"), "left": 0}
    state: State = {"public": public, "seats": {seat: {} for seat in SEATS}, "sealed": {}}
    ZONES.begin(state, list(SEATS))
    return state


def next_step(public: Data) -> Step | None:
    if public["turn"] > TURNS:
        return None
    seat = list(SEATS)[(public["turn"] - 1) % len(SEATS)]
    return Step("turn", f"{public['turn']}/{seat}", {"seat": seat})


def names(seat: str) -> Vocabulary:
    return NAMES


def situation(view: View) -> list[tuple[str, list[str]]]:
    names = NAMES["find"]
    finds = ZONES.report(view.public, view.own, view.seat, names, SEATS)
    return [
        ("the finds", finds),
        (
            "the units",
            [f"{UNITS[unit]}: {SPACES[at]}" for unit, at in view.public["at"].items()],
        ),
    ]


def result(public: Data) -> Result | None:
    if public["turn"] <= TURNS:
        return None
    first = ranked(worth(public))[0]
    return Result(first[0] if len(first) == 1 else None, "finds")


ruleset = Ruleset(
    name="ridge",
    title="Ridge",
    version="1",
    seats=SEATS,
    scenarios={"plain": Scenario("eight turns")},
    rules=Rules(
        setup,
        next_step,
        result,
        steps={"turn": turn},
        kinds=kinds_of(Kind(Turn, TurnSuggestions(), Written(Guide))),
        names=names,
    ),
    calendar=numbered(TURNS),
    wording=Wording(headline, describe, situation, endings={"finds": "most finds (4)"}),
    laboratory=Laboratory(ZONES.broken, Other),
)
