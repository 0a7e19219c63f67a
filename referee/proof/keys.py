"""Ed25519 keys in OpenSSH's formats (openssh-portable, PROTOCOL.key; RFC 8709 for public keys).

``cryptography`` is imported only where it is needed: most commands never touch a private key.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files.arriving import Foreign, to_utf8
from referee.files.characters import forbidden
from referee.files.folding import BLANKS
from referee.files.put_in_place import appear, write_beside
from referee.proof.hashing import sha256_of
from referee.proof.points import weakness

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_KIND = b"ssh-ed25519"
_PUBLIC_PREFIX = len(_KIND).to_bytes(4, "big") + _KIND + (32).to_bytes(4, "big")
_BEGIN = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_END = b"-----END OPENSSH PRIVATE KEY-----"
_MAGIC = b"openssh-key-v1\0"
#: cipher and key derivation of a file that is not locked
_OPEN = b"none"
#: far more than any file with an Ed25519 key
_LARGEST = 65536
_MAKE_ONE = "referee keys are Ed25519: make one with `referee keygen` or `ssh-keygen -t ed25519`"


class KeyTrouble(Exception):
    """A key cannot be read, written or used; ``reason`` says why, ``hint`` what to do or ""."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(f"{reason}; {hint}" if hint else reason)
        self.reason = reason
        self.hint = hint


def generate(seed: bytes | None = None) -> Ed25519PrivateKey:
    """Return a new private key, or that of a seed; ValueError unless the seed has 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    if seed is None:
        return Ed25519PrivateKey.generate()
    return Ed25519PrivateKey.from_private_bytes(seed)


def test_key(seed: int, party: str) -> Ed25519PrivateKey:
    """Return a key that anyone can recompute, for tests and samples; never for a real game."""
    return generate(sha256_of(f"referee test key {seed} {party}".encode()))


# Its name starts with ``test``: without this, pytest would collect it.
test_key.__test__ = False  # type: ignore[attr-defined]


def write_pair(
    path: Path | str, key: Ed25519PrivateKey, passphrase: bytes | None = None, comment: str = ""
) -> None:
    """Write a private key that only its owner can read, and the public key beside it as ``.pub``.

    passphrase: None or empty for none.  comment: one line for the public key.
    Raises KeyTrouble if either file exists, cannot be written, or ``bcrypt`` is missing.
    """
    if comment and not comment.isprintable():
        raise KeyTrouble("the comment of a key is one line of text")
    private, public = Path(path), Path(f"{path}.pub")
    secret = _openssh(key, passphrase or None)
    line = f"{public_line(key)} {comment}".rstrip() + "\n"
    _create(public, line.encode(), 0o644)
    try:
        _create(private, secret, 0o600)
    except KeyTrouble:
        public.unlink()
        raise


def load_private(
    path: Path | str,
    ask: Callable[[], bytes],
    warn: Callable[[str], None] = warnings.warn,
) -> Ed25519PrivateKey:
    """Return the private key of an OpenSSH file.

    ask: returns the passphrase; called once, and only if the key has one.
    warn: called with one sentence if others can read the file.
    Raises KeyTrouble: not found or unreadable, wrong format or type, wrong passphrase, no bcrypt.
    """
    raw = _read(Path(path))
    cipher, public = _header(Path(path), raw)
    if os.name == "posix" and Path(path).stat().st_mode & 0o077:
        warn(f"{path} can be read by others; `chmod 600 {path}` keeps it yours")
    passphrase = None if cipher == _OPEN else _asked(path, ask)
    key = _decoded(path, raw, passphrase)
    # ``cryptography`` does not compare the two halves; signatures of a damaged key fit nobody.
    if public_blob(public_line(key)) != public:
        raise KeyTrouble(f"{path} is damaged")
    return key


def public_line(key: Ed25519PrivateKey) -> str:
    """Return ``ssh-ed25519 AAAA...`` without a comment."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()


