"""Games that differ only in what a seat may not know tell that seat the same.

Every ruleset is tried in two ways.  One that hides anything is played in pairs of games that its
variation lets differ in hidden things.  And every game, also an open one, is played in pairs in
which a seat's mail differs in what nobody may see of it: orders behind a condition that does not
hold, standing rules that answer nothing, what an advance file says that is not used.

``python -m tests.harness.blind [--seed N] [--count N] [--ruleset NAME]``; a case is one pair, in
turn for each ruleset, scenario and way.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee import ruleset as finder
from referee.engine.rules import Ruleset
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.lab.twins.twins import FOREVER, Varied
from tests.blind.mails import Mails, Quiet, with_mail
from tests.harness.settings import Tally, program

# -- the toys, which have no variations of their own -----------------------------------------------


class Breath(Quiet):
    """Relay: of a runner's breath the others know nothing."""

    def disturb(self, state: State, hidden: str, chance: random.Random) -> None:
        state["seats"][hidden]["breath"] = chance.randint(2, 9)


TOYS: dict[str, Callable[[], Variation]] = {"relay": Breath}
#: games of which no pair can differ, with the reason
ALIKE = {"duel": "all six cards are dealt, so that each hand follows from the other; all are due"}


def variation_of(ruleset: Ruleset) -> Variation | None:
    """How games of a ruleset can differ; None if nothing is hidden."""
    make = ruleset.laboratory.variation or TOYS.get(ruleset.name)
    return make() if make else None


def ways(ruleset: Ruleset) -> list[tuple[str, Varied]]:
    """Every way in which a ruleset is tried, by its name: scenarios and options vary in each."""
    variation = variation_of(ruleset)
    if ruleset.rules.hidden and variation is None:
        raise AssertionError(f"{ruleset.name} hides things, and has no variation")
    found = [(f"{ruleset.name}, mail", Varied(ruleset, Quiet(), make=Mails))]
    if variation:
        found.append((ruleset.name, Varied(ruleset, variation)))
    if variation and ruleset.rules.hidden:
        found.append((f"{ruleset.name}, both", Varied(ruleset, with_mail(variation), make=Mails)))
    return found


def every_way(names: Sequence[str]) -> list[tuple[str, Varied]]:
    """The ways of all these rulesets, but of those whose pairs cannot differ."""
    return [way for name in names if name not in ALIKE for way in ways(finder.load(name))]


def trials(
    every: Sequence[tuple[str, Varied]], seed: int, count: int, most: int = FOREVER
) -> Tally:
    """Play `count` pairs, by turns in each of these ways; most: runs of each at most."""
    tally = Tally()
    for number in range(count):
        name, varied = every[number % len(every)]
        pair = varied.begun(seed + number // len(every), most)
        tally.count(f"{name}: pairs")
        tally.count(f"{name}: runs compared", pair.runs)
        tally.count(f"{name}: pairs that differed", int(pair.differed and pair.runs > 0))
        for leak in pair.leaks:
            where = f"{name}, seed {seed + number // len(every)}"
            tally.fault(f"{where}: {pair.watcher} sees of {pair.hidden}: {leak}")
    for name, varied in every:
        if not tally.counts.get(f"{name}: pairs that differed"):
            tally.fault(f"{name}: no pair differed, so nothing was tested")
        for what, tried in varied.tried().items():
            tally.count(f"{name}: {what}", tried)
    return tally


def run(given: Any, folder: Path) -> Tally:
    """Play pairs as the command line says."""
    names = [given.ruleset] if given.ruleset else finder.names()
    return trials(every_way(names), given.seed, given.count)


def _more(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", help="one ruleset instead of all")


if __name__ == "__main__":
    program(__doc__, 500, run, _more)
