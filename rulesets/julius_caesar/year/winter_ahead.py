"""Advance orders for a winter, as far as the position of today can tell of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.request import View
from referee.engine.words import Answer, parts
from referee.fault import WARNING, Fault
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle.outlook import NEVER, ONLY_IF, now_at
from rulesets.julius_caesar.board.naming import block_name, place_name


def winter_ahead(view: View, lines: Answer) -> Iterator[Fault]:
    """8.2, 8.5 A warning of each line that no position allows, or that needs another than
    today's."""
    for number, (word, value) in enumerate(parts(lines)):
        home = word == "home"
        block = value["block"] if home else value
        name, at = block_name(block, view.seat), view.own["blocks"].get(block, {}).get("at", "")
        reason = _home(name, block, value["to"], at) if home else _disband(name, block, at)
        if reason:
            yield Fault(WARNING, (number,), reason, "8.2" if home else "8.5")


def _home(name: str, block: str, port: str, at: str) -> str:
    """8.2 A fleet, a port, and a sea between."""
    if not board.is_fleet(block):
        return f"{NEVER}: {name} is no fleet"
    if not board.places()[port].seas:
        return f"{NEVER}: {place_name(port)} is no port"
    if at in board.places()[port].seas:
        return ""
    seas = "a sea of " + place_name(port)
    return f"{ONLY_IF} {name} is in {seas} then; {now_at(at)}"


def _disband(name: str, block: str, at: str) -> str:
    """8.5 A block that has a Levy Pool, on the board."""
    if board.blocks()[block].levy == "none":
        return f"{NEVER}: {name} has no place in a Levy Pool"
    return "" if at else f"{ONLY_IF} {name} is on the board then; {now_at(at)}"
