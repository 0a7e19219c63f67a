"""The galleys of an activated fleet: speeds, courses, transfers (5.4, 5.64, 9)."""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.engine.action import ALWAYS, UNSURE, Action, Problem, repeats
from referee.engine.table import Table
from referee.engine.words import Choice, Either, Fields, Many, Name, Number
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import ATTACK, CRUISE, GALLEYS, GRID, GROUND, NAMES, SIDES
from rulesets.caesar_in_alexandria.land.stacking import over
from rulesets.caesar_in_alexandria.position import FLEET
from rulesets.caesar_in_alexandria.sea import course, deeds, effects, fleet, legs, ships
from rulesets.caesar_in_alexandria.sea.evasion import SHOALS
from rulesets.caesar_in_alexandria.sea.fleet import HALF, LEFT, RIGHT
from rulesets.caesar_in_alexandria.turn.walk import Turning

GALLEY, UNIT = Name("galley"), Name("own unit")
#: What a course may hold.
LEG = Either(
    (
        Name("hex"),
        Choice((*GRID.directions, legs.BEACH, legs.UNGRAPPLE, legs.LEAVE)),
        Fields({"ram": GALLEY}, {"then": Choice((legs.BACK, legs.STAY))}),
        Fields({"rake": GALLEY}),
        Fields({"diekplus": GALLEY}, {"side": Choice((LEFT, RIGHT))}),
        Fields(
            {"fire": Name("galley or slip", ("galley", "hex"))},
            {"strength": Number(1, 9), "by": UNIT},
        ),
        Fields({"grapple": Name("galley or causeway", ("galley", "hex"))}),
        Fields({"ungrapple from": Many(Either((GALLEY, Choice((fleet.DAM,)))), 1, 9)}),
    )
)


def begin(table: Table) -> None:
    """3.A A fleet is activated: its galleys are at cruise until something else is said (D6); what
    the others repulsed before is not its last boarding any more (9.42)."""
    public = table.public
    public["now"]["sea"] = now = fleet.fresh()
    seat = public["seat"]
    for galley in position.galleys(public, board.other(seat)):
        effects.unmark(table, galley, fleet.REPULSED)
    for galley in position.galleys(public, seat):
        public["galleys"][galley]["speed"] = CRUISE
        now["half"] += [galley] if fleet.has(public, galley, HALF) else []


class _OfFleet(Action[Turning]):
    """An order of an activated fleet."""

    def unready(self) -> Problem | None:
        """4.42 The fleet must be activated."""
        if self.public["now"]["activation"] != FLEET:
            return Problem("the fleet is not activated", "4.42", "activate: fleet")
        if self.public["now"]["shock"]:
            reason = "movement is over once fights are chosen"
            return Problem(reason, "3", "put it before 'attack'")
        return None

    def stranger(self, galley: str) -> Problem | None:
        """Whether the galley is not the player's, or gone."""
        if galley not in self.public["galleys"]:
            weight = UNSURE if SIDES[galley] == self.seat else ALWAYS
            return Problem("there is no such galley", "4.42", weight=weight)
        if fleet.side(self.public, galley) != self.seat:
            return Problem("it is not your galley", "4.42")
        return None


class AttackSpeed(_OfFleet):
    """5.42 Galleys that go at attack speed in this turn; all others are at cruise. Before any of
    them moves."""

    word, takes, example = "attack speed", Many(GALLEY), "attack speed: [R-TRI-1]"

    def problems(self) -> Iterable[Problem]:
        """5.42 Before the first course; not galleys that are at cruise only."""
        problem = self.unready()
        now = fleet.now(self.public)
        if problem or now["sailed"] or now["carried"]:
            reason = "speeds are chosen before galleys move"
            yield problem or Problem(reason, "5.42", "put this line first")
            return
        yield from repeats(self.value, NAMES, "5.42", self.word)
        for number, galley in enumerate(self.value):
            problem = self.stranger(galley)
            if not problem and fleet.cruise_only(self.public, galley):
                problem = Problem("it may go at cruise only", "5.42")
            if problem:
                yield problem.at(self.word, number)

    async def does(self) -> None:
        """5.42 It shows until the owner's next fleet activation."""
        self.walk.acted = True
        for galley in self.value:
            self.public["galleys"][galley]["speed"] = ATTACK
        self.table.tell("speeds", {"seat": self.seat, "galleys": list(self.value)})


