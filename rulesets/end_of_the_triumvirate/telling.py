"""Names, events and the whole table in words (2.5, 13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.kit.lines import columns, listed, packed
from referee.kit.phrases import ROMAN, told
from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import ALII, ROME, SEATS, TRACKS
from rulesets.end_of_the_triumvirate.position import leads, owned

if TYPE_CHECKING:
    from referee.engine.request import Data
    from referee.engine.words import Vocabulary

_PROVINCES = {key: board.names()[key] for key in board.provinces()}
VOCABULARY: Vocabulary = {
    "province": _PROVINCES,
    "space": board.names(),
    "taker": {ROME: "Rome", **_PROVINCES},
    "section": {ALII: "Alii", **SEATS},
    "seat": SEATS,
}
ENDINGS: Mapping[str, str] = board.phrases()["endings"]
_NAMES = {key: name for each in (*VOCABULARY.values(), ENDINGS) for key, name in each.items()}


def describe(event: Data) -> list[str]:
    """Lines for one event; none if there is nothing to say of it."""
    phrases = board.phrases()["events"].get(event["kind"], ())
    return told([phrases] if isinstance(phrases, str) else phrases, event, _NAMES)


def situation(public: Data) -> list[tuple[str, list[str]]]:
    """Every section of a report, in order; the reports of all seats are alike."""
    found = [("Provinces", _provinces(public)), ("Triumvirs", _triumvirs(public)), _rest(public)]
    if attack := public["attack"]:
        left = public["characters"][attack["seat"]]["legions"]
        line = f"{SEATS[attack['seat']]} takes {_NAMES[attack['at']]}; legions left: {left}"
        found.insert(0, ("Attack under way", [line]))
    return found


def _provinces(public: Data) -> list[str]:
    """Owner, type, legions, gold, governor, servants, and who stands there."""
    rows: list[list[object]] = [["", "", "type", "legions", "gold", "gov.", "servants", "there"]]
    for seat in public["players"]:
        for key in owned(public, seat):
            place, printed = public["provinces"][key], board.provinces()[key]
            there = [SEATS[one] for one, who in public["characters"].items() if who["at"] == key]
            row = [printed["name"], printed["type"], place["legions"], place["gold"]]
            idle = [f"{place['idle']} idle"] if place["idle"] else []
            servants = ", ".join(["placed"] * place["active"] + idle)
            rows.append([SEATS[seat], *row, place["governor"], servants, listed(there)])
    return [*columns(rows, " "), "gov.: whether the governor stands on the supply square (5.1)"]


def _triumvirs(public: Data) -> list[str]:
    """Treasury, reserves, citizens, competences (+ for who leads), cards."""
    counts = ("gold", "weapons", "governors", "citizens")
    rows: list[list[object]] = [["", *counts, "provinces", *TRACKS]]
    cards = []
    card, fled = public["compensation"], public["escape_card"]
    for seat, who in public["characters"].items():
        levels = [ROMAN[who[t]] + ("+" if leads(public, seat, t) else "") for t in TRACKS]
        numbers = [who[key] for key in counts]
        rows.append([SEATS[seat], *numbers, len(owned(public, seat)), *levels])
        has = ["consul"] * who["consul"] + ["escape"] * (fled == seat)
        has += [f"compensation {ROMAN[card['side']]}"] * (card["holder"] == seat)
        cards += [f"cards of {SEATS[seat]}: {', '.join(has)}"] if has else []
    return [*columns(rows), "weapons and governors: in reserve; +: he leads (8.4)", *cards]


def _rest(public: Data) -> tuple[str, list[str]]:
    """2.5 Alii, the bag by colour, the supply, the stone."""
    supply = public["supply"]
    lines = packed("weapons in the bag:", (f"{SEATS[s]} {n}" for s, n in public["bag"].items()))
    lines += packed("supply:", (f"{supply[key]} {key}" for key in ("legions", "gold", "servants")))
    stone = ROMAN[public["stone"]] if public["stone"] else "ELECTION"
    return "Forum, bag and supply", [f"citizens in Alii: {public[ALII]}", *lines, f"stone: {stone}"]
