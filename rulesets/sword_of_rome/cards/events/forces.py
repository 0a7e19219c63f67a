"""Events that bring or take CU and leaders."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import (
    AFRICA,
    CARDS,
    CARTHAGE,
    DICTATOR,
    GAULS,
    LEADERS,
    PLAYS,
    POWERS,
    SPACES,
)
from rulesets.sword_of_rome.cards import placing
from rulesets.sword_of_rome.cards.events.base import Event, number
from rulesets.sword_of_rome.cards.events.support import title, too_few, too_many
from rulesets.sword_of_rome.position import REMOVED, Spot
from rulesets.sword_of_rome.turn import attrition


class Recruit(Event):
    """CU are placed as reinforcements (5.10)."""

    takes, needed = ("to", "power"), ("to",)

    def able(self, public: Data, seat: str) -> dict[str, list[str]]:
        """Where each power of the player can place."""
        return {power: placing.placeable(public, power) for power in PLAYS[seat]}

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such space."""
        return "" if any(self.able(public, seat).values()) else "no CU can be placed"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """A space for each CU."""
        named = line.value["to"]
        yield from too_many(named, number(card, "cu"))
        yield from too_few(named, number(card, "cu"), "CU")
        for place, space in enumerate(named):
            if not placing.whose(line.public, PLAYS[line.seat], line.value.get("power"), space):
                yield self._nowhere(line, line.value.get("power")).at("to", place)

    def _nowhere(self, line: Action[Any], power: str | None) -> Problem:
        """5.10 What is said of a space where none can be placed, by the power that is named."""
        able = self.able(line.public, line.seat)
        whose = POWERS[power] if power in able else "yours"
        spaces = [able[power]] if power in able else [*able.values()]
        hint = board.named(dict.fromkeys(one for found in spaces for one in found))
        return Problem(
            f"no CU of {whose} can be placed there", "5.10", hint or "they have no space"
        )

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """They arrive."""
        for space in value["to"]:
            power = placing.whose(table.public, PLAYS[seat], value.get("power"), space)
            if power:
                verbs.add_cu(table, power, Spot(space), 1, title(card))


class Horde(Event):
    """CU in a Gallic reinforcement space."""

    takes = needed = ("to",)

    def able(self, public: Data) -> list[str]:
        """Controlled, not besieged, no enemy CU."""
        sources = placing.sources(public, GAULS)
        clear = [s for s in sources if not position.enemies_anywhere(public, GAULS, s)]
        return [space for space in clear if not position.others(public, GAULS, space)]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such space."""
        return "" if self.able(public) else "no reinforcement space of yours is open"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        if len(line.value["to"]) != 1 or line.value["to"][0] not in self.able(line.public):
            reason = "name one reinforcement space of yours that is open"
            hint = board.named(self.able(line.public))
            yield Problem(reason, "7.1", hint).at("to")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """They arrive."""
        verbs.add_cu(table, GAULS, Spot(value["to"][0]), number(card, "cu"), title(card))


class Enters(Event):
    """A leader comes into play with CU of his power that are not besieged (8.2.1)."""

    takes, needed = ("to", "commander"), ("to",)

    def leader(self, card: str) -> str:
        """Who."""
        found: str = CARDS[card]["leader"]
        return found

    def able(self, public: Data, card: str) -> list[str]:
        """Where he can come."""
        return list(public["cu"].get(LEADERS[self.leader(card)]["power"], ()))

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """He is neither in play nor gone for good, and there is such a space."""
        at = public["leaders"].get(self.leader(card), REMOVED)
        if at != position.WAITS:
            return "he has left the game" if at == REMOVED else "he is in play"
        return "" if self.able(public, card) else "no CU can receive him"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One space; who commands is there or comes."""
        named = line.value["to"]
        if len(named) != 1 or named[0] not in self.able(line.public, card):
            hint = board.named(self.able(line.public, card))
            yield Problem("name one space with CU of his power", "8.2.1", hint).at("to")
            return
        power = LEADERS[self.leader(card)]["power"]
        there = [*position.may_command(line.public, power, Spot(named[0])), self.leader(card)]
        if line.value.get("commander", self.leader(card)) not in there:
            yield Problem("he cannot command there", "8.2.1").at("commander")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """He arrives."""
        spot = Spot(value["to"][0])
        verbs.place(table, self.leader(card), spot, title(card))
        if "commander" in value:
            verbs.set_commander(table, value["commander"])


class Dictator(Enters):
    """The Dictator joins Roman CU till the next reinforcements."""

    def leader(self, card: str) -> str:
        """Always he."""
        return DICTATOR


class Revolt(Event):
    """Carthage loses 2 CU of a force outside Africa, or 1 in Africa that is no militia."""

    takes = needed = ("to",)

    def able(self, public: Data) -> list[str]:
        """Where a force can be hit, by id."""
        spaces = sorted({spot.space for spot in position.stacks(public, CARTHAGE)})
        abroad = [space for space in spaces if SPACES[space]["region"] != AFRICA]
        return abroad or [s for s in spaces if self.hits(public, s)]

    def hits(self, public: Data, space: str) -> int:
        """How many CU are lost."""
        there = position.all_cu(public, CARTHAGE, space) - public["militia"].get(space, 0)
        most = 1 if SPACES[space]["region"] == AFRICA else 2
        return there if there < most else most

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such force."""
        return "" if self.able(public) else "Carthage has no such CU"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        if len(line.value["to"]) != 1 or line.value["to"][0] not in self.able(line.public):
            reason = "name one space where the card takes CU of Carthage"
            hint = board.named(self.able(line.public))
            yield Problem(reason, "7.1", hint).at("to")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """They go; militia stay."""
        space, public = value["to"][0], table.public
        inside = not position.outside(public, CARTHAGE, space)
        lose_regulars(table, Spot(space, inside), self.hits(public, space), title(card))
        following.settle(table, space)


def lose_regulars(table: Table, spot: Spot, most: int, why: str) -> None:
    """CU of Carthage that are no militia are lost."""
    militia = table.public["militia"].pop(spot.space, 0)
    verbs.lose_cu(table, CARTHAGE, spot, most, why)
    if militia:
        table.public["militia"][spot.space] = militia
        table.public["militia"] = dict(sorted(table.public["militia"].items()))


class Fever(Event):
    """An enemy force outside a city, where neither it nor a friend controls, rolls for attrition
    with 2 more."""

    takes, needed = ("to", "power"), ("to",)

    def able(self, public: Data, seat: str) -> list[tuple[str, str]]:
        """Powers and spaces."""
        found: list[tuple[str, str]] = []
        for power in public["cu"]:
            if not position.seats_allied(public, seat, power):
                spaces = public["cu"][power]
                found += [(power, s) for s in spaces if not position.friendly(public, power, s)]
        return found

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such force."""
        return "" if self.able(public, seat) else "no enemy force is open to it"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        there = self.meant(line.public, line.seat, line.value)
        if len(line.value["to"]) != 1 or not there:
            hint = board.named(dict.fromkeys(s for _, s in self.able(line.public, line.seat)))
            yield Problem("no such force is there", "5.5", hint).at("to")

    def meant(self, public: Data, seat: str, value: Mapping[str, Any]) -> Sequence[str]:
        """Powers whose force there is meant."""
        able = [power for power, space in self.able(public, seat) if space == value["to"][0]]
        return [power for power in able if value.get("power", power) == power]

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """It rolls."""
        power, space = self.meant(table.public, seat, value)[0], value["to"][0]
        attrition.roll(table, power, Spot(space), 2)
        following.settle(table, space)
