"""A quick way to read the files that this program has written, byte for byte as it wrote them.

Charters and signed files are read by every command, mostly untouched, and PyYAML's pure Python
scanner takes longer for one than all else.  Its C library is quick, but accepts other files.  So
what the library makes of a file counts only if `emit` writes that very file from it: then the
strict reader would make the same of it, as it does of everything that `emit` writes.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any

import yaml

from referee.files.document import Tree
from referee.files.folding import fold_key
from referee.files.write_yaml import emit

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
