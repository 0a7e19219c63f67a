"""What could be chosen at sea, by a trace and by our rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.choosing import OneOf
from referee.engine.request import Request, View
from referee.engine.words import Answer
from tests.rules.caesar_in_alexandria.adapter import board
from tests.traces.alexandria_replayed import land
from tests.traces.alexandria_replayed.form import Step

#: A question of the trace, what it offers, and what we would take.
Compared = tuple[Step, set[str], set[str]]
#: So many choices of a trace are listed where there are more than forty.
LISTED = 20
FIRE = ("reaction fire", "answer fire", "sea fire")
WAYS = ("ahead", "astern", "left", "right")


def takes(request: Request, view: View, answer: Answer) -> bool:
    """Whether we would take it."""
    return not request.judge(view, answer).faults


def of_reaction(request: Request, view: View, step: Step) -> Iterator[Compared]:
    """What the other side could choose, if it is asked the same."""
    if request.kind == "evasion":
        yield evasion(request, view, step)
    elif isinstance(request, OneOf) and request.args.get("why") != "through":
        theirs = {land.face_of(text.split(" via")[0]).lower() for text in step.legal}
        theirs = {request.args["at"] if text == "stay" else text for text in theirs}
        mine = {word.lower() for word in request.options(view)}
        yield step, theirs, mine & theirs if len(theirs) == LISTED else mine
    elif request.kind in FIRE:
        yield step, {text.split()[-1].lower() for text in step.legal}, fire(request)


def fire(request: Request) -> set[str]:
    """7.4 To hold, or to fire; before shock a trace names each who could be fired at."""
    if request.args.get("cause") == "street":
        return {"hold", request.args["target"], *request.args.get("others", ())}
    return {"hold", "fire"}


def evasion(request: Request, view: View, step: Step) -> Compared:
    """5.9 The ways out of a galley."""
    ours = {way for way in WAYS if takes(request, view, [{"evade": [way]}])}
    return step, {text.split()[1] for text in step.legal}, ours | {"none"}


def of_fleet(
    request: Request, view: View, answer: Answer, steps: Sequence[Step]
) -> Iterator[Compared]:
    """5.42, 5.64 Speeds, and the first unit that goes over to another galley."""
    begun: Answer = [line for line in answer if {"activate", "attack speed"} & {*line}]
    for step in steps:
        if step.kind == "speed":
            yield _speed(request, view, step)
        elif step.kind == "transfer":
            yield step, _asked(step), {*_transfers(request, view, begun)}
            return


def _speed(request: Request, view: View, step: Step) -> Compared:
    galley = step.chosen.lower().split()[0]
    fast = takes(request, view, [{"activate": "fleet"}, {"attack speed": [galley]}])
    return (
        step,
        {text.split()[1] for text in step.legal},
        {board.CRUISE} | ({board.ATTACK} if fast else set()),
    )


def _asked(step: Step) -> set[str]:
    return {text.lower().removeprefix("move ") for text in step.legal if text != "end"}


def _transfers(request: Request, view: View, begun: Answer) -> Iterator[str]:
    """The trace offers only the unit on top; below it, one waits for its turn."""
    galleys = view.public["galleys"]
    tops = [units[0] for at, units in view.public["stacks"].items() if at in galleys and units]
    for unit in (unit for unit in tops if board.SIDES[unit] == request.seat):
        for galley in galleys:
            if takes(request, view, [*begun, {"transfer": {"unit": unit, "to": galley}}]):
                yield f"{unit} {galley}"
