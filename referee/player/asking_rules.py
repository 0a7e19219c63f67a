"""Asks a player for standing orders: a ready-made set, or one rule more, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.beside import Kind
from referee.engine.request import View
from referee.engine.rules import Ruleset
from referee.engine.standing import ASK, Rule
from referee.engine.words import Many, Name, Nothing, Word
from referee.fault import Refused
from referee.files.write_yaml import flow
from referee.kit.lines import packed
from referee.orders.condition_words import read_conditions
from referee.orders.foresight import of_rules
from referee.orders.standing_list import kinds, rules_of_set, sets_of, write_standing
from referee.player.prompting import NAMES_AT_MOST, Place, Prompts, Talk, chosen
from referee.player.standing_draft import added, in_words
from referee.player.trying import written
from referee.report.worded import wrapped

RULE = "rule"


class StandingTalk:
    """The standing orders of the file that is being made.

    in_force: the rules that are in force now; raises Refused if they are not to be had."""

    def __init__(
        self, ruleset: Ruleset, view: View, talk: Talk, in_force: Callable[[], Sequence[Rule]]
    ) -> None:
        self.ruleset, self.view, self.talk, self.in_force = ruleset, view, talk, in_force
        #: the set that the player has chosen, "" to keep what is in force
        self.name = ""
        #: all rules, if the player has made one
        self.rules: list[Rule] = []
        #: how many of them he has made
        self.made = 0

    def written(self) -> str | list[Any] | None:
        """What the file has under ``standing``; None for nothing."""
        if self.rules:
            return write_standing(self.rules, self.ruleset, self.view.seat)
        return self.name or None

    def told(self, now: str) -> str:
        """What will be in force, in a few words; now: what is in force until then."""
        if not self.made:
            return self.name or now
        return f"{self.name or now}, and {self.made} more of your own"

    def choose(self) -> None:
        """Ask for a set, or for a rule; raises Quit."""
        sets = sets_of(self.ruleset)
        for number, (name, one) in enumerate(sets.items(), 1):
            self._tell(f"{number}  {name}: {one.meaning}")
        self._tell(f"{len(sets) + 1}  {RULE}: one of your own, above those on the same question")
        said = self.talk.entered("standing orders (or Enter)> ", [*sets, RULE])
        picked = chosen(said, [*sets, RULE])
        if picked == RULE and RULE not in sets:
            self._rule()
        elif picked:
            self.name, self.rules, self.made = picked, [], 0
        elif said:
            self.talk.tell(f"  {said!r} is none of these")

    def _tell(self, text: str) -> None:
        for line in wrapped(text, "  ", "       "):
            self.talk.tell(line)

    def _rule(self) -> None:
        """Ask for a rule, and add it if it is good."""
        raw = self._asked()
        if raw is None:
            return
        try:
            before = self.rules or self._before()
            rules = added(before, [flow(raw)], self.ruleset, self.view.seat)
        except Refused as trouble:
            for fault in trouble.faults:
                hint = f"; {fault.hint}" if fault.hint else ""
                self._tell(f"not added: {fault.reason}{hint}")
            return
        self.rules, self.made = rules, self.made + 1
        at = next(i for i, rule in enumerate(rules) if rule["on"] == raw["on"])
        words = in_words(rules, self.ruleset, self.view)
        told = next(line for line in words if line.startswith(f"rule {rules[at]['number']},"))
        self._tell(f"added: {told}")
        for fault in of_rules(rules, self.view, self.ruleset):
            other = fault.path and fault.path[0] != at
            which = f"rule {rules[int(fault.path[0])]['number']}: " if other else ""
            self._tell("; ".join(filter(None, [f"warning: {which}{fault.reason}", fault.hint])))

    def _before(self) -> Sequence[Rule]:
        """The rules above which a new one comes."""
        if self.name:
            return rules_of_set(self.ruleset, self.name, self.view.seat)
        return self.in_force()

    # -- one rule ------------------------------------------------------------------------------

    def _asked(self) -> dict[str, Any] | None:
        """A rule as a file has it; None if the player leaves it."""
        on = self._one_of("on", list(kinds(self.ruleset)))
        if not on:
            return None
        kind = self.ruleset.rules.kinds[on]
        selected = dict(self._selected(kind))
        conditions = self._conditions(kind)
        then = self._then(kind)
        if not then:
            return None
        end = self.talk.entered("  until which turn (or Enter)> ")
        return {
            "on": on,
            **selected,
            **({"if": conditions} if conditions else {}),
            "then": then,
            **({"until": end} if end else {}),
        }

    def _one_of(self, key: str, words: Sequence[str], more: str = "") -> str:
        """One of a few words; "" for none."""
        for line in packed(f"    {key}:", [f"{n} {word}" for n, word in enumerate(words, 1)], 6):
            self.talk.tell(line)
        while said := self.talk.entered(f"  {key}{more}> ", words):
            if found := chosen(said, words):
                return found
            self.talk.tell(f"    {said!r} is none of these; Enter to leave it out")
        return ""

    def _selected(self, kind: Kind) -> Iterator[tuple[str, Any]]:
        """Which questions of the kind are meant."""
        for key, takes in kind.request.selectors.items():
            one = takes.of if isinstance(takes, Many) else takes
            if taken := self._value(f"only if {key} is", one, key):
                yield key, str(taken)

    def _conditions(self, kind: Kind) -> list[str]:
        """Comparisons of numbers, as they are typed."""
        quantities, found = kind.standing.quantities, list[str]()
        for name, quantity in quantities.items():
            self._tell(f"  {name}: {quantity.meaning}")
        if quantities:
            first = next(iter(quantities))
            self.talk.tell(f"    compare them with each other or with a number: {first} >= 2")
        while quantities and (
            said := self.talk.entered(_more("only if", " (or Enter)", found), quantities)
        ):
            _, faults = read_conditions([said], quantities, ())
            for fault in faults:
                self._tell(f"{fault.reason}; {fault.hint}")
            found += [] if faults else [said]
        return found

    def _then(self, kind: Kind) -> str | list[Any]:
        """What is to be done: lines that are tried in order, or ``ask``."""
        policies, found = kind.standing.policies, list[Any]()
        for number, (word, takes) in enumerate(policies.items(), 1):
            self.talk.tell(f"    {number} {written(word, takes)}")
        self.talk.tell(f"    {len(policies) + 1} {ASK}")
        while said := self.talk.entered(_more("then", "", found), [*policies, ASK]):
            word = chosen(said, [*policies, ASK])
            if word == ASK and not found:
                return ASK
            if word in policies:
                found += self._line(word, policies[word])
            else:
                self.talk.tell(f"    {said!r} is none of these; Enter to leave it out")
        return found

    def _line(self, word: str, takes: Word) -> list[Any]:
        if isinstance(takes, Nothing):
            return [word]
        value = self._value(word, takes, word)
        return [] if value is None else [{word: value}]

    def _value(self, prompt: str, takes: Any, key: str) -> Any:
        """A value as a file has it, None for none."""
        prompts = Prompts(self.talk, self.ruleset.rules.names(self.view.seat), self._offers)
        prompts.skip = " (or Enter)" if prompt != key else ""
        taken = prompts.value(takes, prompt, {})
        return None if taken is None else taken.written

    def _offers(self, name: Name, place: Place) -> Mapping[str, str]:
        """All names of a sort, if they are few, without those that are another's."""
        names = self.ruleset.rules.names(self.view.seat)
        foreign = self.ruleset.rules.foreign(self.view)
        found = {
            id: one
            for sort in name.looked_up()
            for id, one in names[sort].items()
            if id not in foreign.get(sort, {})
        }
        return found if len(found) <= NAMES_AT_MOST else {}


def _more(key: str, skip: str, found: Sequence[Any]) -> str:
    """A prompt for one more of those found, or for the first."""
    return f"  {key}{' (more, or Enter)' if found else skip}> "
