"""Plain data: str, int, bool, None, list and dict with str keys, nested."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def copied(data: T) -> T:
    """Return a copy of plain data that shares no list or dict with it.

    Several times as fast as ``copy.deepcopy``, which allows for objects and circles."""
    copy: T = _copied(data)
    return copy


def _copied(data: Any) -> Any:
    kind = type(data)
    if kind is dict:
        return {key: _copied(value) for key, value in data.items()}
    if kind is list:
        return [_copied(value) for value in data]
    return data
