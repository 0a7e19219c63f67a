"""The orders of land units and leaders in phase B: to move, to fire, to change places (5, 7.11)."""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.engine.action import SLIP, UNSURE, Action, Problem, repeats
from referee.engine.view import Data
from referee.engine.words import Choice, Either, Fields, Many, Name, Number
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    AFOOT,
    BLOCKS,
    CANAL,
    COMMANDERS,
    CORNERS,
    FACINGS,
    GALLEYS,
    GRID,
    LEADERS,
    NAMES,
    POINTS,
    UNITS,
)
from rulesets.caesar_in_alexandria.land import ways
from rulesets.caesar_in_alexandria.land.facing import arrival, goes_ahead, pivot_cost
from rulesets.caesar_in_alexandria.land.fire import Shot
from rulesets.caesar_in_alexandria.land.stacking import enemies, fits, is_bare, may_stay, over
from rulesets.caesar_in_alexandria.land.steps import fire_own, own_shot, step
from rulesets.caesar_in_alexandria.position import AUXILIARIES, COMMANDER
from rulesets.caesar_in_alexandria.turn.command import not_in_command
from rulesets.caesar_in_alexandria.turn.walk import Turning

OWN = Name("own unit")
#: Where a unit can be, or what it can fire at.
PLACE = Name("place", ("hex", "point", "block", "galley"))
OFF = "off map"
ITEM = Either((PLACE, Choice((*FACINGS, OFF)), Fields({"fire": PLACE})))


def not_now(public: Data, piece: str) -> Problem | None:
    """3.B, 4.4 Why a unit or a leader cannot be ordered now."""
    now = public["now"]
    if now["shock"]:
        return Problem("movement is over once fights are chosen", "3", "put it before 'attack'")
    if position.place_of(public, piece) == "":
        return Problem("it is not there (any more)", "4.4", weight=UNSURE)
    if piece in now["done"]:
        return Problem("its activation is used up", "5.31")
    able = now["active"] if piece in UNITS else movable_leaders(public)
    if piece not in able:
        return not_in_command(public, piece)
    return None


def movable_leaders(public: Data) -> list[str]:
    """4.43, 5.12 The leader who is activated, or the commander alone."""
    chosen, commander = public["now"]["activation"], COMMANDERS[public["seat"]]
    if chosen == COMMANDER:
        return [commander]
    return [chosen] if chosen in LEADERS else []


