"""Plain data: str, int, bool, None, list and dict with str keys, nested."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")

#: the greatest whole number that a game may have anywhere
GREATEST = 99_999
#: lists and maps within each other, in anything that is read as JSON
LEVELS_AT_MOST = 40

_NESTED = frozenset((dict, list))


def copied(data: T) -> T:
    """Return a copy of plain data that shares no list or dict with it.

    Several times as fast as ``copy.deepcopy``, which allows for objects and circles."""
    copy: T = _copied(data)
    return copy


def ordered(data: T) -> T:
    """Return a copy of plain data in which the keys of every dict are in order.

    Whoever walks through it finds out nothing of when each key was put in."""
    copy: T = _ordered(data)
    return copy


def too_great(data: Any) -> bool:
    """Whether a number stands in plain data that is greater than those of any game.

    Rules may count up to what they are given: who makes data up could have them do so for ever."""
    if isinstance(data, dict):
        return any(map(too_great, data.values()))
    if isinstance(data, list):
        return any(map(too_great, data))
    return isinstance(data, int) and abs(data) > GREATEST


def too_deep(data: Any) -> bool:
    """Whether lists and maps stand more than 40 deep within each other.

    Goes level by level, so that no depth is too much for it."""
    level = [data] if isinstance(data, (dict, list)) else []
    for _ in range(LEVELS_AT_MOST):
        inner = (v for one in level for v in (one.values() if isinstance(one, dict) else one))
        level = [value for value in inner if isinstance(value, (dict, list))]
    return bool(level)


def _copied(data: Any) -> Any:
    # Most of what is inside is no list or dict: it is taken as it is, without a call.
    if type(data) is dict:
        copy = data.copy()
        for key, value in data.items():
            if type(value) in _NESTED:
                copy[key] = _copied(value)
        return copy
    if type(data) is list:
        return [_copied(value) if type(value) in _NESTED else value for value in data]
    # A draft has to be asked for what it holds.
    return _copied({**data}) if isinstance(data, dict) else data


def _ordered(data: Any) -> Any:
    kind = type(data)
    if kind is dict:
        return {key: _ordered(data[key]) for key in sorted(data)}
    if kind is list:
        return [_ordered(value) for value in data]
    return data
