"""The game folder: where everything is, one writer at a time, no trust in half-written files.

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
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.files.put_in_place import appear, write_beside

#: how many seconds a command waits for another one that uses the same folder
PATIENCE = 10.0

#: subfolders, and what `new` writes before there is an offer
_FOLDERS = ("joins", "mail", "reports", "secret")
_BEFORE = (
    *(*_FOLDERS, "secret/host-key", "secret/.host-key.new", ".offer.yaml.new"),
    *("secret/record", "secret/.record.new"),
    *("lock", "lock-held"),
)


class StoreTrouble(Exception):
    """Something is wrong with the folder: what and where, and what to do."""

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
        """Make a new folder that only its owner can read; StoreTrouble if it already exists or
        cannot be made.

        What an interrupted call has left is reused, as there is no game in it yet."""
        if is_there(root) and not _unborn(root):
            raise _there_already(root)
        try:
            for path in (root, *(root / name for name in _FOLDERS)):
                path.mkdir(mode=0o700, parents=path == root, exist_ok=True)
                path.chmod(0o700)
        except OSError as trouble:
            raise not_written(root, trouble, "choose another folder") from trouble
        return cls(root)

    @classmethod
    def open(cls, root: Path) -> Store:
        """The folder of a host; StoreTrouble if it is not one."""
        store = cls.published(root)
        if not store.has("secret"):
            raise _a_players(root)
        return store

    @classmethod
    def published(cls, root: Path) -> Store:
        """The folder of a host, or its published part; StoreTrouble if it is neither."""
        if is_there(root.joinpath("offer.yaml")):
            return cls(root)
        if any(is_there(root / name) for name in ("charter.yaml", "reports")):
            raise _a_players(root)
        hint = "make a game folder with 'referee new'"
        if root.is_file():
            reason = f"{root} is a file; a game folder is wanted here"
            hint = "name the folder first, or let 'referee take' find the game of each file"
            raise StoreTrouble(reason, hint)
        raise StoreTrouble(f"{root} is not a game folder: it has no offer.yaml", hint)

    def has(self, *parts: str) -> bool:
        """Whether a file of the folder exists; StoreTrouble if that cannot be found out."""
        return is_there(self.path(*parts))

    @contextlib.contextmanager
    def opening(self) -> Iterator[None]:
        """Hold a new folder until its offer is there; StoreTrouble if another command was first."""
        with self.lock():
            if self.has("offer.yaml"):
                raise _there_already(self.root)
            yield

    @contextlib.contextmanager
    def lock(self, patience: float = PATIENCE, look: bool = False) -> Iterator[None]:
        """Hold the folder: only one command at a time may use it.

        look: only to look at it, which a read-only folder allows as well."""
        with _locked(self.path("lock"), patience, look):
            yield

    def names(self, *parts: str) -> list[str]:
        """The names in a subfolder, sorted; [] if it does not exist, StoreTrouble if it cannot be
        read."""
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
        """Write a file durably, all of it or none."""
        path = self.path(*parts)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as trouble:
            raise not_written(path, trouble) from trouble
        write_whole(path, data)


def report_name(seat: str, number: int) -> tuple[str, str, str]:
    """The path of a seat's report in the folder."""
    return "reports", seat, f"{number:04d}.txt"


def is_there(path: Path) -> bool:
    """Whether something has this name; StoreTrouble if that cannot be found out."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as trouble:
        raise StoreTrouble(f"{path} cannot be read: {trouble.strerror}") from trouble
    return True


def _a_players(root: Path) -> StoreTrouble:
    reason = f"{root} is not a host's game folder: it has no host's key"
    hint = "it looks like a player's folder; this command is for the host, players give --report"
    return StoreTrouble(reason, hint)


def _there_already(root: Path) -> StoreTrouble:
    return StoreTrouble(f"{root} already exists", "choose a new folder")


def _unborn(root: Path) -> bool:
    """Whether a folder is empty, or holds only what comes before an offer."""
    if not root.is_dir():
        return False
    return all(path.relative_to(root).as_posix() in _BEFORE for path in root.rglob("*"))


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file so that even after a crash all of it exists or none."""
    _put(path.with_name(f".{path.name}.new"), path, data, mode, Path.replace)


def write_once(path: Path, data: bytes, mode: int = 0o600) -> None:
    """The same for a file that must not exist yet; StoreTrouble if it does."""
    if is_there(path):  # checked before the work of writing
        raise StoreTrouble(f"{path} already exists", "choose another name")
    # No lock keeps two commands apart here, so each writes a file of its own first.
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    _put(beside, path, data, mode, appear)


def _put(
    beside: Path, path: Path, data: bytes, mode: int, place: Callable[[Path, Path], object]
) -> None:
    """Write a file beside its place, then move it there."""
    try:
        write_beside(beside, data, mode)
        place(beside, path)
        sync_folder(path.parent)
    except OSError as trouble:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise not_written(path, trouble) from trouble


#: the hint if nothing that matters was done before the write
AGAIN = "fix that, then give the same command again"


class NotWritten(StoreTrouble):
    """A file could not be written; the hint holds if nothing was done before."""


def not_written(path: Path, trouble: OSError, hint: str = AGAIN) -> NotWritten:
    """The trouble of a file that was not written; hint: what to do about it."""
    return NotWritten(f"{path} cannot be written: {trouble.strerror}", hint)


def sync_folder(path: Path) -> None:
    """Make names in a folder durable, if the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows has no such call, and needs none
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _try_lock(look: bool = False) -> Callable[[int], None] | None:
    """The system's call that locks an open file or raises OSError; None if there is none.

    look: for a file that is open only for reading."""
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
    """The lock file may not be opened or made."""


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
    """The lock of a read-only folder; None if it cannot be locked, as then no command here can
    write to it."""
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
            hint = "" if lock else f"if there is none, delete {path.name}"
            raise StoreTrouble("another command is using this game", hint or "try again")
        time.sleep(0.05)
    return handle


def _attempt(path: Path, flags: int, lock: Callable[[int], None] | None) -> int | None:
    """An open handle that holds the lock, None if another command holds it."""
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
