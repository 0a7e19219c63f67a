"""Retreats: before shock, and by its result (8.3, 10.3)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Data, View
from referee.engine.table import Table
from referee.engine.words import Choice, Many, Name, Word
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    CANAL,
    DAM,
    GALLEYS,
    GATE,
    HEX,
    LC,
    MOLE,
    NAMES,
    OPEN,
    POINTS,
    SIDES,
    STREET,
    TYPE,
)
from rulesets.caesar_in_alexandria.land import leaders
from rulesets.caesar_in_alexandria.land.stacking import enemies, fits, may_stay
from rulesets.caesar_in_alexandria.sea import ships
from rulesets.caesar_in_alexandria.shock.fights import gone_from

_PLACES = Name("place", ("hex", "point", "block", "galley"))
BEFORE, AFTER, THROUGH = "before", "after", "through"


class Retreat(OneOf):
    """8.3, 10.3 Where a unit, or what stands in a space, retreats to.

    Args: unit, at, why: before or after the fight, or through which point (then `to`: where)."""

    kind, rule = "retreat", "10.3"
    question = (
        "[why=through?through which point {unit} retreats to {to}|"
        "where {unit} retreats to from {at}]"
    )
    takes, example = _PLACES, "retreat: 2323"
    selectors: ClassVar[Mapping[str, Word]] = {
        "unit": Many(Name("own unit")),
        "at": Many(_PLACES),
    }
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        """Every space to which it can, or every point through which."""
        public, unit = view.public, self.args["unit"]
        if self.args["why"] == BEFORE:
            return hexes_back(public, unit)
        if self.args["why"] == THROUGH:
            return ways_back(public, position.at(public, unit), self.seat)[self.args["to"]]
        return spaces_back(public, position.at(public, unit), self.seat)

    def favour(self, view: View, word: str) -> str:
        """D12 The space farthest from enemies, lowest id; the first point."""
        if self.args["why"] == THROUGH:
            return self.options(view)[0]
        able = [to for to in self.options(view) if to not in GALLEYS]
        return leaders.farthest(view.public, self.seat, able) if able else self.options(view)[0]


# -- before the fight ------------------------------------------------------------------------------


def hexes_back(public: Data, unit: str) -> list[str]:
    """8.3, 11.2 Hexes beside, free of enemies and their zones, where it may stay."""
    place, seat = position.at(public, unit), SIDES[unit]
    links = position.country(public).links[place]
    return board.by_map(
        to
        for to, kind in links.items()
        if kind in (HEX, CANAL)
        and not enemies(public, to, seat)
        and not position.in_zone(public, to, seat)
        and may_stay(public, unit, to)
    )


async def back_before(table: Table, unit: str) -> bool:
    """8.3 A defender that failed goes back, artillery and leaders left alone with it (H49, H50);
    whether it could."""
    public, seat = table.public, SIDES[unit]
    start = position.at(public, unit)
    if not hexes_back(public, unit):
        return False
    to = await chosen(table, unit, BEFORE)
    verbs.shift(table, unit, to, public["units"][unit]["face"], "falls back (8.3)")
    gone_from(table, unit)
    left = position.here(public, start, seat)
    if left and all(board.is_artillery(other) for other in left):
        for gun in left:
            if may_stay(public, gun, to):
                verbs.shift(table, gun, to, "", "falls back (8.3)")
                gone_from(table, gun)
    if not position.held_by(public, start, seat):
        for leader in position.leaders_in(public, start, seat):
            verbs.lead(table, leader, to, "with his units")
    await leaders.touch(table, unit)
    return True


async def chosen(table: Table, unit: str, why: str, **more: str) -> str:
    """D12 What the owner says."""
    request = Retreat(SIDES[unit], unit=unit, at=position.at(table.public, unit), why=why, **more)
    answer = await table.ask(request)
    return request.chosen(table.view(SIDES[unit]), answer)


# -- by the result ---------------------------------------------------------------------------------


def ways_back(public: Data, place: str, seat: str) -> dict[str, list[str]]:
    """10.3 Where a stack can retreat to, with the friendly points of which it passes one: free
    spaces beside, with none; if there are none, those behind a point that friends hold (H55)."""
    found: dict[str, list[str]] = {to: [] for to in _free(public, place, place, seat)}
    if found:
        return found
    for via in _beside(public, place):
        if via in POINTS and position.held_by(public, via, seat):
            for to in _free(public, via, place, seat):
                found.setdefault(to, []).append(via)
    return found


def spaces_back(public: Data, place: str, seat: str) -> list[str]:
    """10.3 The same, without the way."""
    found = ways_back(public, place, seat)
    return [
        *board.by_map(to for to in found if to not in GALLEYS),
        *(g for g in found if g in GALLEYS),
    ]


def _beside(public: Data, place: str) -> list[str]:
    links = position.country(public).links[place]
    kinds = (STREET, OPEN, GATE, DAM)
    return board.by_map(to for to, kind in links.items() if kind in kinds)


def _free(public: Data, here: str, start: str, seat: str) -> list[str]:
    """10.3 Free points; hexes outside of enemy zones with room (H20); an empty causeway space, or a
    galley grappled to it."""
    stack = position.here(public, start, seat)
    found = []
    for to in _beside(public, here):
        if to == start or enemies(public, to, seat):
            continue
        if to in POINTS or to in MOLE:
            able = not position.stack(public, to) and not (to in MOLE and len(stack) > 1)
        else:
            able = not position.in_zone(public, to, seat) and _all_fit(public, stack, to)
        if able and not any(TYPE[unit] == LC and not board.is_hex(to) for unit in stack):
            found.append(to)
    if here in MOLE:
        found += [ship for ship in _ships(public, here, seat) if _all_fit(public, stack, ship)]
    return found


def _all_fit(public: Data, stack: Sequence[str], to: str) -> bool:
    return len(stack) <= 2 and all(fits(public, unit, to) for unit in stack)


def _ships(public: Data, place: str, seat: str) -> list[str]:
    """8.67 Galleys of a side grappled to the causeway beside a space of it."""
    return [
        ship
        for ship in position.galleys(public, seat)
        if ships.CAUSEWAY in public["galleys"][ship]["grappled"]
        and place in ships.ashore(public, ship)
    ]


class Facing(OneOf):
    """H56 How a unit stands that has retreated.

    Args: unit, at."""

    kind, rule, question = "facing", "10.3", "how {unit} faces in {at}"
    takes, example = Choice(board.FACINGS), "facing: W"
    selectors: ClassVar[Mapping[str, Word]] = {"unit": Many(Name("own unit"))}
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        """Any facing that there is."""
        return board.facings(self.args["at"])

    def favour(self, view: View, word: str) -> str:
        """The facing is kept where it can be."""
        return str(view.public["units"][self.args["unit"]]["face"])


async def face(table: Table, unit: str) -> None:
    """H56 Its owner faces it as he likes."""
    at = position.at(table.public, unit)
    if board.is_artillery(unit) or len(board.facings(at)) < 2:
        return
    request = Facing(SIDES[unit], unit=unit, at=at)
    answer = await table.ask(request)
    verbs.turn(table, unit, request.chosen(table.view(SIDES[unit]), answer))


async def back_after(table: Table, place: str, seat: str) -> None:
    """10.3 The stack in a place retreats, or is eliminated."""
    public = table.public
    stack = position.here(public, place, seat)
    if not stack:
        return
    if all(board.is_artillery(unit) for unit in stack):
        verbs.eliminate(table, stack, "artillery alone, 7.66")
        return
    if not ways_back(public, place, seat):
        verbs.eliminate(table, stack, "nowhere to retreat to, 10.3")
        return
    to = await chosen(table, stack[0], AFTER)
    passed = ways_back(public, place, seat)[to]
    via = await chosen(table, stack[0], THROUGH, to=to) if passed else ""
    for unit in stack:
        verbs.shift(table, unit, to, public["units"][unit]["face"], _why(via))
        gone_from(table, unit)
    if via:
        _pass(table, position.here(public, via, seat))
    for unit in stack:
        await face(table, unit)
    await leaders.follow(table, place, seat, [to], leaders.RETREATS)
    await leaders.touch(table, stack[0])


def _why(via: str) -> str:
    return f"retreats through {NAMES[via]} (10.3)" if via else "retreats (10.3)"


def _pass(table: Table, passed: Sequence[str]) -> None:
    """10.3, H80 Who is passed tests: one more for each of a stack, though the other falls by it."""
    for unit in passed:
        if test(table, unit, 1 if len(passed) > 1 else 0, "is passed"):
            verbs.hit(table, unit, 1, "10.3")


def test(table: Table, unit: str, added: int, why: str) -> bool:
    """8.75 A test of troop quality; whether it fails."""
    quality = position.quality(table.public, unit)
    (die,) = table.roll(f"{NAMES[unit]} {why}", 1, 10, hoped=[10])
    failed = die % 10 + added > quality
    told = {"unit": unit, "dice": [die], "added": added, "of": quality, "for": why}
    table.tell("test", {**told, "hit": failed})
    return failed
