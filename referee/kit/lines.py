"""Lines of text for a report: lists are broken between items, never inside one."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: Width of everything that travels: no mail program breaks such a line, even when it is quoted.
TRAVELS = 72
#: Two columns are left for the report's own margin.
WIDTH = TRAVELS - 2

#: From here on characters take two columns; this does not depend on a version of Unicode.
#: The pattern has all others, because one with a million characters takes four milliseconds to
#: compile; it is compiled once there is a character beyond ASCII.
_WIDE = "[^\0-\u10ff]"


def room(text: str) -> int:
    """Return how many columns a text takes: two for each character from U+1100 on, else one."""
    return len(text) if text.isascii() else len(text) + len(re.findall(_WIDE, text))


def wrapped(text: str, width: int = WIDTH, first: str = "", more: str = "") -> list[str]:
    """Return a text in lines of this width, broken at blanks, or within a word if it is too long.

    first, more: what the first line and every other line begin with."""
    plain = text.isascii() and text.isprintable() and text.strip() == text
    if plain and 0 < len(text) <= width - len(first):
        return [first + text]
    import textwrap  # most lines are short

    if wide := not text.isascii():
        # A second character for the second column; texts contain no control characters.
        text, width = re.sub(_WIDE, lambda sign: f"{sign[0]}\0", text), width - 1
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=more,
        break_on_hyphens=False,
    )
    return [line.replace("\0", "") for line in lines] if wide else lines


def listed(names: Iterable[str], last: str = "and") -> str:
    """Return ``A``, ``A and B``, ``A, B and C``."""
    names = list(names)
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def several(number: int, thing: str, things: str = "") -> str:
    """Return ``1 block``, ``2 blocks``; things: the plural, if it has no simple one."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``11th``."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if number // 10 % 10 == 1 else endings.get(number % 10, "th")
    return f"{number}{ending}"


def packed(
    head: str, things: Iterable[str], hang: int | None = None, width: int = WIDTH
) -> list[str]:
    """Return ``head`` followed by the things, with commas, in as many lines as it takes.

    hang: indent of the lines after the first; by default the width of the head and a space.
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
    """Return one packed list for each row, with heads padded so that all lists are aligned."""
    found = [(head, list(things)) for head, things in rows]
    wide = max((len(head) for head, _ in found), default=0)
    return [
        line.rstrip()  # a report is read without blanks at the ends of its lines
        for head, things in found
        for line in packed(head.ljust(wide), things, width=width)
    ]


def columns(rows: Iterable[Iterable[object]], gap: str = "  ") -> list[str]:
    """Return rows as a table, each column as wide as needed, numbers aligned right."""
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
    """Return a line broken between words; further lines are indented by ``hang`` more columns."""
    if room(line) <= width:
        return [line]
    indent = len(line) - len(line.lstrip(" "))
    return wrapped(line.strip(), width, " " * indent, " " * (indent + hang))
