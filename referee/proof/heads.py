"""Heads: the hash chain of published entries, and commitments to their hidden parts (part 5).

Each entry has a public part, a sealed part and one part per seat.  The head binds them all.  A
part that a reader may not know appears as a keyed digest, for a bare digest of "which of 27
cards" is found by trying all 27.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

from referee.proof.canonical import typed
from referee.proof.chains import lp, tag, u32

#: How many heads before its own an entry names, the newest first.
RECENT = 8
_SIZE = 32


def salt(sealed_stream: bytes, k: int, party: str) -> bytes:
    """Return the salt of a party's part of entry k.

    sealed_stream: S of the run.  party: ``sealed`` or ``seat/<id>``.
    """
    return hmac.digest(sealed_stream, tag("salt") + u32(k) + lp(party), "sha256")


def commitment(salt: bytes, part: object) -> bytes:
    """Return what binds an entry to a part without telling it.

    part: plain data, put into the form J here; raises as ``typed`` does.
    """
    return hmac.digest(salt, typed(part), "sha256")


def head(previous: bytes, public_part: object, commitments: Iterable[bytes]) -> bytes:
    """Return head_k.

    previous: head_(k-1); for the first entry D of the charter.  public_part: plain data.
    commitments: that of the sealed part, then those of all seats in the order of the charter.
    Raises ValueError for a digest of a wrong length, TypeError as ``typed`` does.
    """
    digests = [previous, hashlib.sha256(typed(public_part)).digest(), *commitments]
    if any(len(digest) != _SIZE for digest in digests):
        raise ValueError(f"heads and commitments have {_SIZE} bytes")
    return hashlib.sha256(tag("head") + b"".join(digests)).digest()
