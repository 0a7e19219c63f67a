"""Shapes of data, corrections laid over data, and where data come from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.gamedata.corrections import Change, correct, summary
from referee.gamedata.data import BadData, DataFolder, correcting
from referee.gamedata.shapes import (
    Either,
    Ends,
    Flag,
    Keys,
    One,
    Ref,
    Rows,
    Shape,
    Table,
    Text,
    Trees,
    Whole,
    Wrong,
    same_names,
    shape,
)

TREES = {"map": {"cities": {"rome": {}, "utica": {}}, "straits": ["a/b"]}}
CITY = Ref(("map/cities",))


def reasons(shape: Shape, value: object) -> list[str]:
    found = list(shape.wrong(value, ("x",), TREES))
    return [f"{'/'.join(map(str, one.place))}: {one.reason}" for one in found]


@pytest.mark.parametrize(
    ("shape", "good"),
    [
        (Text(), "a text"),
        (Text("[a-z]+"), "word"),
        (Whole(1, 9), 9),
        (Flag(), False),
        (One(("on", "off")), "off"),
        (CITY, "rome"),
        (Ref(("map/seas", "map/straits")), "a/b"),
        (Ends("/", CITY), "rome/utica"),
        (Rows(Whole(1, 9)), []),
        (Rows(Whole(1, 9), 2, 2, twice=True), [3, 3]),
        (Table(Text(), Whole(1, 9)), {"a": 1}),
        (Table(CITY, Whole(1, 9), needs=("map/cities",)), {"utica": 1, "rome": 2}),
        (Keys({"a": Flag()}, {"b": Flag()}), {"a": True}),
        (shape({"a": Flag(), "b": {"c": Flag()}}), {"a": True, "b": {"c": False}}),
        (Either((Whole(1, 9), Rows(Whole(1, 9)))), [4, 2]),
        (Either((Whole(1, 9), Rows(Whole(1, 9)))), 4),
    ],
)
def test_values_that_fit(shape: Shape, good: object) -> None:
    assert reasons(shape, good) == []


@pytest.mark.parametrize(
    ("shape", "bad", "told"),
    [
        (Text(), "", ["x: '' is not a text"]),
        (Text(), " a", ["x: ' a' is not a text"]),
        (Text(), 1, ["x: 1 is not a text"]),
        (Text("[a-z]", "a letter"), "ab", ["x: 'ab' is not a letter"]),
        (Whole(1, 9), 0, ["x: 0 is not a whole number from 1 to 9"]),
        (Whole(0, 9), True, ["x: True is not a whole number from 0 to 9"]),
        (Whole(0, 9), "1", ["x: '1' is not a whole number from 0 to 9"]),
        (Flag(), 1, ["x: 1 is not true or false"]),
        (One(("on", "off")), "of", ["x: 'of' is not on or off"]),
        (One(("on", "off")), ["on"], ["x: ['on'] is not on or off"]),
        (CITY, "roma", ["x: there is no 'roma' in map/cities"]),
        (CITY, 1, ["x: there is no 1 in map/cities"]),
        (Ref(("maps/cities",)), "rome", ["x: there is no 'rome' in maps/cities"]),
        (Ends("/", CITY), "utica/rome", ["x: 'utica/rome' is not ONE/OTHER in alphabetical order"]),
        (Ends("/", CITY), "rome/rome", ["x: 'rome/rome' is not ONE/OTHER in alphabetical order"]),
        (Ends("/", CITY), "rome", ["x: 'rome' is not ONE/OTHER in alphabetical order"]),
        (Ends("/", CITY), "roma/utica", ["x: there is no 'roma' in map/cities"]),
        (Rows(Flag()), {}, ["x: {} is not a list"]),
        (Rows(Flag(), 1), [], ["x: 0 values: there must be 1 to 1000"]),
        (Rows(Flag()), [True, True], ["x/1: True is listed twice"]),
        (Rows(Flag()), [1], ["x/0: 1 is not true or false"]),
        (Table(CITY, Flag()), [], ["x: [] is not a map"]),
        (Table(CITY, Flag()), {"roma": True}, ["x/roma: there is no 'roma' in map/cities"]),
        (Table(Text(), Flag()), {"a": 1}, ["x/a: 1 is not true or false"]),
        (Table(CITY, Flag(), ("rome",)), {}, ["x: the key 'rome' is missing"]),
        (
            Table(CITY, Flag(), ("map/cities",)),
            {"rome": True},
            ["x: the key 'utica' is missing"],
        ),
        (
            Keys({"a": Flag()}),
            {"b": True},
            ["x/b: there is no such key; keys: a", "x: the key 'a' is missing"],
        ),
        (Keys({}), "a", ["x: 'a' is not a map"]),
        (shape({"a": {"b": Flag()}}), {"a": {}}, ["x/a: the key 'b' is missing"]),
        (Either((Whole(1, 9), Rows(Flag()))), [1], ["x/0: 1 is not true or false"]),
        (Either((Rows(Flag()), Whole(1, 9))), 10, ["x: 10 is not a whole number from 1 to 9"]),
    ],
)
def test_values_that_do_not_fit(shape: Shape, bad: object, told: list[str]) -> None:
    assert reasons(shape, bad) == told


# A folder of data.

SHAPES: dict[str, Shape] = {
    "map": Keys(
        {
            "cities": Table(
                Text("[a-z]+", "an id"),
                Keys(
                    {"name": Text()}, {"value": Whole(1, 9), "port": Flag(), "seas": Rows(Text())}
                ),
            ),
            "roads": Rows(Ends("/", CITY)),
            "steps": Either((Whole(1, 4), Rows(Whole(1, 9)))),
        }
    ),
    "cards": Keys({"copies": Table(Text("[0-9]/[0-9]"), Whole(1, 9))}),
}
MAP = """\
cities:
  rome: {name: Rome, value: 2, seas: [west, east]}
  utica: {name: Utica, port: true}
