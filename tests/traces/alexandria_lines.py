"""Traces of Caesar in Alexandria, line by line, as they are published and in the terse form.

As they are published: one JSON object a line, ``start``, ``decision`` (with what follows until the
next one), ``end``.  In the terse form player turns and seats that are those of the line before are
left out, and positions, whose digests were compared when it was made, have none.

    python -m tests.traces.alexandria_lines FOLDER TO

writes the published traces of a folder in the terse form.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.traces import base
from tests.traces.base import RAW, TERSE, read_either

Data = dict[str, Any]
GAME = "caesar-in-alexandria"
KEYS = ("turn", "seat", "kind", "legal", "legal_first", "chosen", "dice", "changes")
REPEATED = KEYS[:2]


class Unreadable(ValueError):
    """A trace that contradicts itself."""


def read(path: Path) -> tuple[Data, list[Data], Data]:
    """Start, decisions and end of a trace, in either form; raises `Unreadable`."""
    return read_either(path, published, terse)


def published(name: str, lines: Sequence[Data]) -> tuple[Data, list[Data], Data]:
    """A trace of its lines; its end is empty if there is none.  Raises `Unreadable`."""
    start, *rest = lines
    end = next((line for line in rest if line["t"] == "end"), Data())
    return start, [line for line in rest if line["t"] == "decision"], end


def terse(raw: Data) -> tuple[Data, list[Data], Data]:
    """A trace of its terse form."""
    lines, before = [], dict.fromkeys(KEYS)
    for number, row in enumerate(raw["rows"]):
        told = dict(zip(KEYS, row, strict=True))
        before = {k: before[k] if k in REPEATED and told[k] is None else told[k] for k in KEYS}
        lines.append({"t": "decision", "n": number + 1, **before})
    return raw["start"], lines, raw["end"]


def shortened(name: str, lines: Sequence[Data]) -> Data:
    """The terse form of a published trace; raises `Unreadable`."""
    check(lines)
    start, decisions, end = published(name, lines)
    rows: list[list[Any]] = []
    before: Data = {}
    for line in decisions:
        told = {key: line.get(key) for key in KEYS}
        rows.append([None if k in REPEATED and told[k] == before.get(k) else told[k] for k in KEYS])
        before = told
    return {"game": GAME, "name": name, "start": start, "rows": rows, "end": end}


def check(lines: Sequence[Data]) -> None:
    """Raises `Unreadable` if a position has another digest than its line says."""
    here: Data = {}
    for line in lines:
        here |= line.get("position", line.get("changes", {}))
        if digest(here) != line["digest"]:
            raise Unreadable(f"{line['t']} {line.get('n', '')}: the position has another digest")


def digest(position: Data) -> str:
    """The digest that a trace gives of a position."""
    lines = (
        f"{key}={json.dumps(position[key], separators=(',', ':'))}" for key in sorted(position)
    )
    return hashlib.sha1("\n".join(lines).encode(), usedforsecurity=False).hexdigest()[:16]


def main(folder: str, to: str) -> None:
    """Write the traces of a folder in the terse form."""
    for path in base.traces(Path(folder), GAME):
        if path.name.endswith(RAW):
            name = path.name.removesuffix(RAW)
            base.write(read_either(path, shortened, dict), Path(to) / f"{name}{TERSE}")


if __name__ == "__main__":
    main(*sys.argv[1:])
