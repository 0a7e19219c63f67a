"""Where a signed block is damaged: the line in the file, and the key that it falls under."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

# Strings, compiled only if a block is damaged.
_TOKEN = r'"(?:[^"\\]|\\.)*"|[{}\[\],:]'
_NUMBER = r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|NaN|-?Infinity'


class Inside:
    """Goes through JSON token by token, and knows the keys around each place.

    List items are counted from 1, as in all messages about a report."""

    def __init__(self) -> None:
        #: the key or number in each object or list around, None before the first key
        self._keys: list[str | int | None] = []
        #: the keys that each object around has had
        self._had: list[set[str]] = []
        self._string = ""
        #: whether a key was found that its object already has
        self.twice = False

    def take(self, token: str) -> None:
        """Go on by one token."""
        if token in "{[":
            self._keys.append(1 if token == "[" else None)
            self._had.append(set())
        elif token in "}]":
            self._keys, self._had = self._keys[:-1], self._had[:-1]
        elif token == ",":
            self._next()
        elif token == ":":
            self._named()
        else:
            self._string = token[1:-1]

    def _next(self) -> None:
        if self._keys:
            last = self._keys[-1]
            self._keys[-1] = last + 1 if isinstance(last, int) else None

    def _named(self) -> None:
        if self._keys:
            self._keys[-1] = self._string
            self.twice = self._string in self._had[-1]
            self._had[-1].add(self._string)

    @property
    def place(self) -> str:
        """``public, rolls, 3``; "" at the top."""
        return ", ".join(str(key) for key in self._keys if key is not None)


def key_at(text: str, at: int) -> str:
    """The keys around a place in a JSON text, "" if there are none."""
    inside = Inside()
    for token in re.finditer(_TOKEN, text[:at]):
        inside.take(token[0])
    return inside.place


def line_at(lines: list[str], at: int) -> int:
    """The line (from 0) of a place in the text that the lines make together."""
    ends = pairwise([0, *_sums(lines)])
    found = (number for number, (begin, end) in enumerate(ends) if begin <= at < end)
    return next(found, max(len(lines) - 1, 0))


def _sums(lines: list[str]) -> Iterator[int]:
    total = 0
    for line in lines:
        total += len(line)
        yield total


def first_twice(text: str) -> int:
    """The place of the first duplicate key in an object; the end if there is none."""
    inside = Inside()
    for token in re.finditer(_TOKEN, text):
        inside.take(token[0])
        if inside.twice:
            return token.end()
    return len(text)


def first_fraction(text: str) -> int:
    """The place of the first number that is not a whole one in its usual form."""
    for found in re.finditer(_NUMBER, text):
        if not found[0].startswith('"') and not re.fullmatch(r"-?(0|[1-9][0-9]*)", found[0]):
            return found.start()
    return len(text)


def first_half(text: str) -> int:
    """The place of the first string with half a surrogate pair, which is not a character."""
    for found in re.finditer(_TOKEN, text):
        if found[0].startswith('"'):
            try:
                str(json.loads(found[0])).encode()
            except ValueError:
                return found.start()
    return len(text)


def first_difference(text: str, wanted: str) -> int:
    """Where two texts begin to differ."""
    pairs = enumerate(zip(text, wanted, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(text), len(wanted)))
