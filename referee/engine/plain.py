"""Plain data: str, int, bool, None, list and dict with str keys, nested."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")

#: the largest whole number that any game may use
GREATEST = 99_999
#: how deep lists and maps can be nested in anything that is read as JSON
LEVELS_AT_MOST = 40

_NESTED = frozenset((dict, list))


def copied(data: T) -> T:
    """Return a copy of plain data that shares no list or dict with it.

    Several times as fast as ``copy.deepcopy``, which has to expect objects and circles."""
    found: Any = data  # most values in it are not lists or dicts: they need no call
    if type(found) is dict:
        found = found.copy()
        if not _NESTED.isdisjoint(map(type, found.values())):
            for key, value in found.items():
                if type(value) in _NESTED:
                    found[key] = copied(value) if value else value.copy()
    elif type(found) is list:
        flat = _NESTED.isdisjoint(map(type, found))
        found = found.copy() if flat else [*map(copied, found)]
    elif isinstance(found, dict):  # a draft, which copies only what it is asked for
        found = copied({**found})
    copy: T = found
    return copy


def ordered(data: T) -> T:
    """Return a copy of plain data with the keys of every dict in order.

    The order then shows nothing about when each key was added."""
    copy: T = _ordered(data)
    return copy


def too_great(data: Any) -> bool:
    """Whether plain data contain a larger number than any game uses.

    Rules may count up to a number they are given; forged data could make them count for ever."""
    if isinstance(data, dict):
        return any(map(too_great, data.values()))
    if isinstance(data, list):
        return any(map(too_great, data))
    return isinstance(data, int) and abs(data) > GREATEST


def too_deep(data: Any) -> bool:
    """Whether lists and maps are nested more than 40 deep.

    It goes level by level, so it can handle any depth."""
    level = [data] if isinstance(data, (dict, list)) else []
    for _ in range(LEVELS_AT_MOST):
        inner = (v for one in level for v in (one.values() if isinstance(one, dict) else one))
        level = [value for value in inner if isinstance(value, (dict, list))]
    return bool(level)


def _ordered(data: Any) -> Any:
    kind = type(data)
    if kind is dict:
        return {key: _ordered(data[key]) for key in sorted(data)}
    if kind is list:
        return [_ordered(value) for value in data]
    return data
