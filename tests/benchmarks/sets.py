"""How the ready-made standing orders *quiet* do against random answers.

``python -m tests.benchmarks.sets [GAMES [GAME...]]``, in the folder of the project, plays GAMES
(400) of each scenario of each game, or of those named.  All cards, commands and turns are random.
One seat, each in turn, answers everything else by *quiet*, the others answer at random.  A draw is
shared by all seats.  Printed is how many of 100 games the seat with *quiet* wins, and how many
would be its fair share.
"""

from __future__ import annotations

import sys

from referee.ruleset import load, names
from tests.rules.quiet import contests


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print(f"of 100 games, {games} played of each:")
    for name in sys.argv[2:] or names():
        ruleset = load(name)
        for scenario in ruleset.scenarios:
            score = contests(ruleset, scenario, games)
            fair = 100 / len(ruleset.seats_of(scenario))
            seats = ", ".join(
                f"as {seat} {100 * won / many:.0f}" for seat, (won, many) in score.by_seat.items()
            )
            print(f"{name} ({scenario}): {score.percent:.1f}, fair {fair:.1f}; {seats}")


if __name__ == "__main__":
    main()
