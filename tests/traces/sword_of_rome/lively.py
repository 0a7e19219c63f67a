"""How lively random games of The Sword of Rome are, beside those that another program has played.

``python -m tests.traces.sword_of_rome.lively [GAMES]``, in the folder of the project, plays GAMES
(50) of four random players, and prints battles, siege rolls, attempts to intercept and responses
a game beside those of the lively games for four in ``tests/data/traces``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from referee.ruleset import load
from tests.traces.sword_of_rome import format

FOLDER = Path(__file__).parents[2] / "data" / "traces" / "sword-of-rome"
#: What is counted -> what our events tell of it, and how their dice of it begin.
BATTLES, SIEGES, INTERCEPTIONS, RESPONSES = "battles", "siege rolls", "interceptions", "responses"
TURNS = "turns"
OURS = {
    ("battle dice", ""): BATTLES,
    ("roll", "siege"): SIEGES,
    ("roll", "subjugation"): SIEGES,
    ("attempt", "intercept"): INTERCEPTIONS,
    ("responds", ""): RESPONSES,
    ("turn", ""): TURNS,
}
THEIRS = {"attacker": BATTLES, "siege": SIEGES, "intercept": INTERCEPTIONS}
COUNTED = (BATTLES, SIEGES, INTERCEPTIONS, RESPONSES, TURNS)


def ours(games: int, scenario: str = "four") -> dict[str, float]:
    """What happens in random games, on average."""
    found: Counter[str] = Counter()
    for number in range(games):
        found.update(counted(events(number, scenario)))
    return {name: found[name] / games for name in COUNTED}


def events(number: int, scenario: str) -> Iterable[Mapping[str, Any]]:
    """The events of a random game that all see."""
    rules, chance = load(format.GAME).rules, random.Random(f"lively {number}")
    game = Game(rules, rules.setup(scenario, {"length": "full"}), keep=False)
    dice = Dice(chance.randbytes(32), chance.randbytes(32))
    played = game.run(
        dice, lambda asked, view: [legal_sample(rules, r, view(r.seat), chance) for r in asked]
    )
    return [event for event in played.events if event["public"] is not None]


def counted(events: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """What is counted of some events."""
    keys = [(event["kind"], event["public"].get("what", "")) for event in events]
    return Counter(OURS[key] for key in keys if key in OURS)


def theirs() -> dict[str, float]:
    """The same of the lively games for four that another program has played."""
    paths = [path for path in format.files(FOLDER) if path.name.startswith("4p-lively")]
    found: Counter[str] = Counter()
    for path in paths:
        trace = format.read(path)
        found[TURNS] += trace.end["turn"]
        for step in trace.steps:
            labels = [one[1].split()[0] for one in step.dice if one[0] == "roll"]
            found.update(THEIRS[label] for label in labels if label in THEIRS)
            if step.kind.startswith("response") and step.chosen[0] == "card":
                found[RESPONSES] += 1
    return {name: found[name] / len(paths) for name in COUNTED}


def main() -> None:
    """Play, count and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    mine, others = ours(games), theirs()
    print(f"a game of four players: {games} random games, and the lively games of another program")
    for name in COUNTED:
        share = round(100 * mine[name] / others[name])
        print(f"{name:15} {mine[name]:6.1f} {others[name]:6.1f} {share:4} %")


if __name__ == "__main__":
    main()
