"""Traces of Caesar in Alexandria: player turns, and their positions as ours."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.engine.table import Table
from tests.rules.caesar_in_alexandria.adapter import board, flow, position
from tests.traces import alexandria_lines
from tests.traces.alexandria_lines import GAME
from tests.traces.base import traces

Data = dict[str, Any]
#: Hex and facing of galleys.
Spots = dict[str, tuple[str, str]]
#: Scenarios by what the traces call them; only those that are compared.
SCENARIOS = {
    "naval-battle": board.NAVAL,
    "heptastadium": board.HEPTASTADIUM,
    "full-battle": board.BATTLE,
}
#: Facings of land units in hexes, by what the traces call them.
FACES = {f"{face}_vertex": face for face in ("NE", "SE", "SW", "NW")} | {"H": board.OUTWARD}


@dataclass(frozen=True)
class Step:
    """A decision, with the dice that it and what came of it showed; legal: what else could be
    chosen; spots: hex and facing of all galleys after it; changed: pieces that are otherwise;
    places: of all units and leaders after it."""

    number: int
    seat: str
    kind: str
    chosen: str
    dice: list[int]
    legal: list[str]
    spots: Spots
    changed: list[str]
    places: dict[str, str]


@dataclass
class Turn:
    """The decisions of a player turn; before: where galleys lie; after: the position then."""

    number: int
    seat: str
    before: Spots
    places: dict[str, str]
    steps: list[Step] = field(default_factory=list)
    after: Data = field(default_factory=dict)


@dataclass(frozen=True)
class Trace:
    """A game; start: the position before its first decision."""

    name: str
    scenario: str
    start: Data
    turns: list[Turn]
    end: Data


def files(folder: Path) -> list[Path]:
    """The traces of the game."""
    return traces(folder, GAME)


def read(path: Path) -> Trace:
    """A trace, published or in the terse form."""
    start, lines, end = alexandria_lines.read(path)
    where, turns = dict(start["position"]), list[Turn]()
    for line in lines:
        if not turns or turns[-1].number != line["turn"]:
            seat = line["seat"]
            turns.append(Turn(line["turn"], seat, _spots(where), _places(where)))
        where.update(line["changes"])
        turns[-1].steps.append(_step(line, where))
        turns[-1].after = dict(where)
    name = path.name.partition(".")[0]
    return Trace(name, SCENARIOS[start["scenario"]], start["position"], turns, end)


def _step(line: Data, where: Data) -> Step:
    legal: list[str] = line.get("legal") or line.get("legal_first") or []
    head = (line["n"], line["seat"], line["kind"], line["chosen"])
    changed = [name.lower() for name in line["changes"]]
    return Step(*head, line["dice"], legal, _spots(where), changed, _places(where))


def _places(where: Data) -> dict[str, str]:
    return {
        name.lower(): value[0].lower()
        for name, value in where.items()
        if name != "game" and len(value) in (2, 5)
    }


def _spots(where: Data) -> Spots:
    ships = {name: value for name, value in where.items() if name.lower() in board.GALLEYS}
    return {
        name.lower(): (value[1], value[2]) for name, value in ships.items() if value[0] != "out"
    }


# -- positions -------------------------------------------------------------------------------------


def state_of(trace: Trace) -> Data:
    """Our State at the beginning of a trace."""
    state = flow.setup(trace.scenario, {"first-exhausted-ends": "no", "set-up": "printed"})
    align(state, trace.start)
    begin(state, trace.turns[0])
    return state


def begin(state: Data, turn: Turn) -> None:
    """A player turn begins, if ours has not come so far."""
    public = state["public"]
    here = (public["phase"], public["turn"], public["seat"])
    if here != (position.ORDERS, turn.number, turn.seat):
        public["turn"] = turn.number - 1
        flow.begin_turn(Table(state, "begin"), turn.seat)


def align(state: Data, wanted: Data) -> None:
    """Pieces and points as the trace has them."""
    public = state["public"]
    public.update(units={}, stacks={}, galleys={}, ships={}, leaders={}, fights=[], result=None)
    public.update(phase=position.SEIZE, lost=[])
    places: dict[str, list[tuple[int, str]]] = {}
    for name, value in wanted.items():
        key = name.lower()
        if value[0] == "out":
            public["lost"] += [key] if key in board.UNITS else []
        elif key in board.UNITS:
            at, index, face, hits, reduced = value
            one = {"at": at.lower(), "hits": hits, "reduced": bool(reduced)}
            one["face"] = FACES.get(face, face or "")
            public["units"][key] = one
            places.setdefault(one["at"], []).append((index, key))
        elif key in board.GALLEYS:
            public["galleys"][key] = ship_of(value)
        elif _leader(key) in board.LEADERS and len(value) > 1:
            found = {"at": value[0].lower(), "replaced": bool(value[1])}
            public["leaders"][_leader(key)] = found
    for key in position.galleys(public):
        public["ships"].setdefault(public["galleys"][key]["at"], []).append(key)
    public["stacks"] = {at: [key for _, key in sorted(found)] for at, found in places.items()}
    game = wanted["game"]
    public["points"] = {"roman": game[5], "egyptian": game[6]}
    public["burned"] = list(game[7])
    for place, seat in zip((*board.REDOUBTS, board.PALACE), game[2:5], strict=True):
        public["held"][place] = seat or board.ROMAN


def _leader(key: str) -> str:
    """Our id of a leader."""
    return key.partition("-")[2]


def ship_of(value: list[Any]) -> Data:
    """A galley of ours from one of a trace."""
    side, at, face, speed, fatigue, marks, grappled, fouled = value
    return {
        "side": side,
        "at": at,
        "face": face,
        "speed": speed,
        "fatigue": fatigue,
        "marks": list(marks),
        "grappled": [other.lower() for other in grappled],
        "fouled": [other.lower() for other in fouled],
    }


def differences(public: Data, wanted: Data) -> list[str]:
    """Where a position of ours is another than one of a trace."""
    found = []
    for name, value in wanted.items():
        key = name.lower()
        if key in board.UNITS:
            found += _unlike(name, _unit(public, key), value)
        elif key in board.GALLEYS:
            found += _unlike(name, _galley(public, key), _sorted(value))
        elif _leader(key) in board.LEADERS:
            found += _unlike(name, _chief(public, _leader(key)), value)
    points = [public["points"]["roman"], public["points"]["egyptian"]]
    for place, seat in zip((*board.REDOUBTS, board.PALACE), wanted["game"][2:5], strict=True):
        found += _unlike(f"holder of {place}", public["held"][place], seat) if seat else []
    return found + _unlike("points", points, wanted["game"][5:7])


def _unlike(what: str, ours: object, theirs: object) -> list[str]:
    return [] if ours == theirs else [f"{what} {ours}, the trace has {theirs}"]


def _chief(public: Data, key: str) -> list[Any]:
    if key not in public["leaders"]:
        return ["dead"] if key in public["dead"] else ["lost"]
    one = public["leaders"][key]
    return [_where(one["at"]), int(one["replaced"])]


def _unit(public: Data, key: str) -> list[Any]:
    if key not in public["units"]:
        return ["out"]
    one = public["units"][key]
    index = list(public["stacks"][one["at"]]).index(key)
    back = {ours: theirs for theirs, ours in FACES.items()}
    hexes = board.is_hex(one["at"]) or one["face"] == board.OUTWARD
    face = back.get(one["face"], one["face"]) if hexes else one["face"]
    return [_where(one["at"]), index, face or None, one["hits"], int(one["reduced"])]


def _where(at: str) -> str:
    return board.SPACE_NAMES.get(at, at.upper())


def _galley(public: Data, key: str) -> list[Any]:
    if key not in public["galleys"]:
        return ["out"]
    one = public["galleys"][key]
    names = [sorted(_name(other) for other in one[sort]) for sort in ("grappled", "fouled")]
    head = [one[sort] for sort in ("side", "at", "face", "speed", "fatigue")]
    return [*head, sorted(one["marks"]), *names]


def _name(key: str) -> str:
    return key.upper() if key in board.GALLEYS else key


def _sorted(value: list[Any]) -> list[Any]:
    return value if value[0] == "out" else [*value[:5], *map(sorted, value[5:])]
