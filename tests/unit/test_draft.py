"""Drafts: whatever is done to one, it is as if the whole had been copied first."""

from __future__ import annotations

import copy
import json
import operator
import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.engine.draft import Draft
from referee.engine.plain import copied
from tests.support.seeds import with_seeds

Dict = dict[str, Any]
KEYS = ("a", "b", "c", "d", "e", "f", "g")


def some(chance: random.Random, deep: int = 2) -> Any:
    """Some plain value, often with lists and dicts within each other."""
    kind = chance.randrange(4 if deep else 2)
    if kind == 2:
        return [some(chance, deep - 1) for _ in range(chance.randint(0, 3))]
    if kind == 3:
        keys = chance.sample(KEYS, chance.randint(0, 3))
        return {key: some(chance, deep - 1) for key in keys}
    return chance.choice((None, True, 7, "x", 0))


def first(chance: random.Random) -> Dict:
    return {key: some(chance) for key in chance.sample(KEYS, chance.randint(0, 5))}


def deeper(one: Any, value: Any) -> Any:
    """Change a list or dict that lies in the value of a key."""
    if isinstance(one, list):
        one.append(value)
    elif isinstance(one, dict):
        one["new"] = value
    return one


def merged(one: Dict, more: Dict) -> object:
    one |= more
    return list(one.items())


def emptied(one: Dict) -> object:
    return [one.popitem() for _ in range(min(2, len(one)))]


Deed = Callable[[Dict, str, Any], object]
#: All that can be done to a dict; what comes of it, in a form that can be compared.
DEEDS: dict[str, Deed] = {
    "get item": lambda one, key, value: one[key],
    "set item": lambda one, key, value: one.__setitem__(key, value),
    "del item": lambda one, key, value: one.__delitem__(key),
    "in": lambda one, key, value: key in one,
    "get": lambda one, key, value: one.get(key),
    "get or": lambda one, key, value: one.get(key, value),
    "set default": lambda one, key, value: one.setdefault(key, value),
    "pop": lambda one, key, value: one.pop(key),
    "pop or": lambda one, key, value: one.pop(key, value),
    "pop item": lambda one, key, value: emptied(one),
    "clear": lambda one, key, value: one.clear(),
    "update": lambda one, key, value: one.update({key: value}, g=value),
    "merge": lambda one, key, value: merged(one, {key: value}),
    "or": lambda one, key, value: list((one | {key: value}).items()),
    "or after": lambda one, key, value: list(({key: value, "z": 1} | one).items()),
    "iterate": lambda one, key, value: list(one),
    "reversed": lambda one, key, value: list(reversed(one)),
    "keys": lambda one, key, value: list(one.keys()),
    "values": lambda one, key, value: list(one.values()),
    "items": lambda one, key, value: list(one.items()),
    "length": lambda one, key, value: len(one),
    "truth": lambda one, key, value: bool(one),
    "written": lambda one, key, value: repr(one),
    "unpacked": lambda one, key, value: list({**one, "z": 1}.items()),
    "dict of it": lambda one, key, value: list(dict(one).items()),
    "copy": lambda one, key, value: list(one.copy().items()),
    "copied": lambda one, key, value: list(copied(one).items()),
    "deep copy": lambda one, key, value: list(copy.deepcopy(one).items()),
    "change below": lambda one, key, value: deeper(one.get(key), value),
    "matched": lambda one, key, value: next(iter(one), None),
}


def done(deed: Deed, one: Dict, key: str, value: Any) -> object:
    """What a deed comes to, or that it fails."""
    try:
        return copied(deed(one, key, copied(value)))
    except KeyError as error:
        return f"no key {error}"


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_each_thing_that_can_be_done_is_as_with_a_full_copy(deed: Deed) -> None:
    """Before anybody has looked at the draft, or behind one look."""
    for seed in range(60):
        chance = random.Random(seed)
        under = first(chance)
        kept, whole, draft = copied(under), copied(under), Draft(under)
        key, value, looked = chance.choice(KEYS), some(chance), chance.choice((*KEYS, ""))
        if looked in under:
            draft[looked]
        assert done(deed, draft, key, value) == done(deed, whole, key, value)
        assert list(draft.items()) == list(whole.items())
        assert under == kept


@with_seeds(range(60))
def test_under_random_operations_a_draft_is_a_full_copy(seed: int) -> None:
    chance = random.Random(f"drafts {seed}")
    under = first(chance)
    kept, whole, draft = copied(under), copied(under), Draft(under)
    for _ in range(40):
        name = chance.choice(list(DEEDS))
        key, value = chance.choice(KEYS), some(chance)
        here = done(DEEDS[name], draft, key, value)
        assert here == done(DEEDS[name], whole, key, value), name
        if chance.random() < 0.1:
            assert draft == whole
            assert operator.ne(draft, whole) is False
            assert list(draft) == list(whole), "in the same order"
    assert (list(draft.items()), json.dumps(draft)) == (list(whole.items()), json.dumps(whole))
    assert under == kept


def test_it_is_compared_by_all_that_it_holds_from_either_side() -> None:
    under: Dict = {"a": [1], "b": {"c": 2}}
    other = {"a": [1], "b": {"c": 3}}
    assert Draft(under) == under
    assert under == Draft(under)
    assert Draft(under) == Draft(under)
    assert Draft(under) != other
    assert other != Draft(under)
    assert operator.ne(Draft(under), under) is False
    assert operator.ne(under, Draft(under)) is False
    assert operator.ne(Draft(under), Draft(under)) is False


def test_what_was_set_and_deleted_is_gone() -> None:
    draft = Draft({"a": 1, "b": 2})
    draft["a"] = 3
    del draft["a"]
    assert "a" not in draft
    assert draft.get("a") is None
    assert draft == {"b": 2}


def test_keys_keep_their_order_whichever_was_looked_at_first() -> None:
    draft = Draft({"a": 1, "b": 2, "c": 3})
    draft["z"] = 0
    assert [draft["c"], draft["b"], draft["a"]] == [3, 2, 1]
    assert list(draft) == ["a", "b", "c", "z"]


def test_a_draft_of_a_draft_changes_neither() -> None:
    under: Dict = {"a": [1], "b": {"c": [2]}}
    lower = Draft(under)
    lower["a"].append(5)
    upper = Draft(lower)
    upper["a"].append(6)
    upper["b"]["c"].append(7)
    upper["d"] = 8
    assert (under, dict(lower)) == ({"a": [1], "b": {"c": [2]}}, {"a": [1, 5], "b": {"c": [2]}})
    assert upper == {"a": [1, 5, 6], "b": {"c": [2, 7]}, "d": 8}


def test_of_what_is_replaced_the_top_alone_is_copied() -> None:
    under: Dict = {"a": {"b": {"c": 1}}, "d": None, "e": {"f": {"g": 2}}}
    draft = Draft(under, replaced=("a", "d"))
    draft["a"]["h"] = {}
    draft["e"]["f"]["g"] = 3
    assert under == {"a": {"b": {"c": 1}}, "d": None, "e": {"f": {"g": 2}}}
    assert draft["a"]["b"] is under["a"]["b"]
    assert draft == {"a": {"b": {"c": 1}, "h": {}}, "d": None, "e": {"f": {"g": 3}}}


def test_only_what_is_looked_at_is_copied() -> None:
    under: Dict = {"a": [1], "b": [2]}
    draft = Draft(under)
    assert draft["a"] is not under["a"]
    assert draft["a"] is draft["a"]
    under["b"].append(3)
    assert draft["b"] == [2, 3], "copied when it is first asked for"
