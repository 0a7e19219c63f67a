"""SHA-256 and SHA-512 give what `hashlib` gives, and each call begins anew."""

from __future__ import annotations

import hashlib

import pytest

from referee.proof.hashing import sha256_of, sha512_of


@pytest.mark.parametrize("length", [0, 1, 55, 56, 64, 111, 112, 128, 100_000])
def test_digests_are_those_of_hashlib_however_often_they_are_made(length: int) -> None:
    data = bytes(number % 251 for number in range(length))
    for _ in range(2):
        assert sha256_of(data) == hashlib.sha256(data).digest()
        assert sha512_of(data) == hashlib.sha512(data).digest()
