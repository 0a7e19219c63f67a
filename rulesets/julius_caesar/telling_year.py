"""Deployment, Jupiter, Vulcan and the winter in words, as one seat may know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.engine.request import Data
from referee.kit.lines import packed
from rulesets.julius_caesar.board import ROMAN, SEATS
from rulesets.julius_caesar.naming import (
    SEAT_NAMES,
    block_name,
    card_name,
    group_text,
    place_name,
    several,
)


def _deploy(event: Data, seat: str) -> list[str]:
    name = SEAT_NAMES[event["seat"]]
    if event.get("moved"):
        return [
            f"You deploy freely: {several(event['moved'], 'block')} placed by your lines (5.3)."
        ]
    if "moved" in event:
        return ["You keep the historical deployment (5.1)."]
    return [f"{name} has deployed, unseen (5.3)."]


def _jupiter(event: Data, seat: str) -> list[str]:
    name, at, to = SEAT_NAMES[event["seat"]], place_name(event["from"]), place_name(event["to"])
    what = f"a {event['colour']} block"
    if "block" in event:
        what = f"{block_name(event['block'], seat)} ({ROMAN[event['strength']]})"
    drawn = f"Jupiter: {name} names {at}, and the lot falls on {what}"
    if event["stays"]:
        return [f"{drawn}; no leader or fleet comes over."]
    return [f"{drawn}, which joins him in {to}."]


def _vulcan(event: Data, seat: str) -> list[str]:
    name, place = SEAT_NAMES[event["seat"]], place_name(event["at"])
    number = several(event["blocks"], "block")
    return [f"Vulcan: {name} strikes {place}; each of {number} there loses a step."]


def _unused(event: Data, seat: str) -> list[str]:
    does = {"jupiter": "turns nobody", "vulcan": "strikes no city"}[event["card"]]
    return [f"{card_name(event['card'])}: {SEAT_NAMES[event['seat']]} {does}."]


def _struck(event: Data, seat: str) -> list[str]:
    lines = [f"    {several(event['left'], 'block')} of {SEAT_NAMES[event['seat']]} left there."]
    if "blocks" in event:
        shown = [f"{block_name(block, seat)} {ROMAN[left]}" for block, left in event["blocks"]]
        lines += packed("   ", shown)
    return lines


def _cleopatra(event: Data, seat: str) -> list[str]:
    at, home = place_name(event["at"]), place_name(event["to"])
    line = f"Winter: Cleopatra goes home from {at} to {home}"
    if event["joins"] != event["seat"]:
        return [f"{line} and joins {SEAT_NAMES[event['joins']]}, who holds it (8.1)."]
    return [f"{line}, still with {SEAT_NAMES[event['seat']]} (8.1)."]


def _home(event: Data, seat: str) -> list[str]:
    number = sum(event["colours"].values())
    fleets = several(number, "fleet")
    sea, port = place_name(event["at"]), place_name(event["to"])
    name = SEAT_NAMES[event["seat"]]
    lines = [f"Winter: {fleets} of {name} in {sea} {_go(number)} to {port} (8.2)."]
    if "blocks" in event:
        lines += packed("   ", (block_name(block, seat) for block in event["blocks"]))
    return lines


def _go(number: int) -> str:
    return "goes" if number == 1 else "go"


_WHY_DISBANDED = {
    "no port": "no friendly port (8.2)",
    "supply": "no supply (8.3)",
    "choice": "by choice (8.5)",
}


def _disband(event: Data, seat: str) -> list[str]:
    name, place = SEAT_NAMES[event["seat"]], place_name(event["at"])
    group, why = group_text(event["colours"]), _WHY_DISBANDED[event["why"]]
    lines = [f"Winter: {name} disbands {group} in {place}: {why}."]
    if "blocks" in event:
        lines += packed("   ", (block_name(block, seat) for block in event["blocks"]))
    elif "back" in event:
        lines += packed("    back to you:", (block_name(b, seat) for b in event["back"]))
    return lines


def _no_victory(event: Data, seat: str) -> list[str]:
    points = [f"{SEAT_NAMES[who]} {event['points'][who]}" for who in SEATS]
    return [f"Nobody has 10 points when {event['year']} ends (8.4): {', '.join(points)}."]


def _new_year(event: Data, seat: str) -> list[str]:
    return [f"Year {event['year']} begins; eliminated blocks are in reserve again (8.6)."]


TELL: Mapping[str, Callable[[Data, str], list[str]]] = {
    "deploy": _deploy,
    "jupiter": _jupiter,
    "vulcan": _vulcan,
    "unused": _unused,
    "struck": _struck,
    "cleopatra home": _cleopatra,
    "home": _home,
    "disband": _disband,
    "no victory": _no_victory,
    "new year": _new_year,
}
