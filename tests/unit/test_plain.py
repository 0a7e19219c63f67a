from __future__ import annotations

from typing import Any

from referee.engine.plain import copied


def test_a_copy_shares_no_list_or_dict() -> None:
    data: dict[str, Any] = {"a": [{"b": [1, None]}, "c"], "d": {"e": {}, "f": True}}
    copy = copied(data)
    assert copy == data
    copy["a"][0]["b"].append(2)
    copy["a"].append("g")
    copy["d"]["e"]["h"] = 1
    assert data == {"a": [{"b": [1, None]}, "c"], "d": {"e": {}, "f": True}}


def test_a_copy_keeps_types_and_the_order_of_keys() -> None:
    copy = copied({"z": 1, "a": True, "m": "1"})
    assert list(copy.items()) == [("z", 1), ("a", True), ("m", "1")]
    assert [type(value) for value in copy.values()] == [int, bool, str]
