"""Having a request judge the lines of a file, also where some of them could not be read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from referee.engine.beside import Suggestions
from referee.engine.request import Judgement, Request, View
from referee.engine.words import Line, Vocabulary
from referee.fault import WARNING, Fault
from referee.kit.lines import listed
from referee.orders.order_lines import Asked, Reading, path_in_file, read_lines


def read_for(
    request: Request,
    suggestions: Suggestions[Any],
    view: View | None,
    raw: object,
    names: Vocabulary,
    others: Collection[str] = (),
) -> Reading:
    """Read an ``orders:`` list by what is asked.

    view: of the seat, for hints that list what is at hand; None if nothing may be said of it.
    others: words that are asked for at other times."""

    def at_hand(key: str, beside: Mapping[str, Any]) -> list[str]:
        return [] if view is None else suggestions.at_hand(request, view, key, beside)

    asked = Asked(suggestions.open_words(request), others)
    return read_lines(raw, request.words, names, request.conditions, at_hand, asked)


def judge_reading(request: Request, view: View, reading: Reading) -> Judgement:
    """What the request says of the lines, with paths as they are in the file.

    With faults of reading, only what holds whatever the lines at fault were meant to be: faults of
    other lines, and no warnings but of lines that could not be judged for it."""
    kept = [(number, line) for number, line in enumerate(reading.lines) if line is not None]
    judged = request.judge(view, [line for _, line in kept])
    found = Judgement(
        [_in_file(fault, kept) for fault in judged.faults],
        [_in_file(fault, kept) for fault in judged.warnings],
    )
    if not reading.faults:
        return found
    return Judgement(
        [f for f in found.faults if _holds(f, request, reading)], _unjudged(reading, request)
    )


def _unjudged(reading: Reading, request: Request) -> list[Fault]:
    """A warning of lines that each depend on one at fault above them: they were not tried."""
    first = reading.faulty[0]
    below = [n for n in range(first + 1, len(reading.lines)) if n not in reading.faulty]
    untried = [n for n in below if not _stands(n, request, reading)]
    if not untried:
        return []
    reason = f"what stands below order {first + 1} can be judged when that can be read"
    if not request.walk.chained:
        which = listed([str(number + 1) for number in untried])
        orders = "order" if len(untried) == 1 else "orders"
        reason = f"{orders} {which} can be judged when order {first + 1} can be read"
    return [Fault(WARNING, (untried[0],), reason)]


def _in_file(fault: Fault, kept: list[tuple[int, Line]]) -> Fault:
    """A fault with the number and the word of its line in the file."""
    path = path_in_file(fault.path, [line for _, line in kept])
    if not path:  # it is about all lines together
        return fault._replace(quote=fault.quote or "orders:")
    if path and isinstance(path[0], int) and path[0] < len(kept):
        path = (kept[path[0]][0], *path[1:])
    return fault._replace(path=path)


def _holds(fault: Fault, request: Request, reading: Reading) -> bool:
    """Whether a fault of a line would be one however the lines at fault are mended."""
    if not fault.path or not isinstance(fault.path[0], int):
        return False
    return fault.path[0] not in reading.faulty and _stands(fault.path[0], request, reading)


def _stands(number: int, request: Request, reading: Reading) -> bool:
    """Whether what is said of a line holds however the lines at fault above it are mended."""
    if request.walk.chained:
        return number < reading.faulty[0]
    named = reading.named[number]
    return all(_apart(reading, other, named) for other in reading.faulty if other < number)


def _apart(reading: Reading, other: int, named: list[str]) -> bool:
    """Whether a line at fault cannot matter for one that names these things."""
    doubtful = reading.guessed[other]
    if reading.lines[other] is None:
        doubtful = reading.named[other]
        if not doubtful:
            return False  # it may have been anything
    return not any(name in named for name in doubtful)
