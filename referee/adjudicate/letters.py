"""Order files as the host got them, and how the current game judges one."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.adjudicate.clerk import Clerk
from referee.adjudicate.inbox import NO_MARK
from referee.adjudicate.mailed import Mailed, mailed
from referee.fault import OUT_OF_TURN, Fault, Refused
from referee.files.strict_yaml import line_of
from referee.orders.examine import examine
from referee.orders.order_file import MOST_EDITION, OrderFile
from referee.proof.hashing import sha256_of


@dataclass
class Letter:
    """A file as the host got it: its name for messages, its bytes, and what became of it.

    state: "new", "accepted", "known" (already in the folder) or "refused"."""

    name: str
    raw: bytes
    state: str = "new"
    found: OrderFile | None = None
    faults: list[Fault] = field(default_factory=list)

    @property
    def sha256(self) -> str:
        """Of the bytes."""
        return sha256_of(self.raw).hex()


def line_number(letter: Letter, fault: Fault) -> int | None:
    """The line of a fault in the file, if it has one."""
    if letter.found is None:
        return line_of(fault)
    return letter.found.document.line(fault.path) if fault.path else None


def judge(clerk: Clerk, letter: Letter, unsigned: bool = False) -> Mailed | None:
    """Judge a file by the game as it is now; return what is kept of a good one, None if it is bad.

    Afterwards the letter holds the faults and warnings."""
    letter.found, letter.faults = None, []
    try:
        found = examine(letter.raw, clerk.basis(), unsigned)
    except Refused as trouble:
        letter.faults = trouble.faults
        return None
    letter.found = found
    letter.faults = found.in_order()
    if not found.faults and "after" in found.tree:
        fault = _used_fault(clerk, found)
        letter.faults += [fault] if fault else []
        found.faults += [fault] if fault else []
    if found.faults or unsigned:
        return None
    position = clerk.position
    return mailed(found, letter.sha256, position.heads, position.number)


def _used_fault(clerk: Clerk, found: OrderFile) -> Fault | None:
    """The fault if a file of this seat was already accepted that has the same report and at least
    this edition, or a newer report."""
    file, heads = found, clerk.position.heads
    number = clerk.position.number - heads.index(file.tree["after"])
    newest, edition = clerk.inbox.marks.get(file.seat, NO_MARK)
    if [number, file.edition] > [newest, edition]:
        return None
    if number < newest:
        reason = f"this file is by report {number}, but a file by report {newest} has been accepted"
        hint = "sign it again with the newest report, if you still mean it"
        return Fault(OUT_OF_TURN, ("after",), reason, "", hint)
    reason = f"edition {edition} of these orders has already been accepted"
    hint = f"sign with --edition {edition + 1}" if edition < MOST_EDITION else ""
    return Fault(OUT_OF_TURN, ("edition",), reason, "", hint)
