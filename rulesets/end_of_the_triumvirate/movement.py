"""Phase II, movement (6): what a step costs and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.position import NOW, Data, enemy, here, protected


class Trouble(NamedTuple):
    """Why something cannot be done: reason, paragraph, hint."""

    reason: str
    rule: str
    hint: str = ""


def legs(path: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """6.3 A path in pieces that end in a province; the last one may lack that."""
    leg: tuple[str, ...] = ()
    for space in path:
        leg = (*leg, space)
        if space not in board.seas():
            yield leg
            leg = ()
    if leg:
        yield leg


def cost(leg: Sequence[str], legions: int) -> int:
    """6.1, 6.4 Points for a way of one landing: a sea less if no legions are carried."""
    discount = 1 if len(leg) > 1 and not legions else 0
    return len(leg) - discount


def hindrance(public: Data, seat: str, leg: Sequence[str], legions: int) -> Trouble | None:
    """6.13 Why a way of one landing cannot be gone."""
    names, points = board.names(), public[NOW]["points"]
    if missing := [s for s in leg if s not in board.seas() and s not in public["provinces"]]:
        return Trouble(f"{names[missing[0]]} is not in the game with two players", "11.1")
    for one, other in pairwise((public["characters"][seat]["at"], *leg)):
        if other not in board.graph()[one]:
            beside = ", ".join(names[s] for s in board.graph()[one])
            reason = f"{names[other]} does not lie beside {names[one]}"
            return Trouble(reason, "6.2", f"beside it: {beside}")
    if leg[-1] in board.seas():
        return Trouble("no movement ends at sea", "6.3", "name the landing in the same line")
    if (price := cost(leg, legions)) > points:
        return Trouble(f"this takes {price} movement points, {points} are left", "6.1")
    return _entry(public, seat, leg[-1], legions)


def _entry(public: Data, seat: str, province: str, legions: int) -> Trouble | None:
    """6.8, 6.9 Why a province may not be entered."""
    name = board.names()[province]
    if not enemy(public, seat, province):
        return None
    if protected(public, province):
        return Trouble(f"{name} is the last province of its owner", "6.9")
    if not legions:
        hint = "say how many go along: legions: 3, or leave: 0 for all"
        return Trouble(f"{name} is an enemy province: it takes a legion to enter", "6.8", hint)
    return None


def loads(public: Data, seat: str) -> tuple[int, int]:
    """6.5, 6.10 The most legions and servants that can go along from where he is."""
    place = here(public, seat)
    return place["legions"], place["active"] + place["idle"]


def brought(public: Data, seat: str) -> tuple[int, int]:
    """Legions and servants that came along and can go on: what an order means that says nothing."""
    place, now = here(public, seat), public[NOW]
    return min(now["legions"], place["legions"]), min(now["servants"], place["idle"])
