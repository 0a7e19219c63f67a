"""What the tests of planted leaks share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.engine.plain import copied
from referee.engine.table import Table
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
