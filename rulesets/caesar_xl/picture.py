"""The map, which is the same for everyone, ready to be drawn or told in words."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.request import Data, View
from referee.kit.board import Board, Group, Journey, Kind, Space, links_of
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import CITIES, DATA, SEATS, ZONES
from rulesets.caesar_xl.flow import headline

#: 9.1 The kinds of links.
_KINDS = {
    "road": Kind("road", "land units and leaders", "thick", "road"),
    "sea": Kind("sea lane", "from port to port", "dotted", "sea"),
    "frontier": Kind("frontier", "barbarians that invade", "dashed", "frontier"),
}


def picture(view: View, events: Sequence[Data]) -> Board:
    """Cities and zones with what stands there, and the marches told in a run."""
    public = view.public
    return Board(
        title=headline(public),
        seats=SEATS,
        spaces=[_space(public, key) for key in board.PLACES],
        kinds=_KINDS,
        links=links_of(board.LINKS),
        groups=[
            Group(key, seat, [position.named(public, one) for one in here], len(here))
            for seat in SEATS
            for key in board.PLACES
            if (here := position.there(public, key, seat))
        ],
        journeys=[Journey(e["seat"], e["path"]) for e in events if e["kind"] == "marches"],
        score=[f"{name}: {_score(public, seat)}" for seat, name in SEATS.items()],
    )


def _score(public: Data, seat: str) -> str:
    """4.1 Where both players stand toward either victory."""
    told = ", ".join(f"{f.title()} {n}" for f, n in position.points(public, seat).items())
    return f"cities {position.city_value(public, seat)}, {told}"


def _space(public: Data, key: str) -> Space:
    """A city with its value, or a barbarian zone with its strength."""
    x, y = DATA["drawing"]["at"][key]
    owner = position.holders(public).get(key, "")
    if key in CITIES:
        notes = [f"value {CITIES[key]['value']}", CITIES[key]["type"]]
        notes += ["port"] if CITIES[key]["port"] else []
    else:
        notes = [f"strength {ZONES[key]['strength']}"]
        notes += ["subdued"] if key in public["subdued"] else []
    notes += [f"marker of {SEATS[marker]}"] if (marker := public["markers"].get(key)) else []
    fought = (public["battle"] or {"at": ""})["at"] == key
    sort = "city" if key in CITIES else "zone"
    return Space(key, board.PLACE_NAMES[key], (x, y), sort, notes, owner, fought)
