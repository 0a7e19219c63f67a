"""Pages as HTML: a folder that you can read without a network, and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape

from referee.manual.page import (
    BULLETS,
    CODE,
    FILE,
    NUMBERED,
    OTHER_PAGE,
    PLAIN,
    SECTION,
    STANDS_FOR,
    STRESSED,
    TAGGED,
    TYPED,
    VARIABLE,
    Block,
    Heading,
    Line,
    Listing,
    Literal,
    Page,
    Paragraph,
    Span,
    Table,
    Usage,
)

INDEX = "index.html"
_TAGS = {
    CODE: "code",
    FILE: "code",
    TYPED: "b",
    STANDS_FOR: "var",
    STRESSED: "em",
    VARIABLE: "code",
}
_LISTS = {TAGGED: "dl", BULLETS: "ul", NUMBERED: "ol"}

STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46em; margin: 0 auto; padding: 0.5em 1em 4em;
  font: 100%/1.5 Georgia, "Times New Roman", serif; overflow-wrap: break-word; }
h1, h2, h3, nav { font-family: system-ui, sans-serif; line-height: 1.2; }
h2 { margin-top: 2em; border-bottom: 1px solid; font-size: 1.2em; }
h3 { margin-top: 1.6em; font-size: 1.05em; }
pre, code, .usage { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.87em; }
pre, .usage { padding: 0.5em 0.7em; border-left: 3px solid #8886; background: #8881; }
pre { overflow-x: auto; line-height: 1.35; }
pre.set-in, .usage { margin-left: 0.8em; }
dd { margin: 0.1em 0 0.7em 1.4em; }
dd > p:first-child, li > p:first-child { margin-top: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td { padding: 0.15em 1em 0.15em 0; vertical-align: top; }
""".strip()


def file_of(name: str) -> str:
    """The file name of a page: ``referee-dice.html``."""
    return f"{anchor(name)}.html"


def as_html(page: Page, files: Mapping[str, str]) -> str:
    """A page as HTML; files: title of each existing page -> its file."""
    return _Writer(page, files).document()


def index(pages: Iterable[Page], title: str) -> str:
    """The index page, with links to all others."""
    items = "\n".join(
        f'<dt><a href="{file_of(page.name)}">{escape(page.title)}</a></dt>'
        f"<dd>{escape(page.about)}</dd>"
        for page in pages
    )
    return _document(title, f"<h1>{escape(title)}</h1>\n<dl>\n{items}\n</dl>")


def _document(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}\n</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def anchor(heading: str) -> str:
    """The id of a heading within its page: ``exit-status``."""
    return re.sub(r"[^a-z0-9]+", "-", heading.casefold()).strip("-")


class _Writer:
    """Writes one page."""

    def __init__(self, page: Page, files: Mapping[str, str]) -> None:
        self.page, self.files = page, files
        self.anchors = self._all_anchors()
        self._headings = iter(self.anchors)

    def _all_anchors(self) -> list[str]:
        """The id of each heading; if a heading occurs twice, the second gets a number."""
        found: list[str] = []
        for block in self.page.blocks:
            if isinstance(block, Heading):
                plain, number = anchor(block.text), 2
                name = plain
                while name in found:
                    name, number = f"{plain}-{number}", number + 1
                found.append(name)
        return found

    def document(self) -> str:
        """The whole page, with links to its sections at the top."""
        page = self.page
        parts = [
            f'<nav><a href="{INDEX}">Manual</a></nav>',
            f"<h1>{escape(page.title)}</h1>",
            self._contents(),
            self.blocks(page.blocks),
        ]
        return _document(f"{page.title}: {page.about}", "\n".join(filter(None, parts)))

    def _contents(self) -> str:
        headings = [block for block in self.page.blocks if isinstance(block, Heading)]
        links = [
            f'<a href="#{name}">{escape(heading.text.capitalize())}</a>'
            for name, heading in zip(self.anchors, headings, strict=True)
            if heading.level == 1 and heading.text != "NAME"
        ]
        return f"<nav>{' · '.join(links)}</nav>" if len(links) > 1 else ""

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Several blocks, in order."""
        return "\n".join(map(self.block, blocks))

    def block(self, block: Block) -> str:
        """One block."""
        if isinstance(block, Heading):
            tag = f"h{block.level + 1}"
            return f'<{tag} id="{next(self._headings)}">{escape(block.text)}</{tag}>'
        if isinstance(block, Paragraph):
            return f"<p>{self.line(block.line)}</p>"
        if isinstance(block, Usage):
            return f'<p class="usage">{self.line(block.line)}</p>'
        if isinstance(block, Literal):
            inset = ' class="set-in"' if block.indented else ""
            return f"<pre{inset}>{escape(chr(10).join(block.lines), quote=False)}</pre>"
        if isinstance(block, Table):
            return f"<table>\n{''.join(map(self._row, block.rows))}</table>"
        return self._list(block)

    def _row(self, row: list[Line]) -> str:
        return f"<tr>{''.join(f'<td>{self.line(cell)}</td>' for cell in row)}</tr>\n"

    def _list(self, listing: Listing) -> str:
        tag = _LISTS[listing.kind]
        items = "\n".join(
            f"<dt>{self.line(item.head)}</dt><dd>{self.blocks(item.blocks)}</dd>"
            if listing.kind == TAGGED
            else f"<li>{self.blocks(item.blocks)}</li>"
            for item in listing.items
        )
        return f"<{tag}>\n{items}\n</{tag}>"

    def line(self, line: Line) -> str:
        """Text with its markup and links."""
        parts = [self._span(span) if span.joined else f" {self._span(span)}" for span in line]
        return "".join(parts).strip()

    def _span(self, span: Span) -> str:
        text = escape(span.text, quote=False)
        if span.kind == PLAIN:
            return text
        if span.kind == SECTION:
            return f'<a href="#{anchor(span.text)}">{text}</a>'
        if span.kind == OTHER_PAGE:
            file = self.files.get(span.text)
            return f'<a href="{file}">{text}</a>' if file else text
        return f"<{_TAGS[span.kind]}>{text}</{_TAGS[span.kind]}>"
