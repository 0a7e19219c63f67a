"""Groups move by road or sea (6.1, 6.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from referee.engine.action import ALWAYS, DOUBTED, Action, Problem
from referee.engine.words import Fields, Many, Name
from referee.kit.lines import ordinal, several
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.block_walk import all_of, any_of
from rulesets.julius_caesar.board.naming import BLOCKS, card_name, place_name, road_text
from rulesets.julius_caesar.command.walk import CommandWalk, by_sea

#: blocks of a place, and the paths that are open to them
Group = tuple[list[str], Iterator[list[str]]]


class Move(Action[CommandWalk]):
    """6.1, 6.2 Move blocks that stand together, by way of one or two places if you like.

    Only the first problem of each method is reported, so each check can rely on those above it."""

    example = "move: {from: Genua, blocks: [Legio 7, Legio 8], via: [Massilia], to: Lugdunum}"
    word = "move"
    takes = Fields(
        {"from": Name("place"), "blocks": BLOCKS, "to": Name("place")},
        {"via": Many(Name("place"), most=2)},
    )

    def __init__(self, walk: CommandWalk, value: Any) -> None:
        super().__init__(walk, value)
        self.origin = self.start()
        #: from start to destination, with the places between
        self.path: list[str] = [self.origin, *value.get("via", []), value["to"]]

    def start(self) -> str:
        """As the line says."""
        return str(self.value["from"])

    def names(self) -> Iterable[str]:
        """Its blocks, and the two ends of its path."""
        ends = (self.value[key] for key in ("from", "to") if key in self.value)
        return [*self.value["blocks"], *ends]

    async def does(self) -> None:
        """6.1 They move; all that start in one place share a point."""
        walk, blocks, path = self.walk, self.value["blocks"], self.path
        walk.attacked += filter(walk.met.__contains__, path[-1:])
        verbs.march(self.table, self.seat, blocks, path)
        walk.moved |= dict.fromkeys(blocks, True)
        walk.moves -= path[0] not in walk.active
        walk.active[path[0]] = True

    @classmethod
    def groups(cls, walk: CommandWalk, place: str) -> Iterator[Group]:
        """6.1, 6.2 Land blocks, fleets."""
        still = walk.movable(place)
        for fleet in (False, True):
            blocks = [block for block in still if board.is_fleet(block) is fleet]
            if blocks and walk.moves_kind(fleet):
                yield blocks, walk.paths(place, fleet)

    @classmethod
    def fits(cls, walk: CommandWalk, path: list[str]) -> int:
        """6.11, 6.13 How many blocks can move along a path now: pinned blocks stay, and the
        narrowest road sets the limit."""
        free = walk.may_leave(path[0])
        return min(free, walk.room(path)[0]) if free else 0

    def problems(self) -> Iterator[Problem]:
        """First about the time, then the path and each block, then pinned blocks and room."""
        if late := self.late():
            yield late
            return
        astray = self._astray()
        yield from astray
        able: list[str] = []
        for index, block in enumerate(self.value["blocks"]):
            problem = self._not_there(block, able) or self.unfit(block, bool(astray))
            if problem is None:
                able.append(block)
            elif block not in self.walk.doubts:
                yield problem.at("blocks", index)
        known = not astray and self.origin not in self.walk.doubts
        if not known or len(able) < len(self.value["blocks"]):
            yield DOUBTED
        if known and (left := self.left_behind(able)):
            yield left

    def late(self) -> Problem | None:
        """2.2, 6.4 It is too late: levies come last."""
        if not self.walk.raised:
            return None
        reason = "levies come after all moves, and an earlier line is a levy"
        return Problem(reason, "6.4", "put this line above the levies")

    def _astray(self) -> list[Problem]:
        """The problems of each step, or if there are none, of the whole path."""
        if not self.origin:
            return [DOUBTED]
        found = [
            problem.at(*self.part(number))
            for number in range(1, len(self.path))
            if (problem := self.step(number))
        ]
        return found or [problem for problem in [self.way()] if problem]

    def part(self, number: int) -> tuple[str | int, ...]:
        """The part of the line that names a place of the path."""
        return ("to",) if number == len(self.path) - 1 else ("via", number - 1)

    def _not_there(self, block: str, able: list[str]) -> Problem | None:
        """Why a block cannot leave from there."""
        walk, here = self.walk, self.walk.blocks.get(block)
        if here and here["at"] == self.origin and block not in able and block not in walk.moved:
            return None
        name = walk.name(block)
        if block in able:
            return Problem(f"{name} appears twice in this line", "6.1", "delete one of them")
        if here is None and block in walk.pool:
            hint = "raise it with a levy line, after all moves"
            return Problem(f"{name} is in your Levy Pool", "5.2", hint)
        if here is None:
            return walk.absent(block, "6.1")
        if block in walk.moved:
            return Problem(f"{name} has already moved, and a block moves once a turn", "6.1")
        reason = f"{name} is in {place_name(here['at'])}, not in {place_name(self.origin)}"
        return Problem(reason, "6.1", "write one line for each place")

    def left_behind(self, able: list[str]) -> Problem | None:
        """The problem if some cannot go, and why the first of them cannot."""
        most, why = min(self.limits(), key=lambda limit: limit[0])
        if len(able) <= most:
            return None
        return why(able[most]).at("blocks", self.value["blocks"].index(able[most]))

    def _pinned(self, block: str) -> Problem:
        """6.13, 6.3 Why no more blocks can leave a place."""
        place, held = self.origin, legal.pins(self.public, self.origin, self.seat)
        rule, why, hint = "6.3", "blocks were shipped across it, so one fleet must stay", ""
        if held or place not in self.walk.crossed:
            rule, why = "6.13", f"the attackers pin {several(held, 'block')} there"
            hint = "leave as many blocks as are pinned; you choose which"
        reason = f"{self.walk.name(block)} cannot leave {place_name(place)}: {why}"
        return Problem(reason, rule, hint)

    def step(self, number: int) -> Problem | None:
        """6.1, 6.2 Why nobody can take this step (from 1): its ends are not neighbours."""
        one, two = self.path[number - 1 : number + 1]
        if not self.walk.seagoing and by_sea([one, two]):
            reason = f"land blocks cannot go to sea: {place_name(one)} to {place_name(two)}"
            return Problem(reason, "4.1", "fleets stay in port in this scenario", ALWAYS)
        if board.edge(one, two):
            return None
        if by_sea([one, two]):
            return Problem(
                f"{all_of([one, two])} are not adjacent", "6.2", _border_hint(one), ALWAYS
            )
        return Problem(
            f"no road joins {all_of([one, two])}", "6.1", self._road_hint(one, two), ALWAYS
        )

    def _road_hint(self, one: str, two: str) -> str:
        """How to get there in two steps, unless that is an attack, or which cities are next."""
        roads = board.beside(one, by_sea=False)
        middle = [city for city in roads if board.edge(city, two) not in (None, "sea")]
        if middle and one != two and two not in self.walk.met:
            return f"it is two cities away: via {any_of(middle)}"
        if not roads:
            return f"no road leads to or from {place_name(one)}"
        return f"roads lead from {place_name(one)} to {all_of(roads)}"

    def way(self) -> Problem | None:
        """6.1 Why nobody can take this path although each step is possible: mixed kinds of steps,
        too many, not open to this seat, or no point left."""
        path, steps, reach = self.path, len(self.path) - 1, self.walk.reach
        if by_sea(path) and any(board.edge(one, two) != "sea" for one, two in pairwise(path)):
            reason = f"{road_text(path)} goes by road and by sea, but no block can do both"
            return Problem(reason, "4.1", "write one line for each, with its own blocks").at("to")
        if steps > reach:
            what = "places" if by_sea(path) else "cities"
            reason = f"{road_text(path)} is {steps} {what}, but a group can go only {reach}"
            return Problem(reason, "6.1").at("to")
        return self._contact() or self._barred() or self._no_point()

    def _contact(self) -> Problem | None:
        """6.1, 6.12, 6.14, ruling 10 Blocks stop where they meet the enemy, and must meet him
        before their last step: in one step, or two with Mercury."""
        walk = self.walk
        for number, place in enumerate(self.path[1:], 1):
            if place not in walk.met or place in walk.doubts:
                continue
            if number < len(self.path) - 1:
                reason = f"{walk.held(place)}: blocks must stop there"
                hint = "go around it, or end the move there"
                return Problem(reason, "6.1", hint).at(*self.part(number))
            if number >= walk.reach:
                return self._too_far(place).at("to")
        return None

    def _too_far(self, place: str) -> Problem:
        """6.12, 6.14 A fight at the end of the last step."""
        if self.walk.card == "mercury":
            away = f"{place_name(place)} is three cities away"
            return Problem(f"{away}, and Mercury's blocks can attack after two", "card Mercury")
        rule, what = "6.14", "can be reinforced only from adjacent places"
        if self.walk.status(place) == legal.ENEMY:
            near = "places" if board.PLACES[place].is_sea else "cities"
            rule, what = "6.12", f"only adjacent {near} can be attacked"
        hint = "a block can enter it only with its first step"
        return Problem(f"{self.walk.held(place)}, and {what}", rule, hint)

    def _barred(self) -> Problem | None:
        """6.13 Free blocks cannot leave by a road that the attackers used."""
        one, two = self.path[:2]
        if two not in legal.barred(self.public, one, self.seat):
            return None
        wet = board.edge(one, two) == "sea"
        over, what = ("", "border") if wet else ("over the road ", "road")
        came = f"the attackers of {place_name(one)} came {over}from {place_name(two)}"
        hint = f"take a {what} that they did not use"
        return Problem(f"{came}: no block can leave by it", "6.13", hint).at(*self.part(1))

    def _no_point(self) -> Problem | None:
        """6.1, 6.3 One point for each place that blocks move from, one for each block shipped."""
        walk, hint = self.walk, "each place that blocks move from takes one move point"
        if self.origin in walk.active or walk.moves > 0:
            return None
        if self.origin in walk.doubts:
            return DOUBTED
        if not (walk.active or walk.crossed):
            return Problem("your card allows no moves", "2.1", hint).at("from")
        spent = all_of(walk.active) or "shipping"
        left = f"you have no move point left for {place_name(self.origin)}"
        return Problem(f"{left}; you used them for {spent}", "6.1", hint).at("from")

    def unfit(self, block: str, astray: bool) -> Problem | None:
        """6.2, 4.1 Why a block that is there cannot go: fleets go by sea, land blocks by road; an
        event moves only one kind of blocks, and in the scenario `land` fleets stay in port.

        astray: the path is refused already, so do not say that the block cannot take it."""
        walk, path, fleet = self.walk, self.path, board.is_fleet(block)
        able = walk.moves_kind(fleet)
        if able and (astray or fleet is by_sea(path)):
            return None
        name = walk.name(block)
        if fleet and not walk.seagoing:
            return Problem(f"{name} is a fleet, and fleets stay in port in this scenario", "6.2")
        if not able:
            card, sort = card_name(walk.card), "land blocks" if fleet else "fleets"
            return Problem(f"{card} moves only {sort}, and {name} is not one", f"card {card}")
        if fleet:
            hint = f"{_border_hint(path[0])}, and on from there"
            return Problem(f"{name} is a fleet and cannot go by road", "6.2", hint)
        hint = f"- ship: {{block: {name}, via: [SEA], to: PORT}} carries it over friendly seas"
        return Problem(f"{name} is a land block and cannot go to sea", "4.1", hint)

    def limits(self) -> list[tuple[int, Callable[[str], Problem]]]:
        """6.11, 6.13, 6.3 How many blocks can go, and why one more cannot: pinned blocks stay, and
        the narrowest road sets the limit."""
        walk, path = self.walk, self.path
        return [(walk.may_leave(path[0]), self._pinned), (walk.room(path)[0], self._full)]

    def _full(self, block: str) -> Problem:
        """6.11, 4.32 The narrowest road is full."""
        path, step = self.path, self.walk.room(self.path)[1]
        one, two = path[step : step + 2]
        most, kind = self.walk.limit(one, two), board.edge(one, two)
        rule, what, use = "6.11", f"a {kind} road", ""
        if kind == "strait":
            rule, what, use = "4.32", "a strait", " when it attacks" if most == 1 else ""
        room = f"{several(most, 'block')} at most{use}, and this would be the {ordinal(most + 1)}"
        reason = f"{place_name(one)} to {place_name(two)} is {what}: {room}"
        return Problem(reason, rule, f"send {self.walk.name(block)} another way, or leave it")


def _border_hint(one: str) -> str:
    """What a fleet can reach from a place in one step."""
    near = board.beside(one, by_sea=True)
    name = place_name(one)
    return f"from {name} a fleet can go to {any_of(near)}" if near else f"{name} is not a port"
