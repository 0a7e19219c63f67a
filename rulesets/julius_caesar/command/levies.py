"""Levies (6.4): new blocks from the reserve, and steps for blocks on the board."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.view import Data
from referee.engine.words import Fields, Name
from referee.fault import AMBIGUOUS
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.block_walk import all_of, any_of
from rulesets.julius_caesar.board.naming import card_name, listed, place_name
from rulesets.julius_caesar.command.walk import CommandWalk


class Raising(Action[CommandWalk]):
    """What takes a levy point."""

    def point(self) -> Problem | None:
        """2.1, 6.4 Whether none is left for it."""
        if self.walk.levies > 0:
            return None
        if self.walk.card:
            reason = f"{card_name(self.walk.card)} allows no levies"
            return Problem(reason, "6.4", "leave this line out")
        reason = "no levy point is left for this line"
        return Problem(reason, "6.4", "each new block and each step takes one")

    def levied(self, block: str, place: str | None) -> None:
        """6.4 The block comes there, or gains a step; for one point."""
        self.walk.raised.append(verbs.levy(self.table, self.seat, block, place))
        self.walk.levies -= 1

    def unfriendly(self, place: str) -> Problem | None:
        """6.4, ruling 21 Whether neither new blocks nor steps come there."""
        if self.walk.status(place) == legal.FRIENDLY:
            return None
        reason = f"{self.walk.held(place)}, and levies come to friendly cities only"
        return Problem(reason, "6.4", "at least one of your blocks must stand there, and no enemy")


class Levy(Raising):
    """6.4 A new block at its lowest step."""

    word, takes = "levy", Fields({"block": Name("block")}, {"at": Name("place")})

    def obstacle(self) -> Problem | None:
        """Of the block, of the place, then of points."""
        block, doubts = self.value["block"], self.walk.doubts
        if block in doubts:
            return DOUBTED
        if problem := self._not_in_reserve(block):
            return problem.at("block")
        place = levy_place(block, self.value)
        if place is None:
            return self._where(block)
        doubted = DOUBTED if place in doubts else None
        if problem := self._never(block, place) or doubted or self.unfriendly(place):
            return problem.at(*(["at"] if "at" in self.value else []))
        return self.point()

    def _not_in_reserve(self, block: str) -> Problem | None:
        """5.2, 7.5, 7.51 Why a block cannot be raised wherever it may be."""
        walk, public, name = self.walk, self.public, self.walk.name(block)
        if block in walk.blocks:
            return Problem(f"{name} is on the board", "6.4", f"add strength with - step: {name}")
        if block in public["dead"][board.blocks()[block].colour]:
            reason = f"{name} was eliminated this year and cannot be raised before the next one"
            return Problem(reason, "7.5")
        if any(block in taken for taken in public["trophies"].values()):
            return Problem(f"{name} was killed and is out of the game", "7.51")
        if block not in walk.pool:
            return Problem(f"{name} is not in your reserve", "5.2")
        if not legal.leader_needed(public, block):
            return None
        needs = listed(map(walk.name, board.blocks()[block].needs), "or")
        return Problem(f"{name} can be raised only after {needs} has been killed", "7.51")

    def _where(self, block: str) -> Problem:
        """The line must say where."""
        cities = _open_to(self.walk, block, _friendly(self.walk))
        name = self.walk.name(block)
        reason = f"{name} can be raised in more than one city, and the line does not say where"
        return Problem(reason, "6.4", f"add at: {any_of(cities) or 'CITY'}", answer=AMBIGUOUS)

    def _never(self, block: str, place: str) -> Problem | None:
        """3.26, 6.4 Why a block is never raised in a place."""
        allowed = legal.levy_places(block)
        if place in allowed:
            return None
        if board.places()[place].is_sea:
            return Problem(f"{place_name(place)} is a sea, and blocks are raised in cities", "6.4")
        if len(allowed) == 1:
            return Problem(f"{self.walk.name(block)} is raised in {all_of(allowed)} only", "6.4")
        reason = f"{place_name(place)} is not a major port"
        return Problem(reason, "3.26", f"major ports: {all_of(allowed)}")

    async def does(self) -> None:
        """6.4 It comes."""
        block = self.value["block"]
        self.walk.moved[block] = True
        self.levied(block, levy_place(block, self.value))


class Strengthen(Raising):
    """6.4 One step more for a block on the board."""

    word, takes = "step", Name("block")

    def obstacle(self) -> Problem | None:
        """Of the block, then of points."""
        return DOUBTED if self.value in self.walk.doubts else self._no_step() or self.point()

    def _no_step(self) -> Problem | None:
        """6.4 Why the block cannot have one step more."""
        walk, block, name = self.walk, self.value, self.walk.name(self.value)
        if block in walk.pool and block not in walk.blocks:
            hint = f"raise it with - levy: {{block: {name}}}"
            return Problem(f"{name} is in your reserve", "6.4", hint)
        if absent := walk.absent(block, "6.4"):
            return absent
        here = walk.blocks[block]
        if board.places()[here["at"]].is_sea:
            return Problem(f"{name} is at sea, and fleets gain steps in port only", "6.4")
        if problem := self.unfriendly(here["at"]):
            return problem
        if here["strength"] < board.full(block):
            return None
        return Problem(f"{name} is at full strength ({board.ROMAN[here['strength']]})", "6.4")

    async def does(self) -> None:
        """6.4 It gains a step."""
        self.levied(self.value, None)


def levy_place(block: str, line: Data) -> str | None:
    """6.4 Where a new block comes: where the line says, or the only city it can be raised in."""
    cities = [line["at"]] if "at" in line else legal.levy_places(block)
    return cities[0] if len(cities) == 1 else None


def choices(walk: CommandWalk) -> Iterator[tuple[str, str | None]]:
    """6.4 Every block that can be raised now, with each place, if a point is left; and with None
    every one that can gain a step."""
    friendly = _friendly(walk) if walk.levies > 0 else []
    for block in walk.pool:
        for place in _open_to(walk, block, friendly):
            yield block, place
    for block in board.in_order(walk.blocks):
        here = walk.blocks[block]
        if here["at"] in friendly and here["strength"] < board.full(block):
            yield block, None


def _friendly(walk: CommandWalk) -> list[str]:
    """6.4 The friendly cities, in the board's order."""
    places = walk.public["places"]
    return [p for p in board.cities() if p in places and walk.status(p) == legal.FRIENDLY]


def _open_to(walk: CommandWalk, block: str, friendly: list[str]) -> list[str]:
    """6.4 The cities of some friendly ones in which a block of the reserve could be raised."""
    if not friendly or legal.leader_needed(walk.public, block):
        return []
    allowed = legal.levy_places(block)
    return [city for city in friendly if city in allowed]
