"""Slips of people who do not know YAML: what is wrong with a line, and how to write it."""

from __future__ import annotations

import re

from referee.post.fold import excerpt

#: What is wrong, and a hint.
Slip = tuple[str, str]

# Patterns are texts, compiled where a file has slips.

#: Signs that editors and mail programs put where a list wants a hyphen.
_BULLETS = "\u2010-\u2015\u2212\u2022\u2023\u2043\u25aa\u25ab\u25cf\u25cb\u25e6\u00b7"
_BULLET = rf"([{_BULLETS}]|[*+>](?=\s))\s*(?:- )?(\S.*)"
_CLOSE_HYPHEN = r"-([A-Za-z].*)"
_EMPTY = r"[A-Za-z]+:\s*\[\s*\]\s*(?:#.*)?$"
_QUOTED = r"(?:- )?([A-Za-z][A-Za-z _-]*): (['\"])(.*)"
_CLOSE_COLON = r"((?:- )?[A-Za-z][A-Za-z _-]*):([^\s/].*)"


def of_line(line: str) -> Slip | None:
    """What is wrong with a line of a file that could not be read, None if nothing is known.

    Finds another sign than a hyphen before a list item, and no space behind hyphen or colon."""
    text, wrong = line.strip(), []
    if found := re.fullmatch(_BULLET, text):
        wrong.append(f"the line begins with {found[1]!r}, not with a hyphen")
        text = f"- {found[2]}"
    elif found := re.fullmatch(_CLOSE_HYPHEN, text):
        wrong.append("a space is missing behind the hyphen")
        text = f"- {found[1]}"
    if found := re.fullmatch(_CLOSE_COLON, text):
        wrong.append("a space is missing behind the colon")
        text = f"{found[1]}: {found[2]}"
    return (", and ".join(wrong), _write(text)) if wrong else None


def of_list(lines: list[str], number: int) -> tuple[int, Slip] | None:
    """What is wrong where a list item, in line `number` of these (from 1), does not fit: a line
    above has an empty list already.  The number of that line, and the slip."""
    if not lines[number - 1].lstrip().startswith("-"):
        return None
    above = [(n, text) for n, text in enumerate(lines[: number - 1], 1) if _counts(text)]
    if not above or not re.match(_EMPTY, above[-1][1]):
        return None
    key = above[-1][1].strip().partition(":")[0]
    return above[-1][0], (
        f"{key} is [], which is nothing at all, but lines follow",
        "take the [] away",
    )


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def of_quote(line: str) -> Slip | None:
    """A text in quotes that has the same quotes within."""
    found = re.fullmatch(_QUOTED, line.strip())
    if not found or found[2] not in found[3][:-1]:
        return None
    other = '"' if found[2] == "'" else "'"
    hint = f"put the whole text in {other} instead"
    return f"a quote {found[2]} within quotes {found[2]}", hint


def of_key(key: str) -> Slip | None:
    """The same of a key inside a {map}."""
    found = re.fullmatch(_CLOSE_COLON, key.strip())
    return of_line(key) if found else None


def of_order(text: str, words: list[str]) -> Slip | None:
    """What is wrong with an order line that is no map: its word runs into what follows.

    words: those that order lines can begin with."""
    for word in sorted(words, key=lambda word: (-len(word), word)):
        if not text.lower().startswith(word) or len(text) == len(word):
            continue
        rest = text[len(word) :]
        value = rest.lstrip(" :=-")
        if value and rest[0] == ":":
            return f"a space is missing behind the colon of {word!r}", _write(f"- {word}: {value}")
        if value and rest[0] in " =-":
            return f"a colon is missing behind {word!r}", _write(f"- {word}: {value}")
    return None


def _write(text: str) -> str:
    return f"write '{excerpt(text, 60)}'"
