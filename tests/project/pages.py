"""Reading the manual pages: sections, literal blocks, options; for tests of the project itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAN = ROOT / "man"

_ESCAPES = {"\\-": "-", "\\e": "\\", "\\(aq": "'", "\\(ga": "`", "\\(ha": "^", "\\(ti": "~"}
_ESCAPE = re.compile("|".join(map(re.escape, _ESCAPES)))


def source(name: str) -> str:
    """The source of a page, such as ``referee.1``."""
    return (MAN / name).read_text(encoding="utf-8")


def names() -> list[str]:
    """All pages there are."""
    return sorted(path.name for path in MAN.glob("*.[0-9]"))


def unescaped(text: str) -> str:
    """What a reader sees of a line of literal text."""
    return _ESCAPE.sub(lambda found: _ESCAPES[found[0]], text.removeprefix("\\&"))


def section(text: str, title: str) -> str:
    """The part of a page below the heading ``.Sh TITLE``; KeyError if there is none."""
    parts = re.split(r"^\.Sh (.*)\n", text, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return found[title]


def subsection(part: str, title: str) -> str:
    """The part of a section below the heading ``.Ss TITLE``; KeyError if there is none."""
    parts = re.split(r"^\.Ss (.*)\n", part, flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return found[title]


def escaped(text: str) -> str:
    """A line of literal text as the source of a page has it."""
    for written, shown in {"\\e": "\\", "\\-": "-", "\\(aq": "'", "\\(ga": "`"}.items():
        text = text.replace(shown, written)
    return f"\\&{text}" if text.startswith(".") or not text else text


@dataclass
class Block:
    """A literal block: its lines, and the words of the comment on the line before it."""

    words: list[str]
    lines: list[str]

    @property
    def text(self) -> str:
        """As a file."""
        return "\n".join(self.lines) + "\n"


def blocks(text: str) -> list[Block]:
    """Every literal block of a page or section, in order."""
    found: list[Block] = []
    comment: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith(".Bd -literal"):
            inside = True
            found.append(Block(comment, []))
        elif line.startswith(".Ed"):
            inside = False
        elif inside:
            found[-1].lines.append(unescaped(line))
        comment = line[3:].split() if line.startswith('.\\"') else []
    return found
