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
Needs = Callable[[Data, str], bool]


def _cities(number: int, fits: Callable[[str], bool]) -> Needs:
    """So many cities of some kind."""
    return lambda public, seat: len([*filter(fits, position.cities(public, seat))]) >= number


def _rome(public: Data, seat: str) -> bool:
    return position.controls(public, ROME, seat)


#: 5.1 What the phasing player must show; what he must pay is in the data.
NEEDS: Mapping[str, Needs] = {
    "F1": _rome,
    "F2": lambda public, seat: bool(public["leaders"][seat]),
    "F3": _rome,
    "F4": position.supreme_in_rome,
    "F5": _cities(TWO, lambda city: city in GRANARIES),
    "F6": lambda public, seat: True,
    "F7": _cities(FOUR, lambda city: bool(CITIES[city]["type"] == ROMAN)),
    "F8": _cities(THREE, lambda city: bool(CITIES[city]["value"] >= WORTH)),
}


def cost(public: Data, seat: str, card: str) -> int:
    """5.1, L4 Gold to claim a card."""
    price: int = FORUM[card]["cost"]
    return max(0, price - CHEAPER * position.works(public, CATO, seat))


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
    enemy, needed = board.other(seat), board.UNITS["victory"]["military"]
    value = position.city_value(public, seat)
    if public["strict"]:
        value -= position.city_value(public, enemy)
    in_rome = not public["strict"] or position.supreme_in_rome(public, seat)
    return bool(enemy in public["out"] and _rome(public, seat) and in_rome and value >= needed)
