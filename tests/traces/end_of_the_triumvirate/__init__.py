"""The End of the Triumvirate: games of another implementation of the same facts, through our rules.

Every turn is played twice: in as few answers as there can be, and in parts, with a question after
each thing done.  At every question of ours the positions are compared, and what the trace offers
with what would be taken.  After a difference our position is set to the trace's, and the game goes
on with the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.engine.plain import copied
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.scripted import OutOfDice
from tests.rules.end_of_the_triumvirate.adapter import position, ruleset
from tests.traces.base import GameReport, TraceDice, traces
from tests.traces.end_of_the_triumvirate.format import (
    GAME,
    KEYS,
    Data,
    Step,
    Trace,
    leaves,
    read,
    scenario,
)
from tests.traces.end_of_the_triumvirate.offers import EXPECTED, Offers
from tests.traces.end_of_the_triumvirate.orders import (
    OTHERS,
    TURN,
    WAIT,
    Cursor,
    Draft,
    chunks,
    take_part,
)

#: More differences than this in one game mean that the replay has gone astray.
OTHERS_AT_MOST = 20


class Mismatch(Exception):
    """Ours and theirs part."""


class Astray(Exception):
    """A replay that cannot go on."""


class Bag(TraceDice):
    """The battle bag: weapons come out as the trace has drawn them."""

    def __init__(self, state: Data) -> None:
        super().__init__(self.pick)
        self.state = state
        self.colours: list[str] = []

    def pick(self, path: str, k: int, m: int) -> list[int]:
        """Numbers of the next k weapons in the bag."""
        bag = [colour for colour, many in self.state["public"]["bag"].items() for _ in range(many)]
        drawn, self.colours = self.colours[:k], self.colours[k:]
        if len(drawn) != k or len(bag) != m:
            raise OutOfDice(f"{k} weapons of {m} are drawn, the trace has {drawn} of {bag}")
        picked = []
        for colour in drawn:
            if colour not in bag:
                raise OutOfDice(f"no weapon of {colour} is in the bag")
            picked.append(bag.index(colour))
            bag[picked[-1]] = ""
        return picked


class Replay:
    """One game under way, part by part."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.cursor = Cursor(trace)
        self.report = GameReport(trace.name, len(trace.steps))
        self.state = ruleset.rules.setup(scenario(trace.start), {})
        self.bag = Bag(self.state)
        self.offers = Offers(self.cursor, self.report)
        self.part = "start"
        self.problem = ""

    def play(self) -> GameReport:
        """The whole game."""
        try:
            while not self.run():
                self.go_on()
        except Astray:
            self.report.other.append("the replay has gone astray")
        return self.report

    def run(self) -> bool:
        """Go on to the next difference; True at the end."""
        game = Game(ruleset.rules, self.state, keep=False)
        self.problem = ""
        try:
            over = game.run(self.bag, self.supply).over
            if over:
                self.compare_end()
        except (OutOfDice, Mismatch) as problem:
            self.problem = str(problem)
        game.close()
        return not self.problem

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """Answer from the trace."""
        (request,) = requests
        self.catch_up(request)
        self.compare(request)
        self.offers.open(request, view(request.seat))
        if request.kind == "turn":
            if request.args["part"] == 1:
                self.play_whole()
            lines = self.take_turn()
        else:
            step = self.cursor.take()
            self.offers.look(step, Draft())
            lines = [{request.kind: step.chosen}]
            self.part = "election" if request.kind == "servant" else "after an escape or a raise"
            self.bag.colours += step.draws
        if faults := request.judge(view(request.seat), lines).faults:
            raise Mismatch(f"refused {lines}: {'; '.join(fault.reason for fault in faults)}")
        return [lines]

    def take_turn(self) -> Answer:
        """The next part of a turn."""
        at = self.cursor.next
        draft = take_part(self.cursor, self.offers.look)
        for step in self.trace.steps[at : self.cursor.next]:
            self.bag.colours += step.draws
        self.part = "supply" if draft.rome else "arrival" if draft.path else "action"
        lines = draft.lines()
        self.offers.told = [*self.offers.told, *lines]
        return lines if draft.ended else [*lines, WAIT]

    def catch_up(self, request: Request) -> None:
        """Pass over decisions with one answer, for which we do not ask."""
        while not self.asked(request):
            step = self.cursor.peek()
            if step is None or len(step.legal) > 1:
                raise Mismatch(f"{request.data()} is asked, the trace has {step}")
            self.pass_over()

    def pass_over(self) -> None:
        """A decision with one answer."""
        kind = self.cursor.take().kind
        self.report.offers[kind] = self.report.offers.get(kind, 0) + 1

    def asked(self, request: Request) -> bool:
        """Whether the trace's next decision is what a request of ours asks."""
        step = self.cursor.peek()
        if step is None or step.seat != request.seat:
            return False
        if request.kind == "turn":
            return step.kind in TURN and step.turn == self.state["public"]["turn"]
        return OTHERS.get(step.kind) == request.kind

    def play_whole(self) -> None:
        """4.1 The turn that begins, on a copy, in as few answers as there can be."""
        at = self.cursor.next
        turn = self.trace.steps[at].turn
        steps = [step for step in self.trace.steps[at:] if step.turn == turn]
        found = WholeTurn(self.state, steps).problem()
        self.report.count("whole turn")
        if found:
            self.report.other.append(f"turn {turn} as a whole: {found}")

    # Comparing.

    def compare(self, request: Request) -> None:
        """The positions must agree."""
        if request.kind != "turn":
            self.part = f"at the question: {request.kind}"
        elif self.state["public"]["now"]["asked"] == 0 and self.cursor.next:
            self.part = "turn"
        self.same()

    def same(self) -> None:
        """Every value is the same; count it."""
        if found := differences(self.state["public"], self.cursor.position):
            raise Mismatch(found)
        if self.bag.colours:
            raise Mismatch(f"the trace draws {self.bag.colours} more")
        self.report.count(self.part)

    def compare_end(self) -> None:
        """1.2 Who has won, how, with the same position."""
        while (step := self.cursor.peek()) and len(step.legal) == 1:
            self.pass_over()
        self.part = "end"
        if self.cursor.peek():
            raise Mismatch("our game is over, the trace goes on")
        self.same()
        end, public = self.trace.end, self.state["public"]
        result = {"winner": end["winner"], "why": end["reason"].replace(" ", "-")}
        if public["result"] != result:
            raise Mismatch(f"the end: {public['result']}, the trace has {result}")

    # After a difference.

    def go_on(self) -> None:
        """Note a difference, and go to the beginning of the next turn in the trace."""
        number = self.cursor.next
        self.report.other.append(f"step {number}, {self.part}: {self.problem}")
        while (step := self.cursor.peek()) and step.kind != "rome":
            self.cursor.take()
        if step is None or len(self.report.other) > OTHERS_AT_MOST:
            raise Astray
        self.bag.colours = []
        self.state["public"].update(copied(self.cursor.position))
        self.state["public"].update(phase="turn", now=position.fresh(), attack=None, result=None)


