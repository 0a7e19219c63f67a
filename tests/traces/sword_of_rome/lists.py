"""Lists of legal answers for which a position is enough: each is set up anew, and asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.engine.table import State
from tests.rules.sword_of_rome.adapter import (
    EVENTS,
    Use,
    board,
    gallic,
    loyalty_of,
    placing,
    points,
    position,
    surrender,
)
from tests.traces.sword_of_rome.format import (
    BY_POSITION,
    SEATS,
    Data,
    Step,
    Trace,
    card,
    leader,
    space,
)
from tests.traces.sword_of_rome.positions import FACTS, set_up

#: What is asked of a Gallic event, by what a trace says of it.
LOSES = {"remove 1 CU": "cu", "remove 1 support point": "point"}


def named(one: Any) -> Any:
    """Names of theirs by ours."""
    if isinstance(one, list):
        return [named(part) for part in one]
    return leader(space(one)) if isinstance(one, str) else one


class Asked:
    """One decision of a trace, and the position in which it is made."""

    def __init__(self, trace: Trace, before: Data, step: Step) -> None:
        state: State = set_up(replace(trace, start=before))
        self.step, self.public, self.seat = step, state["public"], SEATS[step.seat]
        self.public["activated"] = before["activated"]
        self.public["facts"] = [FACTS[name] for name in FACTS if before[f"turnfact/{name}"]]
        self.about = named(step.about)

    def theirs(self) -> list[Any]:
        """What the trace offers, without what is no answer of ours."""
        legal = [one for one in self.step.legal if one not in ("none", "stay")]
        legal = [one for one in legal if one[0] != "none"]
        if self.step.kind == "gallic_loss":
            return [named(one[2] if one[0] == "cu" else one[1]) for one in legal]
        if self.step.kind == "desperate_use":
            return [card(one[1]) for one in legal if one[0] == "event"]
        return [named(one) for one in legal]

    def ours(self) -> list[Any]:
        """What the ruleset would take."""
        return ANSWERS[self.step.kind](self)

    def told(self, public: Data) -> Any:
        """What it is about, of a power without a player as if it acted (16.1.2)."""
        power = self.about[0] if isinstance(self.about, list) else ""
        acts = {"neutral": power, "seat": self.seat} if power in board.NEUTRALS else {}
        return {**public, "now": {**public["now"], **acts}}

    def event(self) -> Any:
        """What the event of the card that asks can be used on."""
        use = Use(self.public, self.seat, card(self.step.rule))
        return EVENTS[board.CARDS[use.card]["event"]].able(use)


def _placed(one: Asked) -> list[Any]:
    if one.step.rule != "5.10":
        return [*one.event()]
    powers = {answer[0] for answer in one.theirs()}
    own = [*powers] if powers & {*board.NEUTRALS} else board.PLAYS[one.seat]
    return [[power, s] for power in own for s in placing.placeable(one.public, power)]


def _leader(one: Asked) -> list[Any]:
    if one.step.kind == "place_leader" and one.step.rule != "5.10":
        return [*one.event()]
    here = position.spot_of(one.public, one.about)
    stays = here.space if here and one.step.kind == "minor_leader" else ""
    found = placing.spots_for(one.public, one.about)
    return [spot.space for spot in found if spot.space != stays]


def _gallic(one: Asked) -> list[Any]:
    offered = {position.control(one.public, s) for s in one.theirs()}
    loses = LOSES.get(one.step.about, "loyalty")
    if loses == "cu":
        offered = {answer[1] for answer in one.step.legal}
    powers = [power for power in board.PLAYS[one.seat] if power in offered]
    return gallic.losses(one.public, powers, loses)


def _desperate(one: Asked) -> list[Any]:
    gone = one.public[f"{one.seat} removed"]
    deck = [held for held in board.DECKS[one.seat] if held not in gone]
    acting = [held for held in deck if EVENTS[board.CARDS[held]["event"]].acting]
    uses = [Use(one.public, one.seat, held) for held in acting]
    return [use.card for use in uses if not EVENTS[board.CARDS[use.card]["event"]].lacks(use)]


def _campaign(one: Asked) -> list[Any]:
    mine = [x for power in board.PLAYS[one.seat] for x in position.BY_POWER[power]]
    return [x for x in mine if position.spot_of(one.public, x)]


def _cut(one: Asked) -> list[Any]:
    able = points.cuttable(one.public, one.about)
    return [["loyalty" if position.is_city(one.public, s) else "pc", s] for s in able]


def _support(one: Asked) -> list[Any]:
    public = one.told(one.public)
    neutral = public["now"]["neutral"]
    powers = [neutral] if neutral else board.PLAYS[one.seat]
    found = {(_sort(public, s), s, p) for p in powers for s in points.addable(public, p)}
    return [list(point[:2] if neutral else point) for point in found]


def _sort(public: Data, where: str) -> str:
    return "loyalty" if position.is_city(public, where) else "pc"


def _commander(one: Asked) -> list[Any]:
    power, where = one.about
    able = position.may_command(one.public, power, position.Spot(where))
    return [leader for leader in able if leader in one.theirs()]  # the old one or who has come


def _surrender(one: Asked) -> list[Any]:
    power, where = one.about
    able = surrender.markable if one.step.kind == "surrender_pc" else surrender.besiegeable
    return ["yes", "no"] if where in able(one.public, power) else []


ANSWERS: Mapping[str, Callable[[Asked], list[Any]]] = {
    "place_cu": _placed,
    "place_leader": _leader,
    "minor_leader": _leader,
    "loyalty_penalty": lambda one: [s for s in board.SPACES if loyalty_of(one.public, s)],
    "gallic_loss": _gallic,
    "desperate_use": _desperate,
    "campaign_first": _campaign,
    "remove_other": _cut,
    "support": _support,
    "commander": _commander,
    **dict.fromkeys(("surrender_pc", "surrender_roll"), _surrender),
    "fever": lambda one: [[*found] for found in one.event()],
    "revolt": lambda one: [[s, "out"] for s in one.event()],
    **dict.fromkeys(("pacify", "loyalty", "discord", "leader"), lambda one: [*one.event()]),
}


def asked(trace: Trace, every: int = 1) -> Iterator[Asked]:
    """Such decisions of a trace, one of so many."""
    before = trace.start
    for step in trace.steps:
        if step.kind in BY_POSITION and step.number % every == 0:
            yield Asked(trace, before, step)
        before = step.position


def compare(trace: Trace, every: int = 1) -> tuple[Counter[str], list[str]]:
    """How many lists of each kind were compared, and what differs."""
    counted: Counter[str] = Counter()
    found = []
    for one in asked(trace, every):
        counted[one.step.kind] += 1
        mine, theirs = ({json.dumps(x) for x in some} for some in (one.ours(), one.theirs()))
        if mine != theirs:
            told = f"only we would take {mine - theirs}, only the trace {theirs - mine}"
            found.append(f"{one.step.label} {one.step.kind} {one.step.rule}: {told}")
    return counted, found
