"""What lines about blocks and places share, in a command, an event or a winter."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import ClassVar

from referee.engine.action import Problem
from referee.engine.view import Data, View
from referee.engine.walk import Walk
from referee.kit.lines import several
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board.naming import block_name, listed, place_name


class BlockWalk(Walk):
    """Lines of one seat about its blocks, on the board and in its Levy Pool."""

    replaced: ClassVar[Container[str]] = frozenset(
        {"blocks", "places", "roads", "attacks", "battle"}
    )

    def begin(self) -> None:
        """Its blocks on the board, and its Levy Pool."""
        self.blocks: dict[str, Data] = self.own["blocks"]
        self.pool: list[str] = self.own["pool"]

    def name(self, block: str) -> str:
        """A block as the seat writes it."""
        return block_name(block, self.seat)

    def status(self, place: str) -> str:
        """4.21 Friendly, enemy, Vacant or contested."""
        return legal.status(self.public, place, self.seat)

    def held(self, place: str) -> str:
        """``Rome is held by the enemy``, ``Genua is contested``."""
        return f"{place_name(place)} is {legal.HELD[self.status(place)]}"

    def absent(self, block: str, rule: str) -> Problem | None:
        """The problem with a block that the seat does not have on the board; None if it has."""
        if block in self.blocks:
            return None
        return Problem(f"you have no {self.name(block)} on the board", rule)

    def emptied(self, places: Iterable[str]) -> Iterator[str]:
        """1.2, 4.21 What is said of those places where none of the seat's blocks stands now."""
        for place in board.on_the_board(set(places)):
            if not legal.count(self.public, place, self.seat):
                points, name = board.PLACES[place].value, place_name(place)
                lost = f": its {several(points, 'point')} would be nobody's" if points else ""
                yield f"{name} is left empty{lost}."


def any_of(places: Iterable[str]) -> str:
    """``Genua, Ravenna or Rome``."""
    return listed(map(place_name, places), "or")


def all_of(places: Iterable[str]) -> str:
    """``Genua, Ravenna and Rome``."""
    return listed(map(place_name, places))


def places_of(view: View) -> dict[str, str]:
    """Where each block of the seat is."""
    return {block: here["at"] for block, here in view.own["blocks"].items()}


def by_place(at: Mapping[str, str]) -> dict[str, list[str]]:
    """Place -> the blocks there; places and blocks in the board's order."""
    found: dict[str, list[str]] = {
        place: [] for place in board.on_the_board(dict.fromkeys(at.values()))
    }
    for block in board.in_order(at):
        found[at[block]].append(block)
    return found
