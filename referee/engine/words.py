"""The words of order lines: what a line may hold, so that the mail room can read and write it.

An order line is a map with one key, its *word* (``move``, ``card``), and a value whose shape is a
type of this module.  Rules code sees values with ids (``"massilia"``) and numbers; players see
names (``Massilia``).  The mail room translates by these types and the ruleset's names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: id -> name as printed, for one sort of thing ("place", "block", "card") and one seat.
Names = Mapping[str, str]
Vocabulary = Mapping[str, Names]


@dataclass(frozen=True)
class Name:
    """The name of a thing of one sort; rules code gets its id (str)."""

    sort: str


@dataclass(frozen=True)
class Number:
    """A whole number from least to most, in ASCII digits; rules code gets an int."""

    least: int
    most: int


@dataclass(frozen=True)
class Choice:
    """One of a few fixed words; rules code gets the word (str)."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Many:
    """A list of values of one type; a single value stands for a list of one."""

    of: Name | Number | Choice
    least: int = 1
    most: int = 64


@dataclass(frozen=True)
class Fields:
    """A map with fixed keys.  ``optional`` keys may be left out, and are then absent."""

    needed: Mapping[str, Name | Number | Choice | Many]
    optional: Mapping[str, Name | Number | Choice | Many] = field(default_factory=dict)

    def all(self) -> dict[str, Name | Number | Choice | Many]:
        """Every key with its type, needed ones first."""
        return {**self.needed, **self.optional}


@dataclass(frozen=True)
class Nothing:
    """A word that stands alone (``- stay``); rules code gets an empty map."""


Word = Name | Number | Choice | Many | Fields | Nothing

#: What rules code gets for a line: {word: value with ids and numbers}.
Line = dict[str, object]
Answer = list[Line]
