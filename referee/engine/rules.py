"""What a ruleset gives the referee: its rules, calendar, wording and laboratory."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.engine.request import Data, Request, View
from referee.kit.made import Made

if TYPE_CHECKING:
    from referee.engine.beside import Kind
    from referee.engine.calendar import Calendar
    from referee.engine.odds import Odds
    from referee.engine.table import Ask, State, Table
    from referee.engine.variation import Variation
    from referee.engine.words import Vocabulary
    from referee.gamedata.data import DataFolder, Origin
    from referee.kit.board import Board

StepCode = Callable[..., Coroutine["Ask", Any, None]]


class Step(NamedTuple):
    """One step of the sequence of play.

    name: its coroutine in `Rules.steps`; args: plain data for it.
    scope: path of its rolls, made from public ids only ([a-z0-9/-]): ``705/3/battle/genua``.
    """

    name: str
    scope: str
    args: Mapping[str, Any] = MappingProxyType({})


class Option(Made):
    """A choice made when a game is opened: its values (the first is the default), its meaning."""

    values: tuple[str, ...]
    meaning: str


class Scenario(Made):
    """A way to play: what it is, in one line, and a warning for players.

    seats: ids of those that play, in charter order; () for all seats of the ruleset."""

    meaning: str
    warning: str = ""
    seats: tuple[str, ...] = ()


class StandingSet(Made):
    """Ready-made standing orders: what they do, in one line, and the list as an order file would
    have it under ``standing``."""

    meaning: str
    rules: list[Any]


class Result(NamedTuple):
    """How a game ended: winner (a seat, or None for a draw) and one of the ruleset's endings."""

    winner: str | None
    ending: str


def recorded(public: Data) -> Result | None:
    """The result that a game keeps under ``result`` in public, as a map of winner and ending, or
    None."""
    found = public["result"]
    return Result(found["winner"], found["ending"]) if found else None


def end_game(table: Table, winner: str | None, ending: str) -> None:
    """End a game whose result is `recorded`, unless it has ended; its ``phase`` is over.

    winner: a seat, or None for a draw; an event tells it, and the ending."""
    if not table.public["result"]:
        table.public.update(phase="over", result={"winner": winner, "ending": ending})
        table.tell("result", {"winner": winner or "nobody", "ending": ending})


class Rules(Made):
    """What is played; the engine needs nothing else."""

    #: (scenario, options) -> the State before the first step
    setup: Callable[[str, Mapping[str, str]], State]
    #: (public) -> the next step, None when the game is over: the sequence of play
    next_step: Callable[[Data], Step | None]
    #: (public) -> how the game ended, None while it goes on
    result: Callable[[Data], Result | None]
    #: name of a step -> its coroutine function (table, **args)
    steps: Mapping[str, StepCode]
    #: kinds of requests, by name
    kinds: Mapping[str, Kind]
    #: (seat) -> names by sort, as that seat writes them.  They depend on the rulebook, not on the
    #: position.  Return the same mappings each time and never change them: they are indexed once.
    names: Callable[[str], Vocabulary]
    #: (view) -> what its seat does not own and can hardly get, by sort: id -> why, in words.
    #: `check` warns of standing orders and advance orders that name such a thing; leave out sorts
    #: that orders may name although another seat owns them.
    foreign: Callable[[View], Mapping[str, Mapping[str, str]]] = lambda view: {}
    #: whether a seat may know less than the host, who then cannot hold a seat
    hidden: bool = True
    #: kind of event -> the keys of its public data that hold everything that public dice and draws
    #: showed; `verify` compares these, in any order, with the rolls of the event
    rolled: Mapping[str, Sequence[str]] = MappingProxyType({})
    #: everything that open draws can draw, in the rulebook's order; `verify` finds the items of
    #: each draw in this order, equal ones together: in another order the same dice would draw
    #: others
    drawn_from: Sequence[str] = ()

    @cached_property
    def requests(self) -> dict[str, type[Request]]:
        """Everything that these rules can ask, by kind."""
        return {name: kind.request for name, kind in self.kinds.items()}

    def request(self, data: Data) -> Request:
        """A request from its plain form."""
        return self.kinds[data["kind"]].request(data["seat"], **data["args"])


