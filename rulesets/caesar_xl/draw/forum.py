"""The forum (5): what a claim needs, and who has won."""

from collections.abc import Callable, Mapping

from referee.engine.rules import end_game
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_xl import board, hidden, position, verbs
from rulesets.caesar_xl.board import CATO, CITIES, FORUM, GRANARIES, ROMAN, ROME

#: L4 What Cato takes off the price.
CHEAPER = 2
#: F5, F7, F8 How many cities a claim needs, and of what value.
TWO, FOUR, THREE, WORTH = 2, 4, 3, 3
Needs = Callable[[Data, str], bool]


def _cities(number: int, fits: Callable[[str], bool]) -> Needs:
    """A need for this many cities of some kind."""
    return lambda public, seat: len([*filter(fits, position.cities(public, seat))]) >= number


def _rome(public: Data, seat: str) -> bool:
    return position.controls(public, ROME, seat)


#: 5.1 What the phasing player must have; what he must pay stands in the data.
NEEDS: Mapping[str, Needs] = {
    board.SENATE: _rome,
    board.REFORM: lambda public, seat: bool(public["leaders"][seat]),
    board.TRIBUNES: _rome,
    board.PONTIFEX: position.supreme_in_rome,
    board.DOLE: _cities(TWO, lambda city: city in GRANARIES),
    board.EQUITES: lambda public, seat: True,
    board.LAND: _cities(FOUR, lambda city: bool(CITIES[city]["type"] == ROMAN)),
    board.PROCONSUL: _cities(THREE, lambda city: bool(CITIES[city]["value"] >= WORTH)),
}


def cost(public: Data, seat: str, card: str) -> int:
    """5.1, L4 Gold to claim a card."""
    price: int = FORUM[card]["cost"]
    return max(0, price - CHEAPER * position.works(public, CATO, seat))


def claimable(public: Data, seat: str) -> list[str]:
    """5.1 Cards of the forum that a player may claim: he meets the condition and has the gold."""
    gold = public["gold"][seat]
    able = [card for card in public["forum"] if cost(public, seat, card) <= gold]
    return [card for card in able if NEEDS[card](public, seat)]


def claim(table: Table, seat: str, card: str) -> None:
    """5.1 The player takes the card and keeps it for the rest of the game."""
    price = cost(table.public, seat, card)
    hidden.CARDS.move(table.state, [card], hidden.FORUM, hidden.claimed(seat))
    table.tell("claims", {"seat": seat, "card": card})
    verbs.pay(table, seat, price, f"{FORUM[card]['name']}, 5.1")


def check_victory(table: Table, seat: str) -> None:
    """5.2 He can win only in his own forum phase; a political victory comes first (5.3)."""
    if political(table.public, seat):
        end_game(table, seat, "political")
    elif military(table.public, seat):
        end_game(table, seat, "military")


def political(public: Data, seat: str) -> bool:
    """5.3 Whether the points of the two factions differ by 7 or more."""
    one, two = position.points(public, seat).values()
    return bool(abs(one - two) >= board.UNITS["victory"]["political"])


def military(public: Data, seat: str) -> bool:
    """5.4 Whether the enemy supreme leader is gone and he holds Rome and cities worth 25 gold; if
    strict, his own leader is in Rome and he leads by 25."""
    enemy, needed = board.other(seat), board.UNITS["victory"]["military"]
    value = position.city_value(public, seat)
    if public["strict"]:
        value -= position.city_value(public, enemy)
    in_rome = not public["strict"] or position.supreme_in_rome(public, seat)
    return bool(enemy in public["out"] and _rome(public, seat) and in_rome and value >= needed)
