"""2, 7 The orders of a turn: marches, leg by leg, and shots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import IDLE, UNSURE, Action, Problem
from referee.engine.beside import Suggestions
from referee.engine.request import Quantity, Request, View
from referee.engine.walk import Walk
from referee.engine.words import Answer, Fields, Line, Many
from referee.engine.writer import Writer
from referee.kit.graphs import Step, reached
from tests.toys.skirmish import verbs
from tests.toys.skirmish.field import (
    GRID,
    NAMES,
    cost,
    held,
    other,
    reaches,
    side,
    sort_of,
    standing_at,
    units,
)
from tests.toys.skirmish.reactions import SPACE, UNIT, against, cannot_shoot, shoot


class Turn(Walk):
    """2 Orders of a turn, carried out one after the other whatever becomes of those before."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "hits": Quantity("hits on the enemy in this turn"),
        "lost": Quantity("units that you have lost in this turn"),
        "short": Quantity("marches of this turn that ended early", private=True),
    }

    def measure(self) -> Mapping[str, int]:
        public = self.public
        return {"hits": public["hits"], "lost": public["lost"], "short": self.own[verbs.SHORT]}

    def over(self) -> bool:
        return verbs.over(self.public)


class March(Action[Turn]):
    """2 A unit goes along a path; what is left of it is looked at again in each hex."""

    word = "march"
    takes = Fields({"unit": UNIT, "path": Many(SPACE, 1, 9)})

    def problems(self) -> Iterable[Problem]:
        unit, public = self.value["unit"], self.public
        if side(unit) != self.seat:
            yield Problem("it is not yours", "2", path=("unit",))
        elif unit not in public["at"]:
            yield Problem("it has fallen", "4", weight=UNSURE, path=("unit",))
        elif not self.walk.part and unit in public["marched"]:
            yield Problem("it has marched already", "2", path=("unit",))
        else:
            yield from self._of_path(unit)

    def _of_path(self, unit: str) -> Iterable[Problem]:
        """Of what is left of the path: whether it can be gone, and the next hex entered."""
        begun, path = self.walk.part, self.value["path"]
        left = self.public["mover"]["left"] if begun else sort_of(unit).points
        here = self.public["at"][unit]
        for number, to in enumerate(path, begun):
            left -= cost(to)
            if not GRID.side(here, to):
                near = ", ".join(GRID.links[here])
                yield Problem("it does not lie beside", "2", near, path=("path", number))
                return
            if left < 0:
                yield Problem("no points are left for it", "2", path=("path", number))
                return
            here = to
        if standing := standing_at(self.public, path[0]):
            reason = f"{NAMES[standing]} stands there"
            yield Problem(reason, "2", weight=UNSURE, path=("path", begun))

    async def does(self) -> None:
        unit, (to, *rest) = self.value["unit"], self.value["path"]
        self.walk.acted = True
        if not self.walk.part:
            verbs.begin_march(self.table, unit)
        verbs.enter(self.table, unit, to, cost(to))
        await against(self.table, unit)
        if not rest:
            return
        if unit in self.public["at"] and not held(self.public, unit, to):
            self.walk.go_on({"unit": unit, "path": rest})
        else:
            self._stopped(unit)

    def _stopped(self, unit: str) -> None:
        verbs.cut_short(self.table, self.seat)
        if unit in self.public["at"]:
            reason = "it is stopped by one who holds"
            self.walk.trouble(Problem(reason, "2", weight=IDLE, path=("path", self.walk.part + 1)))


class Aim(Action[Turn]):
    """7 A unit that does not march shoots."""

    word, takes = "fire", Fields({"unit": UNIT, "at": UNIT})

    def problems(self) -> Iterable[Problem]:
        unit, target, public = self.value["unit"], self.value["at"], self.public
        if side(unit) != self.seat or side(target) == self.seat:
            yield Problem("yours shoot at theirs", "7")
        elif unit in public["shot"] or unit in public["marched"]:
            yield Problem("it has shot, or marched, already", "7", path=("unit",))
        elif barred := cannot_shoot(public, self.own, unit, target):
            yield barred._replace(weight=UNSURE)

    async def does(self) -> None:
        self.walk.acted = True
        verbs.begin_shot(self.table, self.value["unit"])
        await shoot(self.table, self.value["unit"], self.value["at"])


class Orders(Request):
    kind, rule, walk = "orders", "2", Turn
    question = "march and shoot with your units"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (March, Aim)


class Help(Suggestions[Orders]):
    def template(self, request: Orders, view: View) -> list[str]:
        """A hex that each unit can reach."""
        marched = view.public["marched"]
        able = [unit for unit in units(view.public, request.seat) if unit not in marched]
        ways = [(unit, path) for unit in able if (path := self._way(view, unit))]
        return [
            f"# - march: {{unit: {NAMES[unit]}, path: [{', '.join(path)}]}}" for unit, path in ways
        ]

    def _way(self, view: View, unit: str) -> list[str]:
        """One that is as long as any."""

        def step(_: str, here: str, to: str) -> Step | None:
            return None if standing_at(view.public, to) else Step(cost(to))

        def stops(to: str) -> bool:
            return held(view.public, unit, to)

        ways = reached(GRID.links, view.public["at"][unit], step, sort_of(unit).points, stops)
        return max((list(way.path) for way in ways.values()), key=len, default=[])

    def later(self, request: Orders, view: View) -> list[str]:
        return [
            "- {on: shot back, orders: [reply]}",
            "- {on: retreat, orders: [pass]}",
        ]


class Captain(Writer[Turn]):
    """Goes here and there, also where somebody stands who may fall back, and shoots."""

    def written(self) -> Answer:
        mine = units(self.public, self.seat)
        self.chance.shuffle(mine)
        for unit in mine:
            if unit not in self.public["at"] or self.maybe(15):
                continue
            if (targets := self._targets(unit)) and self.maybe(60):
                self.add("fire", {"unit": unit, "at": self.chance.choice(targets)})
                continue
            if unit not in self.public["marched"] and (path := self._path(unit)):
                march = {"unit": unit, "path": path}
                if self._good({"march": march}):
                    self.add("march", march)
        return self.lines

    def _good(self, line: Line) -> bool:
        """Whether a line is legal behind those written: it may lead where somebody stands."""
        twin = self.walk.on_copy(self.walk.request, self.walk.view)
        twin.table.unsure = self.walk.table.unsure
        return not twin.play([line]).faults

    def _targets(self, unit: str) -> list[str]:
        public = self.public
        if unit in public["shot"] or unit in public["marched"]:
            return []
        enemies = units(public, other(self.seat))
        able = [enemy for enemy in enemies if reaches(public, unit, enemy)]
        return [e for e in able if not cannot_shoot(public, self.walk.own, unit, e)]

    def _path(self, unit: str) -> list[str]:
        """Towards the enemy more often than not; behind the first hex into one where somebody
        stands, too."""
        here, left, path = self.public["at"][unit], sort_of(unit).points, list[str]()
        while left and not self.maybe(10):
            able = [to for to in GRID.links[here] if cost(to) <= left]
            if not path:
                able = [to for to in able if not standing_at(self.public, to)]
            ahead = [to for to in able if (to > here) == (self.seat == "south")]
            if not able:
                break
            here = self.chance.choice(ahead if ahead and self.maybe(70) else able)
            left -= cost(here)
            path.append(here)
        return path
