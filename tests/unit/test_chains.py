import hashlib
import hmac
import json
import random
from pathlib import Path

import pytest

from referee.proof import chains
from referee.proof.chains import (
    Chain,
    chain_end,
    chain_end_message,
    hkdf,
    lp,
    mac,
    step_back,
    tag,
    u16,
    u32,
    walk_back,
)

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
DICE = VECTORS["dice"]
END = VECTORS["keys, orders, heads"]["chain end"]
GID = bytes.fromhex(DICE["gid"])


def chain(party: str, length: int = 100) -> Chain:
    return Chain(GID, party, 0, length, hashlib.sha256(party.encode()).digest())


@pytest.fixture(scope="module")
def long_chain() -> Chain:
    secret = bytes.fromhex(END["raw signature s"])
    gid = bytes.fromhex(VECTORS["keys, orders, heads"]["gid"])
    offer = bytes.fromhex(VECTORS["keys, orders, heads"]["offer digest"])
    end = chain_end(secret, gid, END["party"], END["epoch"], offer)
    return Chain(gid, END["party"], END["epoch"], END["N"], end)


def test_encodings() -> None:
    assert tag("chain end") == b"referee/1 chain end\x00"
    assert u16(0x0102) == b"\x01\x02"
    assert u32(0x01020304) == b"\x01\x02\x03\x04"
    assert lp("é") == b"\x00\x02\xc3\xa9"
    assert lp(b"") == b"\x00\x00"


@pytest.mark.parametrize("call", [lambda: u16(65536), lambda: u32(-1), lambda: lp(b"x" * 65536)])
def test_numbers_that_do_not_fit(call) -> None:
    with pytest.raises(OverflowError):
        call()


def test_hkdf_is_that_of_rfc_5869() -> None:
    # Appendix A, test case 1: the first 32 of its 42 bytes.
    okm = hkdf(b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA)))
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"


def test_a_mac_is_that_of_hmac() -> None:
    for size in (0, 1, 31, 32, 63, 64, 65, 200):
        key, message = random.Random(size).randbytes(size), random.Random(-size).randbytes(3 * size)
        assert mac(key, message) == hmac.digest(key, message, "sha256")


def test_hkdf_is_that_of_cryptography() -> None:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    for size in (0, 16, 32, 100):
        theirs = HKDF(SHA256(), 32, b"s" * size, b"info" * size).derive(b"secret" * (size + 1))
        assert hkdf(b"secret" * (size + 1), b"s" * size, b"info" * size) == theirs


@pytest.mark.parametrize("party", DICE["anchors"])
def test_vector_anchors(party: str) -> None:
    assert chain(party, DICE["N"]).anchor.hex() == DICE["anchors"][party]


@pytest.mark.parametrize("name", DICE["links"])
def test_vector_links(name: str) -> None:
    party, _, number = name.rpartition("/")
    assert chain(party, DICE["N"]).link(int(number)).hex() == DICE["links"][name]


def test_vector_chain_end(long_chain: Chain) -> None:
    assert long_chain.end.hex() == END["x_N"]
    assert long_chain.link(END["N"]).hex() == END["x_N"]
    assert long_chain.link(14).hex() == END["x_14"]
    assert long_chain.anchor.hex() == END["anchor x_0"]


def test_what_is_signed_for_a_chain() -> None:
    message = chain_end_message(GID, "host", 258)
    assert message == b"referee/1 chain end\x00" + GID + b"\x00\x04host\x01\x02"
    seat = chain_end_message(GID, "seat/a", 0, b"o" * 32)
    assert seat == b"referee/1 chain end\x00" + GID + b"\x00\x06seat/a\x00\x00" + b"o" * 32


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 9, 10, 11, 99, 100, 101, 120, 121])
def test_links_in_any_order_are_those_of_a_plain_walk(length: int) -> None:
    whole = chain("host", length)
    links = {length: whole.end}
    for i in range(length, 0, -1):
        links[i - 1] = step_back(links[i], GID, "host", 0, i)
    order = list(range(length + 1))
    assert [whole.link(i) for i in order] == [links[i] for i in order]
    random.Random(length).shuffle(order)
    assert [chain("host", length).link(i) for i in order] == [links[i] for i in order]
    assert [whole.link(i) for i in order] == [links[i] for i in order]


