"""Order files as the host has them: a letter as it came, and what is kept of an accepted one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property

from referee.engine.request import Data
from referee.engine.standing import Rule
from referee.engine.words import Answer
from referee.fault import Fault
from referee.files.strict_yaml import line_of
from referee.orders.advance import AdvanceOrder
from referee.orders.order_file import OrderFile
from referee.proof.hashing import sha256_of


@dataclass
class Letter:
    """A file as the host got it: its name for messages, its bytes, and what became of it.

    state: "new", "accepted", "known" (already in the folder) or "refused"; found: the file as
    `Clerk.judge_letter` has read it, None if it could not be read; faults: with the warnings."""

    name: str
    raw: bytes
    state: str = "new"
    found: OrderFile | None = None
    faults: list[Fault] = field(default_factory=list)

    @cached_property
    def sha256(self) -> str:
        """Of the bytes."""
        return sha256_of(self.raw).hex()

    def line(self, fault: Fault) -> int | None:
        """The line of a fault in the file, if it has one."""
        if self.found is None:
            return line_of(fault)
        return self.found.document.line(fault.path) if fault.path else None


@dataclass(frozen=True)
class Mailed:
    """An accepted order file, as the inbox and the journal keep it.

    name: in the folder's ``mail``; header: as signed; signature: its lines; answer: its lines with
    ids, None if none were asked for; notes: by seat, for that seat alone; follows: number of the
    entry named by its ``after``; coming: its advance orders; standing: rules that replace the
    seat's, None to keep them; resign, draw: whether it says so; advance: whether it is an advance
    file."""

    seat: str
    name: str
    sha256: str
    header: dict[str, str]
    signature: list[str]
    answer: Answer | None
    edition: int
    note: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    follows: int = 0
    coming: list[AdvanceOrder] = field(default_factory=list)
    standing: list[Rule] | None = None
    resign: bool = False
    draw: bool = False
    advance: bool = False

    @classmethod
    def of(cls, file: OrderFile, sha256: str, follows: int, run: int) -> Mailed:
        """What is kept of a good file; sha256: of its bytes; run: the number of the next run."""
        # The name is unique: no other file of this seat has the same number and edition.
        name = f"{follows:04d}.advance-" if file.advance else f"{run:04d}-"
        return cls(
            file.seat,
            f"{name}{file.seat}-{file.edition}.yaml",
            sha256,
            file.header,
            (file.signature or "").split("\n")[:-1],
            file.answer,
            file.edition,
            str(file.tree.get("note", "")),
            dict(file.tree.get("notes", {})),
            follows,
            file.coming,
            file.standing,
            file.says("resign"),
            file.says("draw"),
            file.advance,
        )

    def filed(self) -> Data:
        """What is kept of the file while it is in force, as plain data."""
        return {
            "name": self.name,
            "sha256": self.sha256,
            **{key: self.header.get(key, "") for key in ("after", "edition", "body")},
        }


def pieces(text: str, size: int = 60) -> list[str]:
    """A long text in pieces that each fit a line of a report's block, where strings are never
    broken and characters beyond ASCII take more room."""
    found, room = [""], size
    for sign in text:
        room -= len(json.dumps(sign)) - 2
        if room < 0:
            found.append("")
            room = size - len(json.dumps(sign)) + 2
        found[-1] += sign
    return found
