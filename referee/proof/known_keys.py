"""Keys that everyone has: those that ``--test-seed`` makes for tests, samples and pages.

The file beside this one has the first bytes of each key's SHA-256, sorted.  tests/unit says which
seeds and names it covers, and generates it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from referee.proof.hashing import sha256_of
from referee.proof.keys import public_bytes

#: bytes kept of each digest: enough that no player's own key matches by chance
KEPT = 5
FILE = Path(__file__).with_suffix(".bin")


def is_test_key(line: str) -> bool:
    """Whether everyone can know the private key of a public key line.

    Raises KeyTrouble for a damaged line."""
    return mark(public_bytes(line)) in _marks()


def mark(key: bytes) -> bytes:
    """What the file keeps of a public key."""
    return sha256_of(key)[:KEPT]


@lru_cache(maxsize=1)
def _marks() -> frozenset[bytes]:
    raw = FILE.read_bytes()
    return frozenset(raw[at : at + KEPT] for at in range(0, len(raw), KEPT))
