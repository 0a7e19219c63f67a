"""Runs rule cases: small texts with a position, orders, dice, and what comes of them.

A file of cases is ``tests/cases/<ruleset package>/*.yaml``, and `tests/cases/README.md` says how
to write one.  What a position looks like is the matter of one adapter per ruleset, the module
``tests.rules.<ruleset package>.adapter``.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from referee.engine.entry import public_events, split_events, story
from referee.engine.game import Game
from referee.engine.request import Request, View
from referee.engine.rules import Rules, Ruleset
from referee.engine.table import State
from referee.engine.words import Answer
from referee.fault import Fault
from referee.lab.scripted import ScriptedDice
from referee.orders.order_lines import parse_lines

CASES = Path(__file__).parents[1] / "cases"
Data = dict[str, Any]

_KEYS = {
    "case", "rule", "note", "before", "orders", "play", "otherwise", "dice", "draws",
    "after", "refusal", "warning", "asked", "told", "untold", "facts", "example", "ruling",
}  # fmt: skip


class Adapter(ABC):
    """What a ruleset's cases need: names and positions as players write them."""

    ruleset: Ruleset

    @abstractmethod
    def start(self, before: Data) -> State:
        """The State that a ``before`` describes."""

    @abstractmethod
    def seat(self, before: Data) -> str:
        """Whose orders ``orders`` are."""

    @abstractmethod
    def compare(self, after: Data, state: State) -> list[str]:
        """What in the State differs from an ``after``."""

    @abstractmethod
    def fact(self, fact: Data, state: State) -> object:
        """What one entry of ``facts`` comes to."""

    @abstractmethod
    def draw(self, told: list[str] | None, count: int, state: State) -> list[int]:
        """The numbers of the items of one draw; told: as the case has them, None if not."""

    def otherwise(self, word: str, request: Request, view: View) -> Answer | None:
        """An answer in one word, for requests that the case does not speak of: ``default`` is what
        the rules say.  None if the case ends here."""
        assert word == "default"
        return self.ruleset.rules.kinds[request.kind].standing.default(request, view)

    def under_way(self, public: Data) -> bool | None:
        """In a game whose orders take several steps, whether it goes on in any case, or in no case;
        None if the orders of the case decide that."""
        return None


#: reads every scalar as a text; ten times as fast where PyYAML was built with libyaml
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True)
class Case:
    """One case and the file it stands in."""

    package: str
    file: str
    data: Data

    @property
    def name(self) -> str:
        """Paragraph and title, to find it by."""
        return f"{self.package}: {self.data.get('rule', '?')} {self.data.get('case', '?')}"


def packages() -> list[str]:
    """Every ruleset that has cases."""
    return sorted(folder.name for folder in CASES.iterdir() if folder.is_dir())


@cache
def cases() -> tuple[Case, ...]:
    """Every case of every file."""
    return tuple(
        case
        for package in packages()
        for path in sorted((CASES / package).glob("*.yaml"))
        for case in read(path)
    )


def of(package: str, rule: str) -> list[Case]:
    """The cases of a paragraph."""
    return [case for case in cases() if (case.package, case.data["rule"]) == (package, rule)]


def read(path: Path) -> Iterator[Case]:
    """The cases of one file; every scalar is a text, as in an order file."""
    for data in yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER):
        unknown = sorted(set(data) - _KEYS)
        if unknown:
            raise ValueError(f"{path.name}: {data.get('case')}: unknown keys {unknown}")
        yield Case(path.parent.name, path.name, data)


def _stopping(rules: Rules, goes_on: Callable[[Data], bool]) -> Rules:
    """Rules that take no step more once the case has no orders left."""
    stops: Rules = rules.but(
        next_step=lambda public: rules.next_step(public) if goes_on(public) else None
    )
    return stops


class _Dice(ScriptedDice):
    """The dice of a case, whose draws its adapter reads when they are made."""

    def __init__(self, adapter: Adapter, data: Data, state: State) -> None:
        super().__init__([int(value) for value in data.get("dice", [])])
        self.adapter, self.state = adapter, state
        self.told: list[list[str]] = list(data.get("draws", []))

    def drawn(self, path: str, k: int, m: int) -> list[int]:
        told = self.told.pop(0) if self.told else None
        self.draws = [self.adapter.draw(told, k, self.state)]
        return super().drawn(path, k, m)


@dataclass
class Played:
    """What came of a case."""

    state: State
    events: list[Data] = field(default_factory=list)
    rolls: list[Data] = field(default_factory=list)
    asked: list[Request] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)


