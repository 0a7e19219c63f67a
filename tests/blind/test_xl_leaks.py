"""The twins find a leak of every kind when it is planted in Caesar XL: one test a kind, named after
it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox, Source
from referee.engine.conditions import holds
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.engine.words import IF, Line, compared
from referee.kit.zones import Zones
from referee.lab.twins.twins import Twins
from referee.ruleset import load
from rulesets.caesar_xl import choices, flow
from rulesets.caesar_xl.board import SEATS, TACTICS, other
from rulesets.caesar_xl.combat import battle
from rulesets.caesar_xl.draw import cards
from rulesets.caesar_xl.draw.orders import Drawing, Draws, draw
from rulesets.caesar_xl.position import owned
from rulesets.caesar_xl.turn import Orders
from rulesets.caesar_xl.variation import SECRET
from tests.blind.buyers import Buyers
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
from tests.blind.test_xl_blind import ByHand, HandShown
from tests.rules.caesar_xl.adapter import HandVariation
from tests.support.seeds import count

XL = load("caesar-xl")


@pytest.fixture(scope="module")
def hands() -> Twins:
    return Twins(XL, HandVariation())


@pytest.fixture(scope="module")
def buyers() -> Twins:
    return Buyers(XL, HandVariation())


@pytest.fixture(scope="module")
def by_hand() -> Twins:
    return ByHand(XL, HandShown())


@pytest.fixture(scope="module")
def mails() -> Mails:
    return Mails(XL, Quiet())


def found(twins: Twins, runs: int = 24, soon: int = 0) -> list[str]:
    """The parts that differ in the first pair that leaks; soon: as for `parts`."""
    return parts(twins, runs, skip=12, pairs=40, soon=soon)


def hand(table: Table, seat: str) -> Sequence[str]:
    cards: Sequence[str] = table.state["seats"][seat]["hand"]
    return cards


def test_nothing_is_found_where_nothing_is_planted(
    hands: Twins, buyers: Twins, by_hand: Twins
) -> None:
    for twins in (hands, buyers, by_hand):
        assert parts(twins, 24, skip=12, pairs=count(1, 4)) == []


# The buying rule (6.2).


def test_a_stop_where_a_buying_rule_does_not_buy(
    buyers: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.2: who is asked again has drawn what his rule does not want."""
    met = Drawing._met

    def stopping(self: Drawing, line: Line) -> bool:
        conditions: Any = line[IF]
        if not self.rehearsing and compared(line) & SECRET and self.acted:
            self.stopped = not holds(conditions, self.measure())
        return met(self, line)

    monkeypatch.setattr(Drawing, "_met", stopping)
    assert {"due", "asked"} & {*found(buyers, soon=10)}


