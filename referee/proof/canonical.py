"""The two canonical forms: each meaning has exactly one byte string (referee-dice(7)).

Both are JSON in UTF-8, without white space, with map keys sorted by their bytes.  C (``canonical``)
has only strings, lists and maps, like the files that people write.  J (``typed``) also has whole
numbers, truth values and null, like reports.  No digest mixes the two: if 0 and "0" had the same
digest, a host could tell two players different things under the same head.
"""

from __future__ import annotations

import json

from referee.proof.hashing import sha256_of

#: numbers in J lie between -NUMBERS_BELOW and NUMBERS_BELOW: every JSON reader keeps them exact
NUMBERS_BELOW = 1 << 53

# Python compares strings by code point, and UTF-8 keeps that order, so sorted keys are sorted by
# bytes.  ``check_circular`` is off: circular data would never get past the checks below.
_encode = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
).encode


def canonical(data: object) -> bytes:
    """Return C of strings, lists and dicts with str keys, nested.

    Texts are not folded here; `referee.files` does that.
    Raises TypeError for anything else, including numbers, and ValueError for a lone surrogate.
    """
    _check_texts(data)
    return _encode(data).encode()


def digest(data: object) -> str:
    """Return the SHA-256 of C as 64 hex digits; raises as ``canonical`` does."""
    return sha256_of(canonical(data)).hex()


def typed(data: object) -> bytes:
    """Return J of plain data: str, int, bool, None, lists and dicts with str keys, nested.

    Raises TypeError for anything else, including floats, and ValueError for a number that is too
    large or a lone surrogate.
    """
    _check_plain(data)
    return _encode(data).encode()


def typed_digest(data: object) -> str:
    """Return the SHA-256 of J as 64 hex digits; raises as ``typed`` does."""
    return sha256_of(typed(data)).hex()


def _check_texts(data: object) -> None:
    """Raise TypeError unless C can hold the data."""
    # Exact types, most frequent first: a subclass might serialize itself differently.
    kind = type(data)
    if kind is str:
        return
    if isinstance(data, dict) and kind is dict:
        _check_keys(data)
        for value in data.values():
            _check_texts(value)
    elif isinstance(data, list) and kind is list:
        for value in data:
            _check_texts(value)
    else:
        raise _misfit(data)


def _check_plain(data: object) -> None:
    """Raise TypeError or ValueError unless J can hold the data."""
    kind = type(data)
    if isinstance(data, dict) and kind is dict:
        _check_keys(data)
        for value in data.values():
            # Most of what is inside is a text: it is taken as it is, without a call.
            if type(value) is not str:
                _check_plain(value)
    elif isinstance(data, list) and kind is list:
        for value in data:
            if type(value) is not str:
                _check_plain(value)
    elif isinstance(data, int) and kind is int:
        if not -NUMBERS_BELOW < data < NUMBERS_BELOW:
            raise ValueError("a number is too large")
    elif not (kind is str or kind is bool or data is None):
        raise _misfit(data)


def _check_keys(data: dict[object, object]) -> None:
    """Raise TypeError for a key that is not a string: JSON would merge 1 and "1" into one key."""
    for key in data:
        if type(key) is not str:
            raise TypeError(f"a key must be a str, not {type(key).__name__}: {key!r:.60}")


def _misfit(data: object) -> TypeError:
    """Return the error for a value that has no canonical form."""
    return TypeError(f"no canonical form for {type(data).__name__}: {data!r:.60}")
