"""Lines of text for a report: lists broken between things, never inside one."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

#: Two columns are left for the report's own margin.
WIDTH = 78


def packed(
    head: str,
    things: Iterable[str],
    hang: int | None = None,
    width: int = WIDTH,
    margin: str | None = None,
) -> list[str]:
    """Return ``head`` and the things behind it, with commas, in as many lines as are needed.

    hang: columns before further lines; the length of the head and a space if not given.
    margin: what those lines begin with, in place of that.
    """
    things = list(things)
    if margin is None:
        margin = " " * (len(head) + 1 if hang is None else hang)
    lines = [head]
    for number, thing in enumerate(things):
        piece = thing + ("," if number + 1 < len(things) else "")
        if len(lines[-1]) + 1 + len(piece) > width and lines[-1].strip():
            lines.append(margin + piece)
        else:
            lines[-1] = f"{lines[-1]} {piece}" if lines[-1] else piece
    return lines


def table_of(rows: Iterable[tuple[str, Iterable[str]]], width: int = WIDTH) -> list[str]:
    """Return one packed list for each row, its head filled up so that all things start alike."""
    found = [(head, list(things)) for head, things in rows]
    wide = max((len(head) for head, _ in found), default=0)
    return [
        line for head, things in found for line in packed(head.ljust(wide), things, width=width)
    ]


def broken(line: str, hang: int = 4, width: int = WIDTH) -> list[str]:
    """Return a line broken between words; what follows is indented by ``hang`` columns more."""
    if len(line) <= width:
        return [line]
    indent = len(line) - len(line.lstrip(" "))
    return textwrap.wrap(
        line.strip(),
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
