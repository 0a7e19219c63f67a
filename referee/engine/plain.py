"""Plain data: str, int, bool, None, list and dict with str keys, nested."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")

#: the greatest whole number that a game may have anywhere
GREATEST = 99_999


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


def _copied(data: Any) -> Any:
    kind = type(data)
    if kind is dict:
        return {key: _copied(value) for key, value in data.items()}
    if kind is list:
        return [_copied(value) for value in data]
    return data


def _ordered(data: Any) -> Any:
    kind = type(data)
    if kind is dict:
        return {key: _ordered(data[key]) for key in sorted(data)}
    if kind is list:
        return [_ordered(value) for value in data]
    return data
