"""The legs of a galley's course, one class each: steps, turns, rams, rakes, fire, grapples."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_in_alexandria import verbs
from rulesets.caesar_in_alexandria.board import ATTACK, BEACHES, CRUISE, GRID, OVERPASSES, SLIPS
from rulesets.caesar_in_alexandria.sea import course, effects, fleet, grapples, missiles, ramming
from rulesets.caesar_in_alexandria.sea.closing import closed
from rulesets.caesar_in_alexandria.sea.evasion import evasions, test_shoal
from rulesets.caesar_in_alexandria.sea.fleet import AGROUND, BEACHED, LEFT

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
            to = course.stretch(self.public, self.galley, to) or to
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
            hint = course.named(self.public, self.galley)
            rule, why = self._why()
            return Problem(why, rule, hint)
        return self.spare(step.cost) or course.barred(self.public, self.galley, step)

    def certain(self) -> bool:
        """The map has no such step."""
        return self.step() is None

    def _why(self) -> tuple[str, str]:
        if fleet.stuck(self.public, self.galley):
            return "5.44", "it is rammed, aground, grappled or fouled and stays"
        if self.value in OVERPASSES and not self.rest:
            return "5.25", "it cannot stop under the causeway"
        if self.value == fleet.astern(self.public, self.galley):
            return "5.47", "it backs at cruise only"
        return "5.32", "it cannot get there with one step"

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
    if await closed(table, galley, step.to):
        leg.halt()
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
        marks = (fleet.RAMMED, AGROUND, BEACHED)
        fast = self.one["speed"] == ATTACK
        if fast or fleet.has(self.public, self.galley, *marks):
            return Problem("it turns on the spot at cruise only", "6.21")
        if fleet.stuck(self.public, self.galley) or fleet.crippled(self.public, self.galley):
            return Problem("it cannot turn", "5.44")
        return self.about() or self.spare(self.cost())

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


class Ram(Leg):
    """9.1 The galley before it, from a side hex; then it backs if it can, or stays."""

    def problem(self) -> Problem | None:
        """9.11, 9.12 Whether it can."""
        if self.mover["halt"]:
            return Problem("it goes no further in this activation", "5.43")
        return ramming.ram_problem(self.public, self.galley, self.value["ram"])

    async def does(self) -> None:
        """9.15 It is at its end whatever comes of it, but for a hex back."""
        free = await ramming.ram(self.table, self.galley, self.value["ram"])
        if fleet.has(self.public, self.value["ram"], fleet.RAMMED) or self._collided():
            self.halt()
        if free and self.value.get("then", BACK) == BACK:
            await self._back()

    def _collided(self) -> bool:
        return self.galley in fleet.now(self.public)["collided"]

    async def _back(self) -> None:
        """9.15 One hex straight back, for nothing; it threatens nobody any more (5.91)."""
        to = fleet.astern(self.public, self.galley)
        if not to or not fleet.free(self.public, to, self.galley):
            return
        if await closed(self.table, self.galley, to):
            return
        verbs.trail(self.table)
        effects.go(self.table, self.galley, to, self.one["face"])
        arrive(self, "", False)
        self.table.tell("backs", {"galley": self.galley, "at": to})
        test_shoal(self.table, self.galley)


class Rake(Leg):
    """9.2 A galley along whose side it has just passed."""

    def problem(self) -> Problem | None:
        """9.21 Once for a step."""
        target = self.value["rake"]
        if target in self.mover["raked"]:
            return Problem("it has raked it on this pass", "9.21")
        if self.mover["halt"] and fleet.stuck(self.public, self.galley):
            return Problem("it is stopped", "9.21")
        return ramming.rake_problem(self.public, self.galley, target, self.mover["start"])

    async def does(self) -> None:
        """9.28 The marker lies on the raked side."""
        target = self.value["rake"]
        self.mover["raked"].append(target)
        hand = fleet.hand(self.public, target, self.one["at"])
        await ramming.rake(self.table, self.galley, target, hand)


class Diekplus(Leg):
    """9.24 Straight through a galley that is hemmed in."""

    moves = True

    def cost(self) -> int:
        """9.25 2, and the hex beyond."""
        at = fleet.one(self.public, self.value["diekplus"])["at"]
        return course.THROUGH + course.price(fleet.beyond(at, self.one["face"]))

    def problem(self) -> Problem | None:
        """9.24, 9.25 Whether it can."""
        target, turned = self.value["diekplus"], self.mover["turned"]
        if fleet.stuck(self.public, self.galley):
            return Problem("it stays where it is", "5.44")
        problem = ramming.diekplus_problem(self.public, self.galley, target, turned)
        return problem or self.spare(self.cost())

    async def does(self) -> None:
        """H81 The passage, the rake, then what comes of the hex beyond."""
        target = self.value["diekplus"]
        through = fleet.one(self.public, target)["at"]
        to = fleet.beyond(through, self.one["face"])
        if await closed(self.table, self.galley, to):
            self.halt()
            return
        self.pay(self.cost())
        effects.go(self.table, self.galley, to, self.one["face"])
        self.mover["trail"] += [through, to]
        arrive(self, "", False)
        side = self.value.get("side", LEFT)
        await ramming.rake(self.table, self.galley, target, side)
        await arrived(self)


class Fire(Leg):
    """7.2 Once, at an enemy galley beside it or an empty slip, with all its strength or a part;
    the rest may go to others at the same moment."""

    def left(self) -> int:
        """7.23 What is left of its strength at this moment."""
        fired = self.mover.get("fire")
        if not fired:
            return missiles.strength(self.public, self.galley)
        return int(fired["left"]) if fired["steps"] == self.mover["steps"] else 0

    def problem(self) -> Problem | None:
        """7.21, 7.22 Once in its own movement."""
        known = self.galley in fleet.now(self.public)["shot"]
        if known and not (self.mover.get("fire") and self.left()):
            return Problem("it has fired in this activation", "7.21")
        at = self.value["fire"]
        if at not in missiles.targets(self.public, self.galley):
            return missiles.no_target(self.public, self.galley)
        if not self.left():
            return Problem("nobody aboard has a shot left", "7.21")
        wanted = self.value.get("strength", 1)
        if wanted > self.left():
            return Problem(f"its fire has a strength of {self.left()}", "7.22")
        return None

    async def does(self) -> None:
        """7.23 The volley, and the answer to it."""
        left = self.left()
        number = self.value.get("strength", left)
        self.mover["fire"] = {"left": left - number, "steps": self.mover["steps"]}
        fired = self.public["now"]["fired"]
        aboard = self.public["stacks"].get(self.galley, ())
        fired += [unit for unit in aboard if unit not in fired]
        await missiles.fire(self.table, missiles.Volley(self.galley, self.value["fire"], number))


class Grapple(Leg):
    """9.3 A galley in whose side hex it ends, or the causeway."""

    def problem(self) -> Problem | None:
        """9.31 At the end of its movement."""
        if self.mover["left"] and not self.mover["halt"] and self._goes_on():
            return Problem("it grapples at the end of its movement", "9.31")
        return grapples.grapple_problem(self.public, self.galley, self.value["grapple"])

    def _goes_on(self) -> bool:
        return bool(course.open_steps(self.public, self.galley, self.mover["left"]))

    async def does(self) -> None:
        """9.33 A try."""
        self.halt()
        await grapples.grapple(self.table, self.galley, self.value["grapple"])


#: Legs by the key of their map.
DEEDS: Mapping[str, type[Leg]] = {
    "ram": Ram,
    "rake": Rake,
    "diekplus": Diekplus,
    "fire": Fire,
    "grapple": Grapple,
    "ungrapple from": GetFree,
}
WORDS: Mapping[str, type[Leg]] = {BEACH: Beach, LEAVE: Leave, UNGRAPPLE: GetFree}


def leg_of(table: Table, galley: str, path: list[Any]) -> Leg:
    """The first leg of what is left of a course."""
    value, *rest = path
    if isinstance(value, dict):
        sort = DEEDS[next(key for key in value if key in DEEDS)]
    elif value in WORDS:
        sort = WORDS[value]
    else:
        sort = Turn if value in GRID.directions else GoTo
    return sort(table, galley, value, rest)
