"""What the harnesses share: options, limits of a case."""

from __future__ import annotations

import argparse
import contextlib
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.installing import toys

#: what a hostile file may take of a processor and of the memory
SECONDS = 2.0
MEGABYTES = 200
#: exit statuses that a hostile file may lead to: referee(1)
STATUSES = (0, 1, 2, 3)


@dataclass
class Tally:
    """What a harness has seen: faults of the referee, and numbers that say what was tried."""

    faults: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def fault(self, what: str) -> None:
        """Note a fault; a long run tells of it at once."""
        self.faults.append(what)
        print(f"FAULT {what}", file=sys.stderr, flush=True)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    def add(self, other: Tally) -> None:
        self.faults += other.faults
        for what, number in other.counts.items():
            self.count(what, number)


def program(
    doc: str | None,
    count: int,
    run: Callable[[Any, Path], Tally],
    more: Callable[[argparse.ArgumentParser], None] = lambda parser: None,
    arguments: Sequence[str] | None = None,
) -> None:
    """A harness as a program: prints what was tried and every fault; exit status 1 with faults.

    count: how many cases if not told; run: is given the options and an empty folder."""
    parser = argparse.ArgumentParser(description=(doc or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="of all choices (1)")
    parser.add_argument("--count", type=int, default=count, help=f"how many cases ({count})")
    more(parser)
    given = parser.parse_args(arguments)
    with toys(), tempfile.TemporaryDirectory() as folder:
        tally = run(given, Path(folder))
    for what, number in sorted(tally.counts.items()):
        print(f"{what}: {number}")
    print(f"{len(tally.faults)} faults")
    sys.exit(1 if tally.faults else 0)


class TooSlow(BaseException):
    """A case took too much of a processor; nothing in the program may catch it."""


@contextlib.contextmanager
def in_time(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TooSlow after so many seconds of this process's own time: a busy machine is no
    excuse, and no fault."""

    def late(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def megabytes() -> int:
    """The most memory that this process has had."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1 << 20 if sys.platform == "darwin" else 1 << 10)
