"""Caesar XL by standing orders alone, and by any lines at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from referee.engine import standing
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.files import strict_yaml
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import kinds
from referee.proof.dice import Dice
from tests.rules.caesar_xl.adapter import board, broken, ruleset
from tests.rules.random_standing import rules_of, some_line, some_standing
from tests.support.beside import sample, template

#: What the last rule of each kind says.
ENDS = dict.fromkeys(sorted(kinds(ruleset)), "default")


def whole(game: Game, supply: Callable[..., list[Answer]], chance: random.Random) -> None:
    """Play to the end."""
    outcome = game.run(Dice(chance.randbytes(32), chance.randbytes(32)), supply)
    assert outcome.over
    assert broken(game.state) == []


@pytest.mark.parametrize("scenario", [board.SILVER, board.BRONZE])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_by_standing_orders_alone(scenario: str, seed: int) -> None:
    chance = random.Random(f"{scenario} {seed}")
    game = Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False)
    rules = {
        seat: rules_of(ruleset, seat, some_standing(ruleset, seat, chance, ENDS))
        for seat in board.SEATS
    }
    used: dict[str, int] = {}

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        (request,) = requests
        beside = ruleset.rules.kinds[request.kind].standing
        found = standing.answer(rules[request.seat], beside, request, view(request.seat))
        assert found is not None
        used[request.kind] = used.get(request.kind, 0) + 1
        return [found[1]]

    whole(game, supply, chance)
    assert used["turn"] > 5


@pytest.mark.parametrize("scenario", [board.SILVER, board.BRONZE])
def test_any_lines_are_judged_and_good_ones_carried_out(scenario: str) -> None:
    """Lines at random, most of them nonsense; those that pass are played, else good ones."""
    chance = random.Random(scenario)
    game = Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False)
    passed = {True: 0, False: 0}

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        (request,) = requests
        seen, kind = view(request.seat), ruleset.rules.kinds[request.kind]
        for _ in range(6):
            names = ruleset.rules.names(request.seat)
            raw = [some_line(kind, names, chance) for _ in range(chance.randint(1, 3))]
            answer, faults = parse_lines(raw, request.words, names, request.conditions)
            if faults or answer is None:  # 'default' is for standing orders alone
                continue
            good = not request.judge(seen, answer).faults
            passed[good] += 1
            if good:
                return [answer]
        return [sample(ruleset, request, seen, chance)]

    whole(game, supply, chance)
    assert passed[True] > 5
    assert passed[False] > 50


@pytest.mark.parametrize("scenario", [board.SILVER, board.BRONZE])
def test_templates_are_legal_as_they_stand_and_each_line_by_itself(scenario: str) -> None:
    chance = random.Random(f"templates {scenario}")
    game = Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False)

    def read(request: Request, lines: list[str]) -> Answer:
        raw = strict_yaml.read("\n".join(lines).encode()).tree if lines else []
        names = ruleset.rules.names(request.seat)
        answer, faults = parse_lines(raw, request.words, names, request.conditions)
        assert faults == [] and answer is not None, lines
        return answer

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        (request,) = requests
        seen = view(request.seat)
        lines = template(ruleset, request, seen)
        given = read(request, [line for line in lines if line.startswith("- ")])
        assert request.judge(seen, given).faults == []
        for line in lines:
            one = read(request, [line.removeprefix("# ")])
            assert "look" in line or request.judge(seen, one).faults == [], line
        return [sample(ruleset, request, seen, chance)]

    whole(game, supply, chance)
