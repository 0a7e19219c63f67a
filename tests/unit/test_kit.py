"""What several games share: graphs, shares, phrases, tables."""

from __future__ import annotations

import pytest

from referee.kit.graphs import legs, neighbours, walks
from referee.kit.lines import columns, listed, ordinal, several, table_of
from referee.kit.phrases import filled, told
from referee.kit.shares import shared

#: a - b by land; a - s - t - c over two seas, b on s as well
GRAPH = neighbours([("a", "b"), ("a", "s"), ("b", "s"), ("s", "t"), ("t", "c")])


def test_neighbours_are_in_order_and_mutual() -> None:
    assert list(GRAPH) == ["a", "b", "c", "s", "t"]
    assert GRAPH["s"] == ("a", "b", "t")
    assert GRAPH["c"] == ("t",)


def test_walks_over_seas_end_ashore_and_may_come_home() -> None:
    assert list(walks(GRAPH, "a", "st", 0)) == [("b",)]
    assert list(walks(GRAPH, "a", "st", 1)) == [("b",), ("s", "a"), ("s", "b")]
    assert list(walks(GRAPH, "a", "st", 2))[3:] == [("s", "t", "c")]
    three = list(walks(GRAPH, "a", "st", 3))
    assert ("s", "t", "s", "b") in three
    assert len(three) == len({*three})


@pytest.mark.parametrize(
    ("path", "pieces"),
    [
        ("", []),
        ("a", [("a",)]),
        ("stcab", [("s", "t", "c"), ("a",), ("b",)]),
        ("as", [("a",), ("s",)]),
    ],
)
def test_legs(path: str, pieces: list[tuple[str, ...]]) -> None:
    assert list(legs(tuple(path), "st")) == pieces


@pytest.mark.parametrize(
    ("left", "wishes", "given"),
    [
        (9, "", {"x": 2, "y": 2, "z": 1}),
        (9, "zz", {"x": 2, "y": 2, "z": 1}),
        (3, "", {"x": 2, "y": 1}),
        (3, "zy", {"z": 1, "y": 2}),
        (2, "xyxy", {"x": 1, "y": 1}),
        (3, "xyxy", {"x": 2, "y": 1}),
        (3, "yqy", {"y": 2, "x": 1}),
        (0, "xy", {}),
    ],
)
def test_shares(left: int, wishes: str, given: dict[str, int]) -> None:
    assert shared({"x": 2, "y": 2, "z": 1}, left, tuple(wishes)) == given


NAMES = {"rome": "Rome", "italy": "Italia"}


@pytest.mark.parametrize(
    ("phrase", "line"),
    [
        ("{who} in {at}", "Rome in Italia"),
        ("{n:legion}, {one:legion}, {n}", "3 legions, 1 legion, 3"),
        ("step {n:roman}", "step III"),
        ("{way: - }", "Rome - Italia"),
        ("{way}", "Rome and Italia"),
        ("{counts}", "Rome 2 and Italia 1"),
        ("a[ with {none:legion}][ and {n}]", "a and 3"),
        ("[{nothing} is {who}]", ""),
        ("{who}[ with {unknown}]", "Rome"),
        ("[n?{n:hit}|no hit], [none?{none:hit}|no hit]", "3 hits, no hit"),
        ("{who}[unknown?, {unknown}][one? alone]", "Rome alone"),
        (
            "[n=1?|the rest of ]it[one=1? at first][who=rome?, {who}|nobody]",
            "the rest of it at first, Rome",
        ),
    ],
)
def test_phrases(phrase: str, line: str) -> None:
    event = {"who": "rome", "at": "italy", "n": 3, "one": 1, "none": 0, "nothing": []}
    event |= {"way": ["rome", "italy"], "counts": {"rome": 2, "italy": 1}}
    assert filled(phrase, event, NAMES) == line


def test_a_phrase_of_which_nothing_is_left_is_no_line() -> None:
    assert told(["[{n} legions]", "  left: {n}"], {"n": 0}, {}) == ["  left: 0"]


def test_a_list_in_a_phrase_is_broken_between_things_alone() -> None:
    names = {n: f"Legio {n}" for n in "123456789"}
    phrase = "[block?  {block} brings {blocks:list    }.]"
    assert told([phrase], {"block": "1", "blocks": list("234567899")}, names) == [
        "  Legio 1 brings Legio 2, Legio 3, Legio 4, Legio 5, Legio 6, Legio 7,",
        "    Legio 8, Legio 9, Legio 9.",
    ]
    assert told([phrase], {}, names) == []


def test_a_phrase_must_have_its_values() -> None:
    with pytest.raises(KeyError, match="at"):
        filled("{at}", {}, {})


def test_columns() -> None:
    assert columns([["", "gold"], ["Rome", 12], ["Ostia", 3]]) == [
        "       gold",
        "Rome     12",
        "Ostia     3",
    ]


def test_lists_and_numbers() -> None:
    assert [listed(names) for names in ((), "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 21)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "21st",
    ]
    assert [several(n, "legion") for n in (0, 1, 2)] == ["0 legions", "1 legion", "2 legions"]


def test_a_row_of_nothing_ends_without_blanks() -> None:
    assert table_of([("red", ["one", "two"]), ("green", [])]) == ["red   one, two", "green"]
