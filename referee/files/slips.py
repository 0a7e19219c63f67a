"""Slips of people who do not know YAML: what is wrong with a line, and how to put it right."""

from __future__ import annotations

import re

from referee.files import lookalikes
from referee.files.folding import excerpt

#: What is wrong, and a hint.
Slip = tuple[str, str]

# Patterns are strings, compiled only if a file has slips.

#: Characters that editors and mail programs put in place of the hyphen of a list.
_BULLETS = "\u2010-\u2015\u2212\u2022\u2023\u2043\u25aa\u25ab\u25cf\u25cb\u25e6\u00b7"
_BULLET = rf"([{_BULLETS}]|[*+>](?=\s))\s*(?:- )?(\S.*)"
_CLOSE_HYPHEN = r"-([A-Za-z].*)"
_HEADING = r"[A-Za-z]+:\s*(?:#.*)?"
_EMPTY = r"[A-Za-z]+:\s*\[\s*\]\s*(?:#.*)?$"
_QUOTED = r"(?:- )?([A-Za-z][A-Za-z _-]*): (['\"])(.*)"
_LINE_BEHIND = r"([A-Za-z]+): ([A-Za-z][A-Za-z _-]*: [^#]*[^#\s])\s*(?:#.*)?"
_NO_COLON = r"(- [A-Za-z][A-Za-z ]*?) ([\[{].*)"
_IN_QUOTES = r"'[^']*'|\"[^\"]*\""
_BARE_MAP = r"(- [A-Za-z][A-Za-z ]*): ([a-z][a-z ]*: .*)"
_CLOSE_COLON = r"((?:- )?[A-Za-z][A-Za-z _-]*):([^\s/].*)"


#: PyYAML's words for a fault (a part of them), what they mean, and what to do.
_PROBLEMS = (
    (
        "mapping values are not",
        "a colon makes a key here, where there can be none",
        "quote texts with ':'",
    ),
    (r"character '\t'", "there is a tab where YAML needs spaces", "indent with spaces"),
    (
        "cannot start any token",
        "a text begins with a character that has a meaning in YAML",
        "put the text in quotes",
    ),
    ("could not find expected ':'", "this line is not 'key: value'", "put ': ' after the key"),
    ("expected <block end>", "this line does not fit the lines above", "check the indentation"),
    (
        "expected ',' or",
        "a [list] or {map} lacks a comma or its closing bracket",
        "put in what is missing",
    ),
    (
        "unexpected end of stream",
        "a quotation mark is never closed",
        "close it, or use other quotes",
    ),
    ("unexpected document separator", "a quotation mark is never closed", "close it"),
    ("sequence entries are not", "a list cannot begin here", "begin it on a new line"),
    ("expected the node content", "a value is missing", "write it, or write '' for an empty text"),
    ("unknown escape character", "there is a backslash in double quotes", "use single quotes"),
    (
        "expected '<document start>'",
        "there is something after the end of the document",
        "delete it",
    ),
)

#: List items that are looked at one by one; more, in a hostile file, would only cost time.
_ITEMS_AT_MOST = 500


def of_problem(problem: str, line: str) -> Slip:
    """What PyYAML's words for a problem in a line mean, and what to do."""
    if "mapping values are not" in problem and (found := of_behind(line)):
        return found
    if "expected ',' or" in problem and "?" in re.sub(_IN_QUOTES, "", line):
        return "in a [list] or {map} a text without quotes ends at '?'", "put the text in quotes"
    for words, reason, hint in _PROBLEMS:
        if words in problem:
            return reason, hint
    return f"this is not YAML: {excerpt(problem)}", "put the text in quotes"


def items(lines: list[str]) -> list[tuple[int, list[str]]]:
    """The items of the lists below keys of a file, by indentation: how many lines are above each
    item, and its own lines."""
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
        elif indent != dash or line[indent] != "-":  # otherwise a slip among the items
            dash = None
    return found[:_ITEMS_AT_MOST]


