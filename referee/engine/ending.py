"""How a game has ended: by its rules, or because its players have ended it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.request import Data
from referee.engine.rules import Ruleset

#: how files end a game
RESIGNED, AGREED = "resigned", "agreed draw"


def winner(
    ended: Mapping[str, Any], public: Data, ruleset: Ruleset, seats: Sequence[str]
) -> str | None:
    """The seat that has won, None if nobody has.

    ended: as the entry has it, {} if the rules have ended the game; public: the position."""
    if not ended:
        result = ruleset.result(public)
        return result.winner if result else None
    others = [seat for seat in seats if seat != ended.get("seat")]
    return others[0] if ended["how"] == RESIGNED and len(others) == 1 else None


def happened(ended: Mapping[str, Any], ruleset: Ruleset) -> str:
    """What files have done to end a game, in a sentence."""
    if ended["how"] == AGREED:
        return "All players agreed to a draw."
    return f"{ruleset.seats[ended['seat']]} resigned."


def told(ended: Mapping[str, Any], public: Data, ruleset: Ruleset, seats: Sequence[str]) -> str:
    """One sentence or two, for a report of a game that is over."""
    result = ruleset.result(public)
    if not ended and result is None:
        return "The game is over."
    won = winner(ended, public, ruleset, seats)
    named = ruleset.seats[won] if won else "nobody"
    if not ended:
        assert result is not None
        named = named if won else "nobody (a draw)"
        return f"The game is over. Winner: {named}; {ruleset.endings[result.ending]}."
    if ended["how"] == AGREED:
        return "The game is over. Winner: nobody (a draw); all players agreed to it."
    gave_up = ruleset.seats[ended["seat"]]
    why = "" if won else "; with more than two players nobody wins by that"
    return f"The game is over. Winner: {named}; {gave_up} resigned{why}."
