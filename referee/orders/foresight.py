"""Advance orders and standing orders, as far as the newest report can tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.beside import Kind
from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Word, word_of
from referee.fault import WARNING, Fault
from referee.orders import foreign_names, turns_meant
from referee.orders.advance import AdvanceOrder, meant_for


def doubtful(
    coming: Sequence[AdvanceOrder], asked: Sequence[Request], view: View, ruleset: Ruleset
) -> list[Fault]:
    """A warning of each line that no position allows, or that this one does not, of names that the
    seat does not own, and of turns that do not come, with paths below the list; asked: what its
    seat is asked now and the file has no orders for, which is known better than what may come."""
    return [
        *turns_meant.of_advance(coming, ruleset.calendar, view.public),
        *foreign_names.of_advance(coming, view, ruleset),
        *(fault for one in coming for fault in _of(one, asked, view, ruleset)),
    ]


def doubtful_rules(rules: Sequence[Rule], view: View, ruleset: Ruleset) -> list[Fault]:
    """The same of standing orders, without what only this position does not allow, and with turns
    that come again."""
    return [
        *turns_meant.of_rules(rules, ruleset.calendar, view.public),
        *foreign_names.of_rules(rules, view, ruleset),
        *(fault for rule in rules for fault in _of_rule(rule, view, ruleset)),
    ]


def _of_rule(rule: Rule, view: View, ruleset: Ruleset) -> Iterator[Fault]:
    """Order lines of a ``then`` that no position allows."""
    kind = ruleset.rules.kinds[rule["on"]]
    lines = [] if rule["then"] == ASK else rule["then"]
    words = {word for word, takes in kind.standing.policies.items() if _is(kind, word, takes)}
    if not lines or any(word_of(line) not in words for line in lines):
        return
    if supposed := kind.request.supposed(view):
        for fault in supposed[0].walk.on_copy(*supposed).never(lines):
            reason = f"possible in no position: {fault.reason}"
            yield Fault(WARNING, (rule["number"] - 1, "then"), reason, fault.rule, fault.hint)


def _is(kind: Kind, word: str, takes: Word) -> bool:
    """Whether a word of standing orders is that of an order line."""
    return kind.request.words.get(word) == takes


def _of(
    one: AdvanceOrder, asked: Sequence[Request], view: View, ruleset: Ruleset
) -> Iterator[Fault]:
    meant = (request for request in asked if meant_for(one, request, view, ruleset.calendar))
    known = next(meant, None)
    found = (known, view) if known else ruleset.rules.requests[one["on"]].supposed(view)
    if found is None:
        return
    request = found[0]
    if not known and (early := turns_meant.too_early(one, request, ruleset.calendar, view.public)):
        yield early
    view = found[1]
    never = {fault.path[:1]: fault for fault in _never(one, request, view)}
    now = {fault.path[:1]: fault for fault in reversed(request.refused(view, one["answer"]))}
    for path, fault in sorted({**now, **never}.items(), key=lambda item: item[0]):
        told = "possible in no position" if path in never else "not possible as things stand now"
        place = (one["number"] - 1, "orders", *fault.path)
        yield Fault(WARNING, place, f"{told}: {fault.reason}", fault.rule, fault.hint)


def _never(one: AdvanceOrder, request: Request, view: View) -> list[Fault]:
    return request.walk.on_copy(request, view).never(one["answer"])