def parse_public(text: str) -> str:
    """Return the public key line of a ``.pub`` file's text, without its comment.

    Raises KeyTrouble unless the text is one Ed25519 key on one line.
    """
    text = text.removeprefix("\ufeff").strip(BLANKS)
    if not text or forbidden(text) or any(sign in text for sign in "\r\n\u2028\u2029"):
        raise KeyTrouble("a public key is one line of text")
    words = text.split(maxsplit=2)
    if len(words) < 2 or words[0] != _KIND.decode():
        raise _not_ed25519(words[0] if words else "")
    line = f"{words[0]} {words[1]}"
    public_bytes(line)
    return line


def public_bytes(public_line: str) -> bytes:
    """Return the 32 bytes of a public key line from ``parse_public``.

    Raises KeyTrouble if the line is damaged (wrong characters, wrong length, another key inside) or
    the key is a point that no honest player can have.
    """
    damaged = KeyTrouble("the public key is damaged", "copy the whole line of the .pub file")
    kind, _, encoded = public_line.partition(" ")
    try:
        blob = base64.b64decode(encoded, validate=True)
    except ValueError:
        raise damaged from None
    # The last bits of base64 may decode to nothing: insist on one spelling for each key.
    exact = base64.b64encode(blob).decode() == encoded
    if kind != _KIND.decode() or not exact or blob[:-32] != _PUBLIC_PREFIX:
        raise damaged
    if reason := weakness(blob[-32:]):
        raise KeyTrouble(f"the public key cannot be used: {reason}", _MAKE_ONE)
    return blob[-32:]


def public_blob(public_line: str) -> bytes:
    """Return a public key in SSH's wire format (RFC 8709); raises as ``public_bytes``."""
    return _PUBLIC_PREFIX + public_bytes(public_line)


def fingerprint(public_line: str) -> str:
    """Return ``SHA256:...`` like ssh-keygen; raises as ``public_bytes``."""
    hashed = sha256_of(public_blob(public_line))
    return "SHA256:" + base64.b64encode(hashed).decode().rstrip("=")


def _openssh(key: Ed25519PrivateKey, passphrase: bytes | None) -> bytes:
    """Return the text of a private key file; KeyTrouble if a passphrase needs a missing bcrypt."""
    from cryptography.hazmat.primitives import serialization as to

    if passphrase is None:
        return key.private_bytes(to.Encoding.PEM, to.PrivateFormat.OpenSSH, to.NoEncryption())
    if not _has_bcrypt():
        raise _no_bcrypt()
    locked = to.BestAvailableEncryption(passphrase)
    return key.private_bytes(to.Encoding.PEM, to.PrivateFormat.OpenSSH, locked)