class _Player:
    """Gives the orders of a case when they are asked for."""

    def __init__(self, adapter: Adapter, data: Data) -> None:
        self.adapter, self.data = adapter, data
        own = adapter.seat(data.get("before", {})) if "orders" in data else ""
        play = data.get("play", []) + ([{own: data["orders"]}] if "orders" in data else [])
        self.entries = [next(iter(entry.items())) for entry in play]
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.asked: list[Request] = []

    def goes_on(self, public: Data) -> bool:
        if self.faults:
            return False
        under = self.adapter.under_way(public)
        if under is not None:
            return under
        return bool(self.entries) or "asked" in self.data or "otherwise" in self.data

    def supply(
        self, requests: Sequence[Request], view: Callable[[str], View]
    ) -> list[Answer] | None:
        answers = []
        for request in requests:
            answer = self.answer(request, view(request.seat))
            if answer is None:
                self.asked = list(requests)
                return None
            answers.append(answer)
        return answers

    def answer(self, request: Request, view: View) -> Answer | None:
        raw = self._take(request)
        if raw is None:
            word = self.data.get("otherwise")
            return self.adapter.otherwise(word, request, view) if word else None
        names = self.adapter.ruleset.rules.names(request.seat)
        answer, faults = parse_lines(raw, request.words, names, request.conditions)
        if answer is not None:
            judgement = request.judge(view, answer)
            faults = judgement.faults
            self.warnings += judgement.warnings
        self.faults += faults
        return None if faults else answer

    def _take(self, request: Request) -> object | None:
        """The orders for this request: the next of that seat (``caesar`` or ``caesar hits``)."""
        for number, (who, raw) in enumerate(self.entries):
            seat, _, kind = who.partition(" ")
            if seat == request.seat and kind in ("", request.kind):
                del self.entries[number]
                return [] if raw == "" else raw
        return None


def adapter_of(package: str) -> Adapter:
    """The adapter of a ruleset's cases."""
    module = importlib.import_module(f"tests.rules.{package}.adapter")
    adapter: Adapter = module.ADAPTER
    return adapter


def play(case: Case) -> Played:
    """Play a case to its end."""
    adapter, data = adapter_of(case.package), case.data
    state = adapter.start(data.get("before", {}))
    player = _Player(adapter, data)
    game = Game(_stopping(adapter.ruleset.rules, player.goes_on), state)
    dice = _Dice(adapter, data, state)
    outcome = game.run(dice, player.supply)
    game.close()
    assert not player.entries or player.faults, f"nobody asked for {player.entries}"
    left = [*dice.values, *dice.told]
    assert player.faults or not left, f"dice or draws left over: {left}"
    return Played(
        game.state, outcome.events, outcome.rolls, player.asked, player.faults, player.warnings
    )


def differences(case: Case) -> list[str]:
    """Everything that came out otherwise than the case says."""
    adapter, data = adapter_of(case.package), case.data
    played = play(case)
    found = _refusals("refusal", data.get("refusal", []), played.faults)
    if "warning" in data:
        found += _refusals("warning", data["warning"], played.warnings)
    if "after" in data:
        found += adapter.compare(data["after"], played.state)
    if "asked" in data:
        found += _asked(data["asked"], played.asked)
    elif "otherwise" not in data and not played.faults:
        found += [f"{one.seat} is asked {one.kind}, which nobody answers" for one in played.asked]
    for fact in data.get("facts", []):
        value = adapter.fact(fact, played.state)
        if value != fact["is"]:
            found.append(f"{fact}: it is {value}")
    return found + _told(adapter, data, played.events)


def unlike(what: str, wanted: object, have: object) -> list[str]:
    """What is to be said if the two are not the same."""
    return [] if wanted == have else [f"{what}: {have}, not {wanted}"]


def texts(value: Any) -> Any:
    """Plain data with every leaf as a text, as a case has it."""
    if isinstance(value, dict):
        return {key: texts(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [texts(part) for part in value]
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "nobody"}[value]
    return str(value)


def _refusals(word: str, wanted: Any, faults: list[Fault]) -> list[str]:
    """Every wanted refusal must be there with its paragraph and words, and no other."""
    wanted = wanted if isinstance(wanted, list) else [wanted]
    rest, found = [*faults], []
    for entry in wanted:
        fits = [fault for fault in rest if _fits(fault, **entry)]
        if fits:
            rest.remove(fits[0])
        else:
            found.append(f"no {word} like {entry}")
    return found + [f"{word} of {fault.rule}: {fault.reason}" for fault in rest]


def _fits(fault: Fault, rule: str | None = None, says: str = "", hint: str = "") -> bool:
    return rule in (None, fault.rule) and says in fault.reason and hint in fault.hint


def _asked(wanted: Any, requests: list[Request]) -> list[str]:
    """Who is asked what at the end: {seat: kind}, or {seat: nothing}."""
    asked = {request.seat: request.kind for request in requests}
    return [
        f"{seat} is asked {asked.get(seat, 'nothing')}, not {kind}"
        for seat, kind in wanted.items()
        if asked.get(seat, "nothing") != kind
    ]


def _told(adapter: Adapter, data: Data, events: list[Data]) -> list[str]:
    """Texts that a seat's report has (``told``) or must not have (``untold``)."""
    found = []
    for word, present in (("told", True), ("untold", False)):
        for seat, texts in data.get(word, {}).items():
            story = " ".join(" ".join(tell(adapter.ruleset, events, seat)).split())
            wrong = [text for text in texts if (text.replace("\n", " ") in story) is not present]
            found += [f"{word} {seat}: {text!r} in {story!r}" for text in wrong]
    return found


def tell(ruleset: Ruleset, events: list[Data], seat: str) -> list[str]:
    """What a seat reads of some events."""
    read = story(public_events(events), split_events(events, seat))
    return [line for event in read for line in ruleset.wording.describe(event, seat)]
