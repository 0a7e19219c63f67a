"""Dice and draws that everyone can check (referee-dice(7)).

The links of all parties make one run secret R, and every roll of the run follows from it.  A roll
depends only on its scope and its number within that scope, so the order in which battles are
fought changes no die.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import count as counting
from struct import Struct

from referee.proof.chains import hkdf, lp, mac, tag, u32

MAX_FACES = 256
MAX_ITEMS = 256
MAX_COUNT = 65535

_PATH = re.compile(r"[a-z0-9/-]{1,120}")
_STREAMS = ("public", "sealed")
_BYTES = bytes(range(256))
_RUN, _PUBLIC, _SEALED = tag("run"), tag("public"), tag("sealed")
_SCOPE, _ROLL, _DRAW = tag("scope"), tag("roll"), tag("draw")
#: u16 and u32: epoch and number of a link; u32 and two u16: number, faces and count of a roll
_SEAT, _CAST = Struct(">HI").pack, Struct(">IHH").pack


def run_secret(
    charter_digest: bytes,
    gid: bytes,
    run: int,
    host_link: bytes,
    seat_links: Iterable[tuple[int, int, bytes]],
) -> bytes:
    """Return R of a run.

    charter_digest: D.  gid: id of the game.  run: its number.  host_link: the host's link n.
    seat_links: (epoch, number, link) of each seat, in the order of the charter; a seat that sent
    none counts with its last link from an earlier run.
    Raises ValueError for a digest, id or link of the wrong length.
    """
    secret = host_link
    right = len(gid) == 16 and len(charter_digest) == len(host_link) == 32
    for epoch, number, link in seat_links:
        secret += _SEAT(epoch, number) + link
        right = right and len(link) == 32
    if not right:
        raise ValueError("the id of a game has 16 bytes, a digest or link has 32")
    return hkdf(secret, charter_digest, _RUN + gid + u32(run))


def public_stream(run_secret: bytes) -> bytes:
    """Return P of a run; anyone who has the reports can compute it."""
    return mac(run_secret, _PUBLIC)


def sealed_stream(z: bytes, run_secret: bytes) -> bytes:
    """Return S of a run; z is the host's link for this run in the ``sealed`` chain."""
    return mac(z, _SEALED + run_secret)


class Scope:
    """One opening of a place for rolls, such as a battle; it numbers its own rolls and draws.

    The log names path and opening; ``number`` is that of the next roll or draw.
    """

    def __init__(self, stream: bytes, path: str, opening: int) -> None:
        """Take P or S, the path, and how often the path has been opened before in this run.

        Raises ValueError unless the path has 1 to 120 characters a-z, 0-9, slash or hyphen.
        """
        self.path = _checked_path(path)
        self.opening = opening
        self.number = 0
        self._key = mac(stream, _SCOPE + lp(path) + u32(opening))

    def roll(self, count: int, faces: int) -> list[int]:
        """Return what ``count`` dice show, each 1 to ``faces``.

        Raises ValueError unless 0 <= count <= 65535 and 2 <= faces <= 256.
        """
        if not (0 <= count <= MAX_COUNT and 2 <= faces <= MAX_FACES):
            raise ValueError(f"cannot roll {count} dice with {faces} faces")
        start, unfair = self._start(_ROLL, faces, count), _unfair(faces)
        values: list[int] = []
        j = 0
        while (missing := count - len(values)) > 0:
            fair = mac(self._key, start + j.to_bytes(4, "big")).translate(None, unfair)
            values += [1 + v % faces for v in fair[:missing]]
            j += 1
        return values

    def draw(self, k: int, m: int) -> list[int]:
        """Return which k of m items are drawn, counted from 0 in the rulebook's order.

        Raises ValueError unless 0 <= k <= m <= 256.
        """
        if not 0 <= k <= m <= MAX_ITEMS:
            raise ValueError(f"cannot draw {k} items from {m}")
        key, start = self._key, self._start(_DRAW, m, k)
        stream = (v for j in counting() for v in mac(key, start + u32(j)))
        items = list(range(m))
        for i in range(k):
            other = i + _below(m - i, stream)
            items[i], items[other] = items[other], items[i]
        return items[:k]

    def _start(self, word: bytes, first: int, second: int) -> bytes:
        """Return the start of each block's message in the next roll or draw."""
        start = word + _CAST(self.number, first, second)
        self.number += 1
        return start


class Dice:
    """The dice of one run: opens scopes and counts how often each was opened."""

    def __init__(self, run_secret: bytes, z: bytes | None = None) -> None:
        """Take R, and the host's sealed link z; players who check a report do not have z."""
        self._public = public_stream(run_secret)
        self._sealed = None if z is None else sealed_stream(z, run_secret)
        self._openings: dict[str, dict[str, int]] = {name: {} for name in _STREAMS}

    @property
    def openings(self) -> dict[str, dict[str, int]]:
        """Return a copy of {"public": {path: times opened}, "sealed": {...}} as plain data."""
        return {name: dict(paths) for name, paths in self._openings.items()}

    @openings.setter
    def openings(self, saved: Mapping[str, Mapping[str, int]]) -> None:
        """Restore ``openings`` from a checkpoint; ValueError for another shape."""
        if sorted(saved) != list(_STREAMS):
            raise ValueError("openings have two parts, public and sealed")
        if any(type(n) is not int or n < 0 for paths in saved.values() for n in paths.values()):
            raise ValueError("openings are counted with whole numbers")
        self._openings = {name: dict(saved[name]) for name in _STREAMS}

    def public(self, path: str) -> Scope:
        """Open a scope whose rolls everyone can check; ValueError for a bad path."""
        return self._open("public", self._public, path)

    def sealed(self, path: str) -> Scope:
        """Open a scope for hidden rolls and draws; ValueError for a bad path or without z."""
        if self._sealed is None:
            raise ValueError("sealed rolls need the host's sealed link")
        return self._open("sealed", self._sealed, path)

    def _open(self, name: str, stream: bytes, path: str) -> Scope:
        """Open and count a scope of either stream."""
        times = self._openings[name].get(path, 0)
        scope = Scope(stream, path, times)
        self._openings[name][path] = times + 1
        return scope


def _checked_path(path: str) -> str:
    """Return the path of a scope; ValueError unless Scope accepts it."""
    if not _PATH.fullmatch(path):
        raise ValueError(f"not a path for rolls: {path!r:.130}")
    return path


def _fair(bound: int) -> int:
    """Return the largest multiple of the bound up to 256.

    Larger bytes are skipped: they would make small results likelier."""
    return 256 - 256 % bound


@cache
def _unfair(bound: int) -> bytes:
    """Return the bytes that are skipped."""
    return _BYTES[_fair(bound) :]


def _below(bound: int, stream: Iterator[int]) -> int:
    """Return a number from 0 to bound - 1, all equally likely; a bound of 1 reads no byte."""
    if bound == 1:
        return 0
    limit = _fair(bound)
    while (v := next(stream)) >= limit:
        pass
    return v % bound
