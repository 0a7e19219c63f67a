"""Order files with more than orders: answers to what comes later, standing orders, offers to end
the game, notes; and advance files."""

from __future__ import annotations

import random
from typing import Any

from referee.engine.request import Data
from referee.engine.rules import Ruleset
from tests.blind.mails import TIMES
from tests.rules.random_standing import some_standing, some_value

_NOTES = (
    "Pax!", "a: b # c", "[[[[[[[[[[[[", "caf\u00e9 \U0001f600\ufe0f", "\u0645\u06cc\u200c\u062e",
    "-----BEGIN REFEREE REPORT-----", "> quoted\n> twice", "x" * 1990, "e" + "\u0301" * 30,
    "\u4e00" * 200, "- move: {from: Roma}", "kind: orders", "\u2019\u201cso\u201d",
)  # fmt: skip


def some_next(ruleset: Ruleset, seat: str, public: Data, chance: random.Random) -> list[Any]:
    """One to five answers to what comes later, as they stand in a signed file."""
    later = [until for until in TIMES if _comes(ruleset, public, until)]
    number = chance.choice((1, 2, 5))
    return [_coming(ruleset, seat, chance.choice(later), chance) for _ in range(number)]


def _comes(ruleset: Ruleset, public: Data, until: str) -> bool:
    """Whether a time is one of the game, and not over."""
    try:
        return not ruleset.calendar.reached(public, until)
    except ValueError:
        return False


def _coming(ruleset: Ruleset, seat: str, until: str, chance: random.Random) -> dict[str, Any]:
    request, names = chance.choice(list(ruleset.rules.requests.values())), ruleset.rules.names(seat)
    selectors = {
        key: some_value(word, names, chance)
        for key, word in request.selectors.items()
        if chance.random() < 0.3
    }
    lines = []
    for _ in range(chance.choice((0, 1, 1, 3))):
        word, form = chance.choice(list(request.words.items()))
        lines.append({word: some_value(form, names, chance)})
    misfit = {"misfit": "ask"} if chance.random() < 0.2 else {}
    return {"on": request.kind, **selectors, "until": until, **misfit, "orders": lines}


def advance(game: str, seat: str, head: str) -> dict[str, Any]:
    """An advance file that says nothing, without its signature."""
    named = {"referee": "1", "kind": "orders", "game": game, "seat": seat}
    return {**named, "after": head, "edition": "1", "standing": [], "salt": "5a" * 16}


def filled(
    tree: dict[str, Any], ruleset: Ruleset, public: Data, chance: random.Random
) -> dict[str, Any]:
    """An order file with more in it; of one that is for a run, sometimes an advance file.

    tree: a good one without its signature; public: of the State that the newest report tells."""
    made, seat = dict(tree), str(tree["seat"])
    if chance.random() < 0.05:
        for key in ("run", "dice", "orders", "note", "notes"):
            made.pop(key, None)
        made["standing"] = []
    ends = dict.fromkeys(ruleset.rules.requests, "ask")
    if chance.random() < 0.4:
        made["standing"] = some_standing(ruleset, seat, chance, ends)[:6]
    if chance.random() < 0.6:
        made["next"] = some_next(ruleset, seat, public, chance)
    for key in ("resign", "draw"):
        if chance.random() < 0.1:
            made[key] = "yes"
    if "run" in made and chance.random() < 0.3:
        made["note"] = chance.choice(_NOTES)
    if "run" in made and chance.random() < 0.3:
        made["notes"] = {chance.choice(list(ruleset.seats)): chance.choice(_NOTES)}
    return made
