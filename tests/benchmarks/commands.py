"""Whole processes of `referee check` and `referee apply` against the floor: an interpreter that
imports what every command needs.

``python tests/benchmarks/commands.py [PAIRS]`` with an installed referee prints, for each command,
the median of the ratios of pairs run one after the other, so that a busy machine slows both.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

SAMPLE = Path(__file__).parents[2] / "samples" / "rubicon"
FLOOR = "import click, yaml, cryptography.hazmat.primitives.asymmetric.ed25519"
TURN = 14


def seconds(command: list[str]) -> float:
    """How long a process takes, its start included."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def ratio(pairs: int, command: Callable[[], list[str]]) -> tuple[float, float, float]:
    """(median ratio, median seconds of the command, of the floor)."""
    floor = [sys.executable, "-c", FLOOR]
    measured = [(seconds(command()), seconds(floor)) for _ in range(pairs)]
    ratios = statistics.median(ours / theirs for ours, theirs in measured)
    ours, theirs = (statistics.median(column) for column in zip(*measured, strict=True))
    return ratios, ours, theirs


def referee(*arguments: object) -> list[str]:
    """A referee command as a process."""
    return [sys.executable, "-m", "referee", *(str(argument) for argument in arguments)]


def game_before(turn: int, folder: Path) -> Path:
    """The sample's game folder as it stood before a run."""
    sys.path.append(str(SAMPLE.parents[1]))
    from samples import rubicon

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        rubicon.replay(folder, SAMPLE / "drafts", most=turn - 1)
    return folder / "game"


def main() -> None:
    """Measure and print."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    orders = SAMPLE / "orders" / f"{TURN:04d}-caesar.yaml"
    report = SAMPLE / "reports" / "caesar" / f"{TURN - 1:04d}.txt"
    print_row("check", ratio(pairs, lambda: referee("check", orders, "--report", report)))
    with tempfile.TemporaryDirectory() as name:
        game = game_before(TURN, Path(name) / "sample")
        copies = iter(range(pairs))

        def apply() -> list[str]:
            copy = Path(name) / f"copy-{next(copies)}"
            shutil.copytree(game, copy)
            return referee("apply", copy, orders)

        print_row("apply", ratio(pairs, apply))


def print_row(name: str, row: tuple[float, float, float]) -> None:
    """One line of the result."""
    print(f"referee {name}: {row[0]:.2f} times the floor ({row[1]:.3f} s against {row[2]:.3f} s)")


if __name__ == "__main__":
    main()
