"""A journal is cut short at every byte.

The folder is refused, and the place is named; or the torn last line is dropped, with a word about
it, and the same order files lead to the same folder again.

``python -m tests.harness.truncate [--seed N] [--count N]``; a case is one length of one journal;
all of them if COUNT is 0.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.harness.crash import settled, unheld
from tests.harness.settings import Tally, program
from tests.support.mailbag import SEED, cli, opened

#: how a refusal names the place in the journal
PLACES = (
    "the journal is damaged at byte",
    "the journal ends before byte",
    "the journal lacks entry",
    "the journal is missing or empty",
)
DROPPED = "the journal's last line is incomplete"
GAMES = (("duel", 2), ("relay", 5), ("dig", 2))


class State(NamedTuple):
    """A folder whose journal is cut.

    files: what it holds; mailed: the order files of its last run; crashed: whether it is as a
    crash leaves it that happens before the reports of that run were made."""

    name: str
    files: dict[str, bytes]
    mailed: dict[str, bytes]
    crashed: bool

    @property
    def begins(self) -> int:
        """Where the lines of the last run begin: its accepted files and its entry."""
        lines = self.files["journal"].splitlines(keepends=True)
        return sum(map(len, lines[: -1 - len(self.mailed)]))


def states(name: str, runs: int, folder: Path) -> Iterator[State]:
    """A game after some runs: as it is, and as a crash in its last run leaves it."""
    folder.mkdir(exist_ok=True)
    table = opened(name, folder / name, runs, SEED)
    before = table.snapshot()
    mailed = {f"{seat}.yaml": table.orders(seat) for seat in table.due()}
    said = table.apply(*mailed.values())
    assert said.status == 0, said.err
    files = settled(table.folder)
    yield State(f"{name}, whole", files, mailed, crashed=False)
    late = [n for n in files if n.startswith(("reports", "checkpoint"))]
    crashed = {n: raw for n, raw in files.items() if n not in late or n in before}
    crashed |= {n: before[n] for n in late if n in before}
    yield State(f"{name}, crashed", crashed, mailed, crashed=True)


class Cutter:
    """Cuts the journals of states in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = folder / "game"

    def lay(self, state: State, length: int) -> None:
        """The folder with so much of its journal."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, raw in state.files.items():
            path = self.game / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw[:length] if name == "journal" else raw)
        for name, raw in state.mailed.items():
            self.folder.joinpath(name).write_bytes(raw)

    def cut(self, state: State, wanted: dict[str, bytes], length: int) -> str:
        """What was wrong with the outcome of one length, "" if nothing."""
        self.lay(state, length)
        said = cli("apply", self.game, *sorted(self.folder.glob("*.yaml")))
        journal = state.files["journal"]
        torn = journal[:length].rpartition(b"\n")[2] != b""
        if "Traceback" in said.err or "itself" in said.err:
            return said.err
        if not state.crashed or length < state.begins:
            left = {n: raw for n, raw in settled(self.game).items() if n != "journal"}
            same = left == {n: raw for n, raw in state.files.items() if n != "journal"}
            refused = said.status == 1 and any(place in said.err for place in PLACES)
            return "" if refused and same else f"it is not refused: {said}"
        if torn != (DROPPED in said.err):
            return f"a torn line is not told: {said.err}"
        if found := unheld(self.folder):
            return found[0]
        return "" if settled(self.game) == wanted else f"another folder: {said.err}"


def run(given: Any, folder: Path) -> Tally:
    """Cut as the command line says."""
    tally, chance = Tally(), random.Random(given.seed)
    cutter = Cutter(folder / "cut")
    for name, runs in GAMES:
        whole, crashed = states(name, runs, folder / "made")
        for state in (whole, crashed):
            size = len(state.files["journal"])
            tally.count(f"bytes, {state.name}", size)
            some = _lengths(state, chance, given.count // (2 * len(GAMES)))
            for length in some if given.count else range(size):
                tally.count("cases")
                if fault := cutter.cut(state, whole.files, length):
                    tally.fault(f"{state.name}, cut at {length} of {size}: {fault}")
    return tally


def _lengths(state: State, chance: random.Random, count: int) -> list[int]:
    """Some lengths: by chance, mostly of the last run's lines, and at some ends of lines."""
    journal = state.files["journal"]
    ends = [i for i, sign in enumerate(journal) if sign == ord("\n")]
    near = [end + more for end in chance.sample(ends, min(3, len(ends))) for more in (-1, 0, 1)]
    last = [chance.randrange(state.begins, len(journal)) for _ in range(count // 2)]
    found = [*near, *last, *(chance.randrange(len(journal)) for _ in range(count - len(last)))]
    return sorted({length for length in found if length < len(journal)})


if __name__ == "__main__":
    program(__doc__, 0, run)
