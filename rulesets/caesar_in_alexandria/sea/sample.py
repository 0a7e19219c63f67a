"""Random play of fleets: courses toward enemies with everything that galleys can do."""

from collections.abc import Coroutine, Iterator
from typing import Any

from referee.engine.table import driven
from referee.engine.view import Data
from referee.engine.writer import Writer
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import ATTACK, BEACHES, CRUISE, GRID, GROUND, SLIPS
from rulesets.caesar_in_alexandria.land.fire import shot_at
from rulesets.caesar_in_alexandria.sea import course, deeds, fleet, legs, missiles, ships
from rulesets.caesar_in_alexandria.sea.evasion import SHOALS
from rulesets.caesar_in_alexandria.sea.fleet import DAM
from rulesets.caesar_in_alexandria.sea.sail import Sail
from rulesets.caesar_in_alexandria.shock.fights import attacking, never_attacks


class Admiral:
    """Writes the orders of an activated fleet for a writer."""

    def __init__(self, writer: Writer[Any]) -> None:
        self.writer, self.chance, self.maybe = writer, writer.chance, writer.maybe
        self.seat = writer.seat

    @property
    def public(self) -> Data:
        """The position behind the lines written so far."""
        return self.writer.public

    def over(self) -> bool:
        """Whether nothing can be added."""
        return bool(self.writer.walk.over() or self.writer.walk.ended)

    def sail(self) -> None:
        """Speeds, transfers, courses."""
        now = fleet.now(self.public)
        if self.public["now"]["shock"]:
            return
        mine = [key for key in position.galleys(self.public, self.seat) if key not in now["sailed"]]
        fast = [key for key in mine if not fleet.cruise_only(self.public, key) and self.maybe(55)]
        if fast and not (now["sailed"] or now["carried"]):
            self.writer.add("attack speed", fast)
        if self.maybe(25):
            self.transfer(mine)
        self.chance.shuffle(mine)
        for galley in mine:
            if self.over():
                return
            fast_one = fleet.one(self.public, galley)["speed"] == ATTACK
            if galley in self.public["galleys"] and (fast_one or self.maybe(85)):
                Captain(self, galley).sail()

    def transfer(self, mine: list[str]) -> None:
        """A unit goes over, if two galleys lie so."""
        public = self.public
        for galley in mine:
            for other in fleet.close_by(public, galley, self.seat):
                able = position.stack(public, galley)
                if able and ships.room(public, other) and self.maybe(30):
                    value = {"unit": self.chance.choice(able[:2]), "to": other}
                    if self.possible("transfer", value):
                        self.writer.add("transfer", value)
                        return

    def possible(self, word: str, value: Any) -> bool:
        """Whether a line is legal now."""
        walk = self.writer.walk
        action = walk.request.by_word[word](walk, value)
        return not list(action.problems())

    def board(self) -> None:
        """8.6 Units go over to galleys to which theirs are grappled."""
        public = self.public
        for galley in position.galleys(public, self.seat):
            held = [key for key in fleet.one(public, galley)["grappled"] if key != DAM]
            enemies = [key for key in held if fleet.side(public, key) != self.seat]
            if enemies and self.maybe(85):
                self.over_to(self.chance.choice(enemies))

    def over_to(self, enemy: str) -> None:
        """All that can, or some."""
        public = self.public
        units: list[str] = []
        for galley in fleet.one(public, enemy)["grappled"]:
            if galley != DAM and fleet.side(public, galley) == self.seat:
                units += [
                    unit
                    for unit in position.stack(public, galley)
                    if not never_attacks(unit) and unit not in attacking(public) and self.maybe(90)
                ]
        if units:
            value: dict[str, Any] = {"with": units, "at": [enemy]}
            if self.maybe(20):
                value["reference"] = self.chance.choice(units)
            if self.possible("attack", value):
                self.writer.add("attack", value)


