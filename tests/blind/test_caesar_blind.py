"""Pompey learns nothing of Caesar's blocks and cards but what the rules show, nor the reverse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.table import Table
from referee.ruleset import load
from tests.blind.caesar_twister import CaesarTwister
from tests.blind.twins import Twins

PAIRS = 500


@pytest.fixture(scope="module")
def twins() -> Twins:
    return Twins(load("julius-caesar"), CaesarTwister(), "land")


def leaks_in(twins: Twins, pairs: int) -> list[str]:
    return [leak for seed in range(pairs) for leak in twins.pair(seed, 14, seed % 5).leaks[:1]]


def test_pairs_tell_the_watcher_the_same(twins: Twins) -> None:
    pairs = [twins.pair(seed, 14, seed % 5) for seed in range(PAIRS + 150)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= PAIRS
    assert sum(pair.runs for pair in pairs) > 3 * PAIRS


def _leaky(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Table, str, dict[str, Any]], None]
) -> None:
    """Change what is told to everybody of one kind of event."""
    tell = Table.tell

    def leaking(self: Table, kind: str, public: dict[str, Any] | None, **own: Any) -> None:
        if public is not None:
            change(self, kind, public)
        tell(self, kind, public, **own)

    monkeypatch.setattr(Table, "tell", leaking)


def _strength_of_movers(table: Table, kind: str, public: dict[str, Any]) -> None:
    if kind == "move":
        blocks = table.state["seats"][public["seat"]]["blocks"]
        public["weight"] = sum(part["strength"] for part in blocks.values())


def _block_levied(table: Table, kind: str, public: dict[str, Any]) -> None:
    if kind == "levies":
        public["left"] = table.state["seats"][public["seat"]]["pool"][:1]


def _card_set_aside(table: Table, kind: str, public: dict[str, Any]) -> None:
    if kind == "turn over":
        public["aside"] = {s: part["aside"] for s, part in table.state["seats"].items()}


@pytest.mark.parametrize("leak", [_strength_of_movers, _block_levied, _card_set_aside])
def test_a_planted_leak_in_an_event_is_found(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, leak: Any
) -> None:
    _leaky(monkeypatch, leak)
    assert leaks_in(twins, 40)


def test_a_planted_leak_in_who_is_asked_is_found(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A levy question that is skipped when every block is at full strength tells just that."""
    from rulesets.julius_caesar import board, turn_verbs
    from rulesets.julius_caesar.command import Command

    async def command_phase(table: Table, seat: str) -> None:
        blocks = table.state["seats"][seat]["blocks"]
        weak = sum(part["strength"] < board.full(b) for b, part in blocks.items())
        if weak % 2:
            await table.ask(Command(seat, moves=0, levies=weak))
        turn_verbs.command_done(table, seat)

    monkeypatch.setitem(twins.ruleset.steps, "command", command_phase)  # type: ignore[arg-type]
    assert leaks_in(twins, 40)


def test_a_planted_leak_in_the_public_position_is_found(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulesets.julius_caesar import picture

    count_block = picture.count_block

    def leaking(public: Any, place: str, seat: str, block: str, by: int) -> None:
        count_block(public, place, seat, block, by)
        public["last"] = block[-1]

    monkeypatch.setattr("rulesets.julius_caesar.verbs.count_block", leaking)
    assert leaks_in(twins, 40)
