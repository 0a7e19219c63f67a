"""Phase I, supply (5): flipping governors, yields, Rome, and shortages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.action import ALWAYS, Problem
from referee.engine.table import Table
from referee.kit.shares import shared
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ROME
from rulesets.end_of_the_triumvirate.position import Data, owned
from rulesets.end_of_the_triumvirate.wording import VOCABULARY

GOODS = ("gold", "legions")
#: 5.4 how many units Rome gives; 5.6 what it gives by default
UNITS = 2
DEFAULT = {"gold": UNITS}


def wrong_rome(public: Data, seat: str, rome: Mapping[str, Any]) -> Iterator[Problem]:
    """5.4 Why Rome cannot give that."""
    legions, at, mine = rome.get("legions", 0), rome.get("at", ()), owned(public, seat)
    if rome.get("gold", 0) + legions != UNITS:
        yield Problem("Rome gives two units", "5.4", "2 gold, 2 legions, or 1 of each", ALWAYS)
    elif len(at) > legions:
        reason = f"there are more places than legions of Rome: {len(at)} for {legions}"
        yield Problem(reason, "5.4", "one for both, or one for each", ALWAYS, ("at",))
    hint = f"yours: {', '.join(board.NAMES[key] for key in mine)}"
    for number, key in enumerate(at):
        if key not in mine:
            reason = f"{board.NAMES[key]} is not a province of yours"
            yield Problem(reason, "5.4", hint, path=("at", number))


def take(
    table: Table, seat: str, rome: Mapping[str, Any], wishes: Mapping[str, Sequence[str]]
) -> None:
    """5.1-5.6 The whole phase.

    rome: gold, legions, and where these go; wishes: goods -> takers served first in a shortage."""
    public = table.public
    told: Data = {"seat": seat}
    for goods in GOODS:
        due = wants(public, seat, goods, rome.get(goods, 0))
        given = shared(due, public["supply"][goods], wishes.get(goods, ()))
        public["supply"][goods] -= sum(given.values())
        lack = sum(due.values()) - sum(given.values())
        told |= {goods: dict(sorted(given.items())), f"lack_{goods}": lack}
    flip(public, seat)
    told["placed"] = _place(public, seat, told, rome.get("at", ()))
    public["now"]["supplied"] = True
    table.tell("supply", told)


def shortages(
    public: Data, seat: str, rome: Mapping[str, Any]
) -> Iterator[tuple[str, int, list[str]]]:
    """5.5 Goods that are short: how many are due, and who competes for them."""
    for goods in GOODS:
        due, there = wants(public, seat, goods, rome.get(goods, 0)), public["supply"][goods]
        if sum(due.values()) > there:
            yield goods, sum(due.values()), list(due) if there and len(due) > 1 else []


def flip(public: Data, seat: str) -> None:
    """5.1 Governors flip on or off the supply square, unless a civil servant is active there."""
    for key in owned(public, seat):
        place = public["provinces"][key]
        if not place["active"]:
            place["governor"] = "off" if place["governor"] == "on" else "on"


def wants(public: Data, seat: str, goods: str, rome: int) -> dict[str, int]:
    """5.2, 5.4 Who is due how much, in the order of 5.6: Rome, the character's province, others.

    Squares count as free if they are free after the flip (5.1)."""
    at, places = public["characters"][seat]["at"], public["provinces"]
    free = [k for k in owned(public, seat) if places[k]["active"] or places[k]["governor"] == "on"]
    free.sort(key=lambda key: (key != at, key))
    due = {ROME: rome} | {key: board.kind(key)[goods] for key in free}
    return {taker: number for taker, number in due.items() if number}


def _place(public: Data, seat: str, given: Data, at: Sequence[str]) -> dict[str, int]:
    """5.3, 5.4 Put the goods down; return where Rome's legions went."""
    who, provinces = public["characters"][seat], public["provinces"]
    for key, number in given["legions"].items():
        if key != ROME:
            provinces[key]["legions"] += number
    for key, number in given["gold"].items():
        (who if key in (ROME, who["at"]) else provinces[key])["gold"] += number
    placed: dict[str, int] = {}
    places = [*at, *at] or [who["at"]] * UNITS
    for key in places[: given["legions"].get(ROME, 0)]:
        provinces[key]["legions"] += 1
        placed[key] = placed.get(key, 0) + 1
    return dict(sorted(placed.items()))


def wish(goods: str, takers: Sequence[str]) -> str:
    """5.5 A line that says who comes first."""
    return f"scarce {goods}: [{', '.join(VOCABULARY['taker'][key] for key in takers)}]"
