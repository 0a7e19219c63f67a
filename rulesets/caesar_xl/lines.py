"""Order lines of every phase: those that play a card of your hand, and the one that stops."""

from typing import Any, TypeVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.walk import Walk
from referee.engine.words import Nothing
from rulesets.caesar_xl import hidden, verbs
from rulesets.caesar_xl.board import CARD_NAMES

W = TypeVar("W", bound=Walk)


class Line(Action[W]):
    """A line that carries something out.

    card: the card that it plays, "" for none."""

    card = ""

    def obstacle(self) -> Problem | None:
        """Whether the phase is over, 7.3 whether the card is there, then what is wrong with the
        rest."""
        return self.too_late() or self.lacks(self.card) or self.wrong()

    def too_late(self) -> Problem | None:
        """Why the line comes too late: its phase is over."""
        return None

    def wrong(self) -> Problem | None:
        """What is wrong with the line in this position."""
        return None

    def lacks(self, card: str) -> Problem | None:
        """7.3 The card is not in the hand; after a draw it might be."""
        if not card or hidden.held(self.own, card):
            return None
        hand = ", ".join(CARD_NAMES[one] for one in self.own["hand"]) or "nothing"
        reason = f"{CARD_NAMES[card]} is not in your hand"
        return Problem(reason, "7.3", f"you hold: {hand}", weight=UNSURE)

    async def does(self) -> None:
        """6.4 Carry it out; a card lies on the table until its effect is over."""
        self.walk.acted = True
        card = self.card and hidden.held(self.own, self.card)
        if card:
            verbs.play(self.table, self.seat, card)
        await self.carry_out()
        if card:
            verbs.discard(self.table, card)

    async def carry_out(self) -> None:
        """What the line does."""
        raise NotImplementedError


class Look(Action[Any]):
    """13.1 The lines stop here: your report shows what has come, and you order the rest then."""

    word, takes = "look", Nothing(stops=True)

    async def does(self) -> None:
        """Stop."""
        self.walk.stop()
