"""The golden games of The End of the Triumvirate, with three players and with two.

Each standing orders with his first file what others ask of him, and does so anew in the second
year.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.request import Data
from referee.engine.rules import Result
from tests.golden.wanted import Wanted

#: What a player has decided: the first year, then what replaces it.
PLANS: Mapping[str, tuple[list[Any], list[Any]]] = {
    "caesar": (
        [
            {"on": "escape", "if": "gold >= 3", "then": "most gold"},
            {"on": "escape", "then": [{"escape": ["Gallia Narbonensis", "Italia"]}, "default"]},
            {"on": "raise", "if": "military < rival military", "then": {"raise": ["military"]}},
            {"on": "raise", "then": "higher"},
        ],
        [{"on": "servant", "then": "default"}, {"on": "raise", "then": "default"}],
    ),
    "pompey": (
        [
            {"on": "raise", "times": "1", "then": {"raise": ["none"]}},
            {"on": "raise", "if": "political <= military", "then": {"raise": ["political"]}},
            {"on": "servant", "year": "1", "then": {"servant": ["Macedonia", "Africa"]}},
        ],
        [{"on": "escape", "then": "ask"}, {"on": "raise", "then": "higher"}],
    ),
    "crassus": ([], [{"on": "escape", "then": "default"}, {"on": "raise", "then": "default"}]),
}
SECOND_YEAR = 2


def standing_orders(public: Data, run: int, seat: str) -> list[Any] | None:
    """With the first file of the game, and with the first of the second year."""
    first, second = PLANS[seat]
    if run == 1:
        return first
    # The first turns of a year are one for each player.
    begins = public["turn"] - _years_turns(public) <= len(public["players"])
    return second if public["year"] == SECOND_YEAR and begins else None


def _years_turns(public: Data) -> int:
    """Turns of the first year: eight, or seven if two play."""
    return {3: 8, 2: 7}[len(public["players"])]


def _wanted(winner: str, ending: str, scenario: str, **more: Any) -> Wanted:
    return Wanted(Result(winner, ending), scenario, _turns, standing_orders, **more)


def _turns(public: Data) -> int:
    return int(public["turn"])


WANTED: Mapping[str, Wanted] = {
    "consul": _wanted("caesar", "second-consulship", "three", stops=("raise",)),
    "citizens": _wanted("crassus", "six-citizens", "three"),
    "provinces": _wanted("pompey", "ninth-province", "two"),
    "competence": _wanted("crassus", "competence", "three"),
    "consul-two": _wanted("pompey", "second-consulship", "two"),
}
