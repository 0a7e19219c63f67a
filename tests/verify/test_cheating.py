"""A host that cheats with the dice: `verify` names what was done, from the reports alone.

The cheats are made with the program's own code, so that only the lie itself is wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from referee.adjudicate.clerk import Clerk
from referee.charter.secrets import chain
from referee.engine.entry import Entry
from referee.proof.chains import Chain
from referee.proof.dice import Scope
from referee.report.report_file import read_report
from referee.verify.report.verify import verify
from tests.support.mailbag import Table, cli

Play = Callable[[pytest.MonkeyPatch, Callable[..., Table]], Table]


def _cheated(table: Table) -> Table:
    """The run in which cards are shown and a die is rolled, made by the cheating host."""
    files = [table.put(f"{seat}.yaml", table.orders(seat)) for seat in table.due()]
    said = cli("apply", table.folder, *files)
    assert said.status == 0, said.err
    assert len(table.reports("red")) == 4
    return table


def _found(table: Table, seat: str = "red") -> dict[str, str]:
    report = read_report(table.report(seat).read_bytes())
    return {f.place: f.reason for f in verify(report, table.charter, table.ruleset)}


@pytest.fixture
def table(game: Callable[..., Table]) -> Table:
    return game("duel", 2)


def test_an_honest_host_is_not_accused(table: Table) -> None:
    """Without a cheat the very same steps give good reports."""
    assert _found(_cheated(table)) == {}


def test_a_roll_number_that_was_skipped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host rolls, does not like it, and takes the next roll of the same scope."""
    honest = Scope.roll

    def second(self: Scope, count: int, faces: int) -> list[int]:
        honest(self, count, faces)
        return honest(self, count, faces)

    with monkeypatch.context() as patch:
        patch.setattr("referee.engine.table.Table._scope", _counting(second))
        _cheated(table)
    found = _found(table)
    assert list(found) == ["rolls, 2: round/1 roll 2"]
    assert set(found.values()) == {"number 1 of this scope was left out or told twice"}


def _counting(roll: Callable[[Scope, int, int], list[int]]) -> Any:
    """Table._scope with scopes that roll otherwise, and log the number that they really used."""
    from referee.engine.table import Table as Seats

    honest = Seats._scope

    class Skewed:
        def __init__(self, scope: Scope) -> None:
            self._scope = scope
            self.opening, self.path = scope.opening, scope.path

        @property
        def number(self) -> int:
            # Behind the draw the first roll is thrown away.
            return self._scope.number and self._scope.number + 1

        def roll(self, count: int, faces: int) -> list[int]:
            return roll(self._scope, count, faces)

        def draw(self, k: int, m: int) -> list[int]:
            return self._scope.draw(k, m)

    def scope(self: Seats, stream: str) -> Any:
        opened = honest(self, stream)
        return Skewed(opened) if stream == "public" else opened

    return scope


