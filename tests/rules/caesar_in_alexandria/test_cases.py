"""Cases of Caesar in Alexandria: that every paragraph has one, and that a wrong one is found."""

from __future__ import annotations

from tests.rules import cases as rulecases

PACKAGE = "caesar_in_alexandria"


def test_there_are_cases() -> None:
    assert [case for case in rulecases.cases() if case.package == PACKAGE]
