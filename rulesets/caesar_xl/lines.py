"""Order lines of every phase: those that play a card of your hand, and the one that stops."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from referee.engine.action import UNSURE, Action, Problem
from referee.engine.looking import Looking
from referee.engine.request import Data, Request, View
from referee.engine.walk import Walk
from referee.engine.words import Number, Word
from rulesets.caesar_xl import hidden, position, verbs
from rulesets.caesar_xl.board import CARD_NAMES, LEADERS, PIECE_NAMES

W = TypeVar("W", bound=Walk)


def too_dear(public: Data, seat: str, cost: int, what: str, rule: str) -> Problem | None:
    """Why a player cannot pay for something."""
    have = public["gold"][seat]
    reason = f"{what} costs {cost} gold, and you have {have}"
    return Problem(reason, rule, weight=UNSURE) if cost > have else None


def powerless(public: Data, seat: str, card: str) -> Problem | None:
    """5.1, 11.3 Why a leader, or a card of the forum, does nothing for a player."""
    if position.works(public, card, seat):
        return None
    if card in LEADERS:
        return Problem(f"you have no {PIECE_NAMES[card]} in play", card, weight=UNSURE)
    return Problem(f"you have not claimed {CARD_NAMES[card]}", card)


class OfTurn(Request):
    """A request of a player's own turn; begins: the phase in which it is asked."""

    begins: ClassVar[str]
    selectors: ClassVar[Mapping[str, Word]] = {"turn": Number(1, 99), "part": Number(1, 99)}

    @classmethod
    def supposed(cls, view: View) -> tuple[Request, View] | None:
        """That of the seat's next turn, with everything as it stands now."""
        if view.public["result"]:
            return None
        now = {"phase": cls.begins, "seat": view.seat, "battle": None, "now": position.fresh()}
        args = {"part": 1} if cls.selectors else {}
        begun = view._replace(public={**view.public, **now})
        return cls(view.seat, turn=view.public["turn"], **args), begun


class Line(Action[W]):
    """A line that carries something out.

    card: the card of the hand that it plays, power: the open card by which it is done, "" for none;
    phases: those in which it can be carried out, () for all of its request; late: what is wrong in
    others; once: what it uses up for the turn, "" for nothing; spent: what is wrong with a second
    one."""

    card = power = once = ""
    phases: ClassVar[Sequence[str]] = ()
    late: ClassVar[Problem]
    spent: ClassVar[Problem]

    def obstacle(self) -> Problem | None:
        """7.3 A card may not be there, or it may come too late."""
        missing = self.power and powerless(self.public, self.seat, self.power)
        return missing or self.untimely() or self.lacks(self.card)

    def problems(self) -> Iterable[Problem]:
        """What prevents the line altogether, or else all that is wrong with the rest."""
        obstacle = self.obstacle()
        return filter(None, [obstacle] if obstacle else self.wrong())

    def untimely(self) -> Problem | None:
        """Why the line comes too late, or once too often."""
        if self.phases and self.public["phase"] not in self.phases:
            return self.late
        return self.spent if self.once and position.used(self.public, self.once) else None

    def wrong(self) -> Iterable[Problem | None]:
        """What is wrong with the line in this position."""
        return ()

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
        if self.once:
            self.public["now"]["used"].append(self.once)
        card = self.card and hidden.held(self.own, self.card)
        if card:
            verbs.play(self.table, self.seat, card)
        await self.carry_out()
        if card:
            verbs.discard(self.table, card)

    async def carry_out(self) -> None:
        """What the line does."""
        raise NotImplementedError


class Look(Looking):
    """13.1 The lines stop here: your report shows what has come, and you order the rest then."""
