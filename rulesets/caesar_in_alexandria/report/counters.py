"""What is printed on the counters, told in words: for the page, and for who asks about a piece."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.request import Data
from referee.kit.board import Counter
from referee.kit.lines import several
from rulesets.caesar_in_alexandria import position
from rulesets.caesar_in_alexandria.board import GALLEYS, LEADERS, NAMES, ORDER, UNITS, VETERANS

_SORTS = {
    "co": "cohort",
    "hi": "heavy infantry",
    "mi": "medium infantry",
    "li": "light infantry",
    "ar": "archers",
    "lc": "light cavalry",
    "sc": "scorpion",
    "ba": "ballista",
}


def counters(public: Data) -> Iterator[Counter]:
    """Every piece with its ratings, and the place where it is ("" if it is not in play)."""
    for piece in ORDER:
        place = position.hex_of(public, position.place_of(public, piece))
        yield Counter(NAMES[piece], ratings(piece), place)


def ratings(piece: str) -> str:
    """``trireme, crew 3, ram attack 2, ...``: what its counter shows (2)."""
    if piece in UNITS:
        return ", ".join(_unit(piece))
    return ", ".join(_galley(piece) if piece in GALLEYS else _leader(piece))


def _unit(unit: str) -> Iterator[str]:
    data = UNITS[unit]
    yield ("veteran " if unit in VETERANS else "") + _SORTS[data["type"]]
    yield f"quality {data['tq']}"
    yield f"{data['reduced']} when reduced" if data["reduced"] else "no other side"
    yield several(data["move"], "point")
    if data["fires"] == "javelins":
        yield "javelins"


def _galley(galley: str) -> Iterator[str]:
    data = GALLEYS[galley]
    yield data["kind"].replace("-", " ")
    yield f"crew {data['crew']}"
    if data["ram"]:
        yield f"ram attack {data['ram']}"
    yield f"defence {data['defence']}"
    yield f"room for {several(data['holds'], 'unit')}"
    yield f"{data['cruise']} points at cruise"
    yield f"{data['attack']} at attack speed" if data["attack"] else "no attack speed"


def _leader(leader: str) -> Iterator[str]:
    data = LEADERS[leader]
    if data.get("range"):
        yield f"range {data['range']}"
    else:
        yield f"commander, initiative {data['initiative']}"
        yield f"{data['seizures']} tries to seize a turn"
        yield f"charisma {data['charisma']}"
    yield several(data["move"], "point")
