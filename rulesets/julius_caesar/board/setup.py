"""The State before the first step (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import COLOURS, SEATS

if TYPE_CHECKING:
    from referee.engine.table import State

Data = dict[str, Any]


def first_state(scenario: str, options: Mapping[str, str]) -> State:
    """5.1 Every block where the deployment has it, at full strength; the others in reserve."""
    seats = {seat: _seat_part(seat) for seat in SEATS}
    public = empty_public(scenario, options)
    public["pool"] = {seat: len(part["pool"]) for seat, part in seats.items()}
    public["places"] = counted(seats)
    return {"public": public, "seats": seats, "sealed": {"deck": []}}


def empty_public(scenario: str, options: Mapping[str, str]) -> Data:
    """The public part before the first year, with an empty board."""
    return {
        "scenario": scenario,
        "options": dict(options),
        "year": board.cards()["years"][0],
        "turn": 1,
        "phase": "deploy" if options.get("deployment") == "free" else "deal",
        "played": {},
        "last_played": {},
        "acting": {},
        "spent": {seat: [] for seat in SEATS},
        "first": None,
        "last_first": None,
        "to_command": [],
        "places": {},
        "roads": {},
        "attacks": {},
        "surprise": None,
        "battle": None,
        "fought": [],
        "dead": {colour: [] for colour in COLOURS},
        "trophies": {seat: [] for seat in SEATS},
        "unscored": [],
        "pool": dict.fromkeys(SEATS, 0),
        "result": None,
    }


def counted(seats: Mapping[str, Data]) -> Data:
    """What anyone sees on the board: blocks by place, seat and colour."""
    places, printed = dict[str, Any](), board.blocks()
    for seat in SEATS:
        for block, here in seats[seat]["blocks"].items():
            shown = places.setdefault(here["at"], {}).setdefault(seat, {})
            colour = printed[block].colour
            shown[colour] = shown.get(colour, 0) + 1
    return places


def _seat_part(seat: str) -> Data:
    """5.1, 5.2 What one player has at the start."""
    mine = [block for block in board.blocks().values() if block.seat == seat]
    fresh = {b.id: {"at": b.start, "strength": b.steps[0], "from": None} for b in mine if b.start}
    waiting = sorted(block.id for block in mine if not block.start)
    return {"blocks": fresh, "pool": waiting, "hand": [], "aside": None}