class WholeTurn:
    """One turn on a copy of the position."""

    def __init__(self, state: Data, steps: Sequence[Step]) -> None:
        self.state, self.steps = copied(state), steps
        self.chunks = chunks(steps)
        self.others = [step for step in steps if step.kind in OTHERS]
        self.bag = Bag(self.state)
        self.bag.colours = [colour for step in steps for colour in step.draws]

    def problem(self) -> str:
        """What is wrong with it, "" if nothing."""
        game = Game(ruleset.rules, self.state, keep=False)
        try:
            game.run(self.bag, self.supply)
        except (OutOfDice, Mismatch) as problem:
            return str(problem)
        finally:
            game.close()
        return differences(self.state["public"], self.steps[-1].position)

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """Answer from the trace; None when the turn is over."""
        (request,) = requests
        if request.kind != "turn":
            lines: Answer = [{request.kind: self.other(request)}]
        elif self.state["public"]["turn"] != self.steps[0].turn:
            return None
        elif self.chunks:
            lines = self.chunks.pop(0)
        else:
            raise Mismatch("we ask once more")
        if faults := request.judge(view(request.seat), lines).faults:
            raise Mismatch(f"refused {lines}: {'; '.join(fault.reason for fault in faults)}")
        return [lines]

    def other(self, request: Request) -> Any:
        """What another seat has chosen; decisions with one answer are passed over."""
        for number, step in enumerate(self.others):
            if OTHERS[step.kind] == request.kind and step.seat == request.seat:
                del self.others[: number + 1]
                return step.chosen
        raise Mismatch(f"{request.data()} is asked, the trace has {self.others}")


def differences(public: Data, theirs: Data) -> str:
    """Every value that is not the same, in words."""
    ours = dict(leaves({key: public[key] for key in KEYS}))
    told = dict(leaves(theirs))
    return "; ".join(
        f"{path} {ours.get(path)!r}, the trace has {told.get(path)!r}"
        for path in dict.fromkeys((*ours, *told))
        if ours.get(path, "nothing") != told.get(path, "nothing")
    )


def files(folder: Path) -> list[Path]:
    """The traces in a folder, in either form."""
    return traces(folder, GAME)


def compare(path: Path) -> GameReport:
    """Replay one trace."""
    return Replay(read(path)).play()


__all__ = ["EXPECTED", "compare", "files"]
