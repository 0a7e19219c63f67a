"""Names in standing orders and advance orders of what their seat can never own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.request import View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Either, Fields, Many, Name, parts
from referee.fault import WARNING, Fault
from referee.orders.advance import AdvanceOrder

HINT = "name something of your own"


#: where it stands below the list, what is written there, and its type
Written = tuple[tuple[Any, ...], Any, Any]


def of_rules(rules: Sequence[Rule], view: View, ruleset: Ruleset) -> list[Fault]:
    """A warning of each such name in a selector or a ``then``, with paths below the list."""
    written = (one for rule in rules for one in _in_rule(rule, ruleset))
    return _warnings(written, view, ruleset)


def of_advance(coming: Sequence[AdvanceOrder], view: View, ruleset: Ruleset) -> list[Fault]:
    """The same of advance orders, and of their lines."""
    written = (found for one in coming for found in _in_advance(one, ruleset))
    return _warnings(written, view, ruleset)


def _in_rule(rule: Rule, ruleset: Ruleset) -> Iterator[Written]:
    yield from _selected(rule, ruleset)
    policies = ruleset.rules.kinds[rule["on"]].standing.policies
    for word, value in parts(rule["then"] if rule["then"] != ASK else []):
        yield (rule["number"] - 1, "then"), value, policies[word]


def _in_advance(one: AdvanceOrder, ruleset: Ruleset) -> Iterator[Written]:
    yield from _selected(one, ruleset)
    words = ruleset.rules.requests[one["on"]].words
    for number, (word, value) in enumerate(parts(one["answer"])):
        yield (one["number"] - 1, "orders", number, word), value, words[word]


def _selected(one: Mapping[str, Any], ruleset: Ruleset) -> Iterator[Written]:
    selectors = ruleset.rules.requests[one["on"]].selectors
    for key, value in one["select"].items():
        yield (one["number"] - 1, key), value, selectors[key]


def _warnings(written: Iterable[Written], view: View, ruleset: Ruleset) -> list[Fault]:
    foreign = ruleset.rules.foreign(view)
    return [
        Fault(WARNING, path, reason, "", HINT)
        for path, value, takes in written
        for reason in _reasons(value, takes, foreign)
    ]


def _reasons(value: Any, takes: Any, foreign: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Why it can never own what is named there, each reason once."""
    found = (
        foreign[sort][id]
        for id, name in _named(value, takes)
        for sort in name.looked_up()
        if id in foreign.get(sort, {})
    )
    return list(dict.fromkeys(found))


def _named(value: Any, takes: Any) -> Iterator[tuple[Any, Name]]:
    """Everything in a value that is a name."""
    if isinstance(takes, Many):
        for one in value if isinstance(value, list) else [value]:
            yield from _named(one, takes.of)
    elif isinstance(takes, Fields):
        for key, one in value.items() if isinstance(value, Mapping) else ():
            yield from _named(one, takes.all()[key])
    elif isinstance(takes, Either):
        for choice in takes.of:
            if _of_kind(value, choice):
                yield from _named(value, choice)
    elif isinstance(takes, Name):
        yield value, takes


def _of_kind(value: Any, choice: Any) -> bool:
    """Whether a value can be of one of several types."""
    if isinstance(choice, Fields):
        return isinstance(value, Mapping) and value.keys() <= choice.all().keys()
    return isinstance(value, str)
