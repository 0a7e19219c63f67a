"""Whole uniform random campaigns in one process: games and answers a second, what happens in a
game beside another implementation's, and where the time goes.

``python tests/benchmarks/play.py [--games N] [--rounds N] [--game NAME]``, with an installed
referee, plays the same GAMES (20) ROUNDS times (5) by turns with a fixed loop of plain Python, and
takes the fastest round of each: whatever else the machine does only slows.  Another game than
Julius Caesar is measured beside that.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable, Iterator, Mapping
from types import CodeType
from typing import Any

from mails import Player, Tally
from measuring import loop

from referee.engine.beside import Kind
from referee.engine.writer import Written
from referee.lab import selfplay
from referee.ruleset import load

GAME = "julius-caesar"
#: Games that are measured, with their scenarios, and the question whose answers are longest.
SCENARIOS = {
    GAME: "campaign",
    "caesar-xl": "silver",
    "sword-of-rome": "four",
    "caesar-in-alexandria": "naval",
}
LONGEST = {
    GAME: "command",
    "caesar-xl": "turn",
    "sword-of-rome": "action",
    "caesar-in-alexandria": "turn",
}
SEED = 1

#: Another implementation of this game, played at random, each of its actions as likely as any
#: other, on a machine with two cores like the one of our figures: whole games a second, and in a
#: game its actions, blocks moved and battles.
ELSEWHERE = {"games": 0.84, "answers": "633 actions", "blocks moved": 103, "battles": 5.2}

Key = tuple[str, int, str]


def speed(game: str, games: int, rounds: int) -> tuple[float, float]:
    """Print games and answers a second of processor time, and a game as multiple of the loop;
    return the first two."""
    ruleset, scenario = load(game), SCENARIOS[game]
    best, fixed, answers = [60.0] * games, 60.0, 0
    for number in range(rounds):
        for one in range(games):
            start = time.process_time()
            played = selfplay.play(ruleset, SEED, one, scenario)
            best[one] = min(best[one], time.process_time() - start)
            answers += 0 if number else sum(played.answers.values())
            fixed = min(fixed, loop())
    each = sum(best) / games
    print(f"{game}: {1 / each:.1f} games a second")
    print(f"{answers / sum(best):.0f} answers a second")
    print(f"a game takes {each / fixed:.2f} times a fixed loop of {fixed * 1000:.1f} ms")
    return 1 / each, answers / sum(best)


def happenings(games: int) -> None:
    """Print what a game has, beside another implementation's."""
    tally = Tally()
    for number in range(games):
        Player(number, [], tally).play()
    for what, total in (
        ("answers", tally.answers),
        ("blocks moved", tally.moved),
        ("battles", tally.battles),
    ):
        print(f"{what} a game: {total / games:.1f}, elsewhere {ELSEWHERE[what]}")


def shares(game: str, games: int) -> Iterator[tuple[str, float]]:
    """What a profile tells: parts of a game, with their share of its time.

    A profile makes small functions look slower than they are."""
    ruleset, profile = load(game), cProfile.Profile()
    with profile:
        for number in range(games):
            selfplay.play(ruleset, SEED, number, SCENARIOS[game])
    spent: Mapping[Key, Any] = pstats.Stats(profile).stats  # type: ignore[attr-defined]

    def share(*functions: Callable[..., Any]) -> float:
        codes: list[CodeType] = [function.__code__ for function in functions]
        keys = dict.fromkeys((c.co_filename, c.co_firstlineno, c.co_name) for c in codes)
        return sum(spent[key][3] for key in keys if key in spent) / whole

    whole = 1.0
    whole = share(selfplay.play)
    for word in ("sample", "judge"):
        methods = {name: _method(kind, word) for name, kind in ruleset.rules.kinds.items()}
        longest = methods.pop(LONGEST[game])
        if longest in methods.values():  # one method for all
            yield f"{word}, all requests", share(longest)
        else:
            yield f"{word}, {LONGEST[game]}", share(longest)
            yield f"{word}, other requests", share(*methods.values())
    for name, step in ruleset.rules.steps.items():
        yield f"step, {name}", share(step)
    yield "which step comes", share(ruleset.rules.next_step)
    yield "whether all pieces are there", share(ruleset.laboratory.broken)
    yield "set-up", share(ruleset.rules.setup)


def _method(kind: Kind, word: str) -> Callable[..., Any]:
    """What answers a request of a kind at random, or judges the answer."""
    if word == "judge":
        return kind.request.refused
    if isinstance(kind.player, Written):
        return kind.player.writer.written
    return type(kind.player).sample


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="random campaigns in one process")
    parser.add_argument("--games", type=int, default=20, help="different games (20)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is played (5)")
    parser.add_argument("--game", choices=SCENARIOS, default=GAME, help=f"which game ({GAME})")
    given = parser.parse_args()
    game = given.game
    selfplay.play(load(game), SEED, 0, SCENARIOS[game])  # reads the data
    ours = speed(game, given.games, given.rounds)
    if game == GAME:
        print(f"elsewhere {ELSEWHERE['games']} games a second")
        happenings(given.games)
    else:
        theirs = speed(GAME, given.games, given.rounds)
        rates = zip(ours, theirs, ("games", "answers"), strict=True)
        for one, other, what in rates:
            print(f"{one / other:.2f} times the {what} of {GAME}")
    print("where the time goes:")
    found = list(shares(game, given.games))
    found.append(("the engine around them", 1 - sum(share for _, share in found)))
    for part, share in sorted(found, key=lambda row: -row[1]):
        if share >= 0.01:
            print(f"    {share:4.0%} {part}")


if __name__ == "__main__":
    main()