class Move(Action[Turning]):
    """5.3 A unit or leader goes along a path: spaces, facings to turn to (free right behind a step
    where the facing is free), and a shot at a space on the way; a galley at its end to embark, or
    out of a galley to land. With a commander in the same place he can go along."""

    word = "move"
    example = "move: {piece: E-LI-2, path: [E, 4-E, {fire: 4-F}]}"
    takes = Fields(
        {
            "piece": Name("own unit or leader", ("own unit", "own leader")),
            "path": Many(ITEM, 1, 24),
        },
        {"with": Name("own leader")},
    )

    def __init__(self, walk: Turning, value: Any) -> None:
        super().__init__(walk, value)
        self.piece: str = value["piece"]
        self.path: Sequence[Any] = value["path"]
        self.begun: int = value.get("begun", 0)

    # What is wrong with it.

    def problems(self) -> Iterable[Problem]:
        """Of the whole at its beginning; then of the next item of the path."""
        first = self.begun == 0
        problem = (self._first() if first else None) or self._next()
        if problem:
            yield problem if problem.path else problem.at("path", self.begun)

    def names(self) -> Iterable[str]:
        """The piece."""
        return [self.piece]

    def _first(self) -> Problem | None:
        public, piece = self.public, self.piece
        if not position.has_land(public):
            return Problem("nobody lands in the naval battle", "12.2", path=("piece",))
        problem = not_now(public, piece)
        if problem is None and piece in UNITS:
            problem = self._aboard() or self._on_top()
        rider = self.value.get("with")
        if problem is None and rider:
            problem = self._rider(rider)
        return problem.at("piece") if problem and not problem.path else problem

    def _aboard(self) -> Problem | None:
        """5.63 One lands with the fleet, or with a leader who has one in command."""
        lands = position.aboard(self.public, self.piece)
        if lands and self.public["now"]["activation"] == AUXILIARIES:
            hint = "activate the fleet, or a leader who commands it"
            return Problem("auxiliaries aboard do not land of their own", "5.63", hint)
        return None

    def _on_top(self) -> Problem | None:
        """5.12 before its leader, 5.76, H39 the top one first, aboard too."""
        public, now = self.public, self.public["now"]
        if now["activation"] in now["done"]:
            return Problem("its leader has moved already", "5.12", "put his line after this one")
        able = [unit for unit in now["active"] if unit not in now["done"]]
        return over(public, self.piece, able)

    def _rider(self, leader: str) -> Problem | None:
        """4.43 The commander goes with a unit with which he is stacked."""
        public = self.public
        if leader != COMMANDERS[self.seat] or self.piece not in UNITS:
            return Problem("only a commander goes along, with a unit", "4.43", path=("with",))
        if position.place_of(public, leader) != position.at(public, self.piece):
            return Problem("he is not stacked with it", "4.43", "", UNSURE, ("with",))
        if leader in public["now"]["done"]:
            return Problem("he has gone along with another", "4.43", path=("with",))
        return None

    def _left(self) -> int:
        mover = self.public["now"]["mover"]
        left: int = mover["left"] if self.begun and mover else ways.allowance(self.piece)
        return left

    def _next(self) -> Problem | None:
        """Of the next item."""
        item = self.path[0]
        if self.piece in LEADERS:
            return self._leader_step(item)
        if isinstance(item, dict):
            return self._shot(item["fire"])[1]
        if self.begun and self.public["now"]["mover"]["stopped"]:
            return Problem("it has to stop there", "6.33", weight=UNSURE)
        if item in FACINGS:
            return self._pivot(item)
        return self._off() if item == OFF else self._step(item)

    def _leader_step(self, item: Any) -> Problem | None:
        if isinstance(item, dict) or item in FACINGS:
            return Problem("a leader has no facing, and does not fire", "4.1")
        if item == OFF:
            return Problem("a leader stays on the map", "5.31")
        barred = ways.leader_barred(self.public, self.piece, item)
        return barred or self._dear(ways.leader_cost(self.public, self.piece, item))

    def _dear(self, price: int) -> Problem | None:
        left = self._left()
        if price > left:
            hint = f"it has {ways.allowance(self.piece)} in a turn; end the path before that"
            return Problem(f"it costs {price}, and {left} are left", "5.34", hint, UNSURE)
        return None

    def _step(self, to: str) -> Problem | None:
        public = self.public
        if self.piece in public["now"]["fired"] and board.is_artillery(self.piece):
            return Problem("artillery moves or fires", "7.62")
        if to in BLOCKS and self.begun - (self.piece in public["now"]["fired"]):
            return Problem("it enters a block only from rest", "5.23")
        barred = ways.why_not(public, self.piece, to)
        return barred or self._dear(ways.cost(public, self.piece, to)) or self._stay(to)

    def _stay(self, to: str) -> Problem | None:
        """H38 Where it may not stay it must be able to go on; 11.2 the garrison of Pharos."""
        public = self.public
        goes_on = any(isinstance(item, str) and item not in FACINGS for item in self.path[1:])
        if not goes_on and not fits(public, self.piece, to):
            if to not in GALLEYS and self._could_go_on(to):
                hint = "let it go on; otherwise it is put back"
                return Problem("it cannot stay there", "5.71", hint, SLIP)
            return Problem("there is no room to stay", "5.71", ways.ROOM_TO_STAY, UNSURE)
        if not goes_on and is_bare(public, self.piece, to):
            return Problem("before a landing the garrison of Pharos does not stay there", "11.2")
        return None

    def _could_go_on(self, to: str) -> bool:
        """H38 Whether from there it could make another step, to where it may stay."""
        public, piece = self.public, self.piece
        one = public["units"][piece]
        if one["at"] in GALLEYS or position.in_zone(public, to, self.seat):
            return False
        left = self._left() - ways.cost(public, piece, to)
        able = arrival(piece, one["at"], one["face"], to).able or [""]
        for on, kind in position.country(public).links[to].items():
            if kind not in AFOOT or enemies(public, on, self.seat):
                continue
            if ways.mounted_out(piece, on) or not may_stay(public, piece, on):
                continue
            price = 1 + (kind == CANAL) + ways.costs_more(public, piece, on)
            if price + min(_turns(piece, to, face, on) for face in able) <= left:
                return True
        return False

    def _pivot(self, face: str) -> Problem | None:
        one = self.public["units"][self.piece]
        able = [] if board.is_artillery(self.piece) else board.facings(one["at"])
        if face not in able:
            return Problem("it cannot face so there", "6.1", ", ".join(able))
        if face == one["face"]:
            return Problem("it faces so already", "6.12", weight=UNSURE)
        return self._dear(pivot_cost(self.piece, one["face"], face))

    def _off(self) -> Problem | None:
        """5.31 Over the edge of the map; 4.43 not away from the commander who goes along."""
        one, mover = self.public["units"][self.piece], self.public["now"]["mover"]
        rider = mover["with"] if self.begun and mover else self.value.get("with")
        if rider:
            return Problem("a commander goes along, and he stays on the map", "4.43")
        off = {*GRID.directions} - {*GRID.links.get(one["at"], {}).values()}
        if not board.is_hex(one["at"]) or not off:
            return Problem("it is not at the edge of the map", "5.31", weight=UNSURE)
        if one["face"] and not off & {*CORNERS[one["face"]]}:
            able = [face for face, front in CORNERS.items() if off & {*front}]
            hint = f"let it turn first: to {' or '.join(able)}"
            return Problem("it does not face the edge of the map", "5.32", hint, UNSURE)
        return self._dear(1)

    def _shot(self, place: str) -> tuple[Shot | None, Problem | None]:
        """7.11 A shot on the way: only after a step nearer, or before any."""
        public, mover = self.public, self.public["now"]["mover"]
        if place in GALLEYS and place not in public["galleys"]:
            return None, Problem("that galley is gone", "7.13", weight=UNSURE)
        will = any(isinstance(item, str) and item not in FACINGS for item in self.path[1:])
        moved = bool(self.begun and mover and mover["steps"])
        if moved and not _nearer(public, mover["before"], position.at(public, self.piece), place):
            return None, Problem("it has not just come nearer to that", "7.11", weight=UNSURE)
        if (moved or will) and board.is_artillery(self.piece):
            return None, Problem("artillery moves or fires", "7.62")
        return own_shot(public, self.piece, place, moved or will)

    # What it does.

    async def does(self) -> None:
        """5.31 Leg by leg; where others may react, each is a step of its own."""
        self.walk.acted = True
        if not self.begun:
            verbs.begin_move(self.table, self.piece, ways.allowance(self.piece))
            self.public["now"]["mover"]["with"] = self.value.get("with", "")
        path, begun = self.path, self.begun
        while True:
            taken, quiet = await self._leg(path)
            path, begun = path[taken:], begun + taken
            if not path or not self._under_way():
                break
            rest = {"piece": self.piece, "path": path, "begun": begun}
            problems = list(Move(self.walk, rest).problems())
            if problems:
                self.walk.trouble(problems[0])
            if problems and problems[0].weight != SLIP:
                break
            if not quiet:
                self.walk.go_on(rest)
                return
        if path and not self._under_way() and not self.walk.rehearsing:
            verbs.short(self.table, self.seat)
        verbs.end_move(self.table)

    def _under_way(self) -> bool:
        return not self.public["result"] and position.place_of(self.public, self.piece) != ""

    async def _leg(self, path: Sequence[Any]) -> tuple[int, bool]:
        """One item, or a step with the facing behind it; how many, and whether nobody could
        react."""
        item, table, public = path[0], self.table, self.public
        if self.piece in LEADERS:
            verbs.ride(table, self.piece, item, ways.leader_cost(public, self.piece, item))
            return 1, True
        if isinstance(item, dict):
            self.path = path
            shot = self._shot_now(path)
            await fire_own(table, shot)
            return 1, False
        if item == OFF:
            verbs.leave_map(table, self.piece)
            return 1, True
        if item in FACINGS:
            one = public["units"][self.piece]
            if position.in_zone(public, one["at"], self.seat) and not _entered(public):
                verbs.note(table, "barred", self.piece)
            verbs.pivot(table, self.piece, item, pivot_cost(self.piece, one["face"], item))
            return 1, True
        one = public["units"][self.piece]
        able = arrival(self.piece, one["at"], one["face"], item).able if item not in GALLEYS else ()
        wish = path[1] if len(path) > 1 and path[1] in able and len(able) > 1 else ""
        face = wish or (able[0] if able else "")
        quiet = await step(table, self.piece, item, face, ways.cost(public, self.piece, item))
        return 1 + bool(wish), quiet

    def _shot_now(self, path: Sequence[Any]) -> Shot:
        rest = {"piece": self.piece, "path": path, "begun": self.begun or 1}
        shot = Move(self.walk, rest)._shot(path[0]["fire"])[0]
        assert shot is not None
        return shot


