"""Questions and choices of one thing out of a few, with the names of this game."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Request, View
from referee.engine.words import Choice, Name, Number, Word
from rulesets.sword_of_rome import board

YES, NO = "yes", "no"
YES_NO = Choice((YES, NO))
#: Selectors: the turn; which power; which power, and where.
TURN: Mapping[str, Word] = {"turn": Number(1, 99)}
POWER: Mapping[str, Word] = {"power": Name("power")}
POWER_AT: Mapping[str, Word] = {**POWER, "at": Name("space")}


class Asked(Request):
    """A question that names spaces, powers, leaders, players or cards."""

    names = board.NAMES


class Named(Asked, OneOf):
    """A choice of one of them; either: what can be chosen, the default first, where it is always
    the same."""

    either: ClassVar[Sequence[str]] = ()

    def options(self, view: View) -> Sequence[str]:
        """The default first."""
        return self.either
