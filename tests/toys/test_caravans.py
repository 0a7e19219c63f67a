"""Caravans: a case for each window, draw and order, and whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.engine.game import Game, Outcome
from referee.engine.request import Data
from referee.engine.table import view_of
from referee.engine.words import Answer
from referee.lab.scripted import ScriptedDice
from referee.lab.selfplay import play, save
from referee.lab.twins.twins import Twins
from tests.support.mailbag import TOYS
from tests.toys.caravans import CARDS, DATA, DISCARDS, HANDS, Hands, Trek, ruleset

RAID_BLUE: Answer = [{"raid": "blue"}]
GUARD: Answer = [{"guard": {}}]


def position(**public: Any) -> Data:
    """Turn 1, before raids: Red, Blue and Green are at the Oasis."""
    state: Data = ruleset.rules.setup("plain", {})
    for seat, hand in {"red": ["raid", "haste"], "blue": ["guard"], "green": ["raid"]}.items():
        CARDS.move(state, hand, CARDS.pile, HANDS[seat])
    state["public"].update({"turn": 1, "phase": "raid", "left": ["oasis"], **public})
    return state


def run(state: Data, dice: list[int], *answers: list[Answer], draws: Any = ()) -> Outcome:
    """The game as far as these answers reach."""
    given = list(answers)
    game = Game(ruleset.rules, state)
    outcome = game.run(
        ScriptedDice(dice, draws), lambda asked, view: given.pop(0) if given else None
    )
    assert given == []
    assert ruleset.laboratory.broken(state) == []
    return outcome


def told(outcome: Outcome, kind: str) -> list[Data]:
    return [event["public"] for event in outcome.events if event["kind"] == kind]


def test_2_3_hands_are_filled_from_the_discards_when_the_deck_ends_and_a_market_is_drawn() -> None:
    state = position(phase="market", left=[], market="gate")
    deck = CARDS.lying(state, CARDS.pile)
    CARDS.move(state, deck, CARDS.pile, DISCARDS)
    outcome = run(state, [], draws=[[0], [0], [1]])
    assert [event["count"] for event in told(outcome, "drawn")] == [1, 1]
    assert told(outcome, "market") == [{"turn": 2, "at": ["salt"]}]
    assert {request.kind for request in outcome.asked} == {"trek"}


def test_4_all_go_at_once_and_haste_goes_two_tracks() -> None:
    state = position(phase="go", left=[], market="wells")
    paths: list[list[str]] = [["gate", "wells"], ["gate"], ["salt"]]
    outcome = run(state, [], [[{"go": path}] for path in paths])
    assert state["public"]["where"] == {"red": "wells", "blue": "gate", "green": "salt"}
    assert told(outcome, "earns") == [{"seat": "red"}]
    assert state["public"]["discards"] == ["haste"]


def test_4_two_tracks_without_haste_are_refused() -> None:
    judged = Trek("blue").judge(view_of(position(), "blue"), [{"go": ["gate", "wells"]}])
    assert [fault.reason for fault in judged.faults] == ["you hold no haste"]


def test_5_raids_are_announced_and_the_poorest_says_which_comes_first() -> None:
    state = position(gold={"red": 2, "blue": 3, "green": 1})
    outcome = run(state, [], [RAID_BLUE, [], RAID_BLUE])
    assert told(outcome, "announced") == [{"seats": ["red", "green"]}]
    assert [(r.seat, r.kind) for r in outcome.asked] == [("green", "first")]


def test_5_a_guard_is_asked_within_a_raid_and_makes_it_nothing() -> None:
    state = position()
    outcome = run(state, [3], [RAID_BLUE, [], RAID_BLUE], [[{"first": "green"}]], [GUARD])
    assert [event["seat"] for event in told(outcome, "raids")] == ["green", "red"]
    assert told(outcome, "guards") == [{"seat": "blue"}]
    assert told(outcome, "fought") == [{"by": "red", "on": "blue", "guarded": False, "die": 3}]
    assert state["public"]["gold"] == {"red": 3, "blue": 1, "green": 2}


def test_whole_games_end_and_their_data_are_good() -> None:
    assert DATA.wrong() == []
    for number in range(20):
        assert play(ruleset, 3, number).result is not None


def test_a_game_goes_through_order_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOYS, "caravans", ruleset)
    played = save(ruleset, tmp_path / "game", 1, None, {})
    assert played.result is not None
    assert {"trek", "raids"} <= set(played.answers)


def test_twins_tell_nothing_apart() -> None:
    variation = Hands()
    twins = Twins(ruleset, variation)
    pairs = [twins.begun(seed) for seed in range(6)]
    assert [leak for pair in pairs for leak in pair.leaks] == []
    assert sum(pair.differed for pair in pairs) > 3
