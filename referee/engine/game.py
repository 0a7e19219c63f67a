"""Runs the rules: takes one step after the other until an answer is missing or the game is over."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.engine.plain import copied
from referee.engine.request import Data, Request, View
from referee.engine.rules import Step
from referee.engine.table import Ask, NoDice, ReplayDiffers, State, Table, view_of
from referee.proof.canonical import typed_digest

if TYPE_CHECKING:
    from referee.engine.rules import Rules
    from referee.engine.words import Answer
    from referee.proof.dice import Dice

#: Takes the requests of one Ask that are not forced; returns an answer to each, or None to stop.
Supply = Callable[[Sequence[Request], Callable[[str], View]], "Sequence[Answer] | None"]

#: the name of the game turn, from the public part of the State
Turn = Callable[[Data], str]

#: more steps than ever follow each other without an answer, and more than any run takes with all
#: its answers; beyond, the sequence of play must be going round in circles
STEPS_AT_MOST, RUN_AT_MOST = 10_000, 1_000_000


class Turned(NamedTuple):
    """A game turn that ended in a run.

    turn: its name; at: how many public events of the run belong to it; told: its events of
    earlier runs, ``{kind, public, own}`` each."""

    turn: str
    at: int
    told: list[Data]


@dataclass
class Outcome:
    """What one run did: events and rolls in order, answers as used, open requests.

    turned: whether it ended because a game turn ended; turns: the game turns that ended in it."""

    events: list[Data] = field(default_factory=list)
    rolls: list[Data] = field(default_factory=list)
    sealed_rolls: list[Data] = field(default_factory=list)
    answers: list[Data] = field(default_factory=list)
    asked: list[Request] = field(default_factory=list)
    over: bool = False
    turned: bool = False
    turns: list[Turned] = field(default_factory=list)


class Game:
    """A game in progress: the State, and the open step if there is one.

    keep: whether the open step can be saved (`saved`); random play is faster without.
    """

    def __init__(self, rules: Rules, state: State, keep: bool = True) -> None:
        self.rules = rules
        self.state = state
        self._keep = keep
        #: makes the table for a step; the blind test has its own
        self.sits: Callable[[State, str, Sequence[Data]], Table] = Table
        self._step: Step | None = None
        #: what the open step was given when it began, and what the next one will be given
        self._given: Sequence[Data] = ()
        self._first: Sequence[Data] = ()
        self._base: State | None = None
        self._table: Table | None = None
        self._code: Coroutine[Ask, Any, None] | None = None
        self._asked: Ask | None = None
        #: how many times the open step was given answers: a restart has to replay them
        self.answered = 0
        #: the events of the current game turn, and how many came before the open step
        self._told: list[Data] = []
        self._begun = 0

    @classmethod
    def restored(cls, rules: Rules, saved: Data) -> Game:
        """The game that `saved` came from; the open step is replayed up to where it was.

        Raises ReplayDiffers if the rules now do something else."""
        game = cls(rules, saved["state"])
        if saved["step"] is None:
            game._first = saved["records"]
        else:
            game._begin(Step(**saved["step"]), saved["records"])
            game._replay()
        game._told, game._begun = list(saved["told"]), saved["begun"]
        if typed_digest(game.state) != saved["stands"]:
            raise ReplayDiffers("the replayed step leads to another position than before")
        return game

    def saved(self) -> Data:
        """Plain data from which `restored` makes this game again."""
        if self._step is None or self._table is None:
            state, step, records = self.state, None, list(self._first)
        else:
            state, step, records = self._base or {}, plain(self._step), self._table.records
        return {
            "state": state,
            "step": step,
            "records": records,
            "stands": typed_digest(self.state),
            "told": self._told,
            "begun": self._begun,
        }

    def view(self, seat: str) -> View:
        """What that seat may know now."""
        return view_of(self.state, seat)

    def open_requests(self) -> list[Request]:
        """Everything that is asked now."""
        if self._asked is None:
            return []
        public = self.state["public"]
        return [r for r in self._asked.requests if r.forced(public) is None]

    def run(
        self, dice: Dice | None, supply: Supply, turn: Turn | None = None, halts: bool = False
    ) -> Outcome:
        """Continue as far as there are answers.

        dice: of this run; None before the first run, where a step that needs dice waits.
        supply: see `Supply`; turn: names the game turn: then the events of each turn are kept
        until it ends; halts: whether the run must end when a turn ends: then what follows is still
        asked, but not answered or rolled for.
        Raises RuntimeError for rules that never come to an end."""
        outcome, earlier = Outcome(), list(self._told)
        now = turn and turn(self.state["public"])
        alone = 0
        for number in range(RUN_AT_MOST):
            if alone == STEPS_AT_MOST:
                raise RuntimeError(f"more than {number} steps in a run")
            if turn and self._code is None and (then := turn(self.state["public"])) != now:
                outcome.turns.append(Turned(str(now), _public(outcome.events), earlier))
                self._told, earlier, now = _hidden_last(outcome.events), [], then
                if halts:
                    outcome.turned, dice, supply = True, None, _nobody_answers
            if self._code is None and not self._next():
                outcome.over = True
                return outcome
            told = len(outcome.events)
            going = self._drive(dice, supply, outcome)
            alone = 0 if self.answered else alone + 1
            if turn:
                self._told += [_kept(event) for event in outcome.events[told:]]
            if not going:
                return outcome
        raise RuntimeError(f"more than {RUN_AT_MOST} steps in a run")

    def close(self) -> None:
        """Abandon the open step; do not use the object afterwards."""
        if self._table is not None:
            self._table.close()
        if self._code is not None:
            self._code.close()

    def _next(self) -> bool:
        step = self.rules.next_step(self.state["public"])
        if step is not None:
            first, self._first = self._first, ()
            self._begin(step, first)
        return step is not None

    def _begin(self, step: Step, records: Sequence[Data]) -> None:
        self._step, self._given = step, records
        self._base = copied(self.state) if self._keep else None
        self._table = self.sits(self.state, step.scope, records)
        self._code = self.rules.steps[step.name](self._table, **step.args)
        self._asked, self.answered, self._begun = None, 0, len(self._told)

    def _end(self) -> None:
        if self._table is not None:
            self._table.close()
        self._step = self._base = self._table = self._code = self._asked = None

    def _drive(self, dice: Dice | None, supply: Supply, outcome: Outcome) -> bool:
        """Run the open step; return whether it is finished."""
        assert self._table is not None
        self._table.use(dice)
        try:
            while True:
                answers = self._answers(supply, outcome) if self._asked else None
                if self._asked and answers is None:
                    outcome.asked = self.open_requests()
                    return False
                if not self._send(answers):
                    return True
        except NoDice:
            self._undo()
            return False
        finally:
            self._collect(outcome)
            if self._code is None:
                self._end()

    def _send(self, answers: list[Answer] | None) -> bool:
        """Give answers to the step; return whether it asks for more."""
        assert self._code is not None
        assert self._table is not None
        try:
            self._asked = self._code.send(answers)
        except StopIteration:
            self._code = None
        self._table.check_told()
        return self._code is not None

    def _resend(self, answers: list[Answer] | None) -> bool:
        """Give recorded answers; all dice up to the next question must be recorded too."""
        try:
            return self._send(answers)
        except NoDice:
            raise ReplayDiffers("the open step wants dice that are not recorded") from None

    def _answers(self, supply: Supply, outcome: Outcome) -> list[Answer] | None:
        assert self._asked is not None and self._table is not None
        if self._table.replaying:
            return self._recalled()
        public = self.state["public"]
        forced = [r.forced(public) for r in self._asked.requests]
        wanted = [r for r, known in zip(self._asked.requests, forced, strict=True) if known is None]
        given = supply(wanted, self.view) if wanted else []
        if given is None:
            return None
        told = zip(wanted, given, strict=True)
        outcome.answers += [{"request": r.data(), "answer": answer} for r, answer in told]
        left = iter(given)
        answers = [next(left) if known is None else known for known in forced]
        self.answered += bool(wanted)
        if self._keep:
            asked = asked_digest(self._asked)
            self._table.records.append({"what": "answers", "asked": asked, "answers": answers})
        return copied(answers) if self._keep else answers  # the step gets no part of the record

    def _replay(self) -> None:
        """Give back the recorded answers, so that the step is where it was."""
        assert self._table is not None
        answers = None
        while self._resend(answers):
            assert self._asked is not None
            if not self._table.replaying:
                self._table.events = []  # they were reported when this happened the first time
                return
            answers = self._recalled()
        raise ReplayDiffers("the open step ends where it had asked for an answer")

    def _recalled(self) -> list[Answer]:
        """The recorded answers to what is asked now; ReplayDiffers if they answer something
        else."""
        assert self._asked is not None and self._table is not None
        record = self._table.recorded({"what": "answers", "asked": asked_digest(self._asked)})
        self.answered += 1
        answers: list[Answer] = copied(record["answers"])
        return answers

    def _collect(self, outcome: Outcome) -> None:
        """Move what the table has logged into the run's outcome."""
        assert self._table is not None
        before = len(outcome.rolls)
        for event in self._table.events:
            if event.get("rolls"):
                event["rolls"] = [before + index for index in event["rolls"]]
        outcome.events += self._table.events
        outcome.rolls += self._table.rolls
        outcome.sealed_rolls += self._table.sealed_rolls
        self._table.events, self._table.rolls, self._table.sealed_rolls = [], [], []

    def _undo(self) -> None:
        """Restore the State as it was when the open step began, and drop the step."""
        assert self._table is not None and self._base is not None
        self._table.events, self._table.untold = [], []
        self._table.close()
        self.state.clear()
        self.state.update(self._base)
        self._code, self._first = None, self._given


def _nobody_answers(requests: Sequence[Request], view: Callable[[str], View]) -> None:
    """A `Supply` that stops at the first question."""


def _public(events: Sequence[Data]) -> int:
    """How many events everyone reads."""
    return sum(event["public"] is not None for event in events)


def _hidden_last(events: Sequence[Data]) -> list[Data]:
    """The events behind the last public one.  By a report they may be of the turn that has ended
    or of the next; they are counted to the next."""
    hidden = itertools.takewhile(lambda event: event["public"] is None, reversed(events))
    return [_kept(event) for event in hidden][::-1]


def _kept(event: Data) -> Data:
    """An event without its rolls, which are of its run."""
    return {key: event[key] for key in ("kind", "public", "own")}


def plain(step: Step) -> Data:
    """A step as plain data."""
    return {"name": step.name, "scope": step.scope, "args": dict(step.args)}


def asked_digest(ask: Ask) -> str:
    """A digest that distinguishes one recorded question from another."""
    return typed_digest([request.data() for request in ask.requests])