def _entered(public: Data) -> bool:
    return bool(public["now"]["mover"]["steps"])


def _turns(unit: str, place: str, face: str, on: str) -> int:
    """6.12 What it costs to turn so that a unit can go on from a place."""
    if goes_ahead(place, face, on):
        return 0
    able = [one for one in board.facings(place) if goes_ahead(place, one, on)]
    return min(pivot_cost(unit, face, one) for one in able)


def _nearer(public: Data, before: str, now: str, place: str) -> bool:
    """7.11 Whether a step led nearer to a target; into a block, or at one, it always does."""
    one, two, far = (_centre(public, space) for space in (before, now, place))
    return not (one and two and far) or GRID.distance(two, far) < GRID.distance(one, far)


def _centre(public: Data, place: str) -> str:
    """The hex where a place lies, "" for a block."""
    space = position.hex_of(public, place)
    return space if board.is_hex(space) else POINTS.get(space, "")


class Fire(Action[Turning]):
    """7.11 A unit fires where it stands, and stays there."""

    word, takes = "fire", Fields({"unit": OWN, "at": PLACE})
    example = "fire: {unit: R-SC-1, at: 4-K}"

    def obstacle(self) -> Problem | None:
        """7.1, and it is activated."""
        unit, public = self.value["unit"], self.public
        return not_now(public, unit) or own_shot(public, unit, self.value["at"], False)[1]

    async def does(self) -> None:
        """7.44 With the answer."""
        self.walk.acted = True
        shot = own_shot(self.public, self.value["unit"], self.value["at"], False)[0]
        assert shot is not None
        await fire_own(self.table, shot)
        verbs.finish(self.table, [shot.shooter])


