"""The long form of the twins of Julius Caesar, without plans:

    python -m tests.blind.caesar_pairs --seed 1 --count 2000

Each pair is a campaign that is played alike up to some run, anywhere from the first to the last,
and differs from then on in what one seat may not know.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter

from referee.ruleset import load
from tests.blind.caesar_twister import CaesarTwister
from tests.blind.twins import Twins

#: Options to play with in turn.
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"deployment": "free", "cleopatra-acts": "this-round"},
    {"sea-retreats": "one", "port-retreat": "same-sea", "strait-reaction": "one"},
)
#: Runs of a long campaign; a pair that is to differ later than its game lasts never does.
LONGEST = 240


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare games that differ in hidden facts.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=2000, help="pairs of games")
    chosen = parser.parse_args()
    ruleset = load("julius-caesar")
    games = [Twins(ruleset, CaesarTwister(), "campaign", options) for options in OPTIONS]
    chance = random.Random(f"caesar pairs {chosen.seed}")
    runs = compared = differed = leaking = 0
    told: Counter[str] = Counter()
    for number in range(chosen.count):
        skip = chance.choice([0, chance.randrange(40), chance.randrange(LONGEST)])
        pair = games[number % len(games)].pair(chosen.seed * 1_000_000 + number, skip + 60, skip)
        runs, compared = runs + pair.runs, compared + pair.compared
        differed += pair.differed
        told += pair.told
        if pair.leaks:
            leaking += 1
            print(f"pair {number}, from run {skip} on: {pair.leaks}")
    print(f"{chosen.count} pairs, {differed} of them with a difference that lasted a run or more")
    print(f"{runs} runs of both played alike for the watcher, {compared} of them with a difference")
    for kind, times in sorted(told.items()):
        print(f"  {kind}: {times}")
    print(f"{leaking} pairs leak")
    return 1 if leaking else 0


if __name__ == "__main__":
    sys.exit(main())
