"""SHA-256 and SHA-512, by the library that also checks signatures.

``hashlib`` would load a second OpenSSL beside that of ``cryptography``, which takes every command
five milliseconds and is hardly faster.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.hashes import Hash


def sha256_of(data: bytes) -> bytes:
    """Return the 32 bytes of SHA-256 (FIPS 180-4)."""
    state = _fresh("SHA256").copy()
    state.update(data)
    return state.finalize()


def sha512_of(data: bytes) -> bytes:
    """Return the 64 bytes of SHA-512 (FIPS 180-4)."""
    state = _fresh("SHA512").copy()
    state.update(data)
    return state.finalize()


def begun(start: bytes) -> Hash:
    """Return a SHA-256 that has taken in the start of many messages; copy it for each of them."""
    state = _fresh("SHA256").copy()
    state.update(start)
    return state


@cache
def _fresh(name: str) -> Hash:
    """A state that has hashed nothing.  A copy of it takes half as long as a new one, and most of
    a roll is spent here; imported at the first use, because some commands hash nothing."""
    from cryptography.hazmat.primitives import hashes

    return hashes.Hash(getattr(hashes, name)())
