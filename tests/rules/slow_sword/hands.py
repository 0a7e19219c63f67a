"""6 How many cards lie where: hands, decks, discards, Reshuffle cards on decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Data = Mapping[str, Any]
#: 6.2.2 The size of a hand.
SIZE, ROMES = 7, 8
DECK = 37


class Cards(NamedTuple):
    """How many a player has: in his hand, his deck, his discards, and on top of the deck."""

    hand: int
    deck: int
    discards: int
    reshuffle: int


def cards(public: Data, seat: str) -> Cards:
    """As all can see them: what is nowhere else is in the deck."""
    hand = public[f"{seat} cards"][seat]
    rows = {row: len(public[f"{seat} {row}"]) for row in ("discards", "reshuffle", "table")}
    desperate = 2 - len(public[f"{seat} desperate"])
    gone = len(public[f"{seat} removed"]) + rows["table"] - desperate
    deck = DECK - hand - gone - rows["discards"] - rows["reshuffle"]
    return Cards(hand, deck, rows["discards"], rows["reshuffle"])


def drawn(before: Cards, count: int) -> Cards:
    """6.4.2 So many are drawn; where the deck ends the discards are shuffled, where both end
    nobody draws.  A Reshuffle card on the deck stays there (6.4.1)."""
    hand, deck, discards, reshuffle = before
    for _ in range(count):
        if not deck:
            deck, discards = discards, 0
        if deck:
            hand, deck = hand + 1, deck - 1
    return Cards(hand, deck, discards, reshuffle)


def filled(before: Cards, seat: str, scenario: str) -> Cards:
    """6.2.2 Up to the size of the hand."""
    size = ROMES if seat == "rome" and scenario != "two" else SIZE
    return drawn(before, max(0, size - before.hand))


def shuffled(before: Cards) -> Cards:
    """6.4.1, 5.11 With a Reshuffle card on the deck all of it is one deck again."""
    if not before.reshuffle:
        return before
    return Cards(before.hand, sum(before[1:]), 0, 0)