class Transfer(_OfFleet):
    """5.64 A unit goes over to a galley of yours that lies side by side with its own; both have
    half their points in this turn. Before these galleys move."""

    word = "transfer"
    takes = Fields({"unit": UNIT, "to": GALLEY})
    example = "transfer: {unit: R-VI-1, to: R-TRI-2}"

    def obstacle(self) -> Problem | None:
        """5.64 Side by side, both at cruise, with room."""
        unit, to = self.value["unit"], self.value["to"]
        problem = self.unready() or self.stranger(to)
        if problem:
            return problem
        start = position.at(self.public, unit)
        if start not in GALLEYS:
            return Problem("the unit is not aboard", "5.64")
        return self._apart(start, to) or self._held(unit, start, to)

    def _apart(self, start: str, to: str) -> Problem | None:
        public = self.public
        beside = (
            fleet.flank(public, to, fleet.one(public, start)["at"]),
            fleet.flank(public, start, fleet.one(public, to)["at"]),
        )
        if not all(beside):
            return Problem("the galleys do not lie side by side", "5.64")
        if any(fleet.one(public, key)["speed"] != CRUISE for key in (start, to)):
            return Problem("both must be at cruise", "5.64")
        if {start, to} & {*fleet.now(public)["sailed"]}:
            return Problem("before they move", "5.64")
        return None

    def _held(self, unit: str, start: str, to: str) -> Problem | None:
        if unit in fleet.now(self.public)["carried"]:
            return Problem("once in an activation", "5.64")
        if ships.room(self.public, to) < 1:
            return Problem("there is no room", "5.61")
        gone = (*fleet.now(self.public)["carried"], *self.public["now"]["done"])
        able = [one for one in position.stack(self.public, start) if one not in gone]
        return over(self.public, unit, able)

    async def does(self) -> None:
        """5.64 It goes over."""
        self.walk.acted = True
        now, unit, to = fleet.now(self.public), self.value["unit"], self.value["to"]
        start = position.at(self.public, unit)
        now["carried"].append(unit)
        now["slowed"] += [key for key in (start, to) if key not in now["slowed"]]
        verbs.shift(self.table, unit, to, "", "is transferred (5.64)")


