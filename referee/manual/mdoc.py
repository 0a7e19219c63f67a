"""Reading a page in mdoc(7): its sections, paragraphs, lists, tables and literal blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.manual import inline
from referee.manual.inline import Inline, Word
from referee.manual.page import (
    BULLETS,
    NUMBERED,
    TAGGED,
    Block,
    Heading,
    Item,
    Line,
    Listing,
    Literal,
    Page,
    PageFault,
    Paragraph,
    Table,
    Usage,
)

#: macros that begin a block, as opposed to those within a line
BLOCKS = ("Bd", "Bl", "D1", "Dd", "Dt", "Ed", "El", "It", "Nd", "Os", "Pp", "Sh", "Ss")
_LISTS = {"-tag": TAGGED, "-bullet": BULLETS, "-dash": BULLETS, "-enum": NUMBERED}
#: the tag width of ``-width Ds``
DS = 6


def parse(source: str, place: str = "page") -> Page:
    """Read the source of a page.

    place: its name in faults.  Raises PageFault, with the line, for an unknown macro, argument or
    escape."""
    return _Reader(source.split("\n"), place).page()


class _Reader:
    """Reads the lines of a source, once."""

    def __init__(self, lines: list[str], place: str) -> None:
        self.lines = lines[:-1] if lines and not lines[-1] else lines
        self.place, self.at = place, 0
        self.name = self.about = ""

    def page(self) -> Page:
        """The whole page."""
        try:
            page = self._head()
            page.blocks = self._blocks(inside=False)
            page.about = self.about
        except ValueError as trouble:
            raise PageFault(f"{self.place}, line {self.at}", str(trouble)) from None
        return page

    def _head(self) -> Page:
        """The three lines at the start of every page."""
        (date, title, _), self.at = self._three(), 3
        self.name = title[0].text.lower()
        return Page(self.name, title[1].text, date=" ".join(word.text for word in date))

    def _three(self) -> list[list[Word]]:
        if [line[:3] for line in self.lines[:3]] != [".Dd", ".Dt", ".Os"]:
            raise ValueError("a page begins with .Dd, .Dt and .Os")
        return [inline.words(line[4:]) for line in self.lines[:3]]

    def _blocks(self, inside: bool) -> list[Block]:
        """Blocks up to the end of the page; inside a list, up to its next item or its end."""
        found: list[Block] = []
        text, comment = Inline(self.name), ""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            macro = _macro(line)
            if inside and macro in ("It", "El"):
                break
            self.at += 1
            if line.startswith('.\\"'):
                comment = line[3:]
                continue
            if macro == "Nd":
                self.about = self._heading(line[4:])
                text.text(f"\\- {line[4:]}")
            elif macro in BLOCKS:
                found += _paragraph(text)
                text = Inline(self.name)
                found += self._block(macro, line[len(macro) + 1 :].strip(), comment, inside)
            elif macro:
                text.macros(_known(line))
            else:
                text.text(_text(line))
            comment = ""
        return found + _paragraph(text)

    def _block(self, macro: str, rest: str, comment: str, inside: bool) -> list[Block]:
        """The blocks that a macro makes."""
        if macro == "Pp":
            return _nothing(rest)
        if macro in ("Sh", "Ss") and not inside:
            return [Heading(1 if macro == "Sh" else 2, self._heading(rest))]
        if macro == "D1":
            return [Usage(self._spans(rest))]
        if macro == "Bd":
            return [self._literal(rest, tuple(comment.split()))]
        if macro == "Bl":
            return [self._list(rest)]
        raise ValueError(f"'.{macro}' does not belong here")

    def _heading(self, rest: str) -> str:
        return " ".join(word.text for word in inline.words(rest))

    def _spans(self, rest: str) -> Line:
        made = Inline(self.name)
        made.macros(inline.words(rest))
        return made.line

    def _literal(self, rest: str, words: tuple[str, ...]) -> Literal:
        """A literal block, up to its end."""
        if rest not in ("-literal", "-literal -offset indent"):
            raise ValueError(f"'.Bd {rest}' is not known")
        lines: list[str] = []
        for line in self._up_to(".Ed"):
            if _macro(line) or line.startswith("'"):
                raise ValueError(f"{line!r} in a literal block")
            lines.append(_literal_text(line))
        return Literal(lines, "-offset" in rest, words)

    def _up_to(self, end: str) -> Iterator[str]:
        while self.at < len(self.lines):
            line, self.at = self.lines[self.at], self.at + 1
            if line == end:
                return
            yield line
        raise ValueError(f"'{end}' is missing")

    def _list(self, rest: str) -> Listing | Table:
        """A list or table, up to its end."""
        kind, *given = [word.text for word in inline.words(rest)]
        if kind == "-column":
            return Table(list(self._rows()))
        if kind not in _LISTS:
            raise ValueError(f"'.Bl {kind}' is not known")
        width, compact = _options(given)
        return Listing(_LISTS[kind], list(self._items(_LISTS[kind])), width, compact)

    def _items(self, kind: str) -> Iterator[Item]:
        while (line := self._next_item()) is not None:
            if bool(line) != (kind == TAGGED):
                raise ValueError("items have tags in a list with tags, and only there")
            yield Item(self._spans(line), self._blocks(inside=True))

    def _rows(self) -> Iterator[list[Line]]:
        while (line := self._next_item()) is not None:
            yield [self._spans(cell) for cell in re.split(r" Ta ", line)]

    def _next_item(self) -> str | None:
        """The rest of an item's line; None at the end of the list."""
        if self.at >= len(self.lines):
            raise ValueError("'.El' is missing")
        line, self.at = self.lines[self.at], self.at + 1
        if line == ".El":
            return None
        if _macro(line) != "It":
            raise ValueError(f"{line!r} is in a list, but in no item")
        return line[4:]


def _macro(line: str) -> str:
    """The macro at the start of a line, "" for text."""
    if not line.startswith(".") or line.startswith('.\\"'):
        return ""
    found = re.match(r"\.([A-Z][A-Za-z0-9]+)(?= |$)", line)
    if not found:
        raise ValueError(f"{line!r} begins with a dot and is no macro")
    return found[1]


def _known(line: str) -> list[Word]:
    """The words of a macro line; raises ValueError if the first is unknown."""
    found = inline.words(line[1:])
    if found[0].raw not in inline.KNOWN:
        raise ValueError(f"the macro {found[0].raw!r} is not known")
    return found


def _text(line: str) -> str:
    """A line of text; raises ValueError if roff would take it for something else."""
    if not line.strip() or line.startswith(("'", " ")) or "\t" in line:
        raise ValueError("a line that is empty, begins with a blank or ', or has a tab")
    return line


def _literal_text(line: str) -> str:
    """A line of a literal block as shown; raises ValueError for an unknown escape."""
    return "".join(span.text for span in inline.fonts(line)[0])


def _nothing(rest: str) -> list[Block]:
    if rest:
        raise ValueError(f"{rest!r} follows a macro that takes nothing")
    return []


def _paragraph(made: Inline) -> list[Block]:
    return [Paragraph(made.line)] if made.line else []


def _options(given: list[str]) -> tuple[int, bool]:
    """Width of the tags and whether the list is compact; raises ValueError for anything else."""
    width, compact, rest = 0, False, list(given)
    while rest:
        option = rest.pop(0)
        if option == "-compact":
            compact = True
        elif option == "-width" and rest:
            word = rest.pop(0)
            width = DS if word == "Ds" else len(word) + 2
        else:
            raise ValueError(f"'.Bl {option}' is not known")
    return width, compact
