"""Random standing: rules of every kind with names, conditions and lines picked by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from referee.engine.beside import Kind
from referee.engine.conditions import COMPARISONS
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.words import Choice, Fields, Many, Name, Nothing, Number, Vocabulary, Word
from referee.orders.standing_list import kinds, parse_standing


def rules_of(ruleset: Ruleset, seat: str, raw: list[Any]) -> list[Rule]:
    """Rules that are understood."""
    rules, faults = parse_standing(raw, ruleset, seat)
    assert faults == [], faults
    return rules


def some_standing(
    ruleset: Ruleset, seat: str, chance: random.Random, ends: Mapping[str, Any]
) -> list[Any]:
    """Up to four random rules of every kind, as they stand in a file, and a last one.

    ends: what the last rule of a kind says, without a condition."""
    names = ruleset.rules.names(seat)
    raw: list[Any] = []
    for kind in kinds(ruleset):
        raw += [
            some_rule(ruleset.rules.kinds[kind], names, chance) for _ in range(chance.randint(0, 4))
        ]
        raw.append({"on": kind, "then": ends[kind]})
    return raw


def some_rule(kind: Kind, names: Vocabulary, chance: random.Random) -> dict[str, Any]:
    """One rule with zero to two conditions and one to three lines."""
    selectors = {
        key: some_value(word, names, chance)
        for key, word in kind.request.selectors.items()
        if chance.random() < 0.15
    }
    lines = [some_line(kind, names, chance) for _ in range(chance.randint(1, 6))]
    lines = [{**line, **_beside(kind, chance)} for line in lines if not _tells(kind, line)]
    count = chance.choice([0, 0, 1, 2]) if kind.standing.quantities else 0
    conditions = [some_condition(kind, chance) for _ in range(count)]
    times = {"times": str(chance.randint(1, 3))} if chance.random() < 0.1 else {}
    return {"on": kind.request.kind, **selectors, "if": conditions, "then": lines, **times}


def _tells(kind: Kind, line: dict[str, Any]) -> bool:
    """Whether a line stops where a rule beside it may compare what only its seat knows."""
    ((word, _),) = line.items()
    takes = kind.standing.policies[word]
    stops = isinstance(takes, Nothing) and takes.stops
    return stops and any(one.private for one in kind.standing.quantities.values())


def _beside(kind: Kind, chance: random.Random) -> dict[str, Any]:
    """Now and then a condition before a line, where one may stand."""
    if not kind.standing.conditions or chance.random() < 0.8:
        return {}
    return {"if": some_condition(kind, chance), "else": "skip"}


def some_condition(kind: Kind, chance: random.Random) -> str:
    quantities = kind.standing.quantities
    left = chance.choice(list(quantities))
    right = chance.choice([*quantities, *map(str, range(12)), "706"])
    return f"{left} {chance.choice(list(COMPARISONS))} {right}"


def some_line(kind: Kind, names: Vocabulary, chance: random.Random) -> dict[str, Any]:
    word, takes = chance.choice(list(kind.standing.policies.items()))
    return {word: some_value(takes, names, chance)}


def some_value(word: Word, names: Vocabulary, chance: random.Random) -> Any:
    """Some value of a type, as it is written."""
    match word:
        case Nothing():
            return {}
        case Number():
            return str(chance.randint(word.least, word.most))
        case Choice():
            return chance.choice(word.words)
        case Name():
            able = [name for sort in word.looked_up() for name in names[sort].values()]
            return chance.choice(sorted(able))
        case Many():
            most = min(word.most, 12)
            return [some_value(word.of, names, chance) for _ in range(chance.randint(1, most))]
        case Fields():
            needed = {key: some_value(kind, names, chance) for key, kind in word.needed.items()}
            more = {
                key: some_value(kind, names, chance)
                for key, kind in word.optional.items()
                if chance.random() < 0.2
            }
            return {**needed, **more}
