"""Whole processes of `referee check` and `referee apply` against the floor: an interpreter that
imports what every command needs.

``python tests/benchmarks/commands.py [PAIRS [RUN]]`` with an installed referee prints, for each
command, the median of the ratios of PAIRS (15) run one after the other, so that a busy machine
slows both.  The file is Caesar's for that RUN (15) of the sample game, which he alone makes.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
from pathlib import Path

from measuring import Pairs, by_turns, compiled, floor, referee, seconds

SAMPLE = Path(__file__).parents[2] / "samples" / "rubicon"
#: pairs, run
DEFAULTS = ("15", "15")


def game_before(run: int, folder: Path) -> Path:
    """The sample's game folder as it stood before a run."""
    sys.path.append(str(SAMPLE.parents[1]))
    from samples import rubicon

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        rubicon.SAMPLE.replay(folder, SAMPLE / "drafts", most=run - 1)
    return folder / "game"


def main() -> None:
    """Measure and print."""
    pairs, run = (int(text) for text in [*sys.argv[1:], *DEFAULTS[len(sys.argv) - 1 :]])
    orders = SAMPLE / "orders" / f"{run:04d}-caesar.yaml"
    report = SAMPLE / "reports" / "caesar" / f"{run - 1:04d}.txt"
    with compiled(), tempfile.TemporaryDirectory() as name:
        game, copy = game_before(run, Path(name) / "sample"), Path(name) / "copy"

        def check() -> float:
            return seconds(referee("check", orders, "--report", report))

        def apply() -> float:
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(game, copy)
            return seconds(referee("apply", copy, orders))

        for command in (check, apply):
            print_row(command.__name__, by_turns(pairs, command, lambda: seconds(floor())))


def print_row(name: str, row: Pairs) -> None:
    """One line of the result."""
    print(
        f"referee {name}: {row.ratio:.2f} times the floor"
        f" ({row.one:.3f} s against {row.other:.3f} s)"
    )


if __name__ == "__main__":
    main()
