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
    state = empty().copy()
    state.update(data)
    return state.finalize()


def sha512_of(data: bytes) -> bytes:
    """Return the 64 bytes of SHA-512 (FIPS 180-4)."""
    from cryptography.hazmat.primitives.hashes import SHA512, Hash

    state = Hash(SHA512())
    state.update(data)
    return state.finalize()


@cache
def empty() -> Hash:
    """Return the SHA-256 that has taken in nothing, to be copied and never changed.

    A copy takes half as long as a new one.  Imported at the first use: some commands hash
    nothing."""
    from cryptography.hazmat.primitives.hashes import SHA256, Hash

    return Hash(SHA256())
