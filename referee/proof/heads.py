"""Heads: the hash chain of published entries, with commitments to their hidden parts.

Each entry has a public part, a sealed part and one part per seat, and the head binds them all.  A
reader gets a keyed digest in place of each part that is hidden from him: a bare digest of "which of
27 cards" could be guessed by trying all 27.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.proof.canonical import typed
from referee.proof.chains import lp, mac, tag, u32
from referee.proof.hashing import sha256_of

#: how many earlier heads an entry names, newest first
RECENT = 8
_SIZE = 32


def salt(sealed_stream: bytes, k: int, party: str) -> bytes:
    """Return the salt of a party's part of entry k.

    sealed_stream: S of the run.  party: ``sealed`` or ``seat/<id>``.
    """
    return mac(sealed_stream, tag("salt") + u32(k) + lp(party))


def commitment(salt: bytes, part: object) -> bytes:
    """Return the digest that binds an entry to a part without revealing it.

    part: plain data, which is put into form J; raises as ``typed`` does.
    """
    return mac(salt, typed(part))


def head(previous: bytes, public_part: object, commitments: Iterable[bytes]) -> bytes:
    """Return head_k.

    previous: head_(k-1), or D for the first entry.  public_part: plain data.
    commitments: of the sealed part, then of each seat in the order of the charter.
    Raises ValueError for a digest of the wrong length, TypeError as ``typed`` does.
    """
    digests = [previous, sha256_of(typed(public_part)), *commitments]
    if any(len(digest) != _SIZE for digest in digests):
        raise ValueError(f"heads and commitments have {_SIZE} bytes")
    return sha256_of(tag("head") + b"".join(digests))
