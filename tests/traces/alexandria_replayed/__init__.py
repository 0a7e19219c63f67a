"""Caesar in Alexandria: games that another implementation has played, by our rules.

Each player turn becomes one answer of ours, with the answers to what is asked in it; dice fall as
the trace says.  At the end of each turn the positions are compared.  After a difference our
position is set to the trace's, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.words import Answer
from referee.lab.scripted import OutOfDice, ScriptedDice
from tests.rules.caesar_in_alexandria.adapter import position, ruleset
from tests.traces.alexandria_replayed import form, offers
from tests.traces.alexandria_replayed.form import Data, Trace, Turn, files
from tests.traces.alexandria_replayed.orders import Reactions, is_blocked, is_compared, lines
from tests.traces.base import GameReport

#: More differences than this in one game mean that the replay has gone astray.
OTHERS_AT_MOST = 40
#: Where a unit cannot stay and has but one turn left to make, the trace makes it unasked: the turn
#: back that is ordered next then is none of ours.
TURNED = "a turn that the trace makes unasked"
EXPECTED = (TURNED,)
#: Requests that the trace does not make where there is one answer.
FORCED = ("flee", "retreat", "facing", "reference", "replace")


class Astray(Exception):
    """What is asked does not fit what the trace goes on with."""


class Dice(ScriptedDice):
    """Dice of a trace, where a d10 shows 0 to 9."""

    def rolled(self, count: int, faces: int) -> list[int]:
        """The next dice."""
        values = self.values[:count]
        if faces == 10:
            values = [value or 10 for value in values]
        if len(values) < count or any(not 1 <= value <= faces for value in values):
            raise OutOfDice(f"we roll {count} dice of {faces} faces, the trace has {values}")
        del self.values[:count]
        return values


class Replay:
    """One game under way, turn by turn."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.report = GameReport(trace.name, sum(len(turn.steps) for turn in trace.turns))
        self.state = form.state_of(trace)
        self.asked = False
        self.reactions = Reactions([])
        self.answer: Answer = []
        self.steps: list[form.Step] = []

    def play(self) -> GameReport:
        """Every turn."""
        for number, turn in enumerate(self.trace.turns):
            if not is_compared(turn):
                self.other(turn, "decisions of unknown kinds")
                form.align(self.state, turn.after)
                self.next_turn(number)
                continue
            self.turn(turn)
            last = number == len(self.trace.turns) - 1
            if not last or self.trace.end:
                self.compare(turn)
                self.next_turn(number)
            if len(self.report.other) > OTHERS_AT_MOST:
                self.report.other.append("the replay is given up here")
                break
        return self.report

    def turn(self, turn: Turn) -> None:
        """One player turn."""
        self.answer, self.reactions = lines(turn), Reactions(turn.steps)
        self.steps = turn.steps
        self.asked = False
        dice = Dice([die for step in turn.steps if step.kind != "seize" for die in step.dice])
        game = Game(ruleset.rules, self.state, keep=False)
        try:
            events = game.run(dice, self.supply).events
            self.refused(turn, events)
            if dice.values:
                self.other(turn, f"dice are left: {dice.values}")
        except (OutOfDice, Astray) as trouble:
            self.other(turn, str(trouble))
        game.close()

    def refused(self, turn: Turn, events: Sequence[Data]) -> None:
        """Orders that ours did not carry out."""
        for event in events:
            if event["kind"] == "not done":
                (told,) = event["own"].values()
                line = self.answer[told["line"] - 1]
                if told["rule"] == "6.12":
                    self.report.expect(TURNED)
                    continue
                self.other(turn, f"{line}: {told['reason']} ({told['rule']})")

    def other(self, turn: Turn, text: str) -> None:
        """A difference that nobody expects."""
        self.report.other.append(f"turn {turn.number} (from {turn.steps[0].number}): {text}")

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        """Answers from the trace; None when the next turn begins."""
        if requests[0].kind == "seize":
            self.asked = True
            return None
        if requests[0].kind == "turn":
            if self.asked:
                return None
            self.asked = True
            self.speeds(requests[0], view(requests[0].seat))
            return [self.answer]
        return self.reacted(requests, view)

    def speeds(self, request: Request, view: View) -> None:
        """What a fleet could choose before it sails."""
        if {"activate": "fleet"} in self.answer:
            for found in offers.of_fleet(request, view, self.answer, self.steps):
                self.offered(*found)

    def offered(self, step: form.Step, theirs: set[str], mine: set[str]) -> None:
        """Both offer the same."""
        kinds = self.report.offers
        kinds[step.kind] = kinds.get(step.kind, 0) + 1
        if theirs != mine:
            text = f"{step.number} {step.kind}: ours {sorted(mine)}, theirs {sorted(theirs)}"
            self.report.other.append(text)

    def reacted(self, requests: Sequence[Request], view: Callable[[str], View]) -> list[Answer]:
        """Answers to what is asked at once, where the trace asks one after the other: first units
        to which both offer the same, last those that can go only after others."""
        found: dict[int, Answer] = {}
        for number, request in enumerate(requests):
            answer = self.reactions.exactly(request, view(request.seat))
            found |= {} if answer is None else {number: answer}
        rest = [number for number in range(len(requests)) if number not in found]
        for number in sorted(rest, key=lambda n: is_blocked(requests[n], view(requests[n].seat))):
            found[number] = self.react(requests[number], view(requests[number].seat))
        return [found[number] for number in range(len(requests))]

    def react(self, request: Request, view: View) -> Answer:
        """What the trace has for something that the other side is asked."""
        found = self.reactions.take(request, view)
        if found is not None and self.reactions.taken:
            for compared in offers.of_reaction(request, view, self.reactions.taken):
                self.offered(*compared)
        if found is None and request.kind in FORCED:
            return ruleset.rules.kinds[request.kind].standing.default(request, view)
        if found is None:
            if request.kind == "withdrawal":
                return []
            raise Astray(f"we ask {request.title()}, the trace does not")
        if faults := request.judge(view, found).faults:
            raise Astray(f"{request.title()}: refused {found}: {faults[0].reason}")
        return found

    def next_turn(self, number: int) -> None:
        """The next player turn begins."""
        if number + 1 < len(self.trace.turns):
            form.begin(self.state, self.trace.turns[number + 1])

    def compare(self, turn: Turn) -> None:
        """The position after a turn."""
        wanted = turn.after
        found = form.differences(self.state["public"], wanted)
        if found:
            self.other(turn, "; ".join(found))
            form.align(self.state, wanted)
        elif not self.asked:
            self.other(turn, "it was not asked for")
        if self.reactions.left:
            left = [f"{step.number} {step.chosen}" for step in self.reactions.left]
            self.other(turn, f"never asked: {', '.join(left)}")
        self.report.count("turn")


@contextmanager
def ordered_as(trace: Trace) -> Iterator[None]:
    """Galleys come in the order in which the trace lists them, for dice that each of them rolls."""
    names = vars(position)
    ours = names["GALLEYS"]
    listed = [name.lower() for name in trace.start if name.lower() in ours]
    names["GALLEYS"] = {key: ours[key] for key in [*listed, *(k for k in ours if k not in listed)]}
    try:
        yield
    finally:
        names["GALLEYS"] = ours


def compare(path: Path) -> GameReport:
    """Replay one trace."""
    trace = form.read(path)
    with ordered_as(trace):
        return Replay(trace).play()


__all__ = ["EXPECTED", "Replay", "compare", "files"]
