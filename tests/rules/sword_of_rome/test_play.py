"""Whole random games of The Sword of Rome: cards, CU, leaders and stacks are accounted for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.table import view_of
from referee.engine.words import Answer
from referee.lab.selfplay import legal_sample
from referee.proof.dice import Dice
from tests.rules.sword_of_rome.adapter import (
    ADAPTER,
    ZONES,
    board,
    books,
    hidden,
    position,
    ruleset,
)
from tests.support.seeds import count

Data = dict[str, Any]
SCENARIOS = ("four", "three", "two")


class Played:
    """One random game, and what it told."""

    def __init__(self, scenario: str, number: int, length: str = "full") -> None:
        self.chance = random.Random(f"{scenario} {number}")
        state = ruleset.rules.setup(scenario, {"length": length})
        self.game = Game(ruleset.rules, state, keep=False)
        self.cu = {
            power: position.total_cu(state["public"], power) for power in state["public"]["cu"]
        }
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        outcome = self.game.run(Dice(self.chance.randbytes(32), b"s" * 32), self.supply)
        assert outcome.over
        self.events = [event for event in outcome.events if event["public"] is not None]

    @property
    def public(self) -> Data:
        public: Data = self.game.state["public"]
        return public

    def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        self.wrong += books.broken(self.game.state)
        self.answers.update(request.kind for request in requests)
        rules = ruleset.rules
        return [legal_sample(rules, r, view(r.seat), self.chance) for r in requests]

    def cu_told(self) -> dict[str, int]:
        """What each power has, by what was told of CU that came and went."""
        have = dict(self.cu)
        for event in self.events:
            by = {"arrive": 1, "lose": -1}.get(event["kind"], 0)
            if by:
                have[event["public"]["power"]] += by * event["public"]["cu"]
        return have


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", range(count(1, 20)))
def test_cards_cu_and_leaders_are_accounted_for(scenario: str, number: int) -> None:
    played = Played(scenario, number)
    public = played.public
    assert played.wrong == []
    assert played.cu_told() == {power: position.total_cu(public, power) for power in public["cu"]}
    for seat in public["seats"]:
        assert ZONES[seat].broken(played.game.state) == []
    assert played.public["result"]["ending"] in ruleset.wording.endings


@pytest.mark.parametrize("number", range(count(1, 10)))
def test_between_actions_no_two_powers_stand_in_one_space(number: int) -> None:
    """15.3 Outside a city."""
    found: list[str] = []

    class Watched(Played):
        def supply(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
            public = self.game.state["public"]
            if public["stage"] == "begin":
                found.extend(s for s in board.SPACES if len(position.present(public, s)) > 1)
            return super().supply(requests, view)

    Watched("four", number)
    assert found == []


def test_the_short_game_ends_after_six_turns() -> None:
    assert Played("four", 2, "short").public["turn"] <= board.TABLES["short"]


def test_a_card_that_a_draw_may_bring_is_a_warning_and_no_crash() -> None:
    """7.1: behind an event that draws, a check cannot say whether it will be in the hand."""
    state = ADAPTER.start({"start": "yes", "phase": "action", "hands": {"rome": []}})
    ZONES["rome"].move(state, ["r30"], ZONES["rome"].pile, hidden.hand("rome"))
    request = ruleset.rules.requests["action"]("rome", turn=1, round=1, part=1, desperate="no")
    line = {"event": {"card": "r5", "power": "carthage"}}
    judged = request.judge(view_of(state, "rome"), [{"event": {"card": "r30"}}, line])
    assert [fault.reason for fault in judged.warnings] == ["it is not in your hand"]


def test_a_draw_from_a_deck_that_ends_tells_the_cards_that_were_drawn() -> None:
    """6.4.2: Senate in Session draws two, if there are two."""
    state = ADAPTER.start({"hands": {"rome": ["Senate in Session"]}, "now": {}})
    pile = ZONES["rome"].pile
    ZONES["rome"].move(
        state, ZONES["rome"].lying(state, pile)[1:], pile, hidden.row("rome", "removed")
    )
    request = ruleset.rules.requests["action"]("rome", turn=1, round=1, part=1, desperate="no")
    walk = request.walk.on_copy(request, view_of(state, "rome"))
    assert walk.rehearse([{"event": {"card": "r30"}}]).faults == []
    (drawn,) = [event for event in walk.table.events if event["kind"] == "draws"]
    assert drawn["public"] == {"seat": "rome", "cards": 1}
