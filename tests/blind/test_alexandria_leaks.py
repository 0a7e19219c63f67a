"""The twins find a leak of every kind when it is planted in Caesar in Alexandria: one test a kind,
named after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.engine.table import Table
from referee.engine.words import IF, Answer, Line, word_of
from referee.lab.twins.twins import Twins
from referee.ruleset import load
from rulesets.caesar_in_alexandria import verbs
from rulesets.caesar_in_alexandria.board import SEATS, other
from rulesets.caesar_in_alexandria.land import withdrawal
from rulesets.caesar_in_alexandria.position import LATER
from rulesets.caesar_in_alexandria.setting.orders import Place
from rulesets.caesar_in_alexandria.turn.orders import Orders
from rulesets.caesar_in_alexandria.turn.walk import Turning, begin_shock
from rulesets.caesar_in_alexandria.variation import Sealed
from rulesets.caesar_in_alexandria.verbs import SHORT
from tests.blind.mails import Mails, with_mail
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
from tests.blind.test_alexandria_blind import BySet, Longer
from tests.support.seeds import count

RULESET = load("caesar-in-alexandria")


@pytest.fixture(scope="module")
def on_land() -> Twins:
    return Twins(RULESET, Sealed(), "pharos")


@pytest.fixture(scope="module")
def at_sea() -> Twins:
    return Twins(RULESET, Sealed(), "naval")


@pytest.fixture(scope="module")
def placed() -> Twins:
    return Twins(RULESET, Sealed(), "heptastadium", {"set-up": "by the players"})


@pytest.fixture(scope="module")
def mails() -> Mails:
    return Mails(RULESET, with_mail(Sealed()), "pharos")


@pytest.fixture(scope="module")
def by_set() -> BySet:
    return BySet(RULESET, with_mail(Sealed()), "pharos")


def found(twins: Twins, runs: int = 16, soon: int = 0) -> list[str]:
    """The parts that differ in the first pair that leaks; soon: as for `parts`."""
    return parts(twins, runs, skip=6, pairs=60, soon=soon)


def left(state: Data, seat: str) -> Answer:
    """The lines of a seat that are still to be carried out."""
    return verbs.still_to_do(state["seats"].get(seat, {}))


def lines_of(state: Data) -> Answer:
    """Those of both."""
    return [line for seat in SEATS for line in left(state, seat)]


def when_asked(monkeypatch: pytest.MonkeyPatch, leak: Callable[[Table], None]) -> None:
    """Plant something that happens whenever somebody is asked on the way."""
    ask_all = Table.ask_all

    async def leaking(self: Table, requests: Any, *args: Any, **more: Any) -> Any:
        leak(self)
        return await ask_all(self, requests, *args, **more)

    monkeypatch.setattr(Table, "ask_all", leaking)


def test_nothing_is_found_where_nothing_is_planted(
    on_land: Twins, at_sea: Twins, placed: Twins, mails: Mails, by_set: BySet
) -> None:
    for twins in (on_land, at_sea, placed, mails, by_set):
        assert parts(twins, 10, skip=6, pairs=count(1, 40)) == []


# Orders that are not carried out yet.


def test_how_many_lines_are_left(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "moves":
            public["left"] = len(lines_of(table.state))

    telling(monkeypatch, leak)
    assert "block" in found(on_land)


def test_the_rest_of_a_path(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stops a unit shows the path done, and nothing of the rest."""

    def leak(table: Table) -> None:
        rest: list[Any] = lines_of(table.state)[:1]
        table.public["rest"] = [line["move"]["path"][-1] for line in rest if "move" in line]

    when_asked(monkeypatch, leak)
    assert "block" in found(on_land, soon=59)


