import hashlib
import json
from enum import IntEnum
from pathlib import Path

import pytest

from referee.engine.canonical import canonical, digest, native

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
ORDER = VECTORS["keys, orders, heads"]["order file"]


class Number(IntEnum):
    ONE = 1


def test_leaves_become_strings() -> None:
    data = {"b": [0, -7, True, False, None, "x", "", []], "a": {}}
    expected = b'{"a":{},"b":["0","-7","true","false","null","x","",[]]}'
    assert canonical(data) == expected


def test_native_keeps_types() -> None:
    data = {"b": [0, -7, True, False, None, "0"], "a": {"B": 1, "A": 2}}
    assert native(data) == b'{"a":{"A":2,"B":1},"b":[0,-7,true,false,null,"0"]}'
    assert json.loads(native(data)) == data


@pytest.mark.parametrize("leaf", ["x", 1, True, None])
def test_a_leaf_may_stand_alone(leaf: object) -> None:
    assert json.loads(native(leaf)) == leaf
    assert isinstance(json.loads(canonical(leaf)), str)


def test_keys_are_sorted_by_bytes_not_by_utf16() -> None:
    # UTF-16 order, as JavaScript sorts, would put U+1F600 before U+FF5E.
    keys = ["\U0001f600", "\uff5e", "é", "z", "Z", "a-", "a"]
    written = [
        key for key, _ in json.loads(canonical(dict.fromkeys(keys, 1)), object_pairs_hook=list)
    ]
    assert written == sorted(keys, key=str.encode)
    assert written[-2:] == ["\uff5e", "\U0001f600"]


def test_text_is_utf8_with_the_least_escapes() -> None:
    assert canonical('é\n"\\/\x7f\U0001f600') == '"é\\n\\"\\\\/\x7f\U0001f600"'.encode()


@pytest.mark.parametrize("form", [canonical, native])
@pytest.mark.parametrize(
    "wrong",
    [1.0, float("nan"), (1, 2), {1: "x"}, {None: "x"}, {"a": {True: "x"}}, [[b"x"]], {1, 2},
     [Number.ONE], {"x": [1.5]}, object()],
)  # fmt: skip
def test_other_data_has_no_form(form, wrong) -> None:
    with pytest.raises(TypeError):
        form(wrong)


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        canonical("\ud800")


def test_the_data_are_not_changed() -> None:
    data = {"b": [1, {"c": None}], "a": True}
    canonical(data)
    native(data)
    assert data == {"b": [1, {"c": None}], "a": True}
    assert list(data) == ["b", "a"]


@pytest.mark.parametrize("name", ["canonical body", "canonical header"])
def test_vector_texts_are_canonical(name: str) -> None:
    assert canonical(json.loads(ORDER[name])).decode() == ORDER[name]


def test_vector_digest() -> None:
    body = json.loads(ORDER["canonical body"])
    assert digest(body) == ORDER["body digest"]
    assert digest(body) == hashlib.sha256(canonical(body)).hexdigest()
    assert json.loads(ORDER["canonical header"])["body"] == digest(body)


def test_numbers_and_their_texts_have_one_canonical_form() -> None:
    assert canonical({"run": 14, "on": True}) == canonical({"run": "14", "on": "true"})
    assert native({"run": 14}) != native({"run": "14"})
