"""Whole games of Julius Caesar at random, with the books checked at every question."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.proof.dice import Dice
from rulesets.julius_caesar import board, ruleset
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import SEATS, setup
from rulesets.julius_caesar.hidden import books
from tests.beside import sample
from tests.rulecases import tell

Data = dict[str, Any]
WIDTH = 72


def check_books(state: Data) -> None:
    """Every block is somewhere, once; the public picture agrees with the seats' parts."""
    public, seats = state["public"], state["seats"]
    found = [block for seat in SEATS for block in seats[seat]["blocks"]]
    found += [block for seat in SEATS for block in seats[seat]["pool"]]
    found += [block for colour in board.COLOURS for block in public["dead"][colour]]
    found += [block for seat in SEATS for block in public["trophies"][seat]]
    assert sorted(found) == sorted(board.blocks())
    assert len(found) == 63
    assert public["places"] == setup.counted(seats)
    assert public["pool"] == {seat: len(seats[seat]["pool"]) for seat in SEATS}
    for seat in SEATS:
        for block, here in seats[seat]["blocks"].items():
            assert here["strength"] in board.blocks()[block].steps
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
        for heading, more in ruleset.telling.situation(game.view(seat)):
            lines += [heading, *more]
        assert max(len(line) for line in lines) <= WIDTH
        assert all(line.isascii() for line in lines)


class RandomGame:
    """A game in which every answer is a sample, looked at from all sides.

    looks: what a test wants to see of every question."""

    def __init__(self, seed: int, scenario: str, options: dict[str, str] | None = None) -> None:
        self.chance = random.Random(seed)
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, options or {}), keep=False)
        self.looks: list[Callable[[Request, View], None]] = []
        self.answers: list[tuple[Request, Answer]] = []

    @property
    def kinds(self) -> list[str]:
        """What was asked."""
        return [request.kind for request, _ in self.answers]

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        self.check()
        given = []
        for request in requests:
            where = view(request.seat)
            before = copy.deepcopy((where.public, where.own))
            answer = sample(ruleset, request, where, self.chance)
            assert request.judge(where, answer).faults == [], (request.data(), answer)
            for look in self.looks:
                look(request, where)
            assert (where.public, where.own) == before, "looking changes nothing"
            given.append(answer)
            self.answers.append((request, answer))
        return given

    def play(self) -> list[dict[str, Any]]:
        """To the end; the events."""
        dice = Dice(self.chance.randbytes(32), self.chance.randbytes(32))
        outcome = self.game.run(dice, self.supply)
        assert outcome.over
        self.check()
        return outcome.events

    def check(self) -> None:
        check_books(self.game.state)
        assert books.broken(self.game.state) == []
