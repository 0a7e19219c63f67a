"""A story as one HTML page: self-contained, with a picture of the board for each turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from referee.picture.svg import picture
from referee.story.chapters import Chapter, Story

_STYLE = """
:root { color-scheme: light; }
body { max-width: 60em; margin: 0 auto; padding: 0.5em 1em 4em;
  font: 100%/1.5 Georgia, "Times New Roman", serif; }
h1, h2, h3, nav { font-family: system-ui, sans-serif; line-height: 1.2; }
h2 { margin-top: 2em; border-bottom: 1px solid; }
pre { white-space: pre-wrap; line-height: 1.35; font-size: 0.87em;
  font-family: ui-monospace, Menlo, Consolas, monospace; }
.board { overflow-x: auto; border: 1px solid #888; }
""".strip()


def page(told: Story) -> str:
    """The document."""
    return "\n".join(_document(told)) + "\n"


def _document(told: Story) -> Iterator[str]:
    title = escape(told.title)
    yield from [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>\n{_STYLE}\n</style>",
        "</head>",
        "<body>",
        f"<h1>{title}</h1>",
        f"<p>{escape(told.whose)}</p>",
    ]
    names = [f"turn-{number}" for number, _ in enumerate(told.chapters, 1)]
    links = [
        f'<a href="#{name}">{escape(chapter.title)}</a>'
        for name, chapter in zip(names, told.chapters, strict=True)
    ]
    yield f"<nav><p>{' · '.join(links)}</p></nav>"
    for name, chapter in zip(names, told.chapters, strict=True):
        yield from _section(name, chapter)
    if told.end:
        yield from ["<h2>The end</h2>", _lines(told.end)]
    yield from ["</body>", "</html>"]


def _section(name: str, chapter: Chapter) -> Iterator[str]:
    yield from ["<section>", f'<h2 id="{name}">{escape(chapter.title)}</h2>']
    for scene in chapter.scenes:
        yield from [f"<h3>{escape(scene.title)}</h3>", _lines(scene.lines)]
    if chapter.board is not None:
        drawn = picture(chapter.board, f"tip-{name}")
        yield from [f'<div class="board">\n{drawn}</div>']
    yield "</section>"


def _lines(lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    return f"<pre>{escape(text)}</pre>"
