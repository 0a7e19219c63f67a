"""What every game's comparison shares: files, a report, dice that fall as a trace says."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from referee.lab.scripted import OutOfDice, ScriptedDice
from referee.ruleset import names

T = TypeVar("T")

#: Traces as they are published, and in the terse form of our test data.
RAW, TERSE = ".jsonl.gz", ".json.gz"


def traces(folder: Path, game: str) -> list[Path]:
    """The traces of a game in a folder, in either form: the first line of each names its game."""
    paths = sorted([*folder.glob(f"*{RAW}"), *folder.glob(f"*{TERSE}")])
    return [path for path in paths if _named(path) == game]


@cache
def _named(path: Path) -> str:
    """The game that a trace names, else that of its folder's name: some give their own name as the
    game."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        first: dict[str, object] = json.loads(next(lines))
    named = str(first.get("game"))
    return named if named in names() else path.parent.name


def read_either(
    path: Path,
    published: Callable[[str, list[dict[str, Any]]], T],
    terse: Callable[[dict[str, Any]], T],
) -> T:
    """A trace in either form, from its lines as they are published or from its terse form."""
    raw = gzip.decompress(path.read_bytes()).decode("utf-8")
    if path.name.endswith(RAW):
        return published(path.name.removesuffix(RAW), [json.loads(x) for x in raw.splitlines()])
    return terse(json.loads(raw))


def write(terse: object, path: Path) -> None:
    """Write a trace in the terse form of its game."""
    text = json.dumps(terse, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(text, 9, mtime=0))


@dataclass
class GameReport:
    """What came of one game.

    steps: choices in the trace.  compared: positions compared, by the part of the game they end.
    offers: questions of the trace at which what could be chosen was compared too, by kind.
    expected: differences that the facts name, each with how often.  other: all the rest, in words.
    """

    name: str
    steps: int
    compared: dict[str, int] = field(default_factory=dict)
    offers: dict[str, int] = field(default_factory=dict)
    expected: dict[str, int] = field(default_factory=dict)
    other: list[str] = field(default_factory=list)

    def count(self, part: str) -> None:
        """One position more was compared."""
        self.compared[part] = self.compared.get(part, 0) + 1

    def expect(self, name: str) -> None:
        """A difference that the facts name has come up."""
        self.expected[name] = self.expected.get(name, 0) + 1


class Comparer(Protocol):
    """One game's comparison: a module of this package with these two functions."""

    def files(self, folder: Path) -> list[Path]:
        """The traces of this game in a folder, [] if it has none."""

    def compare(self, path: Path) -> GameReport:
        """Replay one trace."""


class TraceDice(ScriptedDice):
    """Dice and draws from a trace: rolls in order, draws by a function (path, k, m) -> numbers."""

    def __init__(self, draw: Callable[[str, int, int], list[int]]) -> None:
        super().__init__()
        self.rolls: list[list[int]] = []
        self._draw = draw

    def rolled(self, count: int, faces: int) -> list[int]:
        """The dice of the next shot of the trace."""
        values = self.rolls.pop(0) if self.rolls else []
        if len(values) != count or any(value > faces for value in values):
            raise OutOfDice(f"the rules roll {count} dice, the trace has {values}")
        return values

    def drawn(self, path: str, k: int, m: int) -> list[int]:
        """What the trace has drawn there."""
        return self._draw(path, k, m)
