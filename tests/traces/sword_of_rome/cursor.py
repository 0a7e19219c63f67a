"""Where a replay is in its trace; some decisions are taken before those in front of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.traces.sword_of_rome.format import Step, Trace

#: Decisions with which another action, or another phase, begins.
BEGIN = ("action", "desperate", "desperate_last", "discard", "first_player", "renew")


class Cursor:
    """Steps of a trace; next: the first that is not taken; begin: from where on is looked ahead, if
    that is later."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.steps = trace, trace.steps
        self.taken: set[int] = set()
        self.next = self.begin = 0

    def peek(self) -> Step | None:
        """The next decision, None at the end."""
        return self.steps[self.next] if self.next < len(self.steps) else None

    def take(self, step: Step) -> Step:
        """A decision is made."""
        self.taken.add(step.number - 1)
        while self.next in self.taken:
            self.next += 1
        return step

    def is_next(self, step: Step) -> bool:
        """Whether it is the first that is not taken."""
        return step.number - 1 == self.next

    def ahead(self, ends: tuple[str, ...] = BEGIN) -> Iterator[Step]:
        """Decisions that are not taken, from the next one on to where an action or a phase ends."""
        begin = max(self.next, self.begin)
        for index in range(begin, len(self.steps)):
            step, first = self.steps[index], self.steps[begin]
            other = (step.turn, step.round) != (first.turn, first.round)
            if index > begin and (step.kind in ends or other):
                return
            if index not in self.taken:
                yield step

    def find(
        self,
        *kinds: str,
        seat: str = "",
        ends: tuple[str, ...] = BEGIN,
        fits: Callable[[Step], bool] = lambda step: True,
    ) -> Step | None:
        """The next decision of some kinds within what is `ahead`; seat: in their words."""
        for step in self.ahead(ends):
            if step.kind in kinds and seat in ("", step.seat) and fits(step):
                return step
        return None

    def run(self, *kinds: str, seat: str = "") -> list[Step]:
        """Decisions of some kinds that come next without another between them."""
        found = []
        for step in self.ahead(()):
            if step.kind not in kinds or seat not in ("", step.seat):
                break
            found.append(step)
        return found
