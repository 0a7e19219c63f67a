"""Which turns of the game rules and advance orders are for: none that is left, or one that comes
again each year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.calendar import Calendar
from referee.engine.conditions import holds
from referee.engine.request import Data, Request
from referee.engine.standing import ASK, Rule
from referee.fault import WARNING, Fault
from referee.orders.advance import AdvanceOrder

#: selectors and quantities that say when
WHEN = YEAR, TURN = "year", "turn"


def numbers(turn: str) -> dict[str, int]:
    """The year and turn of ``705/3``, the turn of ``3``, the year of ``705/winter``."""
    parts = turn.split("/")
    keys = WHEN if len(parts) > 1 else (TURN,)
    digits = ((key, part) for key, part in zip(keys, parts, strict=False) if part.isdecimal())
    return {key: int(part) for key, part in digits}


class Meant(NamedTuple):
    """What a rule or an advance order says of its time: conditions, and until which turn."""

    conditions: list[Sequence[Any]]
    until: str | None

    def turns(self, calendar: Calendar, public: Data) -> list[str]:
        """The turns still to come, this one among them, that it is for."""
        last = calendar.place(self.until) if self.until else None
        return [
            turn
            for turn in calendar.left(public)
            if (last is None or calendar.place(turn) <= last) and self._fits(numbers(turn))
        ]

    def _fits(self, turn: Mapping[str, int]) -> bool:
        """Whether a turn with these numbers is meant."""
        known = all(left in turn for left, _, _ in self.conditions)
        return known and holds(self.conditions, turn)

    def fixed(self, key: str) -> int | None:
        """The one number that it says of the year, or of the turn."""
        found = (right for left, sign, right in self.conditions if (left, sign) == (key, "="))
        return next(found, None)

    def told(self) -> str:
        """Its conditions in words."""
        return " and ".join(f"{left} {sign} {right}" for left, sign, right in self.conditions)


def _meant(select: Mapping[str, Any], conditions: Sequence[Any], until: str | None) -> Meant:
    named = [[key, "=", select[key]] for key in WHEN if isinstance(select.get(key), int)]
    said = [one for one in conditions if one[0] in WHEN and isinstance(one[2], int)]
    return Meant([*named, *said], until)


def of_rules(rules: Sequence[Rule], calendar: Calendar, public: Data) -> list[Fault]:
    """Warnings of rules for turns that never come, or come again, with paths below the list."""
    found = []
    for rule in rules:
        meant = _meant(rule["select"], rule["if"], rule["until"])
        ends = bool(rule["until"] or rule["times"]) or rule["then"] == ASK
        for reason, hint in _of_rule(meant, ends, calendar, public):
            found.append(Fault(WARNING, (rule["number"] - 1,), reason, "", hint))
    return found


def _of_rule(
    meant: Meant, ends: bool, calendar: Calendar, public: Data
) -> Iterator[tuple[str, str]]:
    """A reason and a hint, if there is something to say."""
    if not meant.conditions or not calendar.left(public):
        return
    turns, number = meant.turns(calendar, public), meant.fixed(TURN)
    if not turns:
        yield f"this rule can never answer: no turn that is left has {meant.told()}", "delete it"
    elif number is not None and YEAR in numbers(turns[0]):
        first, now = turns[0], calendar.turn(public)
        if numbers(first)[YEAR] != numbers(now).get(YEAR) and meant.fixed(YEAR) is None:
            reason = f"turn {number} of this year is over: this rule waits for {first}"
            yield reason, "delete it if that is not what you mean"
        elif len(turns) > 1 and not ends:
            reason = f"turn {number} comes again each year, next in {turns[1]}"
            yield reason, f"add 'until: {first}' if you mean this year"


def too_early(
    one: AdvanceOrder, request: Request, calendar: Calendar, public: Data
) -> Fault | None:
    """A warning of an advance order whose time is over before its seat is asked next, as far as
    that is known.

    request: the next of its kind."""
    when = {key: request.args[key] for key in WHEN if key in request.args}
    if TURN not in when or not one["until"] or any(key in one["select"] for key in WHEN):
        return None
    turn = next((turn for turn in calendar.left(public) if numbers(turn) == when), None)
    if turn is None or calendar.place(turn) <= calendar.place(one["until"]):
        return None
    reason = f"this is never used: it waits until {one['until']}, and you are asked next in {turn}"
    hint = f"add 'until: {turn}'"
    return Fault(WARNING, (one["number"] - 1,), reason, "", hint)


def of_advance(coming: Sequence[AdvanceOrder], calendar: Calendar, public: Data) -> list[Fault]:
    """Warnings of advance orders for turns that are over, or not reached before their end, with
    paths below the list."""
    found = []
    for one in coming:
        meant = _meant(one["select"], (), one["until"])
        if meant.conditions and not meant.turns(calendar, public):
            reason = f"this is never used: no turn until {one['until']} has {meant.told()}"
            hint = "name another turn, or a later 'until'"
            found.append(Fault(WARNING, (one["number"] - 1,), reason, "", hint))
    return found
