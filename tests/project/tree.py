"""The sources of the tree, for the tests of the project itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Source:
    """A module: its path from the root and its text; layer: the part of the package it is in."""

    path: str
    text: str

    @property
    def layer(self) -> str:
        """``engine`` for referee/engine/game.py, ``views`` for referee/views.py."""
        return self.path.split("/")[1].removesuffix(".py")

    def __str__(self) -> str:
        return self.path


def sources(*folders: str) -> list[Source]:
    """Every module below these folders, in alphabetical order."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return [Source(p.relative_to(ROOT).as_posix(), p.read_text(encoding="utf-8")) for p in paths]


def rulesets() -> list[Source]:
    """Every module of a game."""
    return [source for source in sources("rulesets") if source.path.count("/") > 1]


def code() -> list[Source]:
    """Everything that is installed."""
    return sources("referee", "rulesets")


def faults_in(found: Iterable[Source], look: Callable[[Source], Iterable[str]]) -> list[str]:
    """What a check finds in these modules, each finding behind the path of its module."""
    return [f"{source.path}: {fault}" for source in found for fault in look(source)]
