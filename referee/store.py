"""The game folder: where everything lies, one writer at a time, nothing half-written believed.

Layout (referee-folder(5))::

    offer.yaml  charter.yaml   what all parties have signed; public
    journal                    the saved state: one line per accepted file or published entry
    checkpoint-0  checkpoint-1 the state after the newest entry; they replace each other
    joins/  mail/              files as they came, byte for byte
    reports/SEAT/NNNN.txt      what was sent to whom
    secret/                    the host's key; readable by the owner alone
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.engine.canonical import typed
from referee.engine.signs import Place, first_strange

Data = dict[str, Any]

#: how long a command waits for another one that works on the same folder, in seconds
PATIENCE = 10.0
CHECKPOINTS = ("checkpoint-0", "checkpoint-1")
#: the chain value before the first line of a journal
CHAIN_START = "0" * 64
PUT_BACK = "put back the whole journal from a copy"


#: folders of a game folder, and what `new` writes into them before there is an offer
_FOLDERS = ("joins", "mail", "reports", "secret")
_BEFORE = (
    *(*_FOLDERS, "secret/host-key", "secret/.host-key.new", ".offer.yaml.new"),
    *("secret/record", "secret/.record.new"),
    *("lock", "lock-held"),
)


class StoreTrouble(Exception):
    """Something is wrong with the folder; the text says what, where and what to do."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint


class Store:
    """A game folder on disk."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, *parts: str) -> Path:
        """A path inside the folder."""
        return self.root.joinpath(*parts)

    @classmethod
    def create(cls, root: Path) -> Store:
        """Make a new folder, for the owner alone; StoreTrouble if it is there already, or cannot
        be made.

        What an interrupted call has left is taken over: no game is in it yet."""
        if is_there(root) and not _unborn(root):
            raise _there_already(root)
        try:
            for path in (root, *(root / name for name in _FOLDERS)):
                path.mkdir(mode=0o700, parents=path == root, exist_ok=True)
                path.chmod(0o700)
        except OSError as trouble:
            raise _not_written(root, trouble, "name another folder") from trouble
        return cls(root)

    @classmethod
    def open(cls, root: Path) -> Store:
        """The folder of a host; StoreTrouble if it is none."""
        store = cls.published(root)
        if not store.has("secret"):
            raise _a_players(root)
        return store

    @classmethod
    def published(cls, root: Path) -> Store:
        """The folder of a host, or what he has published of it; StoreTrouble if it is neither."""
        if is_there(root.joinpath("offer.yaml")):
            return cls(root)
        if any(is_there(root / name) for name in ("charter.yaml", "reports")):
            raise _a_players(root)
        hint = "'referee new' makes a game folder"
        raise StoreTrouble(f"{root} is no game folder: it has no offer.yaml", hint)

    def has(self, *parts: str) -> bool:
        """Whether a file of the folder is there; StoreTrouble if the system does not tell."""
        return is_there(self.path(*parts))

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        """Hold a new folder until its offer is written; StoreTrouble if another command was
        quicker."""
        with self.lock():
            if self.has("offer.yaml"):
                raise _there_already(self.root)
            yield

    @contextlib.contextmanager
    def lock(self, patience: float = PATIENCE, look: bool = False) -> Iterator[None]:
        """Hold the folder: only one command at a time may work on it.

        look: to look at it only, which a folder that cannot be written to allows as well."""
        with _locked(self.path("lock"), patience, look):
            yield

    def names(self, *parts: str) -> list[str]:
        """What lies in a folder of the folder, sorted; [] if that is not there, StoreTrouble if it
        cannot be read."""
        try:
            return sorted(path.name for path in self.path(*parts).iterdir())
        except FileNotFoundError:
            return []
        except OSError as trouble:
            name = "/".join(parts)
            raise StoreTrouble(f"{name} cannot be read: {trouble.strerror}") from trouble

    def read(self, *parts: str) -> bytes:
        """The bytes of a file of the folder; StoreTrouble if it cannot be read."""
        try:
            return self.path(*parts).read_bytes()
        except OSError as trouble:
            name = "/".join(parts)
            raise StoreTrouble(f"{name} cannot be read: {trouble.strerror}") from trouble

    def write(self, data: bytes, *parts: str) -> None:
        """Write a file whole or not at all, and durably."""
        path = self.path(*parts)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as trouble:
            raise _not_written(path, trouble) from trouble
        write_whole(path, data)


def is_there(path: Path) -> bool:
    """Whether something has this name; StoreTrouble if the system does not tell."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as trouble:
        raise StoreTrouble(f"{path} cannot be read: {trouble.strerror}") from trouble
    return True


