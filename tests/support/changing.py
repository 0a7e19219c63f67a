"""Changes of one value in a tree, such as a report's block, and of quotes in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]


def leaves(data: Any, path: Path = ()) -> Iterator[Path]:
    """Every leaf of a tree; an empty list or map is one."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, (dict, list)) and value:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key)


def other(value: Any) -> Any:
    """Another value of the same type, as near as can be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] == "0" else "0")
    return [*value, "more"] if isinstance(value, list) else {"more": "x"}


def curled(text: str) -> str:
    """What a mail program makes of straight quotes: a left one behind a blank or bracket, else a
    right one; an apostrophe is a right one always."""
    text = re.sub(r'(?:^|(?<=[\s\[{(]))(\\?)"', r"\1“", text, flags=re.M).replace('"', "”")
    return text.replace("'", "’")
