"""The twins find a leak of every kind in an open game too: one test a kind, named after it.

Hidden are orders that are not carried out, standing orders, answers to what is asked later, notes
to one seat and offers of a draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import Inbox
from referee.engine.game import Outcome
from referee.engine.table import Table
from referee.engine.words import IF, Answer, Line
from referee.lab.twins.twins import Twins
from referee.ruleset import load
from rulesets.end_of_the_triumvirate import supply
from rulesets.end_of_the_triumvirate.turn import Turn, TurnWalk
from rulesets.end_of_the_triumvirate.variation import OrdersVariation
from tests.blind.mails import Mails, Quiet
from tests.blind.planting import also_due, in_public, parts, queue_lengths
from tests.support.seeds import count

Data = dict[str, Any]
RULESET = load("end-of-the-triumvirate")


@pytest.fixture(scope="module")
def orders() -> Twins:
    return Twins(RULESET, OrdersVariation(), "three")


@pytest.fixture(scope="module")
def mails() -> Mails:
    return Mails(RULESET, Quiet(), "three")


def found(twins: Twins, soon: int = 0) -> list[str]:
    """The parts that differ in the first pair that leaks; soon: as for `parts`."""
    return parts(twins, 14, skip=3, pairs=40, soon=soon)


def before_a_turn(
    monkeypatch: pytest.MonkeyPatch, told: Callable[[Table, Answer], Data | None]
) -> None:
    """Plant an event that tells of the lines of a turn."""
    run = TurnWalk.run

    async def leaking(self: TurnWalk, lines: Answer) -> bool:
        public = told(self.table, lines)
        if public is not None:
            self.table.tell("planted", public)
        return await run(self, lines)

    monkeypatch.setattr(TurnWalk, "run", leaking)


def test_nothing_is_found_where_nothing_is_planted(orders: Twins, mails: Mails) -> None:
    assert [parts(twins, 14, skip=3, pairs=count(4, 40)) for twins in (orders, mails)] == [[], []]


# Orders that are not carried out.


def test_how_long_the_orders_are(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    before_a_turn(monkeypatch, lambda table, lines: {"signs": len(str(lines))})
    assert "block" in found(orders)


def test_whether_orders_have_conditions(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    before_a_turn(monkeypatch, lambda table, lines: {"if": any(IF in line for line in lines)})
    assert "block" in found(orders)


def test_what_a_condition_compares(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(table: Table, lines: Answer) -> Data:
        conditions: list[Any] = [line[IF] for line in lines if IF in line]
        return {"names": [one[0] for some in conditions for one in some]}

    before_a_turn(monkeypatch, told)
    assert "block" in found(mails)


def test_which_lines_were_skipped(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    met = TurnWalk._met

    def leaking(self: TurnWalk, line: Line) -> bool:
        found = met(self, line)
        if not found:
            self.table.tell("skipped", {"line": self.number})
        return found

    monkeypatch.setattr(TurnWalk, "_met", leaking)
    assert "block" in found(orders)


def test_the_last_word_of_the_orders(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may stand behind an attack that fails."""
    before_a_turn(monkeypatch, lambda table, lines: {"last": sorted(lines[-1]) if lines else []})
    assert "block" in found(orders)


