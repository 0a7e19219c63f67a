"""Land blocks are shipped over friendly seas (6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.engine.action import Problem
from referee.engine.words import Fields, Many, Name
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.board.naming import BLOCKS, card_name
from rulesets.julius_caesar.command.moves import Group, Move
from rulesets.julius_caesar.command.walk import CommandWalk


class Ship(Move):
    """6.3 Ship land blocks from port to port over friendly seas."""

    example = "ship: {blocks: [Legio 7], via: [Mare Tyrrhenum], to: Messana}"
    word = "ship"
    takes = Fields({"blocks": BLOCKS, "via": Many(Name("place"), most=9), "to": Name("place")})

    def start(self) -> str:
        """The place of the first block that is on the board."""
        blocks = self.walk.blocks
        return next((blocks[b]["at"] for b in self.value["blocks"] if b in blocks), "")

    async def does(self) -> None:
        """6.3 They sail, for a point each."""
        walk, blocks, path = self.walk, self.value["blocks"], self.path
        verbs.send(self.table, "ship", self.seat, blocks, path[-1], {"path": list(path)})
        walk.moved |= dict.fromkeys(blocks, True)
        walk.crossed |= dict.fromkeys(path[1:-1], True)
        walk.moves -= len(blocks)

    @classmethod
    def groups(cls, walk: CommandWalk, place: str) -> Iterator[Group]:
        """6.3 Land blocks in a port, before any move."""
        early = walk.seagoing and not walk.card and not walk.active
        still = walk.movable(place) if early else []
        if blocks := [block for block in still if not board.is_fleet(block)]:
            yield blocks, walk.shipways(place)

    @classmethod
    def fits(cls, walk: CommandWalk, path: list[str]) -> int:
        """6.3 There must also be a point for each."""
        return max(0, min(walk.moves, walk.may_leave(path[0])))

    def late(self) -> Problem | None:
        """6.3 Shipping comes before every other move, and never with an event."""
        walk = self.walk
        if late := super().late():
            return late
        if not walk.seagoing:
            return Problem("there is no shipping in this scenario", "6.3")
        if walk.card:
            card = card_name(walk.card)
            return Problem(f"{card} does not allow shipping", f"card {card}")
        if walk.active:
            reason = "shipping comes before every other move, and an earlier line is a move"
            return Problem(reason, "6.3", "put this line above the moves")
        allowed = walk.moves > 0 or walk.crossed
        return None if allowed else Problem("your card allows no moves", "2.1")

    def step(self, number: int) -> Problem | None:
        """4.1, 6.3 From a port over neighbouring friendly seas to a port."""
        one, two = self.path[number - 1 : number + 1]
        lands, start, end = number == len(self.path) - 1, board.PLACES[one], board.PLACES[two]
        if lands and end.is_sea:
            return Problem(f"{end.name} is a sea, but a land block must land in a port", "4.1")
        if not lands and not end.is_sea:
            return Problem(f"{end.name} is not a sea", "6.3", "via must name the seas crossed")
        if board.edge(one, two) != "sea":
            if dry := [place for place in (start, end) if not place.is_sea and not place.port]:
                return Problem(f"{dry[0].name} is not a port", "4.42")
            return Problem(f"{start.name} and {end.name} are not adjacent", "6.3")
        if not lands and self.walk.status(two) != legal.FRIENDLY:
            reason = f"{self.walk.held(two)}, and shipping crosses friendly seas only"
            hint = "you need a fleet there, and the enemy must have none"
            return Problem(reason, "6.3", hint)
        if number == 1 and two in legal.barred(self.public, one, self.seat):
            return Problem(f"the attackers of {start.name} came from there", "6.13")
        return None

    def way(self) -> Problem | None:
        """6.3 The port at the end must be another one, friendly or Vacant."""
        to = self.path[-1]
        if to == self.origin:
            return Problem("that is the port it sails from", "6.3").at("to")
        if to in self.walk.met:
            reason = f"{self.walk.held(to)}, and blocks cannot land where the enemy is"
            return Problem(reason, "6.3").at("to")
        return None

    def unfit(self, block: str, astray: bool) -> Problem | None:
        """6.3 Fleets are not shipped."""
        if not board.is_fleet(block):
            return None
        reason = f"{self.walk.name(block)} is a fleet and is not shipped"
        return Problem(reason, "6.3", "write a move line for it")

    def limits(self) -> list[tuple[int, Callable[[str], Problem]]]:
        """6.3 There must also be a point for each."""

        def no_point(block: str) -> Problem:
            left = f"you have no move point left for {self.walk.name(block)}"
            return Problem(f"{left}, and each block shipped takes one", "6.3")

        return [*super().limits(), (max(0, self.walk.moves), no_point)]
