"""Keys that nobody may have: points of small order, for which one signature fits every message, and
points that are spelt in a second way."""

from __future__ import annotations

import base64
import random
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from referee.charter.papers import namespace, tidy_signature, unsigned
from referee.proof.canonical import canonical
from referee.proof.sshsig import _signed_data
from tests.harness.mutation import places

_P = 2**255 - 19
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
#: y of the points whose order divides 8
_SMALL = (0, 1, _P - 1, _EIGHTH, _P - _EIGHTH)


def _encoded(y: int) -> list[bytes]:
    """A point and its negative, as 32 bytes."""
    return [(y | sign << 255).to_bytes(32, "little") for sign in (0, 1)]


#: every spelling of a point of small order, and of all points that have a second one
WEAK = frozenset(point for y in (*_SMALL, *range(_P, 2**255)) for point in _encoded(y))
_IN_ORDER = sorted(WEAK)


def _string(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _blob(point: bytes) -> bytes:
    return _string(b"ssh-ed25519") + _string(point)


def line(point: bytes) -> str:
    """A point as a public key line."""
    return f"ssh-ed25519 {base64.b64encode(_blob(point)).decode()}"


def weak_keys(tree: Any) -> list[str]:
    """The weak keys in a paper and all papers in it."""
    lines = [here[key] for here, key in places(tree) if key == "key"]
    return [found for found in lines if isinstance(found, str) and point_of(found) in WEAK]


def point_of(key_line: str) -> bytes:
    """The last 32 bytes of a key line."""
    encoded = "".join(key_line.split()[1:])
    try:
        return base64.b64decode(encoded)[-32:]
    except ValueError:
        return b""


def signed_by_anybody(tree: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A paper with a weak key, and a signature by it that needs no private one."""
    for point in chance.sample(_IN_ORDER, 6):
        made = unsigned({**tree, "key": line(point)})
        if any(_fitting(point, _message(made))):
            break
    return by_point(made, point)


def by_point(tree: dict[str, Any], point: bytes) -> dict[str, Any]:
    """A paper with a signature by a weak key, good if one that holds nothing can be."""
    inner = _string(b"ssh-ed25519") + _string(_fitting(point, _message(tree)))
    space = namespace(str(tree["kind"])).encode()
    fields = (_blob(point), space, b"", b"sha512", inner)
    blob = b"SSHSIG" + (1).to_bytes(4, "big") + b"".join(map(_string, fields))
    text = base64.b64encode(blob).decode()
    armored = f"-----BEGIN SSH SIGNATURE-----\n{text}\n-----END SSH SIGNATURE-----\n"
    return {**tree, "signature": tidy_signature(armored)}


def _message(tree: dict[str, Any]) -> bytes:
    """What the signature of a paper signs."""
    return _signed_data(namespace(str(tree["kind"])), canonical(unsigned(tree)))


def _fitting(point: bytes, data: bytes) -> bytes:
    """A signature of a message that is good for the point, if one with nothing in it is."""
    for first in _IN_ORDER:
        try:
            Ed25519PublicKey.from_public_bytes(point).verify(first + bytes(32), data)
        except (InvalidSignature, ValueError):
            continue
        return first + bytes(32)
    return bytes(64)
