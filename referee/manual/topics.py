"""Which pages there are, where they are, and what a reader may call them.

In a checkout the pages are in ``man/`` beside the package.  Once installed, they are where ``man``
looks for them: in ``share/man`` below the root of the installation.
"""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from referee.manual.mdoc import parse
from referee.manual.page import Heading, Page

#: what the names of all pages but one begin with, and the exception
PREFIX, MAIN = "referee-", "referee"
#: the pages to read first
FIRST = ("referee-tutorial", MAIN)
_FILE = re.compile(r"(referee(?:-[a-z0-9-]+)?)\.([1-9])")


class NoPages(Exception):
    """The manual pages were not found; a hint says what to do."""


class NoTopic(Exception):
    """There is no page with that name; close: topics with similar names."""

    def __init__(self, name: str, close: list[str]) -> None:
        super().__init__(f"there is no page {name!r} in the manual")
        self.close = close


def folders() -> Iterator[Path]:
    """Where pages may be, the likeliest place first."""
    above = Path(__file__).parents[2]
    yield above / "man"  # a checkout
    yield from _recorded()
    yield Path(sysconfig.get_path("data")) / "share" / "man"
    yield above / "share" / "man"  # pip install --target


def _recorded() -> Iterator[Path]:
    """Where the installation says it put them."""
    from importlib.metadata import PackageNotFoundError, files

    try:
        listed = files("referee") or []
    except PackageNotFoundError:
        return
    for path in listed:
        if path.name == f"{MAIN}.1":
            yield Path(str(path.locate())).resolve().parents[1]


def pages() -> dict[str, Path]:
    """Name of a page -> its file, in reading order.

    Raises NoPages if they cannot be found."""
    for folder in folders():
        found = {m[1]: (m[2], p) for p in _files(folder) if (m := _FILE.fullmatch(p.name))}
        if MAIN in found:
            return {name: found[name][1] for name in sorted(found, key=_order(found))}
    raise NoPages("the pages of the manual were not installed with the program")


def _files(folder: Path) -> Iterator[Path]:
    yield from folder.glob("*.[1-9]")
    yield from folder.glob("man[1-9]/*.[1-9]")


def _order(found: Mapping[str, tuple[str, Path]]) -> Callable[[str], tuple[int, str, str]]:
    """The pages to read first, then the others by number and name."""
    first = {name: number for number, name in enumerate(FIRST)}
    return lambda name: (first.get(name, len(first)), found[name][0], name)


def read(path: Path) -> Page:
    """Read a page; raises PageFault."""
    return parse(path.read_text(encoding="utf-8"), path.name)


def about(path: Path) -> str:
    """What a page is about, in a few words, without reading the whole page."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith(".Nd "):
                return line[4:].strip().replace("\\-", "-").replace("\\(aq", "'")
    return ""


def topic(name: str) -> str:
    """The topic of a page: ``dice`` for referee-dice."""
    return name.removeprefix(PREFIX)


def named(name: str) -> Path | None:
    """The page with exactly that name: ``dice``, ``referee-dice``, ``referee-dice(7)``; or None."""
    return {topic(page): path for page, path in pages().items()}.get(_word(name))


def find(name: str, others: Iterable[str] = ()) -> Path:
    """The page with that name, or the only page whose name begins with it.

    others: other things that a reader may have meant, for hints.  Raises NoTopic."""
    if path := named(name):
        return path
    word, found = _word(name), pages()
    begun = [page for page in found if word and topic(page).startswith(word)]
    if len(begun) == 1:
        return found[begun[0]]
    raise NoTopic(name, [*map(topic, begun)] or _close(word, [*map(topic, found), *others]))


def _word(name: str) -> str:
    """A name as topics are written."""
    return topic(re.sub(r"\(\d\)$|\.\d$", "", name.strip().casefold().replace(" ", "-")))


def _close(word: str, known: list[str]) -> list[str]:
    from difflib import get_close_matches

    return list(dict.fromkeys(get_close_matches(word, known, 3, 0.6)))


def part(page: Page, heading: str) -> Page:
    """The part of a page below a heading of the second level; raises NoTopic."""
    begin = [n for n, b in enumerate(page.blocks) if b == Heading(2, heading)]
    if not begin:
        raise NoTopic(heading, [])
    end = [n for n, b in enumerate(page.blocks) if isinstance(b, Heading) and n > begin[0]]
    blocks = page.blocks[begin[0] : end[0] if end else None]
    return Page(page.name, page.number, page.about, page.date, blocks)
