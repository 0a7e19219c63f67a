"""What a request says of an answer; and one cause, told once: what of a rehearsal's faults may come
from a refused line above alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.fault import WARNING, Fault
from referee.kit.lines import listed


class Judgement:
    """What a request says of an answer, which is good if ``faults`` is empty.

    faults: refusals, with paths that begin at the answer (``(2, "blocks", 0)``).
    warnings: legal slips, in the same form; kept_back: those of them that stand for faults of lines
    below a refused one.
    """

    def __init__(self, faults: Iterable[Fault] = (), warnings: Iterable[Fault] = ()) -> None:
        self.faults, self.warnings = list(faults), list(warnings)
        self.kept_back: Sequence[Fault] = ()

    def __eq__(self, other: object) -> bool:
        """Whether both say the same."""
        if not isinstance(other, Judgement):
            return NotImplemented
        return (self.faults, self.warnings) == (other.faults, other.warnings)

    def add(self, fault: Fault) -> None:
        """Add one fault to faults or warnings, unless it is there already."""
        found = self.warnings if fault.answer == WARNING else self.faults
        if fault not in found:
            found.append(fault)


class Causes:
    """What a rehearsal that a player reads keeps back, by the numbers of the lines.

    refused: lines of which a fault is told; behind: those whose faults may come from one of these
    alone; follows: whether the line that is looked at is such a one; alike: lines of which the same
    is to be said as of an earlier one, by that one."""

    def __init__(self) -> None:
        self.refused: set[int] = set()
        self.behind: set[int] = set()
        self.follows = False
        self.alike: dict[int, set[int]] = {}

    def doubtful(self, number: int) -> bool:
        """Whether it is refused, or behind one that is."""
        return number in self.refused or number in self.behind

    def above(self, number: int) -> bool:
        """Whether a line above this one was refused; until then it follows none."""
        self.follows = False
        return bool(self.refused - {number})

    def note(self, fault: Fault, always: bool, judged: Judgement) -> None:
        """Tell a fault, unless it may come from a refused line alone, or was told of another line.

        always: whether it is one in any position."""
        number, first = _line(fault), _told_of(fault, judged)
        if fault.answer == WARNING:
            judged.add(fault)
        elif self.follows and not always:
            self.behind.add(number)
        elif first is not None:
            self.alike.setdefault(first, set()).add(number)
        else:
            self.refused.add(number)
            judged.add(fault)

    def tell(self, judged: Judgement) -> None:
        """Warn of what was kept back."""
        judged.kept_back = list(self._kept_back())
        for warning in judged.kept_back:
            judged.add(warning)

    def _kept_back(self) -> Iterator[Fault]:
        for first, alike in self.alike.items():
            reason = f"the same is wrong with {_orders(alike)} as with {_orders([first])}"
            yield Fault(WARNING, (min(alike),), reason)
        if behind := self.behind - self.refused:
            above = _orders(number for number in self.refused if number < max(behind))
            reason = f"{_orders(behind)} can only be judged once {above} can be carried out"
            yield Fault(WARNING, (min(behind),), reason)


def _told_of(fault: Fault, judged: Judgement) -> int | None:
    """The number of another line of which the same was said, None if there is none."""
    for one in judged.faults:
        if one.path and one.path[0] != fault.path[0] and one[2:5] == fault[2:5]:
            return _line(one)
    return None


def _line(fault: Fault) -> int:
    """The number of the line that a fault is of."""
    number = fault.path[0]
    assert isinstance(number, int), "a fault of a line"
    return number


def unreached(numbers: Sequence[int], unmet: Sequence[int]) -> str:
    """What is said of lines that are not reached; unmet: those of them, or of the lines above,
    whose own conditions do not hold."""
    why = f"{_orders(numbers)} {'is' if len(numbers) == 1 else 'are'} not reached"
    if unmet == numbers:
        named = listed(str(number + 1) for number in unmet)
        one = f"the condition of order {named} does not hold"
        why = one if len(unmet) == 1 else f"the conditions of orders {named} do not hold"
    return f"{why} here: only the form was checked"


def _orders(numbers: Iterable[int]) -> str:
    """Line numbers, from 0, as people count them: ``orders 2, 4 and 5``."""
    named = [str(number + 1) for number in sorted(numbers)]
    return f"{'order' if len(named) == 1 else 'orders'} {listed(named)}"
