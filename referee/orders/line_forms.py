"""How an order line is written: its forms, and an example, from the grammar of its class."""

from __future__ import annotations

from typing import Any

from referee.engine.action import Action
from referee.engine.words import Choice, Either, Fields, Many, Name, Number, Vocabulary, Word
from referee.orders.forms import form_of, line_text


def line_forms(action: type[Action[Any]]) -> list[str]:
    """How to write a line with this word: first with what it needs, then with all it can have."""
    takes = action.takes
    forms = [takes]
    if isinstance(takes, Fields) and takes.optional:
        forms = [*([takes] if takes.needed else []), Fields(takes.all())]
    return [_line(action.word, form_of(form)) for form in forms]


def _line(word: str, value: str) -> str:
    return f"{word}: {value}" if value else word


def example_of(action: type[Action[Any]], names: Vocabulary) -> str:
    """An order line with this word: the example of its class, or one made from its grammar."""
    return action.example or line_text({action.word: _value(action.takes, names)})


def _value(word: Word, names: Vocabulary) -> Any:
    """A value as you write it: the first name, the least number, the first choice."""
    if isinstance(word, Name):
        return next(name for sort in word.looked_up() for name in names[sort].values())
    if isinstance(word, Number):
        return str(max(word.least, min(1, word.most)))
    if isinstance(word, Choice):
        return word.words[0]
    if isinstance(word, Either):
        return _value(word.of[0], names)
    if isinstance(word, Many):
        return _several(word, names)
    if isinstance(word, Fields):
        return {key: _value(kind, names) for key, kind in (word.needed or word.all()).items()}
    return {}


def _several(word: Many, names: Vocabulary) -> list[Any]:
    """As many values as a list needs, different ones if they are names."""
    if isinstance(word.of, Name):
        known = [name for sort in word.of.looked_up() for name in names[sort].values()]
        return known[: word.least]
    return [_value(word.of, names)] * word.least
