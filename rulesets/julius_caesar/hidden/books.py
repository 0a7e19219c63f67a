"""The books: every block and card is in one place, and the board shows what is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import SEATS
from rulesets.julius_caesar.board.setup import counted

if TYPE_CHECKING:
    from referee.engine.table import State

#: Phases without cards on the table.
_UNDEALT = ("deploy", "deal", "over")


def broken(state: State) -> list[str]:
    """What can never be in a State, one line each."""
    return [*_blocks(state), *_board(state), *_cards(state)]


def _blocks(state: State) -> Iterator[str]:
    """1.3 63 blocks: on the board, in reserve, face up, or trophies."""
    public = state["public"]
    heaps = (*public["dead"].values(), *public["trophies"].values())
    found = [block for heap in heaps for block in heap]
    for seat in SEATS:
        part = state["seats"][seat]
        found += [*part["blocks"], *part["pool"]]
        if public["pool"][seat] != len(part["pool"]):
            yield f"{seat} is said to have {public['pool'][seat]} blocks in reserve"
    blocks = board.blocks()
    if len(found) != len(blocks) or dict.fromkeys(found).keys() != blocks.keys():
        wrong = [block for block in blocks if found.count(block) != 1]
        yield f"blocks lost or doubled: {', '.join(wrong) or 'unknown ones'}"


def _board(state: State) -> Iterator[str]:
    """4.1, 3.11 Blocks stand where they can, at strengths they have, as the board shows."""
    public, seats, printed = state["public"], state["seats"], board.blocks()
    for seat in SEATS:
        for block, here in seats[seat]["blocks"].items():
            label = printed[block]
            if here["strength"] not in label.steps:
                yield f"{block} has strength {here['strength']}"
            if here["at"] not in label.ground:
                yield f"{block} is in {here['at']}"
    if counted(seats) != public["places"]:
        yield "the board shows other blocks than there are"
    for block, shown in (public["battle"] or {"blocks": {}})["blocks"].items():
        part = seats[shown["player"]]["blocks"].get(block)
        if part is None or part["strength"] != shown["strength"]:
            yield f"the battle shows {block} wrongly"


def _cards(state: State) -> Iterator[str]:
    """1.3, 2.1 27 cards, or 20: in the deck, in hands, set aside, or played this year."""
    public = state["public"]
    if public["phase"] in _UNDEALT:
        return
    found = [*state["sealed"]["deck"], *public["played"].values()]
    for seat in SEATS:
        part = state["seats"][seat]
        found += [*part["hand"], *public["spent"][seat], *filter(None, [part["aside"]])]
    if sorted(found) != _whole_deck(public["scenario"] != "land"):
        yield "cards lost or doubled"


@cache
def _whole_deck(events: bool) -> list[str]:
    return sorted(board.deck(events))
