"""The journal of a whole random campaign: how it grows, what a game turn takes through a folder,
and how long it takes to play a game again from its stored answers.

``python tests/benchmarks/journal.py [--games N] [--replays N] [--runs N]``, with an installed
referee, plays GAMES (3) through order files and a folder, and REPLAYS (20) in memory, each of
these then again from the answers that were given and the same dice.  Seconds are of the processor:
waiting for a busy machine and for the disk are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from referee.engine.game import Game, Outcome
from referee.engine.request import Data, Request, View
from referee.engine.words import Answer
from referee.folder.journal import CHECKPOINTS
from referee.folder.store import Store
from referee.host.kept_game import Host
from referee.lab.selfplay import legal_sample, save
from referee.proof.canonical import typed_digest
from referee.proof.dice import Dice
from referee.proof.keys import test_key
from referee.ruleset import load

GAME, SCENARIO = "julius-caesar", "campaign"
FIFTHS = 5


@dataclass
class Growth:
    """A game through a folder: for each game turn the bytes that each of its runs added to the
    journal, and the seconds that each took, the players' signing included."""

    folder: Path
    size: int = 0
    since: float = 0
    turns: dict[str, list[tuple[int, float]]] = field(default_factory=dict)

    def run_made(self, where: str) -> None:
        """Take down a run; `where` names year and turn (a winter is a turn of its own)."""
        now, size = time.process_time(), self.folder.joinpath("journal").stat().st_size
        turn = ", ".join(where.split(", ")[:2])
        self.turns.setdefault(turn, []).append((size - self.size, now - self.since))
        self.size, self.since = size, time.process_time()

    def fifth(self, number: int) -> list[tuple[int, float]]:
        """All runs of the first fifth of the turns (0) to the last one (4)."""
        turns = list(self.turns.values())
        count = len(turns)
        part = turns[number * count // FIFTHS : (number + 1) * count // FIFTHS]
        return [run for turn in part for run in turn]

    def told(self) -> list[str]:
        """Size and time of an entry by fifths of the game, and how straight the growth is."""
        runs = [run for turn in self.turns.values() for run in turn]
        turns, kilobytes = len(self.turns), self.size / 1000
        seconds = sum(taken for _, taken in runs)
        lines = [
            f"{turns} turns and winters, {len(runs)} entries, {kilobytes:.0f} kB, {seconds:.1f} s;"
            f" a turn {kilobytes / turns:.1f} kB, {seconds / turns:.2f} s"
        ]
        for number in range(FIFTHS):
            sizes, times = zip(*self.fifth(number), strict=True)
            lines.append(
                f"    fifth {number + 1}: {len(sizes)} entries of {statistics.mean(sizes):.0f}"
                f" bytes and {statistics.mean(times) * 1000:.1f} ms"
            )
        grown = [sum(size for size, _ in runs[: n + 1]) for n in range(len(runs))]
        slope, start = statistics.linear_regression(range(1, len(runs) + 1), grown)
        straight = statistics.correlation(range(len(runs)), grown) ** 2
        lines.append(f"    size = {start:.0f} + {slope:.0f} * entries, r2 = {straight:.5f}")
        return lines

    def ratios(self) -> tuple[float, float]:
        """Mean bytes, and mean seconds, of an entry: last fifth of the turns against first."""
        first, last = (
            [statistics.mean(c) for c in zip(*self.fifth(n), strict=True)] for n in (0, 4)
        )
        return last[0] / first[0], last[1] / first[1]


def grow(seed: int, runs: int | None) -> Growth:
    """Play one campaign through a folder, and then again from its journal alone."""
    with tempfile.TemporaryDirectory() as name:
        growth = Growth(Path(name) / "game", since=time.process_time())
        save(load(GAME), growth.folder, seed, SCENARIO, {}, runs, growth.run_made)
        print(f"game {seed}: " + "\n".join(growth.told()))
        store = Store(growth.folder)
        for checkpoint in CHECKPOINTS:
            store.path(checkpoint).unlink()
        start = time.process_time()
        Host.load(store, lambda: test_key(seed, "host"))
        print(f"    from the journal alone, all reports: {time.process_time() - start:.2f} s")
        return growth


Supply = Callable[[Sequence[Request], Callable[[str], View]], list[Answer]]


def timed(number: int, supply: Supply) -> tuple[float, Outcome, str]:
    """One campaign in memory with the dice of that number: seconds, outcome, digest of its end."""
    ruleset, secret = load(GAME), hashlib.sha256(f"journal {number}".encode()).digest()
    start = time.process_time()
    game = Game(ruleset.rules, ruleset.rules.setup(SCENARIO, {}), keep=False)
    outcome = game.run(Dice(secret, secret), supply)
    return time.process_time() - start, outcome, typed_digest(game.state)


def replay(number: int) -> tuple[float, float]:
    """Seconds of playing a campaign at random, and of playing it again from its answers."""
    ruleset, chance = load(GAME), random.Random(f"journal {number}")

    def choose(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [legal_sample(ruleset.rules, r, view(r.seat), chance) for r in requests]

    playing, outcome, end = timed(number, choose)
    stored = iter(outcome.answers)

    def recall(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [_stored(next(stored), r, view(r.seat)) for r in requests]

    replaying, again, same = timed(number, recall)
    assert (again.rolls, again.sealed_rolls, same) == (outcome.rolls, outcome.sealed_rolls, end)
    return playing, replaying


def _stored(record: Data, request: Request, view: View) -> Answer:
    """A stored answer, judged as it was then; it must be of what is asked now."""
    answer: Answer = record["answer"]
    assert record["request"] == request.data() and not request.judge(view, answer).faults
    return answer


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="how the journal grows; playing from answers")
    parser.add_argument("--games", type=int, default=3, help="through a folder (3)")
    parser.add_argument("--replays", type=int, default=20, help="in memory (20)")
    parser.add_argument("--runs", type=int, help="stop games in a folder there, after 5 turns")
    given = parser.parse_args()
    grown = [grow(seed, given.runs).ratios() for seed in range(1, given.games + 1)]
    sizes, times = (statistics.median(column) for column in zip(*grown, strict=True))
    print(f"an entry of the last fifth has {sizes:.2f} times the bytes of one of the first, and")
    print(f"    took {times:.2f} times as long")
    timed_pairs = [replay(number) for number in range(given.replays + 1)][1:]
    ratio = statistics.median(again / first for first, again in timed_pairs)
    print(
        f"again from stored answers: {ratio:.2f} times the time of playing, at most"
        f" {max(again for _, again in timed_pairs):.3f} s a game"
    )


if __name__ == "__main__":
    main()
