"""The saved state of a game folder: the journal, whose lines are chained, and two checkpoints.

A line is believed only if it is whole and continues the chain of those before it; a checkpoint,
if its digest is right.  What each kind of line holds, and a checkpoint, stands at the end.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.files.characters import Place, first_strange
from referee.folder.store import AGAIN, NotWritten, Store, StoreTrouble, not_written, sync_folder
from referee.proof.canonical import typed, typed_digest
from referee.proof.hashing import sha256_of

if TYPE_CHECKING:
    from referee.engine.entry import Entry

Data = dict[str, Any]

CHECKPOINTS = ("checkpoint-0", "checkpoint-1")
#: the chain value before the first line of a journal
CHAIN_START = "0" * 64
PUT_BACK = "restore the whole journal from a copy"
#: of journals and checkpoints
FORMAT = 1
#: names of kept files, from a journal that anyone may have written
_MAIL = re.compile(r"[a-z0-9.-]{1,80}\.yaml")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class Unsure(NotWritten):
    """A line of the journal could not be written, nor its beginning be removed."""


@dataclass
class Journal:
    """The journal from some place on.

    offset and chain: where the next line goes, and the chain value it continues; tail: the same for
    the newest line that is not an accepted file, where comparing a checkpoint begins.
    torn: whether there is an incomplete last line, which the next line replaces."""

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
        """Read the lines after `offset`, up to `end` if given; StoreTrouble names the place of any
        damage except an incomplete last line."""
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
        """Note the line at `offset`, which follows the chain value `chain`."""
        self.lines.append(line)
        if line.get("type") != "accept":
            self.tail = (self.offset, chain)

    def append(self, line: Data) -> None:
        """Add one line, durably; if this is interrupted, it does not exist.

        Raises NotWritten, and Unsure if the line may exist all the same."""
        chain = chained(self.chain, line)
        raw = written(line, chain)
        try:
            self._write(raw)
        except OSError as trouble:
            if not self._cut():
                reason = f"{self.path} cannot be written: {trouble.strerror}"
                raise Unsure(reason, AGAIN) from trouble
            raise not_written(self.path, trouble) from trouble
        self.torn = False
        self._passed(line, self.chain)
        self.offset += len(raw)
        self.chain = chain

    def _cut(self) -> bool:
        """Remove what was written of a line, which may be complete but not safe on disk."""
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0)
        try:
            with os.fdopen(os.open(self.path, flags), "wb") as file:
                file.truncate(self.offset)
                with contextlib.suppress(OSError):  # the disk is failing, which is reported already
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
    """Whether a journal has its complete first line; StoreTrouble if it cannot be read."""
    try:
        with path.open("rb") as file:
            return b"\n" in file.read(4096)
    except OSError as trouble:
        raise StoreTrouble(f"the journal cannot be read: {trouble.strerror}") from trouble


def read_line(raw: bytes, chain: str) -> tuple[Data, str]:
    """A journal's line, given without its LF, and its chain value.

    chain: of the line before.  ValueError, with the reason, if the line does not continue it."""
    try:
        line = json.loads(raw)
        found = line.pop("chain")
        wanted = chained(chain, line)
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        raise ValueError("this is not a journal line") from None
    if found != wanted:
        raise ValueError("the chain of lines is broken")
    if reason := first_strange(raw.decode(), line, _is_note):
        raise ValueError(reason)
    return line, wanted


def _is_note(place: Place) -> bool:
    """Whether a place in a journal line may hold a player's note."""
    own = place[:1] == ("own",) and place[2:3] == ("notes",)
    return own or place[:2] == ("public", "notes")


def written(line: Data, chain: str) -> bytes:
    """A journal line with its chain value, as written to disk."""
    return typed({**line, "chain": chain}) + b"\n"


def chained(chain: str, line: Data) -> str:
    """The chain value of a line: SHA-256 of the one before and the line in typed form."""
    return sha256_of(chain.encode() + typed(line)).hex()


def save_checkpoint(store: Store, number: int, data: Data) -> None:
    """Write the checkpoint after entry `number` over the older of the two."""
    store.write(checkpoint_bytes(data), CHECKPOINTS[number % 2])


def checkpoint_bytes(data: Data) -> bytes:
    """A checkpoint's file.

    The order of keys is kept, so that a restored State equals one that never left memory in every
    respect that rules can see."""
    raw = ordered(data).encode()
    return sha256_of(raw).hex().encode() + b"\n" + raw + b"\n"


def ordered(data: Data) -> str:
    """Data as JSON without white space, its keys in the order that they have."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True)


def load_checkpoints(store: Store) -> list[Data]:
    """The undamaged checkpoints, the newest first."""
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
    if sha256_of(raw.rstrip(b"\n")).hex().encode() != digest:
        return None
    data: Data = json.loads(raw)
    return data


# -- what they hold --------------------------------------------------------------------------------


def start_line(game: str) -> Data:
    """The first line of a game's journal; game: D in hex."""
    return {"type": "start", "format": FORMAT, "game": game}


def accept_line(name: str, seat: str, sha256: str) -> Data:
    """The line for an accepted file; name: in the folder's ``mail``."""
    return {"type": "accept", "file": name, "seat": seat, "sha256": sha256}


def accept_fault(line: Data) -> str:
    """What is wrong with the form of a line for an accepted file, "" if nothing."""
    if sorted(line) != ["file", "seat", "sha256", "type"]:
        return "a line of an accepted file must have file, seat and sha256"
    if not all(isinstance(value, str) for value in line.values()):
        return "file, seat and sha256 must be texts"
    if not _MAIL.fullmatch(line["file"]) or not _SHA256.fullmatch(line["sha256"]):
        return "the name of the file or its digest has the wrong form"
    return ""


def entry_line(entry: Entry, head: str, saved: Data) -> Data:
    """The line for an entry; saved: the game after it, as the clerk saves it."""
    return {
        "type": "entry",
        "number": entry.number,
        "public": entry.public,
        "own": entry.own,
        "head": head,
        "state": typed_digest(saved),
    }


def upgrade_line(number: int, rules: list[str], held: list[str], saved: Data) -> Data:
    """The line for an upgrade after an entry; rules, held: those that apply from now on, and until
    now.

    The saved game is a text, to keep the order of its keys, which rules may depend on."""
    return {
        "type": "upgrade",
        "number": number,
        "rules": rules,
        "from": held,
        "state": ordered(saved),
    }


def checkpoint(saved: Data, game: str, offset: int, chain: str, tail: tuple[int, str]) -> Data:
    """The content of a checkpoint; game: D in hex; offset and chain: where to continue reading the
    journal; tail: the same for where to start comparing."""
    return {
        **saved,
        "number": saved["position"]["number"],
        "format": FORMAT,
        "charter": game,
        "offset": offset,
        "chain": chain,
        "tail": list(tail),
    }
