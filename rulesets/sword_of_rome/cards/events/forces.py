"""Events that bring or take CU and leaders."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.beside import Chance
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import AFRICAN, CARDS, CARTHAGE, GAULS, LEADERS, POWERS
from rulesets.sword_of_rome.cards import placing
from rulesets.sword_of_rome.cards.events.base import Event, Picks, Use, too_few, too_many
from rulesets.sword_of_rome.position import REMOVED, Spot
from rulesets.sword_of_rome.turn.ending import roll_attrition


class Recruit(Event):
    """CU are placed as reinforcements (5.10)."""

    takes, needed = ("to", "power"), ("to",)

    def able(self, use: Use, power: str = "") -> list[str]:
        """Where the power that is named, or any of the player, can place."""
        powers = [power] if power in use.powers else use.powers
        return placing.placeable_of(use.public, powers)

    def lacks(self, use: Use) -> str:
        """One such space."""
        return "" if self.able(use) else "no CU can be placed"

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """A space for each CU."""
        named, power = line.value["to"], line.value.get("power", "")
        yield from too_many(named, use.number("cu"))
        yield from too_few(named, use.number("cu"), "CU", "a space can be named more than once")
        whom = POWERS[power] if power in use.powers else "yours"
        hint = board.named(dict.fromkeys(self.able(use, power))) or "they have no space"
        nowhere = Problem(f"no CU of {whom} can be placed there", "5.10", hint)
        for place, space in enumerate(named):
            if not placing.whose(use.public, use.powers, power or None, space):
                yield nowhere.at("to", place)

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Anywhere."""
        able = self.able(use)
        return {"to": [chance.choice(able) for _ in range(use.number("cu"))]} if able else None

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """They arrive."""
        for space in value["to"]:
            power = placing.whose(table.public, use.powers, value.get("power"), space)
            verbs.add_cu(table, power, Spot(space), 1, use.title)


class Horde(Picks):
    """CU in a Gallic reinforcement space."""

    none = "no reinforcement space of yours is open"
    reason = "name one reinforcement space of yours that is open"

    def able(self, use: Use) -> list[str]:
        """Controlled, not besieged, no enemy CU."""
        sources = placing.sources(use.public, GAULS)
        clear = [s for s in sources if not position.enemies_anywhere(use.public, GAULS, s)]
        return [space for space in clear if not position.others(use.public, GAULS, space)]

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """They arrive."""
        verbs.add_cu(table, GAULS, Spot(value["to"][0]), use.number("cu"), use.title)


class Enters(Picks):
    """A leader comes into play with CU of his power (8.2.1).  One with a card of his own does not
    join those that are besieged; the Dictator may come from another space of the map."""

    takes, needed, rule = ("to", "commander"), ("to",), "8.2.1"
    none, reason = "no CU can receive him", "name one space with CU of his power"

    def __init__(self, always: str = "") -> None:
        self.always = always

    def leader(self, use: Use) -> str:
        """Who: always the same, or whom the card names."""
        found: str = self.always or CARDS[use.card]["leader"]
        return found

    def able(self, use: Use) -> list[str]:
        """Where he can come."""
        public, power = use.public, LEADERS[self.leader(use)]["power"]
        able = placing.cu_spots(public, power) if power in public["cu"] else []
        closed = [spot for spot in able if spot.inside and not self.always]
        closed = [one for one in closed if position.enemies_outside(public, power, one.space)]
        return [spot.space for spot in able if spot not in closed]

    def spot(self, use: Use, value: Mapping[str, Any]) -> Spot:
        """The same, inside a city where none of his CU are outside."""
        space, power = self.picked(use, value), LEADERS[self.leader(use)]["power"]
        return Spot(space, not position.outside(use.public, power, space))

    def lacks(self, use: Use) -> str:
        """With a card of his own he is neither in play nor gone for good; there is a space."""
        at = use.public["leaders"].get(self.leader(use), REMOVED)
        if at != position.WAITS and not self.always:
            return "he has left the game" if at == REMOVED else "he is in play"
        return super().lacks(use)

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """One space; who commands is there or comes."""
        trouble, leader = [*super().wrong(use, line)], self.leader(use)
        spot = self.spot(use, line.value)
        able = position.may_command(use.public, LEADERS[leader]["power"], spot, [leader])
        if not trouble and line.value.get("commander", leader) not in able:
            trouble.append(Problem("he cannot command there", "8.2.1").at("commander"))
        return trouble

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Anywhere, now and then in command."""
        more = {"commander": self.leader(use)} if chance.random() < 0.3 else {}
        picked = super().choice(use, own, chance)
        return {**picked, **more} if picked else None

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """He arrives."""
        verbs.place(table, self.leader(use), self.spot(use, value), use.title)
        if "commander" in value:
            verbs.set_commander(table, value["commander"])


class Revolt(Picks):
    """Carthage loses 2 CU of a force outside Africa, or 1 in Africa that is no militia."""

    none = "Carthage has no such CU"
    reason = "name one space where the card takes CU of Carthage"

    def able(self, use: Use) -> list[str]:
        """Where a force can be hit, by id."""
        spaces = sorted({spot.space for spot in position.stacks(use.public, CARTHAGE)})
        abroad = [space for space in spaces if space not in AFRICAN]
        return abroad or [s for s in spaces if self.hits(use.public, s)]

    def hits(self, public: Data, space: str) -> int:
        """How many CU are lost."""
        there = position.all_cu(public, CARTHAGE, space) - public["militia"].get(space, 0)
        most = 1 if space in AFRICAN else 2
        return there if there < most else most

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """They go; militia stay."""
        space, public = value["to"][0], table.public
        inside = not position.outside(public, CARTHAGE, space)
        hits = self.hits(public, space)
        verbs.lose_cu(table, CARTHAGE, Spot(space, inside), hits, use.title, militia=False)
        following.settle(table, space)


class Fever(Event):
    """An enemy force outside a city, where neither it nor a friend controls, rolls for attrition
    with 2 more."""

    takes, needed = ("to", "power"), ("to",)

    def able(self, use: Use) -> list[tuple[str, str]]:
        """Powers and spaces."""
        public = use.public
        enemies = [p for p in public["cu"] if not position.seats_allied(public, use.seat, p)]
        forces = [(power, space) for power in enemies for space in public["cu"][power]]
        return [(p, space) for p, space in forces if not position.friendly(public, p, space)]

    def lacks(self, use: Use) -> str:
        """One such force."""
        return "" if self.able(use) else "no enemy force is open to it"

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """One of them."""
        if len(line.value["to"]) != 1 or not self.meant(use, line.value):
            hint = board.named(dict.fromkeys(space for _, space in self.able(use)))
            yield Problem("no such force is there", "5.5", hint).at("to")

    def meant(self, use: Use, value: Mapping[str, Any]) -> Sequence[str]:
        """Powers whose force there is meant."""
        able = [power for power, space in self.able(use) if space == value["to"][0]]
        return [power for power in able if value.get("power", power) == power]

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Any of them."""
        able = self.able(use)
        power, space = chance.choice(able) if able else ("", "")
        return {"to": [space], "power": power} if able else None

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """It rolls."""
        power, space = self.meant(use, value)[0], value["to"][0]
        roll_attrition(table, power, Spot(space), 2)
        following.settle(table, space)
