"""Games with random commands in which one seat answers by a set, or by anything it is given."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from referee.engine import standing
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import Rule
from referee.engine.words import Answer
from referee.orders.standing_list import rules_of_set
from referee.proof.dice import Dice
from tests.support.beside import sample

#: What a seat orders itself, whatever its standing orders: cards, commands, deployment, turns.
ITS_OWN = {
    "caesar-in-alexandria": ("set up", "turn"),
    "caesar-xl": ("cards", "turn"),
    "julius-caesar": ("cards", "command", "deploy"),
    "end-of-the-triumvirate": ("turn",),
    "sword-of-rome": ("action",),
}


@dataclass
class Score:
    """How a seat with a set has done: games won, a draw being shared, of so many."""

    won: float = 0
    games: int = 0
    by_seat: dict[str, tuple[float, int]] = field(default_factory=dict)

    @property
    def percent(self) -> float:
        """Games won of 100."""
        return 100 * self.won / self.games

    def add(self, seat: str, won: float) -> None:
        """One more game of that seat."""
        self.won, self.games = self.won + won, self.games + 1
        before = self.by_seat.get(seat, (0, 0))
        self.by_seat[seat] = (before[0] + won, before[1] + 1)


class Contest:
    """One game: the seats named answer by a set; the rest, and all commands, are random."""

    def __init__(
        self, ruleset: Ruleset, scenario: str, number: int, by_set: Sequence[str], name: str
    ) -> None:
        self.ruleset = ruleset
        self.chance = random.Random(f"{name} {ruleset.name} {scenario} {number}")
        options = {key: option.values[0] for key, option in ruleset.options.items()}
        self.game = Game(ruleset.rules, ruleset.rules.setup(scenario, options), keep=False)
        self.rules: dict[str, list[Rule]] = {
            seat: rules_of_set(ruleset, name, seat) for seat in by_set
        }
        secret = hashlib.sha256(f"{name} {number}".encode()).digest()
        self.dice = Dice(secret, hashlib.sha256(secret).digest())
        self.asked: dict[str, int] = {}
        #: numbers of the rules that have answered
        self.used: set[int] = set()

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [self.answer(request, view(request.seat)) for request in requests]

    def answer(self, request: Request, view: View) -> Answer:
        rules = self.rules.get(request.seat)
        if rules is None:
            return sample(self.ruleset, request, view, self.chance)
        beside = self.ruleset.rules.kinds[request.kind].standing
        found = standing.answer(rules, beside, request, view)
        if found is not None:
            assert not request.judge(view, found[1]).faults
            self.used.add(found[0]["number"])
            return found[1]
        self.asked[request.kind] = self.asked.get(request.kind, 0) + 1
        return sample(self.ruleset, request, view, self.chance)

    def play(self) -> str | None:
        """To the end; who has won."""
        assert self.game.run(self.dice, self.supply).over
        result = self.ruleset.rules.result(self.game.state["public"])
        assert result is not None
        return result.winner


def contests(ruleset: Ruleset, scenario: str, games: int, name: str = "quiet") -> Score:
    """So many games, in which each seat in turn answers by the set; the same commands and dice for
    each of them as far as that goes."""
    seats = ruleset.seats_of(scenario)
    score = Score()
    for number in range(games):
        seat = seats[number % len(seats)]
        winner = Contest(ruleset, scenario, number // len(seats), [seat], name).play()
        score.add(seat, 1 if winner == seat else 1 / len(seats) if winner is None else 0)
    return score
