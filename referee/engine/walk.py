"""Walks: the lines of one answer, carried out one after the other.

The same code runs twice: in a step, on the table, and before that in rehearsal, on a copy of what
the seat sees, to judge the answer.  Templates, standing orders and random play rehearse lines too.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.action import ALWAYS, DOUBT, IDLE, SLIP, UNSURE, Action, Problem
from referee.engine.conditions import holds
from referee.engine.table import Rehearsal, Table, Unforeseen
from referee.engine.view import Data, Judgement, Quantity, Question, View, measured
from referee.engine.words import ELSE, IF, SKIP, Answer, Line, word_of
from referee.fault import NOT_ALLOWED, WARNING, Fault
from referee.kit.lines import listed

if TYPE_CHECKING:
    from typing import Self


#: Where a seat's own part keeps the lines that are still to be carried out.
REST = "rest"


class Walk:
    """The lines of an answer as they are carried out, and what they leave behind.

    judged: what a rehearsal has found, None on the table; lines, number: all of them, and the one
    that is carried out; part: how often that has gone on (`go_on`); acted: whether anything has
    changed; doubts: ids of which refused lines spoke; ended: whether a rehearsal has come to dice
    of which nothing is hoped."""

    #: numbers that conditions before lines may compare; none: there are no conditions
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    #: whether each line depends on all lines above it, so that nothing can be said of those below
    #: one that could not be read
    chained: ClassVar[bool] = False
    #: whether a rehearsal sees all that its lines do: no dice, nothing hidden, nobody asked, and
    #: none that is idle; then an answer that was just judged is not judged again line by line
    foreseen: ClassVar[bool] = False

    def __init__(self, request: Question, table: Table, judged: Judgement | None = None) -> None:
        self.request, self.table, self.judged = request, table, judged
        self.seat = request.seat
        #: the position: its public part, and what is the seat's own
        self.public: Data = table.public
        self.own: Data = table.state["seats"][self.seat]
        self.lines: Answer = []
        self.number, self.acted, self.stopped, self.ended = 0, False, False, False
        self.part = 0
        self._left: Any = None
        #: of each line that a rehearsal has come to: its number, how many events there are behind
        #: it, and whether it hangs on others or chance
        self.trail: list[tuple[int, int, bool]] = []
        self.doubts: set[str] = set()
        self._unreached: list[int] = []
        self._unmet: list[int] = []
        self._known, self._idle = False, False
        self.begin()

    @classmethod
    def on_copy(cls, request: Question, view: View) -> Self:
        """A walk to rehearse lines with, over a copy of what the seat sees."""
        return cls(request, Rehearsal(view), Judgement())

    # What a game says of its own.

    def begin(self) -> None:
        """Before the first line: what this walk keeps count of."""

    def before(self, word: str) -> None:
        """Before a line of that word and its conditions, or a further part of it, are looked at."""

    async def prepare(self, word: str) -> None:
        """After `before`: what comes of itself before a line of that word, and rolls or asks."""

    def measure(self) -> Mapping[str, int]:
        """What conditions compare, as it is now."""
        return measured(self.quantities, self.request, self.view)

    def over(self) -> bool:
        """Whether there is nothing to be carried out any more."""
        return False

    def whole(self) -> Iterable[Problem]:
        """In rehearsal, behind the last line: what is wrong with the lines taken together."""
        return ()

    def slips(self) -> Iterable[Problem]:
        """After `whole`, of lines that are all legal: what may be a slip in them, taken together.
        It is looked for only where a player reads it."""
        return ()

    def finish(self) -> None:
        """Behind the last line, unless they stopped before: what comes of itself."""

    def remarks(self) -> Iterable[str]:
        """After a rehearsal of lines that are all legal: what they leave behind or give away, as
        whole sentences for their player; what the events say is not said again."""
        return ()

    # What actions use.

    @property
    def rehearsing(self) -> bool:
        """Whether this is a copy: nobody can be asked and nothing rolled."""
        return self.table.rehearsing

    @property
    def view(self) -> View:
        """What the seat sees of the position."""
        return View(self.seat, self.public, self.own)

    def good(self, problem: Problem | None) -> bool:
        """Whether nothing stands in the way; else that is told."""
        if problem:
            self.trouble(problem)
        return problem is None

    def trouble(self, problem: Problem) -> None:
        """Something cannot be done, or may be a slip: a fault or a warning in rehearsal; on the
        table its player alone is told that it was not done."""
        if problem.weight == DOUBT:
            return
        if self.judged is not None:
            self.judged.add(self._fault(problem))
        elif problem.weight != SLIP:
            told = {"line": self.number + 1, "reason": problem.reason, "rule": problem.rule}
            self.table.tell("not done", None, **{self.seat: told})

    def _fault(self, problem: Problem) -> Fault:
        mild = problem.weight in (IDLE, SLIP) or (self.table.unsure and problem.weight == UNSURE)
        kind = WARNING if mild else problem.answer or NOT_ALLOWED
        path = (self.number, *problem.path)
        return Fault(kind, path, problem.reason, problem.rule, problem.hint)

    def branches(self) -> bool:
        """Whether the next line has a condition."""
        return any(IF in line for line in self.lines[self.number + 1 : self.number + 2])

    def stop(self) -> None:
        """The player is to be asked again.

        Something must have been done before, or the same would be asked again for ever.  In
        rehearsal, what stands behind a line that always stops is tried as if that were left out."""
        always = IF not in self.lines[self.number]
        if not self.rehearsing:
            if not always:
                self.trouble(Problem("your orders stop here, because of their condition", ""))
            self.stopped = True
            return
        behind = bool(self.lines[self.number + 1 :]) and (always or not self.acted)
        if not self.acted:
            other = "" if always else f", or write '{ELSE}: {SKIP}'"
            hint = f"leave the line out{other}"
            self.trouble(Problem("nothing is done before this stop", "", hint))
        elif behind:
            self.number += 1
            self.trouble(Problem("nothing after this stop is carried out", ""))
            self.number -= 1
        self.stopped = not behind

    def go_on(self, value: object) -> None:
        """The line that is carried out is not at its end: this is left of its value, and is judged
        afresh and carried out next.  Where lines are put down it is a step of its own: so a path
        goes on leg by leg."""
        self._left = value

    # How lines are carried out.

    async def run(self, lines: Answer, judged: bool = False) -> bool:
        """Carry all lines out; False if they stopped before their end, to go on from there.

        judged: they were, as an answer, on this very position."""
        self.lines, self._known = lines, judged and self.foreseen
        for self.number, line in enumerate(lines):
            if self.over():
                break
            await self._to_its_end(line)
            if self.stopped:
                return self.over()
        self.finish()
        return True

    def put_down(self, lines: Answer) -> None:
        """Keep lines in the seat's own part, to be carried out one in a step: of long answers each
        line, and each part of one that goes on, then is a step of its own, and what follows stays
        sealed."""
        self.own[REST] = {"number": 0, "part": 0, "lines": lines}

    async def take_up(self) -> bool:
        """Carry out the first of the lines put down, or the next part of it; whether anything is
        left."""
        rest = self.own[REST]
        lines, self.number, self.part = rest["lines"], rest["number"], rest["part"]
        self.lines = [{}] * self.number + lines
        if lines and not self.over():
            await self._line(lines[0])
        more = self._rest_of(lines[0]) if lines else []
        if (more or lines[1:]) and not self.stopped and not self.over():
            number, part = (self.number, self.part + 1) if more else (self.number + 1, 0)
            self.own[REST] = {"number": number, "part": part, "lines": [*more, *lines[1:]]}
            return True
        del self.own[REST]
        if not self.stopped:
            self.finish()
        return False

    async def attempt(self, line: Line, number: int = 0) -> Problem | None:
        """Carry one line, of that number in its answer, out if it is possible now; otherwise what
        stands in its way."""
        self.lines, self.number = [{}] * number + [line], number
        conditions: Any = line.get(IF, ())
        if conditions and not holds(conditions, self.measure()):
            return Problem("its condition does not hold", "")
        action = self._action(line)
        for problem in action.problems():
            if problem.weight != SLIP:
                return problem
        await action.does()
        await self._rest_to_its_end(line)
        return None

    def rehearse(self, lines: Answer) -> Judgement:
        """Go through all lines on the copy; what was found, and which of them could not be
        tried.  Raises RuntimeError where `foreseen` is said of lines that hang on dice or others,
        or may be idle."""
        judged = self._rehearsed(lines)
        self._take_together(judged, () if judged.faults else self.slips())
        return judged

    def refused(self, lines: Answer) -> list[Fault]:
        """As `rehearse`, but only the faults that were found, for those who read no more."""
        return self._rehearsed(lines).faults

    def _rehearsed(self, lines: Answer) -> Judgement:
        judged = self.play(lines)
        if not self.ended:
            self.finish()
        if self.foreseen and (self.table.unsure or self._idle):
            hangs = "it hangs on others or chance" if self.table.unsure else "a line may be idle"
            raise RuntimeError(f"{type(self).__name__} is not foreseen: {hangs}")
        self._take_together(judged, self.whole())
        return judged

    def _take_together(self, judged: Judgement, problems: Iterable[Problem]) -> None:
        """Add what is said of all lines and not of one."""
        self.number = 0
        for problem in problems:
            fault = self._fault(problem)
            judged.add(fault._replace(path=fault.path[1:]))

    def play(self, lines: Answer) -> Judgement:
        """As `rehearse`, but more lines will follow."""
        assert self.judged is not None
        self._unreached, self._unmet = [], []
        driven(self._go(lines))
        for number in self._unreached:
            self._look_at(number)
        if self._unreached:
            unmet = self._unmet == self._unreached
            why = _unmet(self._unmet) if unmet else f"{_numbered(self._unreached)} not reached"
            reason = f"{why} here: only the form was checked"
            self.judged.add(Fault(WARNING, (self._unreached[0],), reason))
        return self.judged

    def carry(self, line: Line) -> None:
        """Rehearse a line that is known to be possible, without judging it."""
        driven(self._action(line).does())

    async def _go(self, lines: Answer) -> None:
        """Go through the lines as far as they are reached."""
        self.lines, self.stopped = lines, False
        for self.number, line in enumerate(lines):
            if self.stopped or self.ended or self.over():
                self._unreached.append(self.number)
                continue
            try:
                await self._to_its_end(line)
            except Unforeseen:
                self.ended = True
            self.trail.append((self.number, len(self.table.events), self.table.unsure))

    async def _to_its_end(self, line: Line) -> None:
        """Carry a line out, part by part if it goes on."""
        self.part = 0
        await self._line(line)
        if self._left is not None:
            await self._rest_to_its_end(line)

    async def _rest_to_its_end(self, line: Line) -> None:
        while (more := self._rest_of(line)) and not self.stopped and not self.over():
            self.part += 1
            await self._line(more[0])

    def _rest_of(self, line: Line) -> Answer:
        """What is left of a line, as one that has no conditions; [] if it has come to its end."""
        left, self._left = self._left, None
        return [] if left is None else [{word_of(line): left}]

    async def _line(self, line: Line) -> None:
        word = word_of(line)
        self.before(word)
        await self.prepare(word)
        if self.over() or (IF in line and not self._met(line)):
            return
        action = self._action(line)
        able = True
        for problem in () if self._known else action.problems():
            self.trouble(problem)
            able = able and problem.weight == SLIP
            self._idle = self._idle or problem.weight == IDLE
        if able:
            await action.does()
        else:
            self.doubts.update(action.names())

    def _action(self, line: Line) -> Action[Any]:
        word = word_of(line)
        action: type[Action[Any]] = self.request.by_word[word]
        return action(self, line[word])

    def _met(self, line: Line) -> bool:
        """Whether the conditions of a line hold; else it is left out, or the lines stop.

        In another course of things than a rehearsal's it may well be carried out."""
        conditions: Any = line[IF]
        if holds(conditions, self.measure()):
            return True
        known = len(self.judged.faults) if self.judged else 0
        if line[ELSE] != SKIP:
            self.stop()
        if self.judged and len(self.judged.faults) == known:
            self._unreached.append(self.number)
            self._unmet.append(self.number)
        return False

    def _look_at(self, number: int) -> None:
        """Try a line that is not reached for what is wrong with it in any position."""
        assert self.judged is not None
        twin = self.on_copy(self.request, self.view)
        twin.lines, twin.number, twin.table.unsure = self.lines, number, True
        for problem in twin._action(self.lines[number]).problems():
            if problem.weight == ALWAYS:
                twin.trouble(problem)
        assert twin.judged is not None
        self.judged.faults += twin.judged.faults


def _numbered(numbers: Sequence[int]) -> str:
    """Numbers of lines, from 0, as people count them: ``orders 2, 4 and 5 are``."""
    named = listed(str(number + 1) for number in numbers)
    return f"order {named} is" if len(numbers) == 1 else f"orders {named} are"


def _unmet(numbers: Sequence[int]) -> str:
    """The same of lines that their own conditions keep from being reached."""
    named = listed(str(number + 1) for number in numbers)
    if len(numbers) == 1:
        return f"the condition of order {named} does not hold"
    return f"the conditions of orders {named} do not hold"


def driven(code: Coroutine[Any, Any, None]) -> None:
    """Run what asks nobody to its end; raises RuntimeError if it waits for an answer."""
    try:
        code.send(None)
    except StopIteration:
        return
    raise RuntimeError("a rehearsal waits for nobody")
