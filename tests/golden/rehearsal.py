"""Games in memory with the very dice that they will have in a folder, to find golden games.

Only signatures and reports are left out, so a game that is found here goes the same way there.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from referee.desk.clerk import Clerk
from referee.desk.mailed import Mailed
from referee.desk.opening import seated
from referee.desk.selfplay import legal_sample
from referee.engine.chains import Chain
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.engine.words import Answer
from referee.post.lines import write_lines
from referee.post.papers import Charter
from referee.post.standing import parse_standing
from tests.golden.replay import keys_of
from tests.golden.wanted import Wanted

#: longer games are given up
RUNS_AT_MOST = 120


class Rehearsal:
    """A wanted game in memory.

    drafts: for each run, what the seats that are due write; told: kinds of all public events;
    stopped: kinds of the requests that stopped it."""

    def __init__(self, ruleset: Ruleset, wanted: Wanted, seed: int, name: str) -> None:
        self.ruleset, self.wanted = ruleset, wanted
        self.charter, self._chains = self._opened(seed, name)
        self.clerk, _ = Clerk.opened(self.charter, ruleset)
        self.drafts: list[list[Data]] = []
        self.told: set[str] = set()
        self.stopped: set[str] = set()
        self._chance = random.Random(f"golden {name} {seed}")

    def _opened(self, seed: int, name: str) -> tuple[Charter, dict[str, Chain]]:
        """The charter and the chain of each party."""
        keys = keys_of(seed, list(self.ruleset.seats))
        chosen = (self.wanted.scenario, self.wanted.options, seed)
        return seated(self.ruleset, keys, name, *chosen)

    def play(self) -> bool:
        """Play to the end; whether it is the game that is wanted."""
        while not self.clerk.position.over and self.clerk.position.run < RUNS_AT_MOST:
            self._run()
        told = self.told.issuperset(self.wanted.tells)
        told = told and self.stopped.issuperset(self.wanted.stops)
        return told and self.ruleset.result(self.public) == self.wanted.result

    @property
    def public(self) -> Data:
        """The public part of the position."""
        public: Data = self.clerk.game.state["public"]
        return public

    def _run(self) -> None:
        basis = self.clerk.basis()
        self.stopped |= {basis.asked[seat].kind for seat in basis.due if seat in basis.asked}
        standing = {s: self.wanted.standing(self.public, basis.run, s) for s in basis.due}
        answers = self._answers(standing)
        self.drafts.append([self._draft(seat, answers[seat], standing[seat]) for seat in answers])
        made = self._make_run(self.clerk, answers, standing)
        self.told |= {event["kind"] for event in made.public["events"]}

    def _answers(self, standing: dict[str, list[Any] | None]) -> dict[str, Answer | None]:
        """An answer of each seat that is due, None where nothing is asked of it."""
        basis = self.clerk.basis()
        answers: dict[str, Answer | None] = dict.fromkeys(basis.due)
        offers: dict[str, list[Answer]] = {}
        for seat in [seat for seat in basis.due if seat in basis.asked]:
            request, view = basis.asked[seat], basis.views[seat]
            tries = self.wanted.tries.get(seat, 1)
            offers[seat] = [legal_sample(request, view, self._chance) for _ in range(tries)]
            answers[seat] = offers[seat][0]
        for seat, found in offers.items():
            if len(found) > 1:
                answers[seat] = max(
                    found, key=lambda a: self._worth({**answers, seat: a}, standing)
                )
        return answers

    def _worth(
        self, answers: dict[str, Answer | None], standing: dict[str, list[Any] | None]
    ) -> int:
        """Of the position that these answers lead to."""
        saved = copy.deepcopy(self.clerk.saved())
        trial = Clerk.restored(self.charter, self.ruleset, saved)
        self._make_run(trial, answers, standing)
        public: Data = trial.game.state["public"]
        return self.wanted.worth(public)

    def _make_run(
        self,
        clerk: Clerk,
        answers: dict[str, Answer | None],
        standing: dict[str, list[Any] | None],
    ) -> Entry:
        """Make a run by these files; its entry."""
        number = clerk.position.run + 1
        for seat, answer in answers.items():
            known = clerk.position.links[f"seat/{seat}"][1]
            header = {"dice": self._chains[f"seat/{seat}"].link(int(known) + 1).hex()}
            rules = self._rules(seat, standing[seat])
            clerk.mailroom.take(Mailed(seat, "", "", header, [], answer, 1, standing=rules))
        links = (self._chains[party].link(number) for party in ("host", "sealed"))
        return clerk.make_run(*links)

    def _rules(self, seat: str, standing: list[Any] | None) -> list[Data] | None:
        if standing is None:
            return None
        rules, faults = parse_standing(standing, self.ruleset, seat)
        assert not faults, faults
        return rules

    def _draft(self, seat: str, answer: Answer | None, standing: list[Any] | None) -> Data:
        """The order file of a seat as it would write it."""
        orders: list[Any] = []
        if answer is not None:
            words = self.clerk.basis().asked[seat].words
            orders = write_lines(answer, words, self.ruleset.names(seat))
        more = {} if standing is None else {"standing": standing}
        return {"referee": "1", "kind": "orders", "seat": seat, "orders": orders, **more}
