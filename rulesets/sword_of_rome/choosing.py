"""Questions and choices of one thing out of a few, with the names of this game."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Request, View
from referee.engine.words import Choice, Name, Word
from referee.kit.phrases import filled
from rulesets.sword_of_rome import board

YES, NO = "yes", "no"
YES_NO = Choice((YES, NO))
#: Which power, and where.
POWER_AT: Mapping[str, Word] = {"power": Name("power"), "at": Name("space")}


class Named(OneOf):
    """A choice that names spaces, powers, leaders or cards; either: what can be chosen, the default
    first, where it is always the same."""

    either: ClassVar[Sequence[str]] = ()

    def names(self) -> Mapping[str, str]:
        """Of all of them."""
        return board.NAMES

    def options(self, view: View) -> Sequence[str]:
        """The default first."""
        return self.either


class Asked(Request):
    """A question that names spaces and powers."""

    def title(self, reader: str = "") -> str:
        """The question, with names and counts filled in."""
        return filled(self.question, self.args, board.NAMES)