class Sail(_OfFleet):
    """5.43, 9 The course of one galley: hexes one after the other (one far ahead stands for the
    straight line there), facings for turns on the spot, `beach`, `ungrapple`, `leave`, and what it
    does on the way: ram, rake, diekplus, fire, grapple; by: a unit aboard, which fires at land. It
    declares what its course costs, or the points that you name."""

    word = "sail"
    takes = Fields({"galley": GALLEY, "path": Many(LEG, 0, 40)}, {"points": Number(0, 12)})
    example = (
        "sail: {galley: R-TRI-1, path: [4010, {ram: E-TRI-1}, {fire: E-TRI-1}, {grapple: E-TRI-1}]}"
    )

    @property
    def galley(self) -> str:
        """The galley."""
        found: str = self.value["galley"]
        return found

    def under_way(self) -> bool:
        """Whether this is no more the first leg."""
        mover = self.public["now"]["mover"]
        return bool(mover) and mover["piece"] == self.galley and "halt" in mover

    def obstacle(self) -> Problem | None:
        """What is wrong with the first leg of what is left of the course."""
        if self.under_way():
            return self._wrong() if self.walk.rehearsing else None
        problem = self.unready() or self.stranger(self.galley)
        if problem:
            return problem
        if self.galley in fleet.now(self.public)["sailed"]:
            return Problem("it has moved", "5.31")
        most = fleet.allowance(self.public, self.galley, self._speed())
        if problem := course.too_long(self.public, self.galley, self.value["path"], most):
            return problem
        if self._declared() > most:
            return Problem(f"it has {most} points", "5.43", path=("points",))
        if self._speed() == ATTACK and self._declared() < course.LEAST_AT_ATTACK:
            return Problem("at attack speed it spends 2 at least", "5.43", path=("points",))
        return self._try_first()

    def _speed(self) -> str:
        found: str = fleet.one(self.public, self.galley)["speed"]
        return found

    def _declared(self) -> int:
        known: int | None = self.value.get("points")
        if known is not None:
            return known
        return course.estimate(self.public, self.galley, self.value["path"])

    def _try_first(self) -> Problem | None:
        """The first leg, as if the galley were under way."""
        now = self.public["now"]
        before, now["mover"] = now["mover"], self.kept(self._declared())
        problem = self._wrong()
        now["mover"] = before
        return problem

    def _wrong(self) -> Problem | None:
        """Of the next leg: what may come otherwise is a warning behind chance; and deeds that do
        not move the galley are left out then."""
        if not self.value["path"]:
            return self._unspent()
        leg = self._leg()
        problem = leg.problem()
        if problem is None or (self.table.unsure and self.under_way() and not leg.moves):
            return None
        return problem if leg.certain() else problem._replace(weight=UNSURE)

    def _unspent(self) -> Problem | None:
        """5.43 At the end of the course points are left, and a step is possible."""
        mover = self.public["now"]["mover"]
        left = mover["left"]
        if mover["halt"] or not course.open_steps(self.public, self.galley, left):
            return None
        hint = "name more hexes, or fewer points"
        return Problem(f"it must go on: points to be spent: {left}", "5.43", hint, UNSURE)

    def _leg(self) -> legs.Leg:
        return deeds.leg_of(self.table, self.galley, list(self.value["path"]))

    def kept(self, points: int) -> dict[str, Any]:
        """What is kept of a galley under way, beside what is of every piece; once its course is
        broken, also the hexes that were closed to it: broken."""
        return {
            "piece": self.galley,
            "left": points,
            "steps": 0,
            "trail": [],
            "spent": 0,
            "halt": False,
            "start": "",
            "turned": False,
            "pivoted": False,
            "raked": [],
        }

    async def does(self) -> None:
        """15 Leg by leg; what can no more be done is left out, and a course that is broken ends
        straight ahead (5.43)."""
        self.walk.acted = True
        if not self.under_way():
            self._set_out()
        rest = await (self._press_on() if self._drifting() else self._go())
        alive = self.galley in self.public["galleys"] and not self.public["result"]
        if alive and (rest or self._must_go_on()):
            self.walk.go_on({"galley": self.galley, "path": rest})
        else:
            self.end()

    def _set_out(self) -> None:
        points, public = self._declared(), self.public
        now = fleet.now(public)
        now["had"][self.galley] = fleet.allowance(public, self.galley, self._speed())
        verbs.begin_move(self.table, self.galley, points)
        public["now"]["mover"].update(self.kept(points))
        told = {"galley": self.galley, "speed": self._speed(), "points": points}
        self.table.tell("sails", told)

    async def _go(self) -> list[Any]:
        """The next leg; the legs that are left."""
        leg = self._leg()
        problem, known = leg.problem(), self._broken()
        if problem is None:
            await leg.does()
            if self._broken() == known:
                return leg.rest[leg.used :]
        else:
            self.walk.trouble(problem)
            if not leg.moves:
                return leg.rest
            leg.mover["broken"] = known
        if not self.walk.rehearsing:
            verbs.short(self.table, self.seat)
        return _end(leg.rest)

    def _broken(self) -> list[str]:
        """The hexes that were closed to it (5.26)."""
        found: list[str] = (self.public["now"]["mover"] or {}).get("broken", [])
        return found

    def _drifting(self) -> bool:
        """5.43 Whether it goes straight ahead now: behind its course, before a grapple where that
        is broken."""
        path, broken = self.value["path"], "broken" in self.public["now"]["mover"]
        grapples = bool(path) and isinstance(path[0], dict) and "grapple" in path[0]
        return not path or (grapples and broken and self._must_go_on())

    def _must_go_on(self) -> bool:
        """5.43 Points are left, and straight ahead is free water."""
        mover = self.public["now"]["mover"]
        return not mover["halt"] and bool(self._straight())

    def _straight(self) -> list[course.Step]:
        left, face = (
            self.public["now"]["mover"]["left"],
            fleet.one(self.public, self.galley)["face"],
        )
        return [
            step
            for step in course.open_steps(self.public, self.galley, left)
            if step.face == face and not step.turned and not step.under
            and step.to == fleet.ahead(self.public, self.galley)
            and GROUND[step.to] not in SHOALS and step.to not in self._broken()
        ]  # fmt: skip

    async def _press_on(self) -> list[Any]:
        """5.43 What is left of the points is spent straight ahead, not into shoals."""
        for step in self._straight()[:1]:
            leg = legs.GoTo(self.table, self.galley, step.to, [])
            await legs.enter(leg, step)
        return list(self.value["path"])

    def end(self) -> None:
        """The galley is at its end."""
        now, mover = fleet.now(self.public), self.public["now"]["mover"]
        now["sailed"].append(self.galley)
        now["spent"][self.galley] = mover["spent"] if mover else 0
        verbs.end_move(self.table)


def _end(rest: Sequence[Any]) -> list[Any]:
    """What of the rest of a course is still tried when it is broken."""
    return [leg for leg in rest if isinstance(leg, dict) and {"fire", "grapple"} & leg.keys()]


ACTIONS: Sequence[type[Action[Any]]] = (AttackSpeed, Transfer, Sail)