def _a_players(root: Path) -> StoreTrouble:
    reason = f"{root} is not the folder of a game's host: it does not hold his key"
    hint = "it looks like a player's; he uses 'referee sign --report', and the host this command"
    return StoreTrouble(reason, hint)


def _there_already(root: Path) -> StoreTrouble:
    return StoreTrouble(f"{root} is there already", "name a new folder")


def _unborn(root: Path) -> bool:
    """Whether a folder is empty, or holds only what comes before an offer."""
    if not root.is_dir():
        return False
    return all(path.relative_to(root).as_posix() in _BEFORE for path in root.rglob("*"))


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file so that it is there whole or not at all, also after a crash."""
    _put(path.with_name(f".{path.name}.new"), path, data, mode, Path.replace)


def write_once(path: Path, data: bytes, mode: int = 0o600) -> None:
    """The same for a file that must not be there yet; StoreTrouble if it is."""
    if is_there(path):  # what is there is told before the work of writing
        raise StoreTrouble(f"{path} is there already", "name another")
    # No lock keeps two commands apart here: neither may write what the other puts in place.
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    _put(beside, path, data, mode, _appear)


def _put(
    beside: Path, path: Path, data: bytes, mode: int, place: Callable[[Path, Path], object]
) -> None:
    """Write a file beside its place, and then have it put there."""
    try:
        with _created(beside, mode) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        place(beside, path)
        sync_folder(path.parent)
    except OSError as trouble:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise _not_written(path, trouble) from trouble


def _appear(beside: Path, path: Path) -> None:
    """Give a file its name, unless another has it."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # no hard links there: all but a file of the same instant is safe
        beside.rename(path)
    else:
        beside.unlink()


#: of a write before which nothing, or nothing that matters, was done
AGAIN = "when that is mended, give the same command again"


class NotWritten(StoreTrouble):
    """A file could not be written; the hint says what to do if nothing was done before."""


class Unsure(NotWritten):
    """A line of the journal could not be written, nor what there is of it be taken away."""


def _not_written(path: Path, trouble: OSError, hint: str = AGAIN) -> NotWritten:
    return NotWritten(f"{path} cannot be written: {trouble.strerror}", hint)


def _created(path: Path, mode: int) -> Any:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, mode), "wb")


