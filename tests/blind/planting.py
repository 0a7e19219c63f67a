"""What the tests of planted leaks share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox
from referee.engine.game import Game, Outcome
from referee.engine.plain import copied
from referee.engine.request import Judgement, Request, View
from referee.engine.table import Table
from referee.fault import NOT_ALLOWED, Fault
from referee.lab.twins.following import Table as Twin
from referee.lab.twins.twins import Twins

Data = dict[str, Any]
#: What a leak does to an event that is told to everybody.
Leak = Callable[[Table, str, Data], None]


def parts(twins: Twins, runs: int, skip: int = 5, pairs: int = 150, soon: int = 0) -> list[str]:
    """The parts of what the watcher gets in which the first pair that leaks differs.

    soon: the pair to begin with, where the first that leaks is known to come late."""
    return told_by(twins.pair(n, runs, n % skip).leaks for n in range(soon, soon + pairs))


def told_by(series: Iterator[list[str]]) -> list[str]:
    """The same of any pairs."""
    leaks = next((leaks for leaks in series if leaks), [])
    return [leak.split(":")[0] for leak in leaks]


def telling(monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    """Plant a leak in what is told to everybody."""
    tell = Table.tell

    def leaking(self: Table, kind: str, public: Data | None, **own: Data) -> None:
        if public is not None:
            leak(self, kind, public)
        tell(self, kind, public, **own)

    monkeypatch.setattr(Table, "tell", leaking)


def in_public(monkeypatch: pytest.MonkeyPatch, told: Callable[[Inbox], object]) -> None:
    """Plant something of the inbox in what everybody reads."""
    public = Clerk._public

    def leaking(self: Clerk, *args: Any) -> Data:
        return {**public(self, *args), "planted": told(self.inbox)}

    monkeypatch.setattr(Clerk, "_public", leaking)


def queue_lengths(inbox: Inbox) -> object:
    """How many advance orders of each seat wait."""
    return {seat: len(box) for seat, box in inbox.queue.items()}


def rules_on(kind: str) -> Callable[[Inbox], object]:
    """What the standing orders of each seat say for requests of a kind."""

    def told(inbox: Inbox) -> object:
        return {
            seat: [rule["then"] for rule in rules if rule["on"] == kind]
            for seat, rules in inbox.standing.items()
        }

    return told


def also_due(monkeypatch: pytest.MonkeyPatch, more: Callable[[Clerk], Iterable[str]]) -> None:
    """Have seats be due that are asked nothing."""
    due = Clerk._due

    def leaking(self: Clerk, outcome: Outcome) -> list[str]:
        return sorted({*due(self, outcome), *more(self)})

    monkeypatch.setattr(Clerk, "_due", leaking)


def in_refusals(
    monkeypatch: pytest.MonkeyPatch, told: Callable[[Data, str], object], *kinds: type[Request]
) -> None:
    """Have refusals of these requests say what a State holds, beside what they say of a seat's own
    orders.

    told: (State, the seat that is refused) -> what it must not know."""
    view = Game.view

    def knowing(self: Game, seat: str) -> View:
        seen = view(self, seat)
        return seen._replace(public={**seen.public, "told": told(self.state, seat)})

    def telling_judge(judge: Callable[..., Judgement]) -> Callable[..., Judgement]:
        def judged(self: Request, view: View, answer: Any) -> Judgement:
            found = judge(self, view, answer)
            if found.faults:
                found.add(Fault(NOT_ALLOWED, (), f"it holds {view.public.get('told')}", ""))
            return found

        return judged

    monkeypatch.setattr(Game, "view", knowing)
    for kind in kinds:
        monkeypatch.setattr(kind, "judge", telling_judge(kind.judge))


def turned_about(public: Data) -> None:
    """Have the keys of an event come the other way round."""
    items = list(public.items())[::-1]
    public.clear()
    public.update(items)


def unsorted_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports write keys as they come, as they did once."""

    def compact(data: Data) -> str:
        return json.dumps(data, separators=(",", ":"), ensure_ascii=True)

    monkeypatch.setattr("referee.views.ordered", copied)
    monkeypatch.setattr("referee.report.report_file._compact", compact)


class Placed(Twins):
    """Pairs that begin in a position of the test's own."""

    start: Callable[[], Data]

    def table(self) -> Twin:
        """A game in that position."""
        table = super().table()
        state = table.clerk.game.state
        options = dict(state["public"]["options"])
        state.update(self.start())
        state["public"]["options"] = options
        return table
