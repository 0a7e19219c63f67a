"""SSH signatures by Ed25519 keys (openssh-portable, PROTOCOL.sshsig).

``ssh-keygen -Y sign`` writes and ``ssh-keygen -Y verify`` checks the same format, so you need not
trust this program for a signature.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, NoReturn

from referee.files.folding import unblanked
from referee.proof.hashing import sha512_of
from referee.proof.keys import KeyTrouble, public_blob, public_bytes, public_line

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

CHAIN_END = "referee-chain-end"

_MAGIC = b"SSHSIG"
_VERSION = (1).to_bytes(4, "big")
_KIND = b"ssh-ed25519"
_HASH = b"sha512"
_BEGIN = "-----BEGIN SSH SIGNATURE-----"
_END = "-----END SSH SIGNATURE-----"
#: ssh-keygen writes this one and reads any
_COLUMNS = 70
#: lines of this length fit 72 columns even where a charter indents them
_NARROW = 64
#: an Ed25519 signature is shorter than this with every namespace in use
_LARGEST = 4096


class BadSignature(Exception):
    """A signature is wrong; the text says why, in one sentence without a full stop."""


def sign(key: Ed25519PrivateKey, namespace: str, message: bytes) -> str:
    """Return the armored signature of a message, as ssh-keygen writes it.

    namespace: ``referee-`` and the kind of file; ValueError if it is empty.
    """
    signature = _string(_KIND) + _string(raw_signature(key, message, namespace))
    blob = b"".join(
        [
            _MAGIC + _VERSION,
            _string(public_blob(public_line(key))),
            _string(namespace.encode()),
            _string(b""),
            _string(_HASH),
            _string(signature),
        ]
    )
    return _armored(base64.b64encode(blob).decode(), _COLUMNS)


def _armored(text: str, columns: int) -> str:
    lines = [text[at : at + columns] for at in range(0, len(text), columns)]
    return "\n".join([_BEGIN, *lines, _END, ""])


def tidied(armored: str) -> str:
    """Return an armored signature in lines of 64 columns, as our files have it.

    Blanks do not matter, even inside words; a text that is not armor stays as it is."""
    body = unblanked(armored)
    begin, end = unblanked(_BEGIN), unblanked(_END)
    if not (body.startswith(begin) and body.endswith(end) and len(body) > len(begin + end)):
        return armored
    return _armored(body[len(begin) : -len(end)], _NARROW)


def raw_signature(key: Ed25519PrivateKey, message: bytes, namespace: str = CHAIN_END) -> bytes:
    """Return the 64 bytes of the Ed25519 signature inside an SSH signature.

    A chain's secret is derived from it: Ed25519 (RFC 8032) always signs a message the same way.
    """
    return key.sign(_signed_data(namespace, message))


def verify(public_line: str, namespace: str, message: bytes, armored: str) -> None:
    """Return if this key made the armored signature, for this namespace and message.

    Blanks and a leading byte order mark are ignored; anything else that ssh-keygen would not have
    written is a fault.
    Raises BadSignature with the reason.
    """
    reader = _Reader(_unarmored(armored))
    if reader.take(len(_MAGIC)) != _MAGIC or reader.take(4) != _VERSION:
        raise BadSignature("it is not an SSH signature of version 1")
    _check_key(public_line, reader.string())
    _check_namespace(namespace, reader.string())
    if reader.string():
        raise BadSignature("the signature has data in its reserved field")
    hashed = reader.string()
    if hashed != _HASH:
        raise BadSignature(f"the signature uses the hash {_shown(hashed)}, not sha512")
    inner = _Reader(reader.string())
    reader.end()
    kind, signature = inner.string(), inner.string()
    inner.end()
    if kind != _KIND or len(signature) != 64:
        raise BadSignature("it is not an Ed25519 signature of 64 bytes")
    _check_signature(public_line, signature, _signed_data(namespace, message))


class _Reader:
    """Reads the fields of SSH's wire format (RFC 4251, 5); raises BadSignature for bad ones."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        if self._at + size > len(self._data):
            self._damaged("it is cut off")
        self._at += size
        return self._data[self._at - size : self._at]

    def string(self) -> bytes:
        """Return the next string, which follows its length."""
        return self.take(int.from_bytes(self.take(4), "big"))

    def end(self) -> None:
        """Raise BadSignature if anything is left."""
        if self._at != len(self._data):
            self._damaged("something follows it")

    def _damaged(self, how: str) -> NoReturn:
        raise BadSignature(f"the signature is damaged: {how}")


def _signed_data(namespace: str, message: bytes) -> bytes:
    """Return what the key signs: the hash of the message, with the namespace before it."""
    if not namespace:
        raise ValueError("a signature needs a namespace")
    hashed = sha512_of(message)
    fields = (namespace.encode(), b"", _HASH, hashed)
    return _MAGIC + b"".join(_string(field) for field in fields)


def _string(data: bytes) -> bytes:
    """Return the length of the data and the data (RFC 4251, 5)."""
    return len(data).to_bytes(4, "big") + data


def _unarmored(armored: str) -> bytes:
    """Return the bytes between the two lines of the armor; BadSignature if there are none."""
    text = armored.removeprefix("\ufeff")
    if len(text) > _LARGEST:
        raise BadSignature("it is too long for an SSH signature")
    body, begin, end = unblanked(text), unblanked(_BEGIN), unblanked(_END)
    if not body.startswith(begin) or not body.endswith(end):
        raise BadSignature(f"it is not an SSH signature: it must begin with {_BEGIN}")
    body = body[len(begin) : -len(end)]
    try:
        data = base64.b64decode(body, validate=True)
    except ValueError:
        raise BadSignature("the signature is damaged: it is not base64") from None
    # Spare bits at the end would allow several spellings of one signature.
    if base64.b64encode(data).decode() != body:
        raise BadSignature("the signature is damaged: its base64 is not exact")
    return data


def _check_key(public_line: str, found: bytes) -> None:
    """Raise BadSignature unless the signature names the expected key."""
    try:
        expected = public_blob(public_line)
    except KeyTrouble as trouble:
        raise BadSignature(f"no key to check against: {trouble}") from None
    if found == expected:
        return
    kind = _Reader(found).string()
    if kind != _KIND:
        raise BadSignature(f"the signature is by a key of type {_shown(kind)}, not ssh-ed25519")
    raise BadSignature("the signature is by another key")


def _check_namespace(expected: str, found: bytes) -> None:
    """Raise BadSignature unless the signature was made for this use."""
    if found != expected.encode():
        raise BadSignature(f'the signature is for {_shown(found)}, not for "{expected}"')


def _check_signature(public_line: str, signature: bytes, data: bytes) -> None:
    """Raise BadSignature unless the key made this signature of the data."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public_bytes(public_line)).verify(signature, data)
    except InvalidSignature:
        reason = "the signature does not match: the text was changed after it was signed"
        raise BadSignature(reason) from None


def _shown(name: bytes) -> str:
    """Return a name from a signature in quotes, short and printable."""
    text = name[:40].decode("ascii", "replace")
    return '"' + "".join(sign if " " <= sign <= "~" else "?" for sign in text) + '"'
