"""Traces of Caesar XL as they are published: what they are made of, and positions in their form.

One JSON object a line: ``start`` (the position, and what happens by itself before the first
decision), ``step`` (one decision and all that follows without another), ``end``.  A trace is read
only if its positions give its own digests.  A fragment may begin in any position, have no digests
and no end.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.engine.table import State
from tests.rules.caesar_xl.adapter import BARBARIANS, SEATS, board, flow, hidden

Data = dict[str, Any]
GAME = "caesar-xl"
#: What a log holds: dice of a seat, for what, what they show; a card drawn; cards shuffled.
Entry = tuple[Any, ...]
#: Purposes of dice in a trace, by ours; a place follows where there is one.
PURPOSES = {
    "zone": "tax",
    "mobilize": "allies mobilize",
    "optimates": "optimates rally",
    "ides": "ides of march",
}


#: F4 The second roll of a die: this stands somewhere in its purpose.
AGAIN = "again"


class Unreadable(ValueError):
    """A trace that contradicts itself."""


@dataclass(frozen=True)
class Step:
    """One decision, and the position that follows."""

    number: int
    seat: str
    kind: str
    rule: str
    about: str
    legal: tuple[str, ...]
    chosen: str
    log: tuple[Entry, ...] = ()
    position: Data = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class Trace:
    """One game or a piece of one; end: {} if it has none."""

    name: str
    scenario: str
    strict: bool
    first: Data
    start: Data
    log: tuple[Entry, ...]
    steps: list[Step]
    end: Data


def ours(place: str) -> str:
    """A place of theirs by our name."""
    return place.replace("_", "-")


def theirs(place: str) -> str:
    """A place of ours by their name."""
    return place.replace("-", "_")


def digest(of: Data) -> str:
    """The digest that a trace gives of a position."""
    text = json.dumps(of, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def changed(here: Data, changes: Data) -> Data:
    """A position with some values changed: ``group/name``, None for what is gone."""
    there = dict(here)
    for path, value in changes.items():
        group, _, name = path.partition("/")
        if not name:
            there[group] = value
            continue
        entries = dict(there[group])
        entries[name] = value
        there[group] = {key: one for key, one in entries.items() if one is not None}
    return there


def files(folder: Path) -> list[Path]:
    """The traces of this game in a folder."""
    paths = sorted([*folder.glob("*.jsonl.gz"), *folder.glob("*.jsonl")])
    return [path for path in paths if path.parent.name == GAME]


def read(path: Path) -> Trace:
    """A trace of a file; raises `Unreadable`."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return parsed(path.name.partition(".")[0], map(json.loads, text.splitlines()))


def parsed(name: str, lines: Iterable[Data]) -> Trace:
    """A trace of its lines; raises `Unreadable`."""
    start, *rest = lines
    first = start["position"]
    _check(first, start, "digest")
    here = begin = changed(first, start["changes"])
    _check(here, start, "digest_after")
    steps = []
    for line in rest:
        if line["t"] == "step":
            here = changed(here, line["changes"])
            _check(here, line, "digest")
            steps.append(_step(line, here))
    end = next((line for line in rest if line["t"] == "end"), {})
    scenario, strict = start["rules"], start["strict_military"]
    return Trace(name, scenario, strict, first, begin, _log(start), steps, end)


def _check(here: Data, line: Data, key: str) -> None:
    if key in line and line[key] != digest(here):
        raise Unreadable(f"line {line.get('n', 'start')}: the position has another digest")


def _step(line: Data, here: Data) -> Step:
    said = (line["kind"], line["rule"], line["about"], tuple(line["legal"]), line["chosen"])
    return Step(line["n"], line["seat"], *said, _log(line), here)


def _log(line: Data) -> tuple[Entry, ...]:
    return tuple((*entry[:-1], _frozen(entry[-1])) for entry in line["log"])


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# Positions.


def position_of(state: State) -> Data:
    """A position of ours in the form of a trace."""
    public = state["public"]
    found = public["result"]
    return {
        "turn": public["turn"],
        "seat": public["seat"],
        "phase": public["phase"],
        "gold": dict(public["gold"]),
        "pieces": {key: _piece(key, one) for key, one in public["pieces"].items()},
        "markers": {theirs(at): seat for at, seat in public["markers"].items()},
        "subdued": sorted(map(theirs, public["subdued"])),
        "deck": sorted(state["sealed"]["deck"]),
        "discard": sorted(public["discards"]),
        "forum": sorted(public["forum"]),
        "table": sorted(public["table"]),
        "claimed": {seat: sorted(cards) for seat, cards in public["claimed"].items()},
        "hands": {seat: sorted(own["hand"]) for seat, own in state["seats"].items()},
        "halved": dict(public["halved"]),
        "out": sorted(public["out"]),
        "ending": [found["ending"].replace("-", " "), found["winner"]] if found else None,
    }


