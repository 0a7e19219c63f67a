"""Writes order files and the like: block style, quotes only where needed, and no line longer than
72 columns, so that no mail program wraps one; or a tree on one line, for hints.  And reads quickly
what it has written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

import yaml

from referee.files.characters import forbidden
from referee.files.document import NOTES, Tree
from referee.files.folding import fold_key
from referee.kit.flow import escaped, scalar
from referee.kit.lines import TRAVELS, room, wrapped

#: After an atom: the line must end there, inside a scalar.
_BREAK = "\\\n"
_INDENT = 4
#: Items of these are not indented, so that the public keys in them fit their lines.
_FLUSH = ("joins",)


def emit(tree: dict[str, Any], comments: dict[str, str] | None = None) -> str:
    """A file of strings, lists and maps as YAML text; the reader of the file gets the same tree.

    comments: key of the top level -> what to say above it.  A line is longer than 72 columns only
    for a long key, never for a value."""
    told = comments or {}
    lines: list[str] = []
    for key, value in tree.items():
        if key in told:
            lines += wrapped(told[key], TRAVELS, "# ", "# ")
        lines += _entry(key, value, 0)
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Any, at: int, note: bool = False) -> Iterator[str]:
    """A key and its value; at: how far it is indented; note: whether it is in a note."""
    head, note = f"{' ' * at}{scalar(key)}:", note or (key in NOTES and at == 0)
    if isinstance(value, dict) and value:
        yield head
        for inner, item in value.items():
            yield from _entry(inner, item, at + 2, note)
    elif isinstance(value, list) and value:
        yield head
        for item in value:
            yield from _item(item, at if key in _FLUSH else at + 2, flat=key == "orders")
    elif isinstance(value, str) and (lines := _block(value, at + 2, note)):
        yield f"{head} |"
        yield from lines
    else:
        yield from _packed(head, _atoms(value, TRAVELS - at - 2), at + 2)


def _item(item: Any, at: int, flat: bool) -> Iterator[str]:
    """An item of a list: order lines are written in brackets, other maps are spread out."""
    head = f"{' ' * at}-"
    space = TRAVELS - at - 2 - _INDENT
    if not isinstance(item, dict) or not item or (flat and len(item) > 1):
        yield from _packed(head, _atoms(item, space), at + _INDENT)
    elif len(item) == 1:
        ((word, value),) = item.items()
        if value == {}:
            yield from _packed(head, _atoms(word, space), at + _INDENT)
        else:
            yield from _packed(f"{head} {scalar(word)}:", _atoms(value, space), at + _INDENT)
    else:
        entries = [line for key, value in item.items() for line in _entry(key, value, at + 2)]
        yield head + entries[0][at + 1 :]
        yield from entries[1:]


def _block(value: str, at: int, note: bool) -> list[str]:
    """A text as a block below a ``|``; [] if another form suits it better.

    This is for signatures, whose lines count, and notes that would need quotes or several lines."""
    margin = " " * at
    if forbidden(value, note):
        return []
    if value.endswith("\n") and value[0] not in " \n" and "\n" in value[:-1]:
        lines = [margin + line for line in value[:-1].split("\n")]
    elif note and (scalar(value) != value or at + len("note: ") + room(value) > TRAVELS):
        if any(room(word) > TRAVELS - at for word in value.split(" ")) or "  " in value:
            return []
        lines = wrapped(value, TRAVELS, margin, margin)
    else:
        return []
    return lines if all(line.strip() and room(line) <= TRAVELS for line in lines) else []


def _packed(head: str, atoms: Sequence[str], at: int) -> Iterator[str]:
    """A head and what follows it, in as many lines as needed, all but the first indented."""
    line, margin = head, " " * at
    for atom in atoms:
        body = atom.removesuffix(_BREAK)
        if room(line) + 1 + room(atom.rstrip("\n")) <= TRAVELS:
            line = f"{line} {body}" if line != margin else line + body
        else:
            if line != margin:
                yield line
            line = margin + body
        if body is not atom:
            yield f"{line}\\"
            line = margin
    yield line


def _atoms(tree: Any, space: int) -> list[str]:
    """The parts of a value that each stay on one line; space: columns of a line."""
    inner = space - 3  # brackets on both sides, and a comma
    if isinstance(tree, dict):
        parts = [_keyed(scalar(key), _atoms(value, inner), inner) for key, value in tree.items()]
        return _bracketed("{", parts, "}")
    if isinstance(tree, list):
        return _bracketed("[", [_atoms(value, inner) for value in tree], "]")
    return _text_atoms(str(tree), space)


def _keyed(key: str, atoms: list[str], space: int) -> list[str]:
    if room(key) + 2 + room(atoms[0]) > space:
        return [f"{key}:", *atoms]
    return [f"{key}: {atoms[0]}", *atoms[1:]]


def _bracketed(left: str, parts: list[list[str]], right: str) -> list[str]:
    if not parts:
        return [left + right]
    for part in parts[:-1]:
        part[-1] += ","
    found = [atom for part in parts for atom in part]
    found[0] = left + found[0]
    found[-1] += right
    return found


def _text_atoms(text: str, space: int) -> list[str]:
    """A text in one piece if it fits a line, otherwise in words, or in parts of words."""
    whole = scalar(text)
    words = whole.split(" ")
    if room(whole) <= space:
        return [whole]
    if whole == text and all(0 < room(word) <= space for word in words):
        return words
    atoms = []
    for word in _shielded(escaped(text)[1:-1]).split(" "):
        *pieces, last = _pieces(word, space)
        atoms += [*(piece + _BREAK for piece in pieces), last]
    atoms[0] = f'"{atoms[0]}'
    atoms[-1] = f'{atoms[-1]}"'
    return atoms


def _shielded(text: str) -> str:
    """The text with an escape for each blank that a line end would swallow."""
    return re.sub(r"^ +| +$|(?<= ) +", lambda found: "\\x20" * len(found[0]), text)


#: A string, compiled only if a word is longer than a line.
_SIGN = r"\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|.)|."


def _pieces(word: str, space: int) -> list[str]:
    """A word in pieces that fit a line, without tearing an escape."""
    found = [""]
    for sign in re.findall(_SIGN, word):
        if room(found[-1]) + room(sign) > space - 3:  # quotes and a backslash
            found.append("")
        found[-1] += sign
    return found


# -- on one line -----------------------------------------------------------------------------------


def flow(tree: Any) -> str:
    """A tree in YAML's flow style, on one line."""
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(flow(v) for v in tree) + "]"
    return scalar(str(tree))


