"""Lines of text for a report: lists broken between things, never inside one."""

from __future__ import annotations

from collections.abc import Iterable

#: Two columns are left for the report's own margin.
WIDTH = 78


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return ``A``, ``A and B``, ``A, B and C``."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def several(number: int, thing: str) -> str:
    """Return ``1 block``, ``2 blocks``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def packed(
    head: str, things: Iterable[str], hang: int | None = None, width: int = WIDTH
) -> list[str]:
    """Return ``head`` and the things behind it, with commas, in as many lines as are needed.

    hang: columns before further lines; the length of the head and a space if not given.
    """
    things = list(things)
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


def columns(rows: Iterable[Iterable[object]], gap: str = "  ") -> list[str]:
    """Return rows as a table, each column as wide as it must be, numbers to the right."""
    found = [list(row) for row in rows]
    wide = [max(len(str(cell)) for cell in column) for column in zip(*found, strict=True)]
    lines = [
        gap.join(
            str(cell).rjust(width) if isinstance(cell, int) else str(cell).ljust(width)
            for cell, width in zip(row, wide, strict=True)
        )
        for row in found
    ]
    return [line.rstrip() for line in lines]


def broken(line: str, hang: int = 4, width: int = WIDTH) -> list[str]:
    """Return a line broken between words; what follows is indented by ``hang`` columns more."""
    if len(line) <= width:
        return [line]
    import textwrap  # most lines are short

    indent = len(line) - len(line.lstrip(" "))
    return textwrap.wrap(
        line.strip(),
        width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
