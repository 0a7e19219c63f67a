"""Crashes, full disks, damage and two at once: nothing accepted is lost, nothing published twice.

Every call by which the program changes the disk is interrupted once; then the same command is
given again, and the folder must be that of an undisturbed run.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from referee.folder import journal as journals
from referee.folder import store as stores
from referee.report.report_file import read_report
from tests.harness.disk import KILLED, KILLED_AFTER, Disk, Stop
from tests.support.mailbag import Table, cli
from tests.support.seeds import count

Game = Callable[..., Table]


class Breaker(Disk):
    """A disk that breaks at one call: the process ends before it or, if late, after it; or the
    call fails with this error."""

    def __init__(self, at: int, late: bool = False, error: int | None = None) -> None:
        way = errno.errorcode[error] if error else KILLED_AFTER if late else KILLED
        super().__init__(max(at, 0), way)


def breaking(breaker: Breaker) -> AbstractContextManager[Disk]:
    """Work on that disk."""
    return breaker.mounted()


def _command(table: Table, files: list[Path]) -> int:
    return cli("apply", table.folder, *files).status


def _checked(table: Table) -> None:
    """No report that the journal does not hold, nothing half-written under a real name."""
    lines = _journal_lines(table)
    entries = [line["number"] for line in lines if line["type"] == "entry"]
    for seat in table.seats:
        for path in table.reports(seat):
            sheet = read_report(path.read_bytes()).sheet
            assert sheet["number"] == int(path.stem)
            assert sheet["number"] in [0, *entries]


def _journal_lines(table: Table) -> list[dict[str, Any]]:
    path = table.folder / "journal"
    whole = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in whole]


def _clean(table: Table) -> dict[str, bytes]:
    """The folder without leavings of broken writes, which the next write takes over."""
    return {name: raw for name, raw in table.snapshot().items() if not name.endswith(".new")}


def _setting(game: Game, name: str, runs: int) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Order files for the next run, and the folder as it is when nothing disturbs."""
    table = game(name, runs, called="undisturbed")
    files = {f"{seat}.yaml": table.orders(seat) for seat in table.due()}
    paths = [table.put(key, raw) for key, raw in files.items()]
    assert _command(table, paths) == 0
    return files, _clean(table)


def _calls(game: Game, name: str, runs: int, files: dict[str, bytes]) -> int:
    table, breaker = game(name, runs, called="counted"), Breaker(-1)
    paths = [table.put(key, raw) for key, raw in files.items()]
    with breaking(breaker):
        assert _command(table, paths) == 0
    return breaker.calls


@pytest.mark.parametrize(("name", "runs"), [("duel", 2), ("relay", 4)])
@pytest.mark.parametrize("late", [False, True])
def test_apply_interrupted_at_every_call(game: Game, name: str, runs: int, late: bool) -> None:
    """At every third; with --long, and in `tests.harness.crash`, at all."""
    files, wanted = _setting(game, name, runs)
    calls = _calls(game, name, runs, files)
    assert calls > 20
    for at in range(1 + late, calls + 1, count(3, 1)):
        table = game(name, runs, called=f"game-{at}")
        paths = [table.put(key, raw) for key, raw in files.items()]
        with breaking(Breaker(at, late)), pytest.raises(Stop):
            _command(table, paths)
        _checked(table)
        status = _command(table, paths)
        # Once all is written, the same files are told to be used up already.
        assert status == 0 or (status == 1 and at > calls - 4), at
        assert _clean(table) == wanted, at
        shutil.rmtree(table.folder)


