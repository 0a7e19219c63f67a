"""The books: every block and card is in one place, and the board shows what is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import SEATS

if TYPE_CHECKING:
    from referee.engine.table import State

Data = dict[str, Any]

#: Phases without cards on the table.
_UNDEALT = ("deploy", "deal", "over")


def broken(state: State) -> list[str]:
    """What can never be in a State, one line each."""
    return [*_blocks(state), *_board(state), *_cards(state)]


@cache
def _all_blocks() -> list[str]:
    return sorted(board.blocks())


@cache
def _all_cards(events: bool) -> list[str]:
    return sorted(board.deck(events))


@cache
def _kinds() -> dict[str, tuple[tuple[int, ...], frozenset[str], str]]:
    """For each block its strengths, the places where it can stand, and its colour."""
    return {
        block.id: (
            block.steps,
            frozenset(place for place in board.places() if board.may_stand(block.id, place)),
            block.colour,
        )
        for block in board.blocks().values()
    }


def _blocks(state: State) -> Iterator[str]:
    """1.3 63 blocks: on the board, in reserve, face up, or trophies."""
    public = state["public"]
    found: list[str] = []
    for heap in (*public["dead"].values(), *public["trophies"].values()):
        found += heap
    for seat in SEATS:
        part = state["seats"][seat]
        found += part["blocks"]
        found += part["pool"]
        if public["pool"][seat] != len(part["pool"]):
            yield f"{seat} is said to have {public['pool'][seat]} blocks in reserve"
    found.sort()
    if found != _all_blocks():
        wrong = [block for block in _all_blocks() if found.count(block) != 1]
        yield f"blocks lost or doubled: {', '.join(wrong) or 'unknown ones'}"


def _board(state: State) -> Iterator[str]:
    """4.1, 3.11 Blocks stand where they can, at strengths they have, as the board shows."""
    kinds = _kinds()
    stand: Data = {}
    for seat in SEATS:
        for block, here in state["seats"][seat]["blocks"].items():
            at = here["at"]
            steps, allowed, colour = kinds[block]
            if here["strength"] not in steps:
                yield f"{block} has strength {here['strength']}"
            if at not in allowed:
                yield f"{block} is in {at}"
            colours = stand.setdefault(at, {}).setdefault(seat, {})
            colours[colour] = colours.get(colour, 0) + 1
    public = state["public"]
    if stand != public["places"]:
        yield "the board shows other blocks than there are"
    for block, shown in (public["battle"] or {"blocks": {}})["blocks"].items():
        part = state["seats"][shown["player"]]["blocks"].get(block)
        if part is None or part["strength"] != shown["strength"]:
            yield f"the battle shows {block} wrongly"


def _cards(state: State) -> Iterator[str]:
    """1.3, 2.1 27 cards, or 20: in the deck, in hands, set aside, or played this year."""
    public = state["public"]
    if public["phase"] in _UNDEALT:
        return
    found = list(state["sealed"]["deck"])
    for seat in SEATS:
        part = state["seats"][seat]
        found += part["hand"] + public["spent"][seat]
        found += [part["aside"]] if part["aside"] else []
    found += public["played"].values()
    found.sort()
    if found != _all_cards(public["scenario"] != "land"):
        yield "cards lost or doubled"
