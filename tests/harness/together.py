"""Two commands at once on one folder: what comes out is as if one had come after the other.

``python -m tests.harness.together [--seed N] [--count N]``; a case is one pair of processes.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.harness.crash import Words, _game, _keys, settled, unheld
from tests.harness.settings import STATUSES, Tally, program
from tests.support.mailbag import cli


class Pair(NamedTuple):
    """Two commands.  prepare: fills an empty room; commands: for a room."""

    name: str
    prepare: Callable[[Path], None]
    commands: Callable[[Path], tuple[Words, Words]]


def _applies(room: Path, *more: str) -> tuple[Words, Words]:
    red, blue = room / "red.yaml", room / "blue.yaml"
    return ["apply", room / "game", red], ["apply", room / "game", blue]


def _same(room: Path) -> tuple[Words, Words]:
    both = sorted(room.glob("*.yaml"))
    return ["apply", room / "game", *both], ["apply", room / "game", *both[::-1]]


def _look(room: Path) -> tuple[Words, Words]:
    return _same(room)[0], ["status", room / "game"]


def _sign(room: Path) -> tuple[Words, Words]:
    words: Words = [
        "sign", room / "red.yaml", "--key", room / "keys" / "red", "--report", room / "0001.txt",
        "--out", room / "signed.yaml", "--test-seed", 3,
    ]  # fmt: skip
    return words, words


def _new(room: Path) -> tuple[Words, Words]:
    words: Words = ["new", "duel", room / "new", "--key", room / "host-key", "--test-seed", 3]
    return words, words


PAIRS = (
    Pair("apply and apply of another file", _game("duel", 2), _applies),
    Pair("apply and apply of the same files", _game("duel", 2), _same),
    Pair("apply and apply of one file", _game("relay", 4), _same),
    Pair("apply and status", _game("duel", 2), _look),
    Pair("sign and sign", _keys, _sign),
    Pair("new and new", _keys, _new),
)


class Arena:
    """A pair of commands with what must come of them."""

    def __init__(self, pair: Pair, folder: Path) -> None:
        self.pair, self.folder = pair, folder
        self.room = folder / "room"
        self.room.mkdir(parents=True)
        pair.prepare(self.room)
        self.wanted = [self._in_turn(turn) for turn in ((0, 1), (1, 0))]

    def copy(self) -> Path:
        shutil.rmtree(self.folder / "trial", ignore_errors=True)
        shutil.copytree(self.room, self.folder / "trial")
        return self.folder / "trial"

    def _in_turn(self, turn: Sequence[int]) -> tuple[dict[str, bytes], list[int]]:
        room = self.copy()
        commands = self.pair.commands(room)
        statuses = {number: cli(*commands[number]).status for number in turn}
        return settled(room), [statuses[0], statuses[1]]

    def together(self, pause: float) -> list[str]:
        """Start both at once, one a little later; what was wrong."""
        room = self.copy()
        children = [_start(words, pause * n) for n, words in enumerate(self.pair.commands(room))]
        statuses = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        if any(status not in STATUSES for status in statuses):
            return [f"exit statuses {statuses}"]
        made = settled(room)
        if (made, statuses) not in self.wanted:
            one = self.wanted[0][0]
            names = [n for n in sorted({*made, *one}) if made.get(n) != one.get(n)]
            return [f"not as one after the other: {names}, exit statuses {statuses}"]
        return unheld(room)


def _start(words: Words, pause: float) -> int:
    """A process that gives a command; it has all modules already, so it is quick."""
    child = os.fork()
    if child:
        return child
    status = 4
    try:
        import time

        time.sleep(pause)
        status = cli(*words).status
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def run(given: Any, folder: Path) -> Tally:
    """Pair commands as the command line says."""
    tally, chance = Tally(), random.Random(given.seed)
    arenas = [Arena(pair, folder / str(number)) for number, pair in enumerate(PAIRS)]
    for number in range(given.count):
        arena = arenas[number % len(arenas)]
        tally.count("cases")
        tally.count(f"cases, {arena.pair.name}")
        for fault in arena.together(chance.choice((0.0, 0.0, 0.001, 0.004, 0.01))):
            tally.fault(f"case {number}, {arena.pair.name}: {fault}")
    return tally


if __name__ == "__main__":
    program(__doc__, 600, run)
