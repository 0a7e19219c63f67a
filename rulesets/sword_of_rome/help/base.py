"""What all help has in common: legal lines as comments, what the rules do, lists of wishes."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, TypeAlias, TypeVar

from referee.engine.beside import Chance, Helper
from referee.engine.ideas import any_value
from referee.engine.request import Quantity, Request, View
from referee.engine.window import AGAIN, AT_MOST, NEVER, PASS
from referee.engine.words import Answer, Choice, Fields, Nothing, Number, Word
from referee.kit.flow import written
from rulesets.sword_of_rome import position
from rulesets.sword_of_rome.board import WRITTEN
from rulesets.sword_of_rome.position import Spot

R = TypeVar("R", bound=Request)
Line: TypeAlias = dict[str, Any]
#: What standing orders can compare, and what they can say.
Quantities: TypeAlias = Mapping[str, Quantity]
Policies: TypeAlias = Mapping[str, Word]


def comment(line: Mapping[str, Any], note: str = "") -> str:
    """A line as a comment."""
    return f"# {written(line, WRITTEN)}" + (f"  # {note}" if note else "")


class Helps(Helper[R]):
    """The template is a few lines that could be ordered, as comments; random play takes one of
    them, often with another value, or says nothing.

    often: how often it takes one, in percent; seldom: how often a word of windows
    instead, in a thousand."""

    often: ClassVar[int] = 50
    seldom: ClassVar[int] = 2

    def lines(self, request: R, view: View) -> Iterable[Line]:
        """These lines."""
        return ()

    def noted(self, request: R, view: View) -> Iterable[tuple[Line, str]]:
        """The same, and what is said beside each."""
        return ((line, "") for line in self.lines(request, view))

    def template(self, request: R, view: View) -> list[str]:
        """As comments."""
        return [comment(line, note) for line, note in self.noted(request, view)]

    def at_hand(self, request: R, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """Leaders of the force that the question is about."""
        power, at = request.args.get("power"), request.args.get("space") or request.args.get("at")
        leads = key in ("leader", "leaders", "with", "commander")
        return position.leaders(view.public, power, Spot(at)) if leads and power and at else []

    def sample(self, request: R, view: View, chance: Chance) -> Answer:
        """One of the lines, or nothing; seldom a word of windows."""
        if words := self.of_windows(request, view, chance):
            return words
        able = [*self.noted(request, view)] if 100 * chance.random() < self.often else []
        if not able:
            return []
        line, _ = chance.choice(able)
        other = self.varied(request, view, line, chance) if chance.random() < 0.5 else line
        return [line] if other is line else legal(request, view, [other]) or [line]

    def varied(self, request: R, view: View, line: Line, chance: Chance) -> Line:
        """A line with a number, a choice or something at hand otherwise, be it legal or not."""
        ((word, value),) = line.items()
        takes = request.words[word]
        fields = takes.all() if isinstance(takes, Fields) else {}

        @cache
        def hand(key: str) -> list[str]:
            return self.at_hand(request, view, key, value)

        for key in chance.sample([*fields], len(fields)):
            of = fields[key]
            if isinstance(of, Number):  # any, not one of the first few
                return {word: {**value, key: chance.randint(of.least, of.most)}}
            if isinstance(of, Choice) or hand(key):
                return {word: {**value, key: any_value(of, hand, chance, key)}}
        return line

    def of_windows(self, request: R, view: View, chance: Chance) -> Answer:
        """A word of windows as the whole answer, or nothing."""
        if PASS not in request.words or 1000 * chance.random() >= self.seldom:
            return []
        word = chance.choice((PASS, NEVER, AT_MOST, AGAIN))
        return legal(request, view, [{word: chance.randint(1, 3) if word == AT_MOST else {}}])


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


def alone(*words: str) -> dict[str, Word]:
    """Words of standing orders that have no value."""
    return dict.fromkeys(words, Nothing())


def legal(request: Request, view: View, answer: Answer) -> Answer:
    """The answer, or none where it would be refused."""
    return [] if request.refused(view, answer) else answer


def wished(then: Answer, key: str, able: Collection[str], every: str = "") -> list[str]:
    """The first thing of a list in standing orders that can be chosen, as a list; every: the word
    for any of them."""
    for line in then:
        wishes: Any = line.get(key, able if every in line else ())
        if found := [one for one in wishes if one in able][:1]:
            return found
    return []
