"""Two games: the second follows the first as far as its variation allows, and each notes what it
is asked (for `referee.lab.twins.twins`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox
from referee.adjudicate.letters import Mailed
from referee.engine import table as engine
from referee.engine.plain import copied
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.table import State
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.proof.chains import Chain, Link

#: how many times the second game tries to follow the first in what it shows
ALIGNED = 0.8

Answers = dict[str, Answer | None]
NOTHING: Mapping[str, Data] = MappingProxyType({})


class Put(NamedTuple):
    """A request that came up in a run, the same to everyone in both games.

    answered: whether something answered it; seen: what everyone sees of the answer."""

    request: Data
    answered: bool
    seen: object


class Noting(Inbox):
    """An inbox that notes what it is asked."""

    def __init__(self, ruleset: Ruleset, variation: Variation) -> None:
        super().__init__(ruleset)
        self.variation = variation
        self.noted: list[Put] = []

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """Answer as usual, and note it."""
        answers = super().supply(requests, view)
        for i, r in enumerate(requests):
            seen = answers and self.variation.seen(r, view(r.seat), answers[i])
            self.noted.append(Put(r.data(), answers is not None, seen))
        return answers


class Moment(NamedTuple):
    """The start of a step of the first game, or a sealed draw: its scope or label, what was drawn,
    and the state at that time."""

    what: str
    picked: list[str]
    state: State


@dataclass
class Lead:
    """What the second game follows of the first in a run."""

    variation: Variation
    hidden: str
    chance: random.Random
    moments: list[Moment] = field(default_factory=list)

    def of(self, what: str) -> Moment | None:
        """The next moment of the first game, if the second has the same."""
        known = self.moments.pop(0) if self.moments else None
        return known if known and known.what == what else None


class Leading(engine.Table):
    """A table of the first game; it records what the second follows."""

    def __init__(self, lead: Lead, state: State, scope: str, records: Sequence[Data]) -> None:
        super().__init__(state, scope, records)
        self.lead = lead
        lead.moments.append(Moment(scope, [], copied(state)))

    def draw(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        """Draw as usual, and record it."""
        picked = super().draw(label, count, items)
        self.lead.moments.append(Moment(label, picked, copied(self.state)))
        return picked


class Led(engine.Table):
    """A table of the second game; it shows and draws the same where its variation allows."""

    def __init__(self, lead: Lead, state: State, scope: str, records: Sequence[Data]) -> None:
        super().__init__(state, scope, records)
        self.lead = lead
        first = lead.of(scope)
        if first and lead.chance.random() < ALIGNED:
            lead.variation.align(state, first.state, lead.hidden)

    def draw(
        self, label: str, count: int, items: Sequence[str], hoped: Sequence[str] = ()
    ) -> list[str]:
        """What the first game drew, if possible."""
        picked = super().draw(label, count, items)
        if (first := self.lead.of(label)) is None:
            return picked
        led = self.lead.variation.lead(self.state, first.state, label, first.picked)
        return picked if led is None else list(led)


@dataclass
class Table:
    """One of the twins."""

    clerk: Clerk
    chains: dict[str, Chain]

    def play(self, answers: Answers, more: Mapping[str, Data] = NOTHING) -> dict[str, Data]:
        """Make the next run; the sheet of every seat.

        more: seat -> what its file contains besides the answer, as keys of `Mailed`."""
        run = self.clerk.position.run + 1
        for seat, answer in answers.items():
            header = {"seat": seat, "dice": self.link(seat), "run": str(run), "body": "0" * 64}
            known = more.get(seat, {})
            self.clerk.inbox.take(Mailed(seat, "", "", header, [], answer, 1, **known))
        if isinstance(self.clerk.inbox, Noting):
            self.clerk.inbox.noted = []
        entry = self.clerk.make_run(self.chains["host"].link(run), self.chains["sealed"].link(run))
        return {seat: self.clerk.sheet(entry, seat) for seat in self.clerk.charter.seats}

    def link(self, seat: str) -> str:
        """The link in the seat's next file."""
        party = f"seat/{seat}"
        number = Link.of(self.clerk.position.links[party]).following
        return self.chains[party].link(number).hex()

    @property
    def noted(self) -> list[Put]:
        """What was asked in the last run."""
        inbox = self.clerk.inbox
        return inbox.noted if isinstance(inbox, Noting) else []
