"""Names as players write and read them, and words that many requests share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from referee.engine.view import Quantity, View
from referee.engine.words import ALSO, Many, Name, Number, Vocabulary, Word
from referee.kit import flow
from referee.kit.lines import listed as listed
from referee.kit.lines import several as several
from referee.kit.phrases import ROMAN
from rulesets.julius_caesar import board

#: names of the seats as printed
SEAT_NAMES = {"caesar": "Caesar", "pompey": "Pompey"}

PLACES, BLOCKS = Many(Name("place")), Many(Name("block"))

_YEARS, _TURNS = board.CARDS["years"], board.CARDS["turns"]
#: selectors and quantities of everything that comes once a turn
TIMES: Mapping[str, Word] = {"turn": Number(1, _TURNS), "year": Number(_YEARS[0], _YEARS[-1])}
TIME: Mapping[str, Quantity] = {
    "year": Quantity(f"the year, {_YEARS[0]} to {_YEARS[-1]}", lambda _, view: view.public["year"]),
    "turn": Quantity(f"the turn of the year, 1 to {_TURNS}", lambda _, view: view.public["turn"]),
}


@cache
def vocabulary(seat: str) -> Vocabulary:
    """Names by sort.  A name that both colours have means this seat's own block; the other one is
    written with its colour (``Green Navis 1``).  Without a seat, both are."""
    return {
        "place": {place.id: place.name for place in board.PLACES.values()},
        "block": _block_names(seat),
        f"{ALSO}block": _other_spellings(seat),
        "card": {card: card_name(card) for card in board.deck(events=True)},
        # As printed: IV/1 for the card with four moves and one levy.
        f"{ALSO}card": {f"{_NUMBERS.get(c[0], c[0])}{c[1:]}": c for c in board.CARDS["command"]},
    }


def foreign(view: View) -> Mapping[str, Mapping[str, str]]:
    """Blocks of the other colour that the seat does not hold: leaders and fleets never change
    sides, and the rest only by Jupiter; Cleopatra is beaten to and fro (3.27)."""
    names, held = _block_names(view.seat), view.own["blocks"]
    return {
        "block": {
            block.id: f"{names[block.id]} is {SEAT_NAMES[block.seat]}'s, "
            + ("and never yours" if block.leader or block.fleet else "unless Jupiter turns it")
            for block in board.BLOCKS.values()
            if block.colour != "blue" and block.seat != view.seat and block.id not in held
        }
    }


def _block_names(seat: str) -> Mapping[str, str]:
    """Names of all blocks as that seat writes them, no two alike."""
    printed = [block.name for block in board.BLOCKS.values()]
    found = {}
    for block in board.BLOCKS.values():
        alone = block.seat == seat or printed.count(block.name) == 1
        found[block.id] = block.name if alone else _in_colour(block)
    return found


def _in_colour(block: board.Block) -> str:
    return f"{block.colour.capitalize()} {block.name}"


def _other_spellings(seat: str) -> Mapping[str, str]:
    """Other spellings: ``Brown Navis 1``, ``Caesar's Navis 1``, ``Caesar's Green Navis 1`` (how
    reports name a block with its holder), and Roman numbers, ``Legio XIII``."""
    found = {}
    for block in board.BLOCKS.values():
        coloured = _in_colour(block)
        found[coloured] = block.id
        found[f"{SEAT_NAMES[block.seat]}'s {block.name}"] = block.id
        found |= {f"{name}'s {coloured}": block.id for name in SEAT_NAMES.values()}
    for block_id, name in _block_names(seat).items():
        sort, _, number = name.rpartition(" ")
        if number in _NUMBERS:
            found[f"{sort} {_NUMBERS[number]}"] = block_id
    return found


#: ``13`` -> ``XIII``, for all numbers of blocks
_NUMBERS = {str(n): "X" * (n // 10) + ("", *ROMAN[1:])[n % 10] for n in range(1, 40)}


@cache
def names(reader: str) -> Mapping[str, str]:
    """The names of everything, by id, as that seat writes them."""
    words = vocabulary(reader)
    return {**words["place"], **words["card"], **words["block"], **SEAT_NAMES}


def written(line: Mapping[str, object], seat: str) -> str:
    """An order line, or one of ``next:``, as that seat writes it."""
    return flow.written(line, names(seat))


def place_name(place: str) -> str:
    """A place as printed on the board."""
    return board.PLACES[place].name


def block_name(block: str, seat: str) -> str:
    """A block as that seat writes it; without a seat, as both understand it."""
    return vocabulary(seat)["block"][block]


def card_name(card: str) -> str:
    """A card: ``3/1`` or ``Apollo``."""
    event = board.CARDS["events"].get(card)
    name: str = event["name"] if event else card
    return name


def road_text(path: Iterable[str]) -> str:
    """A path as ``Genua - Ravenna - Rome``."""
    return " - ".join(place_name(place) for place in path)


#: A line of a template in a comment must fit into a report's line: otherwise you could not make it
#: an order by removing one character.
HINT_AT_MOST = 68


def hinted(before: str, blocks: Iterable[str], behind: str) -> str:
    """An order line for a comment: ``- move: {from: Rome, blocks: [`` and ``], to: Genua}`` with as
    many names of blocks between them as there is room for."""
    names = list(blocks)
    while len(names) > 1 and len(before) + len(", ".join(names)) + len(behind) > HINT_AT_MOST - 2:
        names.pop()
    return f"{before}{', '.join(names)}{behind}"
