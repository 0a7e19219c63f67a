"""Standing orders: rules that answer a request when no explicit order does.

A flat list of rules, first fit wins.  A rule is plain data:
``{number, on, select, if, then, times, until}``; `then` is a list of lines in the request's
policies, or the word ``ask``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.request import Request, View
from referee.engine.words import Answer

Rule = dict[str, Any]

ASK = "ask"
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}


def holds(conditions: Sequence[Sequence[Any]], measured: Mapping[str, int]) -> bool:
    """Whether all conditions ``[quantity, comparison, number or quantity]`` are fulfilled."""
    return all(
        COMPARISONS[sign](measured[left], measured[right] if isinstance(right, str) else right)
        for left, sign, right in conditions
    )


def chosen(rule: Rule, request: Request, view: View, measured: Mapping[str, int]) -> bool:
    """Whether a rule is for this request and its conditions hold."""
    return (
        rule["on"] == request.kind
        and rule["times"] != 0
        and all(request.selected(view, key, value) for key, value in rule["select"].items())
        and holds(rule["if"], measured)
    )


def answer(rules: Sequence[Rule], request: Request, view: View) -> tuple[Rule, Answer] | None:
    """The first rule that gives a legal answer, and the answer; None to ask the seat.

    A rule that no longer fits falls through to the next one, in silence."""
    if not any(rule["on"] == request.kind for rule in rules):
        return None
    measured = request.measure(view)
    for rule in rules:
        if not chosen(rule, request, view, measured):
            continue
        if rule["then"] == ASK:
            return None
        found = request.follow(view, rule["then"])
        if found is not None and not request.judge(view, found).faults:
            return rule, found
    return None
