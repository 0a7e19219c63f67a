"""How a game ended: by its rules, or because the players ended it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.request import Data
from referee.engine.rules import Rules, Ruleset

#: how files can end a game
RESIGNED, AGREED = "resigned", "agreed draw"


def winner(
    ended: Mapping[str, Any], public: Data, rules: Rules, seats: Sequence[str]
) -> str | None:
    """The seat that has won, None if there is no winner.

    ended: as in the entry, {} if the rules ended the game; public: the position."""
    if not ended:
        result = rules.result(public)
        return result.winner if result else None
    others = [seat for seat in seats if seat != ended.get("seat")]
    return others[0] if ended["how"] == RESIGNED and len(others) == 1 else None


def told(ended: Mapping[str, Any], public: Data, ruleset: Ruleset, seats: Sequence[str]) -> str:
    """One or two sentences for the report of a game that is over."""
    why = outcome(ended, public, ruleset, seats)
    return f"The game is over. {why[0].upper()}{why[1:]}." if why else "The game is over."


def outcome(ended: Mapping[str, Any], public: Data, ruleset: Ruleset, seats: Sequence[str]) -> str:
    """Who won, and why; "" if the rules do not say."""
    result = ruleset.rules.result(public)
    won = winner(ended, public, ruleset.rules, seats)
    named = ruleset.seats[won] if won else "nobody"
    if not ended:
        drawn = "" if won else " (a draw)"
        return f"winner: {named}{drawn}; {ruleset.wording.endings[result.ending]}" if result else ""
    if ended["how"] == AGREED:
        return "winner: nobody (a draw); all players agreed to it"
    why = "" if won else "; with more than two players nobody wins by that"
    return f"winner: {named}; {ruleset.seats[ended['seat']]} resigned{why}"
