"""Walks: the lines of one answer, carried out one after the other.

The same code runs twice: first in a rehearsal, on a copy of what the seat sees, to judge the
answer; then in a step, on the table.  Templates, standing orders and random play rehearse too.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.action import ALWAYS, DOUBT, IDLE, SLIP, UNSURE, Action, Problem
from referee.engine.conditions import unmet
from referee.engine.judgement import Causes, Judgement, unreached
from referee.engine.table import Rehearsal, Table, Unforeseen, driven
from referee.engine.view import Quantity, Question, View, measured
from referee.engine.words import ELSE, IF, SKIP, Answer, Line, word_of
from referee.fault import NOT_ALLOWED, WARNING, Fault

if TYPE_CHECKING:
    from typing import Self


#: the key of the seat's own part that keeps the lines still to be carried out
REST = "rest"


class Walk:
    """The lines of an answer while they are carried out, and what they leave behind.

    judged: what a rehearsal has found, None on the table; lines, number: all of them, and the
    current one; part: how many times that one has continued (`go_on`); acted: whether anything has
    changed; doubts: ids that refused lines named; ended: whether a rehearsal has reached dice that
    have no hoped result; unmet: lines whose conditions do not hold in it."""

    #: numbers that conditions before lines can compare; if there are none, lines have no conditions
    quantities: ClassVar[Mapping[str, Quantity]] = {}
    #: whether each line depends on all above it: nothing is said of those below an unreadable one
    chained: ClassVar[bool] = False
    #: whether lines hang together that name the same things: what is wrong with one behind a line
    #: that is refused is then not told, as it may come from that alone
    linked: ClassVar[bool] = False
    #: whether a rehearsal shows everything that the lines do: no dice, nothing hidden, nobody
    #: asked, no idle line; an answer that was just judged is then not judged again line by line
    foreseen: ClassVar[bool] = False
    #: whether a second line is never legal; hints then do not suggest one
    one_line: ClassVar[bool] = False
    #: keys of maps and lists whose top alone a rehearsal copies: verbs never change what they hold
    replaced: ClassVar[Container[str]] = ()
    #: whether this is a copy: nobody can be asked and nothing rolled
    rehearsing: bool
    #: whether `before` or `prepare` does anything: to wait for nothing at each line takes time
    _prepares: ClassVar[bool] = False

    # Most walks are so short that to set all these would take a good part of their time.
    number, part, acted, stopped, ended, _known, _idle = 0, 0, False, False, False, False, False
    _left: Any = None
    _causes: Causes | None = None
    _unreached: Sequence[int] = ()
    unmet: Sequence[int] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._prepares = (cls.before, cls.prepare) != (Walk.before, Walk.prepare)

    def __init__(self, request: Question, table: Table, judged: Judgement | None = None) -> None:
        self.request, self.table, self.judged = request, table, judged
        self.rehearsing = table.rehearsing
        #: the position: its public part, and the seat's own part
        self.seat, self.public, self.own = request.seat, table.public, table.own(request.seat)
        self.lines: Answer = []
        self.doubts: set[str] = set()
        #: of each line come to in a rehearsal: number, events behind it, whether chance decides it
        self.trail: list[tuple[int, int, bool]] = []
        self.begin()

    @classmethod
    def on_copy(cls, request: Question, view: View) -> Self:
        """A walk for rehearsing lines, with a copy of what the seat sees."""
        return cls(request, Rehearsal(view, cls.replaced), Judgement())

    # What a game overrides.

    def begin(self) -> None:
        """Before the first line: set up what this walk keeps count of."""

    def before(self, word: str) -> None:
        """Before looking at a line with that word, its conditions, or a further part of it."""

    async def prepare(self, word: str) -> None:
        """After `before`: automatic events before a line with that word, which may roll or ask."""

    def measure(self) -> Mapping[str, int]:
        """The numbers that conditions compare, as they are now."""
        return measured(self.quantities, self.request, self.view)

    def over(self) -> bool:
        """Whether nothing is left to carry out: if not overridden, once there is a ``result``."""
        return bool(self.public.get("result"))

    def whole(self) -> Iterable[Problem]:
        """In a rehearsal, after the last line: what is wrong with the lines taken together."""
        return ()

    def slips(self) -> Iterable[Problem]:
        """After `whole`, if all lines are legal: possible slips in the lines taken together.  Only
        called if a player will read them."""
        return ()

    def finish(self) -> None:
        """After the last line, unless the lines stopped before: automatic events."""

    def remarks(self) -> Iterable[str]:
        """After a rehearsal of lines that are all legal: what they leave behind or give away, as
        whole sentences for their player; what the events say is not said again."""
        return ()

    # What actions use.

    @property
    def view(self) -> View:
        """What the seat sees of the position."""
        return View(self.seat, self.public, self.own)

    def good(self, problem: Problem | None) -> bool:
        """Whether there is no problem; otherwise the problem is reported."""
        if problem:
            self.trouble(problem)
        return problem is None

    def trouble(self, problem: Problem) -> None:
        """Report something that cannot be done, or may be a slip: as a fault or warning in a
        rehearsal; on the table only its player learns that it was not done."""
        if problem.weight == DOUBT:
            return
        if self.judged is not None and self._causes:
            self._causes.note(self._fault(problem), problem.weight == ALWAYS, self.judged)
        elif self.judged is not None:
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
        """Stop here: the player will be asked again.

        Something must have been done before, or the same would be asked again for ever.  In a
        rehearsal, lines after one that always stops are tried as if that line were not there."""
        conditions: Any = self.lines[self.number].get(IF, ())
        always, why = not conditions, unmet(conditions, self.measure())
        if not self.rehearsing:
            if not always:
                why = why or "its condition was met"
                self.trouble(Problem(f"{why}, so your orders stop here", ""))
            self.stopped = True
            return
        behind = bool(self.lines[self.number + 1 :]) and (always or not self.acted)
        if not self.acted and not (self._causes and self._causes.refused):
            hint = "leave the line out" + ("" if always else f", or write '{ELSE}: {SKIP}'")
            self.trouble(Problem(f"nothing is done before this stop{why and f': {why}'}", "", hint))
        elif behind:
            self.number += 1
            self.trouble(Problem("nothing after this stop is carried out", ""))
            self.number -= 1
        self.stopped = not behind

    def go_on(self, value: object) -> None:
        """Continue the current line with what is left of its value: the next leg of a path, judged
        afresh, and a step of its own if lines are put down."""
        self._left = value

    # How lines are carried out.

    async def run(self, lines: Answer, judged: bool = False) -> bool:
        """Carry all lines out; return False if they stopped early, to be continued from there.

        judged: whether they were judged, as one answer, on this very position."""
        self.lines, self._known = lines, judged and self.foreseen
        for self.number, line in enumerate(lines):
            if self.over():
                break
            await self._line(line)
            if self.stopped:
                return self.over()
        self.finish()
        return True

    def put_down(self, lines: Answer) -> None:
        """Keep lines in the seat's own part, to be carried out one per step.  In a long answer each
        line, and each part of a line that continues, is then a step of its own, and the rest stays
        sealed."""
        self.own[REST] = {"number": 0, "part": 0, "lines": lines}

    async def take_up(self) -> bool:
        """Carry out the first of the lines put down, or its next part; return whether anything is
        left."""
        rest = self.own[REST]
        lines, self.number, self.part = rest["lines"], rest["number"], rest["part"]
        self.lines = [{}] * self.number + lines
        if lines and not self.over():
            await self._line(lines[0], whole=False)
        more = self._rest_of(lines[0]) if lines else []
        if (more or lines[1:]) and not self.stopped and not self.over():
            number, part = (self.number, self.part + 1) if more else (self.number + 1, 0)
            self.own[REST] = {"number": number, "part": part, "lines": [*more, *lines[1:]]}
            return True
        del self.own[REST]
        if not self.stopped:
            self._finish_step()
        return False

    def _finish_step(self) -> None:
        """RuntimeError for dice: their number would tell if the last line came to nothing."""
        before = len(self.table.records)
        self.finish()
        if len(self.table.records) > before:
            raise RuntimeError("dice after the last line need a step of their own")

    async def attempt(self, line: Line, number: int = 0) -> Problem | None:
        """Carry out one line, with its number in the answer, if it is possible now; otherwise
        return what prevents it."""
        self.lines, self.number = [{}] * number + [line], number
        conditions: Any = line.get(IF, ())
        if conditions and (why := unmet(conditions, self.measure())):
            return Problem(why, "")
        action = self._action(line)
        found = next((one for one in action.problems() if one.weight != SLIP), None)
        if found is None:
            await self._do(action, line)
        return found

    def rehearse(self, lines: Answer) -> Judgement:
        """Go through all lines on the copy; return what was found, and which lines could not be
        tried.  Raises RuntimeError if `foreseen` is set although lines depend on dice or others,
        or may be idle."""
        self._causes = causes = Causes()
        judged = self._rehearsed(lines)
        self._take_together(judged, () if judged.faults else self.slips())
        causes.tell(judged)
        return judged

    def refused(self, lines: Answer) -> list[Fault]:
        """Like `rehearse`, but only the faults."""
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
            judged.add(self._fault(problem)._replace(path=problem.path))

    def never(self, lines: Answer) -> list[Fault]:
        """On a copy: what is wrong with each of the lines in any position."""
        assert self.judged is not None
        self.lines = lines
        for number in range(len(lines)):
            self._look_at(number)
        return self.judged.faults

    def play(self, lines: Answer) -> Judgement:
        """Like `rehearse`, but more lines will follow."""
        assert self.judged is not None
        self._unreached = self.unmet = []
        driven(self._go(lines))
        for number in self._unreached:
            self._look_at(number)
        if self._unreached:
            reason = unreached(self._unreached, self.unmet)
            self.judged.add(Fault(WARNING, (self._unreached[0],), reason, "", self._stopping()))
        return self.judged

    def _stopping(self) -> str:
        """A hint, if the lines come to an end at a condition that does not hold."""
        if not self.stopped or not self.unmet or self.lines[self.unmet[-1]][ELSE] == SKIP:
            return ""
        why = "as its condition does not hold"
        return f"order {self.unmet[-1] + 1} stops them, {why}; write '{ELSE}: {SKIP}' to go on"

    def carry(self, line: Line) -> None:
        """Rehearse a line that is known to be possible: only what is left of it is judged."""
        self.lines, self.number, self.part = [line], 0, 0
        driven(self._carried(line))

    async def _carried(self, line: Line) -> None:
        try:
            await self._do(self._action(line), line)
        except Unforeseen:
            self.ended = True

    async def _go(self, lines: Answer) -> None:
        """Go through the lines, as far as they are reached."""
        self.lines, self.stopped = lines, False
        for self.number, line in enumerate(lines):
            if self.stopped or self.ended or self.over():
                self._unreached = [*self._unreached, self.number]
                continue
            try:
                await self._line(line)
            except Unforeseen:
                self.ended = True
            self.trail.append((self.number, len(self.table.events), self.table.unsure))

    async def _rest_to_its_end(self, line: Line) -> None:
        while (more := self._rest_of(line)) and not self.stopped and not self.over():
            self.part += 1
            await self._line(more[0], whole=False)

    def _rest_of(self, line: Line) -> Answer:
        """What is left of a line, without conditions; [] if it is finished."""
        left, self._left = self._left, None
        return [] if left is None else [{word_of(line): left}]

    async def _line(self, line: Line, whole: bool = True) -> None:
        """Carry a line out; whole: to its end, part by part if it continues."""
        self.part = 0 if whole else self.part
        if self._prepares:
            self.before(word := word_of(line))
            await self.prepare(word)
        if (self._prepares and self.over()) or (IF in line and not self._met(line)):
            return
        action = self._action(line)
        if able := self._known or self._possible(action):
            await action.does()
        if self._left is None:
            action.ends()
        if not able or (self._causes and self._causes.doubtful(self.number)):
            self.doubts.update(action.names())
        if whole and self._left is not None:
            await self._rest_to_its_end(line)

    async def _do(self, action: Action[Any], line: Line) -> None:
        """Carry out a line that is possible, to its end."""
        await action.does()
        if self._left is None:
            action.ends()
        else:
            await self._rest_to_its_end(line)

    def _possible(self, action: Action[Any]) -> bool:
        """Report what is wrong with a line; return whether it can be carried out all the same."""
        if self._causes and self._causes.above(self.number):
            hangs = self.linked and not self.doubts.isdisjoint(action.depends())
            self._causes.follows = self.chained or hangs
        able = True
        for problem in action.problems():
            self.trouble(problem)
            able = able and problem.weight == SLIP
            self._idle = self._idle or problem.weight == IDLE
        return able

    def _action(self, line: Line) -> Action[Any]:
        word = word_of(line)
        made: Action[Any] = self.request.by_word[word](self, line[word])
        return made

    def _met(self, line: Line) -> bool:
        """Whether the conditions of a line hold; if not, it is left out or stops, and says why.

        In a rehearsal that means little: with other results the line may be carried out."""
        conditions: Any = line[IF]
        if not (why := unmet(conditions, self.measure())):
            return True
        known = len(self.judged.faults) if self.judged else 0
        if line[ELSE] != SKIP:
            self.stop()
        elif not self.rehearsing:
            self.trouble(Problem(why, ""))
        if self.judged and len(self.judged.faults) == known:
            self._unreached = [*self._unreached, self.number]
            self.unmet = [*self.unmet, self.number]
        return False

    def _look_at(self, number: int) -> None:
        """Look for what is wrong, in any position, with a line that is not reached."""
        twin = self.on_copy(self.request, self.view)
        twin.lines, twin.number, twin.table.unsure = self.lines, number, True
        for problem in twin._action(self.lines[number]).never():
            twin.trouble(problem)
        assert self.judged is not None and twin.judged is not None
        self.judged.faults += twin.judged.faults
