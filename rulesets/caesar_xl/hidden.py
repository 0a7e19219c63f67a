"""Who knows what, in one place.

Everything on the map, all gold, the forum, claimed cards, leaders in play and the discards are
public; so is how many cards a hand and the deck have (1.5).  A hand is its seat's alone, but for
tactics cards bought from the discards (F3), which all have seen; the deck has no order, for each
draw is a lot that nobody sees.  A card that is being carried out lies on the table, open.

Who is asked for tactics or for the cards of a turn hangs on what is public alone: whether a hand
could hold a card that fits.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.engine.table import State
from referee.engine.view import Data, Quantity, View
from referee.kit.zones import Hand, Place, Zones
from rulesets.caesar_xl import board

CARDS = Zones(
    list(board.CARDS),
    "deck",
    {"hand": Hand("cards", "known")},
    rows=("forum", "discards", "table"),
    own_rows=("claimed", "leaders"),
)
FORUM, DISCARDS, TABLE = Place("forum"), Place("discards"), Place("table")


def hand(seat: str) -> Place:
    """A player's hand."""
    return Place("hand", seat)


def claimed(seat: str) -> Place:
    """5.1 The forum cards that a player has claimed."""
    return Place("claimed", seat)


def leaders(seat: str) -> Place:
    """11.3 The leaders that lie face up before a player because they are in play."""
    return Place("leaders", seat)


def drawable(public: Data) -> bool:
    """6.4 Whether the deck or the discards hold a card."""
    return bool(CARDS.left(public) or public["discards"])


def could_hold(public: Data, seat: str, cards: Iterable[str]) -> bool:
    """Whether, as far as anyone can tell, a player could hold one of these cards."""
    return CARDS.could_hold(public, hand(seat), cards)


def held(own: Data, card: str) -> str:
    """The card in this hand, or its copy; "" if the hand has neither."""
    mine = own.get("hand", ())
    return next((one for one in (card, board.TWINS.get(card, card)) if one in mine), "")


#: Quantities of which only the seat knows the number: name, in words, kind of card.
_KINDS = (
    ("leaders", "leaders", "leader"),
    ("tactics", "tactics cards", "tactics"),
    ("actions", "action cards", "action"),
)


def _held(kind: str) -> Callable[[Any, View], Any]:
    return lambda one, view: [*map(board.card_kind, view.own.get("hand", ()))].count(kind)


def _drawn(kind: str) -> Callable[[Any, View], Any]:
    return lambda one, view: view.own["drawn"][kind]


HAND_COUNTS: Mapping[str, Quantity] = {
    name: Quantity(f"{cards} in your hand", _held(kind), private=True)
    for name, cards, kind in _KINDS
}
DRAWN_COUNTS: Mapping[str, Quantity] = {
    f"{name} drawn": Quantity(f"{cards} drawn in this turn", _drawn(kind), private=True)
    for name, cards, kind in _KINDS
}


def broken(state: State) -> list[str]:
    """1.6, 6.4 What must never be: lost or doubled cards, counters or markers, or negative gold."""
    public, pieces = state["public"], state["public"]["pieces"]
    lying = sorted(card for row in public["leaders"].values() for card in row)
    in_play = [one for one in pieces if one in board.LEADERS]
    markers = list(public["markers"].values())
    strange = [one for one in pieces if one in board.KINDS and one[0] != pieces[one]["owner"][0]]
    wrong = {
        "leaders in play are not those that lie open": lying != in_play,
        f"counters of the other player: {', '.join(strange)}": strange,
        "the pieces are not in order of their ids": [*pieces] != sorted(pieces),
    }
    for seat, gold in public["gold"].items():
        wrong[f"{seat} has {gold} gold"] = gold < 0
        wrong[f"{seat} has too many markers"] = markers.count(seat) > board.UNITS["markers"]
        both = (seat in pieces) == (seat in public["out"])
        wrong[f"{seat} himself is neither on the map nor out, or both"] = both
    return [*CARDS.broken(state), *(what for what, so in wrong.items() if so)]
