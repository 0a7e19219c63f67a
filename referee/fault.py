"""What is wrong with an order file, one thing at a time.

A fault names its place by a *path* into the file (``("orders", 2, "blocks", 0)``); the commands
turn paths into line numbers.  Rules code makes faults and never prints them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

Path = tuple[str | int, ...]

#: The four ways to refuse, and the warning, as printed.
NOT_UNDERSTOOD = "not understood"
NOT_ALLOWED = "not allowed"
AMBIGUOUS = "ambiguous"
OUT_OF_TURN = "out of turn"
WARNING = "warning"


class Fault(NamedTuple):
    """One thing wrong (or, with ``answer`` WARNING, one slip that is legal).

    answer: one of the five constants above.
    path: place in the file; () for the file as a whole.
    reason: one sentence, lower case, no full stop: what is wrong.
    rule: paragraph of the rulebook or section of a manual page, "" if none.
    hint: what to do about it, "" if nothing is known.
    quote: the text at fault as it stood in the file, "" to have it looked up.
    """

    answer: str
    path: Path
    reason: str
    rule: str = ""
    hint: str = ""
    quote: str = ""


class Refused(Exception):
    """A file is refused.

    faults: every reason found, never empty; name: the file's, if the reader of the message did not
    name it on the command line."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(fault.reason for fault in faults))
        self.faults = faults
        self.name = ""


@contextmanager
def in_file(name: object) -> Iterator[None]:
    """Inside, any refusal is of this file."""
    try:
        yield
    except Refused as trouble:
        trouble.name = trouble.name or str(name)
        raise
