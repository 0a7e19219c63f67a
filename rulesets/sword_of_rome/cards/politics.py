"""7.3.2, 12.5 Support points that a power removes, and what a battle brings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from referee.engine.action import SLIP, Action, Problem
from referee.engine.asking import carried_out, said
from referee.engine.one_line import OneList, Says
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Either, Fields, Many, Name
from referee.kit.lines import several
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import FROM, GALLIC, LINKS, SPACES
from rulesets.sword_of_rome.cards import points
from rulesets.sword_of_rome.choosing import POWER, SOME_SPACES, Asked, keys
from rulesets.sword_of_rome.siege import plunder
from rulesets.sword_of_rome.turn.order import runner


class Lose(Says):
    """7.3.2 The points that you remove, a space for each."""

    word, takes = "points", SOME_SPACES
    example = "points: [Nola]"

    def problems(self) -> Iterable[Problem]:
        """As many as must go, each a point of that power."""
        args = self.walk.request.args
        there = points.own_counts(self.public, args["power"])
        wanted = min(args["count"], sum(there.values()))
        return points.given_up(self.value, there, wanted, "7.3.2")


class Losses(Asked):
    """7.3.2 Which points a power removes.

    Args: power, count, why."""

    kind, rule, walk, actions = "points", "7.3.2", OneList, (Lose,)
    question = "which support points of {power} go ({count}; {why})"
    selectors = POWER

    def forced(self, public: Mapping[str, Any]) -> Answer | None:
        """All that there are."""
        most = points.own_points(dict(public), self.args["power"])
        return [] if most <= self.args["count"] else None


async def lose_points(table: Table, power: str, count: int, why: str) -> None:
    """7.3.2 A power removes so many points of its own, or what it has."""
    seat = await runner(table, power)
    named = await said(table, Losses(seat, power=power, count=count, why=why))
    await take_away(table, power, named or points.default_own(table.public, power, count), why)


async def take_away(table: Table, power: str, spaces: Sequence[str], why: str) -> None:
    """7.3.2 Points of a power go, a space for each; 14.4 what Gauls take by it they may sack."""
    for space in spaces:
        points.remove_own(table, power, space, why)
        await plunder.decide(table)


WHY = "political consequences, 12.5"
PLUNDER = "plunder"
#: Keys of a point: what is done with the space.
ADD, CUT, TURN, FREE = "add", "cut", "turn", "free"
_SPACED = tuple(Fields({key: Name("space")}) for key in (ADD, CUT, TURN, FREE))
#: Those of a request: see `Politics`.
Args: TypeAlias = Mapping[str, Any]


def near_of(public: Data, power: str) -> list[str]:
    """7.3.4 Spaces beside one that a power controls, by any link, one way too: to be asked when the
    battle begins."""
    mine = position.controlled(public, power)
    near = {one for space in mine for one in (*LINKS[space], *FROM[space])}
    return [space for space in SPACES if space in near]


class Gaining(Walk):
    """Points, one line for each."""

    def begin(self) -> None:
        """None is used yet."""
        self.used = 0

    @property
    def left(self) -> int:
        """How many are left."""
        count: int = self.request.args["count"]
        return count - self.used

    def slips(self) -> Iterable[Problem]:
        """Points that are left although they could be used."""
        if self.left > 0 and any(usable(self.public, self.request.args)):
            reason = f"{several(self.left, 'support point')} not used, and none is kept"
            yield Problem(reason, "12.5", weight=SLIP)


class Point(Action[Gaining]):
    """12.5 Use the points of a won battle, in this order: add a PC marker or loyalty, cut one of
    the beaten power, turn one of its spaces over to you, free an independent home space, or take
    plunder."""

    word = "gain"
    takes = Many(Either((*_SPACED, Choice((PLUNDER,)))))
    example = "gain: [{turn: Eporedia}]"

    def problems(self) -> Iterable[Problem]:
        """There is a point for each, and the first can be used; the others are tested on what is
        reached."""
        if len(self.value) > self.walk.left:
            reason = f"{several(self.walk.left, 'point')} at most"
            yield Problem(reason, "12.5").at(self.walk.left)
        problem = trouble(self.public, self.walk.request.args, self.value[0])
        if problem:
            yield problem.at(0)

    async def does(self) -> None:
        """One point; the rest of the list comes next."""
        self.walk.used += 1
        use(self.table, self.walk.request.args, self.value[0])
        await plunder.decide(self.table)
        if self.value[1:]:
            self.walk.go_on(self.value[1:])


#: 12.5 What is done with a point, by its key.
_DOES = {ADD: points.add, CUT: points.remove_own, TURN: points.turn, FREE: points.free}
#: 7.3.4 Why a space where a point can be cut cannot be turned over, and why one cannot be freed.
_WHY_NOT = {
    TURN: "its loyalty is not 1, or no space beside it was yours when the battle began",
    FREE: "it is no independent home space of yours without enemy CU",
}


def able(public: Data, args: Args, key: str) -> dict[str, str]:
    """12.5 Spaces where a point can be used in one way, and of which power, the first one of a side
    that can have it there."""
    winners, beaten = [args["power"], *args["friends"]], [args["beaten"], *args["partners"]]
    ways: Mapping[str, tuple[Sequence[str], Callable[[Data, str], Iterable[str]]]] = {
        ADD: (winners, points.addable),
        CUT: (beaten, points.cuttable),
        TURN: (beaten, partial(points.turnable, near=args["near"])),
        FREE: (winners[:1], points.freeable),
    }
    powers, spaces = ways[key]
    return {space: power for power in powers[::-1] for space in spaces(public, power)}


def trouble(public: Data, args: Args, point: Any) -> Problem | None:
    """12.5 Why a point cannot be used so."""
    if point == PLUNDER:
        gauls = args["power"] in GALLIC
        return None if gauls else Problem("only Gauls take plunder", "12.5.2")
    ((key, space),) = point.items()
    if space in (spaces := able(public, args, key)):
        return None
    why = points.add_trouble(public, args["power"], space) if key == ADD else None
    if key in (CUT, TURN):
        why = points.cut_trouble(public, args["beaten"], space)
    why = why or Problem(_WHY_NOT[key], "7.3.4")
    return why._replace(hint=board.named(sorted(spaces)) or why.hint)


def use(table: Table, args: Args, point: Any) -> None:
    """12.5 One point."""
    if point == PLUNDER:
        plunder.lay(table, args["power"], 1, WHY)
        return
    ((key, space),) = point.items()
    power = args["power"] if key == TURN else able(table.public, args, key)[space]
    _DOES[key](table, power, space, WHY)


class Politics(Asked):
    """12.5 The support points that a winner gets.

    Args: power, beaten, count, at; friends, partners (allies that fought in a flank force, of the
    winner and of the beaten power); near (spaces that can be turned over, 7.3.4)."""

    kind, rule, walk, actions = "politics", "12.5", Gaining, (Point,)
    question = "{count:support point} after the battle at {at} against {beaten}"
    selectors = keys("power", "beaten", "at")

    def forced(self, public: Data) -> Answer | None:
        """Nothing can be gained."""
        return None if any(usable(public, self.args)) else []


def usable(public: Data, args: Args) -> Iterable[Any]:
    """All points that can be used now, plunder first, then by id."""
    if args["power"] in GALLIC:
        yield PLUNDER
    for key in _DOES:
        yield from ({key: space} for space in sorted(able(public, args, key)))


async def consequences(table: Table, mine: Data, other: Data) -> None:
    """12.5 The winner uses half of the CU that the beaten force has really lost, rounded up.

    mine, other: the two sides (`battle.fight`)."""
    count, battle = (other["removed"] + 1) // 2, table.public["battle"]
    if not count:
        return
    power, beaten, at = mine["power"], other["power"], battle["at"]
    table.tell("points", {"power": power, "beaten": beaten, "count": count, "at": at})
    seat = await runner(table, power)
    args = {"count": count, "at": at, "near": battle["near"][power]}
    args |= {"friends": _partners(mine), "partners": _partners(other)}
    await carried_out(table, Politics(seat, power=power, beaten=beaten, **args))


def _partners(side: Data) -> list[str]:
    """The power of its flank force, if it is another."""
    return [side["flank"]] if side["flank"] not in ("", side["power"]) else []
