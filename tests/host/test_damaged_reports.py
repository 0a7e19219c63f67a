"""A damaged report, charter or last line in the host's folder: named, never served, never used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.folder import journal as journals
from tests.support.mailbag import Table, cli
from tests.support.seeds import count

Game = Callable[..., Table]

#: how a report is damaged on a disk
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda raw: b"",
    "cut": lambda raw: raw[: len(raw) // 2],
    "cut in its block": lambda raw: raw[: len(raw) * 9 // 10],
    "a line of text lost": lambda raw: raw.partition(b"\n")[2],
    "a letter of text changed": lambda raw: raw[:30] + bytes([raw[30] ^ 1]) + raw[31:],
    "bytes behind it": lambda raw: raw + b"\n\n",
    "zeros": lambda raw: bytes(len(raw)),
}


def _damage(path: Path, how: str) -> bytes:
    """The report as it was."""
    raw = path.read_bytes()
    path.write_bytes(DAMAGES[how](raw))
    return raw


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("run", [1, 3])
def test_a_damaged_report_is_refused_named_and_made_again(game: Game, how: str, run: int) -> None:
    table = game("duel", 3)
    whole = table.snapshot()
    path = table.folder / "reports" / "red" / f"{run:04d}.txt"
    _damage(path, how)
    for form in ("text", "json"):
        said = cli("report", table.folder, "--seat", "red", "--run", run, "--format", form)
        assert (said.status, said.out) == (1, "")
        assert f"reports/red/{run:04d}.txt is damaged" in said.err
        assert f"'referee apply {table.folder}' makes it again" in said.err
    said = cli("status", table.folder)
    assert said.status == 1
    assert f"'referee apply {table.folder}' makes it again" in said.err
    assert f"report {run} of red is damaged" in said.err
    assert "report 3 is out" in said.out
    assert json.loads(cli("status", table.folder, "--json").out)["damaged"][0].startswith("report")
    said = cli("apply", table.folder)
    assert said.status == 0
    assert f"report {run} of red is damaged" in said.err
    assert "it was made again" in said.err
    assert table.snapshot() == whole
    assert cli("status", table.folder).status == 0


def test_a_report_of_another_seat_or_run_in_its_place_is_no_report_of_this_one(game: Game) -> None:
    table = game("duel", 3)
    red = table.folder / "reports" / "red"
    whole = table.snapshot()
    for other in (red / "0002.txt", table.folder / "reports" / "blue" / "0003.txt"):
        red.joinpath("0003.txt").write_bytes(other.read_bytes())
        said = cli("report", table.folder, "--seat", "red")
        assert (said.status, said.out) == (1, "")
        assert "reports/red/0003.txt is another one: report" in said.err
        cli("apply", table.folder)
        assert table.snapshot() == whole


def test_the_newest_report_is_made_again_before_the_next_run(game: Game) -> None:
    table, twin = game("duel", 3), game("duel", 3, called="twin")
    files = [table.orders(seat) for seat in table.due()]
    _damage(table.folder / "reports" / "blue" / "0003.txt", "cut")
    assert table.apply(*files).status == 0
    twin.apply(*files)
    assert table.snapshot() == twin.snapshot()


def test_a_report_that_is_a_folder_is_named(game: Game) -> None:
    table = game("duel", 2)
    path = table.folder / "reports" / "red" / "0002.txt"
    path.unlink()
    path.mkdir()
    for command in (["status"], ["report", "--seat", "red"], ["apply"]):
        said = cli(command[0], table.folder, *command[1:])
        assert said.status == 1, said
        assert "0002.txt" in said.err or "report 2 of red" in said.err
        assert "Is a directory" in said.err
    path.rmdir()
    assert cli("apply", table.folder).status == 0


@pytest.mark.parametrize("name", ["charter.yaml", "offer.yaml", "joins/red.yaml"])
def test_an_empty_paper_is_named(game: Game, name: str) -> None:
    table = game("duel", 1)
    if name != "charter.yaml":  # they are read as long as the game has not started
        table.folder.joinpath("charter.yaml").unlink()
    path = table.folder / name
    path.write_bytes(b"")
    said = cli("status", table.folder)
    assert said.status == 1
    assert said.err.startswith(f"{path}: not understood: ")
    assert "file: " not in said.err


@pytest.mark.parametrize("name", ["charter.yaml", "offer.yaml", "joins/red.yaml"])
def test_a_damaged_paper_of_the_folder_is_not_called_the_file_that_was_given(
    game: Game, name: str
) -> None:
    table = game("duel", 1)
    order = table.put("order.yaml", table.orders("red"))
    join = table.put("join.yaml", table.folder.joinpath("joins/red.yaml").read_bytes())
    path = table.folder / name
    path.write_bytes(b"")
    words: list[list[object]] = [["check", order, "--game", table.folder]]
    words += [["upgrade", table.folder], ["apply", table.folder, order]]
    if name != "charter.yaml":
        table.folder.joinpath("charter.yaml").unlink()
        words = [["admit", table.folder, join]]
    for one in words:
        said = cli(*one)
        assert said.status == 1
        assert f"{path}: " in said.err
        assert f"{order}: " not in said.err and f"{join}: " not in said.err


# -- the end of the journal ------------------------------------------------------------------------


def test_a_digit_changed_in_the_last_line_of_the_journal_stops_everything(game: Game) -> None:
    table = game("duel", 3)
    journal = table.folder / "journal"
    whole = journal.read_bytes()
    start = whole.rstrip(b"\n").rindex(b"\n") + 1
    head = whole.index(b'"head":"', start) + 8
    files = [table.orders(seat) for seat in table.due()]
    for at in range(start, len(whole) - 1, count(111, 37)):
        digit = bytes([whole[at] ^ 1])
        if at == start:
            at, digit = head, b"0" if whole[head : head + 1] != b"0" else b"1"
        if digit == b"\n":
            continue
        journal.write_bytes(whole[:at] + digit + whole[at + 1 :])
        before = table.snapshot()
        for said in (table.apply(*files), cli("apply", table.folder), cli("status", table.folder)):
            assert said.status == 1, said
            assert f"the journal is damaged at byte {start}" in said.err
        assert table.snapshot() == before
    journal.write_bytes(whole)
    assert table.apply(*files).status == 0


def test_a_last_line_chained_anew_with_another_head_is_not_used(game: Game) -> None:
    table = game("duel", 3)
    journal = table.folder / "journal"
    lines = [json.loads(line) for line in journal.read_bytes().splitlines()]
    lines[-1]["head"] = "0" * 64
    journal.unlink()
    log = journals.Journal(journal)
    for line in lines:
        del line["chain"]
        log.append(line)
    before = table.snapshot()
    files = [table.orders(seat) for seat in table.due()]
    for said in (table.apply(*files), cli("apply", table.folder)):
        assert said.status == 1
        assert "entry 3 of the journal cannot be made again" in said.err
    assert table.snapshot() == before


def test_a_checkpoint_of_another_entry_than_it_says_is_not_used(game: Game) -> None:
    """A checkpoint is compared with the journal's line, not believed."""
    table = game("duel", 3)
    whole = table.snapshot()
    path = table.folder / journals.CHECKPOINTS[1]
    data = journals.read_checkpoint(path.read_bytes())
    assert data is not None
    data["position"]["heads"][0] = "0" * 64
    path.write_bytes(journals.checkpoint_bytes(data))
    assert cli("apply", table.folder).status == 0
    assert table.snapshot() == whole


