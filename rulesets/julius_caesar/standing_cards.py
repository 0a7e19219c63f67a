"""Standing orders for cards (2.1): what rules on `cards` may say.

A rule always comes to an answer, so that whether a game stops tells nothing of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.request import Quantity, View
from referee.engine.words import Answer, Many, Name, Word
from rulesets.julius_caesar import board
from rulesets.julius_caesar.standing_common import TIME, TimedStanding, named, now

CARDS = Many(Name("card"))


class CardsStanding(TimedStanding):
    """2.1 Rules on `cards`: what is played and what is set aside, by what the hand then holds."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        **TIME,
        "was first": Quantity("1 if you were the first player of the turn before, 0 if not"),
    }
    policies: ClassVar[Mapping[str, Word]] = {"play": CARDS, "aside": CARDS}

    def measure(self, view: View) -> Mapping[str, int]:
        """Numbers that both know; none is of the hand."""
        was_first = view.public["last_first"] == self.seat
        return {**now(view.public), "was first": 1 if was_first else 0}

    def follow(self, view: View, then: Answer) -> Answer:
        """2.1, ruling 61 The first card named that is held, else the lowest command card."""
        opening = self.args["turn"] == 1
        hand = list(view.own["hand"])
        playable = [card for card in hand if not (opening and card == "apollo")]
        card = _pick(playable, named(then, "play"))
        if not opening:
            return [{"card": card}]
        hand.remove(card)
        return [{"discard": _pick(hand, named(then, "aside"))}, {"card": card}]


def _pick(cards: Sequence[str], wishes: Sequence[str]) -> str:
    """The first wish that is there, else the card that ruling 61 takes."""
    wished = [card for card in wishes if card in cards]
    return wished[0] if wished else min(cards, key=_lowest)


def _lowest(card: str) -> tuple[bool, int, int, int]:
    """Ruling 61 Command cards before events, fewer moves first, then fewer levies."""
    moves, levies = board.moves_and_levies(card)
    event = card in board.cards()["events"]
    return event, moves, levies, board.deck(events=True).index(card)
