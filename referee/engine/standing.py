"""Standing orders: rules that answer a request when no explicit order does.

A flat list of rules; the first match wins.  A rule is plain data:
``{number, on, select, if, then, times, until}``; `then` is a list of lines in the request's
policies, or the word ``ask``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.conditions import holds
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.kit.made import Made

if TYPE_CHECKING:
    from referee.engine.beside import Standing

Rule = dict[str, Any]

ASK = "ask"


def chosen(rule: Rule, request: Request, view: View, measured: Mapping[str, int]) -> bool:
    """Whether a rule matches this request and its conditions hold.  Selectors see only public
    information, or a stop would give something else away."""
    return (
        rule["on"] == request.kind
        and rule["times"] != 0
        and all(request.selected(view.open, key, value) for key, value in rule["select"].items())
        and holds(rule["if"], measured)
    )


class Followed(Made):
    """What rules come to: the first rule that gives a legal answer, and the answer; None to ask the
    seat.  passed: earlier rules that matched but gave none."""

    rule: Rule | None
    answer: Answer
    passed: list[Rule]

    @property
    def first(self) -> Rule | None:
        """The first rule that matched, whether or not it gave a legal answer."""
        return self.passed[0] if self.passed else self.rule


def follow(
    rules: Sequence[Rule], standing: Standing[Any], request: Request, view: View
) -> Followed:
    """Try the rules in order, up to one that answers or says to ask.

    standing: the kind's standing orders."""
    passed: list[Rule] = []
    if not any(rule["on"] == request.kind for rule in rules):
        return Followed(None, [], passed)
    measured = standing.measure(request, view)
    for rule in rules:
        if not chosen(rule, request, view, measured):
            continue
        if rule["then"] == ASK:
            break
        found = standing.follow(request, view, rule["then"])
        if found is not None and not request.refused(view, found):
            return Followed(rule, found, passed)
        passed.append(rule)
    return Followed(None, [], passed)


def answer(
    rules: Sequence[Rule], standing: Standing[Any], request: Request, view: View
) -> tuple[Rule, Answer] | None:
    """The first rule that gives a legal answer, and the answer; None if none does.

    A rule that matches without a legal answer falls through to the next one."""
    found = follow(rules, standing, request, view)
    return (found.rule, found.answer) if found.rule else None