def sync_folder(path: Path) -> None:
    """Make names in a folder durable, where the system can do it."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows has no such call, and needs none
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _try_lock(look: bool = False) -> Callable[[int], None] | None:
    """The system's call that locks an open file or raises OSError; None if there is none.

    look: for a file that is open for reading only."""
    try:
        import fcntl
    except ImportError:
        pass
    else:
        how = fcntl.LOCK_SH if look else fcntl.LOCK_EX
        return lambda handle: fcntl.flock(handle, how | fcntl.LOCK_NB)
    try:
        import msvcrt
    except ImportError:
        return None
    locking = getattr(msvcrt, "locking")  # noqa: B009 - mypy reads it on Windows alone
    mode = getattr(msvcrt, "LK_NBLCK")  # noqa: B009
    return lambda handle: locking(handle, mode, 1)


class _Barred(Exception):
    """The file of a lock may not be opened or made."""


@contextlib.contextmanager
def _locked(path: Path, patience: float, look: bool) -> Iterator[None]:
    lock = _try_lock()
    flags = os.O_RDWR | os.O_CREAT | (0 if lock else os.O_EXCL)
    if lock is None:
        path = path.with_name("lock-held")
    handle: int | None
    try:
        handle = _waited_for(path, flags, lock, patience)
    except _Barred as trouble:
        if not look:
            raise StoreTrouble(f"{path} cannot be locked: {trouble}") from trouble
        handle, lock = _looked_at(path, patience), _try_lock(look)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)  # the system's lock goes with it
            if lock is None:
                path.unlink(missing_ok=True)


def _looked_at(path: Path, patience: float) -> int | None:
    """The lock of a folder that cannot be written to; None if no lock of it can be had: then
    nobody works on it from here."""
    lock = _try_lock(look=True)
    try:
        return _waited_for(path, os.O_RDONLY, lock, patience) if lock and is_there(path) else None
    except _Barred:
        return None


def _waited_for(path: Path, flags: int, lock: Callable[[int], None] | None, patience: float) -> int:
    """An open handle that holds the lock.  Raises StoreTrouble if another holds it too long,
    _Barred if the file may not be opened."""
    ends = time.monotonic() + patience
    while (handle := _attempt(path, flags, lock)) is None:
        if time.monotonic() > ends:
            hint = "" if lock else f"if none is, delete {path.name}"
            raise StoreTrouble("another command is at work on this game", hint or "try again")
        time.sleep(0.05)
    return handle


def _attempt(path: Path, flags: int, lock: Callable[[int], None] | None) -> int | None:
    """An open handle that holds the lock, None if somebody else holds it."""
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError:
        return None
    except OSError as trouble:
        if trouble.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise _Barred(trouble.strerror) from trouble
        raise StoreTrouble(f"{path} cannot be locked: {trouble.strerror}") from trouble
    if lock is not None:
        try:
            lock(handle)
        except OSError:
            os.close(handle)
            return None
    return handle


@dataclass
class Journal:
    """The journal from some place on.

    offset and chain: where the next line goes, and the chain value it continues; tail: the same
    of the newest line that is no accepted file, from which a checkpoint is to be compared.
    torn: whether a last line without its end is dropped when the next line is written."""

    path: Path
    offset: int = 0
    chain: str = CHAIN_START
    torn: bool = False
    lines: list[Data] = field(default_factory=list)
    tail: tuple[int, str] = (0, CHAIN_START)

    @classmethod
    def read(
        cls, path: Path, offset: int = 0, chain: str = CHAIN_START, end: int | None = None
    ) -> Journal:
        """Read the lines after `offset`, up to `end` if it is given; StoreTrouble names the place
        of any damage but a torn last line."""
        journal = cls(path, offset, chain)
        try:
            rest = _from(path, offset)
        except OSError as trouble:
            raise StoreTrouble(f"the journal cannot be read: {trouble.strerror}") from trouble
        *whole, last = (rest if end is None else rest[: end - offset]).split(b"\n")
        journal.torn = bool(last)
        for raw in whole:
            journal._take(raw)
        return journal

    def _take(self, raw: bytes) -> None:
        before = self.chain
        try:
            line, self.chain = read_line(raw, self.chain)
        except ValueError as trouble:
            where = f"the journal is damaged at byte {self.offset}"
            raise StoreTrouble(f"{where}: {trouble}", PUT_BACK) from None
        self._passed(line, before)
        self.offset += len(raw) + 1

    def _passed(self, line: Data, chain: str) -> None:
        """A line stands at `offset`, behind the chain value `chain`."""
        self.lines.append(line)
        if line.get("type") != "accept":
            self.tail = (self.offset, chain)

    def append(self, line: Data) -> None:
        """Add one line, durably; it is not there at all if this is interrupted.

        Raises NotWritten, and Unsure if the line may be there all the same."""
        chain = chained(self.chain, line)
        raw = written(line, chain)
        try:
            self._write(raw)
        except OSError as trouble:
            if not self._cut():
                reason = f"{self.path} cannot be written: {trouble.strerror}"
                raise Unsure(reason, AGAIN) from trouble
            raise _not_written(self.path, trouble) from trouble
        self.torn = False
        self._passed(line, self.chain)
        self.offset += len(raw)
        self.chain = chain

    def _cut(self) -> bool:
        """Take away what was written of a line: it might be whole, and only not be safe."""
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0)
        try:
            with os.fdopen(os.open(self.path, flags), "wb") as file:
                file.truncate(self.offset)
                with contextlib.suppress(OSError):  # the disk is at fault, and knows it
                    os.fsync(file.fileno())
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def _write(self, raw: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(self.path, flags, 0o600), "wb") as file:
            file.truncate(self.offset)
            file.seek(self.offset)
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if self.offset == 0:
            sync_folder(self.path.parent)


def _from(path: Path, offset: int) -> bytes:
    """A journal from `offset` on; StoreTrouble if it ends before."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) < offset:
            where = f"byte {offset}, where the checkpoint begins"
            raise StoreTrouble(f"the journal ends before {where}", PUT_BACK)
        file.seek(offset)
        return file.read()