roads: [rome/utica]
steps: 3
provenance:
  - {what: cities/*/name, is: seed}
  - {what: cities/**, is: published, note: the board}
  - {what: "**", is: reconstructed}
"""
CARDS = """\
copies: {1/2: 1, 3/4: 2}
provenance:
  - {what: copies/*, is: seed}
"""


def nine(trees: Trees) -> Iterator[Wrong]:
    """A check that ties data together."""
    if sum(trees["cards"]["copies"].values()) > 9:
        yield Wrong(("cards", "copies"), "more than nine cards")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.joinpath("map.yaml").write_text(MAP)
    tmp_path.joinpath("cards.yaml").write_text(CARDS)
    return tmp_path


def corrected(folder: Path, **raw: Any) -> DataFolder:
    with correcting({"note": "mine", **raw}):
        return DataFolder(folder, SHAPES, (nine,))


def faults(folder: Path, **raw: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(BadData) as trouble:
        corrected(folder, **raw)
    return [("/".join(map(str, w.place)), w.reason, w.hint) for w in trouble.value.wrong]


def test_names_that_two_things_have() -> None:
    towns = {"rome": {"name": "Rome"}, "ostia": {"name": "rome"}}
    assert list(same_names("towns", towns, {"sea": {"name": "Sea"}})) == [
        Wrong(("map",), "two towns are called rome")
    ]
    assert list(same_names("towns", {"sea": {"name": "sea"}})) == []


def test_data_as_they_are(folder: Path) -> None:
    data = DataFolder(folder, SHAPES, (nine,))
    assert data.wrong() == []
    assert (data.corrections, data.changes) == (None, [])
    assert data["map"]["cities"]["rome"]["value"] == 2
    assert "provenance" not in data["map"]
    assert data.files() == {"cards.yaml": CARDS.encode(), "map.yaml": MAP.encode()}


@pytest.mark.parametrize(
    ("raw", "place", "after", "change"),
    [
        (
            {"cities": {"rome": {"value": "3"}}},
            ("cities", "rome", "value"),
            3,
            (("cities", "rome", "value"), 2, 3),
        ),
        (
            {"cities": {"utica": {"port": "false"}}},
            ("cities", "utica", "port"),
            False,
            (("cities", "utica", "port"), True, False),
        ),
        (
            {"cities": {"utica": {"remove": ["port"]}}},
            ("cities", "utica"),
            {"name": "Utica"},
            (("cities", "utica", "port"), True, None),
        ),
        (
            {"cities": {"utica": {"remove": "port"}}},
            ("cities", "utica"),
            {"name": "Utica"},
            (("cities", "utica", "port"), True, None),
        ),
        (
            {"cities": {"ostia": {"name": "Ostia", "value": "1"}}},
            ("cities", "ostia"),
            {"name": "Ostia", "value": 1},
            (("cities", "ostia"), None, {"name": "Ostia", "value": 1}),
        ),
        (
            {"cities": {"rome": {"seas": ["north"]}}},
            ("cities", "rome", "seas"),
            ["north"],
            (("cities", "rome", "seas"), ["west", "east"], ["north"]),
        ),
        (
            {"cities": {"rome": {"seas": {"add": ["north"]}}}},
            ("cities", "rome", "seas"),
            ["west", "east", "north"],
            (("cities", "rome", "seas"), None, ["north"]),
        ),
        (
            {"cities": {"rome": {"seas": {"remove": "west"}}}},
            ("cities", "rome", "seas"),
            ["east"],
            (("cities", "rome", "seas"), ["west"], None),
        ),
        ({"steps": "4"}, ("steps",), 4, (("steps",), 3, 4)),
        ({"steps": ["4", "2"]}, ("steps",), [4, 2], (("steps",), 3, [4, 2])),
    ],
)
def test_what_corrections_do(
    folder: Path, raw: Any, place: tuple[str, ...], after: Any, change: Any
) -> None:
    data = corrected(folder, map=raw)
    found = data["map"]
    for step in place:
        found = found[step]
    assert found == after
    assert type(found) is type(after)
    assert data.changes == [Change(("map", *change[0]), *change[1:])]
    assert DataFolder(folder, SHAPES)["map"]["cities"]["rome"]["value"] == 2


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"mpa": {}}, [("mpa", "there is no data file 'mpa'", "choose from: map, cards")]),
        (
            {"map": "x"},
            [("map", "'x' cannot stand here", "write a map of cities, roads, steps")],
        ),
        (
            {"map": ["x"]},
            [("map", "a list cannot stand here", "write a map of cities, roads, steps")],
        ),
        (
            {"map": {"towns": {}}},
            [("map/towns", "no key 'towns' here", "keys: cities, roads, steps")],
        ),
        (
            {"map": {"cities": {"rome": {"valeu": "1"}}}},
            [("map/cities/rome/valeu", "no key 'valeu' here", "keys: name, value, port, seas")],
        ),
        (
            {"map": {"cities": {"rome": {"value": "ten"}}}},
            [("map/cities/rome/value", "'ten' is not a whole number from 1 to 9", "")],
        ),
        (
            {"map": {"cities": {"rome": {"value": "10"}}}},
            [("map/cities/rome/value", "10 is not a whole number from 1 to 9", "")],
        ),
        (
            {"map": {"cities": {"rome": {"port": "yes"}}}},
            [("map/cities/rome/port", "'yes' is not true or false", "")],
        ),
        (
            {"map": {"cities": {"roma": {"value": "1"}}}},
            [
                (
                    "map/cities/roma",
                    "the key 'name' is missing",
                    "roma is new here; did you mean rome?",
                )
            ],
        ),
        (
            {"map": {"cities": {"remove": ["utica"]}}},
            [("map/roads/0", "there is no 'utica' in map/cities", "")],
        ),
        (
            {"map": {"cities": {"remove": ["ostia"]}}},
            [("map/cities/remove/0", "there is no 'ostia' to remove", "")],
        ),
        (
            {"map": {"cities": {"rome": {"remove": "value", "value": "1"}}}},
            [("map/cities/rome/value", "it is both removed and corrected", "do only one of these")],
        ),
        (
            {"map": {"cities": {"rome": {"remove": "name"}}}},
            [("map/cities/rome", "the key 'name' is missing", "")],
        ),
        (
            {"map": {"cities": {"rome": {"remove": {"name": "x"}}}}},
            [
                (
                    "map/cities/rome/remove",
                    "there is no {'name': 'x'} to remove",
                    "name single values, or write the whole list",
                )
            ],
        ),
        (
            {"map": {"roads": {"remove": ["rome/ostia"]}}},
            [("map/roads/remove/0", "there is no 'rome/ostia' to remove", "")],
        ),
        (
            {"map": {"roads": {"add": "rome/utica"}}},
            [("map/roads/1", "'rome/utica' is listed twice", "")],
        ),
        (
            {"map": {"roads": {"more": "x"}}},
            [("map/roads/more", "no key 'more' here", "keys: add, remove")],
        ),
        (
            {"map": {"steps": {"a": "1"}}},
            [("map/steps", "there is no list here to change", "write the whole list")],
        ),
        ({"map": {"steps": "5"}}, [("map/steps", "5 is not a whole number from 1 to 4", "")]),
        (
            {"map": {"cities": {"ostia": {"name": "O", "seas": [["x"], {"y": "z"}]}}}},
            [
                ("map/cities/ostia/seas/0", "a list cannot stand here", "write a single value"),
                ("map/cities/ostia/seas/1", "a map cannot stand here", "write a single value"),
            ],
        ),
        (
            {"map": {"cities": {"ostia": "x"}}},
            [
                (
                    "map/cities/ostia",
                    "'x' cannot stand here",
                    "write a map of name, value, port, seas",
                )
            ],
        ),
        (
            {"cards": {"copies": {"3/4": "9"}}},
            [("cards/copies", "more than nine cards", "")],
        ),
    ],
)
def test_corrections_that_do_not_fit(
    folder: Path, raw: dict[str, Any], told: list[tuple[str, str, str]]
) -> None:
    assert faults(folder, **raw) == told


def test_a_value_of_another_form_is_told_the_form_that_is_wanted() -> None:
    shape = Keys(
        {
            "pairs": Rows(Rows(CITY, 2, 2)),
            "size": Either((Whole(1, 9), Keys({"x": Flag(), "y": Flag()}))),
            "at": Table(CITY, Whole(1, 9)),
        }
    )
    trees = {"map": {"pairs": [["a", "b"]], "size": 3, "at": {}}}
    raw = {"pairs": {"add": ["a/b"], "remove": [["a", "b"]]}, "size": ["1"], "at": "x"}
    assert [
        (one.place[1:], one.hint) for one in correct(trees, {"map": shape}, {"map": raw}).wrong
    ] == [
        (("at",), "write a map"),
        (("pairs", "remove", 0), "name single values, or write the whole list"),
        (("pairs", "add", 0), "write a list of 2"),
        (("size",), "write a single value or a map of x, y"),
    ]


def test_corrections_that_are_over_change_nothing(folder: Path) -> None:
    with correcting({"note": "mine", "map": {"steps": "4"}}):
        pass
    assert DataFolder(folder, SHAPES)["map"]["steps"] == 3


def test_the_order_of_keys_has_no_meaning(folder: Path) -> None:
    """New keys come behind the old ones, in alphabetical order, however they were written."""
    copies = {"5/5": "1", "2/2": "1", "4/4": "1"}
    one = corrected(folder, cards={"copies": copies}, map={"steps": "4"})
    backwards = dict(reversed(copies.items()))
    other = corrected(folder, map={"steps": "4"}, cards={"copies": backwards})
    assert list(one["cards"]["copies"]) == ["1/2", "3/4", "2/2", "4/4", "5/5"]
    for name in SHAPES:
        assert json.dumps(one[name]) == json.dumps(other[name])
    assert one.files() == other.files()
    assert summary(one.corrections or {}) == summary(other.corrections or {})


def test_files_with_corrections_are_others(folder: Path) -> None:
    plain, one, two = (
        DataFolder(folder, SHAPES),
        corrected(folder, map={"steps": "4"}),
        corrected(folder, map={"steps": "2"}),
    )
    assert plain.files() != one.files() != two.files()


def test_the_summary_counts_what_is_given_added_and_taken_out() -> None:
    tree = {"note": "n", "map": {"a": {"b": "1", "remove": ["c", "d"]}, "e": {"add": ["f"]}}}
    assert summary(tree) == "with corrections to map (4 data): n"
    both = {"note": "n", "map": {"a": "1"}, "cards": {"b": ["2", "3"]}}
    assert summary(both) == "with corrections to cards (2 data), map (1 datum): n"


# Where data come from.


def sources(data: DataFolder) -> dict[str, tuple[str, int]]:
    return {f"{o.file}: {o.pattern}": (o.source, len(o.data)) for o in data.origins()}


def test_each_datum_is_counted_by_the_first_pattern_that_fits(folder: Path) -> None:
    assert sources(DataFolder(folder, SHAPES)) == {
        "map: cities/*/name": ("seed", 2),
        "map: cities/**": ("published", 4),
        "map: **": ("reconstructed", 2),
        "cards: copies/*": ("seed", 2),
    }


def test_corrected_data_are_corrected(folder: Path) -> None:
    seas = {"remove": ["west", "east"], "add": ["north"]}
    rome = {"name": "Roma", "seas": seas, "value": "3"}
    origins = corrected(folder, map={"cities": {"rome": rome}, "roads": []}).origins()
    fixed = [origin for origin in origins if origin.source == "corrected"]
    assert [origin.data for origin in fixed] == [
        [
            (("cities", "rome", "name"), "Roma"),
            (("cities", "rome", "value"), 3),
            (("cities", "rome", "seas", 0), "north"),
        ]
    ]
    assert sum(len(origin.data) for origin in origins) == 8


def test_a_datum_without_provenance_is_found(folder: Path) -> None:
    folder.joinpath("map.yaml").write_text(MAP.replace('"**"', "steps"))
    with pytest.raises(ValueError, match="no provenance says where map: roads/0 is from"):
        DataFolder(folder, SHAPES).origins()


def test_a_pattern_without_data_is_found(folder: Path) -> None:
    folder.joinpath("cards.yaml").write_text(CARDS + "  - {what: kinds/*, is: seed}\n")
    with pytest.raises(ValueError, match=r"no data under cards: kinds/\*"):
        DataFolder(folder, SHAPES).origins()
