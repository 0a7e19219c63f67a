"""Keys that everybody has: those that ``--test-seed`` makes for tests, samples and pages.

The file beside this one has the first bytes of the SHA-256 of each, sorted; tests/unit tells of
which seeds and names, and makes it again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from referee.proof.keys import public_bytes

#: bytes of a digest that are kept: among so many a player's own key is not found by chance
KEPT = 5
FILE = Path(__file__).with_suffix(".bin")


def is_test_key(line: str) -> bool:
    """Whether the private key of a public key line is known to everybody.

    Raises KeyTrouble for a damaged line."""
    return mark(public_bytes(line)) in _marks()


def mark(key: bytes) -> bytes:
    """What is kept of a public key."""
    return hashlib.sha256(key).digest()[:KEPT]


@lru_cache(maxsize=1)
def _marks() -> frozenset[bytes]:
    raw = FILE.read_bytes()
    return frozenset(raw[at : at + KEPT] for at in range(0, len(raw), KEPT))
