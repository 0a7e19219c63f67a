"""The story of a battle for the report: every event of the battle phase, in lines.

``TELL[kind](event, seat)`` gives the lines; an event is what that seat may know of it.  Events of
a battle are the same for both, but for which hidden blocks regroup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engine.request import Data
from referee.kit.lines import packed
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import ROMAN, SEATS, other
from rulesets.julius_caesar.naming import SEAT_NAMES, block_name, place_name, several

Teller = Callable[[Data, str], list[str]]


def _whose(event: Data, reader: str) -> str:
    """A block with the seat that has it, as that reader writes it."""
    owner, name = event["seat"], block_name(event["block"], reader)
    return f"{name} himself" if event["block"] == owner else f"{SEAT_NAMES[owner]}'s {name}"


def _list(head: str, things: list[str], indent: int = 2) -> list[str]:
    """A heading and a list behind it, in lines that fit a report."""
    return packed(f"{' ' * indent}{head}:", things, indent + 4)


def _shown(pairs: list[list[Any]], attacking: bool, reader: str) -> list[str]:
    """Blocks with letter, firepower and strength: ``Legio 11 (C3 III)``."""
    found = []
    for block, points in pairs:
        printed = board.blocks()[block]
        rating = f"{printed.letter(attacking)}{printed.firepower}"
        found.append(f"{block_name(block, reader)} ({rating} {ROMAN[points]})")
    return found


def _battle(event: Data, seat: str) -> list[str]:
    attacker = event["attacker"]
    origin = f" from {place_name(event['main'])}" if event["main"] else ""
    attack, defence = f"{SEAT_NAMES[attacker]} attacks{origin}", SEAT_NAMES[other(attacker)]
    lines = [f"Battle of {place_name(event['at'])}: {attack}, {defence} defends."]
    for side in SEATS:
        blocks = _shown(event["blocks"][side], side == attacker, seat)
        lines += _list(SEAT_NAMES[side], blocks or ["nobody"])
        waiting = event["reserves"][side]
        groups = [f"{waiting[origin]} from {place_name(origin)}" for origin in sorted(waiting)]
        if groups:
            lines += _list(f"{SEAT_NAMES[side]}, in reserve till round 2", groups)
    if event.get("surprise"):
        lines.append("  A surprise: in round 1 all attackers act before the defenders.")
    return [*lines, "  Round 1"]


def _fire(event: Data, seat: str) -> list[str]:
    power = board.blocks()[event["block"]].firepower
    dice = " ".join(f"{die}*" if die <= power else str(die) for die in event["dice"])
    who = f"{_whose(event, seat)} ({event['rating']}, {ROMAN[event['strength']]})"
    hits = several(event["hits"], "hit") if event["hits"] else "no hit"
    return [f"    {who} fires: {dice} - {hits}"]


def _pass(event: Data, seat: str) -> list[str]:
    return [f"    {_whose(event, seat)} holds fire."]


def _hit(event: Data, seat: str) -> list[str]:
    who = _whose(event, seat)
    return [f"      {who} down to {ROMAN[event['strength']]}"]


def _disrupted(event: Data, seat: str) -> list[str]:
    who = _whose(event, seat)
    return [f"      {who} is disrupted, down to {ROMAN[event['strength']]}"]


def _hits_lost(event: Data, seat: str) -> list[str]:
    return [f"      {several(event['hits'], 'hit')} more, but nobody is left to take it"]


def _eliminated(event: Data, seat: str) -> list[str]:
    how = {
        "hit": "is eliminated",
        "disrupted": "is disrupted and eliminated",
        "no way out": "must retreat, finds no way out and is eliminated",
        "jupiter": "loses its last step and is eliminated",
        "vulcan": "loses its last step and is eliminated",
    }[event["why"]]
    line = f"      {_whose(event, seat)} {how}"
    if not event["trophy"]:
        return [line]
    enemy = SEAT_NAMES[other(event["seat"])]
    worth = f"1 point for {enemy}" if event["scores"] else "no point, outside of battle"
    return [line, f"      {enemy} takes the leader as a trophy: {worth}"]


def _changes_sides(event: Data, seat: str) -> list[str]:
    points = ROMAN[event["strength"]]
    who = _whose(event, seat)
    return [f"      {who} is beaten and joins {SEAT_NAMES[event['joins']]} at {points}"]


def _retreat(event: Data, seat: str) -> list[str]:
    kind = board.edge(event["at"], event["to"])
    if "via" in event:
        way = f"by way of {place_name(event['via'])} "
    else:
        way = {"strait": "over the strait ", "sea": ""}.get(kind or "", f"by the {kind} road ")
    who = _whose(event, seat)
    return [f"    {who} retreats {way}to {place_name(event['to'])}"]


def _round(event: Data, seat: str) -> list[str]:
    last = ", the last: attackers must leave" if event["round"] == 4 else ""
    return [f"  Round {event['round']}{last}"]


def _reserves(event: Data, seat: str) -> list[str]:
    blocks = [f"{block_name(b, seat)} ({ROMAN[points]})" for b, points in event["blocks"]]
    return _list(f"{SEAT_NAMES[event['seat']]}'s reserves come up", blocks, 4)


def _roles(event: Data, seat: str) -> list[str]:
    defender, attacker = SEAT_NAMES[event["defender"]], SEAT_NAMES[event["attacker"]]
    return [f"    Roles change: {defender} defends from now on, {attacker} attacks."]


def _battle_over(event: Data, seat: str) -> list[str]:
    where = place_name(event["at"])
    if event["winner"] is None:
        return [f"  Nobody is left in {where}."]
    left = several(event["left"], "block")
    hidden = f", {event['unseen']} of them never seen" if event["unseen"] else ""
    return [f"  {SEAT_NAMES[event['winner']]} holds {where} with {left}{hidden}."]


def _regroup(event: Data, seat: str) -> list[str]:
    colours = event["colours"]
    groups = [f"{colours[name]} {name}" for name in board.COLOURS if name in colours]
    way = f"from {place_name(event['at'])} to {place_name(event['to'])}"
    head = f"{SEAT_NAMES[event['seat']]} regroups {way}"
    names = [block_name(block, seat) for block in event.get("blocks", [])]
    return _list(head, names or groups)


def _stay(event: Data, seat: str) -> list[str]:
    return [f"  {SEAT_NAMES[event['seat']]} regroups nobody."]


TELL: Mapping[str, Teller] = {
    "battle": _battle,
    "fire": _fire,
    "pass": _pass,
    "hit": _hit,
    "disrupted": _disrupted,
    "hits lost": _hits_lost,
    "eliminated": _eliminated,
    "changes sides": _changes_sides,
    "retreat": _retreat,
    "round": _round,
    "reserves": _reserves,
    "roles": _roles,
    "battle over": _battle_over,
    "regroup": _regroup,
    "stay": _stay,
}
