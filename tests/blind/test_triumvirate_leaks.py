"""Orders that are not carried out leak nothing, although the game is open (13.1).

Twins differ only in what stands behind a failed attack: further steps of its path, further lines.
All that the others get must be the same: reports, blocks, headers, what is asked of whom next."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.engine.request import Data, Request, View
from referee.engine.variation import Variation
from referee.engine.words import Answer
from referee.lab.twins.following import Table
from referee.lab.twins.twins import Pair, Twins
from referee.orders.order_lines import parse_lines
from referee.ruleset import load
from rulesets.end_of_the_triumvirate.turn import Move, TurnWalk
from rulesets.end_of_the_triumvirate.variation import without_rest
from tests.support.seeds import count

RULESET = load("end-of-the-triumvirate")


class Dropped(Variation):
    """The second game's orders are those of the first without what a failed attack drops."""

    def __init__(self) -> None:
        self.failed = 0
        self.shorter = False

    def answer(
        self, request: Request, views: tuple[View, View], answer: Answer, chance: random.Random
    ) -> Answer | None:
        twin = without_rest(request, views[0], answer) if request.kind == "turn" else answer
        self.shorter = twin != answer
        return twin

    def shown(self, event: Data, hidden: str) -> object:
        """An attack that succeeds goes on, in one game otherwise than in the other."""
        self.failed += self.shorter and event["kind"] == "beaten back"
        return object() if self.shorter and event["kind"] == "conquest" else None


@pytest.mark.parametrize("scenario", ["three", "two"])
def test_random_orders_behind_a_failed_attack_leak_nothing(scenario: str) -> None:
    variation = Dropped()
    twins = Twins(RULESET, variation, scenario)
    pairs = [twins.pair(seed, 14, seed % 8) for seed in range(count(6, 24))]
    assert [leak for pair in pairs for leak in pair.leaks] == []
    assert variation.failed > 1


def test_a_leak_of_how_many_lines_there_are_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run = TurnWalk.run

    async def leaking(self: TurnWalk, lines: Answer) -> bool:
        self.table.tell("planted", {"lines": len(lines)})
        return await run(self, lines)

    monkeypatch.setattr(TurnWalk, "run", leaking)
    twins = Twins(RULESET, Dropped(), "three")
    leaks = next(pair.leaks for n in range(24) if (pair := twins.pair(n, 14)).leaks)
    assert "block" in {leak.split(":")[0] for leak in leaks}


def test_a_leak_of_the_path_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    does = Move.does

    async def leaking(self: Move) -> None:
        self.table.tell("planted", {"to": self.value["to"]})
        await does(self)

    monkeypatch.setattr(Move, "does", leaking)
    with pytest.raises(AssertionError):
        compared(*PAIRS["the rest of a path"])


# -- two games by hand -----------------------------------------------------------------------------

#: Pompey stands in Hispania Citerior: two legions never drive him out.
ATTACK = {"to": "Hispania Citerior", "legions": "2"}
STOP = [{"move": {**ATTACK, "failed": "stop"}}]
GO_ON = [{"move": {**ATTACK, "failed": "go on"}}]
FAR = {**ATTACK, "to": ["Hispania Citerior", "Hispania Ulterior", "Western Sea", "Sicilia"]}
NEAR = {**ATTACK, "to": ["Hispania Citerior", "Hispania Ulterior"]}
WON: Any = {"if": "won", "else": "skip"}
PAIRS: dict[str, tuple[list[Any], list[Any]]] = {
    "the rest of a path": ([{"move": FAR}], STOP),
    "further lines": (
        [{"move": ATTACK}, {"move": {"to": "Hispania Ulterior"}}, "place servant", "weapons"],
        STOP,
    ),
    "both": ([{"move": FAR}, {"improve": "political"}, {"improve": "military"}, "wait"], STOP),
    "a condition that stops": (
        [{"move": NEAR}, {"if": "won", "else": "stop", "move": {"to": ["Western Sea", "Italia"]}}],
        STOP,
    ),
    "a condition that skips": (
        [{"move": NEAR}, {**WON, "move": {"to": "Hispania Citerior"}}, {**WON, "weapons": ""}],
        GO_ON,
    ),
    "a step that cannot be done": ([*GO_ON, {"move": {"to": "Hispania Ulterior"}}], GO_ON),
    "an action that cannot be paid": ([*GO_ON, {"weapons": ""}], GO_ON),
    "a shortage that does not come": ([{"scarce gold": ["Aegyptus"]}, *STOP], STOP),
}


def play(table: Table, lines: list[Any]) -> dict[str, Data]:
    """The next run: these lines of whoever is asked, nothing of the others; all sheets."""
    basis = table.clerk.basis()
    answers: dict[str, Answer | None] = dict.fromkeys(basis.due)
    for seat, request in basis.asked.items():
        names = RULESET.rules.names(seat)
        answer, faults = parse_lines(lines, request.words, names, request.conditions)
        assert answer is not None, faults
        assert request.judge(basis.views[seat], answer).faults == []
        answers[seat] = answer
    return table.play(answers)


def asked(table: Table) -> list[str]:
    return [f"{one.seat} {one.args}" for one in table.clerk.basis().asked.values()]


@pytest.mark.parametrize(("first", "second"), PAIRS.values(), ids=PAIRS)
def test_what_a_failed_attack_drops_is_seen_by_nobody(first: list[Any], second: list[Any]) -> None:
    compared(first, second)


def compared(first: list[Any], second: list[Any]) -> None:
    """A round of both games: all that the others get is the same."""
    twins = Twins(RULESET, Variation(), "three")
    tables = (twins.table(), twins.table())
    turns: list[tuple[list[Any], list[Any]]] = [(first, second), ([], []), ([], [])]
    rest: list[tuple[list[Any], list[Any]]] = [([], [])] if second == STOP else []
    for lines in [*turns[:1], *rest, *turns[1:]]:
        sheets = [play(table, one) for table, one in zip(tables, lines, strict=True)]
        for watcher in ("pompey", "crassus"):
            pair = Pair("caesar", watcher)
            twins._compare(tables, [one[watcher] for one in sheets], pair, random.Random(1))
            assert pair.leaks == []
        assert asked(tables[0]) == asked(tables[1])
    assert asked(tables[0]) == ["caesar {'year': 1, 'turn': 4, 'part': 1}"]
