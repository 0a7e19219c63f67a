"""Names as players write and read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from referee.engine.words import ALSO, Vocabulary
from referee.kit.lines import listed as listed
from referee.kit.lines import several as several
from rulesets.julius_caesar import board

#: Seats as they are printed.
SEAT_NAMES = {"caesar": "Caesar", "pompey": "Pompey"}


@cache
def vocabulary(seat: str) -> Vocabulary:
    """Names by sort.  A name that both colours have means the block of this seat's own colour; the
    other one is written with its colour (``Green Navis 1``).  Without a seat both are."""
    return {
        "place": {place.id: place.name for place in board.places().values()},
        "block": _block_names(seat),
        f"{ALSO}block": _other_spellings(),
        "card": {card: card_name(card) for card in board.deck(events=True)},
    }


def _block_names(seat: str) -> Mapping[str, str]:
    """Names of all blocks as that seat writes them, no two alike."""
    printed = [block.name for block in board.blocks().values()]
    return {
        block.id: block.name
        if block.seat == seat or printed.count(block.name) == 1
        else _in_colour(block)
        for block in board.blocks().values()
    }


def _in_colour(block: board.Block) -> str:
    return f"{block.colour.capitalize()} {block.name}"


def _other_spellings() -> Mapping[str, str]:
    """``Brown Navis 1``, ``Caesar's Navis 1``, and a block as a report has it with whoever holds
    it: ``Caesar's Green Navis 1``."""
    found = {}
    for block in board.blocks().values():
        coloured = _in_colour(block)
        found[coloured] = block.id
        found[f"{SEAT_NAMES[block.seat]}'s {block.name}"] = block.id
        found |= {f"{name}'s {coloured}": block.id for name in SEAT_NAMES.values()}
    return found


def place_name(place: str) -> str:
    """A place as printed on the board."""
    return board.places()[place].name


def block_name(block: str, seat: str) -> str:
    """A block as that seat writes it; without a seat, so that both understand it."""
    return vocabulary(seat)["block"][block]


def card_name(card: str) -> str:
    """A card: ``3/1`` or ``Apollo``."""
    event = board.cards()["events"].get(card)
    name: str = event["name"] if event else card
    return name


def road_text(path: Iterable[str]) -> str:
    """A path as ``Genua - Ravenna - Rome``."""
    return " - ".join(place_name(place) for place in path)


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``11th``."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if number // 10 % 10 == 1 else endings.get(number % 10, "th")
    return f"{number}{ending}"


def group_text(colours: Mapping[str, int]) -> str:
    """What is seen of a group: ``2 green blocks and 1 blue block``."""
    return " and ".join(several(colours[c], f"{c} block") for c in board.COLOURS if c in colours)
