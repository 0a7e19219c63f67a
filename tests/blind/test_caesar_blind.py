"""Pompey learns nothing of Caesar's blocks and cards but what the rules show, nor the reverse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.desk.twins import Twins
from referee.engine.table import Table
from referee.ruleset import load
from rulesets.julius_caesar.twister import CaesarTwister

PAIRS = 500
CAMPAIGNS = 120


@pytest.fixture(scope="module")
def twins() -> Twins:
    return Twins(load("julius-caesar"), CaesarTwister(), "land")


def test_pairs_of_campaigns_tell_the_watcher_the_same() -> None:
    """Whole years with fleets, events and winters; games begin alike and then differ."""
    twins = Twins(load("julius-caesar"), CaesarTwister(), "campaign")
    pairs = [twins.pair(seed, 34 + seed % 40, seed % 61) for seed in range(CAMPAIGNS)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= CAMPAIGNS // 2


def leaks_in(twins: Twins, pairs: int) -> list[str]:
    return [leak for seed in range(pairs) for leak in twins.pair(seed, 14, seed % 5).leaks[:1]]


def test_pairs_tell_the_watcher_the_same(twins: Twins) -> None:
    pairs = [twins.pair(seed, 14, seed % 5) for seed in range(PAIRS + 220)]
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


def _weight_in_winter(table: Table, kind: str, public: dict[str, Any]) -> None:
    if kind in ("no victory", "disband"):
        parts = table.state["seats"].values()
        public["weight"] = [sum(b["strength"] for b in p["blocks"].values()) for p in parts]


def _leader_is_there(table: Table, kind: str, public: dict[str, Any]) -> None:
    if kind == "turn over":
        places = {s: part["blocks"] for s, part in table.state["seats"].items()}
        public["rome"] = {s: "legio-1" in blocks for s, blocks in places.items()}


@pytest.mark.parametrize("leak", [_weight_in_winter, _leader_is_there])
def test_a_planted_leak_in_a_campaign_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    twins = Twins(load("julius-caesar"), CaesarTwister(), "campaign")
    _leaky(monkeypatch, leak)
    pairs = (twins.pair(seed, 60, 20 + seed % 30) for seed in range(60))
    assert any(pair.leaks for pair in pairs)


@pytest.mark.parametrize("leak", [_strength_of_movers, _block_levied, _card_set_aside])
def test_a_planted_leak_in_an_event_is_found(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, leak: Any
) -> None:
    _leaky(monkeypatch, leak)
    assert leaks_in(twins, 120)


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
