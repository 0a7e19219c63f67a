"""What can be ordered line by line, each after a look at what came of those before, can be ordered
at once, and the same comes of it: a check knows no more than what is certain."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import State
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from tests.rules.slow_sword.scatter import scatter
from tests.rules.sword_of_rome.adapter import ZONES, board, hidden, ruleset
from tests.support.seeds import count

Data = dict[str, Any]
SCENARIOS = ("four", "three", "two")
RULES = ruleset.rules.but(
    next_step=lambda public: ruleset.rules.next_step(public) if public["queue"] else None
)


class Dice(ScriptedDice):
    """Dice that fall alike in the same order of rolls, whatever they are rolled for."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.chance = random.Random(seed)

    def rolled(self, count: int, faces: int) -> list[int]:
        return [self.chance.randint(1, faces) for _ in range(count)]

    def drawn(self, path: str, k: int, m: int) -> list[int]:
        return self.chance.sample(range(m), k)


def crowded(number: int, chance: random.Random, events: Sequence[str]) -> State:
    """A crowded position with full hands, at the beginning of an action; of every second one before
    Desperate Times.

    events: of cards that are dealt first, three to a hand."""
    state: State = ruleset.rules.setup(SCENARIOS[number % 3], {"length": "full"})
    public = state["public"]
    scatter(public, chance)
    for seat, zones in ZONES.items():
        if seat in public["seats"]:
            pile = zones.lying(state, zones.pile)
            first = [card for card in pile if board.CARDS[card]["event"] in events][:3]
            others = [card for card in pile if card not in first]
            deck = [*first, *chance.sample(others, 12 - len(first))]
            zones.move(state, deck[:7], zones.pile, hidden.hand(seat))
            zones.move(state, deck[7:], zones.pile, hidden.row(seat, "discards"))
    stage = "window" if number % 2 else "begin"
    seat = chance.choice(public["seats"])
    public.update(phase="action", round=1, first=seat, queue=[seat], stage=stage)
    return state


class LineByLine:
    """An action and what comes before it.  plans: the lines of each action; others: all other
    answers, with who was asked what; unsayable: where it was refused to say nothing."""

    def __init__(self, state: State, chance: random.Random, seed: str) -> None:
        self.chance = chance
        self.plans: list[list[Data]] = []
        self.others: list[tuple[str, str, Answer]] = []
        self.unsayable: list[str] = []
        Game(RULES, state, keep=False).run(Dice(seed), self.supply)

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        return [self.answer(one, view(one.seat)) for one in requests]

    def answer(self, request: Request, view: View) -> Answer:
        player = RULES.kinds[request.kind].player
        if request.kind == "action":
            ideas = [player.sample(request, view, self.chance) for _ in range(4)]
            return self.line(request, view, max(ideas, key=len))
        answer = player.sample(request, view, self.chance)
        self.unsayable += [request.kind] if request.refused(view, []) else []
        self.others.append((request.seat, request.kind, answer))
        return answer

    def line(self, request: Request, view: View, lines: Answer) -> Answer:
        """The first of some lines, and a look; nothing more after six, or if that is no stop."""
        if view.public["now"]["part"] == 1:
            self.plans.append([])
        looked: Answer = [*lines[:1], {"look": {}}]
        if not lines or len(self.plans[-1]) > 5 or request.refused(view, looked):
            return []
        self.plans[-1] += lines[:1]
        return looked


class AtOnce(LineByLine):
    """The same, ordered at once.  wrong: refusals, questions that were not asked then."""

    def __init__(self, state: State, first: LineByLine, seed: str) -> None:
        self.wrong: list[object] = []
        self.left, self.same = list(first.plans), list(first.others)
        super().__init__(state, first.chance, seed)

    def answer(self, request: Request, view: View) -> Answer:
        if request.kind == "action":
            lines: Answer = self.left.pop(0)
            self.wrong += request.refused(view, lines)
            return [] if self.wrong else lines
        seat, kind, answer = self.same.pop(0) if self.same else ("", "", [])
        self.wrong += [] if (seat, kind) == (request.seat, request.kind) else [request.kind]
        return [] if self.wrong else answer


@pytest.mark.parametrize(
    "events", [(), ("campaign", "neutral-power", "forced-march")], ids=["any", "giving"]
)
def test_what_can_be_ordered_line_by_line_can_be_ordered_at_once(events: Sequence[str]) -> None:
    """With any cards, and with those that let their player do more than one thing."""
    ordered = 0
    for number in range(count(100, 2000)):
        seed = f"at once {number}"
        chance = random.Random(seed)
        state = crowded(number, chance, events)
        again = deepcopy(state)
        first = LineByLine(state, chance, seed)
        second = AtOnce(again, first, seed)
        assert first.unsayable == [], number
        assert (second.wrong, second.left, second.same) == ([], [], []), (number, first.plans)
        assert state == again, (number, first.plans)
        ordered += sum(len(plan) for plan in first.plans)
    assert ordered > 150
