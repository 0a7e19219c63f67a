"""Responses to rolls of reactions, sieges and raids, to sea moves, and Caudine Forks."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.battle import ways
from rulesets.sword_of_rome.board import FROM, GAULS, LIMITS, SAMNITES
from rulesets.sword_of_rome.cards.events.base import GALLIC, REACTED, RETREAT, Event, Picks, Use
from rulesets.sword_of_rome.march.force import party_problems
from rulesets.sword_of_rome.position import Spot

#: What a roll of a reaction can be, and of what kinds another can be blocked.
INTERCEPT, AVOID, PURSUE, DECLINE = "intercept", "avoid", "pursue", "decline"
MOST_TACTICS = 5


class Changes(Event):
    """A response that changes what its window is about.

    unfit: why the card does not fit that, "" if it does; change: the keys that it changes."""

    acting = False

    def __init__(
        self, window: str, unfit: Callable[[Use], str], change: Callable[[Use], Mapping[str, Any]]
    ) -> None:
        self.windows, self.unfit, self.change = (window,), unfit, change

    def lacks(self, use: Use) -> str:
        """It fits."""
        return self.unfit(use)

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """See what resolves it."""
        use.pending.update(self.change(use))


def no_roll_of_his(use: Use) -> str:
    """His army rolls: it does not if it has been blocked."""
    one = use.pending
    fits = one["power"] in use.powers and not one["blocked"]
    return "" if fits else "no army of yours rolls"


def no_attempt_against_him(use: Use) -> str:
    """It is an attempt to intercept or avoid his army, which has not been blocked yet."""
    one = use.pending
    fits = one["kind"] in (INTERCEPT, AVOID) and one["against"] in use.powers
    return "" if fits and not one["blocked"] else "no attempt against an army of yours is due"


def another_roll(use: Use) -> str:
    """The roll is of the kind that the card names."""
    one, raid = use.pending, use.pending["kind"] == "raid"
    fits = {
        "own": not raid and one["power"] in use.powers,
        "against-own": not raid and one["against"] in use.powers,
        "gallic": one["power"] in board.GALLIC,
    }
    return "" if fits[board.CARDS[use.card]["roll"]] else "the roll is of another kind"


def no_raid(use: Use) -> str:
    """Gauls raid."""
    fits = use.pending["kind"] == "raid" and use.pending["power"] == GAULS
    return "" if fits else "no Gallic raid is due"


def no_gallic_event(use: Use) -> str:
    """19 One that has not been cancelled."""
    return "the Gallic event is cancelled already" if use.pending["cancelled"] else ""


def no_sailors(use: Use) -> str:
    """12.4.3 A beaten Etruscan force in a port retreats, and another one is open to it."""
    one = use.pending
    able = one["power"] == board.ETRUSCANS and ways.havens(use.public, one["power"], one["at"])
    return "" if able else "no Etruscans retreat from a port to another"


CANCELS = Changes(GALLIC, no_gallic_event, lambda _: {"cancelled": True})
TRANSPORTS = Changes(RETREAT, no_sailors, lambda _: {"sea": True})


def his_own(use: Use) -> str:
    """It is another power's."""
    return "it is your own" if use.pending["power"] in use.powers else ""


def raised(use: Use) -> Mapping[str, Any]:
    """Tactics are 1 higher for the roll, 5 at most."""
    return {"tactics": min(MOST_TACTICS, use.pending["tactics"] + use.number("amount"))}


def added(use: Use) -> Mapping[str, Any]:
    """The dice are changed."""
    return {"plus": use.pending["plus"] + use.number("amount")}


def entered_alone(public: Data, power: str, cu: int, space: str, own: str) -> bool:
    """9.3.3, 10.2 Whether no CU are in a space, inside or outside, but so many of a power that has
    just entered it, and those of one's own."""
    there = ((one, position.all_cu(public, one, space)) for one in public["cu"] if one != own)
    return all(number == (cu if one == power else 0) for one, number in there)


class Forks(Picks):
    """9.3.3 A Samnite army joins the army that has just entered a space beside it."""

    windows, acting = (REACTED,), False
    takes, needed = ("from", "cu", "leaders", "commander"), ("from",)
    key, rule = "from", "9.3.3"
    none = "no Samnite army is beside it"
    reason = "no Samnite army can come from there"

    def able(self, use: Use) -> list[str]:
        """Spaces of Samnite armies that can come."""
        near = sorted(FROM[use.pending["at"]])
        return [space for space in near if position.army_at(use.public, SAMNITES, space)]

    def lacks(self, use: Use) -> str:
        """Not against friends, nor where others are."""
        public, at, mover = use.public, use.pending["at"], use.pending["power"]
        if position.allied(public, mover, SAMNITES):
            return "the army is a friend of the Samnites"
        cu = use.pending["cu"]
        alone = entered_alone(public, mover, cu, at, SAMNITES)
        if not alone or position.inside(public, SAMNITES, at):
            return "others are there"
        return super().lacks(use)

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """An army, with leaders that are there and CU that it has."""
        if (at := line.value["from"]) not in self.able(use):
            return super().wrong(use, line)
        here = position.leaders(use.public, SAMNITES, self.spot(use, at))
        return party_problems(line.value, "cu", self.most(use, at), here, "come", "9.3.3")

    def most(self, use: Use, at: str) -> int:
        """CU that can come from there."""
        return min(LIMITS["move"], position.cu(use.public, SAMNITES, self.spot(use, at)))

    def spot(self, use: Use, at: str) -> Spot:
        """Where the army stands there."""
        return position.army_at(use.public, SAMNITES, at) or Spot(at)

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Whom and how many: whoever resolves the entry moves them."""
        at = value["from"]
        here = position.leaders(use.public, SAMNITES, self.spot(use, at))
        use.pending["forks"] = {
            "from": at,
            "cu": value.get("cu", self.most(use, at)),
            "leaders": list(value.get("leaders") or here),
            "commander": value.get("commander", ""),
        }
