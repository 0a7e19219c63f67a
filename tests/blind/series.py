"""What series of pairs share: standing orders that players have left, what holds of all pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.engine.rules import Ruleset
from referee.lab.twins.following import Table
from referee.lab.twins.twins import FOREVER, Pair
from tests.rules.random_standing import rules_of
from tests.support.seeds import count

#: runs of a pair that are compared: a share in the suite, with --long all
MOST = count(20, FOREVER)


def with_rules(table: Table, ruleset: Ruleset, seats: Iterable[str], raw: list[Any]) -> Table:
    """The same table, where these seats have left standing orders, as a file has them."""
    for seat in seats:
        table.clerk.inbox.standing[seat] = rules_of(ruleset, seat, raw)
    return table


def alike(pairs: list[Pair], runs: int, differ: tuple[int, int] = (2, 3)) -> None:
    """No pair leaks, most have something to tell apart, and enough was compared.

    runs: how many a pair, on average; differ: how many pairs out of how many have something."""
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= len(pairs) * differ[0] // differ[1]
    assert sum(pair.runs for pair in pairs) >= runs * len(pairs)


def seeds(*few: int) -> Iterable[int]:
    """Those of pairs that are chosen because they are short; with --long a thousand."""
    return range(1000) if count(0, 1) else few