def test_which_line_of_a_buying_rule_was_skipped(
    buyers: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.2: a line that could not buy for lack of gold, and one that did not want to."""
    met = Drawing._met

    def leaking(self: Drawing, line: Line) -> bool:
        done = met(self, line)
        if not done:
            self.table.tell("skipped", {"line": self.number})
        return done

    monkeypatch.setattr(Drawing, "_met", leaking)
    assert "block" in found(buyers)


def test_what_a_buying_rule_compares(buyers: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.2: a number of the hand that is kept where all see it."""
    measure = Drawing.measure

    def leaking(self: Drawing) -> Any:
        counts = measure(self)
        self.public["now"]["counted"] = counts["leaders drawn"]
        return counts

    monkeypatch.setattr(Drawing, "measure", leaking)
    assert "block" in found(buyers)


# What is told and kept.


def test_the_kind_of_a_card_that_is_drawn(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.3: leader, tactics or action."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "turn over":
            public["drawn"] = dict(table.state["seats"][public["seat"]]["drawn"])

    telling(monkeypatch, leak)
    assert "block" in found(hands, soon=2)


def test_how_many_tactics_a_hand_holds(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """1.5: when a battle begins."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "battle":
            public["held"] = {s: len({*hand(table, s)} & {*TACTICS}) for s in SEATS}

    telling(monkeypatch, leak)
    assert "block" in found(hands)


def test_a_card_of_the_draw_pile(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """1.5: whether one card may still come."""

    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "turn over":
            table.public["left"] = [c for c in table.state["sealed"]["deck"] if c in ("T8", "L1")]

    telling(monkeypatch, leak)
    assert "block" in found(hands, soon=6)


def test_the_lot_by_which_a_card_was_drawn(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.1: its number in the pile tells something of all cards before it."""
    lot = Zones._lot

    def leaking(self: Zones, table: Table, *given: Any) -> list[str]:
        pile = () if table.rehearsing else self.lying(table.state, self.pile)
        picked = lot(self, table, *given)
        table.public["lot"] = [pile.index(card) for card in picked]
        return picked

    monkeypatch.setattr(Zones, "_lot", leaking)
    assert "block" in found(hands)


def test_a_drawn_card_that_counts_as_seen(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """F3: tactics are known only if they were bought from the discards."""
    came = cards.came

    async def leaking(table: Table, seat: str, card: str) -> None:
        await came(table, seat, card)
        if card in TACTICS:
            table.public["known"][seat] = [*table.public["known"][seat], card]

    monkeypatch.setattr(cards, "came", leaking)
    assert "block" in found(hands, soon=2)


def test_whether_ambush_is_held_by_the_order_of_keys(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "marches" and "T8" in [*hand(table, "caesar"), *hand(table, "pompey")]:
            turned_about(public)

    unsorted_blocks(monkeypatch)
    telling(monkeypatch, leak)
    assert "block" in found(hands, soon=5)


def test_a_seat_that_keeps_what_the_other_one_holds(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its own part of the state."""

    async def leaking(table: Table, seat: str) -> None:
        await flow.end_turn(table, seat)
        for one in SEATS:
            table.state["seats"][one]["spied"] = "".join(hand(table, other(one)))

    monkeypatch.setitem(XL.rules.steps, "end of turn", leaking)  # type: ignore[arg-type]
    assert "block" in found(hands)


# Who is asked, and how often.


def test_tactics_asked_of_their_holder_alone(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """10.2, and row XL 10.2 of what may be asked."""
    play_tactics = battle.play_tactics

    async def leaking(table: Table, seat: str) -> str:
        able = choices.fitting(table.public, seat)
        if not {*able} & {*hand(table, seat)}:
            return choices.NONE
        return await play_tactics(table, seat)

    monkeypatch.setattr(battle, "play_tactics", leaking)
    assert {"due", "asked"} & {*found(hands)}


def test_cards_asked_twice_of_who_holds_a_leader(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6.1: the game takes one run more."""

    async def leaking(table: Table, seat: str) -> None:
        if any(card[0] == "L" for card in hand(table, seat)):
            await table.ask(Draws(seat, turn=table.public["turn"], part=9))
        await draw(table, seat)

    monkeypatch.setitem(XL.rules.steps, "draw", leaking)  # type: ignore[arg-type]
    assert {"due", "asked"} & {*found(hands, soon=2)}


def test_a_question_more_that_rules_answer(by_hand: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """10.2: nothing shows but the number of requests."""
    play_tactics = battle.play_tactics

    async def leaking(table: Table, seat: str) -> str:
        if any(card[0] == "A" for card in hand(table, seat)):
            await table.ask(choices.Rally(seat))
        return await play_tactics(table, seat)

    rally = XL.rules.kinds["rally"].standing
    monkeypatch.setattr(choices.Rally, "forced", lambda self, public: None)
    monkeypatch.setattr(choices.Rally, "options", lambda self, view: owned(view.public, self.seat))
    monkeypatch.setattr(type(rally), "follow", lambda self, request, view, then: [])
    monkeypatch.setattr(battle, "play_tactics", leaking)
    assert {"requests", "due", "asked"} & {*found(by_hand, soon=10)}


def test_a_seat_that_is_due_by_what_it_holds(hands: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_tactics(clerk: Clerk) -> list[str]:
        seats = clerk.game.state["seats"]
        return [seat for seat in SEATS if any(card in TACTICS for card in seats[seat]["hand"])]

    also_due(monkeypatch, with_tactics)
    assert "due" in found(hands)


def test_a_rule_on_tactics_that_stops_by_what_is_held(
    by_hand: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10.2: a stop would tell that a hand is worth a thought."""
    by_rule = Inbox._by_rule

    def stopped(self: Inbox, request: Request, view: View) -> Source | None:
        held = [card for card in view.own["hand"] if card in TACTICS]
        return None if request.kind == "tactics" and held else by_rule(self, request, view)

    monkeypatch.setattr(Inbox, "_by_rule", stopped)
    assert {"due", "asked"} & {*found(by_hand, soon=3)}


def test_a_rule_that_compares_a_hand_as_if_all_saw_it(
    by_hand: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10.5: who has tactics left stays."""
    measure = choices.InBattle.measure

    def leaking(self: choices.InBattle, view: View) -> Any:
        held = any(card in TACTICS for card in view.own["hand"])
        return {**measure(self, view), "own swords": 0 if held else 99}

    monkeypatch.setattr(choices.InBattle, "measure", leaking)
    assert "block" in found(by_hand, soon=19)


# What is said of drafts.


def test_a_refusal_that_knows_the_hand_of_the_enemy(
    hands: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7.3: beside what it says of one's own."""
    in_refusals(monkeypatch, lambda state, seat: state["seats"][other(seat)]["hand"], Orders)
    assert "refusals" in found(hands)


# What lies in the inbox.


def test_how_many_advance_orders_wait(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    in_public(monkeypatch, queue_lengths)
    assert "block" in found(mails)


def test_what_a_rule_for_cards_says(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    """6.2: a rule that answers nothing is sealed like one that does."""

    in_public(monkeypatch, rules_on("cards"))
    assert "block" in found(mails)
