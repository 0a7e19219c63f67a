"""What the benchmarks share: whole processes and a fixed loop to compare with, run by turns."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

#: What every command needs, and no command can be faster than.
FLOOR = "import click, yaml, cryptography.hazmat.primitives.asymmetric.ed25519"


class Pairs(NamedTuple):
    """Two things measured by turns: the median of their ratios, and of the seconds of each."""

    ratio: float
    one: float
    other: float


@contextlib.contextmanager
def compiled() -> Iterator[None]:
    """Let processes find their modules compiled, as after an installation, wherever they lie."""
    with tempfile.TemporaryDirectory() as folder:
        kept = dict(os.environ)
        os.environ.setdefault("PYTHONPYCACHEPREFIX", folder)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(kept)


def referee(*arguments: object) -> list[str]:
    """A referee command as a process."""
    return [sys.executable, "-m", "referee", *(str(argument) for argument in arguments)]


def floor() -> list[str]:
    """An interpreter that imports what every command needs, as a process."""
    return [sys.executable, "-c", FLOOR]


def seconds(command: Sequence[str]) -> float:
    """How long a process takes, its start included."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def by_turns(pairs: int, one: Callable[[], float], other: Callable[[], float]) -> Pairs:
    """Measure two things by turns, so that a busy machine slows both.  One turn more comes first,
    to compile and to warm up."""
    measured = [(one(), other()) for _ in range(pairs + 1)][1:]
    ratios = statistics.median(ours / theirs for ours, theirs in measured)
    return Pairs(ratios, *(statistics.median(column) for column in zip(*measured, strict=True)))


def loop() -> float:
    """Processor seconds of a fixed piece of plain Python: texts, numbers and a dict.

    What takes so many times as long on one machine does so on another, busy or not."""
    start = time.process_time()
    seen: dict[int, int] = {}
    total = 0
    for number in range(100_000):
        seen[number & 1023] = total
        total += len(str(number))
    return time.process_time() - start
