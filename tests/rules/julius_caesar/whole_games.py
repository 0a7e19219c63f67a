"""Whole games of Julius Caesar at random, with every piece counted at every question."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from referee.engine.game import Game, Outcome
from referee.engine.request import Request, View
from referee.engine.rules import Step
from referee.engine.words import Answer
from referee.proof.dice import Dice
from tests.rules.cases import tell
from tests.rules.julius_caesar.adapter import SEATS, board, rounds, ruleset, setup
from tests.support.beside import sample, template

Data = dict[str, Any]
WIDTH = 72


def check_pieces(state: Data) -> None:
    """Every block is somewhere, once; the public picture agrees with the seats' parts."""
    public, seats = state["public"], state["seats"]
    found = [block for seat in SEATS for block in seats[seat]["blocks"]]
    found += [block for seat in SEATS for block in seats[seat]["pool"]]
    found += [block for colour in board.COLOURS for block in public["dead"][colour]]
    found += [block for seat in SEATS for block in public["trophies"][seat]]
    assert sorted(found) == sorted(board.BLOCKS)
    assert len(found) == 63
    assert public["places"] == setup.counted(seats)
    assert public["pool"] == {seat: len(seats[seat]["pool"]) for seat in SEATS}
    for seat in SEATS:
        for block, here in seats[seat]["blocks"].items():
            assert here["strength"] in board.BLOCKS[block].steps
            assert board.may_stand(block, here["at"])
            assert here["from"] is None or here["at"] in public["attacks"]
    for place in public["attacks"]:
        assert public["phase"] in ("command", "battles")
        assert place in public["places"]
    if public["battle"] is not None:
        check_battle(public["battle"], seats)


def check_battle(battle: Data, seats: Data) -> None:
    """Face-up blocks are those that stand there, less the reserves of round 1."""
    for block, shown in battle["blocks"].items():
        here = seats[shown["player"]]["blocks"][block]
        assert (here["at"], here["strength"]) == (battle["place"], shown["strength"])
    if battle["stage"] == "regroup":
        assert battle["blocks"] == {}
        return
    for seat in SEATS:
        there = [b for b, at in seats[seat]["blocks"].items() if at["at"] == battle["place"]]
        hidden = [block for block in there if block not in battle["blocks"]]
        assert len(hidden) == rounds.hidden_reserves(battle, seat)
        assert battle["round"] == 1 or not hidden


def check_texts(game: Game, events: list[Data]) -> None:
    """What reports say of a game's end and of all that happened fits a mail."""
    for seat in SEATS:
        lines = tell(ruleset, events, seat)
        for heading, more in ruleset.wording.situation(game.view(seat)):
            lines += [heading, *more]
        assert max(len(line) for line in lines) <= WIDTH
        assert all(line.isascii() for line in lines)


#: More answers than any step should take.
ANSWERS_AT_MOST = 60


class Checked(Game):
    """A game that also checks answers given by rule, and the number of answers in a step."""

    def _answers(self, supply: Any, outcome: Outcome) -> list[Answer] | None:
        assert self._asked is not None and self._table is not None
        for request in self._asked.requests:
            forced = request.forced(self.state["public"])
            if forced is not None:
                assert not request.judge(self.view(request.seat), forced).faults
        answers = [record for record in self._table.records if record["what"] == "answers"]
        assert len(answers) < ANSWERS_AT_MOST
        return super()._answers(supply, outcome)


class RandomGame:
    """A game in which every answer is a sample, looked at from all sides.

    looks: what a test wants to see of every question."""

    def __init__(self, seed: int, scenario: str, options: dict[str, str] | None = None) -> None:
        self.chance = random.Random(seed)
        state = ruleset.rules.setup(scenario, options or {})
        rules: Any = SimpleNamespace(next_step=self.next_step, steps=ruleset.rules.steps)
        self.game = Checked(rules, state, keep=False)
        self.looks: list[Callable[[Request, View], None]] = []
        self.answers: list[tuple[Request, Answer]] = []

    @property
    def kinds(self) -> list[str]:
        """What was asked."""
        return [request.kind for request, _ in self.answers]

    def next_step(self, public: Data) -> Step | None:
        """What comes next, which the order of keys does not change."""
        check_pieces(self.game.state)
        step = ruleset.rules.next_step(public)
        assert step == ruleset.rules.next_step(json.loads(json.dumps(public, sort_keys=True)))
        return step

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        self.check()
        given = []
        for request in requests:
            where = view(request.seat)
            before = json.dumps([where.public, where.own])
            answer = sample(ruleset, request, where, self.chance)
            again = ruleset.rules.request(json.loads(json.dumps(request.data())))
            assert again.judge(where, answer).faults == [], (request.data(), answer)
            assert again.title() == request.title()
            assert template(ruleset, request, where)
            for look in self.looks:
                look(request, where)
            assert json.dumps([where.public, where.own]) == before, "looking changes nothing"
            given.append(answer)
            self.answers.append((request, answer))
        return given

    def play(self) -> list[dict[str, Any]]:
        """To the end; the events."""
        dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))
        outcome = self.game.run(dice, self.supply)
        assert outcome.over
        self.check()
        assert self.game.state["public"]["phase"] == "over"
        assert ruleset.rules.result(self.game.state["public"]) is not None
        return outcome.events

    def check(self) -> None:
        check_pieces(self.game.state)
        assert setup.broken(self.game.state) == []
