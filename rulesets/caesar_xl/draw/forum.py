"""The forum (5): what a claim needs, and who has won."""

from collections.abc import Callable, Mapping

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import CITIES, FORUM, GRANARIES, ROMAN, ROME

#: L4 What Cato takes off the price.
CATO, CHEAPER = "L4", 2
#: F5, F7, F8 How many cities they need, and of which value.
TWO, FOUR, THREE, WORTH = 2, 4, 3, 3


def _granaries(public: Data, seat: str) -> bool:
    mine = position.cities(public, seat)
    return len([city for city in GRANARIES if city in mine]) >= TWO


def _four_roman(public: Data, seat: str) -> bool:
    mine = position.cities(public, seat)
    return len([city for city in mine if CITIES[city]["type"] == ROMAN]) >= FOUR


def _three_rich(public: Data, seat: str) -> bool:
    mine = position.cities(public, seat)
    return len([city for city in mine if CITIES[city]["value"] >= WORTH]) >= THREE


def _rome(public: Data, seat: str) -> bool:
    return position.controls(public, ROME, seat)


#: 5.1 What the phasing player must show; what he must pay is in the data.
NEEDS: Mapping[str, Callable[[Data, str], bool]] = {
    "F1": _rome,
    "F2": lambda public, seat: bool(public["leaders"][seat]),
    "F3": _rome,
    "F4": position.supreme_in_rome,
    "F5": _granaries,
    "F6": lambda public, seat: True,
    "F7": _four_roman,
    "F8": _three_rich,
}


def cost(public: Data, seat: str, card: str) -> int:
    """5.1, L4 Gold to claim a card."""
    less = CHEAPER if position.works(public, CATO, seat) else 0
    price: int = FORUM[card]["cost"]
    return max(0, price - less)


def claimable(public: Data, seat: str) -> list[str]:
    """5.1 Cards of the forum whose condition is met and whose price is there."""
    gold = public["gold"][seat]
    able = [card for card in public["forum"] if cost(public, seat, card) <= gold]
    return [card for card in able if NEEDS[card](public, seat)]


def claim(table: Table, seat: str, card: str) -> None:
    """5.1 It lies before him for the rest of the game."""
    price = cost(table.public, seat, card)
    hidden.CARDS.move(table.state, [card], hidden.FORUM, hidden.claimed(seat))
    table.public["now"]["used"].append("claim")
    table.tell("claims", {"seat": seat, "card": card})
    verbs.pay(table, seat, price, f"{FORUM[card]['name']}, 5.1")


def check_victory(table: Table, seat: str) -> None:
    """5.2 Only his own, in his own phase; political comes first (5.3)."""
    if political(table.public, seat):
        verbs.end_game(table, seat, "political")
    elif military(table.public, seat):
        verbs.end_game(table, seat, "military")


def political(public: Data, seat: str) -> bool:
    """5.3 The sums of the factions differ by 7 or more."""
    one, two = position.points(public, seat).values()
    return bool(abs(one - two) >= board.UNITS["victory"]["political"])


def military(public: Data, seat: str) -> bool:
    """5.4 The enemy supreme leader is out, Rome is his, and cities of 25 gold or more; strict: his
    own leader is in Rome, and the 25 are a lead."""
    if board.other(seat) not in public["out"] or not position.controls(public, ROME, seat):
        return False
    value, needed = position.city_value(public, seat), board.UNITS["victory"]["military"]
    if not public["strict"]:
        return bool(value >= needed)
    lead = value - position.city_value(public, board.other(seat))
    return bool(position.supreme_in_rome(public, seat) and lead >= needed)