def _create(path: Path, data: bytes, mode: int) -> None:
    """Write a new file, completely or not at all, with this mode from the start; KeyTrouble if it
    exists."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        write_beside(beside, data, mode)
        appear(beside, path)
    except FileExistsError:
        hint = "choose another name; a key is never overwritten"
        raise KeyTrouble(f"{path} exists", hint) from None
    except OSError as error:
        raise KeyTrouble(f"cannot write {path}: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


def _read(path: Path) -> bytes:
    """Return the bytes of a key file; KeyTrouble if it cannot be read."""
    try:
        with path.open("rb") as file:
            raw = file.read(_LARGEST + 1)
    except FileNotFoundError:
        raise KeyTrouble(f"no key file {path}") from None
    except OSError as error:
        if path.is_dir():
            raise KeyTrouble(f"{path} is a folder", "name the file of your private key") from None
        raise KeyTrouble(f"cannot read {path}: {error.strerror}") from None
    if len(raw) > _LARGEST:
        raise KeyTrouble(f"{path} is too large for a key")
    try:
        return to_utf8(raw).replace(b"\r\n", b"\n").strip() + b"\n"
    except Foreign as trouble:
        raise KeyTrouble(f"{path} is not a key: {trouble}") from None


def _asked(path: Path | str, ask: Callable[[], bytes]) -> bytes:
    """Return the passphrase of a locked key; KeyTrouble without a passphrase or bcrypt."""
    if not _has_bcrypt():
        raise _no_bcrypt()
    passphrase = ask()
    if not passphrase:
        raise KeyTrouble(f"{path} needs its passphrase")
    return passphrase


def _header(path: Path, raw: bytes) -> tuple[bytes, bytes]:
    """Return the cipher that locks a key file (``none`` if it is not locked) and the public key.

    Neither is encrypted, so a file of the wrong kind is refused before you type the passphrase.
    Raises KeyTrouble unless it is one OpenSSH private key of type Ed25519.
    """
    if not raw.startswith(_BEGIN):
        raise _other_file(path, raw)
    damaged = KeyTrouble(f"{path} is damaged")
    body, end, _ = raw.removeprefix(_BEGIN).partition(_END)
    try:
        blob = base64.b64decode(b"".join(body.split()), validate=True)
    except binascii.Error:
        raise damaged from None
    if not end or not blob.startswith(_MAGIC):
        raise damaged
    cipher, rest = _string(blob[len(_MAGIC) :], damaged)
    derivation, rest = _string(rest, damaged)
    _, rest = _string(rest, damaged)
    public, _ = _string(rest[4:], damaged)
    kind, _ = _string(public, damaged)
    if rest[:4] != (1).to_bytes(4, "big") or (cipher == _OPEN) != (derivation == _OPEN):
        raise damaged
    if kind != _KIND:
        raise _not_ed25519(kind.decode("ascii", "replace"))
    return cipher, public


def _string(data: bytes, damaged: KeyTrouble) -> tuple[bytes, bytes]:
    """Split off the first string in SSH's wire format (RFC 4251, 5); return it and the rest."""
    size = int.from_bytes(data[:4], "big")
    if len(data) < 4 + size:
        raise damaged
    return data[4 : 4 + size], data[4 + size :]


def _decoded(path: Path | str, raw: bytes, passphrase: bytes | None) -> Ed25519PrivateKey:
    """Return the key in a file whose header is good; KeyTrouble if it cannot be opened."""
    from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    try:
        key = load_ssh_private_key(raw, passphrase)
    except UnsupportedAlgorithm:
        raise KeyTrouble(f"{path} is locked with a cipher that is not supported",
                         "`ssh-keygen -p -Z aes256-ctr` changes it") from None  # fmt: skip
    except (ValueError, TypeError, InvalidTag):
        trouble = f"{path} is damaged" if passphrase is None else f"wrong passphrase for {path}"
        raise KeyTrouble(trouble) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _not_ed25519(type(key).__name__)
    return key


def _other_file(path: Path, raw: bytes) -> KeyTrouble:
    """Return the trouble with a file that is not an OpenSSH private key, and what to do."""
    if raw.startswith((b"ssh-", b"ecdsa-")):
        return KeyTrouble(f"{path} is a public key", "name the private key, without .pub")
    if raw.startswith(b"-----BEGIN "):
        label = raw.splitlines()[0].decode("ascii", "replace").strip("- ").removeprefix("BEGIN ")
        return KeyTrouble(f"{path} is not an OpenSSH private key but: {label:.40}", _MAKE_ONE)
    if raw.startswith(b"PuTTY-User-Key-File"):
        return KeyTrouble(f"{path} is a PuTTY key", "export it as an OpenSSH key with PuTTYgen")
    return KeyTrouble(f"{path} is not a private key", _MAKE_ONE)


def _not_ed25519(kind: str) -> KeyTrouble:
    """Return the trouble with a key of another type."""
    return KeyTrouble(f'a key of type "{kind:.40}" cannot be used', _MAKE_ONE)


def _has_bcrypt() -> bool:
    """Return whether keys with a passphrase can be read and written here."""
    try:
        import bcrypt  # noqa: F401
    except ImportError:
        return False
    return True


def _no_bcrypt() -> KeyTrouble:
    """Return the trouble with a missing bcrypt."""
    hint = "install it with `pip install bcrypt`"
    return KeyTrouble("a key with a passphrase needs the package bcrypt", hint)
