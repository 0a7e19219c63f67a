"""Traces of Caesar in Alexandria: how they write a position, and ours made of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tests.traces import alexandria_lines
from tests.traces.caesar_in_alexandria.adapter import board, position

GALLEYS = board.GALLEYS
LEADERS = board.LEADERS
UNITS = board.UNITS


Data = dict[str, Any]
SCENARIOS = {
    "full-battle": board.BATTLE,
    "heptastadium": board.HEPTASTADIUM,
    "naval-battle": board.NAVAL,
}
OPTIONS = {"first-exhausted-ends": "no", "set-up": "printed"}


def read(path: Path) -> tuple[Data, list[Data]]:
    """The first line of a trace, and its decisions."""
    start, lines, _ = alexandria_lines.read(path)
    return start, lines


@cache
def ours(name: str) -> str:
    """Our id of a piece or a place."""
    small = name.lower()
    known = small in UNITS or small in GALLEYS or small in board.SPACE_ORDER
    return small if known or small[2:] not in LEADERS else small[2:]


@cache
def facing(name: str | None) -> str:
    """Our name of a facing."""
    return "" if name is None else {"H": "hexes"}.get(name, name.removesuffix("_vertex"))


def public(scenario: str, raw: Data, now: Data) -> Data:
    """The public part of a position that a trace describes; now: what belongs to the turn."""
    found = position.first(scenario, OPTIONS)
    stacks: dict[str, list[tuple[int, str]]] = {}
    for name, value in raw.items():
        piece = ours(name)
        if piece in UNITS and value != ["out"]:
            at, number, face, hits, reduced = value
            found["units"][piece] = {
                "at": ours(at),
                "face": facing(face),
                "hits": hits,
                "reduced": bool(reduced),
            }
            stacks.setdefault(ours(at), []).append((number, piece))
        elif piece in GALLEYS and value != ["out"]:
            side, at, face, speed, fatigue, marks, grappled, fouled = value
            one = {"side": side, "at": at, "face": face, "speed": speed, "fatigue": fatigue}
            one |= {"marks": marks, "grappled": [*map(ours, grappled)]}
            found["galleys"][piece] = one | {"fouled": [*map(ours, fouled)]}
            found["ships"].setdefault(at, []).append(piece)
        elif piece in LEADERS and value[0] not in ("dead", "lost"):
            found["leaders"][piece] = {"at": ours(value[0]), "replaced": bool(value[1])}
    found["stacks"] = {at: [unit for _, unit in sorted(units)] for at, units in stacks.items()}
    turn, active, south, north, palace, *_ = raw["game"]
    found.update(turn=turn, seat=active or board.ROMAN, phase=position.MOVES, now=now)
    found["burned"] = list(raw["game"][7])
    found["held"] = dict(zip(position.GOALS, (south, north, palace or ""), strict=True))
    return found
