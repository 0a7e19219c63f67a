"""Writes the files that the mail room reads: block style, quoted only where it must be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.post.forms import flow, line_text, scalar


def emit(tree: dict[str, Any], comments: dict[str, str] | None = None) -> str:
    """A file of strings, lists and maps as YAML text; strict_yaml reads the same tree back.

    comments: key of the top level -> what to say behind it.
    """
    notes = comments or {}
    lines: list[str] = []
    for key, value in tree.items():
        note = f"  # {notes[key]}" if key in notes else ""
        first, *rest = _entry(key, value)
        lines += [first + note, *rest]
    return "\n".join(lines) + "\n"


def _entry(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict) and value:
        yield f"{scalar(key)}:"
        for inner, item in value.items():
            yield from ("  " + line for line in _entry(inner, item))
    elif isinstance(value, list) and value:
        yield f"{scalar(key)}:"
        for item in value:
            yield from ("  " + line for line in _item(item, flat=key == "orders"))
    elif isinstance(value, str) and "\n" in value:
        yield f"{scalar(key)}: |"
        yield from ("  " + line for line in value.rstrip("\n").split("\n"))
    else:
        yield f"{scalar(key)}: {flow(value)}"


def _item(item: Any, flat: bool) -> Iterator[str]:
    """An item of a list: order lines stay on one line, other maps are spread out."""
    if not isinstance(item, dict) or (flat and len(item) > 1):
        yield f"- {flow(item)}"
    elif len(item) == 1:
        yield f"- {line_text(item)}"
    else:
        entries = [line for key, value in item.items() for line in _entry(key, value)]
        yield from (("- " if i == 0 else "  ") + line for i, line in enumerate(entries))
