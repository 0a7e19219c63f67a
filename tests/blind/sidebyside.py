"""Two games that begin in positions of a test's own and are alike for one seat, the watcher.

The positions are written as in rule cases; the public part and the watcher's part must be equal.
After every run all that the watcher gets from the one game is compared with the other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine.request import Data, Request
from referee.engine.words import Answer
from referee.lab.twins.following import Table
from referee.lab.twins.twins import Pair, Twins
from referee.orders.order_lines import parse_lines
from referee.report.text import render
from referee.ruleset import load
from tests.blind.series import with_rules
from tests.rules.julius_caesar.adapter import ADAPTER, CaesarVariation

TWINS = Twins(load("julius-caesar"), CaesarVariation(), "campaign")


#: a battle that Caesar wins at Rome with three legions, if Pompey passes and two of them fire
AT_ROME: Data = {
    "phase": "battles",
    "first": "caesar",
    "caesar": {"Rome": [f"Legio {number} from Neapolis" for number in (7, 10, 11)]},
    "pompey": {"Rome": ["Auxilia 3/1"], "Utica": ["Legio 39"]},
    "caesar hand": ["3/1", "2/1"],
    "pompey hand": ["2/2", "1/2"],
}


class Two(NamedTuple):
    """What a seat orders in the first game, and in the second."""

    first: list[Any]
    second: list[Any]


class Told(AssertionError):
    """The watcher gets something else from the one game than from the other."""


class SideBySide:
    """Both games, from their first run on.

    before: what is the same; first, second: what is not."""

    def __init__(self, watcher: str, before: Data, first: Data, second: Data) -> None:
        self.watcher = watcher
        (self.hidden,) = (seat for seat in TWINS.ruleset.seats if seat != watcher)
        before = {"scenario": "campaign", **before}
        self.tables = [_table({**before, **more}) for more in (first, second)]
        states = [table.clerk.game.state for table in self.tables]
        assert states[0]["public"] == states[1]["public"], "everybody would see the difference"
        assert states[0]["seats"][watcher] == states[1]["seats"][watcher]
        self.chance = random.Random(1)
        self.play()

    def play(self, **orders: list[Any] | Two) -> None:
        """One run in each; both tell the watcher the same, byte for byte."""
        self._run(
            [
                {
                    seat: _answer(table, seat, lines[number] if isinstance(lines, Two) else lines)
                    for seat in table.clerk.position.due
                    for lines in [orders.get(seat, [])]
                }
                for number, table in enumerate(self.tables)
            ]
        )

    def _run(self, answers: Sequence[dict[str, Answer | None]]) -> None:
        self.sheets = [table.play(one) for table, one in zip(self.tables, answers, strict=True)]
        first, second = (sheet[self.watcher] for sheet in self.sheets)
        tables = (self.tables[0], self.tables[1])
        pair = Pair(self.hidden, self.watcher)
        TWINS._compare(tables, (first, second), pair, self.chance)
        if pair.leaks:
            raise Told(pair.leaks)
        assert self.asked() == self.asked(1)

    def answer(self, seat: str, first: Answer, second: Answer | None = None) -> None:
        """One run in each, with answers in ids; the second as the first if it is not given."""
        self._run([{seat: first}, {seat: first if second is None else second}])

    def rule(self, seat: str, standing: list[Any]) -> None:
        """A seat leaves the same standing orders with the referee of both games."""
        for table in self.tables:
            with_rules(table, TWINS.ruleset, [seat], standing)

    def differ(self) -> bool:
        """Whether there is something that the watcher does not know."""
        one, two = (table.clerk.game.state["seats"][self.hidden] for table in self.tables)
        return bool(one != two)

    def asked(self, number: int = 0) -> dict[str, str]:
        """Who is asked what in one of the games: seat -> kind."""
        requests = self.tables[number].clerk.game.open_requests()
        return {request.seat: request.kind for request in requests}

    def request(self, seat: str) -> Request:
        """What a seat is asked, in the first game."""
        return self.tables[0].clerk.basis().asked[seat]

    def text(self, seat: str = "") -> str:
        """The report of a seat, the watcher's if none is named, from the first game."""
        sheet = self.sheets[0][seat or self.watcher]
        charter = TWINS.charter
        lines = render(sheet, charter.offer, charter.insecure, TWINS.ruleset)
        return "\n".join(lines)


def _table(before: Data) -> Table:
    """A game of which no run is made yet, in a position."""
    table = TWINS.table()
    state = table.clerk.game.state
    options = dict(state["public"]["options"])
    state.update(ADAPTER.start(before))
    state["public"]["options"] = options
    return table


def _answer(table: Table, seat: str, lines: list[Any]) -> list[Any] | None:
    """Lines as they stand in an order file; None where nothing is asked yet."""
    request = table.clerk.basis().asked.get(seat)
    if request is None:
        return None
    answer, faults = parse_lines(lines, request.words, TWINS.ruleset.rules.names(seat))
    assert answer is not None, faults
    judged = request.judge(table.clerk.game.view(seat), answer)
    assert judged.faults == []
    return list(answer)
