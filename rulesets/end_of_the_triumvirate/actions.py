"""Phase III, actions (8): what the province allows, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.end_of_the_triumvirate import board, verbs
from rulesets.end_of_the_triumvirate.board import ALII, SEATS, TOP, TRACKS
from rulesets.end_of_the_triumvirate.movement import Trouble
from rulesets.end_of_the_triumvirate.position import NOW, Data, leads

if TYPE_CHECKING:
    from referee.engine.table import Table

MOST = 3
SURCHARGE = 2
#: 8.3 The track on which he must lead to save the surcharge.
NEEDS = {"persuade": "political", "weapons": "military"}
#: 8.3 Weapons made at once.
WEAPONS = 2


def price(public: Data, seat: str, action: str) -> int:
    """8.1, 8.3 Gold for it as the next action."""
    dear = action in NEEDS and not leads(public, seat, NEEDS[action])
    number: int = public[NOW]["actions"] + 1
    return number + (SURCHARGE if dear else 0)


def forbidden(public: Data, seat: str, action: str, section: str = "") -> Trouble | None:
    """8.1-8.5 Why an action is not allowed, whatever it costs."""
    at = public["characters"][seat]["at"]
    allowed = board.setup()["actions"][board.kind(at)]
    if action not in allowed:
        reason = f"{board.names()[at]} is a {board.kind(at)} province"
        return Trouble(reason, "8.2", f"actions there: {', '.join(allowed)}")
    who = public["characters"][seat]
    if action in TRACKS and who[action] == TOP:
        return Trouble(f"the {action} competence stands on VII", "8.5")
    if action == "weapons" and not who["weapons"]:
        return Trouble("no weapon is left in reserve", "8.3")
    return _no_citizen(public, seat, section) if action == "persuade" else None


def _no_citizen(public: Data, seat: str, section: str) -> Trouble | None:
    """8.3 Why no citizen can be moved from a section."""
    if section == seat:
        return Trouble("nobody persuades the citizens of his own section", "8.3")
    citizens = public["alii"] if section == ALII else _citizens(public, section)
    return None if citizens else Trouble("no citizen is in that section", "8.3")


def _citizens(public: Data, section: str) -> int:
    found: int = public["characters"].get(section, {"citizens": 0})["citizens"]
    return found


def unpayable(public: Data, seat: str, action: str) -> Trouble | None:
    """8.1, 8.6 Why an action is not taken now."""
    cost, gold = price(public, seat, action), public["characters"][seat]["gold"]
    if public[NOW]["actions"] == MOST:
        return Trouble("three actions have been taken", "8.1")
    if cost > gold:
        return Trouble(f"the action costs {cost} gold, {gold} are there: it is not taken", "8.6")
    return None


def act(table: Table, seat: str, action: str, section: str) -> None:
    """8.1-8.3 Pay and do it."""
    verbs.pay(table, seat, price(table.public, seat, action))
    if action in TRACKS:
        verbs.step_up(table, seat, action)
    elif action == "weapons":
        verbs.arm(table, seat, WEAPONS, "made")
    else:
        verbs.persuade(table, seat, section)


def possible(public: Data, seat: str) -> list[tuple[str, str]]:
    """8.2 Every action that can be taken now, with its section."""
    sections = {"persuade": [ALII, *SEATS]}
    return [
        (action, section)
        for action in board.setup()["actions"][board.kind(public["characters"][seat]["at"])]
        for section in sections.get(action, [""])
        if not forbidden(public, seat, action, section) and not unpayable(public, seat, action)
    ]
