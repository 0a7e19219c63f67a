"""Random games of the slow rules, through the first ones.

    python -m tests.rules.slow_xl.lockstep FIRST LAST [bronze | strict | crowded]

plays the games of these numbers; crowded: two turns from a position in which much can happen.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

from tests.rules.slow_xl.scatter import scattered
from tests.rules.slow_xl.whole import Lively, play
from tests.rules.slow_xl.world import Data, World
from tests.traces.base import GameReport
from tests.traces.caesar_xl import Replay
from tests.traces.caesar_xl.format import parsed

CROWDED = 2


def lines(seed: int, mode: str = "") -> list[Data]:
    """A game of the slow rules, as a trace."""
    chance = random.Random(f"{mode} {seed}")
    bronze = "bronze" in mode or ("crowded" in mode and seed % 5 == 0)
    strict = "strict" in mode or ("crowded" in mode and seed % 3 == 0)
    at = scattered(chance, bronze) if "crowded" in mode else None
    world = World(Lively(chance), chance, bronze, strict, at)
    played: list[Data] = json.loads(json.dumps(play(world, CROWDED if at else 0)))
    return played


def follow(seed: int, mode: str = "") -> GameReport:
    """The same game by the first rules: what differs."""
    return Replay(parsed(f"{mode or 'silver'}-{seed}", lines(seed, mode))).play()


def main(first: str, last: str, mode: str = "") -> int:
    """Many games; how many differ."""
    offers: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    positions, bad = 0, 0
    for seed in range(int(first), int(last)):
        report = follow(seed, mode)
        offers.update(report.offers)
        expected.update(report.expected)
        positions += sum(report.compared.values())
        bad += bool(report.other)
        for text in report.other[:4]:
            print(f"{report.name}: {text}")
    print(f"{positions} positions compared, {sum(offers.values())} offers; {bad} games differ")
    for counts in (offers, expected):
        print(", ".join(f"{number} x {what}" for what, number in counts.most_common()))
    return bad


if __name__ == "__main__":
    raise SystemExit(min(1, main(*sys.argv[1:])))
