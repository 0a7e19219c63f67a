"""Reopening the open step under other rules: the same answers and rolls to the first difference.

What was recorded behind it is void.  The step is then gone through again in the next run, whose
dice take over where the recorded ones end.
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

#: What can be different first: the step that comes now; a record (it is not asked for, or an answer
#: is not legal any more); what follows the last record; the position there; what is asked there.
STEP, RECORD, MORE, POSITION, ASKED = "step", "record", "more", "position", "asked"

#: Whether an answer is one that the request takes from a seat with this View.
Good = Callable[[Request, View, Answer], bool]


class Difference(NamedTuple):
    """Where other rules first do something else: how many records stay, what is different."""

    kept: int
    what: str


def reopened(
    rules: Rules, saved: Data, asked: Sequence[Data], good: Good
) -> tuple[Game, Difference | None]:
    """A game that other rules have saved, under these.

    asked: the requests that its players were told of last, as plain data.
    With a difference the open step is put back to its beginning; the next run goes through it
    with the records that stay.  Whatever the rules raise goes through."""
    saved = copied(saved)
    difference = _difference(rules, saved, asked, good)
    if difference is not None:
        records = saved["records"][: difference.kept]
        stands = typed_digest(saved["state"])
        saved = {"state": saved["state"], "step": None, "records": records, "stands": stands}
    return Game.restored(rules, saved), difference


def _difference(rules: Rules, saved: Data, asked: Sequence[Data], good: Good) -> Difference | None:
    begun, records = saved["step"], saved["records"]
    if begun is None and not records:
        return None  # nothing is open
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
    """A game that goes through the records of its open step as far as they serve."""

    def __init__(self, rules: Rules, state: Data, good: Good) -> None:
        super().__init__(rules, state, keep=False)
        self._good = good

    def through(
        self, step: Step, records: Sequence[Data], stands: str | None, asked: Sequence[Data]
    ) -> Difference | None:
        """Go through all records; where they do not serve, None if all do.

        stands: digest of the position behind them; None if it and `asked` are not to be compared,
        because the step was to be gone through again anyway."""
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
        """How many records serve, None if all do, and whether the step then asks for answers."""
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
        """Whether all answers to what is asked are still what their seats may answer."""
        assert self._asked is not None
        public = self.state["public"]
        for request, answer in zip(self._asked.requests, answers, strict=True):
            forced = request.forced(public)
            if forced is not None and forced != answer:
                return False
            if forced is None and not self._good(request, self.view(request.seat), answer):
                return False
        return True
