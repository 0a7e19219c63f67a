"""A word means one thing in a whole game: advance files and full names depend on it."""

from __future__ import annotations

import pytest

from referee.engine.words import Word
from referee.ruleset import load, names


def clashes(words: list[tuple[str, Word]]) -> list[str]:
    """Words that stand for two types."""
    first: dict[str, Word] = {}
    return [word for word, kind in words if first.setdefault(word, kind) != kind]


@pytest.mark.parametrize("name", names())
def test_no_word_has_two_types(name: str) -> None:
    requests = load(name).rules.requests.values()
    assert clashes([pair for request in requests for pair in request.words.items()]) == []


def test_a_clash_is_found() -> None:
    from referee.engine.words import Name, Number

    assert clashes([("go", Name("place")), ("go", Number(1, 3))]) == ["go"]
