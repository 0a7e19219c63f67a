"""Orderly withdrawal before a unit that comes (5.8)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import IDLE, Action, Problem
from referee.engine.beside import Few, Kind, Standing
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Answer, Choice, Fields, Many, Nothing, Number, Word
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    AFOOT,
    AR,
    BLOCKS,
    FACINGS,
    GALLEYS,
    LC,
    MOLE,
    NAMES,
    POINTS,
    SIDES,
    TYPE,
)
from rulesets.caesar_in_alexandria.land import leaders
from rulesets.caesar_in_alexandria.land.facing import FRONT, along, side_of
from rulesets.caesar_in_alexandria.land.reactions import SELECTORS, SPACE, args_of
from rulesets.caesar_in_alexandria.land.stacking import enemies, fits, is_bare

#: 5.81 How near, 5.82 how many points.
NEAR, POINTS_AT_MOST = 2, 2
#: More than any distance that counts.
_FAR = 9


def apart(public: Data, one: str, other: str) -> int:
    """H28 Steps between two spaces: 0, 1, 2, or more."""
    if one == other:
        return 0
    return position.country(public).near.get(one, {}).get(other, _FAR)


def distances(public: Data, start: str, most: int = 4) -> dict[str, int]:
    """H28 Steps from a space to all that lie so near."""
    near = position.country(public).near
    found, ring = {start: 0}, [start]
    for number in range(1, most + 1):
        ring = [to for one in ring for to, far in near[one].items() if far == 1]
        ring = [to for to in dict.fromkeys(ring) if to not in found]
        found |= dict.fromkeys(ring, number)
    return found


def triggered(public: Data, mover: str, before: str, began: str) -> list[str]:
    """5.81 The enemies to whom a unit has just come to distance 2 or 1, in order; before: where it
    was; began: where its move began, "" if that is far away (H40)."""
    place = position.at(public, mover)
    if not place or TYPE[mover] == LC or place in BLOCKS or place in GALLEYS:
        return []
    found = []
    for space, far in position.country(public).near[place].items():
        if space in BLOCKS or apart(public, space, before) <= far:
            continue
        if began and apart(public, space, began) <= 1:
            continue
        found += position.here(public, space, board.other(SIDES[mover]))
    return board.in_order(unit for unit in found if may_withdraw(public, unit, mover))


def may_withdraw(public: Data, unit: str, mover: str) -> bool:
    """5.81, H11 Not while it is in the zone of another enemy; and there is a way, if friends who
    withdraw before it make room."""
    here = position.at(public, unit)
    held = position.in_zone(public, here, SIDES[unit], but=mover)
    return not held and any(True for _ in ways(public, unit, mover, friends=False))


def ways(public: Data, unit: str, mover: str, friends: bool = True) -> Iterator[tuple[str, ...]]:
    """5.82 Ways of one or two spaces, each farther from the mover, for one or two points.

    friends: whether those of its side are in its way."""
    away = distances(public, position.at(public, mover))
    start = position.at(public, unit)
    for to in _farther(public, unit, start, away):
        price = cost_from(public, unit, start, to, friends)
        room = not friends or fits(public, unit, to)
        if price <= POINTS_AT_MOST and room and not is_bare(public, unit, to):
            yield (to,)
        if price < POINTS_AT_MOST and not position.in_zone(public, to, SIDES[unit]):
            for on in _farther(public, unit, to, away):
                more = cost_from(public, unit, to, on, friends)
                fine = (not friends or fits(public, unit, on)) and (to not in MOLE or room)
                fine = fine and not is_bare(public, unit, on)
                if price + more <= POINTS_AT_MOST and fine:
                    yield to, on


def _farther(public: Data, unit: str, here: str, away: Mapping[str, int]) -> list[str]:
    """5.82 Spaces beside one to which a unit may go, farther from the mover."""
    links, seat = position.country(public).links[here], SIDES[unit]
    return [
        to
        for to, kind in links.items()
        if kind in AFOOT
        and away.get(to, _FAR) > away.get(here, _FAR)
        and not enemies(public, to, seat)
        and not (TYPE[unit] == LC and (to in POINTS or to in MOLE))
    ]


def cost_from(public: Data, unit: str, here: str, to: str, friends: bool = True) -> int:
    """5.82 Points for a step of a withdrawal."""
    canal = position.country(public).links[here][to] == board.CANAL
    mates = [other for other in position.here(public, to, SIDES[unit]) if other != unit]
    return 1 + canal + (friends and any(not board.is_artillery(other) for other in mates))


class WithdrawTo(Action[Walk]):
    """Withdraw by one or two spaces, each farther from the unit that comes; in a hex it may then
    turn."""

    word, example = "withdraw", "withdraw: {to: [1006], face: N}"
    takes = Fields({"to": Many(SPACE, 1, 2)}, {"face": Choice(FACINGS)})

    def obstacle(self) -> Problem | None:
        """5.81, 5.82 It is still triggered, and the way is one."""
        args, public = self.walk.request.args, self.public
        unit, mover = args["unit"], args["target"]
        if not {unit, mover} <= public["units"].keys():
            return Problem("one of the two has fallen", "5.8")
        if apart(public, position.at(public, unit), position.at(public, mover)) > NEAR:
            return Problem("the enemy is not near any more", "5.81")
        if not may_withdraw(public, unit, mover):
            return Problem("it cannot withdraw", "5.81")
        able = [*ways(public, unit, mover)]
        if (*self.value["to"],) not in able:
            near = "; ".join(", ".join(NAMES[to] for to in way) for way in able)
            if (*self.value["to"],) in ways(public, unit, mover, friends=False):
                return Problem("friends are in its way", "5.82", near, IDLE)
            return Problem("it cannot withdraw that way", "5.82", near)
        face, turns = self.value.get("face"), faces(public, unit, self.value["to"])
        if face and face not in turns:
            return Problem("it cannot face so there", "6.1", ", ".join(turns))
        return None

    async def does(self) -> None:
        """5.83 First a hit if the enemy has come on a flank or in the rear."""
        args = self.walk.request.args
        await withdraw(
            self.table, args["unit"], args["target"], self.value["to"], self.value.get("face", "")
        )


class Withdrawal(Reaction):
    """5.8 Whether a unit withdraws.

    Args: see `args_of`; distance: 1 or 2."""

    kind, rule, once, names = "withdrawal", "5.8", True, NAMES
    question = "{unit}: withdraw before {target}, {distance} away"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (WithdrawTo,)
    selectors: ClassVar[Mapping[str, Word]] = {**SELECTORS, "distance": Number(1, 2)}


def faces(public: Data, unit: str, path: Sequence[str]) -> Sequence[str]:
    """5.82, 5.83 How a unit can stand at the end of a way, first as it does if nothing is said."""
    one = public["units"][unit]
    return along(unit, one["at"], one["face"], path).able


async def withdraw(table: Table, unit: str, mover: str, path: Sequence[str], face: str) -> None:
    """5.83 A unit withdraws, its leaders after it (5.86); with another unit they may stay (H12)."""
    public = table.public
    start, seat = position.at(public, unit), SIDES[unit]
    turned = side_of(public, unit, position.at(public, mover)) != FRONT
    if turned and board.in_the_open(start):
        verbs.hit(table, unit, 1, "5.83")
    if unit not in public["units"]:
        return
    face = face or next(iter(faces(public, unit, path)), "")
    verbs.shift(table, unit, path[-1], face, "withdraws (5.8)")
    await leaders.follow(table, start, seat, [path[-1]], leaders.WITHDRAWS)


async def withdrawals(table: Table, mover: str, before: str, began: str) -> None:
    """5.8 Every unit that has its trigger, in order."""
    units = triggered(table.public, mover, before, began)
    if not units:
        return
    verbs.trail(table)
    await window(
        table,
        lambda public: _requests(public, units, mover),
        over=lambda public: mover not in public["units"],
    )


def _requests(public: Data, units: Sequence[str], mover: str) -> list[Withdrawal]:
    at = position.at(public, mover)
    return [
        Withdrawal(
            SIDES[unit],
            distance=apart(public, position.at(public, unit), at),
            **args_of(public, unit, mover),
        )
        for unit in units
        if unit in public["units"]
    ]


# -- beside ----------------------------------------------------------------------------------------


def best(public: Data, unit: str, mover: str) -> tuple[str, ...]:
    """D7 The way to the space farthest from the mover, lowest id; of several the shorter one."""
    away = distances(public, position.at(public, mover), 5)
    able = sorted(
        ways(public, unit, mover), key=lambda way: (_number(way[-1]), len(way), *map(_number, way))
    )
    return max(able, key=lambda way: away.get(way[-1], _FAR), default=())


def _number(space: str) -> int:
    return board.SPACE_ORDER[space]


class Withdrawals(Few[Withdrawal]):
    """Every way, or to hold."""

    def options(self, request: Withdrawal, view: View) -> Iterable[Answer]:
        """To hold more often than not; ways, some with a turn."""
        public, unit = view.public, request.args["unit"]
        for _ in range(5):
            yield []
        yield [{"pass": {}}]
        for way in ways(public, unit, request.args["target"]):
            yield [{"withdraw": {"to": list(way)}}]
            able = faces(public, unit, way)
            for face in [one for one in board.facings(way[-1]) if one in able][-1:]:
                yield [{"withdraw": {"to": list(way), "face": face}}]

    def template(self, request: Withdrawal, view: View) -> list[str]:
        """The way that leads farthest."""
        way = best(view.public, request.args["unit"], request.args["target"])
        line = f"# - withdraw: {{to: [{', '.join(NAMES[to] for to in way)}]}}"
        return [line] if way else ["# - pass"]


class Withdrawing(Standing[Withdrawal]):
    """D7 Archers and artillery alone withdraw at contact; others hold, if nothing is said."""

    policies: ClassVar[Mapping[str, Word]] = {
        "withdraw": WithdrawTo.takes,
        "away": Nothing(),
        "default": Nothing(),
        "pass": Nothing(),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "distance": Quantity("how far away the enemy is"),
        "quality": Quantity("troop quality of the unit"),
        "enemy quality": Quantity("troop quality of the enemy"),
        "hits": Quantity("hits on the unit"),
    }

    def measure(self, request: Withdrawal, view: View) -> Mapping[str, int]:
        """The quantities now."""
        public, args = view.public, request.args
        return {
            "distance": args["distance"],
            "quality": position.quality(public, args["unit"]),
            "enemy quality": position.quality(public, args["target"]),
            "hits": public["units"][args["unit"]]["hits"],
        }

    def follow(self, request: Withdrawal, view: View, then: Answer) -> Answer | None:
        """``away``: as far as it can; ``default``: as if nothing was said."""
        if any("away" in line for line in then):
            return away(view.public, request)
        if any("default" in line for line in then):
            return self.default(request, view)
        return [line for line in then if "pass" not in line]

    def default(self, request: Withdrawal, view: View) -> Answer:
        """D7."""
        public, unit = view.public, request.args["unit"]
        alone = len(position.stack(public, position.at(public, unit))) == 1
        shy = TYPE[unit] == AR or board.is_artillery(unit)
        return away(public, request) if shy and alone and request.args["distance"] == 1 else []


def away(public: Data, request: Withdrawal) -> Answer:
    """The way that leads farthest, if there is one."""
    way = best(public, request.args["unit"], request.args["target"])
    return [{"withdraw": {"to": list(way)}}] if way else []


WITHDRAWAL_KIND = Kind(Withdrawal, Withdrawals(), Withdrawals(), Withdrawing())
