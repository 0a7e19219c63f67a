"""What a page of the manual consists of, however it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

#: What a piece of a line is: a plain word; typed as it is (a command, an option); a text to type or
#: to find in a file; a stand-in for what the reader chooses; stressed; a file; a variable of the
#: environment; the name of another page; the heading of a section of this one.
PLAIN, TYPED, CODE, STANDS_FOR, STRESSED, FILE, VARIABLE, OTHER_PAGE, SECTION = (
    "plain", "typed", "code", "stands for", "stressed", "file", "variable", "other page", "section",
)  # fmt: skip

TAGGED, BULLETS, NUMBERED = "tagged", "bullets", "numbered"


class Span(NamedTuple):
    """A piece of a line; joined: whether no blank stands before it."""

    kind: str
    text: str
    joined: bool = False


Line = list[Span]


class Heading(NamedTuple):
    """The heading of a section (level 1) or of a part of one (level 2)."""

    level: int
    text: str


class Paragraph(NamedTuple):
    """Text that is filled."""

    line: Line


class Usage(NamedTuple):
    """A line of its own, set in: how a command is called."""

    line: Line


class Literal(NamedTuple):
    """Lines shown as they are; indented: whether they are set in; words: those of the comment
    on the line before, which says what a test does with them."""

    lines: list[str]
    indented: bool = False
    words: tuple[str, ...] = ()


class Item(NamedTuple):
    """An item of a list; its head is empty where the list has no tags."""

    head: Line
    blocks: list[Block]


class Listing(NamedTuple):
    """A list; width: of the tags, 0 if none is given; compact: without blank lines."""

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
    """A page; number: of the part of the manual; about: what it is about, in a few words."""

    name: str
    number: str
    about: str = ""
    date: str = ""
    blocks: list[Block] = field(default_factory=list)

    @property
    def title(self) -> str:
        """As pages name each other: ``referee-dice(7)``."""
        return f"{self.name}({self.number})" if self.number else self.name


class PageFault(Exception):
    """The source of a page says what this package cannot read; place: page and line."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")


def plain(line: Line) -> str:
    """A line without any marks."""
    return "".join(span.text if span.joined else f" {span.text}" for span in line).strip()
