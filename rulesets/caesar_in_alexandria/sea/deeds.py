"""What a galley does on its course: rams, rakes, fire, grapples; and every leg by its word."""

from collections.abc import Mapping
from typing import Any

from referee.engine.action import Problem
from referee.engine.table import Table
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import GRID
from rulesets.caesar_in_alexandria.land.fire import Shot
from rulesets.caesar_in_alexandria.land.march import not_now
from rulesets.caesar_in_alexandria.land.steps import fire_own, own_shot
from rulesets.caesar_in_alexandria.sea import course, effects, fleet, grapples, missiles, ramming
from rulesets.caesar_in_alexandria.sea.closing import closed
from rulesets.caesar_in_alexandria.sea.evasion import test_shoal
from rulesets.caesar_in_alexandria.sea.fleet import LEFT
from rulesets.caesar_in_alexandria.sea.legs import (
    BACK,
    BEACH,
    LEAVE,
    UNGRAPPLE,
    Beach,
    GetFree,
    GoTo,
    Leave,
    Leg,
    Turn,
    arrive,
    arrived,
)


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
        to, face = fleet.astern(self.public, self.galley), self.one["face"]
        if not to or course.barred(self.public, self.galley, course.Step(to, face, 0)):
            return
        if await closed(self.table, self.galley, to):
            return
        verbs.trail(self.table)
        effects.go(self.table, self.galley, to, face)
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
        """H81 The passage, if the lighthouse closes neither hex of it (H83), the rake, then what
        comes of the hex beyond."""
        target = self.value["diekplus"]
        through = fleet.one(self.public, target)["at"]
        to = fleet.beyond(through, self.one["face"])
        for on in (through, to):
            if await self.shut_out(on):
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
        left: int = fired["left"]
        return left if fired["steps"] == self.mover["steps"] else 0

    def _shot_at(self) -> list[str]:
        """7.23 Who has had a part of it."""
        found: list[str] = self.mover.get("fire", {}).get("at", [])
        return found

    def problem(self) -> Problem | None:
        """7.21, 7.22 Once in its own movement."""
        known = self.galley in fleet.now(self.public)["shot"]
        if known and not (self.mover.get("fire") and self.left()):
            return Problem("it has fired in this activation", "7.21")
        at = self.value["fire"]
        if at not in missiles.targets(self.public, self.galley):
            return missiles.no_target(self.public, self.galley, at)
        if at in self._shot_at():
            return Problem("it has fired at this already", "7.23", "the rest goes to others")
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
        self.mover["fire"] = {
            "left": left - number,
            "steps": self.mover["steps"],
            "at": [*self._shot_at(), self.value["fire"]],
        }
        fired = self.public["now"]["fired"]
        aboard = self.public["stacks"].get(self.galley, ())
        fired += [unit for unit in aboard if unit not in fired]
        await missiles.fire(self.table, missiles.Volley(self.galley, self.value["fire"], number))


class Shore(Leg):
    """7.11, 7.16 A unit aboard fires at land on the way, and stays aboard."""

    def problem(self) -> Problem | None:
        """It is there, has not been used, and sees the target."""
        unit = self.value["by"]
        if "strength" in self.value:
            return Problem("a unit has one shot", "7.12", path=("strength",))
        if position.at(self.public, unit) != self.galley:
            return Problem("it is not aboard this galley", "7.16", path=("by",))
        return not_now(self.public, unit) or self._shot()[1]

    def _shot(self) -> tuple[Shot | None, Problem | None]:
        return own_shot(self.public, self.value["by"], self.value["fire"], False)

    async def does(self) -> None:
        """7.44 With the answer."""
        shot = self._shot()[0]
        assert shot is not None
        await fire_own(self.table, shot)
        verbs.finish(self.table, [shot.shooter])


class Grapple(Leg):
    """9.3 A galley in whose side hex it ends, or the causeway."""

    def problem(self) -> Problem | None:
        """9.31 At the end of its movement."""
        if self.mover["left"] and not self.mover["halt"] and self._goes_on():
            return Problem("it grapples at the end of its movement", "9.31")
        return grapples.grapple_problem(self.public, self.galley, self.value["grapple"])

    def _goes_on(self) -> bool:
        """5.43 A broken course ends where it cannot go straight ahead."""
        if "broken" in self.mover:
            return False
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
        sort = Shore if "by" in value else DEEDS[next(key for key in value if key in DEEDS)]
    elif value in WORDS:
        sort = WORDS[value]
    else:
        sort = Turn if value in GRID.directions else GoTo
    return sort(table, galley, value, rest)