def has_line(path: Path) -> bool:
    """Whether a journal holds its first line, whole; StoreTrouble if it cannot be read."""
    try:
        with path.open("rb") as file:
            return b"\n" in file.read(4096)
    except OSError as trouble:
        raise StoreTrouble(f"the journal cannot be read: {trouble.strerror}") from trouble


def read_line(raw: bytes, chain: str) -> tuple[Data, str]:
    """A journal's line, given without its LF, and its chain value.

    chain: of the line before.  ValueError, with the reason, if it is none that continues it."""
    try:
        line = json.loads(raw)
        found = line.pop("chain")
        wanted = chained(chain, line)
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        raise ValueError("no journal line") from None
    if found != wanted:
        raise ValueError("the chain of lines breaks")
    if reason := first_strange(raw.decode(), line, _is_note):
        raise ValueError(reason)
    return line, wanted


def _is_note(place: Place) -> bool:
    """Whether a player's note may stand at a place of a journal's line."""
    own = place[:1] == ("own",) and place[2:3] == ("notes",)
    return own or place[:2] == ("public", "notes")


def written(line: Data, chain: str) -> bytes:
    """A journal's line with its chain value, as it is written."""
    return typed({**line, "chain": chain}) + b"\n"


def chained(chain: str, line: Data) -> str:
    """The chain value of a line: SHA-256 of the one before and the line in typed form."""
    return hashlib.sha256(chain.encode() + typed(line)).hexdigest()


def save_checkpoint(store: Store, number: int, data: Data) -> None:
    """Write the checkpoint after entry `number` over the older of the two."""
    store.write(checkpoint_bytes(data), CHECKPOINTS[number % 2])


def checkpoint_bytes(data: Data) -> bytes:
    """A checkpoint's file.

    The order of keys is kept: a restored State is the same in every way as one that never left
    memory, whatever the rules go through."""
    raw = ordered(data).encode()
    return hashlib.sha256(raw).hexdigest().encode() + b"\n" + raw + b"\n"


def ordered(data: Data) -> str:
    """Data as JSON without white space, its keys in the order that they have."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True)


def load_checkpoints(store: Store) -> list[Data]:
    """The checkpoints that are whole, the newest first."""
    found = [_checkpoint(store.path(name)) for name in CHECKPOINTS]
    whole = [data for data in found if data is not None]
    return sorted(whole, key=lambda data: -data["number"])


def _checkpoint(path: Path) -> Data | None:
    try:
        return read_checkpoint(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as trouble:
        raise StoreTrouble(f"{path.name} cannot be read: {trouble.strerror}") from trouble


def read_checkpoint(whole: bytes) -> Data | None:
    """What a checkpoint's file holds, None if it is damaged."""
    digest, _, raw = whole.partition(b"\n")
    if hashlib.sha256(raw.rstrip(b"\n")).hexdigest().encode() != digest:
        return None
    data: Data = json.loads(raw)
    return data
