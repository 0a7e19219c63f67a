"""Phase I, supply (5): the flip of the governors, yields, Rome, and what to do in a shortage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.position import NOW, Data, owned

if TYPE_CHECKING:
    from referee.engine.table import Table

GOODS = ("gold", "legions")
ROME = "rome"
#: 5.6 What Rome gives when nothing is said.
DEFAULT = {"gold": 2}
#: 5.4 Goods that Rome gives together.
UNITS = 2


def take(
    table: Table, seat: str, rome: Mapping[str, Any], wishes: Mapping[str, Sequence[str]]
) -> None:
    """5.1-5.6 The whole phase.

    rome: gold, legions, and where these go; wishes: goods -> takers served first in a shortage."""
    public = table.public
    flip(public, seat)
    due = {goods: wants(public, seat, goods, rome.get(goods, 0)) for goods in GOODS}
    given = {
        goods: allot(due[goods], public["supply"][goods], wishes.get(goods, ())) for goods in GOODS
    }
    for goods in GOODS:
        public["supply"][goods] -= sum(given[goods].values())
    placed = _place(public, seat, given, rome.get("at", ()))
    public[NOW]["supplied"] = True
    lacking = {goods: sum(due[goods].values()) - sum(given[goods].values()) for goods in GOODS}
    table.tell("supply", {"seat": seat, **given, "placed": placed, "lacking": lacking})


def flip(public: Data, seat: str) -> None:
    """5.1 Governors go on the supply square or off it, but where a servant is placed."""
    for province in owned(public, seat):
        here = public["provinces"][province]
        if not here["active"]:
            here["governor"] = "off" if here["governor"] == "on" else "on"


def wants(public: Data, seat: str, goods: str, rome: int) -> dict[str, int]:
    """5.2, 5.4 Who is due how much, in the order of 5.6: Rome, the character's province, others."""
    at = public["characters"][seat]["at"]
    free = [p for p in owned(public, seat) if public["provinces"][p]["governor"] == "off"]
    free.sort(key=lambda p: (p != at, p))
    yields = board.setup()["yields"]
    due = {ROME: rome} | {p: yields[board.kind(p)][goods] for p in free}
    return {taker: number for taker, number in due.items() if number}


def allot(due: Mapping[str, int], left: int, wishes: Sequence[str]) -> dict[str, int]:
    """5.5, 5.6 Hand out what is left: first by the wishes, then in the order of ``due``.

    A taker named once is served in full, one named more often gets a unit each time."""
    given: dict[str, int] = {}
    turns = [(taker, 1 if wishes.count(taker) > 1 else left) for taker in wishes]
    for taker, most in [*turns, *((taker, left) for taker in due)]:
        part = min(most, left, due.get(taker, 0) - given.get(taker, 0))
        if part:
            given[taker] = given.get(taker, 0) + part
            left -= part
    return given


def _place(
    public: Data, seat: str, given: Mapping[str, Mapping[str, int]], at: Sequence[str]
) -> dict[str, int]:
    """5.3, 5.4 Put the goods down; where Rome's legions went."""
    who, provinces = public["characters"][seat], public["provinces"]
    for province, number in given["legions"].items():
        if province != ROME:
            provinces[province]["legions"] += number
    for taker, number in given["gold"].items():
        if taker in (ROME, who["at"]):
            who["gold"] += number
        else:
            provinces[taker]["gold"] += number
    placed: dict[str, int] = {}
    places = [*at, *at] or [who["at"]] * UNITS
    for place in places[: given["legions"].get(ROME, 0)]:
        provinces[place]["legions"] += 1
        placed[place] = placed.get(place, 0) + 1
    return placed