def test_admit_interrupted_at_every_call(game: Game, tmp_path: Path) -> None:
    """At every other; with --long at all."""
    wanted: dict[str, bytes] = {}
    at = 0
    while True:
        table = _offered(game, tmp_path / f"game-{at}")
        joins = sorted(tmp_path.joinpath(f"game-{at}-mail").glob("*-join.yaml"))
        breaker = Breaker(at)
        if at == 0:
            with breaking(breaker):
                assert cli("admit", table.folder, *joins).status == 0
            calls, wanted = breaker.calls, _clean(table)
        elif at > calls:
            return
        else:
            with breaking(breaker), pytest.raises(Stop):
                cli("admit", table.folder, *joins)
            assert cli("admit", table.folder, *joins).status == (0 if at <= calls - 1 else 1)
            assert _clean(table) == wanted, at
        at += count(2, 1) if at else 1


def _offered(game: Game, folder: Path) -> Table:
    """A game that nobody has joined yet, and two joins beside it."""
    made = game("duel", 0, called=f"{folder.name}-made")
    folder.mkdir()
    table = Table(folder, made.ruleset, made.seed)
    shutil.copy(made.folder / "offer.yaml", folder)
    shutil.copytree(made.folder / "secret", folder / "secret")
    for seat in table.seats:
        table.put(f"{seat}-join.yaml", made.folder.joinpath("joins", f"{seat}.yaml").read_bytes())
    shutil.rmtree(made.folder)
    return table


# -- a journal with a torn end ---------------------------------------------------------------------


def test_every_length_of_a_torn_last_line(game: Game) -> None:
    """The run's entry is cut short before its reports were made: it never happened."""
    files, wanted = _setting(game, "duel", 2)
    table = game("duel", 2)
    paths = [table.put(key, raw) for key, raw in files.items()]
    whole = wanted["journal"]
    start = whole.rstrip(b"\n").rindex(b"\n") + 1
    for name in ("mail/0003-red-1.yaml", "mail/0003-blue-1.yaml"):
        table.folder.joinpath(name).write_bytes(wanted[name])
    lengths = [start, start + 1, *range(start + 2, len(whole) - 1, count(197, 97)), len(whole) - 1]
    before = table.snapshot()
    for length in lengths:
        for name, raw in before.items():
            table.folder.joinpath(name).write_bytes(raw)
        for report in [*table.folder.glob("reports/*/0003.txt")]:
            report.unlink()
        table.folder.joinpath("journal").write_bytes(whole[:length])
        said = cli("apply", table.folder, *paths)
        assert said.status == 0, (length, said.err)
        assert ("incomplete" in said.err) == (length > start)
        assert _clean(table) == wanted, length


def test_every_length_of_a_torn_accepted_file(game: Game) -> None:
    files, wanted = _setting(game, "duel", 2)
    lines = wanted["journal"].splitlines(keepends=True)
    kept, last = b"".join(lines[:-2]), lines[-2]
    for length in range(0, len(last), 29):
        table = game("duel", 2, called=f"game-{length}")
        paths = [table.put(key, raw) for key, raw in files.items()]
        for name in ("mail/0003-red-1.yaml", "mail/0003-blue-1.yaml"):
            table.folder.joinpath(name).write_bytes(wanted[name])
        table.folder.joinpath("journal").write_bytes(kept + last[:length])
        assert _command(table, paths) == 0, length
        assert _clean(table) == wanted, length
        shutil.rmtree(table.folder)


def test_a_torn_line_that_a_report_names_is_damage(game: Game) -> None:
    table = game("duel", 3)
    journal = table.folder / "journal"
    journal.write_bytes(journal.read_bytes()[:-5])
    for name in ("checkpoint-0", "checkpoint-1"):
        before = table.snapshot()
        said = cli("apply", table.folder)
        assert (said.status, table.snapshot()) == (1, before)
        assert "the journal lacks entry 3" in said.err or "ends before byte" in said.err
        table.folder.joinpath(name).unlink()


