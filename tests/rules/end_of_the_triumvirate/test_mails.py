"""The End of the Triumvirate by mail: one file a turn, standing orders for what others choose, any
lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.engine import standing
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.files import strict_yaml
from referee.lab.selfplay import save
from referee.orders.order_lines import parse_lines
from referee.orders.standing_list import kinds
from referee.proof.dice import Dice
from tests.rules.end_of_the_triumvirate.adapter import position, ruleset
from tests.rules.random_standing import rules_of, some_line, some_standing
from tests.support.beside import sample, template
from tests.support.mailbag import SEED, Table, cli

#: What the last rule of each kind says.
ENDS = dict.fromkeys(("escape", "raise", "servant", "turn"), "default")


def whole(game: Game, supply: Callable[..., list[Answer]], chance: random.Random) -> None:
    """Play to the end."""
    outcome = game.run(Dice(chance.randbytes(32)), supply)
    assert outcome.over
    assert position.broken(game.state) == []


@pytest.mark.parametrize("scenario", ["three", "two"])
def test_a_game_by_plans_alone(scenario: str) -> None:
    chance = random.Random(scenario)
    game = Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False)
    rules = {
        seat: rules_of(ruleset, seat, some_standing(ruleset, seat, chance, ENDS))
        for seat in game.state["public"]["players"]
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
    assert used["turn"] > 10


def test_every_kind_takes_plans_that_end_by_the_rules() -> None:
    assert sorted(kinds(ruleset)) == sorted(ENDS)


@pytest.mark.parametrize("scenario", ["three", "two"])
@pytest.mark.parametrize("seed", range(3))
def test_any_lines_are_judged_and_good_ones_carried_out(scenario: str, seed: int) -> None:
    """Lines at random, most of them nonsense; those that pass are played, else a good turn."""
    chance, game = (
        random.Random(seed),
        Game(ruleset.rules, ruleset.rules.setup(scenario, {}), keep=False),
    )
    passed = {True: 0, False: 0}

    def supply(requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        (request,) = requests
        seen, kind = view(request.seat), ruleset.rules.kinds[request.kind]
        for _ in range(6 if request.kind == "turn" else 0):
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
    assert min(passed.values()) > 3


@pytest.mark.parametrize("seed", range(2))
def test_templates_are_legal_and_their_hints_are_understood(seed: int) -> None:
    chance, game = (
        random.Random(seed),
        Game(ruleset.rules, ruleset.rules.setup("three", {}), keep=False),
    )

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
            assert "wait" in line or request.judge(seen, one).faults == []
        return [sample(ruleset, request, seen, chance)]

    whole(game, supply, chance)


# -- by mail ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of two, nothing ordered yet."""
    folder: Path = tmp_path_factory.mktemp("triumvirate") / "game"
    save(ruleset, folder, SEED, "two", {}, most_runs=0)
    return Table(folder, ruleset)


@pytest.fixture
def table(opened: Table, tmp_path: Path) -> Table:
    return opened.copy(tmp_path / "game")


def sent(table: Table, **files: bytes) -> str:
    """The newest report of Caesar after these files were applied."""
    said = cli("apply", table.folder, *(table.put(f"{s}.yaml", raw) for s, raw in files.items()))
    assert said.status == 0, said.err
    return table.report("caesar").read_text().split("-----BEGIN")[0]


ATTACK: list[Any] = [
    {"rome": {"legions": "2"}},
    {"move": {"to": "hispania cit", "leave": "0"}},
    {"if": "won", "else": "skip", "move": {"to": ["Western Sea", "Sicilia"], "leave": "1"}},
    {"if": ["lost", "legions = 0"], "else": "skip", "move": {"to": "Gallia C", "servants": "1"}},
    {"improve": "military"},
    {"improve": "political"},
]


def test_a_turn_is_one_mail(table: Table) -> None:
    files = {"caesar": table.orders("caesar", ATTACK), "pompey": table.orders("pompey", [])}
    report = sent(table, **files)
    assert "Caesar attacks: Gallia Narbonensis - Hispania Citerior, 6 legions" in report
    assert table.due() == ["pompey"]  # his refuge or his turn: Caesar's turn is over, or waits
    said = cli("verify", "--charter", table.folder / "charter.yaml", *table.reports("caesar"))
    assert said.status == 0, said.err


def test_what_stands_behind_a_condition_is_not_told(table: Table) -> None:
    rest = [{"move": {"to": "Hispania Citerior", "legions": "1"}}, {"move": {"to": "Hispania U"}}]
    files = {"caesar": table.orders("caesar", rest), "pompey": table.orders("pompey", [])}
    sent(table, **files)
    sheet = table.sheet("pompey")
    assert "hispania-ulterior" not in str(sheet["public"]["events"])
    assert table.due() == ["caesar"]  # beaten back: asked for the rest
    assert sheet["public"]["asked"][0]["args"] == {"year": 1, "turn": 1, "part": 2}


def test_plans_answer_for_the_others(table: Table) -> None:
    standing_orders = [
        {"on": "escape", "then": [{"escape": ["Macedonia"]}]},
        {"on": "raise", "then": "default"},
        {"on": "turn", "then": "default", "times": "1"},
    ]
    files = {
        "caesar": table.orders("caesar", ATTACK),
        "pompey": table.orders("pompey", [], standing=standing_orders),
    }
    sent(table, **files)
    assert table.due() == ["caesar"]
    told = " ".join(table.report("pompey").read_text().split())
    assert "rule 1 of your standing orders answered 'escape: Macedonia'" in told
