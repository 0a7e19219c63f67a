"""Hash chains, and the byte strings that the dice protocol is built from (referee-dice(7)).

A party publishes the anchor x_0 of its chain and later, run by run, x_1, x_2, ...  Each link hashes
to the one before, so nobody can choose a link once the anchor is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from referee.proof.hashing import empty, sha256_of

_GID_BYTES = 16
_LINK_BYTES = 32
#: block size of SHA-256, and the tables by which HMAC changes each byte of a key
_BLOCK_BYTES = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def tag(word: str) -> bytes:
    """Return T(word), ``referee/1 WORD`` and a zero byte: it keeps the uses of a hash apart."""
    return b"referee/1 " + word.encode("ascii") + b"\0"


def u16(number: int) -> bytes:
    """Return two bytes, big-endian; raises OverflowError outside 0 to 65535."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """Return four bytes, big-endian; raises OverflowError outside 0 to 2**32 - 1."""
    return number.to_bytes(4, "big")


def lp(data: str | bytes) -> bytes:
    """Return a u16 length, then the data (text as UTF-8); OverflowError above 65535 bytes."""
    raw = data.encode() if isinstance(data, str) else data
    return u16(len(raw)) + raw


def mac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 (RFC 2104).

    The result is that of ``hmac``, which takes longer; most of a roll is spent here."""
    if len(key) > _BLOCK_BYTES:
        key = sha256_of(key)
    block, fresh = key.ljust(_BLOCK_BYTES, b"\0"), empty().copy
    inner, outer = fresh(), fresh()
    inner.update(block.translate(_INNER) + message)
    outer.update(block.translate(_OUTER) + inner.finalize())
    return outer.finalize()


def hkdf(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """Return 32 bytes of HKDF-SHA256 (RFC 5869); 32 bytes need a single block."""
    return mac(mac(salt, secret), info + b"\x01")


def chain_end_message(gid: bytes, party: str, epoch: int, offer: bytes = b"") -> bytes:
    """Return what a party signs to get the secret of its chain: the key alone gives the chain.

    offer: for a seat, the digest of the game's offer; empty for the host, who makes the offer.
    Raises ValueError for a gid or digest of the wrong length.
    """
    return tag("chain end") + _checked_gid(gid) + _end_of(party, epoch, offer)


def chain_end(secret: bytes, gid: bytes, party: str, epoch: int, offer: bytes = b"") -> bytes:
    """Return x_N, the last link of a chain.

    secret: the raw signature of ``chain_end_message``, or 32 random bytes.  offer: as above.
    """
    return hkdf(secret, _checked_gid(gid), tag("chain end") + _end_of(party, epoch, offer))


def _end_of(party: str, epoch: int, offer: bytes) -> bytes:
    """Return what distinguishes one chain end of a game from another.

    For a seat it includes the digest of the offer: otherwise a host who opens two games with the
    same gid would see links of one in the other."""
    if len(offer) != (_LINK_BYTES if party.startswith("seat/") else 0):
        raise ValueError("the chain of a seat, and no other, needs the 32 bytes of an offer")
    return lp(party) + u16(epoch) + offer


def step_back(link: bytes, gid: bytes, party: str, epoch: int, i: int) -> bytes:
    """Return x_(i-1) for the link x_i; raises as ``walk_back`` does."""
    return walk_back(link, gid, party, epoch, i, i - 1)


def walk_back(link: bytes, gid: bytes, party: str, epoch: int, i: int, to: int) -> bytes:
    """Return x_to for the link x_i of a party's chain.

    Raises ValueError unless 0 <= to <= i, or for a link or gid of the wrong length.
    """
    if not 0 <= to <= i:
        raise ValueError(f"no way back from link {i} to link {to}")
    if len(link) != _LINK_BYTES:
        raise ValueError(f"a link has {_LINK_BYTES} bytes, not {len(link)}")
    return _hash_down(_prefix(gid, party, epoch), link, i, to)


class Link(NamedTuple):
    """A link of a chain: its epoch, its number, its bytes."""

    epoch: int
    number: int
    value: bytes

    @property
    def following(self) -> int:
        """The number of the next link; a seat gives it in its next header with a link."""
        return self.number + 1

    @classmethod
    def of(cls, plain: Sequence[int | str]) -> Link:
        """A link from its plain form [epoch, number, hex]."""
        epoch, number, value = plain
        return cls(int(epoch), int(number), bytes.fromhex(str(value)))


class Chain:
    """A whole chain, for the party that knows its end."""

    def __init__(self, gid: bytes, party: str, epoch: int, length: int, end: bytes) -> None:
        """Take the game's id, the party, its epoch, N and x_N; ValueError for a wrong length."""
        if length < 1 or len(end) != _LINK_BYTES:
            raise ValueError("a chain needs a length of 1 or more and an end of 32 bytes")
        self.gid, self.party, self.epoch = gid, party, epoch
        self.length, self.end = length, end
        self._start = _prefix(gid, party, epoch)
        self._stride = isqrt(length) + 1
        # All links of the stretch last asked for.  A game asks for links in ascending order, so
        # nearly every call finds its link there.
        self._stretch: dict[int, bytes] = {}

    @property
    def anchor(self) -> bytes:
        """Return x_0, which is public."""
        return self.link(0)

    def link(self, i: int) -> bytes:
        """Return x_i, 0 <= i <= N; raises ValueError for any other number."""
        if not 0 <= i <= self.length:
            raise ValueError(f"the chain of {self.party} has links 0 to {self.length}, not {i}")
        if i not in self._stretch:
            self._load_stretch(i)
        return self._stretch[i]

    def _load_stretch(self, i: int) -> None:
        """Keep all links of the stretch that contains x_i."""
        bottom = i - i % self._stride
        top = min(bottom + self._stride, self.length)
        link = self.end if top == self.length else self._pebble(top)
        stretch = {top: link}
        for number in range(top, bottom, -1):
            link = _hash_down(self._start, link, number, number - 1)
            stretch[number - 1] = link
        self._stretch = stretch

    def _pebble(self, number: int) -> bytes:
        """Return the link of this number, a multiple of the stride."""
        return _pebbles(self._start, self.end, self.length, self._stride)[number]


@lru_cache(maxsize=16)
def _pebbles(prefix: bytes, end: bytes, length: int, stride: int) -> Mapping[int, bytes]:
    """Return every link whose number is a multiple of the stride.

    Finding one means walking nearly the whole chain, so they are cached: a game that is played file
    by file opens the same chains for each run."""
    pebbles = {}
    link, at = end, length
    while at > 0:
        below = (at - 1) // stride * stride
        link, at = _hash_down(prefix, link, at, below), below
        pebbles[at] = link
    return pebbles


def _checked_gid(gid: bytes) -> bytes:
    """Return the game's id; ValueError unless it has 16 bytes, because nothing delimits it."""
    if len(gid) != _GID_BYTES:
        raise ValueError(f"the id of a game has {_GID_BYTES} bytes, not {len(gid)}")
    return gid


def _prefix(gid: bytes, party: str, epoch: int) -> bytes:
    """Return what comes before number and link in each hash of a chain."""
    return tag("link") + _checked_gid(gid) + lp(party) + u16(epoch)


def _hash_down(prefix: bytes, link: bytes, i: int, to: int) -> bytes:
    """Return x_to for x_i, without checks."""
    # Two walks of 10000 links are a tenth of a run: nothing is called that need not be.
    start = empty().copy()
    start.update(prefix)
    for number in range(i, to, -1):
        state = start.copy()
        state.update(number.to_bytes(4, "big") + link)
        link = state.finalize()
    return link
