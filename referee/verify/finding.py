"""What a check of reports, stories or audits finds, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.files.characters import printable


class Finding(NamedTuple):
    """Something that is not as it must be: the place in the report, and what is wrong there."""

    place: str
    reason: str

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.reason}")


Findings = Iterator[Finding]
