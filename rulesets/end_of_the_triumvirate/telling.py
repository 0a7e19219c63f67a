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
    sections = [("Attack under way", _attack(public)), ("Provinces", _provinces(public))]
    return [*sections[not public["attack"] :], ("Triumvirs", _triumvirs(public)), _rest(public)]


def _attack(public: Data) -> list[str]:
    if not (attack := public["attack"]):
        return []
    left = public["characters"][attack["seat"]]["legions"]
    return [f"{SEATS[attack['seat']]} takes {_NAMES[attack['at']]}; legions left: {left}"]


def _provinces(public: Data) -> list[str]:
    """Owner, type, legions, gold, governor, servants, and who stands there."""
    rows: list[list[object]] = [
        ["", "", "type", "legions", "gold", "governor", "servants", "idle", "there"]
    ]
    for seat in public["players"]:
        for number, key in enumerate(owned(public, seat)):
            place = public["provinces"][key]
            there = [SEATS[one] for one, who in public["characters"].items() if who["at"] == key]
            printed = board.provinces()[key]
            row = [SEATS[seat] if not number else "", printed["name"], printed["type"]]
            counts = [place["legions"], place["gold"], place["governor"]]
            servants = ["placed" if place["active"] else "", place["idle"] or "", listed(there)]
            rows.append([*row, *counts, *servants])
    return columns(rows, " ")


def _triumvirs(public: Data) -> list[str]:
    """Treasury, reserves, citizens, competences (+ for who leads), cards."""
    rows: list[list[object]] = [
        ["", "gold", "weapons", "governors", "citizens", "provinces", "polit.", "milit.", "cards"]
    ]
    card = public["compensation"]
    for seat, who in public["characters"].items():
        levels = [ROMAN[who[t]] + ("+" if leads(public, seat, t) else "") for t in TRACKS]
        cards = ["consul"] if who["consul"] else []
        cards += [f"comp. {ROMAN[card['side']]}"] if card["holder"] == seat else []
        cards += ["escape"] if public["escape_card"] == seat else []
        counts = [who["gold"], who["weapons"], who["governors"], who["citizens"]]
        rows.append([SEATS[seat], *counts, len(owned(public, seat)), *levels, ", ".join(cards)])
    return [*columns(rows), "weapons and governors: in reserve; +: he leads there (8.4)"]


def _rest(public: Data) -> tuple[str, list[str]]:
    """2.5 Alii, the bag by colour, the supply, the stone."""
    supply = public["supply"]
    lines = packed("weapons in the bag:", (f"{SEATS[s]} {n}" for s, n in public["bag"].items()))
    lines += packed("supply:", (f"{supply[key]} {key}" for key in ("legions", "gold", "servants")))
    stone = ROMAN[public["stone"]] if public["stone"] else "ELECTION"
    return "Forum, bag and supply", [f"citizens in Alii: {public[ALII]}", *lines, f"stone: {stone}"]
