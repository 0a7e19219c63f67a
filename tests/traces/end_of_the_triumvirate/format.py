"""Traces of The End of the Triumvirate: read as published, or in the terse form of our test data.

    python -m tests.traces.end_of_the_triumvirate.format FOLDER OUT

writes every trace of a folder in the terse form.  A published trace is read only if its positions
give its own digests.  A terse file is gzipped JSON: ``{game, name, seats, steps, end}``; a step is
``[kind, seat, chosen, legal, default, draws, changes, about]``, nothings at the end left out.
Kinds, seats, answers and paths of the position are numbers in the lists below.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.rules.end_of_the_triumvirate.adapter import SEATS, board, position
from tests.traces.base import RAW, TERSE, read_either, write

Data = dict[str, Any]

GAME = "end-of-the-triumvirate"
#: Kinds of questions; at sea there is another rule for the same one.
AT_SEA = "go at sea"
KINDS = (
    "rome", "gold-unit", "legion-unit", "rome-legion", "go", AT_SEA, "carry", "servants", "action",
    "escape", "raise", "consul-servant",
)  # fmt: skip
#: All answers; the numbers are legions and servants that go along.
ANSWERS: tuple[str | int, ...] = (
    "end", "lift", "place", "political", "military", "none", "weapons", "rome",
    *(f"persuade:{section}" for section in (board.ALII, *SEATS)),
    "gold+gold", "gold+legion", "legion+legion", *board.NAMES, *range(61),
)  # fmt: skip
#: What of the context is compared.
ABOUT = ("mp", "number", "prices", "wanted", "left")
#: The parts of the position that a trace has.
KEYS = (
    "players", "turn", "year", "stone", "active", "alii", "bag", "supply", "compensation",
    "escape_card", "characters", "provinces",
)  # fmt: skip
#: Their names of spaces in ours.
_SPACES = {key.replace("-", "_"): key for key in board.NAMES}


@dataclass(frozen=True)
class Step:
    """One decision in our names: `position` is the one that follows; `about` is its context."""

    number: int
    turn: int
    seat: str
    kind: str
    chosen: str | int
    legal: tuple[str | int, ...]
    default: str | int | None
    draws: tuple[str, ...]
    changes: Mapping[str, Any]
    about: Data
    position: Data = field(repr=False, compare=False)


@dataclass(frozen=True)
class Trace:
    """One game: first position, decisions, and the end (winner, reason)."""

    name: str
    start: Data
    steps: list[Step]
    end: Data


def changed(here: Data, changes: Mapping[str, Any]) -> Data:
    """A position with some values changed, by paths; parts that stay are shared."""
    found = dict(here)
    for path, value in changes.items():
        *above, last = path.split(".")
        part = found
        for key in above:
            part[key] = dict(part[key])
            part = part[key]
        part[last] = value
    return found


def leaves(here: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Every path of a position with its value."""
    for key, value in here.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def first(scenario: str) -> Data:
    """3.1, 11 The first position."""
    public = position.first(scenario, {})
    return {key: public[key] for key in KEYS}


@cache
def paths() -> Mapping[str, int]:
    """Every path that a position has, with its number."""
    return {path: number for number, (path, _) in enumerate(leaves(first("three")))}


def scenario(start: Mapping[str, Any]) -> str:
    """The scenario by its seats."""
    return "two" if len(start["players"]) == 2 else "three"


def read(path: Path) -> Trace:
    """A trace in either form."""
    return read_either(path, _from_lines, _from_terse)


# As published.


def ours(value: Any) -> Any:
    """Their names of spaces in ours, keys too."""
    if isinstance(value, Mapping):
        return {_SPACES.get(key, key): ours(part) for key, part in value.items()}
    if isinstance(value, list):
        return [ours(part) for part in value]
    return _SPACES.get(value, value) if isinstance(value, str) else value