def _piece(key: str, one: Data) -> list[str]:
    side = "veteran" if one["veteran"] else "regular"
    return [one["owner"], board.kind(key), side, theirs(one["at"])]


def set_up(trace: Trace) -> State:
    """Our State in the first position of a trace."""
    state = flow.setup(trace.scenario, {"strict-military": "yes" if trace.strict else "no"})
    align(state, trace.first)
    return state


def align(state: State, to: Data) -> None:
    """Make our State the position of a trace; what lives only within a turn stays."""
    public = state["public"]
    public.update(board_of(to))
    public["result"] = None
    rows = {"forum": to["forum"], "discards": to["discard"], "table": to["table"]}
    for row, cards in rows.items():
        public[row] = hidden.CARDS.sorted(cards)
    for seat in SEATS:
        state["seats"][seat]["hand"] = hidden.CARDS.sorted(to["hands"][seat])
        public["claimed"][seat] = hidden.CARDS.sorted(to["claimed"][seat])
        mine = [key for key, one in public["pieces"].items() if one["owner"] == seat]
        public["leaders"][seat] = [key for key in mine if key in board.LEADERS]
        public["cards"][seat] = len(to["hands"][seat])
        known = [card for card in public["known"][seat] if card in to["hands"][seat]]
        public["known"][seat] = known
    state["sealed"]["deck"] = hidden.CARDS.sorted(to["deck"])
    assert hidden.broken(state) == [], hidden.broken(state)


def board_of(to: Data) -> Data:
    """What all see of a position but its cards, as our public part has it."""
    pieces = {
        key: {"owner": owner, "at": ours(at), "veteran": side == "veteran"}
        for key, (owner, _, side, at) in to["pieces"].items()
    }
    markers = {ours(at): seat for at, seat in to["markers"].items()}
    return {
        "turn": to["turn"],
        "seat": to["seat"],
        "phase": to["phase"],
        "gold": dict(to["gold"]),
        "pieces": dict(sorted(pieces.items())),
        "markers": {at: markers[at] for at in board.by_map(list(markers))},
        "subdued": [zone for zone in board.ZONES if theirs(zone) in to["subdued"]],
        "halved": dict(to["halved"]),
        "out": [seat for seat in SEATS if seat in to["out"]],
    }


def differences(mine: Data, their: Data) -> Iterator[str]:
    """What differs between two positions, in words."""
    for key, wanted in their.items():
        here = mine[key]
        if here == wanted:
            continue
        if not isinstance(wanted, dict):
            yield f"{key}: {_told(here)}, the trace has {_told(wanted)}"
            continue
        for name in sorted({*here, *wanted}):
            pair = here.get(name), wanted.get(name)
            if pair[0] != pair[1]:
                yield f"{key}/{name}: {_told(pair[0])}, the trace has {_told(pair[1])}"


def _told(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def entry_of(event: Data) -> Entry | None:
    """What the log of a trace has of an event of ours, None if it has nothing."""
    public = event["public"] or {}
    match event["kind"]:
        case "dice":
            return "dice", public["seat"], _purpose(public), tuple(public["dice"])
        case "volley":
            purpose = _purpose({**public, "for": "battle"})
            return "dice", public["seat"], purpose, tuple(public["dice"])
        case "again":
            return "dice", public["seat"], AGAIN, (public["die"],)
        case "draws":
            return "draw", public["seat"], event["own"][public["seat"]]["card"]
        case "draws openly":
            return "draw", public["seat"], public["card"]
        case "shuffled":
            return "shuffle", public["cards"]
    return None


def same(one: Entry, two: Entry | None) -> bool:
    """Whether an entry of ours is that of a trace."""
    if two and AGAIN in one and AGAIN in str(two[2]):
        return (one[:2], one[3:]) == (two[:2], two[3:])
    return one == two


def _purpose(told: Data) -> str:
    words = [str(PURPOSES.get(told["for"], told["for"]))]
    if told["at"] and told["for"] != "treachery":
        words.append(theirs(told["at"]))
    if told["round"]:
        words.append(f"round {told['round']}")
    if told.get("side") == BARBARIANS:
        words.append(BARBARIANS)
    return " ".join(words)


__all__ = [
    "GAME", "Step", "Trace", "Unreadable", "align", "board_of", "changed", "differences", "digest",
    "entry_of", "files", "ours", "parsed", "position_of", "read", "set_up", "theirs",
]  # fmt: skip