def test_which_of_romes_provinces_was_named_first(
    orders: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5.4."""
    place = supply._place

    def leaking(public: Data, seat: str, given: Data, at: Any) -> Data:
        public["named"] = list(at)
        return place(public, seat, given, at)

    monkeypatch.setattr(supply, "_place", leaking)
    assert "block" in found(orders, soon=9)


def test_who_would_come_first_in_a_shortage(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """5.5: a wish that was not needed."""
    take = supply.take

    def leaking(table: Table, seat: str, rome: Any, wishes: Mapping[str, Any]) -> None:
        table.tell("wishes", {"gold": list(wishes["gold"])})
        take(table, seat, rome, wishes)

    monkeypatch.setattr(supply, "take", leaking)
    assert "block" in found(orders)


def test_a_stop_for_lines_that_were_not_reached(
    orders: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has written more is asked again: it shows in who is due."""

    async def play_turn(table: Table, seat: str) -> None:
        answer = await table.ask(Turn(seat, year=1, turn=1, part=1))
        if len(answer) % 2:
            await table.ask(Turn(seat, year=1, turn=1, part=2))
        table.public["phase"] = "end"

    monkeypatch.setitem(RULESET.rules.steps, "turn", play_turn)  # type: ignore[arg-type]
    assert {"due", "asked"} & set(found(orders))


def test_a_number_in_what_is_asked_next(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    run = TurnWalk.run

    async def leaking(self: TurnWalk, answer: Answer) -> bool:
        done = await run(self, answer)
        self.public["now"]["asked"] += len(answer) % 3
        return done

    monkeypatch.setattr(TurnWalk, "run", leaking)
    assert "block" in found(orders)


def test_the_size_of_a_file(orders: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the signed header that all are shown."""
    headers = Inbox.headers

    def leaking(self: Inbox, due: Any) -> list[Data]:
        sizes = {seat: str(len(str(file.answer))) for seat, file in self.explicit.items()}
        return [{**one, "size": sizes[one["seat"]]} for one in headers(self, due)]

    monkeypatch.setattr(Inbox, "headers", leaking)
    assert "block" in found(orders)


# What lies in the inbox.


def test_how_many_answers_to_come_there_are(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    in_public(monkeypatch, queue_lengths)
    assert "block" in found(mails)


def test_what_answers_to_come_say(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(inbox: Inbox) -> object:
        return {
            seat: [[one["on"], len(one["answer"])] for one in box]
            for seat, box in sorted(inbox.queue.items())
        }

    in_public(monkeypatch, told)
    assert "block" in found(mails)


def test_what_standing_orders_say(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(inbox: Inbox) -> object:
        return {seat: [rule["then"] for rule in rules] for seat, rules in inbox.standing.items()}

    in_public(monkeypatch, told)
    assert "block" in found(mails)


def test_who_offers_a_draw(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    in_public(monkeypatch, lambda inbox: list(inbox.drawing))
    assert "block" in found(mails)


def test_a_note_to_one_seat(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it was."""
    close, sizes = Inbox.close, [0]

    def closing(self: Inbox, *args: Any) -> Any:
        files = self.explicit.values()
        sizes.append(sum(len(text) for file in files for text in file.notes.values()))
        return close(self, *args)

    monkeypatch.setattr(Inbox, "close", closing)
    in_public(monkeypatch, lambda inbox: sizes[-1])
    assert "block" in found(mails)


def test_a_note_to_one_seat_that_others_read(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Clerk._own

    def leaking(self: Clerk, outcome: Outcome, mail: Any) -> dict[str, Data]:
        letters = [note for notes in mail.sealed.values() for note in notes]
        everybody = dict.fromkeys(self.charter.seats, letters)
        return own(self, outcome, mail._replace(sealed=everybody))

    monkeypatch.setattr(Clerk, "_own", leaking)
    assert {"text", "block"} <= set(found(mails))


def test_what_has_answered_a_request(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    """The own part of one seat in those of the others."""
    own = Clerk._own

    def leaking(self: Clerk, outcome: Outcome, mail: Any) -> dict[str, Data]:
        words = [str(box) for _, box in sorted(mail.answered.items())]
        everybody = {seat: [*mail.words.get(seat, []), *words] for seat in self.charter.seats}
        return own(self, outcome, mail._replace(words=everybody))

    monkeypatch.setattr(Clerk, "_own", leaking)
    assert "block" in found(mails, soon=4)


def test_whom_nobody_waits_for(mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that has sent anything for later is not due, whether it fits or not."""

    def odd(clerk: Clerk) -> list[str]:
        return [seat for seat in clerk.charter.seats if len(clerk.inbox.queue.get(seat, [])) % 2]

    also_due(monkeypatch, odd)
    assert "due" in found(mails)
