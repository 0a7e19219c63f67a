"""Questions and choices of one thing out of a few, with the names of this game."""

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Request
from referee.engine.words import Name, Word
from referee.kit.phrases import filled
from rulesets.sword_of_rome import board


class Named(OneOf):
    """A choice that names spaces, powers, leaders or cards."""

    def names(self) -> Mapping[str, str]:
        """Of all of them."""
        return board.NAMES


class Asked(Request):
    """A question that names spaces and powers."""

    def title(self, reader: str = "") -> str:
        """The question, with names and counts filled in."""
        return filled(self.question, self.args, board.NAMES)


class InSpace(Named):
    """A choice of a power in a space.

    Args: power, at."""

    selectors: ClassVar[Mapping[str, Word]] = {"power": Name("power"), "at": Name("space")}