def test_whether_a_unit_is_to_attack(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """In words of the reaction that it is asked for."""
    args_of = withdrawal.args_of

    def leaking(public: Data, unit: str, target: str) -> Data:
        return {**args_of(public, unit, target), "at": str(public.get("attacks"))}

    def leak(table: Table) -> None:
        table.public["attacks"] = any("attack" in line for line in lines_of(table.state))

    when_asked(monkeypatch, leak)
    monkeypatch.setattr(withdrawal, "args_of", leaking)
    assert {"asked", "block"} & {*found(on_land)}


def test_the_galley_that_sails_last(at_sea: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind in ("sea fire", "evades", "ram"):
            rest: list[Any] = lines_of(table.state)
            public["last"] = word_of(rest[-1]) + str(rest[-1]) if rest else ""

    telling(monkeypatch, leak)
    assert "block" in found(at_sea)


def test_how_many_moves_ended_early(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number that conditions compare is only its owner's."""

    def leak(table: Table) -> None:
        table.public["short"] = [table.state["seats"][seat][SHORT] for seat in SEATS]

    when_asked(monkeypatch, leak)
    assert "block" in found(on_land)


def test_a_step_more_for_each_line(at_sea: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing shows but the name of a step, in the labels of its dice."""
    put_down = Turning.put_down

    def leaking(self: Turning, lines: Answer) -> None:
        self.public["now"]["deeds"] += len(lines)
        put_down(self, lines)

    monkeypatch.setattr(Turning, "put_down", leaking)
    assert "block" in found(at_sea, soon=3)


def test_fatigue_in_the_step_of_the_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice of the end of movement have another number if a line that came to nothing was last."""
    finish = Turning.finish

    def leaking(self: Turning) -> None:
        if not (self.rehearsing or self.over() or self.public["now"]["shock"]):
            begin_shock(self.table)
        finish(self)

    monkeypatch.setattr(Turning, "finish", leaking)
    monkeypatch.setattr(Turning, "_finish_step", leaking)
    assert "block" in parts(Twins(RULESET, Longer(), "naval"), 12, skip=4, pairs=60, soon=3)


def test_which_unit_is_to_count_in_a_fight(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy names his own first, and does not know it."""
    wish = verbs.wish

    def leaking(table: Table, wishes: Data) -> None:
        wish(table, wishes)
        table.public["wishes"] = wishes

    monkeypatch.setattr(verbs, "wish", leaking)
    assert "block" in found(on_land, soon=32)


def test_the_order_of_keys(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        if kind == "moves" and len(lines_of(table.state)) % 2:
            turned_about(public)

    unsorted_blocks(monkeypatch)
    telling(monkeypatch, leak)
    assert "block" in found(on_land)


def test_a_seat_that_keeps_what_the_other_one_ordered(
    on_land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its own part of the state."""

    def leak(table: Table) -> None:
        for seat in SEATS:
            table.state["seats"][seat]["spied"] = str(left(table.state, other(seat)))

    when_asked(monkeypatch, leak)
    assert "block" in found(on_land)


def test_which_lines_were_skipped(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    met = Turning._met

    def leaking(self: Turning, line: Line) -> bool:
        done = met(self, line)
        if not done and not self.rehearsing:
            self.table.tell("skipped", {"line": self.number})
        return done

    monkeypatch.setattr(Turning, "_met", leaking)
    assert "block" in parts(mails, 60, skip=1, pairs=150, soon=250)


def test_what_a_condition_compares(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    def leak(table: Table, kind: str, public: Data) -> None:
        conditions: list[Any] = [line[IF] for line in lines_of(table.state) if IF in line]
        if kind == "moves":
            public["compared"] = [one[0] for some in conditions for one in some]

    telling(monkeypatch, leak)
    assert "block" in parts(mails, 60, skip=1, pairs=150)


def test_in_which_order_a_set_up_was_written(
    placed: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    does = Place.does

    async def leaking(self: Place) -> None:
        await does(self)
        self.table.tell("placed", {"first": self.value["pieces"][0]})

    monkeypatch.setattr(Place, "does", leaking)
    assert "block" in parts(placed, 6, skip=1, pairs=40)


# Who is asked, and how often.


def test_a_stop_for_lines_that_were_not_reached(
    on_land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has written more is asked again: it shows in who is due."""

    async def leaking(table: Table, seat: str) -> None:
        answer = await table.ask(Orders(seat, turn=table.public["turn"], part=1))
        if len(answer) % 2:
            await table.ask(Orders(seat, turn=table.public["turn"], part=2))
        table.public["phase"] = LATER

    monkeypatch.setitem(RULESET.rules.steps, "orders", leaking)  # type: ignore[arg-type]
    assert {"asked", "due"} & {*found(on_land, soon=2)}


def test_a_question_more(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing shows but that it is asked again, when that answer is not legal in the other game."""
    window = withdrawal.window

    async def leaking(table: Table, requests: Any, **more: Any) -> None:
        await window(table, requests, **more)
        if len(lines_of(table.state)) % 2:
            for request in requests(table.public)[:1]:
                await table.ask(request)

    monkeypatch.setattr(withdrawal, "window", leaking)
    assert {"requests", "asked", "due", "withdrawal"} & {*found(on_land)}


def test_who_is_due(on_land: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(clerk: Clerk) -> list[str]:
        return [seat for seat in SEATS if len(left(clerk.game.state, seat)) > 1]

    also_due(monkeypatch, busy)
    series = (on_land.pair(n, 16, n % 12) for n in range(6, 60))
    assert "due" in str(next(pair.leaks for pair in series if pair.leaks))


# What is said of drafts, and what lies in the inbox.


def test_a_refusal_that_knows_the_orders_of_the_enemy(
    on_land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(state: Data, seat: str) -> object:
        return left(state, other(seat))

    in_refusals(monkeypatch, told, withdrawal.Withdrawal, Orders)
    assert "refusals" in found(on_land, soon=5)


def test_how_many_advance_orders_wait(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    in_public(monkeypatch, queue_lengths)
    assert "block" in found(mails)


def test_what_a_rule_says(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that answers nothing is sealed like one that does."""
    in_public(monkeypatch, rules_on("withdrawal"))
    assert "block" in found(mails)


def test_how_many_rules_a_seat_has(by_set: BySet, monkeypatch: pytest.MonkeyPatch) -> None:
    in_public(monkeypatch, lambda inbox: {seat: len(some) for seat, some in inbox.standing.items()})
    assert "block" in found(by_set)


def test_that_a_unit_goes_further_by_a_number_of_the_step(
    on_land: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The points that a unit has left lie open; what its orders would spend of them do not."""
    trail = verbs.trail

    def leaking(table: Table) -> None:
        trail(table)
        mover = table.public["now"]["mover"]
        if mover:
            mover["to come"] = len(str(lines_of(table.state)[:1]))

    monkeypatch.setattr(verbs, "trail", leaking)
    assert "block" in found(on_land, soon=59)
