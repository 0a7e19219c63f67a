"""Events that change what holds from now on, VP, plunder or the hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.action import Action, Problem
from referee.engine.beside import Chance
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, following, hidden, position, verbs
from rulesets.sword_of_rome.board import CARDS, GAULS, GREEKS, HOME, INDEPENDENT, ROME
from rulesets.sword_of_rome.cards import discarding
from rulesets.sword_of_rome.cards.events.base import Event, Use
from rulesets.sword_of_rome.position import ENVOYS, NO_CARTHAGE, TREATY
from rulesets.sword_of_rome.siege import plunder


class Lasts(Event):
    """Something that holds from now on; again: whether it may be played though it holds."""

    def __init__(self, flag: str, again: bool = False) -> None:
        self.flag, self.again = flag, again

    def lacks(self, use: Use) -> str:
        """It does nothing a second time."""
        held = self.flag in use.public["flags"] and not self.again
        return "it holds already" if held else ""

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """It begins, if it has not."""
        if self.flag not in table.public["flags"]:
            verbs.set_flag(table, self.flag)


class Envoys(Lasts):
    """The envoys sail to Carthage."""

    def lacks(self, use: Use) -> str:
        """Not with envoys or a treaty, nor without Carthage."""
        if {ENVOYS, TREATY} & {*use.public["flags"]}:
            return "the envoys have sailed"
        return "Carthage is out of the game" if NO_CARTHAGE in use.public["flags"] else ""


class Treaty(Event):
    """Rome and Carthage are allied (18)."""

    def lacks(self, use: Use) -> str:
        """The envoys have sailed, and Rome is not allied with the Greeks."""
        if ENVOYS not in use.public["flags"]:
            return "Punic Envoys was not played"
        allied = position.pair(ROME, GREEKS) in use.public["alliances"]
        return "Rome is allied with the Greeks" if allied else ""

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """The marker is turned; sieges between the two end."""
        verbs.set_flag(table, ENVOYS, on=False)
        verbs.set_flag(table, TREATY)
        following.settle_all(table)


class Plunder(Event):
    """Gallic markers on the plunder table."""

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """As many as the card says."""
        plunder.lay(table, GAULS, use.number("count"), use.title)


class Objective(Event):
    """A Gallic aim: 1 VP if its condition holds."""

    def lacks(self, use: Use) -> str:
        """The condition holds now."""
        holds = CONDITIONS[CARDS[use.card]["condition"]](use.public)
        return "" if holds else "its condition does not hold"

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """The point."""
        verbs.score(table, {GAULS: 1}, use.title)


def _foreign_homes(public: Data) -> bool:
    played = [power for power in board.PLAYER if power != GAULS]
    spaces = {spot.space for spot in position.stacks(public, GAULS) if HOME[spot.space] in played}
    return len(spaces) >= 3


def _etruscan_independents(public: Data) -> bool:
    spaces = board.HOMES[board.ETRUSCANS]
    free = [s for s in spaces if public["markers"].get(s) == INDEPENDENT]
    return sum(position.is_normal(public, space) for space in free) >= 3


def _plain(public: Data) -> bool:
    homes = board.HOMES[GAULS]
    abroad = [spot for spot in position.stacks(public, GAULS) if HOME[spot.space] != GAULS]
    kept = all(position.control(public, space) == GAULS for space in homes)
    return kept and sum(position.cu(public, GAULS, spot) for spot in abroad) >= 6


#: Conditions of Gallic objectives, by the names that cards have for them.
CONDITIONS = {
    "battle-won": lambda public: position.WON in public["facts"],
    "city-sacked": lambda public: position.SACKED in public["facts"],
    "three-foreign-homes": _foreign_homes,
    "plunder-three": lambda public: public["plunder"] >= 3,
    "three-etruscan-independents": _etruscan_independents,
    "plain-and-six-outside": _plain,
}


class Counsel(Event):
    """Draw cards, then discard."""

    takes = ("discard",)

    def lacks(self, use: Use) -> str:
        """A card is left to be drawn."""
        left = hidden.drawable(use.public, use.seat)
        return "" if left else "no card is left to be drawn"

    def wrong(self, use: Use, line: Action[Any]) -> Iterable[Problem]:
        """The discards that are named before the draw are in the hand."""
        mine = [one for one in line.own.get("hand", ()) if one != use.card]
        for place, one in enumerate(line.value.get("discard", ())):
            if one not in mine and not line.table.unsure:
                hint = hidden.shown(line.own)
                yield Problem("it is not in your hand", "7.1", hint).at("discard", place)

    def choice(self, use: Use, own: Data, chance: Chance) -> Mapping[str, Any] | None:
        """Now and then a card."""
        mine = [one for one in own.get("hand", ()) if one != use.card]
        named = mine and chance.random() < 0.3
        return {"discard": [chance.choice(mine)]} if named else {}

    async def does(self, table: Table, use: Use, value: Mapping[str, Any]) -> None:
        """Draw, then discard those that were named, or are chosen now that the hand is seen."""
        discarding.draw(table, use.seat, use.number("draw"))
        await discarding.choose(table, use.seat, use.number("discard"), value.get("discard", ()))