class Captain:
    """Writes the course of one galley, leg by leg on the copy."""

    def __init__(self, admiral: Admiral, galley: str) -> None:
        self.admiral, self.galley = admiral, galley
        self.walk, self.chance, self.maybe = admiral.writer.walk, admiral.chance, admiral.maybe
        self.path: list[Any] = []

    @property
    def public(self) -> Data:
        """The position now."""
        return self.admiral.public

    def sail(self) -> None:
        """The course is gone as it is written; the line stands behind those written before."""
        speed = fleet.one(self.public, self.galley)["speed"]
        points = fleet.allowance(self.public, self.galley, speed)
        sail = Sail(self.walk, {"galley": self.galley, "path": []})
        fleet.now(self.public)["had"][self.galley] = points
        verbs.begin_move(self.walk.table, self.galley, points)
        self.public["now"]["mover"].update(sail.kept(points))
        goal = self.goal()
        self.begin()
        while self.goes_on() and self.leg(goal):
            pass
        if self.galley in self.public["galleys"] and not self.admiral.over():
            self.finish()
        sail.end()
        if self.path:
            self.admiral.writer.lines.append({"sail": {"galley": self.galley, "path": self.path}})

    def goal(self) -> str:
        """The nearest enemy galley, or another one."""
        public, at = self.public, fleet.one(self.public, self.galley)["at"]
        enemies = position.galleys(public, board.other(self.admiral.seat))
        far = {key: GRID.distance(at, fleet.one(public, key)["at"]) for key in enemies}
        near = sorted(enemies, key=lambda key: (far[key], key))
        if not near:
            return str(at)
        chosen = near[0] if self.maybe(70) else self.chance.choice(near)
        return str(fleet.one(public, chosen)["at"])

    def goes_on(self) -> bool:
        """Whether it can be moved further."""
        mover = self.public["now"]["mover"]
        alive = self.galley in self.public["galleys"]
        return alive and not mover["halt"] and not self.admiral.over()

    def try_leg(self, value: Any, *rest: Any) -> bool:
        """Go a leg, if it is possible."""
        leg = deeds.leg_of(self.walk.table, self.galley, [value, *rest])
        if leg.problem() is not None:
            return False
        self.path += [value, *rest[: leg.used or len(rest)]]
        self.run(leg.does())
        return True

    def run(self, code: Coroutine[Any, Any, None]) -> None:
        """Carry it out on the copy."""
        driven(code)

    def begin(self) -> None:
        """Get free, or fire before it moves."""
        if fleet.one(self.public, self.galley)["grappled"] and self.maybe(45):
            self.try_leg(legs.UNGRAPPLE)
        self.shoot(15)

    def leg(self, goal: str) -> bool:
        """An attack, or a step."""
        one = fleet.one(self.public, self.galley)
        ahead = fleet.ahead(self.public, self.galley)
        if one["speed"] == ATTACK:
            for enemy in position.ships_in(self.public, ahead) if ahead else ():
                then = {"then": legs.STAY} if self.maybe(30) else {}
                if self.maybe(80) and self.try_leg({"ram": enemy, **then}):
                    return False
                side = {"side": self.chance.choice(("left", "right"))} if self.maybe(50) else {}
                if self.maybe(80) and self.try_leg({"diekplus": enemy, **side}):
                    return True
        elif self.maybe(8) and self.try_leg(self.chance.choice(GRID.directions)):
            return True
        return self.step(goal) and self.passed()

    def step(self, goal: str) -> bool:
        """A step, rather toward the goal, and rather not over shoals."""
        public, left = self.public, self.public["now"]["mover"]["left"]
        able = [one for one in course.open_steps(public, self.galley, left) if self.fair(one)]
        must = self.public["now"]["mover"]["spent"] < course.LEAST_AT_ATTACK
        if not able or (self.maybe(4) and not must):
            return bool(able) is False and self.maybe(2) and self.try_leg(legs.LEAVE)
        near = min(able, key=lambda one: (GRID.distance(one.to, goal), one.cost, one.to))
        chosen = near if self.maybe(75) else self.chance.choice(able)
        if chosen.under:
            return self.try_leg(chosen.under, chosen.to)
        return self.try_leg(chosen.to)

    def fair(self, step: course.Step) -> bool:
        """Whether a careful captain would go there."""
        return GROUND[step.to] not in SHOALS or self.maybe(8)

    def passed(self) -> bool:
        """After a step: rakes, fire."""
        if self.galley not in self.public["galleys"]:
            return False
        if fleet.one(self.public, self.galley)["speed"] == ATTACK:
            for enemy in fleet.close_by(self.public, self.galley, board.other(self.admiral.seat)):
                if self.maybe(80):
                    self.try_leg({"rake": enemy})
        self.shoot(20)
        return True

    def shoot(self, percent: int) -> None:
        """Fire at something, with all strength or a part."""
        if self.galley not in self.public["galleys"] or not self.maybe(percent):
            return
        able = missiles.targets(self.public, self.galley)
        if able:
            value: dict[str, Any] = {"fire": self.chance.choice(able)}
            if self.maybe(20):
                value["strength"] = 1
            if self.try_leg(value) and "strength" in value:
                self.try_leg({"fire": self.chance.choice(able)})
        elif position.has_land(self.public):
            self.at_land()

    def at_land(self) -> None:
        """7.16 A unit aboard fires at one ashore."""
        public = self.public
        for unit in position.stack(public, self.galley):
            able = [at for at in public["stacks"] if board.is_hex(at) and shot_at(public, unit, at)]
            if able:
                self.try_leg({"fire": self.chance.choice(able), "by": unit})
                return

    def finish(self) -> None:
        """Fire, grapple, beach."""
        one = fleet.one(self.public, self.galley)
        if one["at"] in SLIPS and self.public["now"]["mover"]["steps"] and self.maybe(50):
            self.try_leg(self.chance.choice(GRID.directions))
        if one["at"] in BEACHES and one["speed"] == CRUISE and self.maybe(50):
            self.try_leg(legs.BEACH)
        self.shoot(80)
        if self.maybe(85):
            self.grapple()

    def grapple(self) -> None:
        """An enemy, or the causeway."""
        able = list(self.grapples())
        self.chance.shuffle(able)
        for target in able:
            if self.try_leg({"grapple": target}):
                return

    def grapples(self) -> Iterator[str]:
        """What lies beside."""
        yield from fleet.close_by(self.public, self.galley, board.other(self.admiral.seat))
        if position.has_land(self.public):
            yield from fleet.causeway_near(self.public, self.galley)
