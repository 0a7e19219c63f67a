"""Ideas: what could be said with an order word, made by its grammar from what is at hand.

A game says which ids could stand for a key of a line (`Hand`), the likeliest first.  Templates show
the first idea that can be carried out, random play tries any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from referee.engine.words import Choice, Either, Fields, Many, Name, Number, Word

if TYPE_CHECKING:
    from referee.engine.beside import Chance
    from referee.engine.walk import Walk

#: Ids that could stand for a key of the map behind a word, or for the word itself ("").
Hand = Callable[[str], Sequence[str]]


class _First:
    """In the place of chance: always the first of what there is, and as much as there can be; what
    is seldom is left out."""

    random = staticmethod(lambda: 1)
    choice = staticmethod(lambda able: able[0])
    sample = staticmethod(lambda able, count: list(able)[:count])
    randint = staticmethod(lambda least, most: most)


#: Chooses what a template shows, where random play chooses by chance.
FIRST: Any = _First()
#: How many values of a list or a number random play names at most.
_FEW = 6


def ideas(takes: Word, hand: Hand, key: str = "") -> Iterator[Any]:
    """Values of a type with no more than it needs, the likeliest first."""
    if isinstance(takes, Name):
        yield from hand(key)
    elif isinstance(takes, Choice):
        yield from takes.words
    elif isinstance(takes, Number):
        yield max(takes.least, min(1, takes.most))
    elif isinstance(takes, Either):
        yield from (idea for of in takes.of for idea in ideas(of, hand, key))
    elif isinstance(takes, Many):
        yield from ([idea] for idea in ideas(takes.of, hand, key))
    elif isinstance(takes, Fields):
        parts = [list(ideas(of, hand, name)) for name, of in takes.needed.items()]
        yield from (dict(zip(takes.needed, chosen, strict=True)) for chosen in product(*parts))
    else:
        yield {}


def possible(walk: Walk, word: str, hand: Hand) -> Iterator[Any]:
    """Ideas for a word that can be carried out now."""
    action = walk.request.by_word[word]
    return (idea for idea in ideas(action.takes, hand) if not [*action(walk, idea).problems()])


def first(walk: Walk, word: str, hand: Hand) -> list[Any]:
    """The first of them, as a list; [] if nothing can be done."""
    return [*islice(possible(walk, word, hand), 1)]


def any_value(takes: Word, hand: Hand, chance: Chance, key: str = "") -> Any:
    """Some value of a type, with anything that it may have; LookupError if nothing is at hand."""
    if isinstance(takes, Name):
        return chance.choice(hand(key))
    if isinstance(takes, Choice):
        return chance.choice(takes.words)
    if isinstance(takes, Number):
        return chance.randint(takes.least, min(takes.most, takes.least + _FEW))
    if isinstance(takes, Either):
        return any_value(chance.choice(takes.of), hand, chance, key)
    if isinstance(takes, Many):
        most = min(takes.most, max(takes.least, _FEW))
        many = chance.randint(max(takes.least, 1), most)
        return [any_value(takes.of, hand, chance, key) for _ in range(many)]
    if isinstance(takes, Fields):
        wanted = [name for name in takes.optional if hand(name) and chance.random() < 0.5]
        parts = {name: of for name, of in takes.all().items() if name in {*takes.needed, *wanted}}
        return {name: any_value(of, hand, chance, name) for name, of in parts.items()}
    return {}
