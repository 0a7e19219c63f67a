"""Standing orders for events that move nothing: what rules on `jupiter` and `vulcan` may say.

What can be named lies open, so where a rule comes to nothing a stop tells nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.request import Data, View
from referee.engine.words import Answer, Nothing, Word
from rulesets.julius_caesar import board, events, legal
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.standing_common import PLACES, TimedStanding, named


class JupiterStanding(TimedStanding):
    """Card Jupiter: rules on `jupiter`."""

    policies: ClassVar[Mapping[str, Word]] = {
        "from": PLACES,
        "to": PLACES,
        "best": Nothing(),
        "none": Nothing(),
    }

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The first place named that can be, with `best` else that of the highest value; a city
        named for it, else the first of all."""
        found = events.targets(view.public, self.seat)
        wanted = named(then, "to")
        places = [place for place in named(then, "from") if place in found]
        if found and not places and any("best" in line for line in then):
            places = [min(found, key=lambda at: _bestness(view.public, other(self.seat), at))]
        for place in places:
            cities = [city for city in wanted if city in found[place]] or found[place]
            return self._aimed(view, {"from": place, "to": cities[0]})
        return [] if any("none" in line for line in then) else None

    def _aimed(self, view: View, aim: Data) -> Answer | None:
        """The line, with the colour if it must be said."""
        tries: list[Data] = [aim, *({**aim, "colour": colour} for colour in board.COLOURS)]
        answers: list[Answer] = [[{"jupiter": tried}] for tried in tries]
        return next((a for a in answers if not self.judge(view, a).faults), None)


def _bestness(public: Data, enemy: str, place: str) -> tuple[int, int]:
    """To sort places of the enemy: those of the highest value first, of equals the one that fewest
    blocks hold."""
    return -board.places()[place].value, legal.count(public, place, enemy)


class VulcanStanding(TimedStanding):
    """Card Vulcan: rules on `vulcan`."""

    policies: ClassVar[Mapping[str, Word]] = {"strike": PLACES, "most": Nothing()}

    def follow(self, view: View, then: Answer) -> Answer | None:
        """The first city named that can be; with `most`, else the one with most blocks."""
        cities = self.args["places"]
        cities_named = [place for place in named(then, "strike") if place in cities]
        if cities_named:
            return [{"vulcan": cities_named[0]}]
        if not any("most" in line for line in then):
            return None
        enemy = other(self.seat)
        return [{"vulcan": max(cities, key=lambda city: legal.count(view.public, city, enemy))}]