def test_a_scope_that_was_opened_twice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.proof.dice import Dice

    honest = Dice.public

    def twice(self: Dice, path: str) -> Scope:
        honest(self, path)
        return honest(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(Dice, "public", twice)
        _cheated(table)
    reason = "opening 1 comes before opening 0"
    places = ["rolls, 1: round/1 draw 0", "rolls, 2: round/1 roll 1"]
    assert _found(table) == dict.fromkeys(places, reason)


def test_a_die_that_was_turned(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Scope.roll
    shown: list[int] = []

    def turned(self: Scope, count: int, faces: int) -> list[int]:
        shown[:] = honest(self, count, faces)
        return [1 + value % faces for value in shown]

    with monkeypatch.context() as patch:
        patch.setattr(Scope, "roll", turned)
        _cheated(table)
    (place,) = found = _found(table)
    assert place == "rolls, 2: round/1 roll 1"
    assert found[place] == f"the dice give {shown[0]}, the report says {1 + shown[0] % 6}"


def test_an_open_draw_that_was_turned(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host shows other things than those that were drawn."""
    honest = Scope.draw
    drawn: list[int] = []

    def turned(self: Scope, k: int, m: int) -> list[int]:
        drawn[:] = honest(self, k, m)
        return [(i + 1) % m for i in drawn]

    with monkeypatch.context() as patch:
        patch.setattr(Scope, "draw", turned)
        _cheated(table)
    (place,) = found = _found(table)
    assert place == "rolls, 1: round/1 draw 0"
    made, said = (" ".join(map(str, x)) for x in (drawn, [(i + 1) % 6 for i in drawn]))
    assert found[place] == f"the dice give {made}, the report says {said}"


def test_an_open_draw_from_a_fuller_bag(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host draws from what lies there, and shows a bag that has one thing more."""
    from referee.engine.table import Table as Seats

    honest = Seats.draw_open

    def fuller(self: Seats, label: str, count: int, items: list[str]) -> list[str]:
        drawn = honest(self, label, count, items)
        self.rolls[-1]["items"].append("shoe")
        return drawn

    with monkeypatch.context() as patch:
        patch.setattr(Seats, "draw_open", fuller)
        _cheated(table)
    (place,) = found = _found(table)
    assert place == "rolls, 1: round/1 draw 0"
    assert "the dice give" in found[place]


@pytest.mark.parametrize(
    ("left_out", "places"),
    [(0, ["rolls, 1: round/1 roll 1", "public, events"]), (1, ["public, events"])],
)
def test_a_cast_that_is_not_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, left_out: int, places: list[str]
) -> None:
    """A draw before a roll is missed; of the last cast in a scope an event tells."""
    from referee.engine import entry

    honest = entry.public_part

    def silent(outcome: Any, state: Any) -> dict[str, Any]:
        part = honest(outcome, state)
        return {**part, "rolls": [r for i, r in enumerate(part["rolls"]) if i != left_out]}

    with monkeypatch.context() as patch:
        patch.setattr(entry, "public_part", silent)
        _cheated(table)
    assert list(_found(table)) == places


def test_a_re_roll_by_another_host_link(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another last link would give other dice; but it is no link of the host's chain."""
    honest = Clerk.make_run

    def other(self: Clerk, host_link: bytes, z: bytes) -> Entry:
        return honest(self, bytes(32), z)

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "make_run", other)
        _cheated(table)
    assert _found(table) == {"links, host": "it is not link 3 of the chain in the charter"}


def test_the_wrong_link_number(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host uses link 4 in run 3: a true link, but not this run's."""
    honest = Clerk.make_run
    host = chain(table.key("host"), table.charter.offer, "host")

    def later(self: Clerk, host_link: bytes, z: bytes) -> Entry:
        return honest(self, host.link(4), z)

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "make_run", later)
        _cheated(table)
    assert _found(table) == {"links, host": "it is not link 3 of the chain in the charter"}


def test_the_wrong_link_number_told_truly(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    host = chain(table.key("host"), table.charter.offer, "host")
    honest = Clerk._new_links

    def told(self: Clerk, run: int, host_link: bytes) -> dict[str, list[int | str]]:
        return honest(self, run, host_link) | {"host": [0, run + 1, host.link(run + 1).hex()]}

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "_new_links", told)
        _cheated(table)
    assert "links, host" in _found(table)


@pytest.mark.parametrize("what", ["header", "link", "both"])
def test_a_header_or_link_that_is_left_out(
    table: Table, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Blue's file came, but the host leaves out its header, its link, or both."""
    from referee.adjudicate.inbox import Inbox

    headers, links = Inbox.headers, Clerk._new_links
    with monkeypatch.context() as patch:
        if what in ("header", "both"):
            patch.setattr(Inbox, "headers", lambda self, due: headers(self, due)[:1])
        if what in ("link", "both"):
            patch.setattr(
                Clerk,
                "_new_links",
                lambda self, *a: {k: v for k, v in links(self, *a).items() if k != "seat/blue"},
            )
        _cheated(table)
    if what == "both":
        # One report alone looks well; the one before says that blue was due.
        paths = table.reports("red")
        said = cli("verify", *paths, "--charter", table.folder / "charter.yaml")
        assert said.status == 1
        assert "/red/0003.txt: the files of the run are not from the seats that" in said.out
    else:
        assert "headers" in _found(table)


def test_run_1_without_a_link_of_a_seat(
    game: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first run is due from all, so that one report alone shows what was left out."""
    from referee.adjudicate.inbox import Inbox

    table = game("duel", 0)
    headers, links = Inbox.headers, Clerk._new_links
    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "headers", lambda self, due: headers(self, due)[:1])
        patch.setattr(
            Clerk,
            "_new_links",
            lambda self, *a: {k: v for k, v in links(self, *a).items() if k != "seat/blue"},
        )
        table.play()
    assert _found(table) == {"links, seat/blue": "epoch 0, number 0 is impossible"}


def test_two_stories_of_one_run(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat gets another public part, each with a head and a signature that fit."""
    honest = Clerk.sheet

    def flattering(self: Clerk, made: Entry, seat: str) -> dict[str, Any]:
        if seat == "red":
            return honest(self, made, seat)
        public = copy.deepcopy(made.public)
        public["notes"] = [["red", "well played"]]
        lie = Entry(made.number, made.run, public, made.own, made.salts, made.previous)
        return honest(self, lie, seat)

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "sheet", flattering)
        _cheated(table)
    assert _found(table, "red") == _found(table, "blue") == {}
    paths = [table.report("red"), table.report("blue")]
    said = cli("verify", *paths, "--charter", table.folder / "charter.yaml")
    assert said.status == 1
    assert f"{paths[1]}: it tells another story of run 3 than {paths[0]}: public, notes, 1 is " in (
        said.out
    )


def test_another_hand_than_the_committed_one(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Clerk.sheet

    def lying(self: Clerk, made: Entry, seat: str) -> dict[str, Any]:
        sheet = honest(self, made, seat)
        sheet["state"]["own"]["hand"] = ["lion", "lion"]
        return sheet

    with monkeypatch.context() as patch:
        patch.setattr(Clerk, "sheet", lying)
        _cheated(table)
    assert _found(table) == {"state, own": "it is not the position that the entry commits to"}


def test_a_forged_header_of_a_seat(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host, who has no key of blue's, says that blue's header was another."""
    from referee.adjudicate.inbox import Inbox

    honest = Inbox.headers

    def forged(self: Inbox, due: list[str]) -> list[dict[str, Any]]:
        return [{**header, "body": "0" * 64} for header in honest(self, due)]

    with monkeypatch.context() as patch:
        patch.setattr(Inbox, "headers", forged)
        _cheated(table)
    found = _found(table)
    assert set(found) == {"headers, seat/red", "headers, seat/blue", "own, files"}
    assert "not signed by blue" in found["headers, seat/blue"]


def test_a_chain_of_another_key(table: Table) -> None:
    """Links of a chain that the charter does not know do not pass for the host's."""
    charter = table.charter
    other = Chain(charter.gid, "host", 0, charter.length, bytes(32))
    assert other.anchor != charter.anchors["host"]
