"""7.3.2 A power removes support points of its own; its player says which."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.engine.action import Problem
from referee.engine.asking import said
from referee.engine.one_line import OneList, Says
from referee.engine.table import Table
from referee.engine.words import Answer, Name, Word
from rulesets.sword_of_rome.cards import points
from rulesets.sword_of_rome.choosing import Asked
from rulesets.sword_of_rome.siege import sacking
from rulesets.sword_of_rome.turn.order import runner


class Lose(Says):
    """7.3.2 The points that you remove, a space for each."""

    word, takes = "points", points.TO
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
    selectors: ClassVar[Mapping[str, Word]] = {"power": Name("power")}

    def forced(self, public: Mapping[str, Any]) -> Answer | None:
        """All that there are."""
        most = points.own_points(dict(public), self.args["power"])
        return [] if most <= self.args["count"] else None


async def lose_points(table: Table, power: str, count: int, why: str) -> None:
    """7.3.2 A power removes so many points of its own, or what it has."""
    seat = await runner(table, power)
    named = await said(table, Losses(seat, power=power, count=count, why=why))
    chosen = named or points.default_own(table.public, power, count)
    for space in chosen:
        if points.own_count(table.public, power, space):
            points.remove_own(table, power, space, why)
            await sacking.decide(table)
