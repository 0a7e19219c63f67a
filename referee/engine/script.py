"""Scripts: the lines of one answer, carried out one after the other.

The same code runs twice: in a step, on the table, and before that in rehearsal, on a copy of what
the seat sees, to judge the answer.  So a check and what then happens cannot differ but by chance.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from referee.engine.fault import NOT_ALLOWED, WARNING, Fault
from referee.engine.plain import copied
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.standing import holds
from referee.engine.table import Table
from referee.engine.words import ELSE, IF, SKIP, STOP, Answer, Line, word_of
from referee.kit.lines import listed

if TYPE_CHECKING:
    import random

#: How a trouble is judged: refused; refused also in a line that may not be reached, for it is none
#: of the position; refused, but after chance only a warning; only a warning.
FAULT, ALWAYS, UNSURE, SLIP = "fault", "always", "unsure", "slip"


class Trouble(NamedTuple):
    """Why a line cannot be carried out: reason, paragraph, hint, and how it is judged."""

    reason: str
    rule: str
    hint: str = ""
    weight: str = FAULT


def _numbered(numbers: Sequence[int]) -> str:
    """Numbers of lines, from 0, as people count them: ``orders 2, 4 and 5 are``."""
    named = listed(str(number + 1) for number in numbers)
    return f"order {named} is" if len(numbers) == 1 else f"orders {named} are"


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
            return self.unmet(line)
        return await self.carry_out(word, line[word])

    def branches(self) -> bool:
        """Whether the next line has a condition."""
        return any(IF in line for line in self.lines[self.number + 1 : self.number + 2])

    # What a rehearsal does in another way.

    def unmet(self, line: Line) -> bool:
        """The conditions of a line do not hold; whether the next one follows."""
        return line[ELSE] == SKIP or self.stop()

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
        self.aside = False
        self.unreached: list[int] = []

    def play(self, lines: Answer) -> Judgement:
        """Go through all lines; what was found, and which of them could not be tried."""
        self.unreached = []
        _driven(self.run(lines))
        for number in self.unreached:
            self._look_at(number)
        if self.unreached:
            reason = f"{_numbered(self.unreached)} not reached here: only the form was checked"
            self.judged.add(Fault(WARNING, (self.unreached[0],), reason))
        return self.judged

    async def run(self, lines: Answer) -> bool:
        """Go through the lines as far as they are reached."""
        self.lines, goes_on = lines, True
        for self.number, line in enumerate(lines):
            if goes_on and not self.over():
                goes_on = await self._line(line)
            else:
                self.unreached.append(self.number)
        return True

    def unmet(self, line: Line) -> bool:
        """In another course of things the line may well be carried out."""
        known = len(self.judged.faults)
        goes_on = super().unmet(line)
        if len(self.judged.faults) == known:
            self.unreached.append(self.number)
        return goes_on

    def _look_at(self, number: int) -> None:
        """Try a line that is not reached, aside, for what is wrong with it in any position."""
        twin = type(self)(View(self.seat, self.public, {}))
        twin.lines, twin.number, twin.unsure, twin.aside = self.lines, number, True, True
        word = word_of(self.lines[number])
        _driven(twin.carry_out(word, self.lines[number][word]))
        self.judged.faults += twin.judged.faults

    def trouble(self, trouble: Trouble, *path: str | int) -> None:
        """A fault or a warning."""
        if self.aside and trouble.weight != ALWAYS:
            return
        mild = trouble.weight == SLIP or (self.unsure and trouble.weight == UNSURE)
        found = Fault(WARNING if mild else NOT_ALLOWED, (self.number, *path), *trouble[:3])
        self.judged.add(found)

    def stop(self) -> bool:
        """Something must have been done before, or the same would be asked again for ever.

        What stands behind one that always stops is tried as if that were left out."""
        always = IF not in self.lines[self.number]
        behind = always and bool(self.lines[self.number + 1 :])
        if not self.acted:
            self.trouble(Trouble("nothing is done before this stop", "", "leave the line out"))
        elif behind:
            self.number += 1
            self.trouble(Trouble("nothing is carried out behind a line that stops", ""))
            self.number -= 1
        return behind

    async def ask(self, request: Request) -> Answer:
        """Nothing."""
        return []


def _driven(code: Coroutine[Any, Any, bool]) -> None:
    """Run what asks nobody to its end."""
    try:
        code.send(None)
    except StopIteration:
        return
    raise RuntimeError("a rehearsal waits for nobody")


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

    def default(self, view: View) -> Answer:
        """No lines."""
        return []

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
