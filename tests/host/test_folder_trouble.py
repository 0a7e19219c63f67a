"""Folders that cannot be read or written, keys that cannot be opened: words that are true."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.harness.disk import WAYS, Disk
from tests.support.mailbag import SEED, Said, Table, cli
from tests.support.seeds import count

Game = Callable[..., Table]
NOBODY = 65534
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


# -- what may not be read or written ---------------------------------------------------------------


@contextlib.contextmanager
def _other() -> Iterator[None]:
    """As somebody who may do no more than the modes of files say."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def shown(game: Game) -> Iterator[Table]:
    """A game after two runs in a folder that everybody can read and nobody can write."""
    room = Path(tempfile.mkdtemp())
    table = game("duel", 2).copy(room / "game")
    for path in [room, *table.folder.rglob("*"), table.folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield table
    for path in [room, table.folder, *table.folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    shutil.rmtree(room)


def _looking(folder: Path, order: Path) -> list[list[object]]:
    """Commands that change nothing."""
    return [
        ["status", folder],
        ["report", folder, "--seat", "red"],
        ["orders", folder, "--seat", "red"],
        ["check", order, "--game", folder],
        ["audit", folder],
        ["upgrade", "--dry-run", folder],
    ]


@POSIX
@pytest.mark.parametrize("lock", ["there", "gone", "unreadable"])
def test_a_read_only_folder_can_be_looked_at_and_audited(shown: Table, lock: str) -> None:
    shown.folder.parent.chmod(0o755)
    shown.folder.chmod(0o755)
    if lock == "gone":
        shown.folder.joinpath("lock").unlink()
    if lock == "unreadable":
        shown.folder.joinpath("lock").chmod(0)
    order = shown.put("order.yaml", shown.orders("red"))
    order.chmod(0o444)
    wanted = [_alike(cli(*words)) for words in _looking(shown.folder, order)]
    if lock == "gone":
        shown.folder.joinpath("lock").unlink()
    shown.folder.chmod(0o555)
    with _other():
        assert [_alike(cli(*words)) for words in _looking(shown.folder, order)] == wanted
        said = cli("apply", shown.folder)
    assert said.status == 1
    assert "lock cannot be locked: Permission denied" in said.err


def _alike(said: Said) -> tuple[int, str]:
    assert "Traceback" not in said.err
    return said.status, said.out


@POSIX
def test_whatever_cannot_be_read_is_named(shown: Table) -> None:
    """Each file and folder of the game, one after the other; nothing is concluded from it."""
    order = shown.put("order.yaml", shown.orders("red"))
    order.chmod(0o444)
    words = _looking(shown.folder, order)
    good = [_alike(cli(*one)) for one in words]
    for path in [shown.folder, *sorted(shown.folder.rglob("*"))]:
        if path.name in ("lock", "game-mail"):
            continue
        mode = path.stat().st_mode
        path.chmod(0)
        for one, before in zip(words, good, strict=True):
            with _other():
                said = cli(*one)
            assert "Traceback" not in said.err, (path, one, said.err)
            if _alike(said) != before:
                assert said.status in (1, 2), (path, one, said)
                assert "Permission denied" in said.err + said.out, (path, one, said)
                assert path.name in said.err + said.out or path.stem.lstrip("0") in said.err
        path.chmod(mode)


@pytest.mark.parametrize(
    "name",
    ["charter.yaml", "offer.yaml", "journal", "checkpoint-0", "reports/red/0002.txt",
     "mail/0002-red-1.yaml", "joins/red.yaml", "secret/host-key", "lock"],
)  # fmt: skip
def test_a_folder_in_place_of_a_file_is_named(game: Game, name: str) -> None:
    table = game("duel", 2)
    order = table.put("order.yaml", table.orders("red"))
    words = [*_looking(table.folder, order), ["apply", table.folder, order]]
    good = [_alike(cli(*one)) for one in words[:-1]]
    path = table.folder / name
    path.unlink()
    path.mkdir()
    for one, before in zip(words, [*good, None], strict=True):
        said = cli(*one)
        assert "Traceback" not in said.err, (one, said.err)
        if said.status != 3 and _alike(said) != before:
            assert said.status in (1, 2), (one, said)
            told = said.err + said.out
            assert path.name in told or path.stem.lstrip("0") in told, (one, said)


# -- what is said of what was done -----------------------------------------------------------------


@pytest.mark.parametrize("way", [way for way in WAYS if way.isupper() or way == "full"])
def test_what_is_said_of_a_run_is_true(game: Game, way: str) -> None:
    """At every other call that changes the disk, with --long at each: whether the run was made,
    and which files lie there."""
    table = game("duel", 2, called="counted")
    files = [table.put(f"{seat}.yaml", table.orders(seat)) for seat in table.due()]
    with Disk().mounted() as whole:
        assert cli("apply", table.folder, *files).status == 0
    said_so = set()
    for at in range(1, whole.calls + 1, count(2, 1)):
        table = game("duel", 2, called=f"game-{at}")
        with Disk(at, way).mounted():
            said = cli("apply", table.folder, *files)
        if said.status == 0:  # a call that may fail, such as taking away a leaving
            continue
        assert said.status == 1, said
        lines = [json.loads(line) for line in _whole_lines(table)]
        made = any(line.get("number") == 3 for line in lines)
        for told in ("was not made", "is made and kept"):
            if f"run 3 {told}" in said.err:
                said_so.add(told)
                assert made == (told == "is made and kept"), (at, said.err)
        kept = {line["seat"] for line in lines if line.get("type") == "accept"} if made else set()
        kept |= {line["seat"] for line in lines[-2:] if line.get("type") == "accept"}
        for file in files:
            if f"{file}: accepted" in said.err:
                assert file.stem in kept, (at, said.err)
        shutil.rmtree(table.folder)
    assert said_so == {"was not made", "is made and kept"}


def _whole_lines(table: Table) -> list[bytes]:
    return table.folder.joinpath("journal").read_bytes().split(b"\n")[:-1]


def test_sign_on_a_full_disk_says_what_to_do(game: Game, tmp_path: Path) -> None:
    table = game("duel", 1)
    draft = table.put("red.yaml", b"kind: orders\nseat: red\norders: []\n")
    out = tmp_path / "signed.yaml"
    words = ["sign", draft, "--key", table.folder / "secret" / "red", "--report",
             table.report("red"), "--out", out, "--test-seed", SEED]  # fmt: skip
    with Disk(1, "full").mounted():
        said = cli(*words)
    assert said.status == 1
    assert "No space left on device" in said.err
    assert "fix that, then give the same command again" in said.err
    assert "was done before is kept" not in said.err
    assert not out.exists()


def test_a_journal_newer_than_the_mail_is_called_so(game: Game) -> None:
    table = game("duel", 2)
    assert table.apply(table.orders("red")).status == 3
    table.folder.joinpath("mail", "0003-red-1.yaml").unlink()
    for command in ("status", "apply"):
        said = cli(command, table.folder)
        assert said.status == 1
        assert "mail/0003-red-1.yaml cannot be read: No such file" in said.err
        assert "the journal is newer than mail/" in said.err
    said = cli("audit", table.folder)
    assert said.status == 1
    assert "mail/0003-red-1.yaml: it is missing: the journal is newer than mail/" in said.out


# -- the host's passphrase -------------------------------------------------------------------------


@pytest.fixture
def locked(game: Game) -> Table:
    """A game whose host's key has a passphrase."""
    from cryptography.hazmat.primitives import serialization as forms

    table = game("duel", 2)
    private = table.key("host").private_bytes(
        forms.Encoding.PEM, forms.PrivateFormat.OpenSSH, forms.BestAvailableEncryption(b"rubicon")
    )
    table.folder.joinpath("secret", "host-key").write_bytes(private)
    return table


def test_files_are_accepted_where_only_the_passphrase_is_missing(locked: Table) -> None:
    files = [locked.put(f"{seat}.yaml", locked.orders(seat)) for seat in locked.due()]
    said = cli("apply", locked.folder, *files)
    assert said.status == 3
    for file in files:
        assert f"{file}: accepted" in said.err
    assert "run 3 needs the host's key: the key has a passphrase" in said.err
    assert sorted(locked.status()["here"]) == ["blue", "red"]
    said = cli("apply", locked.folder, "--json")
    assert said.status == 3
    assert json.loads(said.out)["runs"] == []
    word = locked.put("word", b"rubicon\n")
    assert cli("apply", locked.folder, "--passphrase-file", word).status == 0


def test_a_wrong_passphrase_is_told_after_what_was_accepted(locked: Table) -> None:
    files = [locked.put(f"{seat}.yaml", locked.orders(seat)) for seat in locked.due()]
    word = locked.put("word", b"alea iacta est\n")
    said = cli("apply", locked.folder, *files, "--passphrase-file", word)
    assert said.status == 1
    for file in files:
        assert f"{file}: accepted" in said.err
    assert said.err.splitlines()[-1].startswith("referee: ")
    assert sorted(locked.status()["here"]) == ["blue", "red"]
