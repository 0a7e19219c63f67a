"""Events that let somebody act: what they give is a right (`cards.playing`)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, position
from rulesets.sword_of_rome.board import AGATHOCLES, ETRUSCANS, GREEKS, KERKOUANE, LEADERS, ROME
from rulesets.sword_of_rome.cards import placing, playing, points
from rulesets.sword_of_rome.cards.events.base import Event, Picks, Use
from rulesets.sword_of_rome.cards.playing import CAMPAIGN, LED, NEUTRAL, right
from rulesets.sword_of_rome.march import rules
from rulesets.sword_of_rome.march.consent import lends
from rulesets.sword_of_rome.position import TREATY

#: MP of whoever is no Gaul.
MP: int = board.TABLES["mp"]["others"]


class Campaign(Event):
    """9.5 Two commanders, one after the other."""

    def lacks(self, use: Use) -> str:
        """One who can act, of an ally if need be (9.5.5)."""
        able = [power for power in use.public["cu"] if lends(use.public, use.seat, power)]
        return "" if any(commanders(use.public, power) for power in able) else "nobody can lead"

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Two activations."""
        playing.grant(table, right(CAMPAIGN, value=use.number("value"), left=2))


def commanders(public: Data, power: str) -> list[str]:
    """Leaders of a power on the map."""
    return [one for one in position.BY_POWER[power] if position.spot_of(public, one)]


def followers(use: Use, power: str) -> list[str]:
    """8.1 Those whose initiative the card meets."""
    found = commanders(use.public, power)
    return [one for one in found if LEADERS[one]["initiative"] <= use.number("value")]


class Neutral(Picks):
    """16.1.1 One action of a power without a player."""

    takes = needed = ("power",)
    key, rule = "power", "16.1.1"
    none = "no such power can be activated"
    reason = "that power cannot be activated now"

    def able(self, use: Use) -> list[str]:
        """Powers that can still be activated in this round, and can do something."""
        powers = board.CARDS[use.card]["powers"]
        return [power for power in powers if can_activate(use.public, use.seat, power)]

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Its action begins."""
        activate(table, use.seat, value["power"])


def can_activate(public: Data, seat: str, power: str) -> bool:
    """16.1.1, 18 Once a round, if it can do something; Carthage while allied with Rome by Rome
    alone."""
    romes = power == board.CARTHAGE and TREATY in public["flags"]
    free = power in position.neutrals(public) and power not in public["activated"]
    return free and (seat == ROME or not romes) and not idle(public, seat, power)


def idle(public: Data, seat: str, power: str) -> bool:
    """16.1.1 Whether there is nothing that a power could do: it has no leader and none that could
    be placed, no CU to place, no point to add."""
    leaders = [position.spot_of(public, one) for one in position.BY_POWER[power]]
    aside = any(public["leaders"].get(one) == position.ASIDE for one in position.BY_POWER[power])
    if any(leaders) or (aside and position.stacks(public, power)):
        return False
    acting = {**public, "now": {**public["now"], "neutral": power, "seat": seat}}
    return not (points.addable(acting, power) or placing.placeable(acting, power))


def activate(table: Table, seat: str, power: str) -> None:
    """16.1.2 A power without a player is allied with whoever activates it, and has one action as
    with a card of value 3; sieges between them end (13.4)."""
    public = table.public
    public["activated"] = [p for p in board.NEUTRALS if p == power or p in public["activated"]]
    public["now"]["neutral"] = power
    playing.grant(table, right(NEUTRAL, power))
    table.tell("neutral", {"seat": seat, "power": power})
    following.settle_all(table)


class Leads(Picks):
    """A leader is activated by the card; sea: who may go by sea by it, as rights have it; siege:
    whether he may roll for a siege."""

    takes: ClassVar[Sequence[str]] = ("leader",)
    needed: Sequence[str] = takes
    key, rule = "leader", "8.1"
    sea: ClassVar[str] = ""
    siege: ClassVar[bool] = True

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """He may march."""
        leader, points = value["leader"], use.number("mp")
        given = right(LED, LEADERS[leader]["power"], use.number("value"), leader=leader)
        playing.grant(table, {**given, "mp": points, "sea": self.sea, "siege": self.siege})


class ForcedMarch(Leads):
    """Activate a leader as with this card; 1 MP more, and no siege roll."""

    siege = False
    none = "no leader of yours follows this card"
    reason = "{} does not follow this card"

    def able(self, use: Use) -> list[str]:
        """Leaders whose initiative the card meets."""
        return [one for power in use.powers for one in followers(use, power)]


class Africa(Leads):
    """17.2 Agathocles, or another named Greek leader if he is not on the map, may land at
    Kerkouane; Africa is in play, for nothing else brings Greeks there."""

    rule, sea = "17.2", KERKOUANE
    none = "no named Greek leader has CU at or near a port"
    reason = "{} cannot lead to Africa"

    def able(self, use: Use) -> list[str]:
        """Who can lead: with CU, and by land at a port before he goes by sea."""
        named = [one for one in commanders(use.public, GREEKS) if position.is_named(one)]
        named = [AGATHOCLES] if AGATHOCLES in named else named
        return [one for one in named if can_embark(use.public, one)]


def can_embark(public: Data, leader: str) -> bool:
    """17.2 Whether a leader with CU is in a port, or can be with the MP that the sea leaves him."""
    spot = position.spot_of(public, leader)
    if spot is None or spot.inside or not position.outside(public, GREEKS, spot.space):
        return False
    return can_reach_port(public, leader, MP - board.TABLES["sea"]["mp"])


def can_reach_port(public: Data, leader: str, points: int) -> bool:
    """9.6 Whether so many MP lead a leader by land to a port, be it the one where he is; alone, he
    neither enters a space with enemy CU nor leaves a city around which they stand."""
    power, spot = LEADERS[leader]["power"], position.spot_of(public, leader)
    assert spot is not None
    alone = not position.cu(public, power, spot)
    if alone and spot.inside and position.enemies_outside(public, power, spot.space):
        return False
    there = {"at": spot.space, "cu": 0 if alone else 1, "road": 0}
    ports = rules.within(public, {"power": power, "leader": leader, "with": [], **there}, points)
    return any(rules.is_port(public, power, port) for port in ports if port != KERKOUANE)


class Transports(Leads):
    """9.6.3 An Etruscan leader may go by sea; see `rolls.TRANSPORTS` for retreats."""

    sea = ETRUSCANS
    none = "no Etruscan leader follows this card to a port"
    reason = "name an Etruscan leader who follows this card and can reach a port"

    def able(self, use: Use) -> list[str]:
        """Etruscan leaders whose initiative the card meets, and who can be in a port."""
        able = followers(use, ETRUSCANS)
        return [one for one in able if can_reach_port(use.public, one, MP)]


class Nothing(Event):
    """A card without an event, or one that is played in its own window alone."""

    acting = False
