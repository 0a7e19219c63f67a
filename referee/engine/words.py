"""The words of order lines: what a line may hold, so that the mail room can read and write it.

An order line is a map with one key, its *word* (``move``, ``card``), and a value whose shape is a
type of this module.  Rules code sees values with ids (``"massilia"``) and numbers; players see
names (``Massilia``).  The mail room translates by these types and the ruleset's names.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

#: id -> name as printed, for one sort of thing ("place", "block", "card") and one seat.
Names = Mapping[str, str]
Vocabulary = Mapping[str, Names]

#: A vocabulary may have a further sort ``ALSO + "block"``: other spelling -> id of a thing of the
#: sort.  Each is understood as a whole, and never written.
ALSO = "also "


class Name(NamedTuple):
    """The name of a thing of one sort; rules code gets its id (str)."""

    sort: str


class Number(NamedTuple):
    """A whole number from least to most, in ASCII digits; rules code gets an int."""

    least: int
    most: int


class Choice(NamedTuple):
    """One of a few fixed words; rules code gets the word (str)."""

    words: tuple[str, ...]


class Many(NamedTuple):
    """A list of values of one type; a single value stands for a list of one."""

    of: Name | Number | Choice
    least: int = 1
    most: int = 64


class Fields(NamedTuple):
    """A map with fixed keys.  ``optional`` keys may be left out, and are then absent."""

    needed: Mapping[str, Name | Number | Choice | Many]
    optional: Mapping[str, Name | Number | Choice | Many] = MappingProxyType({})

    def all(self) -> dict[str, Name | Number | Choice | Many]:
        """Every key with its type, needed ones first."""
        return {**self.needed, **self.optional}


class Nothing(NamedTuple):
    """A word that stands alone (``- stay``); rules code gets an empty map."""


Word = Name | Number | Choice | Many | Fields | Nothing

#: What rules code gets for a line: {word: value with ids and numbers}.
Line = dict[str, object]
Answer = list[Line]
