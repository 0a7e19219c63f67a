"""What rules of several requests have in common: the time, lists, and combat values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from referee.engine.beside import Standing
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.words import Answer, Many, Name, Number, Word
from rulesets.julius_caesar import board

R = TypeVar("R", bound=Request)

PLACES = Many(Name("place"))
BLOCKS = Many(Name("block"))

_YEARS = board.cards()["years"]

#: Selectors and quantities of everything that comes once a turn.
TIMES: Mapping[str, Word] = {
    "turn": Number(1, board.cards()["turns"]),
    "year": Number(_YEARS[0], _YEARS[-1]),
}
TIME: Mapping[str, Quantity] = {
    "year": Quantity(f"the year, {_YEARS[0]} to {_YEARS[-1]}"),
    "turn": Quantity(f"the turn of the year, 1 to {board.cards()['turns']}"),
}


def now(public: Data) -> dict[str, int]:
    """The time, as `TIME` has it."""
    return {"year": public["year"], "turn": public["turn"]}


def parts(then: Answer) -> Iterator[tuple[str, Any]]:
    """Word and value of every line of a rule's ``then``."""
    for line in then:
        yield from line.items()


def named(then: Answer, word: str) -> list[str]:
    """All names in the lines with a word."""
    return [str(name) for key, value in parts(then) if key == word for name in value]


def worth(block: str, attacking: bool = False) -> tuple[int, int, int]:
    """3.12 To sort blocks by combat value, the lowest first: firepower, then letter."""
    entry = board.blocks()[block]
    letter = board.LETTERS.index(entry.letter(attacking))
    return entry.firepower, -letter, board.block_order()[block]


class Timed(Request):
    """What is asked at a time of the year."""

    selectors: ClassVar[Mapping[str, Word]] = TIMES

    def selected(self, view: View, key: str, value: object) -> bool:
        """The time."""
        return bool(view.public[key] == value)


class TimedStanding(Standing[R]):
    """What rules on requests of a turn have in common."""

    quantities: ClassVar[Mapping[str, Quantity]] = TIME

    def measure(self, request: R, view: View) -> Mapping[str, int]:
        """The time."""
        return now(view.public)
