"""7.3.2, 12.5 Support points that a power removes, and what a battle brings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from referee.engine.action import SLIP, Action, Problem
from referee.engine.asking import carried_out, said
from referee.engine.one_line import OneList, Says
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import Answer, Choice, Either, Fields, Many, Name
from referee.kit.lines import several
from rulesets.sword_of_rome import position
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
        for problem in points.own_trouble(self, args["power"], self.value, args["count"]):
            yield problem.at(*problem.path[1:])


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


class Use(NamedTuple):
    """A way to use a point in a space: the powers of the battle that it can be for; where each
    can; why not elsewhere; what is done."""

    powers: Sequence[str]
    able: Callable[[Data, str], Iterable[str]]
    trouble: Callable[[Data, str, str], Problem | None]
    does: Callable[[Table, str, str, str], None]


def uses(args: Args) -> Mapping[str, Use]:
    """12.5 The ways, but for plunder."""
    power, near = args["power"], args["near"]
    winners, beaten = [power, *args["friends"]], [args["beaten"], *args["partners"]]

    def turnable(public: Data, victim: str) -> list[str]:
        return [space for space in near if not turn_trouble(public, victim, space)]

    def turn_trouble(public: Data, victim: str, space: str) -> Problem | None:
        return points.turn_trouble(public, victim, space, near)

    def turn(table: Table, victim: str, space: str, why: str) -> None:
        points.turn(table, power, space, why)

    return {
        ADD: Use(winners, points.addable, points.add_trouble, points.add),
        CUT: Use(beaten, points.cuttable, points.cut_trouble, points.remove_own),
        TURN: Use(beaten, turnable, turn_trouble, turn),
        FREE: Use([power], points.freeable, points.free_trouble, points.free),
    }


def trouble(public: Data, args: Args, point: Any) -> Problem | None:
    """12.5 Why a point cannot be used so."""
    if point == PLUNDER:
        able = args["power"] in GALLIC
        return None if able else Problem("only Gauls take plunder", "12.5.2")
    ((key, space),) = point.items()
    one = uses(args)[key]
    found = [one.trouble(public, power, space) for power in one.powers]
    return None if None in found else found[0]


def use(table: Table, args: Args, point: Any) -> None:
    """12.5 One point."""
    if point == PLUNDER:
        plunder.lay(table, args["power"], 1, WHY)
        return
    ((key, space),) = point.items()
    one = uses(args)[key]
    able = (power for power in one.powers if not one.trouble(table.public, power, space))
    one.does(table, next(able), space, WHY)


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
    for key, one in uses(args).items():
        able = {space for power in one.powers for space in one.able(public, power)}
        yield from ({key: space} for space in sorted(able))


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
