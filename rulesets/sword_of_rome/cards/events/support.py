"""Events that add, remove or win back support points (7.3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Action, Problem, of_each
from referee.engine.beside import Chance
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARDS, PLAYER, PLAYS, POWERS
from rulesets.sword_of_rome.cards import points, politics
from rulesets.sword_of_rome.cards.events.base import Picks, PicksSome, Use, some, too_many


class Pacify(PicksSome):
    """Independent markers leave home spaces where no enemy CU are."""

    most, what = "count", "markers"
    none = "no home space of yours has such a marker"
    reason = "no independent marker of yours can be taken off there"

    def able(self, use: Use) -> list[str]:
        """Where that can be, by id."""
        homes = [s for power in use.powers for s in points.freeable(use.public, power)]
        return sorted(space for space in homes if position.is_normal(use.public, space))

    def trouble(self, use: Use, space: str, before: Sequence[str]) -> Problem | None:
        """Each once."""
        return self.unfit(use, space) if space in before else None

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """They are their home power's again."""
        for space in value["to"]:
            points.free(table, board.HOME[space], space, use.title)


class Discord(Picks):
    """Support points of one player power that is no ally are removed (7.3.3)."""

    takes = needed = ("power", "to")
    key, rule = "power", "7.3.3"
    none = "no power has such a point"
    reason = "no point of that power can be removed by you"

    def able(self, use: Use) -> list[str]:
        """Powers that can be hit."""
        return [p for p in rivals(use.public, use.seat) if any(points.cuttable(use.public, p))]

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """One of them, and points that can be taken."""
        power, named = line.value["power"], line.value["to"]
        if power not in self.able(use):
            yield from super().wrong(use, line)
            return
        yield from too_many(named, use.number("points"))
        yield from of_each(named, lambda s, _: points.cut_trouble(use.public, power, s), "to")

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """A power, and a few of its points."""
        picked = super().choice(use, own, chance)
        if picked is None:
            return None
        able = [*points.cuttable(use.public, picked["power"])]
        return {**picked, "to": some(able, use.number("points"), chance)}

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Each, as far as it can still be."""
        power = value["power"]
        for space in value["to"]:
            if not points.cut_trouble(table.public, power, space):
                await politics.take_away(table, power, [space], use.title)


def rivals(public: Data, seat: str) -> list[str]:
    """Powers of other players that are not allied with any of his."""
    others = [power for power in POWERS if PLAYER.get(power) in position.players(public)]
    others = [power for power in others if power not in PLAYS[seat]]
    return [power for power in others if not position.seats_allied(public, seat, power)]


class OwnDiscord(Picks):
    """A player power that is no ally removes points of its own (7.3.2); its player says which."""

    takes, needed = ("power",), ()
    key, rule = "power", "7.3.2"
    none = "no power has a point to remove"
    reason = "name the power that removes points"

    def able(self, use: Use) -> list[str]:
        """Powers that can be hit; some cards name one."""
        able = [CARDS[use.card]["power"]] if "power" in CARDS[use.card] else [*POWERS]
        able = [power for power in rivals(use.public, use.seat) if power in able]
        return [power for power in able if points.own_points(use.public, power)]

    def picked(self, use: Use, value: Mapping[str, Any]) -> str:
        """The only one need not be named."""
        able = self.able(use)
        return able[0] if len(able) == 1 and "power" not in value else super().picked(use, value)

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Its player removes them."""
        await politics.lose_points(table, self.picked(use, value), use.number("points"), use.title)


class Loyalty(PicksSome):
    """Cities of yours become more loyal."""

    most, what, rule = "points", "points", "7.3.1"
    none = "no city of yours can be raised"
    reason = "this is no city that you can raise"

    def able(self, use: Use) -> list[str]:
        """Own cities that can be raised."""
        able = points.addable_of(use.public, use.powers)
        return sorted(space for space in able if position.is_city(use.public, space))

    def trouble(self, use: Use, space: str, before: Sequence[str]) -> Problem | None:
        """None above its limits."""
        often, holder = before.count(space), position.control(use.public, space)
        if often >= use.number("each"):
            return Problem(f"{use.number('each')} in a city", "7.1")
        return points.add_trouble(use.public, holder, space, often)

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Raise them."""
        for space in value["to"]:
            points.add(table, position.control(table.public, space), space, use.title)
