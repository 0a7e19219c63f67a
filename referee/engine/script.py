"""Scripts: the lines of one answer, carried out one after the other.

The same code runs twice: in a step, on the table, and before that in rehearsal, on a copy of what
the seat sees, to judge the answer.  So a check and what then happens cannot differ but by chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.plain import copied
from referee.engine.plan import holds
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.table import Table
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer, Line, word_of

if TYPE_CHECKING:
    import random

#: How a trouble is judged: refused; refused, but after chance only a warning; only a warning.
FAULT, UNSURE, SLIP = "fault", "unsure", "slip"


class Trouble(NamedTuple):
    """Why a line cannot be carried out: reason, paragraph, hint, and how it is judged."""

    reason: str
    rule: str
    hint: str = ""
    weight: str = FAULT


class Script(ABC):
    """The lines of an answer as they are carried out.

    lines, number: all of them, and the one that is carried out; acted: whether anything has
    changed; unsure: whether chance was only taken to come out well, as in a rehearsal it is."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, seat
        self.lines: Answer = []
        self.number, self.acted, self.unsure = 0, False, False

    @property
    def public(self) -> Data:
        """The position."""
        return self.table.public

    @abstractmethod
    async def carry_out(self, word: str, value: Any) -> bool:
        """Carry one line out; whether the next one follows."""

    @abstractmethod
    def measure(self) -> Mapping[str, int]:
        """What conditions compare."""

    @abstractmethod
    def over(self) -> bool:
        """Whether there is nothing to be carried out any more."""

    def prepare(self, word: str) -> None:
        """What is done before a line, and its conditions, are looked at."""
        return

    async def run(self, lines: Answer) -> bool:
        """Carry all lines out; False if they stopped before their end, to go on from there."""
        self.lines = lines
        for self.number, line in enumerate(lines):
            if self.over():
                break
            if not await self._line(line):
                return self.over()
        return True

    async def _line(self, line: Line) -> bool:
        word = word_of(line)
        self.prepare(word)
        conditions: Any = line.get(IF, ())
        if not holds(conditions, self.measure()):
            return line[ELSE] == SKIP or self.stop()
        return await self.carry_out(word, line[word])

    def branches(self) -> bool:
        """Whether the next line has a condition."""
        return any(IF in line for line in self.lines[self.number + 1 : self.number + 2])

    # What a rehearsal does in another way.

    def trouble(self, trouble: Trouble, *path: str | int) -> None:
        """Something cannot be done: its player alone is told.  path: below the line."""
        told = {"line": self.number + 1, "reason": trouble.reason, "rule": trouble.rule}
        self.table.tell("not done", None, **{self.seat: told})

    def good(self, trouble: Trouble | None) -> bool:
        """Whether nothing stands in the way; else that is told."""
        if trouble:
            self.trouble(trouble)
        return trouble is None

    def stop(self) -> bool:
        """The player is to be asked again; always False."""
        if IF in self.lines[self.number]:
            self.trouble(Trouble("the orders stop here, by their condition", ""))
        return False

    async def ask(self, request: Request) -> Answer:
        """What another seat decides."""
        return await self.table.ask(request)


class Rehearsal(Script):
    """A script over a copy, to find what is wrong with it.  A game mixes it with its own script,
    says what chance comes to, and then sets ``unsure``.

    Others answer nothing, which their requests must take for a choice."""

    def __init__(self, view: View) -> None:
        part = {"public": copied(view.public), "seats": {}, "sealed": {}}
        super().__init__(Table(part, "rehearsal"), view.seat)
        self.judged = Judgement()

    def play(self, lines: Answer) -> Judgement:
        """Go through all lines; what was found."""
        code = self.run(lines)
        try:
            code.send(None)
        except StopIteration:
            return self.judged
        raise RuntimeError("a rehearsal waits for nobody")

    def trouble(self, trouble: Trouble, *path: str | int) -> None:
        """A fault or a warning."""
        mild = trouble.weight == SLIP or (self.unsure and trouble.weight == UNSURE)
        found = Fault(WARNING if mild else NOT_ALLOWED, (self.number, *path), *trouble[:3])
        self.judged.add(found)

    def stop(self) -> bool:
        """Something must have been done before, or the same would be asked again for ever."""
        if not self.acted:
            self.trouble(Trouble("nothing is done before this stop", "", "leave the line out"))
        elif IF not in self.lines[self.number] and self.lines[self.number + 1 :]:
            self.number += 1
            self.trouble(Trouble("nothing is carried out behind a line that stops", ""))
        return False

    async def ask(self, request: Request) -> Answer:
        """Nothing."""
        return []


class Scripted(Request):
    """A request whose answer is a script, judged by a rehearsal.

    Rules on it may say what orders may: their lines are the answer; `default` stands for none."""

    chained: ClassVar[bool] = True
    rehearsal: ClassVar[type[Rehearsal]]
    writer: ClassVar[type[Writer]]

    def judge(self, view: View, answer: Answer) -> Judgement:
        """Carry the lines out on a copy of what the seat sees."""
        return self.rehearsal(view).play(answer)

    def sample(self, view: View, chance: random.Random) -> Answer:
        """What the game's writer writes."""
        return self.writer(self.rehearsal(view), chance).written()

    def measure(self, view: View) -> Mapping[str, int]:
        """What conditions compare."""
        return self.rehearsal(view).measure()

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The lines themselves, or none."""
        return [] if any("default" in line for line in then) else then


class Writer:
    """Writes a script for random play, line by line, each tried in a rehearsal."""

    def __init__(self, rehearsal: Rehearsal, chance: random.Random) -> None:
        self.rehearsal, self.seat, self.chance = rehearsal, rehearsal.seat, chance
        self.public = rehearsal.public
        self.lines: Answer = []

    def written(self) -> Answer:
        """A whole script."""
        raise NotImplementedError

    def maybe(self, percent: int) -> bool:
        """Whether it happens this time."""
        return self.chance.randrange(100) < percent

    def add(self, word: str, value: object) -> None:
        """Write a line down and see what it does; after chance some have a condition."""
        line: Line = {word: value}
        if self.rehearsal.unsure and self.maybe(30):
            self.lines += self._another_way(line) if self.maybe(20) else []
            line |= self._condition(0)
        self.lines.append(line)
        self.rehearsal.play([line])

    def _condition(self, above: int) -> Line:
        """A condition that holds now, or if `above` is 1 does not."""
        name, number = self.chance.choice(list(self.rehearsal.measure().items()))
        return {IF: [[name, ">=", number + above]], ELSE: self.chance.choice((SKIP, STOP))}

    def _another_way(self, line: Line) -> Answer:
        """The same line, for a case that the rehearsal does not come to."""
        return [{**line, **self._condition(1), ELSE: SKIP}]
