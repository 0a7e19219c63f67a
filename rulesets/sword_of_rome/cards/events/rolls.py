"""Responses to rolls of reactions, sieges and raids, to sea moves, and Caudine Forks."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import (
    CARDS,
    GALLIC,
    GAULS,
    LEADER_NAMES,
    LIMITS,
    LINKS,
    PLAYS,
    SAMNITES,
    SPACE_NAMES,
)
from rulesets.sword_of_rome.cards.events.base import (
    NAVAL,
    REACTED,
    REACTION,
    SIEGE,
    Event,
    number,
    pending,
)
from rulesets.sword_of_rome.position import Spot

#: What a roll of a reaction can be, and of what kinds another can be blocked.
INTERCEPT, AVOID, PURSUE, DECLINE = "intercept", "avoid", "pursue", "decline"
MOST_TACTICS = 5


class ReactionMod(Event):
    """Tactics 1 higher for one roll of an army of yours, 5 at most."""

    windows, acting = (REACTION,), False

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """His army rolls."""
        return "" if pending(public)["power"] in PLAYS[seat] else "no army of yours rolls"

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """See what resolves the roll."""
        one = pending(table.public)
        one["tactics"] = min(MOST_TACTICS, one["tactics"] + number(card, "amount"))


class ReactionBlock(Event):
    """An attempt to intercept or avoid an army of yours fails without a roll."""

    windows, acting = (REACTION,), False

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """It is against his army."""
        one = pending(public)
        fits = one["kind"] in (INTERCEPT, AVOID) and one["against"] in PLAYS[seat]
        return "" if fits else "no attempt against an army of yours is due"

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """It fails."""
        pending(table.public)["blocked"] = True


class SiegeMod(Event):
    """A siege or subjugation roll, or any Gallic roll, is changed."""

    windows, acting = (SIEGE,), False

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """The roll is of the kind that the card names."""
        one, which = pending(public), CARDS[card]["roll"]
        fits = {
            "own": one["kind"] != "raid" and one["power"] in PLAYS[seat],
            "against-own": one["kind"] != "raid" and one["against"] in PLAYS[seat],
            "gallic": one["power"] in GALLIC,
        }
        return "" if fits[which] else "the roll is of another kind"

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Added to the dice."""
        pending(table.public)["plus"] += number(card, "amount")


class WarParty(SiegeMod):
    """A raid by Gauls is changed."""

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """Gauls raid."""
        one = pending(public)
        return "" if (one["kind"], one["power"]) == ("raid", GAULS) else "no Gallic raid is due"


class Storms(Event):
    """A sea move of another power does not take place."""

    windows, acting = (NAVAL,), False

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """It is not his own."""
        return "it is your own" if pending(public)["power"] in PLAYS[seat] else ""

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """It is stopped."""
        pending(table.public)["stopped"] = True


class Forks(Event):
    """9.3.3 A Samnite army joins the army that has just entered a space beside it."""

    windows, acting = (REACTED,), False
    takes, needed = ("from", "cu", "leaders"), ("from",)

    def able(self, public: Data) -> list[str]:
        """Spaces of Samnite armies that can come."""
        at = pending(public)["at"]
        armies = [spot for spot in position.armies(public, SAMNITES) if not spot.inside]
        return [spot.space for spot in armies if at in LINKS[spot.space]]

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """Not against friends, nor where others are."""
        one = pending(public)
        at, mover = one["at"], one["power"]
        if position.allied(public, mover, SAMNITES):
            return "the army is a friend of the Samnites"
        others = [p for p in position.present(public, at) if p not in (mover, SAMNITES)]
        if others or position.inside(public, SAMNITES, at):
            return "others are there"
        return "" if self.able(public) else "no Samnite army is beside it"

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """An army, with leaders that are there and CU that it has."""
        value, public = line.value, line.public
        if value["from"] not in self.able(public):
            hint = board.named(self.able(public))
            yield Problem("no Samnite army can come from there", "9.3.3", hint).at("from")
            return
        spot = Spot(value["from"])
        here = position.leaders(public, SAMNITES, spot)
        for place, leader in enumerate(value.get("leaders", ())):
            if leader not in here:
                reason = f"{LEADER_NAMES[leader]} is not at {SPACE_NAMES[spot.space]}"
                yield Problem(reason, "9.3.3").at("leaders", place)
        most = min(LIMITS["move"], position.outside(public, SAMNITES, spot.space))
        if value.get("cu", 1) > most:
            yield Problem(f"{most} CU at most can come", "9.3.3").at("cu")

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Whom and how many: whoever resolves the entry moves them."""
        spot = Spot(value["from"])
        here = position.leaders(table.public, SAMNITES, spot)
        most = min(LIMITS["move"], position.outside(table.public, SAMNITES, spot.space))
        pending(table.public)["forks"] = {
            "from": value["from"],
            "cu": value.get("cu", most),
            "leaders": list(value.get("leaders") or here),
        }
