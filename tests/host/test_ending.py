"""A game that its players end early, and notes to one seat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.verify.audit.audit import audit
from tests.support.mailbag import Table, check_by_report, cli, opened

Game = Callable[..., Table]


def _text(table: Table, seat: str) -> str:
    return " ".join(table.report(seat).read_text().split())


def _is_whole(table: Table) -> None:
    """Verified, audited and revealed, as any game that is over."""
    for seat in table.seats:
        said = cli("verify", *table.reports(seat), "--charter", table.folder / "charter.yaml")
        assert said.status == 0, said.out
    found = audit(table.folder, lambda: table.key("host"))
    assert (found.wrong, found.legality) == (None, "")
    bundle = table.folder.with_name("all.zip")
    said = cli("reveal", table.folder, "--out", bundle)
    assert said.status == 0, said.err
    assert audit(bundle, None).wrong is None


def test_what_happened_says_that_the_players_have_ended_the_game(game: Game) -> None:
    """Not "Nothing yet.": what is told of the end stands far below."""
    table = game("duel", 1)
    table.apply(table.orders("red", draw="yes"), table.orders("blue", draw="yes"))
    for seat in (*table.seats, "guest"):
        said = cli("report", table.folder, "--seat", seat)
        happened = said.out.partition("WHAT HAPPENED")[2].partition("\n\n")[0]
        assert "The players have ended the game" in happened
        assert "Nothing yet" not in said.out


def test_no_template_is_printed_for_a_game_that_is_over(game: Game) -> None:
    table = game("duel", 1)
    table.apply(table.orders("red", resign="yes"), table.orders("blue"))
    for where in (("--report", table.report("red")), (table.folder, "--seat", "red")):
        said = cli("orders", *where)
        assert (said.status, said.out) == (1, "")
        assert (
            f"{where[0] if where[0] != '--report' else where[1]}: out of turn: the game is over"
            in said.err
        )


# -- giving up -----------------------------------------------------------------------------------


def test_with_two_seats_the_other_wins(game: Game) -> None:
    table = game("duel", 1)
    red = table.orders("red", orders=None, resign="yes")
    assert b"orders:" not in red
    said = table.apply(red, table.orders("blue"))
    assert said.status == 0, said.err
    assert said.out.endswith("the game is over; winner: Blue; Red resigned\n")
    for seat in table.seats:
        assert "The game is over. Winner: Blue; Red resigned." in _text(table, seat)
    public = table.sheet("red")["public"]
    assert public["ended"] == {"how": "resigned", "seat": "red"}
    assert (public["over"], public["due"], public["asked"]) == (True, [], [])
    assert (public["events"], public["rolls"]) == ([], [])
    _is_whole(table)


def test_orders_in_the_run_that_ends_the_game_are_not_carried_out(game: Game) -> None:
    table = game("duel", 1)
    table.apply(table.orders("red", resign="yes"), table.orders("blue", note="well played"))
    assert "shown" not in [event["kind"] for event in table.sheet("red")["public"]["events"]]
    assert "Note from Blue: well played" in _text(table, "red")


def test_a_seat_that_is_not_due_resigns_by_an_advance_file(game: Game) -> None:
    table = game("relay", 1)
    assert table.due() == ["bert"]
    assert table.apply(table.orders("anna", orders=None, resign="yes")).status == 3
    assert not table.sheet("bert")["public"]["over"], "it counts with the next run"
    assert table.apply(table.orders("bert")).status == 0
    assert "Winner: Bert; Anna resigned." in _text(table, "bert")
    _is_whole(table)


def test_it_can_be_taken_back_until_the_run_is_made(game: Game) -> None:
    table = game("duel", 1)
    table.apply(table.orders("red", resign="yes"))
    assert table.apply(table.orders("red", edition=2), table.orders("blue")).status == 0
    assert not table.sheet("red")["public"]["over"]


@pytest.fixture
def crowd(tmp_path: Path) -> Table:
    """Three seats, of which one is due."""
    return opened("relay", tmp_path / "crowd", 1, scenario="crowd")


def test_among_more_than_two_nobody_wins_by_it(crowd: Table) -> None:
    table = crowd
    (due,) = table.due()
    table.apply(table.orders(due, orders=None, resign="yes"))
    told = f"The game is over. Winner: nobody; {due.title()} resigned; with more than two players"
    assert told in _text(table, "anna")
    _is_whole(table)


def test_if_all_give_up_it_is_a_draw(game: Game) -> None:
    table = game("duel", 1)
    table.apply(*(table.orders(seat, orders=None, resign="yes") for seat in table.seats))
    assert table.sheet("red")["public"]["ended"] == {"how": "agreed draw"}


def test_whoever_checks_a_resignation_is_warned(game: Game) -> None:
    table = game("duel", 1)
    path = table.put("d.yaml", b"kind: orders\nseat: red\nresign: yes\n")
    said = check_by_report(path, table.report("red"))
    assert said.status == 0
    assert "d.yaml:3: warning: you resign: the game ends with the next run" in said.err


@pytest.mark.parametrize("word", ["Yes", "true", "no", "''", "[yes]"])
@pytest.mark.parametrize("key", ["resign", "draw"])
def test_it_is_said_in_one_way(game: Game, key: str, word: str) -> None:
    table = game("duel", 1)
    path = table.put("d.yaml", f"kind: orders\nseat: red\n{key}: {word}\n".encode())
    said = check_by_report(path, table.report("red"))
    assert said.status == 1
    assert "d.yaml:3: not understood: only 'yes' is allowed here" in said.err
    assert f"hint: write '{key}: yes'" in said.err


def test_a_game_that_was_given_up_takes_no_files(game: Game) -> None:
    table = game("duel", 1)
    late = table.orders("red", edition=2)
    table.apply(table.orders("red", resign="yes"), table.orders("blue"))
    said = table.apply(late)
    assert said.status == 1
    assert "the game is over" in said.err


# -- draws ---------------------------------------------------------------------------------------


def test_a_draw_needs_the_newest_files_of_all(game: Game) -> None:
    table = game("duel", 1)
    table.apply(table.orders("red", draw="yes"), table.orders("blue"))
    assert not table.sheet("red")["public"]["over"]
    assert "draw" not in _text(table, "blue").lower().replace("drawn", ""), "offers are sealed"
    table.apply(table.orders("red"), table.orders("blue", draw="yes"))
    assert not table.sheet("red")["public"]["over"], "the newest file of Red offers none"


def test_its_owner_is_told_as_long_as_an_offer_of_a_draw_stands(game: Game) -> None:
    """Otherwise it is forgotten, and taken when it suits somebody else."""
    table, told = game("duel", 1), "offers a draw; the offer stands until you send another file."
    table.apply(table.orders("red", draw="yes"), table.orders("blue"))
    assert any(told in word for word in table.sheet("red")["own"]["words"])
    assert table.sheet("blue")["own"]["words"] == []
    table.apply(table.orders("red"), table.orders("blue"))
    assert table.sheet("red")["own"]["words"] == []


def test_an_agreed_draw_ends_the_game(game: Game) -> None:
    table = game("relay", 1)
    assert table.apply(table.orders("anna", orders=None, draw="yes")).status == 3
    assert table.apply(table.orders("bert", draw="yes")).status == 0
    told = "The game is over. Winner: nobody (a draw); all players agreed to it."
    assert told in _text(table, "anna")
    assert table.sheet("anna")["public"]["ended"] == {"how": "agreed draw"}
    _is_whole(table)


# -- notes to one seat ---------------------------------------------------------------------------

NOTES = ["Grüße, [[[ {{{ }}} ]]] \\ \" ' # : - x", "سلام دوست", "☕ 👩", "x" * 2000]


@pytest.mark.parametrize("note", NOTES)
def test_a_note_to_one_seat_is_shown_to_it_alone(crowd: Table, note: str) -> None:
    table = crowd
    (due,) = table.due()
    reader, other = (seat for seat in table.seats if seat != due)
    assert table.apply(table.orders(due, notes={reader: note}, note="hello all")).status == 0
    assert f"Note from {due.title()}: hello all" in _text(table, other)
    head = f"(for you alone) Note from {due.title()}:"
    assert head in _text(table, reader)
    (told,) = table.sheet(reader)["own"]["notes"]
    assert (told[0], "".join(told[1:])) == (due, note)
    for seat in (due, other):
        assert head not in _text(table, seat)
        assert table.sheet(seat)["own"]["notes"] == []
    said = cli("verify", *table.reports(reader), "--charter", table.folder / "charter.yaml")
    assert said.status == 0, said.out
    table.play()


@pytest.mark.parametrize(
    ("notes", "reason"),
    [
        ("{berth: hi}", "d.yaml:5: not understood: 'berth' is not another seat"),
        ("{berth: hi}", "hint: did you mean bert?"),
        ("{anna: hi}", "'anna' is not another seat"),
        ("{bert: [hi]}", "a note must be a text of at most 2000 characters"),
        ("hi", "a map of seats and texts is expected here"),
        ("{bert: hi # there}", "hint: put the whole note in quotes"),
    ],
)
def test_faults_of_notes(game: Game, notes: str, reason: str) -> None:
    table = game("relay", 0)
    text = f"kind: orders\nseat: anna\norders:\n  - stride: 1\nnotes: {notes}\n"
    if "#" in notes:
        text = text.replace("{bert: hi # there}", "\n  bert: hi # there")
    said = check_by_report(table.put("d.yaml", text.encode()), table.report("anna"))
    assert reason in said.err, said.err
