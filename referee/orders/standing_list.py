"""The ``standing`` list of an order file, between the file's words and rules as plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.engine.beside import Standing
from referee.engine.calendar import Calendar
from referee.engine.plain import copied
from referee.engine.request import Data, Quantity, Request
from referee.engine.rules import Ruleset, StandingSet
from referee.engine.standing import ASK, Rule
from referee.engine.words import Nothing, Vocabulary, Word
from referee.fault import NOT_ALLOWED, NOT_UNDERSTOOD, WARNING, Fault, Path
from referee.files.folding import plain
from referee.orders.condition_words import read_conditions, write_conditions
from referee.orders.kinds import KindReader, written_select
from referee.orders.order_lines import parse_other, write_lines

RULES_AT_MOST = 60

#: the set with which a seat is asked everything, in every game; and the default of joins, if a
#: game has it
ASK_ME, QUIET = "ask me", "quiet"
_NONE = StandingSet("no standing orders: you are asked every question", [])


def sets_of(ruleset: Ruleset) -> dict[str, StandingSet]:
    """Every set that a seat can join with, by name."""
    return {**ruleset.sets, ASK_ME: _NONE}


def usual_set(ruleset: Ruleset) -> str:
    """The set of a join that does not name one."""
    return QUIET if QUIET in ruleset.sets else ASK_ME


def rules_of_set(ruleset: Ruleset, name: str, seat: str) -> list[Rule]:
    """The rules of a set that the ruleset has; RuntimeError if its author wrote them wrong."""
    return copied(_read_set(ruleset, name, seat))


@lru_cache(maxsize=64)
def _read_set(ruleset: Ruleset, name: str, seat: str) -> list[Rule]:
    # Each run looks for the set that a seat's rules are, and reading takes a millisecond.
    rules, faults = parse_standing(sets_of(ruleset)[name].rules, ruleset, seat)
    if faults:
        raise RuntimeError(f"the set {name!r} of {ruleset.name}: {faults[0].reason}")
    return rules


def set_of(rules: Sequence[Rule], ruleset: Ruleset, seat: str) -> str:
    """The name of the set that has exactly these rules, "" if none has."""
    # Reading the rules of a set takes a millisecond; most sets are told by their number, and no
    # rules are always the same.
    alike = [name for name, found in sets_of(ruleset).items() if len(found.rules) == len(rules)]
    same = (name for name in alike if not rules or _read_set(ruleset, name, seat) == rules)
    return next(same, "")


def _named(name: str, ruleset: Ruleset) -> tuple[list[Any], list[Fault]]:
    """The rules of a set as a file has them, by any spelling of its name."""
    sets = sets_of(ruleset)
    if found := next((known for known in sets if plain(known) == plain(name)), None):
        return sets[found].rules, []
    hint = f"sets: {', '.join(sets)}"
    reason = f"there are no ready-made standing orders {name!r:.60}"
    return [], [Fault(NOT_UNDERSTOOD, (), reason, "", hint)]


def parse_standing(raw: object, ruleset: Ruleset, seat: str) -> tuple[list[Rule], list[Fault]]:
    """Read a ``standing`` list, or the name of a set: (rules, []) or ([], faults), with paths below
    ``standing``."""
    if isinstance(raw, str):
        raw, unknown = _named(raw, ruleset)
        if unknown:
            return [], unknown
    if not isinstance(raw, list):
        hint = "begin each rule with '- ', or write [] to withdraw all"
        return [], [Fault(NOT_UNDERSTOOD, (), "a list of rules is expected here", "", hint)]
    if len(raw) > RULES_AT_MOST:
        return [], [Fault(NOT_UNDERSTOOD, (), f"at most {RULES_AT_MOST} rules are allowed")]
    reader = _Reader(kinds(ruleset), ruleset, seat)
    rules = [reader.rule(item, i) for i, item in enumerate(raw)]
    if not reader.faults:
        reader.faults += _revealing(rules, ruleset)
    return ([], reader.faults) if reader.faults else (rules, [])


def kinds(ruleset: Ruleset) -> dict[str, type[Request]]:
    """Requests that take standing orders, by kind."""
    found = sorted(ruleset.rules.kinds.items())
    return {name: kind.request for name, kind in found if kind.standing.policies}


class _Reader(KindReader):
    """Reads rules and collects faults."""

    item, does, form = "a rule", "standing orders answer", "{on: ..., then: ...}"
    own_keys = ("on", "if", "then", "times", "until")

    def rule(self, raw: object, i: int) -> Rule:
        request = self.request(raw, i)
        if request is None or not isinstance(raw, dict):
            return {}
        beside = self.ruleset.rules.kinds[request.kind].standing
        return {
            "number": i + 1,
            "on": request.kind,
            "select": self.select(raw, request, i),
            "if": self.conditions(raw.get("if", []), beside, i),
            "then": self.then(raw, beside, i),
            "times": self.times(raw, i),
            "until": self.until(raw, i),
        }

    def form_for(self, raw: object) -> str:
        """The name of a set is no rule of a list."""
        if isinstance(raw, str) and plain(raw) in map(plain, sets_of(self.ruleset)):
            return (
                f"write 'standing: {raw}' alone for that set; 'referee standing add' puts rules"
                " above those that you have"
            )
        return super().form_for(raw)

    def conditions(self, raw: object, beside: Standing[Any], i: int) -> list[list[Any]]:
        found, faults = read_conditions(raw, beside.quantities, (i, "if"))
        self.faults += faults
        return found

    def then(self, raw: Mapping[str, Any], beside: Standing[Any], i: int) -> Any:
        value = raw.get("then")
        if value is None:
            self.fault((i,), "the key 'then' is missing", f"words: {', '.join(beside.policies)}")
            return []
        if value == ASK:
            return ASK
        lines = value if isinstance(value, list) else [value]
        unknown, known = "is not something that this rule can do", "it can"
        answer, faults = parse_other(
            lines, beside.policies, self.names, unknown, known, beside.conditions
        )
        deep = isinstance(value, list)
        self.below((i, "then"), faults if deep else [_flat(f) for f in faults])
        return answer

    def times(self, raw: Mapping[str, Any], i: int) -> int | None:
        text = raw.get("times")
        if text is None:
            return None
        if isinstance(text, str) and re.fullmatch(r"[1-9][0-9]{0,3}", text):
            return int(text)
        self.fault((i, "times"), "a whole number from 1 is expected here")
        return None


def _flat(fault: Fault) -> Fault:
    """A fault of a `then` that is not a list."""
    return Fault(fault.answer, fault.path[1:], fault.reason, fault.rule, fault.hint)


def _revealing(rules: Sequence[Rule], ruleset: Ruleset) -> list[Fault]:
    """A stop must not reveal what only the owner knows: if a condition is private, the last rule
    must have no conditions, and no rule may say ``ask``."""
    faults = []
    for kind in kinds(ruleset):
        mine = [rule for rule in rules if rule["on"] == kind]
        if not any(_private(rule, ruleset.rules.kinds[kind].standing.quantities) for rule in mine):
            continue
        where: Path = (mine[-1]["number"] - 1,)
        last = mine[-1]
        if last["if"] or last["select"] or last["times"] or last["until"]:
            reason = f"a rule on {kind} depends on what only you know, and a stop would reveal it"
            hint = "end with a rule that has no conditions"
            faults.append(Fault(NOT_ALLOWED, where, reason, "standing", hint))
        for rule in mine:
            if word := _stops(rule, ruleset.rules.kinds[kind].standing.policies):
                reason = f"{word!r} on {kind} would reveal what only you know"
                hint = "say what to do instead"
                path: Path = (rule["number"] - 1, "then")
                faults.append(Fault(NOT_ALLOWED, path, reason, "standing", hint))
    return faults


def _stops(rule: Rule, policies: Mapping[str, Word]) -> str:
    """The word with which a rule asks its seat, "" if it has none."""
    if rule["then"] == ASK:
        return ASK
    stops = [word for word, takes in policies.items() if isinstance(takes, Nothing) and takes.stops]
    return next((word for line in rule["then"] for word in line if word in stops), "")


def _private(rule: Rule, quantities: Mapping[str, Quantity]) -> bool:
    named = [side for left, _, right in rule["if"] for side in (left, right)]
    return any(isinstance(name, str) and quantities[name].private for name in named)


def unending(rules: Sequence[Rule], ruleset: Ruleset) -> list[Fault]:
    """Warnings of rules that play whole turns of their owner to the end of the game, which hardly
    anybody means; with paths below ``standing``."""
    hint = "give it an 'until' or 'times' if it is for some turns only"
    found = []
    for rule in rules:
        ends = rule["until"] or rule["times"] or rule["select"] or rule["then"] == ASK
        if not ends and ruleset.rules.kinds[rule["on"]].standing.whole_turn:
            reason = (
                f"this rule plays every {rule['on']} that it fits, to the end, without asking you"
            )
            found.append(Fault(WARNING, (rule["number"] - 1,), reason, "", hint))
    return found


def left_out(rules: Sequence[Rule], ruleset: Ruleset) -> list[str]:
    """Kinds of questions that the usual set answers and these rules, if there are any, do not: the
    seat will be asked."""
    usual = sets_of(ruleset)[usual_set(ruleset)].rules
    answered = {rule["on"] for rule in rules}
    left = [rule["on"] for rule in usual if answered and rule["on"] not in answered]
    return list(dict.fromkeys(left))


def past(rule: Rule, public: Data, calendar: Calendar) -> bool:
    """Whether a rule is used up or has expired."""
    until = rule["until"]
    return rule["times"] == 0 or bool(until and calendar.reached(public, until))


def write_standing(rules: Sequence[Rule], ruleset: Ruleset, seat: str) -> list[Any]:
    """Rules as written in a file, with names in full."""
    return [_written(rule, ruleset, ruleset.rules.names(seat)) for rule in rules]


def _written(rule: Rule, ruleset: Ruleset, names: Vocabulary) -> dict[str, Any]:
    kind = ruleset.rules.kinds[rule["on"]]
    select = written_select(rule["select"], kind.request, names)
    conditions = write_conditions(rule["if"])
    then = rule["then"]
    return {
        "on": rule["on"],
        **select,
        **({"if": conditions} if conditions else {}),
        "then": then if then == ASK else write_lines(then, kind.standing.policies, names),
        **({"times": str(rule["times"])} if rule["times"] else {}),
        **({"until": rule["until"]} if rule["until"] else {}),
    }