def test_a_journal_that_lost_its_last_lines_is_refused(game: Game) -> None:
    """At a line's end nothing is torn, but the game would be played twice from there."""
    table = game("duel", 3)
    journal = table.folder / "journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    for kept in range(len(lines)):
        journal.write_bytes(b"".join(lines[:kept]))
        before = table.snapshot()
        said = cli("apply", table.folder)
        assert said.status == 1, (kept, said.err)
        assert "journal" in said.err
        assert table.snapshot() == before
    journal.unlink()
    said = cli("apply", table.folder)
    assert said.status == 1
    assert "the journal is missing or empty" in said.err
    assert not journal.exists()


def test_lost_lines_are_found_by_the_checkpoint_alone(game: Game) -> None:
    table = game("duel", 3)
    for report in table.folder.glob("reports/*/0003.txt"):
        report.unlink()
    journal = table.folder / "journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    said = cli("apply", table.folder)
    assert said.status == 1
    assert "the journal lacks entry 3, but a checkpoint was made after it" in said.err


def test_lost_lines_are_found_by_the_reports_alone(game: Game) -> None:
    table = game("duel", 3)
    _without_checkpoints(table)
    journal = table.folder / "journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    before = table.snapshot()
    said = cli("apply", table.folder)
    assert (said.status, table.snapshot()) == (1, before)
    assert "the journal lacks entry 3, but a report of it was written" in said.err


# -- damage ----------------------------------------------------------------------------------------


def _without_checkpoints(table: Table) -> None:
    for name in journals.CHECKPOINTS:
        table.folder.joinpath(name).unlink()


def test_damage_in_the_middle_is_named_by_its_place(game: Game) -> None:
    table = game("duel", 3)
    _without_checkpoints(table)
    journal = table.folder / "journal"
    whole = journal.read_bytes()
    ends = [i + 1 for i, sign in enumerate(whole) if sign == ord("\n")]
    for at in range(0, len(whole) - 1, 211):
        if whole[at] == ord("\n"):
            continue
        changed = bytes([whole[at] ^ 1])
        if changed == b"\n":
            continue
        journal.write_bytes(whole[:at] + changed + whole[at + 1 :])
        said = cli("apply", table.folder)
        start = max([0, *[end for end in ends if end <= at]])
        assert said.status == 1, at
        assert f"the journal is damaged at byte {start}:" in said.err
    journal.write_bytes(whole)
    assert cli("apply", table.folder).status == 0


def test_damage_after_the_checkpoint_is_named_too(game: Game) -> None:
    table = game("duel", 2)
    cli("apply", table.folder, table.put("red.yaml", table.orders("red")))
    journal = table.folder / "journal"
    whole = journal.read_bytes()
    at = whole.rstrip(b"\n").rindex(b"\n") + 1
    journal.write_bytes(whole[:at] + whole[at:].replace(b'"seat":"red"', b'"seat":"blu"'))
    said = cli("status", table.folder)
    assert said.status == 1
    assert f"damaged at byte {at}: the chain of lines is broken" in said.err


