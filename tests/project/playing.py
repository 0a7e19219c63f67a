"""Playing the examples of pages: in a shell, or here with dice that are always the same."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import run
from tests.project.pages import ROOT, Block

SEATS = ("caesar", "pompey")
TRIUMVIRS = (*SEATS, "crassus")


def shell(lines: str, folder: Path, programs: Path, *more: Path) -> str:
    """Run lines in a shell that has ``referee`` on its path; what they print on stdout.

    more: folders in which Python finds further packages."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    packages = os.pathsep.join(map(str, [ROOT, *more]))
    env = {**os.environ, "PATH": path, "PYTHONPATH": packages, "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", lines],
        cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{lines}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def fixed_dice(charter_digest: bytes, gid: bytes, run: int, *links: object) -> bytes:
    """The secret of a run, whatever the charter says: a change in a data file or in the wording
    of a notice would else change the dice of every example."""
    return hashlib.sha256(gid + b"dice of the pages" + str(run).encode()).digest()


class Game:
    """A game with test keys, in a folder of its own."""

    def __init__(
        self,
        folder: Path,
        patch: pytest.MonkeyPatch,
        output: Any,
        seed: int,
        scenario: str,
        ruleset: str = "julius-caesar",
        seats: Sequence[str] = SEATS,
    ) -> None:
        self.folder, self.output, self.seed = folder, output, str(seed)
        patch.chdir(folder)
        for module in ("referee.adjudicate.clerk", "referee.verify.report.rolls"):
            patch.setattr(f"{module}.run_secret", fixed_dice)
        for party in ("host", *seats):
            self.cli("keygen", party, "--test-seed", self.seed)
        chosen = ("--scenario", scenario, "--test-seed", self.seed)
        self.cli("new", ruleset, "game", "--key", "host", *chosen)
        for seat in seats:
            made = ("--key", seat, "--out", f"{seat}.join", "--test-seed", self.seed)
            self.cli("join", "game/offer.yaml", "--standing", "ask me", "--seat", seat, *made)
        self.cli("admit", "game", *(f"{seat}.join" for seat in seats))
        self.drafts = 0

    def cli(self, *arguments: str, want: Iterable[int] = (0,)) -> str:
        """Run a command; what it printed.  Fails for another exit status."""
        self.output.readouterr()
        status = run(arguments)
        said = self.output.readouterr()
        assert status in want, f"referee {' '.join(arguments)}: {status}\n{said.out}{said.err}"
        return str(said.out)

    def newest(self, seat: str) -> Path:
        """The newest report of a seat."""
        return max((self.folder / "game" / "reports" / seat).glob("*.txt"))

    def report(self, seat: str) -> list[str]:
        """The text of it, in lines."""
        return self.newest(seat).read_text().split("-----BEGIN REFEREE REPORT")[0].split("\n")

    def send(self, seat: str, text: str) -> None:
        """Sign an order file and have it applied: accepted, whether a run happens or not."""
        self.drafts += 1
        draft, signed = Path(f"{self.drafts}.yaml"), f"{self.drafts}.signed.yaml"
        draft.write_text(text)
        report = str(self.newest(seat))
        self.cli("sign", str(draft), "--key", seat, "--report", report, "--out", signed,
                 "--test-seed", self.seed)  # fmt: skip
        self.cli("apply", "game", signed, want=(0, 3))


def report_fault(block: Block, report: list[str]) -> str:
    """The first line of an excerpt that a report does not have there, "" if all are."""
    starts = [at for at, line in enumerate(report) if line == block.lines[0]]
    for line in block.lines if not starts else []:
        return line
    rest = report[starts[0] :]
    wrong = [line for line in block.lines if line not in rest]
    return wrong[0] if wrong else ""


def follow(game: Game, marked: list[Block]) -> None:
    """Send what an example orders; every report must be as it says."""
    for block in marked:
        what, seat = block.words
        if what == "orders":
            assert f"seat: {seat}" in block.lines
            game.send(seat, block.text)
        else:
            assert report_fault(block, game.report(seat)) == "", "\n".join(game.report(seat))
