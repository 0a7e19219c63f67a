"""Trying standing orders: which one would answer a made-up request, and why others would not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.engine.beside import Kind
from referee.engine.conditions import holds
from referee.engine.request import Quantity, Request, View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Word
from referee.files.write_yaml import flow
from referee.orders.forms import form_of
from referee.orders.order_lines import write_lines
from referee.orders.standing_list import past


class Verdict(NamedTuple):
    """What became of one rule: whether it fits, and the first thing that decides it."""

    rule: Rule
    fits: bool
    why: str


class Unknown(Exception):
    """Quantities and selectors that rules need were not given values; ``names`` has them all."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = list(names)


def verdicts(
    rules: Sequence[Rule], numbers: Mapping[str, int], chosen: Mapping[str, object]
) -> list[Verdict]:
    """Go through the rules of one kind up to the first that fits.

    numbers: quantity -> made-up value; chosen: selector -> made-up value (ids).
    Raises Unknown, with all that this rule and those after it need."""
    found: list[Verdict] = []
    for number, rule in enumerate(rules):
        verdict = _verdict(rule, numbers, chosen)
        if verdict is None:
            given = {*numbers, *chosen}
            raise Unknown([name for name in _named(rules[number:]) if name not in given])
        found.append(verdict)
        if verdict.fits:
            break
    return found


def now(rules: Sequence[Rule], request: Request, view: View, ruleset: Ruleset) -> list[str]:
    """What the rules come to for a request that is asked, up to the one that answers; [] if they
    cannot answer such requests."""
    beside = ruleset.rules.kinds[request.kind].standing
    if not beside.policies:
        return []
    names, lines = ruleset.rules.names(view.seat), [f"on {request.kind}, now:"]
    mine = [rule for rule in rules if rule["on"] == request.kind]
    measured = beside.measure(request, view) if mine else {}
    for rule in mine:
        why, found = _misses(rule, request, view, measured, ruleset), None
        if not why and rule["then"] == ASK:
            return [*lines, f"  rule {rule['number']}: asks you"]
        if not why:
            found = beside.follow(request, view, rule["then"])
            if found is None or request.refused(view, found):
                why, found = "fits, but has no legal answer", None
        if found is not None:
            written = write_lines(found, request.words, names)
            return [*lines, f"  rule {rule['number']}: answers: {flow(written)}"]
        lines.append(f"  rule {rule['number']}: {why}")
    return [*lines, "  no rule answers: you are asked"]


def _misses(
    rule: Rule, request: Request, view: View, measured: Mapping[str, int], ruleset: Ruleset
) -> str:
    """Why a rule does not fit a request, "" if it does."""
    if past(rule, view.public, ruleset.calendar):
        return "is over"
    for key, value in rule["select"].items():
        if not request.selected(view.open, key, value):
            return f"passes on: {key} is different"
    for condition in rule["if"]:
        if not holds([condition], measured):
            return f"passes on: not {_told(condition, measured)}"
    return ""


def _named(rules: Sequence[Rule]) -> list[str]:
    """Every selector and quantity of these rules, in their order."""
    found: dict[str, None] = {}
    for rule in rules:
        found |= dict.fromkeys(rule["select"])
        found |= dict.fromkeys(s for c in rule["if"] for s in c[::2] if isinstance(s, str))
    return list(found)


def _verdict(
    rule: Rule, numbers: Mapping[str, int], chosen: Mapping[str, object]
) -> Verdict | None:
    """What becomes of a rule, None if a value that decides it was not given."""
    for key, value in rule["select"].items():
        if key not in chosen:
            return None
        if chosen[key] not in (value if isinstance(value, list) else [value]):
            return Verdict(rule, False, f"{key} is different")
    for condition in rule["if"]:
        if any(isinstance(side, str) and side not in numbers for side in condition[::2]):
            return None
        if not holds([condition], numbers):
            return Verdict(rule, False, f"not {_told(condition, numbers)}")
    return Verdict(rule, True, "; ".join(_told(c, numbers) for c in rule["if"]) or "always")


def _told(condition: Sequence[object], numbers: Mapping[str, int]) -> str:
    left, sign, right = (str(part) for part in condition)
    values = [f"{name} is {numbers[name]}" for name in (left, right) if name in numbers]
    return f"{left} {sign} {right} ({', '.join(values)})"


def _quantities(known: Mapping[str, Quantity]) -> list[str]:
    private = {name: " (known to you only)" for name, q in known.items() if q.private}
    return [f"{name}: {q.meaning}{private.get(name, '')}" for name, q in known.items()]


def kinds_named(rules: Sequence[Rule]) -> list[str]:
    """The kinds of requests that the rules are on, in the order of the rules."""
    return list(dict.fromkeys(rule["on"] for rule in rules))


def _deeds(policies: Mapping[str, Word]) -> list[str]:
    if not policies:
        return []
    return [*(written(word, kind) for word, kind in policies.items()), "ask"]


def written(word: str, kind: Word) -> str:
    """A line of ``then`` with a word in capitals for each name: ``retreat: [PLACE, ...]``."""
    form = form_of(kind)
    return f"{word}: {form}" if form else word


def words_of(kind: Kind) -> list[tuple[str, list[str]]]:
    """What standing rules on this kind, and conditions before its lines, may say: (heading,
    lines)."""
    parts = [
        ("selectors", list(kind.request.selectors)),
        ("quantities", _quantities(kind.standing.quantities)),
        ("then", _deeds(kind.standing.policies)),
        ("if before order lines", _quantities(kind.request.conditions)),
    ]
    return [(heading, lines) for heading, lines in parts if lines]
