"""Rules that can never answer: another one always answers before them, or their own conditions
cannot all hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from referee.engine.conditions import holds
from referee.engine.request import View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Nothing
from referee.fault import WARNING, Fault
from referee.orders.foresight import doubtful_rules

#: how the left number can stand to the right one, by each comparison
_LETS = {"<": "<", "<=": "<=", "=": "=", "!=": "<>", ">=": ">=", ">": ">"}


def futile(rules: Sequence[Rule], ruleset: Ruleset) -> dict[int, str]:
    """Index of each rule that can never answer, or only if another one has no legal answer, and
    why."""
    found: dict[int, str] = {}
    for i, rule in enumerate(rules):
        if clash := contradiction(rule["if"]):
            found[i] = f"this rule can never answer: {clash}"
        elif before := next(_covering(rules[:i], rule, ruleset), None):
            found[i] = _too_late(rule, before)
    return found


def warnings(rules: Sequence[Rule], ruleset: Ruleset, view: View | None = None) -> list[Fault]:
    """The same as warnings, with paths below the list of rules.

    view: of the newest report, if what it tells of the rules is to be said too."""
    hint = "delete it, change it, or move it up"
    found = [Fault(WARNING, (i,), why, "", hint) for i, why in futile(rules, ruleset).items()]
    return found + (doubtful_rules(rules, view, ruleset) if view else [])


def _too_late(rule: Rule, before: Rule) -> str:
    fits = f"rule {before['number']} fits whenever it does"
    if before["then"] == ASK:
        return f"this rule can never answer: {fits}, and asks you"
    return f"this rule can hardly ever answer: {fits}, and comes first"


def _covering(earlier: Sequence[Rule], rule: Rule, ruleset: Ruleset) -> Iterator[Rule]:
    """Rules of the same kind that fit whenever this one does, and go on to the end of the game,
    and that nearly always have an answer: to ask, or a word alone."""
    for one in earlier:
        if (
            one["on"] == rule["on"]
            and not one["times"]
            and not one["until"]
            and _easy(one, ruleset)
        ):
            wide = all(_within(rule["select"], key, value) for key, value in one["select"].items())
            if wide and all(condition in rule["if"] for condition in one["if"]):
                yield one


def _easy(rule: Rule, ruleset: Ruleset) -> bool:
    """Whether a rule asks, or has a line that is a word alone, such as ``fire``."""
    policies = ruleset.rules.kinds[rule["on"]].standing.policies
    return rule["then"] == ASK or any(
        isinstance(policies.get(word), Nothing) and "if" not in line
        for line in rule["then"]
        for word in line
    )


def _within(select: dict[str, Any], key: str, value: Any) -> bool:
    """Whether a selector lets through no more than a value of the same selector."""
    if key not in select:
        return False
    mine, wide = (one if isinstance(one, list) else [one] for one in (select[key], value))
    return all(one in wide for one in mine)


def contradiction(conditions: Sequence[Sequence[Any]]) -> str:
    """Which conditions cannot hold together, in words; "" if all can."""
    for i, one in enumerate(conditions):
        for other in (one, *conditions[:i]):
            if one[0] == one[2] and not holds([one], {one[0]: 0}):
                return f"{_told(one)} never holds"
            if not _together(one, other):
                return f"{_told(other)} and {_told(one)} cannot both hold"
    for name in dict.fromkeys(str(one[0]) for one in conditions):
        alone = [one for one in conditions if one[0] == name and isinstance(one[2], int)]
        if alone and not _possible(name, alone):
            return f"{' and '.join(map(_told, alone))} cannot all hold"
    return ""


def _possible(name: str, conditions: Sequence[Sequence[Any]]) -> bool:
    """Whether any number fits all conditions that compare one quantity with numbers."""
    ends = sorted({near for one in conditions for near in (one[2] - 1, one[2], one[2] + 1)})
    between = [(low + high) // 2 for low, high in pairwise(ends)]
    return any(holds(conditions, {name: value}) for value in [*ends, *between])


def _together(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two conditions can hold together, if they compare the same things."""
    if list(one[::2]) == list(other[::2]):
        return bool(set(_LETS[one[1]]) & set(_LETS[other[1]]))
    if list(one[::2]) == list(other[::-2]):
        turned = {"<": ">", ">": "<", "=": "="}
        return bool(set(_LETS[one[1]]) & {turned[sign] for sign in _LETS[other[1]]})
    return True


def _told(condition: Sequence[Any]) -> str:
    return " ".join(map(str, condition))
