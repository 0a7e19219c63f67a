"""The golden games of The End of the Triumvirate, with three players and with two.

Each standing orders with his first file what others ask of him, and does so anew in the second
year.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.ending import AGREED, RESIGNED
from referee.engine.request import Data, View
from referee.engine.rules import Result
from tests.golden.wanted import Wanted

#: What a player has decided: the first year, then what replaces it.
STANDING: Mapping[str, tuple[list[Any], list[Any]]] = {
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
#: what goes with the orders of a whole turn: for the rest of it, for what may come of it, and for
#: the next turn
COMING: list[Any] = [
    {"on": "turn", "part": "2", "orders": [{"improve": "political"}, {"improve": "military"}]},
    {"on": "escape", "orders": []},
    {"on": "raise", "orders": [{"raise": "military"}]},
    {"on": "servant", "orders": []},
    {
        "on": "turn",
        "part": "1",
        "orders": [
            {"rome": {"legions": "2"}},
            {"if": "gold >= 3", "else": "skip", "persuade": "Alii"},
            {"improve": "military"},
        ],
    },
]


def standing_orders(public: Data, run: int, seat: str) -> list[Any] | None:
    """With the first file of the game, and with the first of the second year."""
    first, second = STANDING[seat]
    if run == 1:
        return first
    # The first turns of a year are one for each player.
    begins = public["turn"] - _years_turns(public) <= len(public["players"])
    return second if public["year"] == SECOND_YEAR and begins else None


def _coming(view: View, due: bool) -> Data:
    """With the orders of a turn goes what comes after them."""
    asked = view.public["phase"] == "turn" and view.public["active"] == view.seat
    return {"next": COMING} if due and asked else {}


def gives_up(view: View, run: int, due: bool) -> Data:
    """Crassus resigns in the second year, when he is due; nobody wins by that."""
    if due and view.seat == "crassus" and view.public["year"] == SECOND_YEAR:
        return {"resign": "yes", "notes": {"caesar": "Pompey is all yours.", "pompey": "Sorry."}}
    return _coming(view, due)


def gives_up_ahead(view: View, run: int, due: bool) -> Data:
    """Caesar resigns in the second year, by a file of which nobody knows."""
    if not due and view.seat == "caesar" and view.public["year"] == SECOND_YEAR:
        return {"resign": "yes"}
    return _coming(view, due)


def makes_peace(view: View, run: int, due: bool) -> Data:
    """Caesar offers a draw in the first turns, and nobody else; in the second year all do."""
    early = view.seat == "caesar" and view.public["turn"] <= len(view.public["players"])
    offers = early or view.public["year"] == SECOND_YEAR
    return {**_coming(view, due), **({"draw": "yes"} if due and offers else {})}


def _years_turns(public: Data) -> int:
    """Turns of the first year: eight, or seven if two play."""
    return {3: 8, 2: 7}[len(public["players"])]


def _wanted(winner: str | None, ending: str, scenario: str, **more: Any) -> Wanted:
    return Wanted(Result(winner, ending), scenario, _turns, standing_orders, **more)


def _turns(public: Data) -> int:
    return int(public["turn"])


WANTED: Mapping[str, Wanted] = {
    "consul": _wanted("caesar", "second-consulship", "three", stops=("raise",)),
    "citizens": _wanted("crassus", "six-citizens", "three"),
    "provinces": _wanted("pompey", "ninth-province", "two"),
    "competence": _wanted("crassus", "competence", "three"),
    "consul-two": _wanted("pompey", "second-consulship", "two"),
    "resigned": _wanted(None, RESIGNED, "three", also=gives_up, nexts=("turn",)),
    "resigned-two": _wanted("pompey", RESIGNED, "two", also=gives_up_ahead, nexts=("turn",)),
    "agreed-draw": _wanted(None, AGREED, "three", also=makes_peace, nexts=("turn", "raise")),
}
