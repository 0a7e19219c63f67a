"""Writers: random answers with several lines, each tried in a rehearsal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from referee.engine.action import SLIP
from referee.engine.beside import Player
from referee.engine.ideas import Hand, any_value
from referee.engine.looking import Looking
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer, Line

if TYPE_CHECKING:
    import random

    from referee.engine.request import Data, Request, View
    from referee.engine.walk import Walk

T = TypeVar("T")
W = TypeVar("W", bound="Walk")

#: For `Writer.otherwise`: seldom a line that stops.
SELDOM: Sequence[str] = (*(SKIP,) * 19, STOP)


class Writer(Generic[W]):
    """Writes an answer line by line.

    lines: those written so far."""

    #: what to do with lines whose condition does not hold; each is equally likely
    otherwise: ClassVar[Sequence[str]] = (SKIP, STOP)

    def __init__(self, walk: W, chance: random.Random) -> None:
        self._walk, self.seat, self.chance = walk, walk.seat, chance
        self.lines: Answer = []
        self._owed: Line | None = None

    @property
    def walk(self) -> W:
        """A rehearsal, which has gone through the lines written so far."""
        if self._owed is not None:  # only now, since behind the last line nobody looks
            line, self._owed = self._owed, None
            self._walk.carry(line)
        return self._walk

    @property
    def public(self) -> Data:
        """The public part of the position after the lines written so far."""
        return self.walk.public

    def written(self) -> Answer:
        """A complete answer."""
        raise NotImplementedError

    def maybe(self, percent: int) -> bool:
        """Whether it happens this time."""
        while (drawn := self.chance.getrandbits(7)) >= 100:  # as `randrange` draws, only sooner
            pass
        return drawn < percent

    def goes_on(self) -> bool:
        """Whether more can be written: it is not over, and the rehearsal can be gone on with."""
        return not self.walk.over() and not self.walk.ended

    def looks(self, percent: int) -> bool:
        """Now and then stop, to see what has come; whether it does."""
        looks = bool(self.lines) and self.walk.acted and self.goes_on() and self.maybe(percent)
        self.lines += [{Looking.word: {}}] if looks else []
        return looks

    def may_add(self, word: str, value: object) -> None:
        """Write a line, unless it would be refused now."""
        if not [*self.walk.request.by_word[word](self.walk, value).problems()]:
            self.add(word, value)

    def try_to(self, word: str, value: object) -> bool:
        """Write a line, perhaps a slip, unless it would be refused as the next one; whether it
        was written."""
        self.walk.lines, self.walk.number, self.walk.part = [{word: value}], 0, 0
        self.walk.before(word)
        action = self.walk.request.by_word[word](self.walk, value)
        if any(problem.weight != SLIP for problem in action.problems()):
            return False
        self._owed = self._written(word, value)
        return True

    def any_of(self, things: Sequence[T]) -> T | None:
        """One of them, None if there is none."""
        return self.chance.choice(list(things)) if things else None

    def add(self, word: str, value: object) -> None:
        """Write a line and see what it does; after a chance event some lines get a condition."""
        self.walk.play([self._written(word, value)])

    def add_good(self, word: str, value: object) -> None:
        """Write a line that is known to be possible, and carry it out."""
        self.lines.append({word: value})
        self.walk.carry({word: value})

    def _written(self, word: str, value: object) -> Line:
        line: Line = {word: value}
        if self.walk.quantities and self.walk.table.unsure and self.maybe(30):
            self.lines += self._another_way(line) if self.maybe(20) else []
            line |= self._condition(0)
        self.lines.append(line)
        return line

    def add_any(self, word: str, hand: Hand, tries: int = 8) -> bool:
        """Write down some line of a word that can be carried out now, made from what is at hand;
        False if none was found."""
        action, tried = self.walk.request.by_word[word], []
        for _ in range(tries):
            try:
                value = any_value(action.takes, hand, self.chance)
            except LookupError:
                return False
            if value not in tried and not list(action(self.walk, value).problems()):
                self.add(word, value)
                return True
            tried.append(value)
        return False

    def _condition(self, above: int) -> Line:
        """A condition that holds now, or with `above` = 1 one that does not; if it depends on what
        only the seat knows, it never stops."""
        name, number = self.chance.choice(list(self.walk.measure().items()))
        private = self.walk.quantities[name].private
        otherwise = SKIP if private else self.chance.choice(self.otherwise)
        return {IF: [[name, ">=", number + above]], ELSE: otherwise}

    def _another_way(self, line: Line) -> Answer:
        """The same line, for a case that the rehearsal does not reach."""
        return [{**line, **self._condition(1), ELSE: SKIP}]


class Written(Player["Request"]):
    """Random play by a writer."""

    def __init__(self, writer: type[Writer[W]]) -> None:
        self.writer = writer

    def sample(self, request: Request, view: View, chance: random.Random) -> Answer:
        """What the writer writes."""
        walk = request.walk.on_copy(request, view)
        return self.writer(walk, chance).written()  # type: ignore[arg-type]
