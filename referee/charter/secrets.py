"""Secrets: salts and chains, random or, for tests and samples, made from a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.charter.paper_shapes import Tree
from referee.charter.papers import CHAIN, unsigned
from referee.proof.canonical import digest
from referee.proof.chains import Chain, chain_end, chain_end_message
from referee.proof.hashing import sha256_of
from referee.proof.keys import public_line
from referee.proof.sshsig import raw_signature

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

EPOCH = 0
LENGTH = int(CHAIN)


def random_bytes(size: int, test_seed: int | None, what: str) -> bytes:
    """`size` (up to 32) random bytes; with a test seed always the same ones for `what`."""
    if test_seed is None:
        import secrets as system  # slow to import, and a check of orders needs none

        return system.token_bytes(size)
    return sha256_of(f"referee test {test_seed} {what}".encode())[:size]


def chain(key: Ed25519PrivateKey, offer: Tree, party: str) -> Chain:
    """The chain of a party in the game of an offer; it follows from the key, so keeping the key is
    enough."""
    gid, end = bytes.fromhex(offer["gid"]), b""
    if party.startswith("seat/"):
        end = bytes.fromhex(digest(unsigned(offer)))
    return _chain(key, gid, party, int(offer["chain"]), end)


def host_chain(key: Ed25519PrivateKey, gid: bytes, party: str) -> Chain:
    """A chain of the host, whose anchor the offer needs."""
    return _chain(key, gid, party, LENGTH, b"")


def _chain(key: Ed25519PrivateKey, gid: bytes, party: str, length: int, offer: bytes) -> Chain:
    secret = raw_signature(key, chain_end_message(gid, party, EPOCH, offer))
    return Chain(gid, party, EPOCH, length, chain_end(secret, gid, party, EPOCH, offer))


def holds(key: Ed25519PrivateKey, line: str) -> bool:
    """Whether this private key belongs to that public key line."""
    return public_line(key) == line
