"""What a page of the manual consists of, however it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

#: The kinds of text in a line: plain; to be typed as it is (a command, an option); a text to type
#: or find in a file; a placeholder; emphasis; a file; an environment variable; the name of another
#: page; the heading of a section of this page.
PLAIN, TYPED, CODE, STANDS_FOR, STRESSED, FILE, VARIABLE, OTHER_PAGE, SECTION = (
    "plain", "typed", "code", "stands for", "stressed", "file", "variable", "other page", "section",
)  # fmt: skip

TAGGED, BULLETS, NUMBERED = "tagged", "bullets", "numbered"


class Span(NamedTuple):
    """A piece of a line; joined: whether there is no blank before it."""

    kind: str
    text: str
    joined: bool = False


Line = list[Span]


class Heading(NamedTuple):
    """The heading of a section (level 1) or subsection (level 2)."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """Text that is wrapped."""

    line: Line


class Usage(NamedTuple):
    """An indented line of its own: how to call a command."""

    line: Line


class Literal(NamedTuple):
    """Lines shown as they are; indented: whether they are; words: those of the comment on the line
    before, which says what a test does with them."""

    lines: list[str]
    indented: bool = False
    words: tuple[str, ...] = ()


class Item(NamedTuple):
    """An item of a list; its head is empty if the list has no tags."""

    head: Line
    blocks: list[Block]


class Listing(NamedTuple):
    """A list; width: of its tags, 0 if not given; compact: without blank lines."""

    kind: str
    items: list[Item]
    width: int = 0
    compact: bool = False


class Table(NamedTuple):
    """Rows of cells."""

    rows: list[list[Line]]


Block = Heading | Paragraph | Usage | Literal | Listing | Table


@dataclass
class Page:
    """A page; number: section of the manual; about: what it is about, in a few words."""

    name: str
    number: str
    about: str = ""
    date: str = ""
    blocks: list[Block] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Its name in other pages: ``referee-dice(7)``."""
        return f"{self.name}({self.number})" if self.number else self.name


class PageFault(Exception):
    """This package cannot read the source of a page; place: page and line."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")


def plain(line: Line) -> str:
    """A line without markup."""
    return "".join(span.text if span.joined else f" {span.text}" for span in line).strip()
