"""A disk that breaks: every call that changes it can be the last one, or fail.

Calls are counted from 1: opening for writing, writing, flushing, syncing, cutting, renaming,
linking, deleting, making a folder, changing a mode.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock


class Stop(BaseException):
    """The process ends here: nothing in the program may catch it, and nothing it does later
    reaches the disk."""


#: how a disk breaks: the process is killed before or after a call; the machine loses its power,
#: so that only what was synced is there; one call fails; from a call on nothing more fits
KILLED, KILLED_AFTER, POWER = "killed before", "killed after", "power lost after"
WAYS = (KILLED, KILLED_AFTER, POWER, "EIO", "ENOSPC", "full")
_NUMBERS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC, "full": errno.ENOSPC}
#: what a full disk still does
_FREE = ("unlink", "chmod", "rename", "cut")


class Disk:
    """Counts the calls, and breaks at one of them.  at: its number, 0 to count only."""

    def __init__(self, at: int = 0, way: str = KILLED) -> None:
        self.at, self.way, self.calls, self.dead = at, way, 0, False
        self.names: list[str] = []
        self.cache = Cache()

    def call(self, name: str, act: Callable[[], Any]) -> Any:
        """A call that changes the disk."""
        if self.dead:
            raise Stop
        self.calls += 1
        self.names.append(name)
        if self.calls == self.at and self.way in (KILLED, KILLED_AFTER, POWER):
            if self.way != KILLED:
                with contextlib.suppress(OSError):  # a folder that already exists
                    act()
            self.dead = True
            raise Stop
        full = self.way == "full" and 0 < self.at <= self.calls and name not in _FREE
        if full or (self.way in _NUMBERS and self.calls == self.at):
            number = _NUMBERS[self.way]
            raise OSError(number, os.strerror(number))
        return act()

    @contextlib.contextmanager
    def mounted(self) -> Iterator[Disk]:
        """This process works on the disk; if its power fails, unsynced things are gone at the
        end."""
        real = {name: getattr(os, name) for name in ("open", "fsync")}
        real_open = io.open

        def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
            if not flags & os.O_TRUNC and (Path(path).exists() or not flags & os.O_CREAT):
                self.cache.touched(Path(path))
                handle: int = real["open"](path, flags, *more, **named)
                self.cache.handles[handle] = Path(path)
                return handle
            create = lambda: self._created(path, flags, real, more, named)  # noqa: E731
            made: int = self.call("open", create)
            return made

        def file(path: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if "b" not in mode or not set(mode) & set("wxa+"):
                return real_open(path, mode, *more, **named)
            if isinstance(path, int):  # by os.fdopen
                return Half(real_open(path, mode, *more, **named), self)
            self.cache.touched(Path(path))
            return Half(self.call("open", lambda: real_open(path, mode, *more, **named)), self)

        def synced(handle: int) -> None:
            self.call("sync", lambda: (real["fsync"](handle), self.cache.synced(handle)))

        with contextlib.ExitStack() as stack:
            for name, made in (("open", opened), ("fsync", synced)):
                stack.enter_context(mock.patch.object(os, name, made))
            stack.enter_context(mock.patch.object(io, "open", file))
            for name, kind in _CALLS.items():
                stack.enter_context(mock.patch.object(os, name, self._counted(name, kind)))
            try:
                yield self
            finally:
                stack.close()
                if self.dead and self.way == POWER:
                    self.cache.lost()

    def _created(self, path: Any, flags: int, real: Any, more: Any, named: Any) -> int:
        self.cache.touched(Path(path))
        handle: int = real["open"](path, flags, *more, **named)
        self.cache.handles[handle] = Path(path)
        return handle

    def _counted(self, name: str, kind: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def counted(*paths: Any, **named: Any) -> Any:
            if kind == "mkdir" and Path(paths[0]).is_dir():
                return real(*paths, **named)  # which refuses it

            def act() -> Any:
                if kind in ("rename", "link"):
                    self.cache.renamed(Path(paths[0]), Path(paths[1]))
                return real(*paths, **named)

            return self.call(kind, act)

        return counted


#: calls of ``os`` that change the disk by names
_CALLS = {
    "replace": "rename",
    "rename": "rename",
    "link": "link",
    "unlink": "unlink",
    "remove": "unlink",
    "mkdir": "mkdir",
    "rmdir": "unlink",
    "chmod": "chmod",
}


class Half:
    """A file for writing whose data wait in the process, and can reach the disk by half."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file, self._disk, self._waiting = file, disk, b""

    def __enter__(self) -> Half:
        return self

    def __exit__(self, *trouble: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, data: bytes) -> int:
        def wait() -> None:
            self._waiting += bytes(data)

        self._disk.call("write", wait)
        return len(data)

    def flush(self) -> None:
        data, self._waiting = self._waiting, b""
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            if part:
                self._disk.call("flush", lambda part=part: self._put(part))

    def _put(self, part: bytes) -> None:
        self._file.write(part)
        self._file.flush()

    def truncate(self, size: int | None = None) -> None:
        self.flush()
        self._disk.call("cut", lambda: self._file.truncate(size))

    def seek(self, *where: int) -> int:
        self.flush()
        return int(self._file.seek(*where))

    def tell(self) -> int:
        self.flush()
        return int(self._file.tell())

    def close(self) -> None:
        try:
            if not self._disk.dead and not self._file.closed:
                self.flush()
        finally:
            self._file.close()


class Cache:
    """What a machine without power forgets: contents of files and names that were not synced.

    New folders are taken to stay."""

    def __init__(self) -> None:
        self.handles: dict[int, Path] = {}
        #: path -> what is sure to be in it, None if it was not there
        self._sure: dict[Path, bytes | None] = {}
        #: renames that no folder has been synced after: (new name, what was there, old name)
        self._renamed: list[tuple[Path, bytes | None, Path]] = []

    def touched(self, path: Path) -> None:
        """A file is opened for writing."""
        self._sure.setdefault(path, path.read_bytes() if path.is_file() else None)

    def synced(self, handle: int) -> None:
        """A file or folder is on the disk for sure."""
        path = self.handles.get(handle)
        if path is None:
            return
        if path.is_dir():
            self._renamed = [one for one in self._renamed if one[0].parent != path]
        else:
            self._sure.pop(path, None)

    def renamed(self, old: Path, new: Path) -> None:
        """A file gets another name."""
        self._renamed.append((new, new.read_bytes() if new.is_file() else None, old))
        if old in self._sure:
            self._sure[new] = self._sure.pop(old)

    def lost(self) -> None:
        """The power is gone: of what was written and not synced half is there."""
        for path, sure in self._sure.items():
            if path.is_file():
                raw = path.read_bytes()
                path.write_bytes(raw[: len(raw) // 2] if sure is None else sure)
        for new, before, old in reversed(self._renamed):
            if new.is_file():
                old.write_bytes(new.read_bytes())
            if before is None:
                new.unlink(missing_ok=True)
            else:
                new.write_bytes(before)