class Restack(Action[Turning]):
    """5.76 A unit takes another place among those of its side, and does nothing else."""

    word, takes = "restack", Fields({"unit": OWN, "to": Number(1, 9)})
    example = "restack: {unit: R-VI-2, to: 1}"

    def obstacle(self) -> Problem | None:
        """It is activated and has not moved; there is such a place."""
        unit, public = self.value["unit"], self.public
        barred = not_now(public, unit)
        if barred:
            return barred
        here = position.mates(public, unit)
        if self.value["to"] > len(here) or here[self.value["to"] - 1] == unit:
            return Problem("there is no such other place in its stack", "5.76", weight=UNSURE)
        return None

    async def does(self) -> None:
        """All its points are spent."""
        self.walk.acted = True
        verbs.restack(self.table, self.value["unit"], self.value["to"] - 1)
        verbs.finish(self.table, [self.value["unit"]])


class Stand(Action[Turning]):
    """5.76, H39 Units stay where they are in this turn; those below them may go."""

    word, takes, example = "stand", Many(OWN, 1, 20), "stand: [R-VI-1]"

    def problems(self) -> Iterable[Problem]:
        """They are activated and have not moved."""
        yield from repeats(self.value, NAMES, "5.31", self.word)
        for number, unit in enumerate(self.value):
            barred = not_now(self.public, unit)
            if barred:
                yield barred.at("stand", number)

    async def does(self) -> None:
        """Their activation is used up, as all see in the position."""
        self.walk.acted = True
        verbs.stand(self.table, self.value)


ACTIONS: Sequence[type[Action[Any]]] = (Move, Fire, Restack, Stand)
