"""The public picture of the board: what anyone can count on it.

The verbs keep the State's picture with these; the walk over an order uses them on a copy, so that
a check and what then happens can not differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.engine.request import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import other


def count_block(public: Data, place: str, seat: str, block: str, by: int) -> None:
    """Count one block more or less in a place; what comes to zero is left out (4.21)."""
    colour = board.blocks()[block].colour
    places = public["places"]
    shown = places.setdefault(place, {}).setdefault(seat, {})
    shown[colour] = shown.get(colour, 0) + by
    if not shown[colour]:
        del shown[colour]
    if not shown:
        del places[place][seat]
    if not places[place]:
        del places[place]


def use_roads(public: Data, seat: str, path: Sequence[str], number: int) -> None:
    """6.11 Count a group on every road of its path, whichever way it goes."""
    used = public["roads"].setdefault(seat, {})
    for one, two in pairwise(path):
        name = board.road(one, two)
        used[name] = used.get(name, 0) + number


def enter(public: Data, seat: str, place: str, origin: str, number: int) -> None:
    """6.12, 7.3 Write down a group that comes into a place where the enemy stands.

    The first road in is the main force's until the attacker names another (ruling 12)."""
    fresh = {"attacker": seat, "defender": other(seat), "main": origin, "entries": {}}
    attack = public["attacks"].setdefault(place, fresh)
    came = attack["entries"].setdefault(seat, {})
    came[origin] = came.get(origin, 0) + number
