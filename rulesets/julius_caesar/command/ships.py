"""Amphibious moves (6.3): land blocks are shipped from port to port over friendly seas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from referee.engine.action import Problem
from referee.engine.words import Fields, Many, Name
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.board.naming import card_name, place_name
from rulesets.julius_caesar.command.moves import Group, Moving
from rulesets.julius_caesar.command.walk import CommandWalk
from rulesets.julius_caesar.standing_common import BLOCKS


class Ship(Moving):
    """6.3 Land blocks cross friendly seas."""

    word = "ship"
    takes = Fields({"blocks": BLOCKS, "via": Many(Name("place"), most=9), "to": Name("place")})

    @property
    def origin(self) -> str:
        """Where the first block that is on the board stands."""
        blocks = self.walk.blocks
        return next((blocks[b]["at"] for b in self.value["blocks"] if b in blocks), "")

    def names(self) -> Iterable[str]:
        """Its blocks, and where they go."""
        return [*self.value["blocks"], self.value["to"]]

    async def does(self) -> None:
        """6.3 They sail, with a point for each."""
        walk, blocks, path = self.walk, self.value["blocks"], self.path
        verbs.ship(self.table, self.seat, blocks, path)
        walk.moved |= dict.fromkeys(blocks, True)
        walk.crossed |= dict.fromkeys(path[1:-1], True)
        walk.moves -= len(blocks)

    @classmethod
    def groups(cls, walk: CommandWalk, place: str) -> Iterator[Group]:
        """6.3 Land blocks of a port, above all moves."""
        if walk.card or walk.active or not walk.seagoing:
            return
        if blocks := walk.movable(place, fleet=False):
            yield blocks, _paths(walk, place)

    @classmethod
    def fits(cls, walk: CommandWalk, path: list[str]) -> int:
        """6.3 Nor do more go than there are points."""
        return max(0, min(walk.moves, walk.may_leave(path[0])))

    def late(self) -> Problem | None:
        """6.3 Shipping comes before every other move, and never with an event."""
        walk = self.walk
        if late := super().late():
            return late
        if not walk.seagoing:
            return Problem("nobody is shipped in this scenario", "6.3")
        if walk.card:
            card = card_name(walk.card)
            return Problem(f"nobody is shipped with {card}", f"card {card}")
        if walk.active:
            reason = "shipping comes before every other move, and an earlier line is a move"
            return Problem(reason, "6.3", "put this line above the moves")
        if walk.moves <= 0 and not walk.crossed:
            return Problem("your card allows no moves", "2.1")
        return None

    def step(self, path: list[str], number: int) -> Problem | None:
        """6.3 From a port over friendly seas, each next to the other, to a port."""
        one, two, lands = path[number - 1], path[number], number == len(path) - 1
        if problem := _border(one, two, lands):
            return problem
        if not lands and self.walk.status(two) != legal.FRIENDLY:
            reason = f"{self.walk.held(two)}, and shipping crosses friendly seas only"
            hint = "a fleet of yours must lie there, and none of the enemy's"
            return Problem(reason, "6.3", hint)
        if number == 1 and legal.barred(self.public, one, two, self.seat):
            return Problem(f"the attackers of {place_name(one)} came from there", "6.13")
        return None

    def way(self, path: list[str]) -> Problem | None:
        """6.3 The port at the end is another one, friendly or neutral."""
        to = path[-1]
        if to == self.origin:
            return Problem("it is the port that they sail from", "6.3").at("to")
        if not self.walk.meets(to):
            return None
        reason = f"{self.walk.held(to)}, and nobody lands where the enemy stands"
        return Problem(reason, "6.3").at("to")

    def unfit(self, block: str, path: list[str], astray: bool) -> Problem | None:
        """6.3 No fleet is shipped."""
        if not board.is_fleet(block):
            return None
        reason = f"{self.walk.name(block)} is a fleet and sails itself"
        return Problem(reason, "6.3", "write a move line for it")

    def left_behind(self, able: list[str], path: list[str]) -> Problem | None:
        """6.3, 6.13 Told once all of them can be shipped."""
        return super().left_behind(able, path) if able == self.value["blocks"] else None

    def limits(self, path: list[str]) -> list[tuple[int, Callable[[str], Problem]]]:
        """6.3 Nor do more go than there are points."""
        return [*super().limits(path), (max(0, self.walk.moves), self._no_point)]

    def _no_point(self, block: str) -> Problem:
        """6.3 A point for each."""
        name = self.walk.name(block)
        return Problem(f"no move point is left for {name}, and each block shipped takes one", "6.3")


def _border(one: str, two: str, lands: bool) -> Problem | None:
    """6.3 Whether a step of the way is no sea border, with a sea where one must be."""
    start, end = board.places()[one], board.places()[two]
    if lands and end.is_sea:
        return Problem(f"{end.name} is a sea; a land block lands in a port", "4.1")
    if not lands and not end.is_sea:
        return Problem(f"{end.name} is no sea", "6.3", "name the seas crossed with via")
    if board.edge(one, two) == "sea":
        return None
    for place in (start, end):
        if not place.is_sea and not place.port:
            return Problem(f"{place.name} is no port", "4.42")
    return Problem(f"{start.name} and {end.name} do not touch", "6.3")


def _paths(walk: CommandWalk, place: str) -> Iterator[list[str]]:
    """6.3 The shortest way by sea from a port to every other port that is open now."""
    found, seen = [[place]], {place: True}
    for path in found:  # and on from each sea that is found
        for near in board.neighbours(path[-1]):
            barred = legal.barred(walk.public, place, near, walk.seat)
            sea = board.places()[near].is_sea and near not in seen
            if sea and not barred and walk.status(near) == legal.FRIENDLY:
                seen[near] = True
                found.append([*path, near])
    for path in found[1:]:
        for near in board.neighbours(path[-1]):
            if near not in seen and board.places()[near].port:
                seen[near] = True
                if not walk.meets(near):
                    yield [*path, near]
