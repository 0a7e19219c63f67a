"""Events that add, remove or win back support points (7.3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import SLIP, Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.lines import several
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import CARDS, PLAYER, PLAYS, POWERS
from rulesets.sword_of_rome.cards import losing, points
from rulesets.sword_of_rome.cards.events.base import Event, number
from rulesets.sword_of_rome.siege import sacking


def title(card: str) -> str:
    """What reports give as the cause."""
    found: str = CARDS[card]["title"]
    return found


def too_many(named: Sequence[str], most: int) -> Iterable[Problem]:
    """More spaces than points."""
    if len(named) > most:
        yield Problem(f"{several(most, 'space')} at most", "7.1").at("to", most)


def too_few(named: Sequence[str], most: int, what: str) -> Iterable[Problem]:
    """Fewer spaces than could be named: a slip."""
    if len(named) < most:
        reason = f"{most - len(named)} of {most} {what} not used"
        yield Problem(reason, "7.1", "a space can be named more than once", SLIP)


class Pacify(Event):
    """Independent markers leave home spaces where no enemy CU are."""

    takes = needed = ("to",)

    def able(self, public: Data, seat: str) -> list[str]:
        """Where that can be, by id."""
        return sorted(s for p in PLAYS[seat] for s in board.HOMES[p] if _pacified(public, p, s))

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such space."""
        return "" if self.able(public, seat) else "no home space of yours has such a marker"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """Each is such a space, once."""
        named = line.value["to"]
        yield from too_many(named, number(card, "count"))
        able = self.able(line.public, line.seat)
        for place, space in enumerate(named):
            if space not in able or space in named[:place]:
                hint = board.named(able)
                reason = "no independent marker of yours can be taken off there"
                yield Problem(reason, "7.1", hint).at("to", place)

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """They are their home power's again."""
        for space in value["to"]:
            points.free(table, board.HOME[space], space, title(card))


def _pacified(public: Data, power: str, space: str) -> bool:
    normal = position.is_normal(public, space)
    return normal and not points.free_trouble(public, power, space)


class Discord(Event):
    """Support points of one player power that is no ally are removed (7.3.3)."""

    takes = needed = ("power", "to")

    def victims(self, public: Data, seat: str) -> list[str]:
        """Powers that can be hit."""
        return [power for power in rivals(public, seat) if points.cuttable(public, power)]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such power."""
        return "" if self.victims(public, seat) else "no power has such a point"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them, and points that can be taken."""
        power, named = line.value["power"], line.value["to"]
        if power not in self.victims(line.public, line.seat):
            able = self.victims(line.public, line.seat)
            hint = ", ".join(board.POWER_NAMES[one] for one in able)
            reason = "no point of that power can be removed by you"
            yield Problem(reason, "7.3.3", hint).at("power")
            return
        yield from too_many(named, number(card, "points"))
        for place, space in enumerate(named):
            if problem := points.cut_trouble(line.public, power, space):
                yield problem.at("to", place)

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Each, as far as it can still be."""
        for space in value["to"]:
            if not points.cut_trouble(table.public, value["power"], space):
                points.remove_own(table, value["power"], space, title(card))
                await sacking.decide(table)


def rivals(public: Data, seat: str) -> list[str]:
    """Powers of other players that are not allied with any of his."""
    others = [power for power in POWERS if PLAYER.get(power) in position.players(public)]
    others = [power for power in others if power not in PLAYS[seat]]
    return [power for power in others if not position.seats_allied(public, seat, power)]


class OwnDiscord(Event):
    """A player power that is no ally removes points of its own (7.3.2); its player says which."""

    takes = ("power",)

    def victims(self, public: Data, seat: str, card: str) -> list[str]:
        """Powers that can be hit; some cards name one."""
        named = CARDS[card].get("power")
        able = [p for p in rivals(public, seat) if named in (None, p)]
        return [power for power in able if points.own_points(public, power)]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such power."""
        return "" if self.victims(public, seat, card) else "no power has a point to remove"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        able = self.victims(line.public, line.seat, card)
        if line.value.get("power", able[0]) not in able or (
            len(able) > 1 and "power" not in line.value
        ):
            hint = ", ".join(board.POWER_NAMES[power] for power in able)
            yield Problem("name the power that removes points", "7.3.2", hint).at("power")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Its player removes them."""
        power = value.get("power") or self.victims(table.public, seat, card)[0]
        await losing.lose_points(table, power, number(card, "points"), title(card))


class Loyalty(Event):
    """Cities of yours become more loyal."""

    takes = needed = ("to",)

    def able(self, public: Data, seat: str) -> list[str]:
        """Own cities that can be raised."""
        cities = [s for s in public["loyalty"] if position.control(public, s) in PLAYS[seat]]
        return [s for s in cities if not points.add_trouble(public, position.control(public, s), s)]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such city."""
        return "" if self.able(public, seat) else "no city of yours can be raised"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """Such cities, none above its limits."""
        named, public = line.value["to"], line.public
        yield from too_many(named, number(card, "points"))
        able = self.able(public, line.seat)
        for place, space in enumerate(named):
            often = named[: place + 1].count(space)
            if space not in able:
                hint = board.named(able)
                yield Problem("this is no city that you can raise", "7.3.1", hint).at("to", place)
            elif often > number(card, "each"):
                yield Problem(f"{number(card, 'each')} in a city", "7.1").at("to", place)
            elif public["loyalty"][space] + often > _most(public, space):
                yield Problem(f"loyalty is {_most(public, space)} at most", "7.3.1").at("to", place)

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Raise them."""
        for space in value["to"]:
            points.add(table, position.control(table.public, space), space, title(card))


def _most(public: Data, space: str) -> int:
    return position.most_loyalty(position.control(public, space))
