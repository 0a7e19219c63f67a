"""Reaction fire: at those who leave, come, or are about to attack, and in answer (7.4)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.beside import Few, Kind, Standing
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Answer, Choice, Many, Name, Nothing, Number, Word
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    AR,
    BLOCKS,
    GALLEYS,
    MOLE,
    NAMES,
    POINTS,
    SIDES,
    TYPE,
    TYPES,
)
from rulesets.caesar_in_alexandria.land.facing import REAR, side_of
from rulesets.caesar_in_alexandria.land.fire import Shot, may_fire, out_of_line, resolve, shot_at

#: Why a unit fires: 7.41, 7.42, 7.43.
RETIRE, ENTRY, STREET = CAUSES = ("retire", "entry", "street")
OWN, ANY = Name("own unit"), Name("unit")
SPACE = Name("space", ("hex", "point", "block"))
#: What reactions are told apart by.
SELECTORS: Mapping[str, Word] = {
    "unit": Many(OWN),
    "sort": Many(Choice(TYPES)),
    "target": Many(ANY),
    "at": Many(SPACE),
    "enemy": Many(Choice(TYPES)),
}


def args_of(public: Data, unit: str, target: str) -> Data:
    """What every reaction of a unit to another one has among its args."""
    return {
        "unit": unit,
        "sort": TYPE[unit],
        "target": target,
        "enemy": TYPE[target],
        "at": position.at(public, unit),
        "span": str(public["turn"]),
    }


# -- who could -------------------------------------------------------------------------------------


def _beside(public: Data, place: str, seat: str) -> list[str]:
    """Units of a side in hexes beside a hex, in the order of the data."""
    links = position.country(public).links.get(place, {})
    hexes = [to for to, kind in links.items() if kind in (board.HEX, board.CANAL)]
    return board.in_order(unit for to in hexes for unit in position.here(public, to, seat))


def entry_shooters(public: Data, mover: str) -> list[str]:
    """7.42 Enemies in hexes in whose zone, or beside whose artillery, a unit has come."""
    place = position.at(public, mover)
    if not place or not board.in_the_open(place):
        return []
    if len(position.mates(public, mover)) > 1:
        return []
    enemies = _beside(public, place, board.other(SIDES[mover]))
    return [unit for unit in enemies if may_fire(public, unit) and _covers(public, unit, place)]


def _covers(public: Data, unit: str, place: str) -> bool:
    return board.is_artillery(unit) or position.controls(public, unit, place)


def retire_shooters(public: Data, mover: str, to: str) -> list[str]:
    """7.41, G19 Archers whose zone a unit leaves, and artillery that it was beside: for another
    hex, or for a point, the causeway or a galley, which are in no zone and beside no artillery."""
    place = position.at(public, mover)
    if not board.in_the_open(place):
        return []
    found = []
    still = position.country(public).links[to] if board.in_the_open(to) else {}
    for unit in _beside(public, place, board.other(SIDES[mover])):
        guns = board.is_artillery(unit)
        if not (guns or TYPE[unit] == AR) or not may_fire(public, unit):
            continue
        after = position.at(public, unit) in still and _covers(public, unit, to)
        if _covers(public, unit, place) and not after:
            found.append(unit)
    return found


def street_shooters(public: Data, attacker: str, place: str) -> list[str]:
    """7.43 Those on a point or in a block who are about to be attacked from somewhere; not through
    their rear (H51), nor artillery where it never fires (7.63, 7.65)."""
    if place not in (*POINTS, *BLOCKS, *MOLE, *GALLEYS):
        return []
    source = position.at(public, attacker)
    mine = position.here(public, place, board.other(SIDES[attacker]))
    able = [unit for unit in mine if may_fire(public, unit) and not out_of_line(unit, source)]
    able = [] if _fired_at_sea(public, place) else able
    return board.in_order(
        unit for unit in able if source == place or side_of(public, unit, source) != REAR
    )


def _fired_at_sea(public: Data, place: str) -> bool:
    """7.21 Whether those in a place are aboard, and have fired at a galley in this player turn."""
    return place in public["now"]["sea"].get("reacted", ())


# -- reactions -------------------------------------------------------------------------------------


class Shoot(Action[Walk]):
    """Fire at the unit that leaves, comes, or attacks."""

    word, takes = "shoot", Nothing()

    def at(self) -> str:
        """The unit that is fired at."""
        found: str = self.walk.request.args["target"]
        return found

    def obstacle(self) -> Problem | None:
        """7.4 Both must be there still, and the unit on top, or artillery."""
        args = self.walk.request.args
        if not {args["unit"], self.at()} <= self.public["units"].keys():
            return Problem("one of the two has fallen", "7.4")
        if not may_fire(self.public, args["unit"]):
            return Problem("it is not the top unit", "7.12")
        return None

    async def does(self) -> None:
        """7.41 at range 2, else at range 1."""
        args, public = self.walk.request.args, self.public
        far = 2 if args["cause"] == RETIRE else 1
        place = position.at(public, self.at())
        await fly(self.table, Shot(args["unit"], self.at(), place, far))


class ShootAt(Shoot):
    """Fire at another of the marines who attack together."""

    word, takes, example = "shoot at", ANY, "shoot at: R-VI-2"  # type: ignore[assignment]

    def at(self) -> str:
        """The one that is named."""
        return str(self.value)

    def obstacle(self) -> Problem | None:
        """H51 It must be one of them."""
        if self.at() not in self.walk.request.args.get("others", ()):
            return Problem("it is none of several marines who attack", "7.43")
        return super().obstacle()


class ReactionFire(Reaction):
    """7.41 to 7.43 A shot of a unit.

    Args: see `args_of`; cause: retire, entry or street; others: marines who attack beside the
    target, if there are any."""

    kind, rule, once, names = "reaction fire", "7.4", True, NAMES
    question = "{unit}: fire at {target} ({cause})"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Shoot, ShootAt)
    selectors: ClassVar[Mapping[str, Word]] = {**SELECTORS, "cause": Many(Choice(CAUSES))}


class Reply(Action[Walk]):
    """Fire back: the top unit if it can, otherwise artillery."""

    word, takes = "answer", Nothing()

    def with_what(self) -> str:
        """The unit that answers, "" if none can."""
        return next(iter(self.able()), "")

    def able(self) -> list[str]:
        """H78 Those of the stack that can, the top one first."""
        args = self.walk.request.args
        return answering(self.public, args["at"], args["target"])

    def obstacle(self) -> Problem | None:
        """Range and sight are needed."""
        able = self.with_what()
        return None if able else Problem("it cannot fire back", "7.44")

    async def does(self) -> None:
        """The shots fly together (`exchange`)."""
        self.public["now"]["answer"] = self.with_what()


class ReplyWith(Reply):
    """Fire back with a unit of your choice that could: artillery in place of the top unit."""

    word, takes, example = "answer with", OWN, "answer with: E-SC-1"  # type: ignore[assignment]

    def with_what(self) -> str:
        """The one that its owner names."""
        return str(self.value) if self.value in self.able() else ""


class AnswerFire(Reaction):
    """7.44 Those who are fired at may fire back.

    Args: see `args_of`; unit: the one that is hit."""

    kind, rule, once, names = "answer fire", "7.44", True, NAMES
    question = "{at}: fire back at {target}"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (Reply, ReplyWith)
    selectors: ClassVar[Mapping[str, Word]] = SELECTORS


def answering(public: Data, place: str, shooter: str) -> list[str]:
    """7.44, H78 The units in a place that could fire back at a shooter, the top one first."""
    if shooter not in public["units"] or _fired_at_sea(public, place):
        return []
    mine = position.here(public, place, board.other(SIDES[shooter]))
    target = position.at(public, shooter)
    return [unit for unit in mine if shot_at(public, unit, target)]


def may_answer(public: Data, shot: Shot) -> list[AnswerFire]:
    """7.44 The inactive side, against fire of the active one."""
    seat = board.other(SIDES[shot.shooter])
    if not shot.target or seat == public["seat"] or not answering(public, shot.place, shot.shooter):
        return []
    args = args_of(public, shot.target, shot.shooter)
    return [AnswerFire(seat, **{**args, "at": shot.place})]


async def exchange(table: Table, shot: Shot) -> None:
    """7.44 A shot of the active side, with the answer to it."""
    verbs.trail(table)
    public = table.public
    public["now"]["answer"] = ""
    await window(table, lambda public: may_answer(public, shot))
    unit = public["now"].pop("answer")
    if position.aboard(public, unit):
        verbs.note(table, "fired", unit)  # 7.21 it fires at no galley in this player turn
    back = shot_at(public, unit, position.at(public, shot.shooter)) if unit else None
    resolve(table, [shot, *([back] if back else [])])


async def fly(table: Table, shot: Shot) -> None:
    """7.41 to 7.43 A shot that draws no answer."""
    resolve(table, [shot])


def may_fire_at(
    public: Data, units: Sequence[str], target: str, cause: str, **more: Any
) -> list[ReactionFire]:
    """Requests for a shot of each of these units."""
    if target not in public["units"]:
        return []
    return [
        ReactionFire(SIDES[unit], cause=cause, **args_of(public, unit, target), **more)
        for unit in units
        if unit in public["units"]
    ]


async def retire_fire(table: Table, mover: str, to: str) -> None:
    """7.41 Before it leaves."""
    units = retire_shooters(table.public, mover, to)
    await _fire_of(table, units, mover, RETIRE)


async def entry_fire(table: Table, mover: str) -> None:
    """7.42 When it has come."""
    await _fire_of(table, entry_shooters(table.public, mover), mover, ENTRY)


async def street_fire(table: Table, attackers: Sequence[str], place: str) -> None:
    """7.43, H51 Before shock, at one who attacks: the first of several; of marines, who come side
    by side, at any."""
    first, *rest = attackers
    aboard = position.at(table.public, first) in GALLEYS
    more = {"others": rest} if rest and aboard else {}
    units = street_shooters(table.public, first, place)
    await _fire_of(table, units, first, STREET, **more)


async def _fire_of(table: Table, units: Sequence[str], mover: str, cause: str, **more: Any) -> None:
    if not units:
        return
    verbs.trail(table)
    await window(
        table,
        lambda public: may_fire_at(public, units, mover, cause, **more),
        over=lambda public: mover not in public["units"] or public["result"],
    )


# -- beside ----------------------------------------------------------------------------------------


class Shots(Few[Any]):
    """All that can be said of a shot."""

    def __init__(self, word: str) -> None:
        self.word = word

    def options(self, request: Reaction, view: View) -> Iterable[Answer]:
        """To fire, to hold, or what a window reads itself."""
        yield [{self.word: {}}]
        yield [{self.word: {}}]
        for unit in request.args.get("others", ()):
            yield [{"shoot at": unit}]
        if request.kind == AnswerFire.kind:
            for unit in answering(view.public, request.args["at"], request.args["target"]):
                yield [{"answer with": unit}]
        yield []
        yield [{"pass": {}}]

    def template(self, request: Reaction, view: View) -> list[str]:
        """To fire."""
        return [f"- {self.word}", "# - pass"]


class Firing(Standing[Any]):
    """D9 Whoever says nothing fires."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "quality": Quantity("troop quality of the target"),
        "hits": Quantity("hits on the target"),
        "own hits": Quantity("hits on the unit that fires"),
    }

    def __init__(self, word: str) -> None:
        self.word = word
        self.policies = {word: Nothing(), "pass": Nothing(), "at most": Number(1, 99)}  # type: ignore[misc]

    def measure(self, request: Any, view: View) -> Mapping[str, int]:
        """The quantities now."""
        public, units = view.public, view.public["units"]
        unit, target = request.args["unit"], request.args["target"]
        return {
            "quality": position.quality(public, target) if target in units else 0,
            "hits": units[target]["hits"] if target in units else 0,
            "own hits": units[unit]["hits"] if unit in units else 0,
        }

    def default(self, request: Any, view: View) -> Answer:
        """To fire."""
        return [{self.word: {}}]


REACTION_KIND = Kind(ReactionFire, Shots("shoot"), Shots("shoot"), Firing("shoot"))
ANSWER_KIND = Kind(AnswerFire, Shots("answer"), Shots("answer"), Firing("answer"))
