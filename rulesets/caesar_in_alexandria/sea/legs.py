"""The legs of a galley's course, one class each: steps, turns, rams, rakes, fire, grapples."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import verbs
from rulesets.caesar_in_alexandria.board import (
    ATTACK,
    BEACHES,
    CRUISE,
    GRID,
    GROUND,
    OVERPASSES,
    SAILED,
    SIGNS,
    SLIPS,
    WATER,
)
from rulesets.caesar_in_alexandria.sea import course, effects, fleet, grapples
from rulesets.caesar_in_alexandria.sea.closing import closed
from rulesets.caesar_in_alexandria.sea.evasion import evasions, test_shoal
from rulesets.caesar_in_alexandria.sea.fleet import BEACHED

#: Words of legs beside hexes and facings.
BEACH, UNGRAPPLE, LEAVE = "beach", "ungrapple", "leave"
BACK, STAY = "back", "stay"


class Leg(ABC):
    """One leg of the course of a galley that is under way.

    rest: the legs after it; used: how many of them go with it."""

    #: whether the galley moves by it, so that the rest of its course hangs on it
    moves: ClassVar[bool] = False

    def __init__(self, table: Table, galley: str, value: Any, rest: list[Any]) -> None:
        self.table, self.public = table, table.public
        self.galley, self.value, self.rest = galley, value, rest
        self.used = 0

    @property
    def mover(self) -> Data:
        """What is known of the galley under way."""
        found: Data = self.public["now"]["mover"]
        return found

    @property
    def one(self) -> Data:
        """The galley."""
        return fleet.one(self.public, self.galley)

    @abstractmethod
    def problem(self) -> Problem | None:
        """Why it cannot be done now."""

    @abstractmethod
    async def does(self) -> None:
        """Do it."""

    def certain(self) -> bool:
        """Whether what is wrong with it would be wrong whatever others did."""
        return False

    def pay(self, points: int) -> None:
        """5.43 Points are spent."""
        self.mover["left"] -= points
        self.mover["spent"] += points

    def halt(self) -> None:
        """5.43 The galley goes no further in this activation."""
        self.mover["halt"] = True

    async def shut_out(self, hex_: str) -> bool:
        """5.26 Whether the lighthouse closes a hex to it: then it has to go on elsewhere (5.43)."""
        if not await closed(self.table, self.galley, hex_):
            return False
        self.mover["broken"] = [*self.mover.get("broken", ()), hex_]
        return True

    def spare(self, points: int) -> Problem | None:
        """5.34 Whether so many points are left, and it is not stopped."""
        if self.mover["halt"]:
            return Problem("it goes no further in this activation", "5.43")
        left = self.mover["left"]
        if points > left:
            return Problem(f"it costs {points} and it has {left}", "5.34")
        return None


class GoTo(Leg):
    """Into a hex: ahead, or after a free turn of 60 degrees; straight back at cruise (5.47); far
    ahead in a straight line; through an overpass with the hex behind it."""

    moves = True

    def step(self) -> course.Step | None:
        """The step that comes of it now, None if there is none."""
        to, under = self.value, ""
        if to in OVERPASSES:
            under, to = to, next(iter(self.rest), "")
        else:
            to = next(iter(course.straight(self.one["at"], self.one["face"], to)), to)
        able = [
            step
            for step in course.steps(self.public, self.galley)
            if step.to == to and step.under == under
        ]
        return min(able, key=lambda step: step.cost, default=None)

    def problem(self) -> Problem | None:
        """5.3, 5.4 Whether such a step can be made."""
        step = self.step()
        if step is None:
            return self._why()._replace(hint=course.named(self.public, self.galley))
        return self.spare(step.cost) or course.barred(self.public, self.galley, step)

    def certain(self) -> bool:
        """The map has no such step."""
        return self.step() is None

    def _why(self) -> Problem:
        """5.2, 5.3, 5.4 Why there is none."""
        if fleet.stuck(self.public, self.galley):
            return Problem("it is rammed, aground, grappled or fouled and stays", "5.44")
        if fleet.has(self.public, self.galley, BEACHED):
            return Problem("a beached galley leaves straight back only", "5.48")
        if self.value in OVERPASSES:
            return self._no_passage()
        if self.value == fleet.astern(self.public, self.galley):
            return Problem("it backs at cruise only", "5.47")
        at, to = self.one["at"], self.value
        if not GRID.side(at, to) or to in WATER[at]:
            return Problem("it cannot get there with one step", "5.32")
        if GROUND[to] in SAILED:
            return Problem(f"mole or shore lies between {at} and {to}", "5.33")
        return Problem(f"{to} is no water ({SIGNS[GROUND[to]]})", "5.33")

    def _no_passage(self) -> Problem:
        """5.25 Why it does not get through an overpass beside it."""
        if not self.rest:
            return Problem("it cannot stop under the causeway", "5.25")
        able = ", ".join(course.beyond_overpass(self.one["at"], self.value))
        reason = f"under {self.value} it can only get to {able}, turning by 60 degrees at most"
        return Problem(reason, "5.25")

    async def does(self) -> None:
        """5.43 Step by step."""
        step = self.step()
        assert step
        self.used = 1 if step.under else 0
        if not step.under and step.to != self.value:
            self.rest.insert(0, self.value)
        await enter(self, step)


async def enter(leg: Leg, step: course.Step) -> None:
    """15 A galley enters a hex, unless the lighthouse closes it; then shoals, then evasion."""
    table, galley = leg.table, leg.galley
    if await leg.shut_out(step.to):
        return
    start = leg.one["at"]
    leg.pay(step.cost)
    effects.go(table, galley, step.to, step.face)
    effects.unmark(table, galley, BEACHED)
    leg.mover["trail"] += [step.under, step.to] if step.under else [step.to]
    arrive(leg, "" if step.under else start, step.turned)
    if step.to in SLIPS:
        leg.halt()
    await arrived(leg)


def arrive(leg: Leg, start: str, turned: bool) -> None:
    """How it came into its hex: that counts for rakes, a diekplus and fire."""
    mover = leg.mover
    mover["steps"] += 1
    mover.update({"start": start, "turned": turned, "pivoted": False, "raked": []})


async def arrived(leg: Leg) -> None:
    """5.28, 5.91 What comes of a new hex."""
    if test_shoal(leg.table, leg.galley):
        leg.halt()
    await evasions(leg.table, leg.galley)


class Turn(Leg):
    """On the spot: 1 for each 60 degrees, 2 about; free in a slip that it has just entered."""

    moves = True

    def cost(self) -> int:
        """6.21, 6.23."""
        return 0 if self.free() else course.turn_price(self.one["face"], self.value)

    def about(self) -> Problem | None:
        """6.23 About only without an enemy galley beside it."""
        near = fleet.close_by(self.public, self.galley, fleet.enemy(self.public, self.galley))
        if near and self.value == fleet.opposite(self.one["face"]):
            hint = "turn step by step: name a facing between"
            return Problem("it does not turn about beside an enemy", "6.23", hint)
        return None

    def free(self) -> bool:
        """5.27 On entering a slip."""
        return self.one["at"] in SLIPS and bool(self.mover["steps"])

    def problem(self) -> Problem | None:
        """5.44, 6.21 At cruise, unless it is stuck."""
        if self.free():
            return None
        return self._fixed() or self.about() or self.spare(self.cost())

    def _fixed(self) -> Problem | None:
        """5.44, 5.45, 5.48 A galley that keeps its facing."""
        if self.one["speed"] == ATTACK:
            hint = "a turn of 60 degrees before the next hex is free: name that hex alone"
            return Problem("it turns on the spot at cruise only", "6.21", hint)
        if fleet.has(self.public, self.galley, BEACHED):
            return Problem("a beached galley leaves straight back, and turns then", "5.48")
        if fleet.stuck(self.public, self.galley):
            return Problem("it is rammed, aground, grappled or fouled and keeps its facing", "5.44")
        if fleet.crippled(self.public, self.galley):
            return Problem("a crippled galley keeps its facing", "5.45")
        return None

    async def does(self) -> None:
        """6.2 It turns."""
        self.pay(self.cost())
        self.one["face"] = self.value
        self.mover["trail"].append(self.value)
        self.mover.update(pivoted=True, start="")


class Beach(Leg):
    """5.48 On a beach, without a turn there."""

    moves = True

    def problem(self) -> Problem | None:
        """5.29, 5.48 At cruise, in a beach hex that it has just entered."""
        if self.one["at"] not in BEACHES:
            return Problem("this is no beach", "5.29")
        if self.one["speed"] != CRUISE or fleet.stuck(self.public, self.galley):
            return Problem("it beaches at cruise only", "5.48")
        if not self.mover["steps"] or self.mover["pivoted"]:
            return Problem("it beaches where it has just come without turning there", "5.48")
        return None

    async def does(self) -> None:
        """5.48 It lies there."""
        self.halt()
        effects.mark(self.table, self.galley, BEACHED)
        verbs.trail(self.table)
        self.table.tell("beached", {"galley": self.galley, "at": self.one["at"]})


class Leave(Leg):
    """5.31 Off the map: that is as bad as sunk."""

    moves = True

    def problem(self) -> Problem | None:
        """From the edge."""
        if not course.way_off(self.public, self.galley):
            return Problem("it cannot leave the map from here", "5.31")
        return self.spare(course.HEX)

    async def does(self) -> None:
        """H66 It is gone."""
        verbs.trail(self.table)
        effects.sink(self.table, [self.galley], "off the map (5.31)")


class GetFree(Leg):
    """9.41 Before anything else: from all, or from those named, for 2 points."""

    moves = True

    def others(self) -> list[str]:
        """Those of whom it wants to be free."""
        wanted = self.value["ungrapple from"] if isinstance(self.value, dict) else ()
        return [key for key in self.one["grappled"] if not wanted or key in wanted]

    def problem(self) -> Problem | None:
        """9.41 Before it moves."""
        if self.mover["steps"] or self.mover["spent"]:
            return Problem("it gets free before it moves", "9.41")
        wanted = self.value["ungrapple from"] if isinstance(self.value, dict) else self.others()
        return grapples.ungrapple_problem(self.public, self.galley, wanted)

    async def does(self) -> None:
        """9.43 Free of all, or it does not move."""
        self.pay(min(course.UNGRAPPLE, self.mover["left"]))
        free = grapples.get_free(self.table, self.galley, self.others())
        if not free:
            self.halt()
