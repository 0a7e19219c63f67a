"""Games in memory with the very dice that they will have in a folder, to find golden games.

Only signatures and reports are left out, so a game that is found here goes the same way there.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import NEXT
from referee.adjudicate.letters import Mailed
from referee.charter.papers import Charter
from referee.engine.entry import Entry
from referee.engine.request import Data
from referee.engine.rules import Ruleset
from referee.engine.words import Answer
from referee.host.opening import seated
from referee.lab.selfplay import legal_sample
from referee.orders.advance import AdvanceOrder, parse_next, timed
from referee.orders.order_file import YES
from referee.orders.order_lines import parse_lines, write_lines
from referee.orders.standing_list import parse_standing
from referee.proof.chains import Chain
from tests.golden.replay import keys_of, result_of
from tests.golden.wanted import Wanted

#: longer games are given up
RUNS_AT_MOST = 160


class Rehearsal:
    """A wanted game in memory.

    drafts: for each run, what its seats write, those that are not due first; told: kinds of all
    public events; stopped: kinds of the requests that stopped it; by_next: of those that an answer
    of a ``next`` answered."""

    def __init__(self, ruleset: Ruleset, wanted: Wanted, seed: int, name: str) -> None:
        self.ruleset, self.wanted = ruleset, wanted
        self.charter, self._chains = self._opened(seed, name)
        self.clerk, _ = Clerk.opened(self.charter, ruleset)
        self.drafts: list[list[Data]] = []
        self.told: set[str] = set()
        self.stopped: set[str] = set()
        self.by_next: set[str] = set()
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
        told = told and self.by_next.issuperset(self.wanted.nexts)
        told = told and self.wanted.holds(self.public)
        return told and result_of(self.clerk) == self.wanted.result

    @property
    def public(self) -> Data:
        """The public part of the position."""
        public: Data = self.clerk.game.state["public"]
        return public

    def _run(self) -> None:
        basis = self.clerk.basis()
        self.stopped |= {basis.asked[seat].kind for seat in basis.due if seat in basis.asked}
        ahead = [self._sent_ahead(seat) for seat in basis.views if seat not in basis.due]
        beside = {seat: self._beside(seat) for seat in basis.due}
        answers = self._answers(beside)
        files = [self._draft(seat, answers[seat], beside[seat]) for seat in answers]
        self.drafts.append([file for file in ahead if file] + files)
        made = self._make_run(self.clerk, answers, beside)
        self.told |= {event["kind"] for event in made.public["events"]}
        used = [told for part in made.own.values() for told in part.get("answered", [])]
        self.by_next |= {told["on"] for told in used if told["by"] == NEXT}

    def _beside(self, seat: str) -> Data:
        """What a seat that is due writes beside its orders."""
        basis = self.clerk.basis()
        standing = self.wanted.standing(self.public, basis.run, seat)
        more = {} if standing is None else {"standing": standing}
        return {**more, **self.wanted.also(basis.views[seat], basis.run, True)}

    def _sent_ahead(self, seat: str) -> Data:
        """The advance file of a seat that is not due, which counts at once; {} for none."""
        basis = self.clerk.basis()
        also = self.wanted.also(basis.views[seat], basis.run, False)
        if not also:
            return {}
        self.clerk.inbox.take(self._mailed(seat, {}, None, also, advance=True))
        return {**_head(seat), **also}

    def _answers(self, beside: dict[str, Data]) -> dict[str, Answer | None]:
        """An answer of each seat that is due, None where nothing is asked of it, or it resigns."""
        basis = self.clerk.basis()
        answers: dict[str, Answer | None] = dict.fromkeys(basis.due)
        offers: dict[str, list[Answer]] = {}
        due = [seat for seat in basis.due if seat in basis.asked]
        for seat in [seat for seat in due if "resign" not in beside[seat]]:
            asked = self.ruleset.rules, basis.asked[seat], basis.views[seat]
            tries = self.wanted.tries.get(seat, 1)
            offers[seat] = [legal_sample(*asked, self._chance) for _ in range(tries)]
            offers[seat] += self._wishes(seat)
            answers[seat] = offers[seat][0]
        for seat, found in offers.items():
            if len(found) > 1:
                answers[seat] = max(found, key=lambda a: self._worth({**answers, seat: a}, beside))
        return answers

    def _wishes(self, seat: str) -> list[Answer]:
        """What a seat would rather order: of each wish the lines that are legal one after the
        other."""
        basis = self.clerk.basis()
        request, view = basis.asked[seat], basis.views[seat]
        names, found = self.ruleset.rules.names(seat), list[Answer]()
        for wish in self.wanted.wishes(request.kind, view):
            kept: Answer = []
            lines: list[Any] = []
            for line in wish:
                answer, faults = parse_lines([*lines, line], request.words, names, [])
                assert answer is not None, faults
                if not faults and not request.judge(view, answer).faults:
                    kept, lines = answer, [*lines, line]
            found += [kept] if kept else []
        return found

    def _worth(self, answers: dict[str, Answer | None], beside: dict[str, Data]) -> int:
        """Of the position that these answers lead to."""
        saved = copy.deepcopy(self.clerk.saved())
        trial = Clerk.restored(self.charter, self.ruleset, saved)
        self._make_run(trial, answers, beside)
        public: Data = trial.game.state["public"]
        return self.wanted.worth(public)

    def _make_run(
        self, clerk: Clerk, answers: dict[str, Answer | None], beside: dict[str, Data]
    ) -> Entry:
        """Make a run by these files; its entry."""
        number = clerk.position.run + 1
        for seat, answer in answers.items():
            known = clerk.position.links[f"seat/{seat}"][1]
            header = {"dice": self._chains[f"seat/{seat}"].link(int(known) + 1).hex()}
            clerk.inbox.take(self._mailed(seat, header, answer, beside[seat]))
        links = (self._chains[party].link(number) for party in ("host", "sealed"))
        return clerk.make_run(*links)

    def _mailed(
        self,
        seat: str,
        header: dict[str, str],
        answer: Answer | None,
        beside: Data,
        advance: bool = False,
    ) -> Mailed:
        """A file as the inbox has it."""
        return Mailed(
            *(seat, "", "", header, [], answer, 1),
            coming=self._coming(seat, beside.get("next", [])),
            standing=self._rules(seat, beside.get("standing")),
            resign=beside.get("resign") == YES,
            draw=beside.get("draw") == YES,
            advance=advance,
        )

    def _coming(self, seat: str, raw: list[Any]) -> list[AdvanceOrder]:
        coming, faults = parse_next(raw, self.ruleset, seat)
        if not faults:
            coming, faults = timed(coming, self.ruleset.calendar, self.public, draft=True)
        assert not faults, faults
        return coming

    def _rules(self, seat: str, standing: list[Any] | None) -> list[Data] | None:
        if standing is None:
            return None
        rules, faults = parse_standing(standing, self.ruleset, seat)
        assert not faults, faults
        return rules

    def _draft(self, seat: str, answer: Answer | None, beside: Data) -> Data:
        """The order file of a seat that is due as it would write it."""
        asked = self.clerk.basis().asked
        if answer is None and seat in asked:  # it resigns
            return {**_head(seat), **beside}
        names = self.ruleset.rules.names(seat)
        orders = [] if answer is None else write_lines(answer, asked[seat].words, names)
        return {**_head(seat), "orders": orders, **beside}


def _head(seat: str) -> Data:
    return {"referee": "1", "kind": "orders", "seat": seat}
