"""What an event of a card is: when it can be played, what its player chooses, what it does."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from referee.engine.action import Action, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome.board import CARDS

#: Windows in which responses are played (7.1.1), as `cards.respond` opens them.
NAVAL, REACTION, REACTED = "sea move", "reaction roll", "after reactions"
BATTLE, LOSSES, RETREAT = "battle", "losses", "retreat"
SIEGE, GALLIC = "siege roll", "gallic event"
WINDOWS = (NAVAL, REACTION, REACTED, BATTLE, LOSSES, RETREAT, SIEGE, GALLIC)


class Event:
    """An event; a card of it gives its numbers.

    windows: in which it can be played as a response; acting: whether it can be played in one's own
    action; takes: the keys of an order line that it reads, `needed` those that it must have."""

    windows: ClassVar[tuple[str, ...]] = ()
    acting: ClassVar[bool] = True
    takes: ClassVar[tuple[str, ...]] = ()
    needed: ClassVar[tuple[str, ...]] = ()

    def lacks(self, public: Data, seat: str, card: str) -> str:
        """By what all can see, why it cannot be played now, by anybody's choice; "" if it can."""
        return ""

    def wrong(self, line: Action[Any], card: str) -> Iterable[Problem]:
        """What is wrong with the choices of an order line; ``line.value`` has them."""
        return ()

    async def does(self, table: Table, seat: str, card: str, value: Mapping[str, Any]) -> None:
        """Carry it out."""
        raise NotImplementedError


def number(card: str, key: str, otherwise: int = 0) -> int:
    """A number of a card."""
    found: int = CARDS[card].get(key, otherwise)
    return found


def pending(public: Data) -> Data:
    """What a window is about: the innermost thing that is not decided yet."""
    found: Data = public["pending"][-1]
    return found
