"""The cases of paragraph 7, and that every paragraph of it has one."""

from __future__ import annotations

import pytest

from tests.rules import cases as rulecases

#: Every paragraph that has a rule in it.
PARAGRAPHS = [
    *("7.1", "7.2", "7.3", "7.31", "7.4", "7.41", "7.42", "7.5", "7.51", "7.52"),
    *("7.6", "7.61", "7.62", "7.63", "7.64", "7.7", "7.8", "7.81", "7.82", "7.83"),
]


def cases() -> list[rulecases.Case]:
    """Every case of the files of paragraph 7."""
    folder = rulecases.CASES / "julius_caesar"
    return [case for path in sorted(folder.glob("7_*.yaml")) for case in rulecases.read(path)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_case(case: rulecases.Case) -> None:
    assert rulecases.differences(case) == []


def test_every_paragraph_has_a_case() -> None:
    rules = [case.data["rule"] for case in cases()]
    assert [paragraph for paragraph in PARAGRAPHS if paragraph not in rules] == []


def test_names_are_unique() -> None:
    names = [case.name for case in cases()]
    assert sorted(set(names)) == sorted(names)
