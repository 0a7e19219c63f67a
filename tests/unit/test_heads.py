import hashlib
import hmac
import json
from pathlib import Path

import pytest

from referee.proof.heads import commitment, head, salt

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
HEAD = VECTORS["keys, orders, heads"]["head"]
S = bytes.fromhex(HEAD["S"])
PREVIOUS = bytes.fromhex(HEAD["previous head"])


@pytest.mark.parametrize("party", HEAD["parts"])
def test_vector_salts_and_commitments(party: str) -> None:
    found = salt(S, HEAD["k"], party)
    assert found.hex() == HEAD["salts"][party]
    part = json.loads(HEAD["parts"][party])
    assert commitment(found, part).hex() == HEAD["commitments"][party]


def test_vector_head() -> None:
    commitments = [bytes.fromhex(value) for value in HEAD["commitments"].values()]
    public = json.loads(HEAD["public part"])
    assert head(PREVIOUS, public, commitments).hex() == HEAD["head"]


@pytest.mark.parametrize(("one", "other"), [(3, "3"), (False, "false"), (None, "null"), (0, False)])
def test_a_head_binds_types(one: object, other: object) -> None:
    """A host could tell one player that a unit is at sea: false, and another "false", which counts
    as true, under one head."""
    assert commitment(S, {"deck": one}) != commitment(S, {"deck": other})
    assert head(PREVIOUS, {"deck": one}, []) != head(PREVIOUS, {"deck": other}, [])


def test_a_commitment_is_an_hmac_of_the_form_j() -> None:
    assert commitment(S, {"deck": 3}) == hmac.digest(S, b'{"deck":3}', "sha256")
    assert commitment(S, {}) == hmac.digest(S, b"{}", "sha256")


def test_a_head_binds_everything_in_it() -> None:
    a, b = bytes([1]) * 32, bytes([2]) * 32
    heads = {
        head(PREVIOUS, {}, [a, b]),
        head(PREVIOUS, {}, [b, a]),
        head(PREVIOUS, {}, [a]),
        head(PREVIOUS, {"x": "1"}, [a, b]),
        head(a, {}, [a, b]),
    }
    assert len(heads) == 5
    hashed = hashlib.sha256(b"{}").digest()
    assert head(a, {}, [b]) == hashlib.sha256(b"referee/1 head\x00" + a + hashed + b).digest()


def test_a_salt_is_bound_to_its_place() -> None:
    salts = {
        salt(S, 1, "sealed"),
        salt(S, 2, "sealed"),
        salt(S, 1, "seat/a"),
        salt(S[::-1], 1, "sealed"),
    }
    assert len(salts) == 4


@pytest.mark.parametrize(("previous", "commitments"), [(b"", []), (bytes(32), [bytes(31)])])
def test_lengths_are_checked(previous: bytes, commitments: list[bytes]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        head(previous, {}, commitments)
