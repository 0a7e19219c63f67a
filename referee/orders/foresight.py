"""Advance orders, as far as the position of the newest report can tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.fault import WARNING, Fault
from referee.orders.advance import AdvanceOrder, meant_for


def doubtful(
    coming: Sequence[AdvanceOrder], asked: Sequence[Request], view: View, ruleset: Ruleset
) -> list[Fault]:
    """A warning of each line that no position allows, or that this one does not, with paths below
    the list; asked: what its seat is asked now, which is known better than what may come."""
    return [fault for one in coming for fault in _of(one, asked, view, ruleset)]


def _of(
    one: AdvanceOrder, asked: Sequence[Request], view: View, ruleset: Ruleset
) -> Iterator[Fault]:
    meant = (request for request in asked if meant_for(one, request, view, ruleset.calendar))
    known = next(meant, None)
    found = (known, view) if known else ruleset.rules.requests[one["on"]].supposed(view)
    if found is None:
        return
    request, view = found
    never = {fault.path[:1]: fault for fault in _never(one, request, view)}
    now = {fault.path[:1]: fault for fault in reversed(request.refused(view, one["answer"]))}
    for path, fault in sorted({**now, **never}.items(), key=lambda item: item[0]):
        told = "possible in no position" if path in never else "not possible as things stand now"
        place = (one["number"] - 1, "orders", *fault.path)
        yield Fault(WARNING, place, f"{told}: {fault.reason}", fault.rule, fault.hint)


def _never(one: AdvanceOrder, request: Request, view: View) -> list[Fault]:
    return request.walk.on_copy(request, view).never(one["answer"])
