"""What an audit reads: a game folder, or the bundle of a game that is over (referee-folder(5)).

A bundle comes from a stranger: nothing of it is believed before it was looked at.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from referee.files.characters import printable
from referee.folder.journal import CHECKPOINTS
from referee.folder.store import Store, StoreTrouble, is_there
from referee.report.report_file import SIZE_AT_MOST

#: names of the files of a game that can be published
LAYOUT = re.compile(
    r"offer\.yaml|charter\.yaml|journal|reveal\.yaml|joins/[a-z0-9-]{1,40}\.yaml"
    r"|mail/[a-z0-9.-]{1,80}\.yaml|reports/[a-z0-9-]{1,40}/[0-9]{4,9}\.txt"
)
#: bytes of a line of a journal
LINE_AT_MOST = 4 << 20
JOURNAL_AT_MOST = 1 << 30
#: bytes of a checkpoint, which no bundle has
CHECKPOINT_AT_MOST = 16 << 20
#: bytes of an offer, a charter, a join, an order file
PAPER_AT_MOST = 1 << 17
#: bytes of a bundle, and of the list of names at its end; how far its files may be packed
BUNDLE_AT_MOST = 1 << 28
NAMES_AT_MOST = 8 << 20
PACKED_AT_MOST = 200

_END = b"PK\x05\x06"
_END_BYTES = 22
#: the earliest time that a zip file can tell
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_TOP = ("journal", *CHECKPOINTS)
_BAD_ZIP = (
    *(zipfile.BadZipFile, zlib.error, struct.error),
    *(EOFError, NotImplementedError, RuntimeError, OSError),
    ValueError,  # names that are no UTF-8, though they say so
)


class Source(Protocol):
    """The files of a game, by their names in the folder.

    finished: whether all is there that ever will be, which no crash excuses."""

    finished: bool

    def names(self) -> list[str]:
        """The names of all files of the game that lie there, sorted."""

    def read(self, *parts: str) -> bytes:
        """The bytes of a file; StoreTrouble if it cannot be read or is too large."""

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file with their ends; StoreTrouble for one that is too long."""

    def size(self, name: str) -> int:
        """How many bytes a file has."""


def room(name: str) -> int:
    """How many bytes a file of that name may have."""
    if name == "journal":
        return JOURNAL_AT_MOST
    if name in CHECKPOINTS:
        return CHECKPOINT_AT_MOST
    return SIZE_AT_MOST if name.startswith("reports/") else PAPER_AT_MOST


def _lines(file: IO[bytes], name: str) -> Iterator[bytes]:
    while line := file.readline(LINE_AT_MOST + 1):
        if len(line) > LINE_AT_MOST:
            raise StoreTrouble(f"{name} has a line of more than {LINE_AT_MOST} bytes")
        yield line


