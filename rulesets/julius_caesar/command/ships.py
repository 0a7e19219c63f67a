"""Amphibious moves (6.3): land blocks are shipped from port to port over friendly seas."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.engine.action import Problem
from referee.engine.words import Fields, Many, Name
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.board.naming import BLOCKS, card_name
from rulesets.julius_caesar.command.moves import Group, Moving
from rulesets.julius_caesar.command.walk import CommandWalk


class Ship(Moving):
    """6.3 Ship land blocks from port to port over friendly seas."""

    example = "ship: {blocks: [Legio 7], via: [Mare Tyrrhenum], to: Messana}"
    word = "ship"
    takes = Fields({"blocks": BLOCKS, "via": Many(Name("place"), most=9), "to": Name("place")})

    @property
    def origin(self) -> str:
        """Where the first block that is on the board stands."""
        blocks = self.walk.blocks
        return next((blocks[b]["at"] for b in self.value["blocks"] if b in blocks), "")

    async def does(self) -> None:
        """6.3 They sail, with a point for each."""
        walk, blocks, path = self.walk, self.value["blocks"], self.path
        verbs.send(self.table, "ship", self.seat, blocks, path[-1], {"path": list(path)})
        walk.moved |= dict.fromkeys(blocks, True)
        walk.crossed |= dict.fromkeys(path[1:-1], True)
        walk.moves -= len(blocks)

    @classmethod
    def groups(cls, walk: CommandWalk, place: str) -> Iterator[Group]:
        """6.3 Land blocks of a port, above all moves."""
        early = walk.seagoing and not walk.card and not walk.active
        blocks = walk.movable(place, fleet=False) if early else []
        if blocks:
            yield blocks, _shipways(walk, place)

    @classmethod
    def fits(cls, walk: CommandWalk, path: list[str]) -> int:
        """6.3 Nor do more go than there are points."""
        return max(0, min(walk.moves, walk.may_leave(path[0])))

    def late(self) -> Iterator[Problem]:
        """6.3 Shipping comes before every other move, and never with an event."""
        yield from super().late()
        if not self.walk.seagoing:
            yield Problem("nobody is shipped in this scenario", "6.3")
        if self.walk.card:
            card = card_name(self.walk.card)
            yield Problem(f"nobody is shipped with {card}", f"card {card}")
        if self.walk.active:
            reason = "shipping comes before every other move, and an earlier line is a move"
            yield Problem(reason, "6.3", "put this line above the moves")
        if self.walk.moves <= 0 and not self.walk.crossed:
            yield Problem("your card allows no moves", "2.1")

    def step(self, path: list[str], number: int) -> Iterator[Problem]:
        """4.1, 6.3 From a port over friendly seas, each next to the other, to a port."""
        one, two, lands = path[number - 1], path[number], number == len(path) - 1
        start, end = board.places()[one], board.places()[two]
        if lands and end.is_sea:
            yield Problem(f"{end.name} is a sea; a land block lands in a port", "4.1")
        if not lands and not end.is_sea:
            yield Problem(f"{end.name} is no sea", "6.3", "name the seas crossed with via")
        if board.edge(one, two) != "sea":
            for place in (start, end):
                if not place.is_sea and not place.port:
                    yield Problem(f"{place.name} is no port", "4.42")
            yield Problem(f"{start.name} and {end.name} do not touch", "6.3")
        if not lands and self.walk.status(two) != legal.FRIENDLY:
            reason = f"{self.walk.held(two)}, and shipping crosses friendly seas only"
            hint = "a fleet of yours must lie there, and none of the enemy's"
            yield Problem(reason, "6.3", hint)
        if number == 1 and legal.barred(self.public, one, two, self.seat):
            yield Problem(f"the attackers of {start.name} came from there", "6.13")

    def way(self, path: list[str]) -> Iterator[Problem]:
        """6.3 The port at the end is another one, friendly or neutral."""
        to = path[-1]
        if to == self.origin:
            yield Problem("it is the port that they sail from", "6.3").at("to")
        if self.walk.meets(to):
            reason = f"{self.walk.held(to)}, and nobody lands where the enemy stands"
            yield Problem(reason, "6.3").at("to")

    def unfit(self, block: str, path: list[str], astray: bool) -> Iterator[Problem]:
        """6.3 No fleet is shipped."""
        if board.is_fleet(block):
            reason = f"{self.walk.name(block)} is a fleet and sails itself"
            yield Problem(reason, "6.3", "write a move line for it")

    def left_behind(self, able: list[str], path: list[str]) -> Problem | None:
        """6.3, 6.13 Told once all of them can be shipped."""
        return super().left_behind(able, path) if able == self.value["blocks"] else None

    def limits(self, path: list[str]) -> list[tuple[int, Callable[[str], Problem]]]:
        """6.3 Nor do more go than there are points."""

        def no_point(block: str) -> Problem:
            left = f"no move point is left for {self.walk.name(block)}"
            return Problem(f"{left}, and each block shipped takes one", "6.3")

        return [*super().limits(path), (max(0, self.walk.moves), no_point)]


def _shipways(walk: CommandWalk, place: str) -> Iterator[list[str]]:
    """6.3 The shortest way by sea from a port to every other port that is open now."""
    found, seen = [[place]], {place: True}
    for path in found:  # and on from each sea that is found
        for near in board.neighbours(path[-1]):
            fresh = near in board.seas() and near not in seen
            barred = fresh and legal.barred(walk.public, place, near, walk.seat)
            if fresh and not barred and walk.status(near) == legal.FRIENDLY:
                seen[near] = True
                found.append([*path, near])
    for path in found[1:]:
        for near in board.neighbours(path[-1]):
            if near not in seen and board.places()[near].port:
                seen[near] = True
                if not walk.meets(near):
                    yield [*path, near]
