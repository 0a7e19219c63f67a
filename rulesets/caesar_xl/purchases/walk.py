"""The orders of a turn as they are carried out: purchases, taxes, the march (7 to 9)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from referee.engine.action import Action, Problem
from referee.engine.request import Quantity
from referee.engine.table import Table
from referee.engine.walk import Walk
from rulesets.caesar_xl import board, hidden, position, tax, verbs
from rulesets.caesar_xl.draw.drawing import discard, play
from rulesets.caesar_xl.draw.orders import HAND_COUNTS, counted, not_held
from rulesets.caesar_xl.position import MARCH, PURCHASES, TAX

#: Words of the march, with which purchases are over.
MARCHING = ("march", "fleet", "battles")


class Turning(Walk):
    """A turn's lines; in rehearsal every roll does well."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "gold": Quantity("your gold"),
        "succeeded": Quantity("of your rolls for diplomacy and Cicero, those that succeeded"),
        "legions": Quantity("your legions on the map"),
        "allies": Quantity("your allied units on the map"),
        "places": Quantity("places that you control"),
        **HAND_COUNTS,
    }

    def measure(self) -> Mapping[str, int]:
        """The quantities now."""
        mine = [board.kind(key) for key in position.owned(self.public, self.seat)]
        hand = counted(self.own)
        return {
            "gold": self.public["gold"][self.seat],
            "succeeded": self.public["now"]["succeeded"],
            "legions": mine.count(board.LEGION),
            "allies": mine.count(board.ALLY),
            "places": len(position.controlled(self.public, self.seat)),
            **hand,
        }

    def over(self) -> bool:
        """4.2 Whether somebody has won."""
        return verbs.over(self.public)

    def remarks(self) -> Iterator[str]:
        """1.4 Which places that pieces have left are nobody's now, and the gold that is left."""
        starts = {
            told["public"]["path"][0]: None
            for told in self.table.events
            if told["kind"] == "marches"
        }
        for at in starts:
            held = position.controls(self.public, at, self.seat)
            if not held and not position.there(self.public, at):
                yield f"{board.PLACE_NAMES[at]} is left without a piece or marker of yours (1.4)."
        yield f"{self.public['gold'][self.seat]} gold is left."

    async def prepare(self, word: str) -> None:
        """3.1 With the first march purchases are over, and taxes come in."""
        if word in MARCHING and self.public["phase"] == PURCHASES:
            self.acted = True
            await begin_march(self.table, self.seat)


async def begin_march(table: Table, seat: str) -> None:
    """3.1, 3.2 The end of purchases; then taxes, and their end."""
    if table.public["phase"] != PURCHASES:
        return
    verbs.end_phase(table, TAX)
    if verbs.over(table.public):
        return
    await tax.collect(table, seat)
    verbs.end_phase(table, MARCH)


class Purchase(Action[Turning]):
    """7 What is done in the purchase phase."""

    #: the card that is played, "" for none
    card = ""

    def obstacle(self) -> Problem | None:
        """3.1 It is not over; 7.3 the card is there; then what is wrong with the rest."""
        if self.public["phase"] != PURCHASES:
            return Problem("purchases are over", "3.1", "they come before the first march")
        if self.card and not hidden.held(self.own, self.card):
            return not_held(self.walk, self.card)
        return self.wrong()

    def wrong(self) -> Problem | None:
        """What is wrong with it in this position."""
        return None

    async def does(self) -> None:
        """With a card: it lies on the table until its effect is over (6.4)."""
        self.walk.acted = True
        if self.card:
            card = hidden.held(self.own, self.card)
            play(self.table, self.seat, card)
            await self.carry_out()
            discard(self.table, card)
        else:
            await self.carry_out()

    async def carry_out(self) -> None:
        """What it comes to."""
        raise NotImplementedError
