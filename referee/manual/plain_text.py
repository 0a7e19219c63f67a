"""A page as plain text, for terminals, pipes and files."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from referee.manual.page import (
    BULLETS,
    CODE,
    NUMBERED,
    TAGGED,
    Block,
    Heading,
    Line,
    Listing,
    Literal,
    Page,
    Paragraph,
    Table,
    Usage,
    plain,
)

WIDTH = 80
#: indent of a section's text, of a subsection's heading, and of indented blocks
BODY, PART, INSET = 4, 2, 2
#: columns between the start of a tag and its text, if the page does not say
TAG = 4
#: quoted texts up to this length are not broken
UNBROKEN = 24
_BLANK = "\N{NO-BREAK SPACE}"


def as_text(page: Page, width: int = WIDTH) -> str:
    """A page in ASCII, if its words allow; no wrapped line is longer than `width`."""
    head = (page.title + page.date.rjust(width - len(page.title))).rstrip()
    return "\n".join([head, *_blocks(page.blocks, BODY, width)]).replace(_BLANK, " ") + "\n"


def _blocks(blocks: list[Block], indent: int, width: int) -> Iterator[str]:
    """The lines of blocks, with a blank line before each that does not belong to the one above."""
    above: Block | None = None
    for block in blocks:
        if not (_belongs(block, above)):
            yield ""
        yield from _block(block, indent, width)
        above = block


def _belongs(block: Block, above: Block | None) -> bool:
    """Whether a block follows the one above without a blank line."""
    return isinstance(above, Heading) or (isinstance(block, Usage) and isinstance(above, Usage))


def _block(block: Block, indent: int, width: int) -> Iterator[str]:
    if isinstance(block, Heading):
        yield " " * (PART if block.level > 1 else 0) + block.text
    elif isinstance(block, Paragraph):
        yield from _filled(marked(block.line), indent, width)
    elif isinstance(block, Usage):
        yield from _filled(marked(block.line), indent + INSET, width, hang=INSET)
    elif isinstance(block, Literal):
        yield from _shown(block, indent)
    elif isinstance(block, Table):
        yield from _table(block, indent, width)
    else:
        yield from _list(block, indent, width)


def marked(line: Line) -> str:
    """A line with quotes around literal text; short quotes are not broken."""
    parts: list[str] = []
    for span in line:
        text = f"{_quoted(span.text)}" if span.kind == CODE else span.text
        if span.kind == CODE and len(text) <= UNBROKEN:
            text = text.replace(" ", _BLANK)
        parts.append(text if span.joined else f" {text}")
    return "".join(parts).strip(" ")


def _quoted(text: str) -> str:
    return f'"{text}"' if "'" in text and '"' not in text else f"'{text}'"


def _filled(text: str, indent: int, width: int, first: str = "", hang: int = 0) -> list[str]:
    """Text wrapped to a width; first: what the first line begins with, within the indent."""
    begin = first.ljust(indent) if first else " " * indent
    rest = " " * (indent + hang)
    return textwrap.wrap(
        text, width, initial_indent=begin, subsequent_indent=rest,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _shown(block: Literal, indent: int) -> Iterator[str]:
    margin = " " * (indent + INSET * block.indented)
    yield from (f"{margin}{line}".rstrip() for line in block.lines)


def _list(block: Listing, indent: int, width: int) -> Iterator[str]:
    for number, item in enumerate(block.items, 1):
        if number > 1 and not block.compact:
            yield ""
        if block.kind == TAGGED:
            yield from _tagged(marked(item.head), item.blocks, indent, block.width, width)
        else:
            sign = {BULLETS: "-", NUMBERED: f"{number}."}[block.kind]
            yield from _led(sign, item.blocks, indent, indent + (2 if len(sign) < 2 else 4), width)


def _tagged(head: str, blocks: list[Block], indent: int, tag: int, width: int) -> Iterator[str]:
    """An item after its tag, or below it if the tag is too long."""
    inner = indent + (tag or TAG)
    if len(head) < inner - indent:
        yield from _led(head, blocks, indent, inner, width)
    else:
        yield from _filled(head, indent, width, hang=INSET)
        yield from list(_blocks(blocks, inner, width))[1:]


def _led(sign: str, blocks: list[Block], indent: int, inner: int, width: int) -> Iterator[str]:
    """Blocks after a bullet or number in the indent of their first line."""
    lines = list(_blocks(blocks, inner, width))[1:]
    first = lines[0] if lines else ""
    yield " " * indent + f"{sign.ljust(inner - indent)}{first[inner:]}".rstrip()
    yield from lines[1:]


def _table(block: Table, indent: int, width: int) -> Iterator[str]:
    rows = [[plain(cell) for cell in row] for row in block.rows]
    widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(len(rows[0]))]
    for row in rows:
        *cells, last = [cell.ljust(space) for cell, space in zip(row, widths, strict=False)]
        before = "".join(f"{cell}  " for cell in cells)
        yield from _filled(last.rstrip(), indent + len(before), width, first=" " * indent + before)
