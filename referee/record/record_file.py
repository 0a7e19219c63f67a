"""Records on the disk: KEYFILE.games beside a private key, one file for each game and seat.

A file holds the SHA-256 of its second line, and on that line the record in canonical form.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.folder.store import AGAIN, Store, StoreTrouble, is_there, sync_folder
from referee.proof.canonical import canonical
from referee.proof.hashing import sha256_of
from referee.record.signer_record import Record, from_tree, tree

#: no record is longer: a join, and a few lines
SIZE_AT_MOST = 1 << 18


def games(key_file: Path) -> Path:
    """Where the records of a key lie.  A key that is linked to has them where the file is."""
    real = key_file.resolve()
    return real.with_name(f"{real.name}.games")


class Games:
    """The records of one key; to write, hold them with `held`."""

    def __init__(self, root: Path) -> None:
        self.root, self._store = root, Store(root)

    def record(self, host: str, gid: str, seat: str) -> Record | None:
        """What a seat has signed in a game, None if nothing is known.

        host: the host's key line; gid: of the offer, in hex.  Raises StoreTrouble for a record that
        cannot be read: what was signed is not guessed."""
        path = self.root / _name(host, gid, seat)
        return _read(path, host, gid) if is_there(path) else None

    def records(self, host: str, gid: str) -> list[Record]:
        """Those of all seats of a game; raises as `record`."""
        paths = sorted(self.root.glob(_name(host, gid, "*")))
        return [_read(path, host, gid) for path in paths]

    def keep(self, record: Record) -> None:
        """Write a record, durably, over the one before.  Raises StoreTrouble."""
        self._store.write(sealed(tree(record)), _name(record.host, record.gid, record.seat))


@contextlib.contextmanager
def held(key_file: Path) -> Iterator[Games]:
    """The records of a key, made if there are none, while no other command works on them.

    Raises StoreTrouble."""
    root = games(key_file)
    make(
        root, "what you sign is recorded there; keep your key where a folder can be made beside it"
    )
    with Store(root).lock():
        yield Games(root)


def make(root: Path, hint: str) -> None:
    """Make the folder of a key's records, if it is not there.

    Raises StoreTrouble with the hint if it cannot be made."""
    if root.is_dir():
        return
    try:
        root.mkdir(mode=0o700, exist_ok=True)
        sync_folder(root.parent)
    except OSError as trouble:
        reason = f"{root} cannot be made: {trouble.strerror}"
        raise StoreTrouble(reason, AGAIN if trouble.errno == errno.ENOSPC else hint) from trouble


def _name(host: str, gid: str, seat: str) -> str:
    return f"{gid}-{seat}-{sha256_of(host.encode()).hex()[:16]}"


def _read(path: Path, host: str, gid: str) -> Record:
    try:
        record = from_tree(opened(path))
        if (record.host, record.gid) != (host, gid) or _name(host, gid, record.seat) != path.name:
            raise ValueError("it is of another game or seat")
    except ValueError as trouble:
        hint = (
            "restore a copy of it; without a copy, delete it, but then you need all reports from"
            " report 0 on, and files that no report shows are forgotten"
        )
        raise StoreTrouble(f"the record {path} cannot be read: {trouble}", hint) from None
    return record


def sealed(data: dict[str, Any]) -> bytes:
    """A map of texts as a record's file."""
    line = canonical(data)
    return sha256_of(line).hex().encode() + b"\n" + line + b"\n"


def opened(path: Path) -> Any:
    """The map in a record's file; ValueError if it cannot be read or was changed."""
    try:
        with path.open("rb") as file:
            raw = file.read(SIZE_AT_MOST + 1)
    except OSError as trouble:
        raise ValueError(str(trouble.strerror)) from None
    digest, _, line = raw.partition(b"\n")
    if sha256_of(line.removesuffix(b"\n")).hex().encode() != digest:
        raise ValueError("it is damaged")
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
