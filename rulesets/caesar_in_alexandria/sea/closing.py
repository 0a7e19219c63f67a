"""The garrison of the lighthouse closes the passage to enemy galleys (5.26)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.action import Action
from referee.engine.beside import Few, Kind, Standing
from referee.engine.request import Data, Quantity, View
from referee.engine.table import Table
from referee.engine.walk import Walk
from referee.engine.window import Reaction, window
from referee.engine.words import Answer, Many, Name, Nothing, Word
from rulesets.caesar_in_alexandria import position, verbs
from rulesets.caesar_in_alexandria.board import LIGHTHOUSE, MAP, NAMES
from rulesets.caesar_in_alexandria.sea import fleet

CLOSED = "closed"


class CloseIt(Action[Walk]):
    """Close the hex to the galley that is about to enter it."""

    word, takes = "close", Nothing()

    async def does(self) -> None:
        """5.26 It does not get in."""
        args = self.walk.request.args
        self.public["now"][CLOSED] = True
        self.table.tell("closed", {"galley": args["galley"], "at": args["hex"]})


class Closing(Reaction):
    """5.26, H83 Whether the garrison closes a hex.

    Args: galley, kind of it, hex, span."""

    kind, rule, once, names = "lighthouse", "5.26", True, NAMES
    question = "lighthouse: close {hex} to {galley}"
    actions: ClassVar[Sequence[type[Action[Any]]]] = (CloseIt,)
    selectors: ClassVar[Mapping[str, Word]] = {
        "galley": Many(Name("galley")),
        "hex": Many(Name("hex")),
    }


def may_close(public: Data, galley: str, hex_: str) -> list[Closing]:
    """5.26 The side that holds the lighthouse, against an enemy galley."""
    seat = fleet.enemy(public, galley)
    if hex_ not in MAP["closes"] or not position.held_by(public, LIGHTHOUSE, seat):
        return []
    return [Closing(seat, galley=galley, hex=hex_, span=str(public["turn"]))]


async def closed(table: Table, galley: str, hex_: str) -> bool:
    """H83 Whether the hex that a galley is about to enter is closed to it."""
    public = table.public
    if not may_close(public, galley, hex_):
        return False
    verbs.trail(table)
    public["now"][CLOSED] = False
    await window(table, lambda public: may_close(public, galley, hex_))
    found: bool = public["now"].pop(CLOSED)
    return found


class Gates(Few[Closing]):
    """To close, or not."""

    def options(self, request: Closing, view: View) -> Iterable[Answer]:
        """Both, and what a window reads itself."""
        yield [{"close": {}}]
        yield []
        yield [{"pass": {}}]

    def template(self, request: Closing, view: View) -> list[str]:
        """To close."""
        return ["- close", "# - pass"]


class Keeping(Standing[Closing]):
    """D5 Whoever says nothing closes."""

    policies: ClassVar[Mapping[str, Word]] = {
        "close": Nothing(),
        "default": Nothing(),
        "pass": Nothing(),
    }
    quantities: ClassVar[Mapping[str, Quantity]] = {"aboard": Quantity("units aboard the galley")}

    def measure(self, request: Closing, view: View) -> Mapping[str, int]:
        """The quantities now."""
        return {"aboard": len(position.stack(view.public, request.args["galley"]))}

    def follow(self, request: Closing, view: View, then: Answer) -> Answer | None:
        """``default``: to close."""
        return self.default(request, view) if any("default" in line for line in then) else then

    def default(self, request: Closing, view: View) -> Answer:
        """To close."""
        return [{"close": {}}]


CLOSING_KIND = Kind(Closing, Gates(), Gates(), Keeping())