def test_ascending_links_cost_little(long_chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Chain(long_chain.gid, long_chain.party, 0, long_chain.length, long_chain.end)
    hashes = 0
    real = chains._hash_down

    def counted(prefix: bytes, link: bytes, i: int, to: int) -> bytes:
        nonlocal hashes
        hashes += i - to
        return real(prefix, link, i, to)

    monkeypatch.setattr(chains, "_hash_down", counted)
    chains._pebbles.cache_clear()
    for i in range(1, 1000):
        fresh.link(i)
    # One walk down the chain, and each stretch once more.
    assert long_chain.length <= hashes < long_chain.length + 1500
    hashes = 0
    again = Chain(long_chain.gid, long_chain.party, 0, long_chain.length, long_chain.end)
    assert again.link(1) == fresh.link(1)
    assert hashes < 500  # the same chain is not walked down again, whoever opens it


def test_walk_back_steps_back() -> None:
    whole = chain("seat/a")
    assert walk_back(whole.link(70), GID, "seat/a", 0, 70, 3) == whole.link(3)
    assert walk_back(whole.link(5), GID, "seat/a", 0, 5, 5) == whole.link(5)
    assert step_back(whole.link(4), GID, "seat/a", 0, 4) == whole.link(3)


def test_a_link_is_bound_to_its_place() -> None:
    link = chain("seat/a").link(9)
    right = step_back(link, GID, "seat/a", 0, 9)
    others = [
        step_back(link, GID[::-1], "seat/a", 0, 9),
        step_back(link, GID, "seat/b", 0, 9),
        step_back(link, GID, "seat/a", 1, 9),
        step_back(link, GID, "seat/a", 0, 10),
    ]
    assert right == chain("seat/a").link(8)
    assert len({right, *others}) == 5


def test_a_chain_end_is_bound_to_its_party() -> None:
    ends = {
        chain_end(b"s", GID, "host", 0),
        chain_end(b"t", GID, "host", 0),
        chain_end(b"s", GID[::-1], "host", 0),
        chain_end(b"s", GID, "sealed", 0),
        chain_end(b"s", GID, "host", 1),
        chain_end(b"s", GID, "seat/a", 0, b"o" * 32),
        chain_end(b"s", GID, "seat/a", 0, b"p" * 32),
    }
    assert len(ends) == 7


@pytest.mark.parametrize(
    "call",
    [
        lambda: chain("host").link(-1),
        lambda: chain("host").link(101),
        lambda: Chain(GID, "host", 0, 0, bytes(32)),
        lambda: Chain(GID, "host", 0, 5, bytes(31)),
        lambda: Chain(GID[1:], "host", 0, 5, bytes(32)),
        lambda: step_back(bytes(32), GID, "host", 0, 0),
        lambda: step_back(bytes(33), GID, "host", 0, 1),
        lambda: walk_back(bytes(32), GID, "host", 0, 3, 4),
        lambda: walk_back(bytes(32), GID, "host", 0, 3, -1),
        lambda: walk_back(bytes(32), GID + b"x", "host", 0, 3, 1),
        lambda: chain_end(b"s", GID[1:], "host", 0),
        lambda: chain_end_message(GID[1:], "host", 0),
        lambda: chain_end_message(GID, "seat/a", 0),
        lambda: chain_end_message(GID, "host", 0, bytes(32)),
        lambda: chain_end(b"s", GID, "seat/a", 0, bytes(31)),
    ],
)
def test_wrong_numbers_and_lengths(call) -> None:
    with pytest.raises(ValueError, match=r"link|bytes"):
        call()
