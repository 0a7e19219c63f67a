import hashlib
import json
from enum import IntEnum
from pathlib import Path

import pytest

from referee.proof.canonical import NUMBERS_BELOW, canonical, digest, typed, typed_digest

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text("utf-8"))
ORDER = VECTORS["keys, orders, heads"]["order file"]


class Number(IntEnum):
    ONE = 1


def test_texts_lists_and_maps_alone_have_the_form_c() -> None:
    data = {"b": ["0", "true", "x", "", []], "a": {}}
    assert canonical(data) == b'{"a":{},"b":["0","true","x","",[]]}'


def test_the_form_j_keeps_types() -> None:
    data = {"b": [0, -7, True, False, None, "0"], "a": {"B": 1, "A": 2}}
    assert typed(data) == b'{"a":{"A":2,"B":1},"b":[0,-7,true,false,null,"0"]}'
    assert json.loads(typed(data)) == data


@pytest.mark.parametrize("leaf", ["x", 1, True, None])
def test_a_leaf_may_stand_alone(leaf: object) -> None:
    assert json.loads(typed(leaf)) == leaf
    assert json.loads(canonical(str(leaf))) == str(leaf)


@pytest.mark.parametrize("leaf", [0, -7, True, False, None])
def test_a_value_that_is_no_text_has_no_form_c(leaf: object) -> None:
    for data in (leaf, [leaf], {"a": {"b": [leaf]}}):
        with pytest.raises(TypeError, match="no canonical form"):
            canonical(data)


def test_numbers_that_some_reader_would_round_have_no_form() -> None:
    for good in (NUMBERS_BELOW - 1, 1 - NUMBERS_BELOW):
        assert json.loads(typed([good])) == [good]
        for wrong in (good + (1 if good > 0 else -1), good * 2**40):
            with pytest.raises(ValueError, match="too large"):
                typed({"a": [wrong]})


def test_keys_are_sorted_by_bytes_not_by_utf16() -> None:
    # UTF-16 order, as JavaScript sorts, would put U+1F600 before U+FF5E.
    keys = ["\U0001f600", "\uff5e", "é", "z", "Z", "a-", "a"]
    written = [
        key for key, _ in json.loads(canonical(dict.fromkeys(keys, "1")), object_pairs_hook=list)
    ]
    assert written == sorted(keys, key=str.encode)
    assert written[-2:] == ["\uff5e", "\U0001f600"]


def test_text_is_utf8_with_the_least_escapes() -> None:
    assert canonical('é\n"\\/\x7f\U0001f600') == '"é\\n\\"\\\\/\x7f\U0001f600"'.encode()


@pytest.mark.parametrize("form", [canonical, typed])
@pytest.mark.parametrize(
    "wrong",
    [1.0, float("nan"), (1, 2), {1: "x"}, {None: "x"}, {"a": {True: "x"}}, [[b"x"]], {1, 2},
     [Number.ONE], {"x": [1.5]}, object()],
)  # fmt: skip
def test_other_data_has_no_form(form, wrong) -> None:
    with pytest.raises(TypeError):
        form(wrong)


def test_lone_surrogates_are_refused() -> None:
    for form in (canonical, typed):
        with pytest.raises(ValueError, match="surrogates"):
            form("\ud800")


def test_the_data_are_not_changed() -> None:
    data = {"b": ["1", {"c": ""}], "a": "x"}
    canonical(data)
    typed(data)
    assert data == {"b": ["1", {"c": ""}], "a": "x"}
    assert list(data) == ["b", "a"]


@pytest.mark.parametrize("name", ["canonical body", "canonical header"])
def test_vector_texts_are_canonical(name: str) -> None:
    assert canonical(json.loads(ORDER[name])).decode() == ORDER[name]


def test_vector_digest() -> None:
    body = json.loads(ORDER["canonical body"])
    assert digest(body) == ORDER["body digest"]
    assert digest(body) == hashlib.sha256(canonical(body)).hexdigest()
    assert json.loads(ORDER["canonical header"])["body"] == digest(body)


@pytest.mark.parametrize(("one", "other"), [(0, "0"), (False, "false"), (None, "null"), (1, True)])
def test_a_value_and_the_text_that_looks_like_it_have_two_digests(
    one: object, other: object
) -> None:
    assert typed({"a": one}) != typed({"a": other})
    assert typed_digest({"a": one}) != typed_digest({"a": other})
