"""Levies (6.4): new blocks from the Levy Pool, and steps for blocks on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.beside import Chance
from referee.engine.view import Data
from referee.engine.words import Fields, Name
from referee.fault import AMBIGUOUS
from referee.kit.lines import listed
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.block_walk import all_of, any_of
from rulesets.julius_caesar.board.naming import card_name, place_name
from rulesets.julius_caesar.command.walk import CommandWalk


class Raising(Action[CommandWalk]):
    """An order line that uses a levy point."""

    def no_point(self) -> Problem | None:
        """2.1, 6.4 No point is left for it."""
        if self.walk.levies > 0:
            return None
        if self.walk.card:
            reason = f"{card_name(self.walk.card)} allows no levies"
            return Problem(reason, "6.4", "delete this line")
        reason = "you have no levy point left for this line"
        return Problem(reason, "6.4", "each new block and each step takes one")

    def unfriendly(self, place: str) -> Problem | None:
        """6.4, ruling 21 Neither new blocks nor steps can be raised there."""
        if self.walk.status(place) == legal.FRIENDLY:
            return None
        reason = f"{self.walk.held(place)}, and levies can be made only in friendly cities"
        hint = "at least one of your blocks must be there, and no enemy block"
        return Problem(reason, "6.4", hint)

    def levied(self, block: str, place: str | None) -> None:
        """6.4 Use a point: the block is raised there, or gains a step."""
        self.walk.raised.append(verbs.levy(self.table, self.seat, block, place))
        self.walk.levies -= 1


class Levy(Raising):
    """6.4 Raise a new block at its lowest step."""

    example = "levy: {block: Legio 17, at: Rome}"
    word, takes = "levy", Fields({"block": Name("block")}, {"at": Name("place")})

    def subjects(self) -> Iterable[str]:
        """Its block: nothing else can be raised of it when that fails."""
        return [self.value["block"]]

    def obstacle(self) -> Problem | None:
        """First about the block, then the place, then points."""
        block, doubts = self.value["block"], self.walk.doubts
        if block in doubts:
            return DOUBTED
        if missing := self._not_in_pool(block):
            return missing.at("block")
        if (place := levy_place(block, self.value)) is None:
            return self._where(block)
        wrong = self._never(block, place)
        if wrong is None and place in doubts:
            return DOUBTED
        if wrong := wrong or self.unfriendly(place):
            return wrong.at("at") if "at" in self.value else wrong
        return self.no_point()

    def _not_in_pool(self, block: str) -> Problem | None:
        """5.2, 7.5, 7.51 Why a block cannot be raised anywhere."""
        walk, public, name = self.walk, self.public, self.walk.name(block)
        if block in walk.pool:
            if not legal.leader_needed(public, block):
                return None
            needs = listed(map(walk.name, board.BLOCKS[block].needs), "or")
            return Problem(f"{name} can be raised only after {needs} has been killed", "7.51")
        if block in walk.blocks:
            return Problem(f"{name} is on the board", "6.4", f"add strength with - step: {name}")
        if block in public["dead"][board.BLOCKS[block].colour]:
            reason = f"{name} was eliminated this year and cannot be raised before next year"
            return Problem(reason, "7.5")
        if any(block in taken for taken in public["trophies"].values()):
            return Problem(f"{name} was killed and is out of the game", "7.51")
        return Problem(f"{name} is not in your Levy Pool", "5.2")

    def _where(self, block: str) -> Problem:
        """The line must say where."""
        cities = _open_to(self.walk, block, friendly(self.walk))
        name = self.walk.name(block)
        reason = f"{name} can be raised in more than one city; say where"
        return Problem(reason, "6.4", f"add at: {any_of(cities) or 'CITY'}", answer=AMBIGUOUS)

    def _never(self, block: str, place: str) -> Problem | None:
        """3.26, 6.4 Why a block can never be raised in a place."""
        allowed, name = legal.levy_places(block), place_name(place)
        if place in allowed:
            return None
        if board.PLACES[place].is_sea:
            return Problem(f"{name} is a sea, but blocks are raised in cities", "6.4")
        if len(allowed) == 1:
            only = f"{self.walk.name(block)} can be raised only in {all_of(allowed)}"
            return Problem(only, "6.4")
        return Problem(f"{name} is not a major port", "3.26", f"major ports: {all_of(allowed)}")

    async def does(self) -> None:
        """6.4 It is raised."""
        block = self.value["block"]
        self.walk.moved[block] = True
        self.levied(block, levy_place(block, self.value))


class Strengthen(Raising):
    """6.4 Add one step to a block on the board."""

    example = "step: Legio 7"
    word, takes = "step", Name("block")

    def subjects(self) -> Iterable[str]:
        """Its block, which an earlier line may have to raise."""
        return [self.value]

    def obstacle(self) -> Problem | None:
        """First about the block, then points."""
        walk, block, name = self.walk, self.value, self.walk.name(self.value)
        if block in walk.doubts:
            return DOUBTED
        if (here := walk.blocks.get(block)) is None:
            hint = f"raise it with - levy: {{block: {name}}}"
            waits = Problem(f"{name} is in your Levy Pool", "6.4", hint)
            return waits if block in walk.pool else walk.absent(block, "6.4")
        if board.PLACES[here["at"]].is_sea:
            return Problem(f"{name} is at sea, but fleets gain steps only in port", "6.4")
        if wrong := self.unfriendly(here["at"]):
            return wrong
        if here["strength"] >= board.full(block):
            return Problem(f"{name} is at full strength ({board.ROMAN[here['strength']]})", "6.4")
        return self.no_point()

    async def does(self) -> None:
        """6.4 It gains a step."""
        self.levied(self.value, None)


def levy_place(block: str, line: Data) -> str | None:
    """6.4 The city for a new block: where the line says, or the only one where it can be raised."""
    cities = [line["at"]] if "at" in line else legal.levy_places(block)
    return cities[0] if len(cities) == 1 else None


def choices(
    walk: CommandWalk, cities: list[str], chance: Chance | None = None
) -> Iterator[tuple[str, Sequence[str | None]]]:
    """6.4 Every block that can be raised now, with those of the `friendly` cities where it can be,
    and with [None] every one that can gain a step there; nothing if no point is left.

    chance: begins with a random block instead of the first."""
    blocks = [*walk.pool, *board.in_order(walk.blocks)] if cities and walk.levies > 0 else []
    first = chance.randrange(len(blocks)) if chance and blocks else 0
    for block in blocks[first:] + blocks[:first]:
        if (here := walk.blocks.get(block)) is None:
            if open_to := _open_to(walk, block, cities):
                yield block, open_to
        elif here["at"] in cities and here["strength"] < board.full(block):
            yield block, [None]


def friendly(walk: CommandWalk) -> list[str]:
    """6.4 The friendly cities, in the board's order."""
    held = [place for place, there in walk.public["places"].items() if walk.seat in there]
    return board.on_the_board(p for p in held if legal.may_raise_at(walk.public, p, walk.seat))


def _open_to(walk: CommandWalk, block: str, cities: list[str]) -> list[str]:
    """6.4 Those of these cities in which a block of the Levy Pool can be raised."""
    if not cities or legal.leader_needed(walk.public, block):
        return []
    allowed = legal.levy_places(block)
    anywhere = len(allowed) == len(board.CITIES)
    return cities if anywhere else [city for city in cities if city in allowed]
