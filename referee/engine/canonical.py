"""The canonical form: one byte string for one meaning (design part 4, referee-orders(5)).

Two forms are made here.  ``canonical`` knows strings, lists and maps only, so that what was read
from an order file and what the program made itself have the same digest.  ``native`` keeps the
types and is for places that read the bytes back.
"""

from __future__ import annotations

import hashlib
import json

# Python compares strings by code point, and UTF-8 keeps that order: sorted keys are sorted by
# bytes.  ``check_circular`` is off because the passes below would not end on a circle anyway.
_encode = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
).encode

_WORDS = {True: "true", False: "false", None: "null"}


def canonical(data: object) -> bytes:
    """Return the canonical form of plain data: UTF-8 JSON, keys sorted, every leaf a string.

    data: str, int, bool, None, list or dict with str keys, nested.  Text is taken as it is: the
    folding of texts is the mail room's work.
    Raises TypeError for anything else, floats above all, and ValueError for a lone surrogate.
    """
    return _encode(_stringify(data)).encode()


def digest(data: object) -> str:
    """Return the SHA-256 of the canonical form as 64 hex digits; raises as ``canonical`` does."""
    return hashlib.sha256(canonical(data)).hexdigest()


def native(data: object) -> bytes:
    """Return compact JSON with sorted keys that keeps numbers, truth values and None as they are.

    Takes and refuses the same data as ``canonical``.
    """
    _check(data)
    return _encode(data).encode()


def _stringify(data: object) -> object:
    """Return a copy of the data in which each leaf is a string; TypeError as ``canonical``."""
    # Exact types, most frequent first: this is the inner loop of every digest and checkpoint.
    kind = type(data)
    if kind is str:
        return data
    if isinstance(data, dict) and kind is dict:
        _check_keys(data)
        return {key: _stringify(value) for key, value in data.items()}
    if isinstance(data, list) and kind is list:
        return [value if type(value) is str else _stringify(value) for value in data]
    if kind is int:
        return str(data)
    if data is None or isinstance(data, bool):
        return _WORDS[data]
    raise _misfit(data)


def _check(data: object) -> None:
    """Raise TypeError unless the data is plain, as ``canonical`` wants it."""
    kind = type(data)
    if kind is str or kind is int or kind is bool or data is None:
        return
    if isinstance(data, dict) and kind is dict:
        _check_keys(data)
        for value in data.values():
            _check(value)
    elif isinstance(data, list) and kind is list:
        for value in data:
            _check(value)
    else:
        raise _misfit(data)


def _check_keys(data: dict[object, object]) -> None:
    """Raise TypeError for a key that is no string: JSON would turn 1 and "1" into one key."""
    for key in data:
        if type(key) is not str:
            raise TypeError(f"a key must be a str, not {type(key).__name__}: {key!r:.60}")


def _misfit(data: object) -> TypeError:
    """Return the error for a value that has no canonical form."""
    return TypeError(f"no canonical form for {type(data).__name__}: {data!r:.60}")
