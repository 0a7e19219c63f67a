"""Who knows what, in one place.

Everything on the map is public, and so are discards, removed cards, Desperate Times, and how many
cards a hand and a deck have (6.1).  A hand is its seat's alone; a deck has no order, for each draw
is a lot that nobody sees.  A card that is being played lies on the table, open, and so does a
Reshuffle card on its deck (6.4.1).

Who is asked whether he responds hangs on what is public alone: whether a hand could hold a card
that fits, because it is not empty and not all such cards lie open.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from referee.engine.action import Problem
from referee.engine.table import State, Table
from referee.engine.view import Data
from referee.kit.zones import Hand, Place, Zones
from rulesets.sword_of_rome import board
from rulesets.sword_of_rome.board import CARDS, DECKS, DESPERATE, OWNERS, RESHUFFLE


def _zones(seat: str) -> Zones:
    """A seat's deck; its rows have its name."""
    rows = [f"{seat} {row}" for row in ("discards", "removed", "table", "desperate", "reshuffle")]
    return Zones(list(DECKS[seat]), f"{seat} deck", {"hand": Hand(f"{seat} cards")}, rows=rows)


ZONES = {seat: _zones(seat) for seat in board.SEATS}


@cache
def hand(seat: str) -> Place:
    """A player's hand."""
    return Place("hand", seat)


@cache
def row(seat: str, name: str) -> Place:
    """One of his open rows: discards, removed, table (being played), desperate, reshuffle."""
    return Place(f"{seat} {name}")


def begin(state: State) -> None:
    """3 Decks of all players; Desperate Times lie open before them (6.1)."""
    for seat in state["public"]["seats"]:
        ZONES[seat].begin(state, [seat])
        open_cards = [card for card in DECKS[seat] if CARDS[card]["event"] == DESPERATE]
        ZONES[seat].move(state, open_cards, ZONES[seat].pile, row(seat, "desperate"))


def held(public: Data, seat: str) -> int:
    """How many cards a hand has."""
    number: int = public[f"{seat} cards"][seat]
    return number


def shown(own: Data) -> str:
    """A player's hand, as a refusal shows it to him."""
    cards = own.get("hand", ())
    return f"your hand: {board.named(cards) or 'no cards'}"


def not_held(own: Data, rule: str) -> Callable[[str, Sequence[str]], Problem | None]:
    """Why a player cannot name a card of a list: it is not in his hand, or is named before."""

    def trouble(card: str, before: Sequence[str]) -> Problem | None:
        if card not in own.get("hand", ()):
            return Problem("it is not in your hand", rule, shown(own))
        return Problem("you name it twice", rule) if card in before else None

    return trouble


def left(public: Data, seat: str) -> int:
    """How many cards a deck has."""
    return ZONES[seat].left(public)


def drawable(public: Data, seat: str) -> int:
    """6.4.2 How many can be drawn: those of the deck, and the discards."""
    return left(public, seat) + len(public[f"{seat} discards"])


def desperate(public: Data, seat: str) -> list[str]:
    """7.4 Desperate Times that he still has."""
    return list(public[f"{seat} desperate"])


def could_hold(public: Data, seat: str, cards: Iterable[str]) -> bool:
    """Whether a player could hold one of these cards, as far as all know."""
    own = (card for card in cards if OWNERS[card] == seat)
    return ZONES[seat].could_hold(public, hand(seat), own)


def move(table: Table, cards: Sequence[str], source: Place, target: Place) -> None:
    """Cards of one seat go from one zone to another."""
    if cards:
        ZONES[OWNERS[cards[0]]].move(table.state, cards, source, target)


def lay_down(table: Table, seat: str, card: str) -> None:
    """A card of the hand, or one of Desperate Times, is being played: it lies open."""
    source = row(seat, "desperate") if CARDS[card]["event"] == DESPERATE else hand(seat)
    move(table, [card], source, row(seat, "table"))


def put_away(table: Table, seat: str, card: str, removed: bool = False) -> None:
    """6.4.1, 7.1.3 A card that was played goes to the discards, or out of the game; a Reshuffle
    card lies on the deck."""
    reshuffle = CARDS[card]["event"] == RESHUFFLE
    target = "removed" if removed else "reshuffle" if reshuffle else "discards"
    move(table, [card], row(seat, "table"), row(seat, target))


def discard(table: Table, seat: str, cards: Sequence[str]) -> None:
    """Cards of a hand are discarded; a Reshuffle card lies on the deck (6.4.1)."""
    for card in cards:
        move(table, [card], hand(seat), row(seat, "table"))
        put_away(table, seat, card)


def draw(table: Table, seat: str, count: int) -> list[str]:
    """6.2.2, 6.4.2 Draw into the hand; where the deck ends, the discards are shuffled."""
    again = [row(seat, "discards")]
    return ZONES[seat].draw(table, f"cards of {seat}", count, hand(seat), refill=again)


def reshuffle(table: Table, seat: str) -> bool:
    """6.4.1, 5.11 At the end of a turn, where a Reshuffle card lies on the deck: discards and card
    go into it; whether that was so."""
    if not table.public[f"{seat} reshuffle"]:
        return False
    for name in ("reshuffle", "discards"):
        cards = ZONES[seat].lying(table.state, row(seat, name))
        move(table, cards, row(seat, name), ZONES[seat].pile)
    return True


def broken(state: State) -> list[str]:
    """What can never be with cards: lost, doubled, miscounted."""
    public = state["public"]
    found = [f"{seat}: {what}" for seat in public["seats"] for what in ZONES[seat].broken(state)]
    lying = [seat for seat in public["seats"] if public[f"{seat} table"] and not public["pending"]]
    acting = public["now"]["seat"] or public["phase"] != "action"
    return found + [f"a card of {seat} was left on the table" for seat in lying if not acting]
