"""Every rule case of every ruleset."""

from __future__ import annotations

import pytest

from tests.rules import cases as rulecases


@pytest.mark.parametrize("case", rulecases.cases(), ids=lambda case: case.name)
def test_case(case: rulecases.Case) -> None:
    assert rulecases.differences(case) == []


def test_names_are_unique() -> None:
    names = [case.name for case in rulecases.cases()]
    assert sorted(set(names)) == sorted(names)
