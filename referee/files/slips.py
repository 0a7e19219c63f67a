"""Slips of people who do not know YAML: what is wrong with a line, and how to write it."""

from __future__ import annotations

import re

from referee.files import lookalikes
from referee.files.folding import excerpt

#: What is wrong, and a hint.
Slip = tuple[str, str]

# Patterns are texts, compiled where a file has slips.

#: Signs that editors and mail programs put where a list wants a hyphen.
_BULLETS = "\u2010-\u2015\u2212\u2022\u2023\u2043\u25aa\u25ab\u25cf\u25cb\u25e6\u00b7"
_BULLET = rf"([{_BULLETS}]|[*+>](?=\s))\s*(?:- )?(\S.*)"
_CLOSE_HYPHEN = r"-([A-Za-z].*)"
_HEADING = r"[A-Za-z]+:\s*(?:#.*)?"
_EMPTY = r"[A-Za-z]+:\s*\[\s*\]\s*(?:#.*)?$"
_QUOTED = r"(?:- )?([A-Za-z][A-Za-z _-]*): (['\"])(.*)"
_CLOSE_COLON = r"((?:- )?[A-Za-z][A-Za-z _-]*):([^\s/].*)"


#: PyYAML's words for a fault (a part of them), what they mean, and what to do.
_PROBLEMS = (
    ("mapping values are not", "a colon that makes a key where none is", "quote texts with ':'"),
    (r"character '\t'", "a tab where YAML wants spaces", "indent with spaces"),
    ("cannot start any token", "a text that begins with a sign of YAML", "put it in quotes"),
    ("could not find expected ':'", "a line that is no 'key: value'", "put ': ' after the key"),
    ("expected <block end>", "a line that does not fit to those above", "check the indentation"),
    (
        "expected ',' or",
        "a [list] or {map} without a comma or its end",
        "put it where it is missing",
    ),
    ("unexpected end of stream", "a quote that is never closed", "close it, or use other quotes"),
    ("unexpected document separator", "a quote that is never closed", "close it"),
    ("sequence entries are not", "a list where none can begin", "begin it on a line of its own"),
    ("expected the node content", "a value is missing", "write it, or '' for an empty text"),
    ("unknown escape character", "a backslash in double quotes", "use single quotes"),
    ("expected '<document start>'", "something after the end of the document", "take it out"),
)

#: List items that are looked at one by one; what hostile files have more costs time.
_ITEMS_AT_MOST = 500


def of_problem(problem: str) -> Slip:
    """What a problem is, told in the words of PyYAML, and what to do."""
    for words, reason, hint in _PROBLEMS:
        if words in problem:
            return reason, hint
    return f"no YAML: {excerpt(problem)}", "put the text in quotes"


def items(lines: list[str]) -> list[tuple[int, list[str]]]:
    """The items of the lists below keys of a file, by their indentation: how many lines stand
    above each, and its own."""
    found: list[tuple[int, list[str]]] = []
    dash: int | None = None  # how far the items are indented, None outside of lists
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip(" "))
        if not _counts(line):
            continue
        if re.fullmatch(_HEADING, line):
            dash = -1
        elif dash is not None and line[indent:].startswith("- ") and dash in (-1, indent):
            dash = indent
            found.append((number, [line]))
        elif dash is not None and dash >= 0 and indent > dash:
            first, own = found[-1]
            own.extend(lines[first + len(own) : number + 1])
        elif indent != dash or line[indent] != "-":  # else a slip among the items
            dash = None
    return found[:_ITEMS_AT_MOST]


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
    """The same of a key inside a {map}, and of one with a letter that only looks like Latin."""
    if strange := lookalikes.told(key):
        reason = f"a key is made of ASCII letters, and {strange}"
        return reason, f"write {excerpt(lookalikes.latin(key), 60)!r} in Latin letters"
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
