"""Random play of phase C: fights of one unit or of a group, at one place or at several."""

from collections.abc import Callable, Iterator
from typing import Any

from referee.engine.view import Data
from referee.engine.writer import Writer
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import BLOCKS, GALLEYS, MOLE, POINTS
from rulesets.caesar_in_alexandria.sea import ships
from rulesets.caesar_in_alexandria.shock import fights

#: Attackers of one fight, besides those who join of themselves.
MOST = 4


class Marshal:
    """Writes the fights of the activated units for a writer."""

    def __init__(self, writer: Writer[Any], try_line: Callable[[str, Any], bool]) -> None:
        self.writer, self.chance, self.maybe = writer, writer.chance, writer.maybe
        self.try_line = try_line

    @property
    def public(self) -> Data:
        """The position behind the lines written so far."""
        return self.writer.public

    def fight(self) -> None:
        """Each unit that could begin a fight does, most of the time."""
        for unit in list(self.public["now"]["active"]):
            if not self.writer.goes_on():
                return
            if self._free(unit):
                self._attack(unit)

    def _free(self, unit: str) -> bool:
        """8.1 Whether a unit can attack, and does not yet."""
        public = self.public
        able = unit in public["units"] and not fights.never_attacks(unit)
        return able and unit not in (*fights.attacking(public), *public["now"]["barred"])

    def _attack(self, unit: str) -> None:
        """At the hexes in its zone, or at a place beside; alone or with others."""
        found = self._in_hexes(unit)
        spots = [*([found] if found else []), *([one] for one in self._spots(unit))]
        for at in spots:
            if self.maybe(88) and self.try_line("attack", self._value(unit, at)):
                return

    def _value(self, unit: str, at: list[str]) -> dict[str, Any]:
        """Who attacks, where, who counts and goes in, where to, how it then stands."""
        group = [unit, *self._others(unit, at)]
        places = at if self._must_name(at) or self.maybe(40) else []
        if len(places) > 1 and self.maybe(50):
            places = self.chance.sample(places, self.chance.randint(1, len(places)))
        value: dict[str, Any] = {"with": group}
        value |= {"at": places} if places else {}
        wishes = {"reference": group, "advance": group, "into": places, "face": board.FACINGS}
        for word, able in wishes.items():
            if able and self.maybe(20):
                value[word] = self.chance.choice(list(able))
        return value

    def _others(self, unit: str, at: list[str]) -> list[str]:
        """8.11, 8.63 Others that reach one of these places, all in hexes or all from galleys."""
        aboard = self._aboard(unit)
        if self.maybe(20) or (self._must_name(at) and not aboard):
            return []
        free = [one for one in self.public["now"]["active"] if one != unit and self._free(one)]
        reach = self._spots if aboard else self._in_hexes
        able = [one for one in free if self._aboard(one) == aboard and {*reach(one)} & {*at}]
        return self.chance.sample(able, min(len(able), self.chance.randint(1, MOST - 1)))

    def _aboard(self, unit: str) -> bool:
        return position.at(self.public, unit) in GALLEYS

    def _must_name(self, at: list[str]) -> bool:
        """Whether these are places at which nobody fights unless they are named."""
        return not (at[0] in BLOCKS or board.in_the_open(at[0]))

    def _in_hexes(self, unit: str) -> list[str]:
        """8.11, 8.12, 8.14 The hexes that a unit attacks, or its own block."""
        public, place = self.public, position.at(self.public, unit)
        if place in BLOCKS:
            return [place] if self._enemies(place) else []
        if place in GALLEYS:
            return []
        return fights.reached(public, unit)

    def _spots(self, unit: str) -> Iterator[str]:
        """8.13, 8.67 Points and causeway spaces with enemies beside it, galleys from there."""
        public, place = self.public, position.at(self.public, unit)
        aboard = place in GALLEYS
        near = ships.ashore(public, place) if aboard else position.country(public).links[place]
        for to in near:
            if self._enemies(to) and (to in MOLE or (to in POINTS and not aboard)):
                yield to
        if place in MOLE:
            yield from self._grappled(place)

    def _grappled(self, place: str) -> Iterator[str]:
        """8.67 Enemy galleys that are grappled to a causeway space."""
        enemy = board.other(self.writer.seat)
        for galley in position.galleys(self.public, enemy):
            grapples = self.public["galleys"][galley]["grappled"]
            if ships.CAUSEWAY in grapples and place in ships.ashore(self.public, galley):
                yield galley

    def _enemies(self, place: str) -> bool:
        return position.held_by(self.public, place, board.other(self.writer.seat))