class Wording(Made):
    """How reports word a game."""

    #: (public) -> where the game is, in a few words: ``year 705, turn 3, battles``
    headline: Callable[[Data], str]
    #: (event, seat) -> lines that report one event, as that seat may know it: its kind and data in
    #: one map
    describe: Callable[[Data, str], list[str]]
    #: (view) -> what the seat holds and sees: (heading, lines of up to 72 columns)
    situation: Callable[[View], list[tuple[str, list[str]]]]
    #: every way in which a game can end: id -> why it is over, with the paragraph
    endings: Mapping[str, str]
    #: (public) -> unfinished events, each ``{kind, data}``: the next report repeats them, so that
    #: you can read it alone
    reminder: Callable[[Data], list[Data]] = lambda public: []
    #: kinds of events that a report leaves out where it repeats a game turn that has ended
    minor: Sequence[str] = ()


class Memory(Made):
    """What a seat may remember of what it has seen: plain data, kept for it from run to run, {}
    at first.  Their size must be bounded by the pieces, not by the length of the game."""

    #: (notes, events of a run, view after it) -> the notes after it: nothing but what its reports
    #: have told the seat
    learn: Callable[[Data, Sequence[Data], View], Data]
    #: (notes, view) -> what its report says of them: (heading, lines of up to 72 columns)
    told: Callable[[Data, View], list[tuple[str, list[str]]]]


class Laboratory(Made):
    """What random play and the blind test need besides the rules."""

    #: (state) -> what must never be in a State, one line each: a piece lost or duplicated
    broken: Callable[[State], list[str]] = lambda state: []
    #: class that makes games differ for the blind test; None if nothing is hidden
    variation: Callable[[], Variation] | None = None


class Ruleset(Made):
    """A game.  Everything here is constant; one object serves any number of games."""

    name: str
    title: str
    version: str
    #: all seats in charter order: id -> name to print; `seats_of` a scenario may be fewer
    seats: Mapping[str, str]
    #: ways to play; the first is the default
    scenarios: Mapping[str, Scenario]
    rules: Rules
    calendar: Calendar
    wording: Wording
    #: choices when a game is opened
    options: Mapping[str, Option] = MappingProxyType({})
    #: its data files; None for a game without any, which then takes no corrections
    data: DataFolder | None = None
    laboratory: Laboratory = Laboratory()
    #: (view, events of a run) -> the board as that seat sees it; None for a game that has none
    picture: Callable[[View, Sequence[Data]], Board] | None = None
    #: the chances of a battle, for `referee what-if`; None for a game that has no battles
    odds: Odds | None = None
    #: what seats remember; None for a game that shows nothing twice
    memory: Memory | None = None
    #: for `referee rulesets`: how many turns a game has, and how many mails a turn takes all
    #: players together with *quiet*, as measured
    length: str = ""
    mails: str = ""

    def data_files(self) -> Mapping[str, bytes]:
        """Every data file by name, as bytes, and corrections if there are any: pinned by the
        charter."""
        return self.data.files() if self.data else {}

    @property
    def corrections(self) -> Mapping[str, Any]:
        """The corrections to its data, with their note; {} if there are none."""
        return (self.data and self.data.corrections) or {}

    @cached_property
    def sets(self) -> Mapping[str, StandingSet]:
        """Ready-made standing orders by name, from the data file ``standing`` if there is one.  A
        set never asks where it answers: its last rule of each kind always matches."""
        if self.data is None or "standing" not in self.data:
            return {}
        return {name: StandingSet(**found) for name, found in self.data["standing"].items()}

    def origins(self) -> list[Origin]:
        """Where the data come from."""
        return self.data.origins() if self.data else []

    def seats_of(self, scenario: str) -> list[str]:
        """The seats that play a scenario, in charter order."""
        return list(self.scenarios[scenario].seats or self.seats)
