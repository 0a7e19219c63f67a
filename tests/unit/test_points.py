"""Public keys that nobody may have are refused wherever a key is read."""

from __future__ import annotations

import base64
import random

import pytest

from referee.proof import points
from referee.proof.keys import KeyTrouble, generate, parse_public, public_bytes
from referee.proof.points import weakness
from referee.proof.sshsig import BadSignature, verify

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
EIGHTH = points._EIGHTH


def line(key: bytes) -> str:
    blob = b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20" + key
    return "ssh-ed25519 " + base64.b64encode(blob).decode()


def spelt(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


#: RFC 8032, 5.1.4 gives the order of each: (0, 1), (0, -1), (x, 0) and their halves
SMALL = [spelt(y, sign) for y in (0, 1, P - 1, EIGHTH, P - EIGHTH) for sign in (0, 1)]
LONG = [spelt(y + P, sign) for y in range(19) for sign in (0, 1)]


def test_the_numbers_of_the_curve() -> None:
    """-x^2 + y^2 = 1 + d x^2 y^2; a point of order 8 has y = x times a root of -1, so that twice it
    has y = 0."""
    assert points._D == D
    square = EIGHTH * EIGHTH % P
    assert (D * square * square + 2 * square - 1) % P == 0
    assert (D * (P - EIGHTH) ** 4 + 2 * (P - EIGHTH) ** 2 - 1) % P == 0


@pytest.mark.parametrize("key", SMALL)
def test_a_key_for_which_one_signature_fits_every_message(key: bytes) -> None:
    assert weakness(key) == "one signature would fit every message"
    for call in (public_bytes, parse_public):
        with pytest.raises(KeyTrouble, match="one signature would fit every message"):
            call(line(key))


def test_the_signature_that_fits_every_message_is_refused() -> None:
    """With the neutral point for a key, R neutral and S = 0 verify under any text: OpenSSL takes
    it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key, constant = spelt(1), spelt(1) + bytes(32)
    for message in (b"one", b"another"):
        Ed25519PublicKey.from_public_bytes(key).verify(constant, message)

    def field(data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + data

    blob = b"SSHSIG" + (1).to_bytes(4, "big") + field(field(b"ssh-ed25519") + field(key))
    blob += field(b"referee-orders") + field(b"") + field(b"sha512")
    blob += field(field(b"ssh-ed25519") + field(constant))
    text = base64.b64encode(blob).decode()
    armored = f"-----BEGIN SSH SIGNATURE-----\n{text}\n-----END SSH SIGNATURE-----\n"
    with pytest.raises(BadSignature, match="no key to check against"):
        verify(line(key), "referee-orders", b"anything", armored)


@pytest.mark.parametrize("key", LONG)
def test_a_key_that_is_spelt_in_another_way(key: bytes) -> None:
    assert weakness(key) == "it is not encoded as keys are"


def test_bytes_that_are_no_point() -> None:
    chance = random.Random(8)
    found = [weakness(spelt(chance.randrange(2, P - 1))) for _ in range(100)]
    assert set(found) == {"", "it is not a point on the curve"}


def test_keys_of_players_pass() -> None:
    for number in range(100):
        key = generate(number.to_bytes(32, "big")).public_key().public_bytes_raw()
        assert weakness(key) == ""
        assert parse_public(line(key)) == line(key)
