"""What an action of a trace could be (5.4), by what our lines of an action take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.request import Request, View
from tests.rules.sword_of_rome.adapter import EVENTS, Use, board, placing, points, position
from tests.traces.sword_of_rome.format import Data, Step
from tests.traces.sword_of_rome.offers import card, leader, space, takes


class Able:
    """What a player could do now, in the words of a trace."""

    def __init__(self, request: Request, view: View) -> None:
        self.request, self.view = request, view
        self.public, self.seat = view.public, request.seat
        self.powers = board.PLAYS[request.seat]
        self.leaders = [one for power in self.powers for one in position.BY_POWER[power]]

    def ok(self, word: str, value: Any) -> bool:
        """Whether a line has nothing wrong with it."""
        return bool(takes(self.request, self.view, [{word: value}]))

    def all(self) -> Iterator[list[Any]]:
        """All of it."""
        yield ["end"]
        yield from self.diplomacy()
        yield from self.minors()
        for home in board.HOMES[board.GAULS]:
            if self.seat == board.GAULS and self.ok("solidarity", [home]):
                yield ["solidarity", space(home)]
        for held in self.view.own["hand"]:
            yield from self.card(card(held), {"card": held})
            yield from self.event(held)
        if self.public["now"]["desperate"]:
            yield from self.card("-", {})

    def diplomacy(self) -> Iterator[list[str]]:
        """15.1, 15.5, 18."""
        others = [one for one in (*board.PLAYER, board.CARTHAGE) if one in self.public["cu"]]
        for word in ("propose", "break"):
            for own in self.powers:
                able = [o for o in others if self.ok(word, {"for": own, "with": o})]
                yield from ([word, own, other] for other in able)

    def minors(self) -> Iterator[list[str]]:
        """8.3 Minor leaders, and spaces where they are not."""
        for one in [one for one in self.leaders if not position.is_named(one)]:
            here = position.spot_of(self.public, one)
            power = board.LEADERS[one]["power"]
            for to in {spot.space for spot in position.stacks(self.public, power)}:
                if not (here and here.space == to) and self.ok("leader", {"leader": one, "to": to}):
                    yield ["minor", leader(one), space(to)]

    def card(self, name: str, used: Data) -> Iterator[list[Any]]:
        """7.1 A card in its ways but for its event; ``-``, without a key, for Desperate Times."""
        for one in self.leaders:
            ways = ("march", "sortie") if self.inside(one) else ("march",)
            if any(self.ok(way, {**used, "leader": one}) for way in ways):
                yield ["card", name, "activate", leader(one)]
        if self.ok("support", {**used, "to": []}):
            yield ["card", name, "support", ""]
        if any(self.ok("reinforce", {**used, "to": to}) for to in board.SPACES):
            yield ["card", name, "reinforce", ""]
        if self.ok("carthage", used):
            able = [*self.ways(board.CARTHAGE)]
            yield from (["card", name, "carthage", way if len(able) > 1 else ""] for way in able)

    def ways(self, power: str) -> Iterator[list[str]]:
        """16.1.1 What a power without a player could do; of its leaders those on the map."""
        now = {**self.public["now"], "neutral": power, "seat": self.seat}
        acting = {**self.public, "now": now}
        led = [one for one in position.BY_POWER[power] if position.spot_of(acting, one)]
        yield from (["activate", leader(one)] for one in led)
        if points.addable(acting, power):
            yield ["support", ""]
        if placing.placeable(acting, power):
            yield ["cu", ""]

    def inside(self, one: str) -> bool:
        """13.4.1 Whether a leader is inside a city."""
        spot = position.spot_of(self.public, one)
        return bool(spot and spot.inside)

    def event(self, held: str) -> Iterator[list[str]]:
        """7.1, 7.1.2 A card for its event; Neutral Power Activates for each power."""
        told, use = board.CARDS[held], Use(self.public, self.seat, held)
        event = EVENTS[told["event"]]
        if told["event"] == "neutral-power":
            if not self.public["now"]["desperate"]:
                able = [(power, way) for power in event.able(use) for way in self.ways(power)]
                yield from (["npa", card(held), power, *way] for power, way in able)
            return
        cancels = told.get("cancels") and self.public["scenario"] == "three"
        free = event.acting and not cancels and not self.public["now"]["card"]
        if free and not event.lacks(use):
            yield ["card", card(held), "event", ""]


def actions(request: Request, view: View, step: Step) -> list[Any]:
    """5.4 All that a player could do next."""
    return [*Able(request, view).all()]
