"""What an answer will do, in words for its player: as far as his own report can tell.

The lines are carried out on a copy of what the seat sees, as `check` does to judge them, and what
that copy tells is worded as a report words it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.table import DICE, DRAW, Rehearsal
from referee.engine.words import Nothing, word_of
from referee.kit.lines import listed
from referee.report.worded import told_events, wrapped

if TYPE_CHECKING:
    from referee.engine.request import Data, Request, View
    from referee.engine.rules import Ruleset
    from referee.engine.walk import Walk
    from referee.engine.words import Answer

#: above what follows dice or other players, which a rehearsal takes to do well
HOPED = "If dice and other players favour you:"


def preview(request: Request, view: View, answer: Answer, ruleset: Ruleset) -> list[str]:
    """Lines that say what an answer will do; [] if nothing can be said, or it is refused."""
    walk = request.walk.on_copy(request, view)
    if walk.rehearse(answer).faults:
        return []
    rolled = ruleset.rules.rolled
    sure = [one for one in walk.table.events if not one["unsure"]]
    hoped = [one for one in walk.table.events if one["unsure"] and one["kind"] not in rolled]
    lines = _worded(sure, view.seat, ruleset)
    for text in _open(walk, rolled):
        lines += wrapped(text)
    for text in _chances(walk):
        lines += wrapped(text)
    if after := _worded(hoped, view.seat, ruleset):
        lines += [HOPED, *(f"  {line}" for line in after)]
    for text in () if walk.ended else walk.remarks():
        lines += wrapped(text)
    return lines


def _worded(events: Sequence[Data], seat: str, ruleset: Ruleset) -> list[str]:
    """Events of a rehearsal as their seat reads them, without what indents them all."""
    read = [
        {**(event["public"] or {}), **event["own"].get(seat, {}), "kind": event["kind"]}
        for event in events
    ]
    lines = told_events(read, seat, ruleset.wording)
    shift = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    return [line[shift:] for line in lines]


def _chances(walk: Walk) -> Iterator[str]:
    """What the dice and open draws are about on which something depends, as far as it is known."""
    table = walk.table
    chances = dict.fromkeys(table.chances) if isinstance(table, Rehearsal) else {}
    for what, head in {DICE: "Dice decide", DRAW: "A draw decides"}.items():
        if labels := [label for sort, label in chances if sort == what]:
            yield f"{head}: {'; '.join(labels)}."


def _open(walk: Walk, rolled: Mapping[str, Any]) -> Iterator[str]:
    """Which lines nothing can be told of, because others or chance decide; not those that come to
    nothing even with luck, of which a warning is told."""
    warnings = walk.judged.warnings if walk.judged else []
    hopeless = {fault.path[0] for fault in warnings if fault.path} - {*walk.unmet}
    numbers, before = [], 0
    for number, behind, unsure in walk.trail:
        shown = [one for one in walk.table.events[before:behind] if one["kind"] not in rolled]
        takes = walk.request.by_word[word_of(walk.lines[number])].takes
        stops = isinstance(takes, Nothing) and takes.stops
        if unsure and not shown and not stops and number not in hopeless:
            numbers.append(str(number + 1))
        before = behind
    if numbers:
        orders = "order" if len(numbers) == 1 else "orders"
        yield f"Dice or other players decide what comes of {orders} {listed(numbers)}."
