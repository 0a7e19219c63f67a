"""Traces of The Sword of Rome: what they are made of, and our names for theirs.

As they are published: one JSON object a line, ``start``, ``decision`` (one decision, and all that
follows without another), ``end``.  Such a trace is read only if its positions give its own
digests; of the terse form see below.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.traces import base
from tests.traces.base import RAW, TERSE, read_either, traces

Data = dict[str, Any]
GAME = "sword-of-rome"
#: Their seats by ours, and the letters of our cards.
SEATS = {
    "rome": "rome",
    "greeks": "greeks",
    "gauls": "gauls",
    "etruscan_samnite": "etruscans-samnites",
}
LETTERS = {"rome": "r", "greeks": "h", "gauls": "g", "etruscan_samnite": "e"}
SCENARIOS = {2: "two", 3: "three", 4: "four"}
#: Entries of a position that are cards of a seat.
CARDS = ("hand", "deck", "discards", "removed", "desperate", "faceup")
#: What may be of nobody.
NOBODY = ("first", "active")


class Unreadable(ValueError):
    """A trace that contradicts itself."""


def space(name: str) -> str:
    """A space of theirs by our name."""
    return name.replace("_", "-")


def leader(name: str) -> str:
    """A leader of theirs by our name."""
    return name.replace("_minor_", "-").replace("-minor-", "-")


def card(name: str) -> str:
    """A card of theirs by our name."""
    owner, _, number = name.rpartition("_")
    return f"{LETTERS[owner]}{int(number)}"


@dataclass(frozen=True)
class Step:
    """One decision, in their words, and the position that follows.

    number: from 1; label: the number in the trace."""

    number: int
    turn: int
    round: int
    seat: str
    kind: str
    rule: str
    about: Any
    legal: list[Any]
    chosen: Any
    dice: list[Any] = field(default_factory=list)
    position: Data = field(default_factory=dict, repr=False, compare=False)
    label: int = 0


@dataclass(frozen=True)
class Trace:
    """One game; levels: VP that end it, by turns."""

    name: str
    scenario: str
    last_turn: int
    levels: list[int]
    start: Data
    steps: list[Step]
    end: Data


def files(folder: Path) -> list[Path]:
    """The traces of this game in a folder."""
    return traces(folder, GAME)


def read(path: Path) -> Trace:
    """A trace of a file, in either form; raises `Unreadable`."""
    return read_either(path, published, terse)


def published(name: str, lines: Iterable[Data]) -> Trace:
    """A trace of its lines; raises `Unreadable`."""
    start, *rest = lines
    here = dict(start["position"])
    check(here, start["digest"], "the start")
    steps = list(_steps(here, rest[:-1]))
    return _trace(name, start, steps, rest[-1])


def _trace(name: str, start: Data, steps: list[Step], end: Data) -> Trace:
    """From where the first player is named: what a crowded position asks before is no game yet."""
    scenario = SCENARIOS[start["players"]]
    levels = [start["levels"][str(turn + 1)] for turn in range(len(start["levels"]))]
    begin = translated(start["position"])
    while "first_player" not in [step.kind for step in steps[:2]]:
        begin, steps = steps[0].position, steps[1:]
    steps = [replace(step, number=number + 1) for number, step in enumerate(steps)]
    return Trace(name, scenario, start["last_turn"], levels, begin, steps, end)


def _steps(here: Data, lines: Iterable[Data]) -> Iterator[Step]:
    there = translated(here)
    for line in lines:
        here = changed(here, line["changes"])
        check(here, line["digest"], f"decision {line['n']}")
        there = changed(there, translated(line["changes"]))
        yield step_of(line, there)


def step_of(line: Data, here: Data) -> Step:
    """A decision of a line, and the position behind it."""
    keys = ("turn", "round", "seat", "kind", "rule", "about", "legal", "chosen", "dice")
    return Step(0, *(line[key] for key in keys), here, line["n"])


def changed(here: Data, changes: Data) -> Data:
    """A position with some values changed; None for what is gone, or for nobody."""
    there = {**here, **changes}
    for key, value in changes.items():
        if value is None and key not in NOBODY:
            there.pop(key)
    return there


def translated(entries: Data) -> Data:
    """Entries of a position with our names; cards sorted, as our decks have no order."""
    return {_key(*key.split("/")): _value(key, value) for key, value in entries.items()}


def _key(group: str, *names: str) -> str:
    if group in ("leader", "commander"):
        return "/".join((group, *(leader(space(name)) for name in names)))
    if group in CARDS or group == "vp":
        return f"{group}/{SEATS[names[0]]}"
    return "/".join((group, *(space(name) for name in names)))


def _value(key: str, value: Any) -> Any:
    group = key.partition("/")[0]
    if value is None or isinstance(value, (int, bool)):
        return value
    if group in CARDS:
        return sorted(map(card, value))
    if group == "alliances":
        return sorted(pair.replace("-", "/") for pair in value)
    if group == "commander":
        return leader(value)
    return [*map(space, value)] if isinstance(value, list) else space(value)


def check(position: Data, wanted: str, where: str) -> None:
    """Raises `Unreadable` if a position has another digest."""
    if digest(position) != wanted:
        raise Unreadable(f"{where}: the position has another digest")


def digest(position: Data) -> str:
    """The digest that a trace gives of a position."""
    lines = (
        f"{key}={json.dumps(position[key], separators=(',', ':'))}" for key in sorted(position)
    )
    return hashlib.sha1("\n".join(lines).encode(), usedforsecurity=False).hexdigest()[:16]


# The terse form: what is the same as in the line before is left out, answers that are legal are
# kept where they are compared (`OFFERED`), and positions are not checked any more.

KEYS = ("turn", "round", "seat", "kind", "rule", "about", "legal", "chosen", "dice", "changes")
REPEATED = KEYS[:3]


#: Windows in which cards are played as responses (7.1.1).
WINDOWS = ("battle_before_dice", "battle_after_losses", "siege_before_dice", "gallic_event")
WINDOWS += ("reaction_before_die", "naval_before_move", "after_reactions")
#: Decisions of which a position alone says what is legal (`lists`).
BY_POSITION = ("place_cu", "place_leader", "minor_leader", "loyalty_penalty", "gallic_loss")
BY_POSITION += ("desperate_use", "campaign_first", "fever", "revolt", "pacify", "loyalty")
BY_POSITION += ("discord", "remove_other", "leader", "support", "commander")
BY_POSITION += ("surrender_pc", "surrender_roll")
OFFERED = (
    *("action", "move", "politics", "intercept", "avoid", "inside", "retreat", "remove_own"),
    *("bribe", "flank", "retreat_inside"),
    *BY_POSITION,
    *(f"response/{window}" for window in WINDOWS),
)


def shortened(name: str, lines: Iterable[Data]) -> Data:
    """The terse form of a trace."""
    start, *rest = lines
    rows: list[list[Any]] = []
    before: Data = {}
    for line in rest[:-1]:
        row = {**line, "legal": line["legal"] if line["kind"] in OFFERED else []}
        rows.append(
            [None if key in REPEATED and row[key] == before.get(key) else row[key] for key in KEYS]
        )
        before = row
    return {"game": GAME, "name": name, "start": start, "rows": rows, "end": rest[-1]}


def terse(raw: Data) -> Trace:
    """A trace of its terse form."""
    here = translated(raw["start"]["position"])
    first = raw["end"]["n"] - len(raw["rows"]) + 1
    steps, before = [], dict.fromkeys(KEYS)
    for number, row in enumerate(raw["rows"]):
        told = dict(zip(KEYS, row, strict=True))
        before = {k: before[k] if k in REPEATED and told[k] is None else told[k] for k in KEYS}
        here = changed(here, translated(before["changes"]))
        steps.append(step_of({**before, "n": first + number}, here))
    return _trace(raw["name"], raw["start"], steps, raw["end"])


def write(source: Path, folder: Path) -> None:
    """Write a published trace in the terse form."""
    name = source.name.removesuffix(RAW)
    lines = gzip.decompress(source.read_bytes()).decode().splitlines()
    base.write(shortened(name, map(json.loads, lines)), folder / f"{name}{TERSE}")
