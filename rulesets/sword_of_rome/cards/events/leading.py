"""Events that let somebody act: what they give is a right (`cards.playing`)."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, position
from rulesets.sword_of_rome.board import (
    AGATHOCLES,
    CARDS,
    CARTHAGE,
    ETRUSCANS,
    GREEKS,
    KERKOUANE,
    LEADER_NAMES,
    LEADERS,
    PLAYS,
    ROME,
)
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.events.base import RETREAT, Event, number, pending
from rulesets.sword_of_rome.cards.playing import CAMPAIGN, LED, NEUTRAL, right
from rulesets.sword_of_rome.position import TREATY


class Campaign(Event):
    """9.5 Two commanders, one after the other."""

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One who can act."""
        return "" if any(commanders(public, power) for power in PLAYS[seat]) else "nobody can lead"

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Two activations."""
        playing.grant(table, right(CAMPAIGN, value=CARDS[card]["value"], left=2))


def commanders(public: Data, power: str) -> list[str]:
    """Leaders of a power on the map."""
    return [one for one in position.BY_POWER[power] if position.spot_of(public, one)]


class Neutral(Event):
    """16.1.1 One action of a power without a player."""

    takes = needed = ("power",)

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Powers that can still be activated in this round."""
        powers = [power for power in CARDS[card]["powers"] if power in position.neutrals(public)]
        return [power for power in powers if can_activate(public, seat, power)]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One of them."""
        return "" if self.able(public, seat, card) else "no such power can be activated"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        able = self.able(line.public, line.seat, card)
        if line.value["power"] not in able:
            hint = ", ".join(board.POWER_NAMES[power] for power in able)
            yield Problem("that power cannot be activated now", "16.1.1", hint).at("power")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Its action begins."""
        activate(table, seat, value["power"])


def can_activate(public: Data, seat: str, power: str) -> bool:
    """16.1.1, 18 Once a round; Carthage while allied with Rome by Rome alone."""
    romes = power == CARTHAGE and TREATY in public["flags"]
    return power not in public["activated"] and (seat == ROME or not romes)


def activate(table: Table, seat: str, power: str) -> None:
    """16.1.2 A power without a player is allied with whoever activates it, and has one action as
    with a card of value 3; sieges between them end (13.4)."""
    public = table.public
    public["activated"] = [p for p in board.NEUTRALS if p == power or p in public["activated"]]
    public["now"]["neutral"] = power
    playing.grant(table, right(NEUTRAL, power))
    table.tell("neutral", {"seat": seat, "power": power})
    following.lift_all(table)


class ForcedMarch(Event):
    """Activate a leader as with this card; 1 MP more, and no siege roll."""

    takes = needed = ("leader",)

    def able(self, public: Data, seat: str, card: str) -> list[str]:
        """Leaders whose initiative the card meets."""
        found = [one for power in PLAYS[seat] for one in commanders(public, power)]
        return [one for one in found if LEADERS[one]["initiative"] <= CARDS[card]["value"]]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such leader."""
        return "" if self.able(public, seat, card) else "no leader of yours follows this card"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        if line.value["leader"] not in self.able(line.public, line.seat, card):
            reason = f"{LEADER_NAMES[line.value['leader']]} does not follow this card"
            hint = board.named(self.able(line.public, line.seat, card))
            yield Problem(reason, "8.1", hint).at("leader")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """He may march."""
        leader = value["leader"]
        more = {"leader": leader, "mp": number(card, "mp"), "siege": False}
        power, worth = LEADERS[leader]["power"], CARDS[card]["value"]
        playing.grant(table, right(LED, power, worth, **more))


class Africa(Event):
    """17.2 Agathocles, or another named Greek leader if he is not on the map, may land at
    Kerkouane."""

    takes = needed = ("leader",)

    def able(self, public: Data) -> list[str]:
        """Who can lead."""
        named = [one for one in commanders(public, GREEKS) if position.is_named(one)]
        return [AGATHOCLES] if AGATHOCLES in named else named

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """One such leader; Africa is in play, for nothing else brings Greeks there."""
        return "" if self.able(public) else "no named Greek leader is on the map"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        if line.value["leader"] not in self.able(line.public):
            reason = f"{LEADER_NAMES[line.value['leader']]} cannot lead to Africa"
            hint = board.named(self.able(line.public))
            yield Problem(reason, "17.2", hint).at("leader")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """He may march, and go by sea to Kerkouane."""
        more = {"leader": value["leader"], "sea": KERKOUANE}
        playing.grant(table, right(LED, GREEKS, CARDS[card]["value"], **more))


class Transports(Event):
    """9.6.3 An Etruscan leader may go by sea; or 12.4.3 a beaten Etruscan force does."""

    windows = (RETREAT,)
    takes = ("leader",)

    def able(self, public: Data, card: str) -> list[str]:
        """Etruscan leaders whose initiative the card meets."""
        found = commanders(public, ETRUSCANS)
        return [one for one in found if LEADERS[one]["initiative"] <= CARDS[card]["value"]]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """In an action such a leader; in a window a beaten Etruscan force in a port."""
        if public["pending"]:
            one = pending(public)
            port = board.SPACES[one["at"]]["port"]
            return "" if one["power"] == ETRUSCANS and port else "no Etruscans retreat from a port"
        return "" if self.able(public, card) else "no Etruscan leader follows this card"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """One of them."""
        if not line.public["pending"] and line.value.get("leader") not in self.able(
            line.public, card
        ):
            hint = board.named(self.able(line.public, card))
            yield Problem("name an Etruscan leader who follows this card", "8.1", hint).at("leader")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """He may march; or the retreat may go by sea."""
        if table.public["pending"]:
            pending(table.public)["sea"] = True
            return
        more = {"leader": value["leader"], "sea": ETRUSCANS}
        playing.grant(table, right(LED, ETRUSCANS, CARDS[card]["value"], **more))


class Nothing(Event):
    """A card without an event, or one that is played in its own window alone."""

    acting = False

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Nothing."""