def digest(here: Data) -> str:
    """The published digest of a position in their names."""
    text = json.dumps(here, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _from_lines(name: str, lines: Sequence[Data]) -> Trace:
    start, end, steps = lines[0], lines[-1], []
    here = theirs = start["position"]
    assert digest(here) == start["digest"], name
    here = ours(here)
    for line in lines[1:-1]:
        theirs = changed(theirs, line["changes"])
        assert digest(theirs) == line["digest"], (name, line["n"])
        changes = {
            ".".join(ours(path.split("."))): ours(value) for path, value in line["changes"].items()
        }
        here = changed(here, changes)
        steps.append(_step(line, changes, here))
    assert digest(theirs) == end["digest"], name
    return Trace(name, ours(start["position"]), steps, _end(end))


def _step(line: Data, changes: Data, here: Data) -> Step:
    return Step(
        line["n"], line["turn"], line["seat"],
        AT_SEA if (line["kind"], line["rule"]) == ("go", "6.3") else line["kind"],
        ours(line["chosen"]), tuple(sorted(ours(line["legal"]), key=ANSWERS.index)),
        ours(line["default"]), tuple(line["draws"]), changes,
        {key: ours(line["about"][key]) for key in ABOUT if key in line.get("about", {})}, here,
    )  # fmt: skip


def _end(line: Data) -> Data:
    return {"winner": line["winner"], "reason": line["reason"]}


# The terse form.


def terse(trace: Trace) -> Data:
    assert trace.start == first(scenario(trace.start)), trace.name
    seats, steps = len(trace.start["players"]), [_terse_step(step) for step in trace.steps]
    return {"game": GAME, "name": trace.name, "seats": seats, "steps": steps, "end": trace.end}


def _terse_step(step: Step) -> list[Any]:
    seats, changes = list(SEATS), []
    for path, value in step.changes.items():
        changes += [paths()[path], value]
    row = [
        KINDS.index(step.kind), seats.index(step.seat), ANSWERS.index(step.chosen),
        [ANSWERS.index(name) for name in step.legal],
        0 if step.default is None else 1 + step.legal.index(step.default),
        [seats.index(colour) for colour in step.draws], changes,
        [step.about.get(key, 0) for key in ABOUT] if any(step.about.values()) else [],
    ]  # fmt: skip
    while row[-1] in (0, []):
        row.pop()
    return row


def _from_terse(data: Data) -> Trace:
    start = here = first("two" if data["seats"] == 2 else "three")
    steps: list[Step] = []
    for row in data["steps"]:
        turn = here["turn"]
        filled = row + [0, 0, 0, [], 0, [], [], []][len(row) :]
        step = _long_step(len(steps) + 1, turn, filled, here)
        steps.append(step)
        here = step.position
    return Trace(data["name"], start, steps, data["end"])


def _long_step(number: int, turn: int, row: list[Any], before: Data) -> Step:
    kind, seat, chosen, legal, default, draws, flat, about = row
    seats, named = list(SEATS), list(paths())
    changes = {named[flat[at]]: flat[at + 1] for at in range(0, len(flat), 2)}
    answers = tuple(ANSWERS[index] for index in legal)
    return Step(
        number, turn, seats[seat], KINDS[kind], ANSWERS[chosen], answers,
        answers[default - 1] if default else None, tuple(seats[colour] for colour in draws),
        changes, dict(zip(ABOUT, about, strict=False)), changed(before, changes),
    )  # fmt: skip


def main(folder: str, out: str) -> None:
    """Convert a folder."""
    Path(out).mkdir(parents=True, exist_ok=True)
    for path in sorted(Path(folder).glob(f"*{RAW}")):
        trace = read(path)
        target = Path(out) / f"{trace.name}{TERSE}"
        write(terse(trace), target)
        assert [step.position for step in read(target).steps] == [
            step.position for step in trace.steps
        ]
        print(f"{target}: {len(trace.steps)} steps, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
