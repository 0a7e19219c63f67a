"""The twins find a leak of every kind in the game of the ruleset page too: three seats, a bag,
private conditions.  One test a kind, named after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox
from referee.engine.asking import all_carried_out
from referee.engine.request import Request, View
from referee.engine.table import Table
from referee.lab.twins.following import Table as Twin
from referee.lab.twins.twins import Twins
from referee.orders.order_file import OrderFile
from tests.blind.mails import Mails
from tests.blind.planting import Data, also_due, in_refusals, parts, telling
from tests.blind.series import with_rules
from tests.support.installing import toys
from tests.support.seeds import count
from tests.toys.smugglers import coast, ruleset, verbs
from tests.toys.smugglers.asking import Cruise, Searched, Voyage
from tests.toys.smugglers.twist import Stashes


@pytest.fixture(autouse=True, scope="module")
def _toys() -> Iterator[None]:
    with toys():
        yield


@pytest.fixture(scope="module")
def twins(_toys: None) -> Twins:
    return Twins(ruleset, Stashes(), "three")


@pytest.fixture(scope="module")
def mails(_toys: None) -> Mails:
    return Mails(ruleset, Stashes(), "three")


def found(twins: Twins) -> list[str]:
    return parts(twins, 12, skip=3, pairs=80)


def worth(state: Data, seat: str) -> int:
    """The values of a stash, which its owner alone knows."""
    stash = state["seats"][seat].get("stash", [])
    return sum(coast.CRATES[crate]["value"] for crate in stash)


def bad(state: Data, seat: str) -> int:
    """How many crates of a stash are contraband."""
    return len(coast.contraband(state["seats"][seat].get("stash", [])))


def test_nothing_is_found_where_nothing_is_planted(twins: Twins, mails: Mails) -> None:
    assert [parts(one, 12, skip=3, pairs=count(4, 40)) for one in (twins, mails)] == [[], []]


# What is told, and what lies in the open.


def test_crates_that_are_drawn(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "drawn":
            public["first"] = table.state["seats"][public["seat"]]["stash"][0]

    telling(monkeypatch, leak)
    assert "block" in found(twins)


def test_crates_that_are_to_be_landed(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "sails":
            public["ready"] = list(table.state["seats"][public["seat"]].get("ready", []))

    telling(monkeypatch, leak)
    assert {"text", "block"} & set(found(twins))


def test_the_order_in_which_crates_are_named(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the best of those that are landed stands first in the orders."""
    set_sail = verbs.set_sail

    def leaking(table: Table, seat: str, path: Sequence[str], landing: Sequence[str]) -> None:
        set_sail(table, seat, path, landing)
        table.tell("order", {"sorted": list(landing) == coast.in_order(landing)})

    monkeypatch.setattr(verbs, "set_sail", leaking)
    assert "block" in found(twins)


