"""Advance orders and standing orders, as far as the newest report can tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from referee.engine.beside import Kind
from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import ELSE, IF, Answer, Word, word_of
from referee.fault import WARNING, Fault
from referee.kit.made import Made
from referee.orders import foreign_names, futile, turns_meant
from referee.orders.advance import AdvanceOrder, meant_for
from referee.orders.order_lines import path_in_file
from referee.orders.standing_list import unending

NOT_NOW = "not possible as things stand now"
#: something asked now, and its answer in the same file
Answered = tuple[Request, Answer]


def doubtful(
    coming: Sequence[AdvanceOrder],
    asked: Sequence[Request],
    view: View,
    ruleset: Ruleset,
    answered: Sequence[Answered] = (),
) -> list[Fault]:
    """A warning of each line that no position allows, or that this one does not, of names that the
    seat does not own, and of turns that do not come, with paths below the list; asked: what its
    seat is asked now and the file has no orders for, which is known better than what may come;
    answered: what it has orders for."""
    return [
        *turns_meant.of_advance(coming, ruleset.calendar, view.public),
        *foreign_names.of_advance(coming, view, ruleset),
        *_Foresight(coming, asked, view, ruleset, answered).faults(),
    ]


def doubtful_rules(rules: Sequence[Rule], view: View, ruleset: Ruleset) -> list[Fault]:
    """The same of standing orders, without what only this position does not allow, and with turns
    that come again."""
    return [
        *turns_meant.of_rules(rules, ruleset.calendar, view.public),
        *foreign_names.of_rules(rules, view, ruleset),
        *(fault for rule in rules for fault in _of_rule(rule, view, ruleset)),
    ]


def of_rules(rules: Sequence[Rule], view: View, ruleset: Ruleset) -> list[Fault]:
    """Everything that is said of a draft's standing orders: the same, and what the rules alone
    show, with paths below the list."""
    return [
        *unending(rules, ruleset),
        *futile.warnings(rules, ruleset),
        *doubtful_rules(rules, view, ruleset),
    ]


def of_conditions(lines: Answer, request: Request, view: View) -> Iterator[Fault]:
    """A warning of each line whose conditions do not hold if chance and others favour the seat, and
    which could not be carried out as things stand before they decide anything, with its path below
    the list."""
    walk = request.walk.on_copy(request, view)
    walk.play(lines)
    sure = next((number for number, _, unsure in walk.trail if unsure), len(lines))
    for number in (one for one in walk.unmet if one > sure):
        bare = {key: value for key, value in lines[number].items() if key not in (IF, ELSE)}
        above = lines[:sure]
        tried = request.walk.on_copy(request, view).refused([*above, bare])
        if fault := next((one for one in tried if one.path[:1] == (len(above),)), None):
            path = path_in_file((number, *fault.path[1:]), lines)
            reason = f"{NOT_NOW}: {fault.reason}"
            yield Fault(WARNING, path, reason, fault.rule, fault.hint)


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


class _Foresight(Made):
    """What the warnings of advance orders depend on (`doubtful`)."""

    coming: Sequence[AdvanceOrder]
    asked: Sequence[Request]
    view: View
    ruleset: Ruleset
    answered: Sequence[Answered]

    def faults(self) -> Iterator[Fault]:
        """Warnings of lines, and of orders that come too late."""
        then = self._then()
        for one in self.coming:
            if request := self._now.get(one["number"]):
                yield from _of_lines(one, [(request, self.view)])
            else:
                yield from self._of_later(one, then)

    @cached_property
    def _now(self) -> dict[int, Request]:
        """What those are for that are meant for something asked now, by number."""
        found = dict[int, Request]()
        for one in self.coming:
            meant = (request for request in self.asked if self._meant(one, request, self.view))
            if request := next(meant, None):
                found[one["number"]] = request
        return found

    def _then(self) -> View:
        """The position when all that is asked now is answered as the file says."""
        view = self.view
        for request, answer in self._given():
            view = request.once_answered(view, answer)
        return view

    def _given(self) -> list[Answered]:
        """All that is asked now, with what the file says to it."""
        given = list(self.answered)
        for request in self.asked:
            mine = (one for one in self.coming if self._now.get(one["number"]) is request)
            given += [(request, one["answer"]) for one in islice(mine, 1)]
        return given

    def _meant(self, one: AdvanceOrder, request: Request, view: View) -> bool:
        return meant_for(one, request, view, self.ruleset.calendar)

    def _outlook(self, one: AdvanceOrder, kind: type[Request]) -> Iterator[Fault]:
        """What the ruleset says of the lines, with their places in the file."""
        said = kind.outlook(self.view, one["select"], one["answer"], self._given())
        for fault in said:
            path = path_in_file(fault.path, one["answer"])
            yield fault._replace(path=(one["number"] - 1, "orders", *path))

    def _of_later(self, one: AdvanceOrder, view: View) -> Iterator[Fault]:
        """What is said of orders for what is not asked yet."""
        kind, calendar = self.ruleset.rules.requests[one["on"]], self.ruleset.calendar
        if (found := kind.supposed(view)) is None:
            yield from self._outlook(one, kind)
            return
        if early := turns_meant.too_early(one, found[0], calendar, view.public):
            yield early
        left = (other for other in self.coming if other["number"] not in self._now)
        first = next((other for other in left if self._meant(other, found[0], view)), None)
        yield from _of_lines(one, kind.suppositions(view, soonest=first is one))


def _of_lines(one: AdvanceOrder, supposed: Sequence[tuple[Request, View]]) -> Iterator[Fault]:
    """Warnings of the lines, by the one of these that allows most of them."""
    if not supposed:
        return
    found = [_impossible(one["answer"], *each) for each in supposed]
    now = min(found, key=len)
    never = {fault.path[:1]: fault for fault in _never(one["answer"], *supposed[0])}
    for path, fault in sorted({**now, **never}.items(), key=lambda item: item[0]):
        told = "possible in no position" if path in never else NOT_NOW
        place = (one["number"] - 1, "orders", *fault.path)
        yield Fault(WARNING, place, f"{told}: {fault.reason}", fault.rule, fault.hint)


def _impossible(lines: Answer, request: Request, view: View) -> dict[tuple[str | int, ...], Fault]:
    """By line, why it is not possible now, without lines about the same as one above them."""
    walk = request.walk.on_copy(request, view)
    found = {fault.path[:1]: fault for fault in reversed(walk.refused(lines))}
    told = set[str]()
    for number, line in enumerate(lines):
        if (number,) not in found:
            continue
        about = set(request.by_word[word_of(line)](walk, line[word_of(line)]).subjects())
        if about & told:
            del found[(number,)]
        told |= about
    return found


def _never(lines: Answer, request: Request, view: View) -> list[Fault]:
    return request.walk.on_copy(request, view).never(lines)
