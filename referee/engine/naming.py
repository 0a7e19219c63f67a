"""Requests to name some of a few things, in an order that counts, with everything that helps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from referee.engine.action import Problem
from referee.engine.beside import Helper, Kind, helped
from referee.engine.one_line import OneList, Says
from referee.engine.request import Data, Quantity, Request, View
from referee.engine.words import Answer, Nothing, named

if TYPE_CHECKING:
    import random


class _Listing(OneList):
    """One line, or none."""

    request: SomeOf


class SomeOf(Request):
    """Some of a few things that everyone knows, the first one first: the answer is one line with
    their list, or nothing for what the rules say.

    A game names its line, a class of `Naming`, in ``actions``."""

    walk = _Listing
    #: numbers that standing orders can compare
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    #: what a template says beside its line
    note: ClassVar[str] = ""

    @abstractmethod
    def able(self, public: Data) -> Sequence[str]:
        """Everything that can be named."""

    def usual(self, public: Data) -> Sequence[str]:
        """All of it, in the order of the rules."""
        return self.able(public)

    def wrong(self, thing: str) -> str:
        """The reason if something cannot be named."""
        return "it cannot be named here"

    def listed(self, things: Iterable[str]) -> str:
        """Things by name."""
        return ", ".join(self.names.get(thing, thing) for thing in things)


class Naming(Says):
    """The line that lists them."""

    walk: _Listing

    def problems(self) -> Iterable[Problem]:
        """Each of them can be named."""
        request = self.walk.request
        able = request.able(self.public)
        for number, thing in enumerate(self.value):
            if thing not in able:
                hint = f"it can be: {request.listed(able)}"
                yield Problem(request.wrong(thing), request.rule, hint, path=(number,))


class Lister(Helper[SomeOf]):
    """Everything that helps to name them; a rule's ``default`` stands for what the rules say."""

    def __init__(self, request: type[SomeOf]) -> None:
        (self.word,) = request.words
        self.policies = {**request.words, "default": Nothing()}  # type: ignore[misc]
        self.quantities = request.quantities  # type: ignore[misc]

    def follow(self, request: SomeOf, view: View, then: Answer) -> Answer:
        """Those of the named things that can be."""
        able = request.able(view.public)
        return self._line([thing for thing in named(then, self.word) if thing in able])

    def template(self, request: SomeOf, view: View) -> list[str]:
        """All of them, in the order of the rules."""
        line = f"- {self.word}: [{request.listed(request.usual(view.public))}]"
        return [line + (f"  # {request.note}" if request.note else "")]

    def sample(self, request: SomeOf, view: View, chance: random.Random) -> Answer:
        """Any of them, in any order."""
        able = list(request.able(view.public))
        return self._line(chance.sample(able, chance.randint(0, len(able))))

    def at_hand(self, request: SomeOf, view: View, key: str, beside: object) -> list[str]:
        """All of them."""
        return list(request.able(view.public))

    def _line(self, things: list[str]) -> Answer:
        return [{self.word: things}] if things else []


def some_of(request: type[SomeOf]) -> Kind:
    """The kind of a request to name some of a few things."""
    return helped(request, Lister(request))