def of_line(line: str) -> Slip | None:
    """What is wrong with a line of a file that could not be read, None if nothing is known.

    Finds list items without a hyphen, missing spaces after hyphen or colon, and missing colons."""
    text, wrong = line.strip(), []
    if found := re.fullmatch(_BULLET, text):
        wrong.append(f"the line begins with {found[1]!r} instead of a hyphen")
        text = f"- {found[2]}"
    elif found := re.fullmatch(_CLOSE_HYPHEN, text):
        wrong.append("there is no space after the hyphen")
        text = f"- {found[1]}"
    if found := re.fullmatch(_CLOSE_COLON, text):
        wrong.append("there is no space after the colon")
        text = f"{found[1]}: {found[2]}"
    elif found := re.fullmatch(_NO_COLON, text):
        wrong.append("there is no colon before the bracket")
        text = f"{found[1]}: {found[2]}"
    return (", and ".join(wrong), _write(text)) if wrong else None


def of_list(lines: list[str], number: int) -> tuple[int, Slip] | None:
    """What is wrong if a list item, in line `number` of these (from 1), does not fit because a line
    above is an empty list: the number of that line, and the slip."""
    if not lines[number - 1].lstrip().startswith("-"):
        return None
    above = [(n, text) for n, text in enumerate(lines[: number - 1], 1) if _counts(text)]
    if not above or not re.match(_EMPTY, above[-1][1]):
        return None
    key = above[-1][1].strip().partition(":")[0]
    return above[-1][0], (
        f"{key} is [], an empty list, but lines follow",
        "delete the []",
    )


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def of_quote(line: str) -> Slip | None:
    """A text in quotes that contains the same quotes."""
    found = re.fullmatch(_QUOTED, line.strip())
    if not found or found[2] not in found[3][:-1]:
        return None
    other = '"' if found[2] == "'" else "'"
    hint = f"put the whole text in {other} instead"
    return f"a text in quotes {found[2]} contains {found[2]}", hint


def of_behind(line: str) -> Slip | None:
    """A list item behind its key, as in ``orders: play: 4/1``; keys without braces, as in
    ``- march: card: Campaign``; or a text with a colon."""
    if found := re.fullmatch(_BARE_MAP, line.strip()):
        hint = f"{_write(f'{found[1]}: {{{found[2]}}}')}, or put a text in quotes"
        return "keys and values after a colon need {braces}", hint
    found = re.fullmatch(_LINE_BEHIND, line)
    if not found:
        return None
    key, rest = found[1], excerpt(found[2], 60)
    hint = f"write '{key}: [{rest}]' for a list, or put a text in quotes"
    return "a colon makes a key here, where there can be none", hint


def of_key(key: str) -> Slip | None:
    """What is wrong with a key in a {map}, or with one that has a letter that only looks Latin."""
    if strange := lookalikes.told(key):
        reason = f"a key has ASCII letters only, but {strange}"
        return reason, f"write {excerpt(lookalikes.latin(key), 60)!r} in Latin letters"
    found = re.fullmatch(_CLOSE_COLON, key.strip())
    return of_line(key) if found else None


def of_order(text: str, words: list[str]) -> Slip | None:
    """What is wrong with an order line that is not a map: its word runs into what follows.

    words: those that order lines can begin with."""
    for word in sorted(words, key=lambda word: (-len(word), word)):
        if not text.lower().startswith(word) or len(text) == len(word):
            continue
        rest = text[len(word) :]
        value = rest.lstrip(" :=-")
        if value and rest[0] == ":":
            return f"there is no space after the colon of {word!r}", _write(f"- {word}: {value}")
        if value and rest[0] in " =-":
            return f"there is no colon after {word!r}", _write(f"- {word}: {value}")
    return None


def _write(text: str) -> str:
    return f"write '{excerpt(text, 60)}'"
