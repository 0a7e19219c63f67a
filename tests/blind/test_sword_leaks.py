"""The twins find a leak of every kind when it is planted in The Sword of Rome: one test a kind,
named after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox, Source
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.engine.window import window
from referee.lab.twins.twins import Twins
from referee.ruleset import load
from rulesets.sword_of_rome.board import CARDS, LEAGUE, SEATS
from rulesets.sword_of_rome.cards import respond
from rulesets.sword_of_rome.march import bribe
from rulesets.sword_of_rome.turn import desperate
from rulesets.sword_of_rome.turn.action import Orders, act
from tests.blind.mails import Mails, Quiet
from tests.blind.planting import (
    Data,
    also_due,
    in_public,
    in_refusals,
    parts,
    queue_lengths,
    rules_on,
    telling,
    turned_about,
    unsorted_blocks,
)
from tests.blind.test_sword_blind import ByHand, CardsShown
from tests.rules.sword_of_rome.adapter import HandVariation
from tests.support.seeds import count

SWORD = load("sword-of-rome")


@pytest.fixture(scope="module")
def hands() -> Twins:
    return Twins(SWORD, HandVariation(), "four")


@pytest.fixture(scope="module")
def by_hand() -> Twins:
    return ByHand(SWORD, CardsShown(), "four")


@pytest.fixture(scope="module")
def mails() -> Mails:
    return Mails(SWORD, Quiet(), "four")


def found(twins: Twins, runs: int = 24, soon: int = 0) -> set[str]:
    """The parts that differ in the first pair that leaks; soon: as for `parts`."""
    return {*parts(twins, runs, skip=12, pairs=60, soon=soon)}


def hand(table: Table, seat: str) -> Sequence[str]:
    """What the host knows, and the rules may not ask by."""
    cards: Sequence[str] = table.state["seats"].get(seat, {}).get("hand", ())
    return cards


def strong(cards: Sequence[str]) -> int:
    """How many cards of value 3 are among them."""
    return sum(CARDS[card]["value"] == 3 for card in cards)


def test_nothing_is_found_where_nothing_is_planted(
    hands: Twins, by_hand: Twins, mails: Mails
) -> None:
    for twins in (hands, by_hand, mails):
        assert parts(twins, 16, skip=12, pairs=count(1, 3)) == []


# What is told and kept.


def test_how_many_cards_of_value_3_a_hand_holds(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.1: when an action begins."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "action":
            public["strong"] = {seat: strong(hand(table, seat)) for seat in SEATS}

    telling(monkeypatch, leak)
    assert "block" in found(hands)


def test_a_card_of_the_draw_pile(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.1: whether cards of value 3 may still come."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "action":
            table.public["left"] = [strong(table.state["sealed"][f"{s} deck"]) for s in SEATS]

    telling(monkeypatch, leak)
    assert "block" in found(hands)


def test_whether_a_card_is_held_by_the_order_of_keys(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "action" and sum(strong(hand(table, seat)) for seat in SEATS) % 2:
            turned_about(public)

    unsorted_blocks(monkeypatch)
    telling(monkeypatch, leak)
    assert "block" in found(hands)


def test_a_seat_that_keeps_what_another_holds(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its own part of the state."""

    async def leaking(table: Table) -> None:
        await act(table)
        for seat in SEATS:
            others = [card for other in SEATS if other != seat for card in hand(table, other)]
            table.state["seats"][seat]["spied"] = "".join(others)

    monkeypatch.setitem(SWORD.rules.steps, "action", leaking)
    assert "block" in found(hands)


