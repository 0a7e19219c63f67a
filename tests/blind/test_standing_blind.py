"""Standing orders tell nothing: where a game stops, who is asked and what is told is the same
whatever the seat
with the standing orders holds, as long as its rules do the same before everybody's eyes."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from referee.adjudicate.inbox import Inbox, Source
from referee.engine.request import Data, Request, View
from referee.engine.rules import Ruleset
from referee.engine.variation import Variation
from referee.lab.twins.following import Table
from referee.lab.twins.twins import Twins
from referee.ruleset import load
from tests.blind.series import with_rules
from tests.rules.julius_caesar.adapter import CaesarVariation
from tests.support.seeds import count
from tests.toys import relay

FIGHT: list[Any] = [
    {"on": "battle turn", "if": ["round > 1", "own strength < enemy strength"],
     "then": [{"retreat": ["Rome", "Neapolis", "Genua", "Utica", "Athena"]}, "fire"]},
    {"on": "battle turn", "role": "defender", "then": "fire"},
    {"on": "battle turn", "if": "leaders > 0", "then": [{"save leaders": ["Genua"]}, "pass"]},
    {"on": "hits", "if": "own lost < 3", "then": "spare leaders"},
    {"on": "next battle", "then": {"order": ["Rome"]}},
    {"on": "regroup", "if": "own blocks < 5", "then": "stay"},
    {"on": "command", "if": "places attacked = 0", "then": "stay", "times": "4"},
    {"on": "cards", "turn": "3", "then": {"play": ["2/2", "3/1"]}},
    {"on": "winter", "then": {"home": ["Massilia", "Neapolis"]}},
]  # fmt: skip


class ByRules(Twins):
    """Twins in which both seats have left standing orders."""

    def __init__(
        self, ruleset: Ruleset, variation: Variation, raw: list[Any], scenario: str
    ) -> None:
        super().__init__(ruleset, variation, scenario)
        self.raw = raw

    def table(self) -> Table:
        return with_rules(super().table(), self.ruleset, self.seats, self.raw)


class CaesarByRules(CaesarVariation):
    """Rules on cards and winter may come to something else that the table shows."""

    def shown(self, event: Data, hidden: str) -> object:
        if event["kind"] == "cards":
            return event["played"][hidden]
        if event["kind"] == "disband" and event["seat"] == hidden:
            return [event["at"], event["colours"]]
        return super().shown(event, hidden)


@pytest.fixture(scope="module")
def caesars() -> ByRules:
    return ByRules(load("julius-caesar"), CaesarByRules(), FIGHT, "campaign")


def leaks_in(twins: Twins, pairs: int) -> list[str]:
    """The first pair that leaks."""
    found = (twins.pair(n, 26, n % 17).leaks for n in range(pairs))
    return next((leaks for leaks in found if leaks), [])


def test_campaigns_with_standing_orders_tell_the_watcher_the_same(caesars: ByRules) -> None:
    many = count(4, 2000)
    pairs = [caesars.pair(seed, 20 + seed % 20, seed % 29) for seed in range(many)]
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.differed for pair in pairs) >= many // 2
    assert sum(pair.runs for pair in pairs) > 4 * many


def test_a_rule_that_stops_by_hidden_strength_is_found(
    caesars: ByRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted leak: rules answer for commands only where the seat's blocks have an even sum."""
    by_rule = Inbox._by_rule

    def stopped(self: Inbox, request: Request, view: View) -> Source | None:
        weight = sum(part["strength"] for part in view.own["blocks"].values())
        return None if request.kind == "command" and weight % 2 else by_rule(self, request, view)

    monkeypatch.setattr(Inbox, "_by_rule", stopped)
    assert leaks_in(caesars, 60)


def test_a_quantity_that_is_no_public_one_is_found(
    caesars: ByRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted leak: a number of the seat's own blocks is measured as if all could see it."""

    def measure(request: Request, view: View) -> Mapping[str, int]:
        weight = sum(part["strength"] for part in view.own["blocks"].values())
        return {"own blocks": 9 * (weight % 2), "battles left": 0}

    monkeypatch.setattr(caesars.ruleset.rules.kinds["regroup"].standing, "measure", measure)
    assert leaks_in(caesars, 150)


# The toy has a private quantity.


class RelayVariation(Variation):
    """Breath is hidden, and every number of it possible."""

    def disturb(self, state: Data, hidden: str, chance: random.Random) -> None:
        state["seats"][hidden]["breath"] = chance.randint(2, 9)


PRIVATE: list[Any] = [
    {"on": "stride", "if": "breath > 4", "then": {"stride": "1"}},
    {"on": "stride", "then": {"stride": "1"}},
]


def relays(raw: list[Any]) -> list[Any]:
    twins = ByRules(relay.ruleset, RelayVariation(), raw, "short")
    return [twins.pair(seed, 6, 1) for seed in range(count(20, 60))]


@pytest.mark.usefixtures("toys")
def test_private_conditions_with_a_default_tell_nothing() -> None:
    pairs = relays(PRIVATE)
    assert [pair.leaks for pair in pairs if pair.leaks] == []
    assert sum(pair.runs for pair in pairs) >= len(pairs)


@pytest.mark.usefixtures("toys")
def test_without_the_default_they_would_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.orders.standing_list._revealing", lambda *ignored: [])
    assert any(pair.leaks for pair in relays(PRIVATE[:1]))
