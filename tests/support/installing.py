"""The toys as if they were installed: found in this process, or by others."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from referee import ruleset as finder
from referee.engine.rules import Ruleset
from tests.support.mailbag import TOYS

ROOT = Path(__file__).parents[2]


@dataclass
class Toy:
    """An entry point as `referee.ruleset` uses it."""

    name: str

    @property
    def module(self) -> str:
        return f"tests.toys.{self.name}"

    def load(self) -> Ruleset:
        return TOYS[self.name]


@contextlib.contextmanager
def toys() -> Iterator[None]:
    """The toys are found as if they were installed, in this process."""
    with mock.patch.object(finder, "_entry_points", lambda: [Toy(name) for name in TOYS]):
        yield


def install_toys(place: Path) -> dict[str, str]:
    """Install the toys into a folder; the environment in which other processes find them."""
    info = place / "toys-1.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1\n")
    points = "".join(f"{name} = tests.toys.{name}:ruleset\n" for name in TOYS)
    info.joinpath("entry_points.txt").write_text(f"[referee.rulesets]\n{points}")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(place), str(ROOT)])}
