"""The ``next`` list of an order file: advance orders (referee-orders(5)).

An advance order is plain data: ``{number, on, select, until, misfit, answer}``; `answer` is a list
of order lines with ids.  Once it is its turn, `lawful` says how much of it can be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine.calendar import END, Calendar
from referee.engine.request import Data, Request, View
from referee.engine.rules import Rules, Ruleset
from referee.engine.words import IF, Answer
from referee.fault import NOT_UNDERSTOOD, OUT_OF_TURN, WARNING, Fault
from referee.files.write_yaml import flow
from referee.orders.kinds import KindReader, written_select
from referee.orders.order_lines import parse_other, write_lines

#: An advance order.
AdvanceOrder = dict[str, Any]

AT_MOST = 60
#: what `misfit` can say
ASK = "ask"
#: how a report tells the owner which of them wait
WAITING = "Your advance orders that wait:"


def parse_next(raw: object, ruleset: Ruleset, seat: str) -> tuple[list[AdvanceOrder], list[Fault]]:
    """Read a ``next`` list: (advance orders, []) or ([], faults), with paths below ``next``.

    One without ``until`` has "" there."""
    if not isinstance(raw, list):
        hint = "begin each with '- ', or write [] to withdraw all"
        return [], [
            Fault(NOT_UNDERSTOOD, (), "a list of advance orders is expected here", "", hint)
        ]
    if len(raw) > AT_MOST:
        return [], [Fault(NOT_UNDERSTOOD, (), f"at most {AT_MOST} advance orders are allowed")]
    reader = _Reader(ruleset.rules.requests, ruleset, seat)
    found = [reader.coming(item, i) for i, item in enumerate(raw)]
    return ([], reader.faults) if reader.faults else (found, [])


class _Reader(KindReader):
    """Reads advance orders and collects faults."""

    item, does, form = "an advance order", "is made in this game", "{on: ..., orders: [...]}"
    own_keys = ("on", "until", "misfit", "orders")

    def coming(self, raw: object, i: int) -> AdvanceOrder:
        request = self.request(raw, i)
        if request is None or not isinstance(raw, dict):
            return {}
        return {
            "number": i + 1,
            "on": request.kind,
            "select": self.select(raw, request, i),
            "until": self.until(raw, i) or "",
            "misfit": self.misfit(raw, i),
            "answer": self.answer(raw, request, i),
        }

    def key_hint(self, key: str, request: type[Request]) -> str:
        """Conditions stand in the lines."""
        if key == IF and request.conditions:
            return "put it into its lines: 'orders: [{if: ..., WORD: ...}]'"
        return super().key_hint(key, request)

    def misfit(self, raw: Data, i: int) -> str:
        text = raw.get("misfit", "")
        if text not in ("", ASK) or ("misfit" in raw and not text):
            hint = "leave it out to have illegal lines skipped"
            self.fault((i, "misfit"), f"only {ASK!r} is allowed here", hint)
        return str(text)

    def answer(self, raw: Data, request: type[Request], i: int) -> Answer:
        if "orders" not in raw:
            self.fault(
                (i,), "the key 'orders' is missing", "'orders: []' is an answer without lines"
            )
            return []
        if not isinstance(raw["orders"], list):
            hint = "put the lines in [brackets], or write each on a line that begins with '- '"
            self.fault((i, "orders"), "a list of order lines is expected here", hint)
            return []
        unknown, known = f"does not answer {request.kind!r}", "order words for it"
        answer, faults = parse_other(
            raw["orders"],
            request.words,
            self.names,
            unknown,
            known,
            request.conditions,
            request.one_line,
        )
        self.below((i, "orders"), faults)
        return answer


def timed(
    coming: Sequence[AdvanceOrder], calendar: Calendar, public: Data, draft: bool
) -> tuple[list[AdvanceOrder], list[Fault]]:
    """Advance orders with an end each, and what is to be said of those whose time is over.

    public: of the newest report; draft: whether `sign` will write the ends.  An expired one is a
    fault in a draft; a signed file may have been in the mail for long, and only loses that one."""
    found, faults = [], []
    for one in coming:
        until = one["until"] or calendar.after(public)
        path = (one["number"] - 1, "until")
        if not one["until"] and not draft:
            reason, hint = "the key 'until' is missing", "'referee sign' fills it in"
            faults.append(Fault(NOT_UNDERSTOOD, path[:1], reason, "", hint))
        elif calendar.reached(public, until):
            answer = OUT_OF_TURN if draft else WARNING
            faults.append(Fault(answer, path, f"{until} is already over"))
        else:
            found.append({**one, "until": until})
    return found, faults


# -- used ------------------------------------------------------------------------------------------


def meant_for(one: AdvanceOrder, request: Request, view: View, calendar: Calendar) -> bool:
    """Whether an advance order is for this request, by what everyone knows."""
    return (
        one["on"] == request.kind
        and all(request.selected(view.open, key, value) for key, value in one["select"].items())
        and not calendar.reached(view.public, one["until"])
    )


class Lawful(NamedTuple):
    """The usable part of an answer.

    answer: its legal lines, None if they are not an answer; left: the lines that were left out, as
    ``order 2: reason``, or why all of it is no answer."""

    answer: Answer | None
    left: list[str]


#: leaving out lines can make others illegal; give up after so many rounds
_ROUNDS = 8


def lawful(request: Request, view: View, answer: Answer) -> Lawful:
    """Leave out the lines that the seat's own View makes illegal, and see whether the rest is an
    answer."""
    kept = list(enumerate(answer, 1))
    left: list[str] = []
    for _ in range(_ROUNDS):
        faults = request.refused(view, [line for _, line in kept])
        if not faults:
            return Lawful([line for _, line in kept], left)
        wrong = {kept[i][0]: fault.reason for i, fault in reversed(_of_lines(faults, len(kept)))}
        left += [f"order {number}: {reason}" for number, reason in sorted(wrong.items())]
        if not wrong:
            return Lawful(None, [*left, faults[0].reason])
        kept = [(number, line) for number, line in kept if number not in wrong]
    return Lawful(None, left)


def _of_lines(faults: list[Fault], lines: int) -> list[tuple[int, Fault]]:
    """The faults that belong to one line, with its index."""
    found = [(fault.path[0], fault) for fault in faults if fault.path]
    return [(i, fault) for i, fault in found if isinstance(i, int) and i < lines]


# -- written ---------------------------------------------------------------------------------------


def write_next(coming: Sequence[AdvanceOrder], rules: Rules, seat: str) -> list[Any]:
    """Advance orders as they are written in a file, with names in full."""
    return [_written(one, rules, seat) for one in coming]


def _written(one: AdvanceOrder, rules: Rules, seat: str) -> dict[str, Any]:
    request, names = rules.requests[one["on"]], rules.names(seat)
    return {
        "on": one["on"],
        **written_select(one["select"], request, names),
        "until": one["until"],
        **({"misfit": one["misfit"]} if one["misfit"] else {}),
        "orders": write_lines(one["answer"], request.words, names),
    }


def named(coming: AdvanceOrder, ruleset: Ruleset, seat: str) -> str:
    """An advance order, for its owner: ``no. 2 for evasion (at Roma, until the end of turn 3)``."""
    until, request = coming["until"], ruleset.rules.requests[coming["on"]]
    last = "the game" if until == END else f"turn {until}"
    select = written_select(coming["select"], request, ruleset.rules.names(seat))
    when = [f"{key} {flow(value)}" for key, value in select.items()]
    told = ", ".join([*when, f"until the end of {last}"])
    return f"no. {coming['number']} for {coming['on']} ({told})"