class Folder:
    """A game folder; one that was unpacked from a bundle holds the host's last word too."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.finished = store.has("reveal.yaml")

    def names(self) -> list[str]:
        """As Source says, but for files that no program has made."""
        top = [name for name in self.store.names() if name.endswith(".yaml") or name in _TOP]
        seats = [f"reports/{seat}" for seat in self._folders("reports")]
        inner = [
            f"{place}/{name}" for place in ("joins", "mail", *seats) for name in self._in(place)
        ]
        return sorted([*top, *inner])

    def _in(self, place: str) -> list[str]:
        """The names in a folder of the folder."""
        return self.store.names(*place.split("/"))

    def _folders(self, place: str) -> list[str]:
        return [name for name in self._in(place) if self.store.path(place, name).is_dir()]

    def read(self, *parts: str) -> bytes:
        """As Source says; raises StoreTrouble if it cannot be read."""
        name = "/".join(parts)
        if self.size(name) > room(name):
            raise StoreTrouble(f"{name} is too large for its kind")
        return self.store.read(*name.split("/"))

    def lines(self, name: str) -> Iterator[bytes]:
        """As Source says; raises StoreTrouble if it cannot be read."""
        try:
            with self.store.path(name).open("rb") as file:
                yield from _lines(file, name)
        except OSError as trouble:
            raise StoreTrouble(f"{name} cannot be read: {trouble.strerror}") from trouble

    def size(self, name: str) -> int:
        """As Source says; raises StoreTrouble if it cannot be read."""
        path = self.store.path(name)
        # A name may come out of a stranger's journal, and a link of his lead to a device.
        if not (LAYOUT.fullmatch(name) or name in CHECKPOINTS) or not _is_file(path):
            raise StoreTrouble(f"{name} is not a file of this game")
        return path.stat().st_size


def _is_file(path: Path) -> bool:
    return is_there(path) and stat.S_ISREG(path.stat().st_mode)


class Bundle:
    """A bundle that was opened and whose list of names is as it must be."""

    finished = True

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self._path, self._zip = path, archive
        self._infos = {info.filename: info for info in archive.infolist()}

    def names(self) -> list[str]:
        """As Source says."""
        return sorted(self._infos)

    def read(self, *parts: str) -> bytes:
        """As Source says."""
        with self._reading("/".join(parts)) as file:
            return file.read()

    def lines(self, name: str) -> Iterator[bytes]:
        """As Source says."""
        with self._reading(name) as file:
            yield from _lines(file, name)

    def size(self, name: str) -> int:
        """As Source says."""
        return self._infos[name].file_size

    @contextmanager
    def _reading(self, name: str) -> Iterator[IO[bytes]]:
        if name not in self._infos:
            raise StoreTrouble(f"{name} is not in the bundle {self._path}")
        try:
            with self._zip.open(self._infos[name]) as file:
                yield file
        except _BAD_ZIP as trouble:
            raise StoreTrouble(f"{name} in {self._path} is damaged: {trouble}") from trouble


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """The game in a folder or a bundle, for an audit; StoreTrouble if it is neither.

    A host's folder is held, so that nothing changes meanwhile."""
    if not path.is_dir():
        with _opened_bundle(path) as archive:
            yield Bundle(path, archive)
        return
    store = Store.published(path)
    if store.has("secret"):
        with store.lock(look=True):
            yield Folder(store)
    else:
        yield Folder(store)


@contextmanager
def _opened_bundle(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with path.open("rb") as file:
            if reason := _end_fault(file):
                raise StoreTrouble(f"{path} is not a bundle: {reason}")
            try:
                archive = zipfile.ZipFile(file)
            except _BAD_ZIP as trouble:
                raise StoreTrouble(f"{path} is not a bundle: {trouble}") from trouble
            if reason := _names_fault(archive.infolist()):
                raise StoreTrouble(f"{path} is not a bundle: {reason}")
            yield archive
    except OSError as trouble:
        raise StoreTrouble(f"{path} cannot be read: {trouble.strerror}") from trouble


def _end_fault(file: IO[bytes]) -> str:
    """What is wrong with the end of a zip file, "" if nothing: the list of names is read whole,
    so its size is looked at before."""
    size = file.seek(0, io.SEEK_END)
    if size > BUNDLE_AT_MOST:
        return f"it has more than {BUNDLE_AT_MOST} bytes"
    file.seek(max(0, size - _END_BYTES))
    end = file.read()
    if not end.startswith(_END):
        return "it does not end as a zip file without a comment does"
    if int.from_bytes(end[12:16], "little") > NAMES_AT_MOST:
        return "it has too many files"
    return ""


def _names_fault(infos: list[zipfile.ZipInfo]) -> str:
    """What is wrong with the files of a bundle by their list, "" if nothing."""
    known: set[str] = set()
    for info in infos:
        name = printable(info.filename)
        if not LAYOUT.fullmatch(info.orig_filename):
            return f"no file of a game has the name {name:.100}"
        if name in known:
            return f"it has {name} twice"
        known.add(name)
        if reason := _info_fault(info):
            return f"{name} {reason}"
    missing = [name for name in ("charter.yaml", "journal", "reveal.yaml") if name not in known]
    return f"it has no {missing[0]}" if missing else ""


def _info_fault(info: zipfile.ZipInfo) -> str:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return "is not an ordinary file"
    if info.flag_bits & 1:
        return "is encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in an unusual way"
    if info.file_size > room(info.filename):
        return "is too large for its kind"
    if info.file_size > PACKED_AT_MOST * info.compress_size + 1024:
        return "is packed too tightly to be a file of a game"
    return ""


def packed(files: Mapping[str, bytes]) -> bytes:
    """A bundle of these files: the same files make the same bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _NO_TIME)
            info.create_system, info.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, files[name], zipfile.ZIP_DEFLATED, 9)
    return whole.getvalue()
