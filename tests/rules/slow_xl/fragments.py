"""Made-up fragments of games: a player's turn by the slow rules, from a crowded position.

    python -m tests.rules.slow_xl.fragments

writes them into our test data.  Their numbers are chosen such that together they have every kind
of decision, every sort of dice and every event.
"""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

from tests.rules.slow_xl.scatter import scattered
from tests.rules.slow_xl.whole import Lively, play
from tests.rules.slow_xl.world import World

FOLDER = Path(__file__).parents[2] / "data" / "traces" / "caesar-xl"
NUMBERS = (1021, 1051, 1112, 1160, 1276, 1776, 1870, 1883, 2121, 2158, 3167)


def path(number: int) -> Path:
    """The file of a fragment."""
    return FOLDER / f"made-up-{number}.jsonl.gz"


def fragment(number: int) -> str:
    """A player's turn, as the lines of a trace."""
    chance = random.Random(f"fragment {number}")
    bronze = number % 7 == 0
    world = World(Lively(chance), chance, bronze, False, scattered(chance, bronze))
    told = [json.dumps(line, sort_keys=True, separators=(",", ":")) for line in play(world, 1)]
    return "\n".join(told) + "\n"


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number in NUMBERS:
        path(number).write_bytes(gzip.compress(fragment(number).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