@pytest.mark.parametrize("checkpoints", [True, False])
def test_status_and_apply_say_the_same_of_a_journal_cut_to_half(
    game: Game, checkpoints: bool
) -> None:
    table = game("duel", 3)
    journal = table.folder / "journal"
    journal.write_bytes(journal.read_bytes()[: journal.stat().st_size // 2])
    if not checkpoints:
        for name in journals.CHECKPOINTS:
            table.folder.joinpath(name).unlink()
    said = [cli(command, table.folder) for command in ("status", "apply")]
    assert said[0].status == said[1].status == 1
    assert said[0].err == said[1].err
    assert "the journal lacks entry" in said[0].err
    assert "restore the whole journal from a copy" in said[0].err
    assert "completes it" not in said[0].err


def test_a_report_in_the_words_of_an_older_program_is_whole_and_stays_as_it_was_sent(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is made again from the journal takes today's words; what lies there whole is left."""
    table = game("duel", 3)
    whole = table.snapshot()
    for name in journals.CHECKPOINTS:
        table.folder.joinpath(name).unlink()
    table.folder.joinpath("reports", "red", "0002.txt").unlink()
    monkeypatch.setattr("referee.verify.report.verify.__version__", "9.9")
    monkeypatch.setattr("referee.views.__version__", "9.9")
    assert cli("apply", table.folder).status == 0
    made = table.snapshot()
    reports = [name for name in whole if name.startswith("reports")]
    assert [name for name in reports if made[name] != whole[name]] == ["reports/red/0002.txt"]
    for command in ("status", "audit"):
        said = cli(command, table.folder)
        assert said.status == 0, said
