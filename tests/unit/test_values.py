"""Values of order lines: lists of maps, values of several types, names of several sorts."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

import pytest

from referee.engine.words import (
    Answer,
    Choice,
    Either,
    Fields,
    Many,
    Name,
    Number,
    Vocabulary,
    Word,
)
from referee.fault import NOT_UNDERSTOOD
from referee.files.strict_yaml import read
from referee.orders.forms import form_of
from referee.orders.order_lines import parse_lines, read_lines, write_lines
from referee.proof.canonical import canonical
from tests.support.seeds import with_seeds

NAMES: Vocabulary = {
    "hex": {
        f"{row:02}{column:02}": f"{row:02}{column:02}" for row in (16, 17) for column in (1, 2)
    },
    "point": {"2-m": "2-M", "3-i": "3-I"},
    "also point": {"Moon Gate": "2-m"},
    "unit": {"li-1": "Light 1", "hi-2": "Heavy 2", "hi-3": "Heavy 3"},
}
SPACE = Name("space", ("hex", "point"))
DROP, RAID = Fields({"drop": Number(1, 9)}), Fields({"raid": SPACE})
WORDS: dict[str, Word] = {
    "march": Fields(
        {"unit": Name("unit"), "path": Many(Either((SPACE, DROP, RAID)), 1, 24)},
        {"face": Choice(("n", "s"))},
    ),
    "fire": Either((Name("unit"), Choice(("nobody", "all")), Number(1, 9))),
    "fight": Many(
        Fields({"with": Many(Name("unit")), "at": SPACE}, {"reference": Fields({"own": SPACE})})
    ),
    "set up": Many(SPACE),
}


def parsed(*lines: Any) -> Any:
    return parse_lines(list(lines), WORDS, NAMES)


def refused(line: Any) -> list[tuple[Any, ...]]:
    """Place, reason and hint of each fault of a line."""
    answer, faults = parsed(line)
    assert answer is None
    assert {fault.answer for fault in faults} == {NOT_UNDERSTOOD}
    return [(fault.path[1:], fault.reason, fault.hint) for fault in faults]


FILE = [
    {"march": {"unit": "light", "path": ["1601", {"drop": "2"}, "moon gate", {"raid": "3-I"}]}},
    {"fire": "hi-2"},
    {"fire": "all"},
    {"fire": "4"},
    {"fight": [{"with": "hi-2", "at": "2-M", "reference": {"own": "3i"}},
               {"with": ["hi-2", "hi-3"], "at": "1702"}]},
]  # fmt: skip
MEANT: Answer = [
    {"march": {"unit": "li-1", "path": ["1601", {"drop": 2}, "2-m", {"raid": "3-i"}]}},
    {"fire": "hi-2"},
    {"fire": "all"},
    {"fire": 4},
    {"fight": [{"with": ["hi-2"], "at": "2-m", "reference": {"own": "3-i"}},
               {"with": ["hi-2", "hi-3"], "at": "1702"}]},
]  # fmt: skip
WRITTEN = [
    {"march": {"unit": "Light 1", "path": ["1601", {"drop": "2"}, "2-M", {"raid": "3-I"}]}},
    {"fire": "Heavy 2"},
    {"fire": "all"},
    {"fire": "4"},
    {"fight": [{"with": ["Heavy 2"], "at": "2-M", "reference": {"own": "3-I"}},
               {"with": ["Heavy 2", "Heavy 3"], "at": "1702"}]},
]  # fmt: skip


def test_rules_code_gets_ids_words_numbers_and_maps() -> None:
    assert parsed(*FILE) == (MEANT, [])


def test_values_are_written_in_full_and_read_back_the_same() -> None:
    assert write_lines(MEANT, WORDS, NAMES) == WRITTEN
    assert parsed(*WRITTEN) == (MEANT, [])
    canonical(WRITTEN)  # texts, lists and maps alone


def test_a_single_map_stands_for_a_list_of_one() -> None:
    assert parsed({"fight": {"with": "hi-2", "at": "1601"}}) == (
        [{"fight": [{"with": ["hi-2"], "at": "1601"}]}],
        [],
    )


def test_a_list_may_be_empty_where_it_says_so() -> None:
    words = {"path": Many(SPACE, 0)}
    assert parse_lines([{"path": []}], words, NAMES) == ([{"path": []}], [])


def test_a_list_has_room_for_a_set_up() -> None:
    assert parsed({"set up": ["1601"] * 120})[0] is not None
    assert refused({"set up": ["1601"] * 121}) == [
        (("set up",), "between 1 and 120 values are expected here", "")
    ]


def march(*path: Any) -> dict[str, Any]:
    return {"march": {"unit": "Light 1", "path": list(path)}}


ONE = "write one of them"
PATH = "one space, {drop: 1-9} or {raid: SPACE}"


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        (march("1602", "moon"), [((1,), "'moon' is not a space", "")]),
        (march("1602", ["1601"]), [((1,), f"{PATH} is expected here, not a list or a map", ONE)]),
        (march({"jump": "1601"}), [((0,), f"{PATH} is expected here, not a map like this", "")]),
        (march({"drop": "12"}, {"raid": "4-X"}), [
            ((0, "drop"), "a whole number from 1 to 9 is expected here", ""),
            ((1, "raid"), "'4-X' is not a space", ""),
        ]),
        (march({"drp": "2"}), [((0, "drp"), "there is no key 'drp' here", "did you mean drop?")]),
        (
            march({"drop": "2", "raid": "1601"}),
            [((0,), "each of these needs {braces} of its own",
              "write '{drop: 2}, {raid: 1601}'")],
        ),
        (march("drop 2"), [((0,), "'drop 2' is not a space", "write '{drop: 2}'")]),
    ],
)  # fmt: skip
def test_a_fault_is_told_at_its_item(line: Any, faults: Any) -> None:
    found = refused(line)
    assert [(path[2:], *rest) for path, *rest in found] == faults
    assert {path[:2] for path, *_ in found} == {("march", "path")}


@pytest.mark.parametrize(
    ("value", "path", "reason", "hint"),
    [
        ("nowhere", (), "'nowhere' is not a unit, word or number", "nobody"),
        ("12", (), "a whole number from 1 to 9 is expected here", ""),
        ({"unit": "hi-2"}, (), "one unit, one word or a number is expected here, not a list", ""),
    ],
)
def test_a_text_that_is_none_of_several_types(
    value: Any, path: Any, reason: str, hint: str
) -> None:
    ((where, said, helped),) = refused({"fire": value})
    assert where == ("fire", *path)
    assert said.startswith(reason)
    assert hint in helped


def test_a_map_in_a_list_lacks_a_key() -> None:
    assert refused({"fight": [{"with": "hi-2", "at": "1601"}, {"at": "1601"}]}) == [
        (("fight", 1), "the key 'with' is missing", "write '{with: [UNIT, UNIT], at: SPACE}'")
    ]


def test_a_number_that_is_a_whole_name_is_the_name() -> None:
    words = {"go": Either((SPACE, Number(1, 9999)))}
    answer, faults = parse_lines([{"go": "1601"}, {"go": "160"}], words, NAMES)
    assert (answer, faults) == ([{"go": "1601"}, {"go": 160}], [])
    assert write_lines(answer or [], words, NAMES) == [{"go": "1601"}, {"go": "160"}]


def test_sorts_with_an_id_in_common_are_no_name() -> None:
    twins = {**NAMES, "twin": NAMES["hex"]}
    with pytest.raises(ValueError, match="'1601' is an id of two sorts"):
        parse_lines([{"go": "1"}], {"go": Name("any", ("hex", "twin"))}, twins)


def test_forms_of_lists_of_maps_and_of_several_types() -> None:
    assert form_of(WORDS["march"]) == "{unit: UNIT, path: [SPACE|{drop: 1-9}|{raid: SPACE}, ...]}"
    assert form_of(WORDS["fight"]) == "[{with: [UNIT, UNIT], at: SPACE}, ...]"


def test_what_is_at_hand_depends_on_the_items_before() -> None:
    seen = []

    def at_hand(key: str, beside: Mapping[str, Any]) -> list[str]:
        seen.append((key, copy.deepcopy(dict(beside))))
        return ["hi-2"] if key == "with" else ["1702"]

    lines = [
        march("1601", {"drop": "2"}, {"raid": ""}, ""),
        {"fight": [{"with": "hi-2", "at": "1601"}, {"with": ["hi-3", ""], "at": "1601"}]},
        {"set up": ["1601", ""]},
    ]
    reading = read_lines(lines, WORDS, NAMES, (), at_hand)
    above = {"unit": "li-1", "path": ["1601", {"drop": 2}]}
    assert seen == [
        ("raid", above),
        ("path", above),
        ("with", {"fight": [{"with": ["hi-2"], "at": "1601"}], "with": ["hi-3"]}),
        ("set up", {"set up": ["1601"]}),
    ]
    assert {fault.hint for fault in reading.faults} == {"you can name 1702", "you can name Heavy 2"}


def test_a_word_is_not_told_as_if_it_were_all_that_can_stand_there() -> None:
    assert refused({"fire": "zebra"})[0][2] == "name a unit, or write nobody or all"
    reading = read_lines([{"fire": "zebra"}], WORDS, NAMES, (), lambda key, beside: ["li-1"])
    assert reading.faults[0].hint == "you can name Light 1, or write nobody or all"


def test_lines_of_faults_of_a_single_map_for_a_list() -> None:
    text = "orders:\n- fight:\n    with: hi-2\n    at: 1601\n"
    document = read(text.encode())
    assert document.line(("orders", 0, "fight", 0, "at")) == 4
    assert document.line(("orders", 0, "fight", 0, "with", 0)) == 3
    assert document.line(("orders", 0, "fight", 1, "at")) == 2


def some(word: Word, chance: random.Random) -> Any:
    """Some value of a type, as rules code gets it."""
    match word:
        case Name():
            return chance.choice([key for sort in word.looked_up() for key in NAMES[sort]])
        case Number():
            return chance.randint(word.least, word.most)
        case Choice():
            return chance.choice(word.words)
        case Either():
            return some(chance.choice(word.of), chance)
        case Many():
            return [some(word.of, chance) for _ in range(chance.randint(1, 9))]
        case Fields():
            keys = [*word.needed, *(key for key in word.optional if chance.randrange(2))]
            return {key: some(word.all()[key], chance) for key in keys}
    raise AssertionError(word)


@with_seeds(range(12))
def test_any_answer_is_written_and_read_back(seed: int) -> None:
    chance = random.Random(seed)
    words = [chance.choice(list(WORDS)) for _ in range(12)]
    answer = [{word: some(WORDS[word], chance)} for word in words]
    assert parsed(*write_lines(answer, WORDS, NAMES)) == (answer, [])


def test_the_name_of_another_sort_of_thing_is_called_what_it_is() -> None:
    """Nothing is guessed in its place."""
    assert refused({"march": {"unit": "1601", "path": ["Heavy 2"]}}) == [
        (("march", "unit"), "'1601' is a hex, not a unit", ""),
        (("march", "path", 0), "'Heavy 2' is a unit, not a space", ""),
    ]
