"""Rules that can never answer: another one always answers before them, or their own conditions
cannot all hold; and kinds of requests on which perhaps none does."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any

from referee.engine.conditions import holds
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Nothing
from referee.fault import WARNING, Fault
from referee.kit.lines import listed

#: how the left number can stand to the right one, by each comparison
_LETS = {"<": "<", "<=": "<=", "=": "=", "!=": "<>", ">=": ">=", ">": ">"}

#: hints for a rule, and for several
_ONE = "delete it, change it, or move it up"
_SEVERAL = "delete them, change them, or move them up"


def futile(rules: Sequence[Rule], ruleset: Ruleset) -> dict[int, str]:
    """Index of each rule that can never answer, or only if another one has no legal answer, and
    why."""
    clashing = _clashing(rules)
    covered = _covered(rules, ruleset, clashing)
    found = {i: f"this rule can never answer: {clash}" for i, clash in clashing.items()}
    found |= {i: _too_late("this rule", "it does", one) for i, one in covered.items()}
    return dict(sorted(found.items()))


def warnings(rules: Sequence[Rule], ruleset: Ruleset) -> list[Fault]:
    """The same as warnings, one for all rules that one rule covers, and one of the requests that
    perhaps no rule answers; with paths below the list of rules."""
    clashing, found = _clashing(rules), []
    covered = _covered(rules, ruleset, clashing)
    for i, clash in clashing.items():
        found.append(Fault(WARNING, (i,), f"this rule can never answer: {clash}", "", _ONE))

    def by_rule(i: int) -> int:
        return int(covered[i]["number"])

    for _, group in groupby(sorted(covered, key=by_rule), key=by_rule):
        found.append(_late(behind := list(group), covered[behind[0]]))
    if kinds := never_sure(rules):
        which = "it" if len(kinds) == 1 else "each"
        hint = f"end with a rule on {which} that has none, unless you want to be asked then"
        found.append(Fault(WARNING, (), unsure(kinds), "", hint))
    return found


def never_sure(rules: Sequence[Rule]) -> list[str]:
    """The kinds of requests on which every rule has a condition or selector: where none holds,
    the seat is asked."""
    some = dict.fromkeys(rule["on"] for rule in rules if rule["then"] != ASK)
    sure = {rule["on"] for rule in rules if not rule["if"] and not rule["select"]}
    return [kind for kind in some if kind not in sure]


def unsure(kinds: Sequence[str]) -> str:
    """What is said of those kinds."""
    return f"every rule on {listed(kinds)} has a condition: if none holds, you are asked"


def _late(covered: Sequence[int], before: Rule) -> Fault:
    """A warning of rules behind one that fits whenever they do."""
    reason, hint = _too_late("this rule", "it does", before), _ONE
    if len(covered) > 1:
        named = f"rules {listed(str(i + 1) for i in covered)}"
        reason, hint = _too_late(named, "they do", before), _SEVERAL
    return Fault(WARNING, (covered[0],), reason, "", hint)


def _too_late(rules: str, do: str, before: Rule) -> str:
    fits = f"rule {before['number']} fits whenever {do}"
    if before["then"] == ASK:
        return f"{rules} can never answer: {fits}, and asks you"
    return f"{rules} can hardly ever answer: {fits}, and comes first"


def _clashing(rules: Sequence[Rule]) -> dict[int, str]:
    """Which conditions of a rule cannot hold together, by its index."""
    found = {i: contradiction(rule["if"]) for i, rule in enumerate(rules)}
    return {i: clash for i, clash in found.items() if clash}


def _covered(rules: Sequence[Rule], ruleset: Ruleset, clashing: Container[int]) -> dict[int, Rule]:
    """The first rule that fits whenever another one behind it does, by that one's index; but for
    those whose own conditions clash."""
    first = {i: next(_covering(rules[:i], rule, ruleset), None) for i, rule in enumerate(rules)}
    return {i: before for i, before in first.items() if before and i not in clashing}


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
