"""Names in standing orders and advance orders of what their seat can never own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.request import View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Either, Fields, Many, Name, Vocabulary, parts
from referee.fault import WARNING, Fault
from referee.orders.advance import AdvanceOrder
from referee.orders.values import kind_of

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
    foreign, names = ruleset.rules.foreign(view), ruleset.rules.names(view.seat)
    return [
        Fault(WARNING, path, reason, "", HINT)
        for path, value, takes in written
        for reason in _reasons(_named(value, takes, names), foreign)
    ]


def _reasons(
    named: Iterable[tuple[str, Name]], foreign: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """Why its seat can never own what is named, each reason once."""
    found = (
        foreign[sort][id]
        for id, name in named
        for sort in name.looked_up()
        if id in foreign.get(sort, {})
    )
    return list(dict.fromkeys(found))


def _named(value: Any, takes: Any, names: Vocabulary) -> Iterator[tuple[str, Name]]:
    """Everything in a value that is a name."""
    if isinstance(takes, Many):
        for one in value:
            yield from _named(one, takes.of, names)
    elif isinstance(takes, Fields):
        for key, one in value.items():
            yield from _named(one, takes.all()[key], names)
    elif isinstance(takes, Either):
        yield from _named(value, kind_of(value, takes, names), names)
    elif isinstance(takes, Name):
        yield value, takes
