"""Harassment: light troops dash forward, fire, and are back (7.5)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.choosing import OneOf
from referee.engine.request import Quantity, View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice, Fields, Many, Name, Word
from referee.kit.graphs import nearest
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    ARCS,
    CANAL,
    CORNERS,
    DIRECTIONS,
    GRID,
    HEX,
    LC,
    LI,
    MOLE,
    NAMES,
    SIDES,
    TYPE,
    TYPES,
    UNITS,
)
from rulesets.caesar_in_alexandria.land import leaders
from rulesets.caesar_in_alexandria.land.facing import FRONT
from rulesets.caesar_in_alexandria.land.fire import Shot, resolve, shot_at, weapon
from rulesets.caesar_in_alexandria.land.march import not_now
from rulesets.caesar_in_alexandria.land.sight import aim
from rulesets.caesar_in_alexandria.land.stacking import enemies, may_stay
from rulesets.caesar_in_alexandria.turn.walk import Turning

#: 7.52 How far away the target may be.
REACH = {LC: 3, LI: 2}
FIRE, INTERCEPT, NONE = "fire back", "intercept", "none"
_SPOT = Name("hex")


def paths(public: Data, unit: str, at: str) -> list[tuple[str, ...]]:
    """7.52, H47 Shortest ways over land hexes free of enemies to a hex beside the target: one
    step less than the distance."""
    start, seat = position.at(public, unit), SIDES[unit]
    links = position.country(public).links
    steps = GRID.distance(start, at) - 1

    def open_to(here: str, to: str) -> bool:
        walked = links[here][to] in (HEX, CANAL)
        return walked and to not in MOLE and not enemies(public, to, seat)

    def beside(space: str) -> bool:
        return space in links and links[space].get(at) in (HEX, CANAL)

    found = nearest(links, start, beside, open_to, steps) if start in links else []
    return [way for way in found if len(way) == steps]


def friends_on(public: Data, unit: str, way: Sequence[str]) -> list[str]:
    """7.55 Friends through whom it dashes."""
    return [other for space in way for other in position.here(public, space, SIDES[unit])]


def way_for(public: Data, unit: str, at: str, via: Sequence[str] = ()) -> tuple[str, ...]:
    """The way over the hexes that are ordered; else past the fewest friends, lowest id."""
    able = [way for way in paths(public, unit, at) if not via or way == (*via,)]
    return min(able, key=lambda way: (len(friends_on(public, unit, way)), way), default=())


def why_not(public: Data, unit: str, at: str) -> Problem | None:
    """7.51, 7.52 What bars harassment of a hex by a unit."""
    start, sort = position.at(public, unit), TYPE[unit]
    if sort not in REACH or not weapon(unit):
        return Problem("only light infantry with missiles and light cavalry harass", "7.51")
    if not board.in_the_open(start) or at in MOLE:
        return Problem("both must be in land hexes", "7.5", weight=UNSURE)
    if position.mates(public, unit)[0] != unit:
        return Problem("only the top unit fires", "7.12", weight=UNSURE)
    there = position.here(public, at, board.other(SIDES[unit]))
    if not there:
        return Problem("no enemy unit is there", "7.5", weight=UNSURE)
    if sort == LI and any(TYPE[enemy] == LC for enemy in there):
        return Problem("light infantry does not harass cavalry", "7.51")
    if not 2 <= GRID.distance(start, at) <= REACH[sort]:
        far = "2 or 3 hexes away" if sort == LC else "2 hexes away"
        return Problem(f"it must be {far}", "7.52", weight=UNSURE)
    if position.in_zone(public, start, SIDES[unit]):
        return Problem("it is in an enemy zone", "7.52", weight=UNSURE)
    if aim(public, unit, at) is None:
        return Problem("it does not see that", "7.52", weight=UNSURE)
    if not paths(public, unit, at):
        return Problem("no way leads beside it", "7.52", weight=UNSURE)
    return None


class Harass(Action[Turning]):
    """7.5 A unit that has not moved dashes at enemies two hexes away (cavalry three) and fires;
    that is all it does. Via: the way that it takes; face: how it stands at the end of it when
    it is caught."""

    word, example = "harass", "harass: {unit: E-LC-1, at: 1011}"
    takes = Fields(
        {"unit": Name("own unit"), "at": _SPOT},
        {"via": Many(_SPOT, 1, 2), "face": Choice((*CORNERS,))},
    )

    def problems(self) -> Iterable[Problem]:
        """7.51, 7.52, and it is activated."""
        unit, public = self.value["unit"], self.public
        problem = not_now(public, unit)
        if problem is None and (unit in public["now"]["fired"] or unit in public["now"]["moved"]):
            problem = Problem("it has moved or fired", "7.53")
        problem = problem or why_not(public, unit, self.value["at"])
        via = self.value.get("via", ())
        if problem is None and not way_for(public, unit, self.value["at"], via):
            able = "; ".join(", ".join(way) for way in paths(public, unit, self.value["at"]))
            problem = Problem("it cannot go that way", "7.52", able, UNSURE, ("via",))
        if problem:
            yield problem

    async def does(self) -> None:
        """7.53 to 7.55."""
        self.walk.acted = True
        value = self.value
        way = way_for(self.public, value["unit"], value["at"], value.get("via", ()))
        await dash(self.table, value["unit"], value["at"], way, value.get("face", ""))
        verbs.finish(self.table, [value["unit"]])


async def dash(table: Table, unit: str, at: str, way: Sequence[str], face: str) -> None:
    """15 Hits on who is passed, what the target does, fire, and fire of the target."""
    public = table.public
    public["now"]["deeds"] += 1
    verbs.note(table, "fired", unit)
    table.tell("harasses", {"unit": unit, "at": at, "path": list(way)})
    for friend in friends_on(public, unit, way):
        verbs.hit(table, friend, 1, "7.55")
        verbs.hit(table, unit, 1, "7.55")
    if unit not in public["units"]:
        return
    found = aim(public, unit, at)
    there = position.here(public, at, board.other(SIDES[unit]))
    assert found is not None
    target = there[-1] if found.side == "rear" else there[0]
    choice = await _choice(table, unit, target, at)
    if choice == INTERCEPT and caught(table, unit, target):
        await _put_beside(table, unit, at, way, face)
    resolve(table, [Shot(unit, target, at, 1)])
    if choice == FIRE and unit in public["units"] and target in public["units"]:
        back = shot_at(public, target, position.at(public, unit))
        resolve(table, [back] if back else [])


class Harassed(OneOf):
    """7.53, 7.54 What a unit does that is harassed.

    Args: unit, sort, target (who harasses it), enemy, at."""

    kind, rule, question = "harassed", "7.5", "what {unit} does, which {target} harasses"
    takes, example = Choice((FIRE, INTERCEPT, NONE)), "harassed: intercept"
    selectors: ClassVar[Mapping[str, Word]] = {
        "unit": Many(Name("own unit")),
        "sort": Many(Choice(TYPES)),
        "enemy": Many(Choice(TYPES)),
        "at": Many(_SPOT),
    }
    favours = ("default", FIRE, INTERCEPT, NONE)
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "quality": Quantity("troop quality of the unit"),
        "enemy quality": Quantity("troop quality of the enemy"),
    }
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        """7.54 To intercept foot; to fire if it reaches; or nothing."""
        public, unit, enemy = view.public, self.args["unit"], self.args["target"]
        fire = [FIRE] if shot_at(public, unit, position.at(public, enemy)) else []
        return [*fire, *([INTERCEPT] if TYPE[enemy] == LI else []), NONE]

    def favour(self, view: View, word: str) -> str:
        """D10 Fire if it can, otherwise to intercept."""
        able = self.options(view)
        return word if word in able else able[0]

    def measure(self, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return {
            "quality": position.quality(view.public, self.args["unit"]),
            "enemy quality": position.quality(view.public, self.args["target"]),
        }


async def _choice(table: Table, unit: str, target: str, at: str) -> str:
    args = {"unit": target, "sort": TYPE[target], "target": unit, "enemy": TYPE[unit], "at": at}
    request = Harassed(SIDES[target], **args)
    answer = await table.ask(request)
    return request.chosen(table.view(SIDES[target]), answer)


def caught(table: Table, unit: str, target: str) -> bool:
    """7.54 Whether light infantry is intercepted."""
    public = table.public
    better = 1 if position.quality(public, target) > position.quality(public, unit) else 0
    (die,) = table.roll(f"{NAMES[target]} intercepts", 1, 10, hoped=[10])
    came = bool(die % 10 + better > UNITS[unit]["move"])
    told = {"unit": target, "enemy": unit, "dice": [die], "added": better}
    table.tell("intercepts", {**told, "of": UNITS[unit]["move"], "caught": came})
    return came


async def _put_beside(table: Table, unit: str, at: str, way: Sequence[str], face: str) -> None:
    """7.54, D16 It stands beside the target, facing it; lone enemy leaders are touched (4.32)."""
    end = way[-1]
    toward = DIRECTIONS[end][at]
    able = [one for one in CORNERS if ARCS[one][toward] == FRONT]
    if may_stay(table.public, unit, end):
        verbs.shift(table, unit, end, face if face in able else able[0], "is caught (7.54)")
        verbs.note(table, "moved", unit)  # H43 it has come into another space
        await leaders.touch(table, unit)
