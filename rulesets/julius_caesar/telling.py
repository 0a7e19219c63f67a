"""Events in words, as one seat may know them; those of a battle are in `telling_battle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.engine.request import Data
from referee.kit.lines import broken, packed
from rulesets.julius_caesar import board, cards
from rulesets.julius_caesar.board import ROMAN, SEATS
from rulesets.julius_caesar.naming import (
    SEAT_NAMES,
    block_name,
    card_name,
    group_text,
    place_name,
    road_text,
    several,
)
from rulesets.julius_caesar.telling_battle import TELL as BATTLE
from rulesets.julius_caesar.telling_year import TELL as YEAR

WHY = {
    "ten": "10 points or more at the end of a year (1.2)",
    "points": "more points at the end of the last year (1.2)",
    "rome": "level on points, and Rome is his (1.2)",
    "draw": "level on points, and nobody holds Rome (1.2)",
}


def describe(event: Data, seat: str) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    teller = TELL.get(event["kind"])
    lines = teller(event, seat) if teller else []
    return [part for line in lines for part in broken(line)]


def _deal(event: Data, seat: str) -> list[str]:
    lines = [f"Year {event['year']}: {event['cards']} cards are dealt to each player."]
    if "hand" in event:
        lines += packed("Your cards:", map(card_name, event["hand"]), 2)
    return lines


def _set_aside(event: Data, seat: str) -> list[str]:
    if "card" in event:
        return [f"You set {card_name(event['card'])} aside; nobody else sees it."]
    return [f"{SEAT_NAMES[event['seat']]} sets a card aside, unseen."]


def _cards(event: Data, seat: str) -> list[str]:
    played = [_card_played(event, who) for who in SEATS]
    line = f"Cards: {', '.join(played)}."
    if event["first"] is None:
        return [f"{line} Two events cancel each other, and the turn is over (2.1)."]
    return [f"{line} {_why_first(event['acting'], event['first'])} (2.1)."]


def _card_played(event: Data, who: str) -> str:
    """``Caesar Apollo (stands for Mars)``."""
    card, acting = event["played"][who], event["acting"].get(who)
    copied = f" (stands for {card_name(acting)})" if acting not in (None, card) else ""
    return f"{SEAT_NAMES[who]} {card_name(card)}{copied}"


def _why_first(played: Mapping[str, str], first: str) -> str:
    moves = [board.moves_and_levies(played[seat])[0] for seat in SEATS]
    name = SEAT_NAMES[first]
    if any(cards.is_event(card) for card in played.values()):
        return f"{name} goes first, by the event"
    if moves[0] == moves[1]:
        return f"Equal moves: {name} goes first"
    if first != cards.first_player(played):
        return f"{name} goes first in the first turn, as agreed"
    return f"{name} goes first"


def _move(event: Data, seat: str) -> list[str]:
    aim = {"attack": ", an attack", "join": ", into the battle there", "move": ""}[event["aim"]]
    group = group_text(event["colours"])
    head = f"{SEAT_NAMES[event['seat']]} moves {group}: {road_text(event['path'])}{aim}."
    return [head, *_names(event, seat)]


def _ship(event: Data, seat: str) -> list[str]:
    group = group_text(event["colours"])
    head = f"{SEAT_NAMES[event['seat']]} ships {group}: {road_text(event['path'])}."
    return [head, *_names(event, seat)]


def _names(event: Data, seat: str) -> list[str]:
    """Which blocks they are, for the one who may know."""
    if "blocks" not in event:
        return []
    return packed("   ", (block_name(block, seat) for block in event["blocks"]))


def _main_force(event: Data, seat: str) -> list[str]:
    name, place, origin = SEAT_NAMES[event["seat"]], event["at"], event["from"]
    return [f"{name}'s main force at {place_name(place)} is that from {place_name(origin)}."]


def _surprise(event: Data, seat: str) -> list[str]:
    name, place = SEAT_NAMES[event["seat"]], place_name(event["at"])
    return [f"Surprise: in round 1 at {place} {name}'s blocks act before all others."]


def _levies(event: Data, seat: str) -> list[str]:
    name, places = SEAT_NAMES[event["seat"]], event["places"]
    if not places:
        return [f"{name} levies nothing."]
    told = [
        f"{_raised(places[place])} in {place_name(place)}"
        for place in board.places()
        if place in places
    ]
    lines = packed(f"{name} levies", told, 4)
    lines[-1] += "."
    for levy in event.get("levies", ()):
        block, what = block_name(levy["block"], seat), ROMAN[levy["strength"]]
        raised = f"raised in {place_name(levy['at'])} at" if "at" in levy else "brought to"
        lines.append(f"    {block} {raised} {what}")
    return lines


def _nothing(event: Data, seat: str) -> list[str]:
    what = "moves nothing and levies nothing" if event["levies"] else "moves nothing"
    return [f"{SEAT_NAMES[event['seat']]} {what}."]


def _raised(entry: Mapping[str, int]) -> str:
    """``1 new block and 2 steps``."""
    parts = [("new", "new block"), ("steps", "step")]
    return " and ".join(several(entry[key], thing) for key, thing in parts if entry[key])


def _turn_over(event: Data, seat: str) -> list[str]:
    points = [f"{SEAT_NAMES[who]} {event['points'][who]}" for who in SEATS]
    return [f"Turn {event['turn']} of {event['year']} is over. Points: {', '.join(points)}."]


def _result(event: Data, seat: str) -> list[str]:
    points = [f"{SEAT_NAMES[who]} {event['points'][who]}" for who in SEATS]
    score = f"Points: {', '.join(points)}."
    if event["winner"] is None:
        return [f"The game is a draw: {WHY[event['why']]}.", score]
    return [f"{SEAT_NAMES[event['winner']]} wins: {WHY[event['why']]}.", score]


TELL: Mapping[str, Callable[[Data, str], list[str]]] = {
    "deal": _deal,
    "set aside": _set_aside,
    "cards": _cards,
    "move": _move,
    "ship": _ship,
    "main force": _main_force,
    "surprise": _surprise,
    "levies": _levies,
    "nothing": _nothing,
    "turn over": _turn_over,
    "result": _result,
    **YEAR,
    **BATTLE,
}
