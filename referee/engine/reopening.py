"""Reopening the open step under other rules, with the same answers and rolls up to the first
difference.

Records after the difference are void.  The step is then played again in the next run, whose dice
take over where the recorded ones end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.engine.game import Game, plain
from referee.engine.plain import copied
from referee.engine.request import Data, Request, View
from referee.engine.rules import Rules, Step
from referee.engine.table import NoDice, ReplayDiffers
from referee.engine.words import Answer
from referee.proof.canonical import typed_digest

#: What can differ first: which step is open; a record (it is not asked for, or the answer is no
#: longer legal); what follows the last record; the position there; what is asked there.
STEP, RECORD, MORE, POSITION, ASKED = "step", "record", "more", "position", "asked"

#: whether the request accepts an answer from a seat with this View
Good = Callable[[Request, View, Answer], bool]


class Difference(NamedTuple):
    """Where other rules first do something else: how many records stay, and what differs."""

    kept: int
    what: str


def reopened(
    rules: Rules, saved: Data, asked: Sequence[Data], good: Good
) -> tuple[Game, Difference | None]:
    """A game saved under other rules, now under these.

    asked: the requests that its players were last told of, as plain data.
    If there is a difference, the open step is put back to its beginning; the next run plays it
    with the records that stay.  Exceptions from the rules are passed on."""
    saved = copied(saved)
    difference = _difference(rules, saved, asked, good)
    if difference is not None:
        records = saved["records"][: difference.kept]
        stands = typed_digest(saved["state"])
        # The step tells everything again, and what it has told before does not count.
        told = saved["told"][: saved["begun"]]
        saved |= {"step": None, "records": records, "stands": stands, "told": told}
    return Game.restored(rules, saved), difference


def _difference(rules: Rules, saved: Data, asked: Sequence[Data], good: Good) -> Difference | None:
    begun, records = saved["step"], saved["records"]
    if begun is None and not records:
        return None  # no step is open
    state = copied(saved["state"])
    step = rules.next_step(state["public"])
    if step is None or (begun is not None and typed_digest(plain(step)) != typed_digest(begun)):
        return Difference(0, STEP)
    walk = _Walk(rules, state, good)
    try:
        return walk.through(step, records, saved["stands"] if begun else None, asked)
    finally:
        walk.close()


class _Walk(Game):
    """A game that replays the records of its open step as far as they can be used."""

    def __init__(self, rules: Rules, state: Data, good: Good) -> None:
        super().__init__(rules, state, keep=False)
        self._good = good

    def through(
        self, step: Step, records: Sequence[Data], stands: str | None, asked: Sequence[Data]
    ) -> Difference | None:
        """Replay all records; return where they first cannot be used, None if all can.

        stands: digest of the position after them; None if it and `asked` are not to be compared,
        because the step was going to be repeated anyway."""
        self._begin(step, records)
        assert self._table is not None
        served, going = self._serve()
        if served is not None:
            return Difference(served, RECORD)
        if stands is None:
            return None
        kept = len(records)
        if not going:
            return Difference(kept, MORE)
        if typed_digest(self.state) != stands:
            return Difference(kept, POSITION)
        told = [request.data() for request in self.open_requests()] == list(asked)
        return None if told else Difference(kept, ASKED)

    def _serve(self) -> tuple[int | None, bool]:
        """How many records can be used, None if all, and whether the step then asks for answers."""
        table, answers = self._table, None
        assert table is not None
        try:
            while going := self._send(answers):
                if not table.replaying:
                    break
                answers = self._recalled()
                if not self._legal(answers):
                    return len(table.records) - 1, True
        except ReplayDiffers:
            return len(table.records), True
        except NoDice:
            return None, False
        return (len(table.records) if table.replaying else None), going

    def _legal(self, answers: list[Answer]) -> bool:
        """Whether all answers to what is asked are still legal."""
        assert self._asked is not None
        public = self.state["public"]
        for request, answer in zip(self._asked.requests, answers, strict=True):
            forced = request.forced(public)
            if forced is not None and forced != answer:
                return False
            if forced is None and not self._good(request, self.view(request.seat), answer):
                return False
        return True