def test_what_is_in_the_bag(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "buyer":
            public["left"] = len(coast.contraband(table.state["sealed"]["bag"]))

    telling(monkeypatch, leak)
    assert "block" in found(twins)


def test_a_number_in_the_public_part(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = verbs.go_on

    def leaking(table: Table, phase: str) -> None:
        go_on(table, phase)
        table.public["worth"] = [worth(table.state, seat) for seat in table.public["points"]]

    monkeypatch.setattr(verbs, "go_on", leaking)
    assert "block" in found(twins)


def test_what_a_bribe_hides(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "bribes":
            public["contraband"] = bad(table.state, public["seat"])

    telling(monkeypatch, leak)
    assert "block" in parts(twins, 16, skip=1, pairs=150)


def test_a_stash_in_the_part_of_another(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    dawn = verbs.dawn

    def leaking(table: Table) -> None:
        for seat in table.state["seats"]:
            others = [one for one in table.public["points"] if one != seat]
            table.state["seats"][seat]["seen"] = [worth(table.state, one) for one in others]
        dawn(table)

    monkeypatch.setattr(verbs, "dawn", leaking)
    assert "block" in found(twins)


# Who is asked, what, how often.


def test_a_question_that_only_contraband_asks(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4: who has nothing to hide is not asked whether he runs."""

    async def search(table: Table, at: str) -> None:
        for seat in coast.suspects(table.public):
            if bad(table.state, seat) > 2:
                await table.ask(Searched(seat, at=at))
        verbs.go_on(table, "land")

    monkeypatch.setitem(ruleset.rules.steps, "search", search)  # type: ignore[arg-type]
    assert {"asked", "due"} & set(parts(twins, 16, skip=1, pairs=150))


def test_the_words_of_a_question(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sail(table: Table) -> None:
        voyages = [Voyage(seat, worth=worth(table.state, seat)) for seat in table.public["points"]]
        await all_carried_out(table, [*voyages, Cruise("patrol")])
        verbs.go_on(table, "search")

    monkeypatch.setitem(ruleset.rules.steps, "sail", sail)  # type: ignore[arg-type]
    assert "asked" in found(twins)


class Running(Twins):
    """All have left rules for being searched, by what they alone know, and one for the rest."""

    def table(self) -> Twin:
        raw: list[Any] = [
            {"on": "searched", "if": "contraband > 2", "then": {"searched": "bribe"}},
            {"on": "searched", "then": {"searched": "bribe"}},
            {"on": "search", "then": "fullest"},
        ]
        return with_rules(super().table(), ruleset, self.seats, raw)


@pytest.fixture(scope="module")
def running(_toys: None) -> Running:
    return Running(ruleset, Stashes(), "three")


def test_private_conditions_tell_nothing(running: Running) -> None:
    assert parts(running, 16, skip=3, pairs=12) == []


def test_which_rule_has_answered(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its number, in what all read."""
    public, close = Clerk._public, Inbox.close
    rules: list[list[int]] = [[]]

    def closing(self: Inbox, *args: Any) -> Any:
        rules.append([one["rule"] for _, box in sorted(self._answered.items()) for one in box])
        return close(self, *args)

    def leaking(self: Clerk, *args: Any) -> Data:
        return {**public(self, *args), "rules": rules[-1]}

    monkeypatch.setattr(Inbox, "close", closing)
    monkeypatch.setattr(Clerk, "_public", leaking)
    assert "block" in parts(running, 16, skip=1, pairs=150)


def test_a_question_more_that_rules_answer(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing shows but the number of requests."""

    async def search(table: Table, at: str) -> None:
        for seat in coast.suspects(table.public):
            for _ in range(1 + bad(table.state, seat) % 2):
                await table.ask(Searched(seat, at=at))
        verbs.go_on(table, "land")

    monkeypatch.setitem(ruleset.rules.steps, "search", search)  # type: ignore[arg-type]
    assert parts(running, 16, skip=1, pairs=150) == ["requests"]


def test_who_is_due(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def rich(clerk: Clerk) -> list[str]:
        return [seat for seat in clerk.charter.seats if worth(clerk.game.state, seat) % 2]

    also_due(monkeypatch, rich)
    series = (twins.pair(n, 12, n % 3) for n in range(80))
    assert "due" in str(next(pair.leaks for pair in series if pair.leaks))


# Refusals, and what others send.


def test_a_refusal_that_knows_more(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(state: Data, seat: str) -> object:
        return {other: worth(state, other) for other in state["seats"]}

    in_refusals(monkeypatch, told, Voyage)
    assert parts(twins, 12, skip=3, pairs=80) == ["refusals"]


def test_orders_in_the_name_of_another(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a crate is in his stash, by what is said of a file that he has not signed."""
    whole = property(lambda self: True, lambda self, value: None)
    monkeypatch.setattr(OrderFile, "genuine", whole, raising=False)
    assert "refusals" in found(twins)


def test_an_answer_to_come_that_waits_for_the_right_crates(
    mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game waits where it cannot be used: so it did once."""
    waiting = Inbox._waiting

    def stopping(self: Inbox, request: Request, view: View, *taken: Any) -> Any:
        source = waiting(self, request, view, *taken)
        return None if source is not None and source.left else source

    monkeypatch.setattr(Inbox, "_waiting", stopping)
    assert {"due", "requests"} & set(parts(mails, 16, skip=1, pairs=150))