def test_an_announcement_that_came_to_nothing(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.4.2: who had announced Desperate Times in case another player does."""

    async def leaking(table: Table, could: Any, **more: Any) -> Any:
        announced: Any = more.get("announced")

        async def told(offers: Any) -> Any:
            table.public["waiting"] = [offer.request.seat for offer in offers]
            return await announced(offers)

        return await window(table, could, **{**more, **({"announced": told} if announced else {})})

    monkeypatch.setattr(desperate, "window", leaking)
    assert "block" in found(hands)


# Who is asked, and how often.


def test_responses_asked_of_their_holder_alone(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.1.1, and row SR 7.1.1 of what may be asked."""

    async def leaking(table: Table, could: Any, **more: Any) -> Any:
        def holding(public: Data) -> list[Any]:
            return [r for r in could(public) if fits(table, r)]

        return await window(table, holding, **more)

    monkeypatch.setattr(respond, "window", leaking)
    assert {"due", "asked", "requests"} & found(hands, soon=7)


def fits(table: Table, request: Request) -> bool:
    """Whether a hand holds a card that fits a window."""
    fitting = respond.fitting(table.public, request.seat, request.args["trigger"])
    return bool({*fitting} & {*hand(table, request.seat)})


def test_a_window_that_opens_once_more_for_a_card_that_fits(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.1.1: nothing is played, but the game takes a run more."""

    async def leaking(table: Table, could: Any, **more: Any) -> Any:
        if not table.rehearsing and any(fits(table, r) for r in could(table.public)):
            await window(table, could, **more)
        return await window(table, could, **more)

    monkeypatch.setattr(respond, "window", leaking)
    assert {"due", "asked", "requests"} & found(hands, soon=24)


def test_a_bribe_asked_only_of_who_can_pay(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """7.2.2, and row SR 7.2.2 of what may be asked; here before each action."""

    async def leaking(table: Table) -> None:
        if LEAGUE in table.public["seats"] and strong(hand(table, LEAGUE)) > 1:
            seat, at = LEAGUE, next(iter(table.public["loyalty"]))
            await table.ask(bribe.Bribe(seat, what=bribe.BACK, power="rome", at=at))
        await act(table)

    monkeypatch.setitem(SWORD.rules.steps, "action", leaking)
    assert {"due", "asked", "requests"} & found(hands)


def test_a_seat_that_is_due_by_what_it_holds(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def strong_hands(clerk: Clerk) -> list[str]:
        seats = clerk.game.state["seats"]
        return [seat for seat in SEATS if strong(seats[seat]["hand"]) > 1]

    also_due(monkeypatch, strong_hands)
    assert "due" in found(hands)


def test_a_rule_for_responses_that_stops_by_what_is_held(
    by_hand: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.1.1: a stop would tell that a hand is worth a thought."""
    by_rule = Inbox._by_rule

    def stopped(self: Inbox, request: Request, view: View) -> Source | None:
        if request.kind == "respond" and strong(view.own["hand"]):
            return None
        return by_rule(self, request, view)

    monkeypatch.setattr(Inbox, "_by_rule", stopped)
    assert {"due", "asked"} & found(by_hand)


def test_a_rule_for_interceptions_that_reads_the_hand(
    by_hand: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10.1: "own cu" and "their cu" are public."""
    standing = type(SWORD.rules.kinds["intercept"].standing)

    def leaking(request: Any, view: View) -> int:
        return -1 if strong(view.own["hand"]) > 1 else 99

    cu = standing.quantities["own cu"]._replace(of=leaking)
    monkeypatch.setattr(standing, "quantities", {**standing.quantities, "own cu": cu})
    assert "block" in found(by_hand, soon=2)


# What is said of drafts.


def test_a_refusal_that_knows_the_hands_of_the_others(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.1: beside what it says of one's own."""

    def told(state: Data, seat: str) -> object:
        seats = state["seats"]
        return [card for other in SEATS if other != seat for card in seats[other]["hand"]]

    in_refusals(monkeypatch, told, Orders)
    assert "refusals" in found(hands)


# What lies in the inbox.


def test_how_many_advance_orders_wait(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    in_public(monkeypatch, queue_lengths)
    assert "block" in found(mails)


def test_what_a_rule_for_interceptions_says(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    """10.1: a rule that answers nothing is sealed like one that does."""

    in_public(monkeypatch, rules_on("intercept"))
    assert "block" in found(mails)
