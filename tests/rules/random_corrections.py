"""Random corrections: whatever passes the checks must be a game that can be played to its end.

``python -m tests.rules.random_corrections [--game NAME] [--seed N] [--count N]`` makes them up from
the data of a ruleset (all if none is named), plays a random game under each that is accepted, and
prints how many were refused.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.fault import Refused
from referee.gamedata.corrections import ADD, REMOVE
from referee.gamedata.data import STANDING, DataFolder
from referee.gamedata.shapes import leaves
from referee.lab.selfplay import play
from referee.ruleset import load, names


def correctable(data: DataFolder | None) -> list[str]:
    """The names of the files that corrections can be laid over."""
    names = [name.removesuffix(".yaml") for name in data.files()] if data is not None else []
    return [name for name in names if data is not None and name in data and name != STANDING]


class Corrector:
    """Makes up corrections: most of them nearly right, as people's are."""

    def __init__(self, data: DataFolder, chance: random.Random) -> None:
        self.chance = chance
        self.files = correctable(data)
        self.data = data
        self.texts = [[text for _, text in origin.data] for origin in data.origins()]

    def corrections(self) -> dict[str, Any]:
        """Corrections of one to three places, where there are many data more often."""
        made: dict[str, Any] = {"note": "random"}
        files = {name: self.data[name] for name in self.files}
        for _ in range(self.chance.randint(1, 3)):
            name = self.pick(files)
            _lay(made, name, self.change(self.data[name]))
        return made

    def pick(self, tree: Mapping[str, Any]) -> str:
        """A key, by the data below it."""
        weights = [1 + sum(1 for _ in leaves(below)) for below in tree.values()]
        return self.chance.choices(list(tree), weights)[0]

    def change(self, tree: Any) -> Any:
        """A correction of something in a map or list, or another value."""
        if isinstance(tree, Mapping) and tree:
            return self.in_map(tree)
        if isinstance(tree, list) and tree:
            return self.in_list(tree)
        return self.other(tree)

    def in_map(self, tree: Mapping[str, Any]) -> Any:
        """Mostly deeper down; else a key less, or what is at another key too."""
        key = self.pick(tree)
        kind = self.chance.random()
        if kind < 0.05:
            return {REMOVE: [key]}
        if kind < 0.1:
            return {self.chance.choice([*tree, "novum"]): _texts(tree[key])}
        return {key: self.change(tree[key])}

    def in_list(self, tree: list[Any]) -> Any:
        """A value less, one more, or others."""
        item = self.chance.choice(tree)
        if isinstance(item, dict | list):
            return _texts(tree)
        return self.chance.choice(
            [{REMOVE: [_texts(item)]}, {ADD: [self.other(item)]}, _texts(tree[: len(tree) // 2])]
        )

    def other(self, datum: Any) -> str:
        """A value of the same kind; for a text one from a place of the same pattern."""
        if isinstance(datum, bool):
            return self.chance.choice(["true", "false"])
        if isinstance(datum, int):
            return str(max(0, datum + self.chance.choice([-2, -1, 1, 2])))
        alike = [data for data in self.texts if datum in data]
        return str(self.chance.choice(self.chance.choice(alike or [[datum]])))


def _lay(made: dict[str, Any], key: str, more: Any) -> None:
    """Put one correction to the others; where they meet, the later one counts."""
    if isinstance(made.get(key), dict) and isinstance(more, dict):
        for inner, value in more.items():
            _lay(made[key], inner, value)
    else:
        made[key] = more


def _texts(tree: Any) -> Any:
    """A tree as a corrections file has it."""
    if isinstance(tree, Mapping):
        return {key: _texts(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_texts(value) for value in tree]
    return str(tree).lower() if isinstance(tree, bool) else str(tree)


def try_one(name: str, seed: int) -> str:
    """Make up one set of corrections and play under it: "refused", or how the game ended."""
    plain = load(name)
    chance = random.Random(f"corrections {name} {seed}")
    assert plain.data is not None
    made = Corrector(plain.data, chance).corrections()
    try:
        ruleset = load(name, made)
    except Refused as trouble:
        assert all(fault.path and fault.reason for fault in trouble.faults)
        return "refused"
    options = {key: chance.choice(option.values) for key, option in ruleset.options.items()}
    scenario = chance.choice(list(ruleset.scenarios))
    try:
        result = play(ruleset, seed, 0, scenario, options).result
        for seat in ruleset.seats:
            ruleset.rules.names(seat)
    except Exception as trouble:
        raise AssertionError(f"{name} {seed}: {made}, {scenario}, {options}") from trouble
    assert result is not None
    return "played"


def main() -> None:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--game", choices=names())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    given = parser.parse_args()
    for name in [given.game] if given.game else names():
        found = Counter(try_one(name, given.seed + n) for n in range(given.count))
        print(f"{name}: {dict(sorted(found.items()))}")


if __name__ == "__main__":
    main()
