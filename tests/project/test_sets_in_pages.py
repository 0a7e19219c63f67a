"""Each ready-made set of standing orders stands in the page of its game, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from referee.files.strict_yaml import read
from referee.orders.standing_list import parse_standing, rules_of_set
from referee.ruleset import load, names
from tests.project.pages import blocks, section, source

SETS = [(name, ready) for name in names() for ready in load(name).sets]


@pytest.mark.parametrize(("name", "ready"), SETS)
def test_a_set_is_in_the_page_as_it_is(name: str, ready: str) -> None:
    ruleset = load(name)
    seat = next(iter(ruleset.seats))
    part = section(source(f"referee-{name}.7"), "STANDING ORDERS")
    assert f"\n.Ss {ready}\n" in part
    (block,) = (one for one in blocks(part) if one.words == ["set", ready])
    tree: Any = read(block.text.encode()).tree
    told, faults = parse_standing(tree["standing"], ruleset, seat)
    assert (told, faults) == (rules_of_set(ruleset, ready, seat), [])
