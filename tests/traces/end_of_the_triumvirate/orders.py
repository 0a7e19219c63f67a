"""Decisions of a trace of The End of the Triumvirate, as lines of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.words import Answer, Line
from tests.rules.end_of_the_triumvirate.adapter import SEAS, TRACKS
from tests.traces.end_of_the_triumvirate.format import AT_SEA, Data, Step, Trace

SUPPLY = ("rome", "gold-unit", "legion-unit", "rome-legion")
#: Decisions of the one whose turn it is, and requests of ours for the others.
TURN = (*SUPPLY, "go", AT_SEA, "carry", "servants", "action")
OTHERS = {"escape": "escape", "raise": "raise", "consul-servant": "servant"}
WAIT: Line = {"wait": {}}


class Cursor:
    """A place in a trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.next = trace, 0

    @property
    def last(self) -> Step | None:
        """The decision before."""
        return self.trace.steps[self.next - 1] if self.next else None

    @property
    def position(self) -> Data:
        """What follows from it."""
        return self.last.position if self.last else self.trace.start

    def peek(self) -> Step | None:
        """The next decision, None at the end."""
        return self.trace.steps[self.next] if self.next < len(self.trace.steps) else None

    def take(self) -> Step:
        """Go on to the next one."""
        self.next += 1
        return self.trace.steps[self.next - 1]


class Draft:
    """One part of a turn, as far as it has been said: supply, one landing, or one thing more.

    before: servants placed or taken up first, which is not worth a question.  at: where Rome's
    legions go; path, load: of a landing.  complete: nothing can follow in it; ended: nor in the
    turn."""

    def __init__(self) -> None:
        self.rome: dict[str, Any] = {}
        self.at: list[str] = []
        self.scarce: dict[str, list[str]] = {"gold": [], "legions": []}
        self.path: list[str] = []
        self.load: dict[str, Any] = {}
        self.before: Answer = []
        self.action: Answer = []
        self.complete = self.ended = False

    def hear(self, step: Step) -> None:
        """One decision more."""
        chosen: Any = step.chosen
        match step.kind:
            case "rome":
                units = [chosen.count(goods) for goods in ("gold", "legion")]
                self.rome = {"gold": units[0], "legions": units[1]}
            case "gold-unit":
                self.scarce["gold"].append(chosen)
            case "legion-unit":
                self.scarce["legions"].append(chosen)
            case "rome-legion":
                self.at.append(chosen)
            case "carry":
                self.load["legions"] = chosen
            case "servants":
                self.load["servants"] = chosen
                self.complete = self.path[-1] not in SEAS
            case "action":
                self.complete, self.action = True, _action(chosen)
                self.ended = not self.action
            case _:
                self._go(step.kind, chosen)

    def _go(self, kind: str, chosen: str) -> None:
        if chosen in ("lift", "place"):
            self.before.append({f"{chosen} servant": {}})
        elif chosen != "end":
            self.path.append(chosen)
            self.complete = kind == AT_SEA and chosen not in SEAS

    def supply(self, *more: str) -> Answer:
        """Lines of the supply; `more`: provinces behind those named for Rome's legions."""
        at = [*self.at, *more]
        lines: Answer = [{"rome": {**self.rome, **({"at": at} if at else {})}}]
        return lines + [line for goods in self.scarce for line in self.wishes(goods)]

    def wishes(self, goods: str, *more: str) -> Answer:
        """5.5 A line for a shortage, or none: named more often than once, takers get one each
        time, and the second half comes too late for anything."""
        named = [*self.scarce[goods], *more]
        return [{f"scarce {goods}": [*named, *named]}] if named else []

    def move(self, *more: str, **load: int) -> Line:
        """The line of the landing, its path going on."""
        return {"move": {"to": [*self.path, *more], **self.load, **load}}

    def lines(self) -> Answer:
        """What has been said, as orders."""
        if self.rome:
            return self.supply()
        return [*self.before, *([self.move()] if self.path else self.action)]


def _action(chosen: str) -> Answer:
    if chosen in TRACKS:
        return [{"improve": chosen}]
    word, _, section = chosen.partition(":")
    return [] if word == "end" else [{word: section or {}}]


def take_part(cursor: Cursor, look: Callable[[Step, Draft], None]) -> Draft:
    """One part of a turn; `look` sees each decision before it is taken."""
    draft, turn = Draft(), None
    while not draft.complete:
        step = cursor.peek()
        ended = step is None or step.kind not in TURN or step.turn != (turn or step.turn)
        if ended or (draft.rome and step and step.kind not in SUPPLY):
            return draft
        assert step is not None
        look(step, draft)
        draft.hear(cursor.take())
        turn = step.turn
    return draft


def chunks(steps: Sequence[Step]) -> list[Answer]:
    """4.1 A whole turn, in as few answers as there can be: a new one after a failed attack."""
    answers: list[Answer] = [[]]
    for lines, target, after in _parts(steps):
        answers[-1] += lines
        if target and after["provinces"][target]["owner"] != steps[0].seat:
            answers.append([])
    return answers


def _parts(steps: Sequence[Step]) -> Iterator[tuple[Answer, str, Data]]:
    """Each part of a turn: its lines, where it lands ("" if it does not), and the position at the
    next decision of the one whose turn it is."""
    mine = [at for at, step in enumerate(steps) if step.kind in TURN]
    draft = Draft()
    for at, after in zip(mine, [*mine[1:], len(steps)], strict=True):
        draft.hear(steps[at])
        supplied = draft.rome and (after == len(steps) or steps[after].kind not in SUPPLY)
        if draft.complete or supplied or after == len(steps):
            yield draft.lines(), draft.path[-1] if draft.path else "", steps[after - 1].position
            draft = Draft()
