"""Mars and Neptune: the battle in which the attackers act before the defenders (ruling 34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.fault import NOT_ALLOWED, Fault
from rulesets.julius_caesar import verbs
from rulesets.julius_caesar.naming import card_name, listed, place_name

if TYPE_CHECKING:
    from referee.engine.table import Table
    from referee.engine.words import Answer
    from rulesets.julius_caesar.position import Position

#: The cards that favour a battle.
CARDS = ("mars", "neptune")


def surprise_faults(position: Position, number: int, place: str) -> list[Fault]:
    """Try one ``surprise`` line, and do it if it is legal; what is wrong with it."""
    told = _refuse(position, place)
    if told:
        return [Fault(NOT_ALLOWED, (number,), *told)]
    if place not in position.doubtful:
        position.surprise = place
    return []


def _refuse(position: Position, place: str) -> tuple[str, str, str] | None:
    if position.card not in CARDS:
        return "only Mars and Neptune surprise the enemy", "card Mars", ""
    card = f"card {card_name(position.card)}"
    if position.surprise:
        reason = f"one battle is named, and an earlier line names {place_name(position.surprise)}"
        return reason, card, "leave one line"
    if place in position.attacked or place in position.doubtful:
        return None
    hint = "name the battle after the move that attacks"
    if position.attacked:
        hint = f"you attack {listed(map(place_name, dict.fromkeys(position.attacked)))}"
    return f"your move does not attack {place_name(place)}", card, hint


def settle(table: Table, seat: str, card: str, answer: Answer) -> None:
    """Ruling 34 Without a line it is the first attack of the move; without a battle nothing."""
    if card not in CARDS or table.public["surprise"]:
        return
    for line in answer:
        move: Any = line.get("move")
        if move is not None and move["to"] in table.public["attacks"]:
            verbs.set_surprise(table, seat, move["to"])
            return
