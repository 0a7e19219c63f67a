"""Whether 32 bytes are a public key that an honest player can have (RFC 8032, 5.1.2 and 5.1.3).

With a point of small order, one constant signature fits every message, so its owner never commits
to anything.  And a point that is not encoded as RFC 8032 says would have two encodings.
"""

from __future__ import annotations

from functools import lru_cache

#: the prime of the field, and the constant of the curve
_P = 2**255 - 19
_D = 37095705934669439343138083508754565189542113879843219016388785533085940283555
#: y of a point of order 8; the other points of order 8 have this or its negative
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
#: y of every point whose order divides 8
_SMALL = frozenset([0, 1, _P - 1, _EIGHTH, _P - _EIGHTH])


@lru_cache(maxsize=256)
def weakness(key: bytes) -> str:
    """Why nobody may use this public key, "" if all is well.

    key: its 32 bytes."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if y >= _P:
        return "it is not encoded as keys are"
    if y in _SMALL:
        return "one signature would fit every message"
    # x^2 = u/v has a root if u v is a square.
    u, v = y * y - 1, _D * y * y + 1
    return "" if pow(u * v, (_P - 1) // 2, _P) == 1 else "it is not a point on the curve"
