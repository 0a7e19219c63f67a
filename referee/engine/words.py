"""The words of order lines: what a line can hold, so that lines can be parsed and written.

An order line is a map with one key, its *word* (``move``, ``play``), and a value whose shape is a
type of this module; there may also be conditions.  Rules code sees values with ids (``"massilia"``)
and numbers; players see names (``Massilia``).  `referee.orders` translates with these types and the
ruleset's names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

#: id -> name as printed, for one sort of thing ("place", "block", "card") and one seat
Names = Mapping[str, str]
Vocabulary = Mapping[str, Names]

#: A vocabulary may have a further sort ``ALSO + "block"``: other spelling -> id of a thing of that
#: sort.  Other spellings must be typed in full, and are never written.
ALSO = "also "

#: It may have a sort ``ELSEWHERE + "card"`` too: name of a thing of that sort that this seat can
#: never name -> what it is, with its article, for the fault: "a card of the Greek deck".
ELSEWHERE = "elsewhere "


class Name(NamedTuple):
    """The name of a thing of one sort; rules code gets its id (str).

    sorts: where it is looked up, if it can be of several sorts: ``Name("space", ("hex",
    "point"))``.  No two of them share an id; `sort` is the common word for them."""

    sort: str
    sorts: tuple[str, ...] = ()

    def looked_up(self) -> tuple[str, ...]:
        """The sorts of the vocabulary in which it is looked up."""
        return self.sorts or (self.sort,)


class Number(NamedTuple):
    """A whole number from least to most, in ASCII digits; rules code gets an int.

    all: for a key that can be left out, whether that means as many as there are; ``all`` is then
    read as leaving it out."""

    least: int
    most: int
    all: bool = False


class Choice(NamedTuple):
    """One of a few fixed words; rules code gets the word (str)."""

    words: tuple[str, ...]


class Either(NamedTuple):
    """A value of one of several types; rules code gets an id or word (str), an int, or a map.  Maps
    are distinguished by their keys: ``Either((Name("space"), Fields({"drop": Number(1, 9)}),
    Fields({"raid": Name("space")})))``.  No word of a choice may be an id, and a number that is
    also a complete name is the name."""

    of: tuple[Name | Number | Choice | Fields, ...]


class Many(NamedTuple):
    """A list of values of one type; a single value is a list of one."""

    of: Name | Number | Choice | Either | Fields
    least: int = 1
    most: int = 120


class Fields(NamedTuple):
    """A map with fixed keys; ``optional`` keys can be left out, and are then absent."""

    needed: Mapping[str, Value]
    optional: Mapping[str, Value] = MappingProxyType({})

    def all(self) -> dict[str, Value]:
        """Every key with its type, required ones first."""
        return {**self.needed, **self.optional}


class Nothing(NamedTuple):
    """A word without a value (``- stay``); rules code gets an empty map.

    stops: the lines end here and the seat is asked again, which everyone sees; so it takes no
    condition on what only the seat knows."""

    stops: bool = False


#: what a list or map can contain, and what can follow a word
Value = Name | Number | Choice | Either | Many | Fields
Word = Value | Nothing
#: types whose value may be a single text
Single = Name | Number | Choice | Either


def texts_of(word: Single) -> list[Name | Number | Choice]:
    """The types that a value may have if it is a single text."""
    kinds = word.of if isinstance(word, Either) else (word,)
    return [kind for kind in kinds if not isinstance(kind, Fields)]


def maps_of(word: Either) -> list[Fields]:
    """The types that a value may have if it is a map."""
    return [kind for kind in word.of if isinstance(kind, Fields)]


#: What rules code gets for a line: {word: value with ids and numbers}.  If the request allows
#: conditions, the line may also have IF, a list of [quantity, comparison, number or quantity], and
#: then ELSE, which is SKIP or STOP: what happens to the line if they do not hold.
Line = dict[str, object]
Answer = list[Line]

IF, ELSE = "if", "else"
SKIP, STOP = "skip", "stop"


def word_of(line: Mapping[str, object]) -> str:
    """The word of a line, with or without conditions."""
    if len(line) == 1:
        return next(iter(line))
    (word,) = (key for key in line if key not in (IF, ELSE))
    return word


def parts(answer: Answer) -> Iterator[tuple[str, Any]]:
    """Word and value of each line."""
    return ((word := word_of(line), line[word]) for line in answer)


def named(answer: Answer, word: str) -> list[str]:
    """Everything listed in the lines with a word, in order."""
    return [str(name) for key, value in parts(answer) if key == word for name in value]


def compared(line: Line) -> frozenset[str]:
    """The quantities in the conditions of a line."""
    conditions: Any = line.get(IF, ())
    return frozenset(side for c in conditions for side in c[::2] if isinstance(side, str))
