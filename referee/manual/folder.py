"""The whole manual as a folder of HTML files."""

from __future__ import annotations

from collections.abc import Iterable

from referee.manual.html import INDEX, as_html, file_of, index
from referee.manual.page import Page

TITLE = "The manual of referee"


def html_files(pages: Iterable[Page]) -> dict[str, str]:
    """Name of a file -> its content: each page, and the index."""
    all_pages = list(pages)
    files = {page.title: file_of(page.name) for page in all_pages}
    made = {file_of(page.name): as_html(page, files) for page in all_pages}
    return {INDEX: index(all_pages, TITLE), **made}
