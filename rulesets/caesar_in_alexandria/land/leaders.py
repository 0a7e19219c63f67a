"""Leaders who flee, who follow their units, and who are replaced (4.32, 4.33, 5.86)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Data, View
from referee.engine.table import Table
from referee.engine.words import Many, Name, Word
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import BLOCKS, GALLEYS, NAMES, SIDES
from rulesets.caesar_in_alexandria.land.stacking import enemies
from rulesets.caesar_in_alexandria.land.ways import exposed, steps
from rulesets.caesar_in_alexandria.turn.command import commands

#: Why a leader may go: touched (4.32), his stack is hit (4.32), his units withdraw (5.86) or
#: retreat (10.3).
TOUCHED, STRUCK, WITHDRAWS, RETREATS = "touched", "struck", "withdraws", "retreats"


def refuges(public: Data, leader: str, most: int) -> list[str]:
    """4.32, H65 Where a leader can step back to, his place not among them."""
    start, seat = position.place_of(public, leader), SIDES[leader]
    found: dict[str, None] = {}
    ring = [start]
    for _ in range(most):
        ring = [
            to
            for here in ring
            for to in steps(public, here)
            if to not in BLOCKS and not enemies(public, to, seat)
        ]
        found |= dict.fromkeys(ring)
    return board.by_map(
        to
        for to in found
        if to != start and (position.held_by(public, to, seat) or not exposed(public, seat, to))
    )


class Flee(OneOf):
    """4.32, 5.86 Where a leader goes, or that he stays.

    Args: leader, at, why; along: where his units have gone."""

    kind, rule, question = "flee", "4.32", "where {leader} goes, who is in {at}"
    takes, example = Name("space", ("hex", "point", "block")), "flee: 4-D"
    selectors: ClassVar[Mapping[str, Word]] = {
        "leader": Many(Name("own leader")),
        "at": Many(Name("space", ("hex", "point", "block"))),
    }
    favours = ("default", "stay")
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        """Spaces, his own place among them if he may stay."""
        return goes_to(view.public, self.args["leader"], self.args["why"], self.args["along"])

    def favour(self, view: View, word: str) -> str:
        """D2 He stays where he may; else he goes to the space farthest from enemies."""
        able, at = self.options(view), str(self.args["at"])
        spaces = [to for to in able if to not in GALLEYS]
        return at if at in able else farthest(view.public, self.seat, spaces) if spaces else able[0]


def goes_to(public: Data, leader: str, why: str, along: Sequence[str]) -> list[str]:
    """4.32, 5.86 All that a leader can do."""
    at, seat = position.place_of(public, leader), SIDES[leader]
    stays = [at] if position.held_by(public, at, seat) else []
    if at in GALLEYS:
        return stays
    if why in (TOUCHED, STRUCK):
        return [*stays, *refuges(public, leader, 2 if why == TOUCHED else 1)]
    found = dict.fromkeys([*stays, *along, *refuges(public, leader, 2)])
    return [*found]


def farthest(public: Data, seat: str, spaces: Iterable[str]) -> str:
    """D2, D12 The space farthest from enemies, and of equals the first on the map."""
    return max(board.by_map(spaces), key=lambda space: gap(public, seat, space))


def gap(public: Data, seat: str, space: str) -> int:
    """How many steps (H28) lie between a space and the nearest enemy unit, at most 9."""
    enemy, links = board.other(seat), position.country(public).near
    ring, seen = [space], {space}
    for number in range(9):
        if any(position.held_by(public, one, enemy) for one in ring):
            return number
        ring = [to for one in ring for to, far in links[one].items() if far == 1 and to not in seen]
        ring = list(dict.fromkeys(ring))
        seen.update(ring)
    return 9


async def go(table: Table, leader: str, why: str, along: Sequence[str] = ()) -> None:
    """4.32, 5.86 A leader goes, or stays; one who can do neither is killed, unless it is his stack
    that he has lost (H65)."""
    public, at = table.public, position.place_of(table.public, leader)
    if not at or public["result"]:
        return
    verbs.trail(table)
    able = goes_to(public, leader, why, along)
    if not able and why != STRUCK:
        verbs.kill(table, leader, "4.32")
    if able in ([], [at]):
        return
    request = Flee(SIDES[leader], leader=leader, at=at, why=why, along=list(along))
    answer = await table.ask(request)
    to = request.chosen(table.view(SIDES[leader]), answer)
    if to != at:
        verbs.lead(table, leader, to, why)


async def touch(table: Table, mover: str) -> None:
    """4.32 Lone enemy leaders beside whom, or into whose space, a unit has come: by moving, by
    advancing or in retreat, but not by withdrawing, which triggers nothing (15)."""
    public = table.public
    place = position.at(public, mover)
    if not place:
        return
    near = position.country(public).near.get(place, {})
    spaces = {place, *(to for to, far in near.items() if far == 1)} - {*BLOCKS} | {place}
    seat = board.other(SIDES[mover])
    for leader in position.leaders(public, seat):
        at = position.place_of(public, leader)
        if at in spaces and at not in GALLEYS and not position.held_by(public, at, seat):
            await go(table, leader, TOUCHED)


async def follow(table: Table, start: str, seat: str, along: Sequence[str], why: str) -> None:
    """5.86 Leaders in a place that their units have left."""
    for leader in position.leaders_in(table.public, start, seat):
        await go(table, leader, why, along)


class Replace(OneOf):
    """4.33 With which unit the replacement of a leader comes.

    Args: leader."""

    kind, rule, question = "replace", "4.33", "which unit the replacement of {leader} joins"
    takes, example = Name("own unit"), "replace: R-MI-2"
    selectors: ClassVar[Mapping[str, Word]] = {"leader": Many(Name("own leader"))}
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        """4.33 Any that he may command."""
        return replacers(view.public, self.args["leader"])

    def favour(self, view: View, word: str) -> str:
        """D3 The best quality, lowest id."""
        return max(self.options(view), key=lambda unit: position.quality(view.public, unit))


def replacers(public: Data, leader: str) -> list[str]:
    """4.33 The units that a leader may command, wherever they are."""
    return [unit for unit in position.of_side(public, SIDES[leader]) if commands(leader, unit)]


async def replacements(table: Table) -> None:
    """4.33 At the end of an activation each killed leader comes back, if there is a unit (H4)."""
    public = table.public
    for leader in board.in_order(public["dead"]):
        if not replacers(public, leader):
            public["dead"].remove(leader)
            table.tell("lost leader", {"leader": leader})
            continue
        request = Replace(SIDES[leader], leader=leader)
        answer = await table.ask(request)
        verbs.replace(table, leader, request.chosen(table.view(SIDES[leader]), answer))
