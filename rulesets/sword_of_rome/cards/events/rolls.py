"""Responses to rolls of reactions, sieges and raids, to sea moves, and Caudine Forks."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.board import (
    CARDS,
    GALLIC,
    GAULS,
    LEADER_NAMES,
    LIMITS,
    LINKS,
    SAMNITES,
    SPACE_NAMES,
)
from rulesets.sword_of_rome.cards.events.base import (
    NAVAL,
    REACTED,
    REACTION,
    SIEGE,
    Event,
    Picks,
    Use,
)
from rulesets.sword_of_rome.position import Spot

#: What a roll of a reaction can be, and of what kinds another can be blocked.
INTERCEPT, AVOID, PURSUE, DECLINE = "intercept", "avoid", "pursue", "decline"
MOST_TACTICS = 5


class ReactionMod(Event):
    """Tactics 1 higher for one roll of an army of yours, 5 at most."""

    windows, acting = (REACTION,), False

    def lacks(self, use: Use) -> str:
        """His army rolls."""
        return "" if use.pending["power"] in use.powers else "no army of yours rolls"

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """See what resolves the roll."""
        tactics = use.pending["tactics"] + use.number("amount")
        use.pending["tactics"] = min(MOST_TACTICS, tactics)


class ReactionBlock(Event):
    """An attempt to intercept or avoid an army of yours fails without a roll."""

    windows, acting = (REACTION,), False

    def lacks(self, use: Use) -> str:
        """It is against his army."""
        one = use.pending
        fits = one["kind"] in (INTERCEPT, AVOID) and one["against"] in use.powers
        return "" if fits else "no attempt against an army of yours is due"

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """It fails."""
        use.pending["blocked"] = True


class SiegeMod(Event):
    """A siege or subjugation roll, or any Gallic roll, is changed."""

    windows, acting = (SIEGE,), False

    def lacks(self, use: Use) -> str:
        """The roll is of the kind that the card names."""
        one, raid = use.pending, use.pending["kind"] == "raid"
        fits = {
            "own": not raid and one["power"] in use.powers,
            "against-own": not raid and one["against"] in use.powers,
            "gallic": one["power"] in GALLIC,
        }
        return "" if fits[CARDS[use.card]["roll"]] else "the roll is of another kind"

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Added to the dice."""
        use.pending["plus"] += use.number("amount")


class WarParty(SiegeMod):
    """A raid by Gauls is changed."""

    def lacks(self, use: Use) -> str:
        """Gauls raid."""
        fits = use.pending["kind"] == "raid" and use.pending["power"] == GAULS
        return "" if fits else "no Gallic raid is due"


class Storms(Event):
    """A sea move of another power does not take place."""

    windows, acting = (NAVAL,), False

    def lacks(self, use: Use) -> str:
        """It is not his own."""
        return "it is your own" if use.pending["power"] in use.powers else ""

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """It is stopped."""
        use.pending["stopped"] = True


class Forks(Picks):
    """9.3.3 A Samnite army joins the army that has just entered a space beside it."""

    windows, acting = (REACTED,), False
    takes, needed = ("from", "cu", "leaders"), ("from",)
    key, rule = "from", "9.3.3"
    none = "no Samnite army is beside it"
    reason = "no Samnite army can come from there"

    def able(self, use: Use) -> list[str]:
        """Spaces of Samnite armies that can come."""
        armies = [spot for spot in position.armies(use.public, SAMNITES) if not spot.inside]
        return [spot.space for spot in armies if use.pending["at"] in LINKS[spot.space]]

    def lacks(self, use: Use) -> str:
        """Not against friends, nor where others are."""
        public, at, mover = use.public, use.pending["at"], use.pending["power"]
        if position.allied(public, mover, SAMNITES):
            return "the army is a friend of the Samnites"
        there = {p: position.all_cu(public, p, at) for p in public["cu"] if p != SAMNITES}
        alone = there.pop(mover) == use.pending["cu"] and not any(there.values())
        if not alone or position.inside(public, SAMNITES, at):
            return "others are there"
        return super().lacks(use)

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """An army, with leaders that are there and CU that it has."""
        value, at = line.value, line.value["from"]
        if at not in self.able(use):
            yield from super().wrong(use, line)
            return
        here = position.leaders(use.public, SAMNITES, Spot(at))
        for place, leader in enumerate(value.get("leaders", ())):
            if leader not in here:
                reason = f"{LEADER_NAMES[leader]} is not at {SPACE_NAMES[at]}"
                yield Problem(reason, "9.3.3").at("leaders", place)
        if value.get("cu", 1) > (most := self.most(use, at)):
            yield Problem(f"{most} CU at most can come", "9.3.3").at("cu")

    def most(self, use: Use, at: str) -> int:
        """CU that can come from there."""
        return min(LIMITS["move"], position.outside(use.public, SAMNITES, at))

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Whom and how many: whoever resolves the entry moves them."""
        at = value["from"]
        here = position.leaders(use.public, SAMNITES, Spot(at))
        use.pending["forks"] = {
            "from": at,
            "cu": value.get("cu", self.most(use, at)),
            "leaders": list(value.get("leaders") or here),
        }
