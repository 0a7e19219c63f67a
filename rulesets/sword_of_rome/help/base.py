"""What all help has in common: legal lines as comments, what the rules do, lists of wishes."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from referee.engine.beside import Helper
from referee.engine.request import Quantity, Request, View
from referee.engine.words import Answer, Word
from referee.kit.flow import written
from rulesets.sword_of_rome.board import WRITTEN

R = TypeVar("R", bound=Request)
Line: TypeAlias = dict[str, Any]
#: What standing orders can compare, and what they can say.
Quantities: TypeAlias = Mapping[str, Quantity]
Policies: TypeAlias = Mapping[str, Word]


def comment(line: Mapping[str, Any], note: str = "") -> str:
    """A line as a comment."""
    return f"# {written(line, WRITTEN)}" + (f"  # {note}" if note else "")


class Helps(Helper[R]):
    """The template is a few lines that could be ordered, as comments."""

    def lines(self, request: R, view: View) -> Iterable[Line]:
        """These lines."""
        return ()

    def noted(self, request: R, view: View) -> Iterable[tuple[Line, str]]:
        """The same, and what is said beside each."""
        return ((line, "") for line in self.lines(request, view))

    def template(self, request: R, view: View) -> list[str]:
        """As comments."""
        return [comment(line, note) for line, note in self.noted(request, view)]


class Optional(Helps[R]):
    """Nothing need be said: the rules then do something, or nothing happens."""

    def options(self, request: R, view: View) -> Iterable[Answer]:
        """Nothing."""
        yield []


class Usual(Helps[R]):
    """The template is what the rules do if nothing is said."""

    def usual(self, request: R, view: View) -> Answer:
        """That."""
        raise NotImplementedError

    def options(self, request: R, view: View) -> Iterable[Answer]:
        """That alone."""
        yield self.usual(request, view)

    def template(self, request: R, view: View) -> list[str]:
        """As lines."""
        return [written(line, WRITTEN) for line in self.usual(request, view)]


def legal(request: Request, view: View, answer: Answer) -> Answer:
    """The answer, or none where it would be refused."""
    return [] if request.judge(view, answer).faults else answer


def wished(then: Answer, key: str, able: Collection[str], every: str = "") -> list[str]:
    """The first thing of a list in standing orders that can be chosen, as a list; every: the word
    for any of them."""
    for line in then:
        wishes: Any = line.get(key, able if every in line else ())
        if found := [one for one in wishes if one in able][:1]:
            return found
    return []