@pytest.mark.parametrize("lost", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("how", ["gone", "damaged", "empty"])
def test_lost_checkpoints(game: Game, lost: tuple[int, ...], how: str) -> None:
    """All is made again from the journal, to the byte: reports, checkpoints, the next run."""
    table, twin = game("duel", 3), game("duel", 3, called="twin")
    for number in lost:
        path = table.folder / journals.CHECKPOINTS[number]
        if how == "gone":
            path.unlink()
        elif how == "empty":
            path.write_bytes(b"")
        else:
            raw = path.read_bytes()
            path.write_bytes(raw[:100] + bytes([raw[100] ^ 1]) + raw[101:])
    for one in (table, twin):
        files = [one.put(f"{seat}.yaml", one.orders(seat)) for seat in one.due()]
        assert _command(one, files) == 0
    assert {k: v for k, v in _clean(table).items() if "checkpoint" not in k} == {
        k: v for k, v in _clean(twin).items() if "checkpoint" not in k
    }


def test_all_reports_are_made_again(game: Game) -> None:
    """Several runs replayed at once: each report shows its own position, not the last one."""
    table = game("relay", 5)
    wanted = table.snapshot()
    _without_checkpoints(table)
    shutil.rmtree(table.folder / "reports")
    said = cli("apply", table.folder)
    assert said.status in (0, 3), said.err
    got = table.snapshot()
    assert {k: v for k, v in got.items() if k.startswith("reports")} == {
        k: v for k, v in wanted.items() if k.startswith("reports")
    }
    assert cli("verify", *table.reports("anna"), *table.reports("bert")).status == 0


def test_a_stale_checkpoint(game: Game) -> None:
    table = game("duel", 3)
    wanted = table.snapshot()
    number = 3 % 2
    table.folder.joinpath(journals.CHECKPOINTS[number]).unlink()
    assert cli("apply", table.folder).status == 0
    assert table.snapshot() == wanted


def test_a_checkpoint_of_another_game_is_refused(game: Game) -> None:
    table, other = game("duel", 2), game("relay", 2, called="other")
    for name in journals.CHECKPOINTS:
        shutil.copy(other.folder / name, table.folder / name)
    said = cli("apply", table.folder)
    assert said.status == 1
    assert "not of the charter's game" in said.err


def test_a_missing_or_changed_mail_file(game: Game) -> None:
    table = game("duel", 2)
    path = table.put("red.yaml", table.orders("red"))
    assert _command(table, [path]) == 3
    kept = table.folder / "mail" / "0003-red-1.yaml"
    raw = kept.read_bytes()
    kept.write_bytes(raw + b"# more\n")
    said = cli("apply", table.folder, table.put("blue.yaml", table.orders("blue")))
    assert said.status == 1
    assert "mail/0003-red-1.yaml is not the file that was accepted" in said.err
    kept.unlink()
    said = cli("status", table.folder)
    assert said.status == 1
    assert "mail/0003-red-1.yaml cannot be read" in said.err
    kept.write_bytes(raw)
    assert cli("status", table.folder).status == 0


def test_a_run_that_cannot_be_made_again_is_named(game: Game) -> None:
    """A mail file and its journal line were both forged: the entry does not follow from them."""
    table = game("duel", 3)
    _without_checkpoints(table)
    journal = table.folder / "journal"
    lines = [json.loads(line) for line in journal.read_bytes().splitlines()]
    chain = journals.CHAIN_START
    journal.unlink()
    log = journals.Journal(journal)
    for line in lines:
        del line["chain"]
        if line.get("number") == 2:
            line["public"]["notes"] = [["red", "I never wrote this"]]
        log.append(line)
    assert chain != log.chain
    before = table.snapshot()
    said = cli("apply", table.folder)
    assert (said.status, table.snapshot()) == (1, before)
    assert "entry 2 of the journal cannot be made again" in said.err


# -- disks and locks -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_a_full_disk(game: Game, number: int) -> None:
    """At every write: told in words, nothing believed that is not there, and gone on later."""
    files, wanted = _setting(game, "duel", 2)
    calls = _calls(game, "duel", 2, files)
    for at in range(1, calls + 1, count(3, 1) if number == errno.ENOSPC else count(9, 1)):
        table = game("duel", 2, called=f"game-{at}")
        paths = [table.put(key, raw) for key, raw in files.items()]
        with breaking(Breaker(at, error=number)):
            said = cli("apply", table.folder, *paths)
        assert said.status == 1, (at, said.err)
        assert "cannot be written: " + os.strerror(number) in said.err
        assert "Traceback" not in said.err
        _checked(table)
        assert _command(table, paths) in (0, 1)
        assert _clean(table) == wanted, at
        shutil.rmtree(table.folder)


def test_two_at_once_in_two_processes(game: Game, process: Callable[..., Any]) -> None:
    files, wanted = _setting(game, "duel", 2)
    table = game("duel", 2)
    paths = [table.put(key, raw) for key, raw in files.items()]
    done: list[Any] = []

    def one(path: Path) -> None:
        done.append(process("-m", "referee", "apply", table.folder, path))

    threads = [threading.Thread(target=one, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.returncode for result in done) == [0, 3], [d.stderr for d in done]
    reports = {k: v for k, v in _clean(table).items() if k.startswith("reports")}
    assert reports == {k: v for k, v in wanted.items() if k.startswith("reports")}


def _held(folder: Path, patience: float) -> str:
    with pytest.raises(stores.StoreTrouble) as trouble, stores.Store(folder).lock(patience):
        pass
    return f"{trouble.value.reason}; {trouble.value.hint}"


def test_a_lock_that_another_holds(game: Game) -> None:
    table = game("duel", 2)
    with stores.Store(table.folder).lock():
        assert "another command is using this game" in _held(table.folder, 0.1)
    with stores.Store(table.folder).lock(0):
        pass


def test_a_lock_is_waited_for(game: Game) -> None:
    table = game("duel", 2)
    code = (
        "import sys, time; from pathlib import Path; from referee.folder.store import Store\n"
        "with Store(Path(sys.argv[1])).lock(): print('held', flush=True); time.sleep(0.7)"
    )
    command = [sys.executable, "-c", code, str(table.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]) as other:
        assert other.stdout is not None
        other.stdout.readline()
        began = time.monotonic()
        assert cli("status", table.folder).status == 0
        assert time.monotonic() - began > 0.3
        assert other.wait() == 0


@pytest.fixture
def no_fcntl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", None)


@pytest.mark.usefixtures("no_fcntl")
def test_without_fcntl_the_lock_works_too(game: Game) -> None:
    table = game("duel", 2)
    assert stores._try_lock() is None
    with stores.Store(table.folder).lock():
        assert "if there is none, delete lock-held" in _held(table.folder, 0.1)
        assert table.folder.joinpath("lock-held").exists()
    assert not table.folder.joinpath("lock-held").exists()
    table.play()
    assert not table.folder.joinpath("lock-held").exists()


@pytest.mark.usefixtures("no_fcntl")
def test_without_fcntl_a_lock_that_was_left_behind(game: Game) -> None:
    table = game("duel", 2)
    table.folder.joinpath("lock-held").touch()
    assert "delete lock-held" in _held(table.folder, 0.1)
    table.folder.joinpath("lock-held").unlink()
    assert cli("status", table.folder).status == 0


def test_without_a_way_to_sync_folders(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.delattr(os, "O_DIRECTORY")
    game("duel", 2).play()


def test_looking_changes_nothing(game: Game) -> None:
    """Commands that only look write nothing, also where an interrupted run waits."""
    files, _ = _setting(game, "duel", 2)
    table = game("duel", 2)
    paths = [table.put(key, raw) for key, raw in files.items()]
    entry = _calls(game, "duel", 2, files) // 2
    with breaking(Breaker(entry)), pytest.raises(Stop):
        _command(table, paths)
    before = table.snapshot()
    for command in (
        ("status", table.folder),
        ("orders", table.folder, "--seat", "red"),
        ("check", paths[0], "--game", table.folder),
        ("report", table.folder, "--seat", "red"),
    ):
        said = cli(*command)
        assert "Traceback" not in said.err
        assert table.snapshot() == before


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_secrets_are_the_owners_alone(game: Game, tmp_path: Path) -> None:
    key = tmp_path / "host-key"
    cli("keygen", key)
    folder = tmp_path / "fresh"
    assert cli("new", "duel", folder, "--key", key).status == 0
    for path in [folder, *folder.rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_folder_that_cannot_be_made(game: Game, tmp_path: Path) -> None:
    key = game("duel", 0).folder / "secret" / "red"
    file = tmp_path / "file"
    file.write_text("hello")
    said = cli("new", "duel", file, "--key", key, "--test-seed", 1)
    assert (said.status, file.read_text()) == (1, "hello")
    assert "Traceback" not in said.err