# -- read again ------------------------------------------------------------------------------------

# Charters and signed files are read by every command, mostly untouched, and PyYAML's pure Python
# scanner takes longer for one than all else.  Its C library is quick, but accepts other files.  So
# what the library makes of a file counts only if `emit` writes that very file from it: then the
# strict reader would make the same of it, as it does of everything that `emit` writes.

#: bytes that such a file may have: no escapes, anchors, aliases, tags, directives, blanks at the
#: end of a line, or comments but those above a key of the top level
_PLAIN = rb"[\n -~]+"
_OTHER = rb"[\\&*!%#?]| \n"
_COMMENTS = rb"(?m)^(?:# [^\n]*\n)+(?=[a-z])"
#: how deep brackets may be nested, and how long a line may be: the library recurses
_DEEP, _LONG = 12, 100
#: no untouched file has more values, so larger ones are left to the strict reader
_VALUES = 2000


def as_written(raw: bytes) -> Tree | None:
    """The tree of a file as `emit` writes it; None for any other, to be read strictly."""
    loader, bare = getattr(yaml, "CBaseLoader", None), re.sub(_COMMENTS, b"", raw)
    if loader is None or not _harmless(bare) or not re.fullmatch(_PLAIN, raw):
        return None
    try:
        tree = yaml.load(bare, Loader=loader)
        same = isinstance(tree, dict) and _fits(tree) and emit(tree).encode() == bare
    except (yaml.YAMLError, ValueError):
        return None
    return tree if same else None


def _harmless(raw: bytes) -> bool:
    """Whether the library can be given a file: plain, and nowhere nested deeply."""
    if not re.fullmatch(_PLAIN, raw) or re.search(_OTHER, raw):
        return False
    if max(map(len, raw.split(b"\n"))) > _LONG:
        return False
    steps = (1 if sign in b"[{" else -1 for sign in re.findall(rb"[\[\]{}]", raw))
    return max(accumulate(steps), default=0) <= _DEEP


def _fits(tree: dict[Any, Any]) -> bool:
    """Whether all keys are as the strict reader folds them, and there are not too many values."""
    waiting: list[tuple[Any, int]] = [(tree, 1)]
    values = 0
    while waiting:
        value, depth = waiting.pop()
        values += 1
        if values > _VALUES or depth > _DEEP:
            return False
        if isinstance(value, dict):
            if any(not isinstance(key, str) or fold_key(key) != key for key in value):
                return False
            waiting += [(inner, depth + 1) for inner in value.values()]
        elif isinstance(value, list):
            waiting += [(inner, depth + 1) for inner in value]
    return True
