"""Reports in one folder are told by their names, which differ in the number at the end alone:
0003.txt and 0004.txt, or rubicon-3.txt and rubicon-4.txt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

_NUMBERED = re.compile(r"(.*?)(\d{1,9})")


def beside(report: Path) -> dict[Path, int]:
    """The reports in the folder of a report, itself included, and their numbers by their names.

    One whose name has no number has those beside it whose names are numbers."""
    own = _NUMBERED.fullmatch(report.stem)
    before = own[1] if own else ""
    found = {report: int(own[2]) if own else -1}
    for path in _folder(report.parent):
        other = _NUMBERED.fullmatch(path.stem)
        if other and other[1] == before and path.suffix == report.suffix:
            found[path] = int(other[2])
    return found


def _folder(path: Path) -> list[Path]:
    """What lies in a folder; nothing, if it cannot be listed: whatever is needed is missed then."""
    try:
        return list(path.iterdir())
    except OSError:
        return []


def newest(report: Path) -> Path | None:
    """The newest of the reports beside a report, by their names, if it is another one."""
    numbers = beside(report)
    found = max(numbers, key=lambda path: numbers[path], default=report)
    return found if numbers.get(report, -1) >= 0 and numbers[found] > numbers[report] else None


def gap(report: Path) -> str:
    """The first gap in the reports beside a report, by their names; "" if there is none."""
    return missing(sorted({number for number in beside(report).values() if number >= 0}), 0)


def missing(numbers: Sequence[int], since: int) -> str:
    """The first gap in ascending numbers of reports that begin with `since`, in words."""
    wanted = since
    for number in numbers:
        if number > wanted:
            last = number - 1
            if last == wanted:
                return f"report {wanted} is missing"
            joined = "and" if last == wanted + 1 else "to"
            return f"reports {wanted} {joined} {last} are missing"
        wanted = number + 1
    return ""
