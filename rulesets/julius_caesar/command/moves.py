"""Group moves (6.1, 6.2), and what shipping has in common with them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from referee.engine.action import DOUBTED, Action, Problem
from referee.engine.words import Fields, Many, Name
from rulesets.julius_caesar import board, legal, verbs
from rulesets.julius_caesar.block_walk import all_of, any_of
from rulesets.julius_caesar.board.naming import card_name, ordinal, place_name, road_text, several
from rulesets.julius_caesar.command.walk import CommandWalk, by_sea
from rulesets.julius_caesar.standing_common import BLOCKS

_CLASS_NAMES = {"major": "a major road", "minor": "a minor road", "strait": "a strait"}

#: Blocks of a place, and the paths that nobody bars.
Group = tuple[list[str], Iterator[list[str]]]


class Moving(Action[CommandWalk]):
    """Blocks of one place go by way of others to another."""

    @property
    @abstractmethod
    def origin(self) -> str:
        """Where they start; "" if the line does not say."""

    @property
    def path(self) -> list[str]:
        """From where, by way of what, to where."""
        return [self.origin, *self.value.get("via", []), self.value["to"]]

    def problems(self) -> Iterator[Problem]:
        """Of the time, then of the way and of each block, then of who is pinned or has no room."""
        if late := self.late():
            yield late
            return
        doubts, named, path = self.walk.doubts, self.value["blocks"], self.path
        astray = self._way_problems(path)
        able: list[str] = []
        unable: list[Problem] = []
        for index, block in enumerate(named):
            problem = self._not_there(block, able) or self.unfit(block, path, bool(astray))
            if problem is None:
                able.append(block)
            elif block not in doubts:
                unable.append(problem.at("blocks", index))
        yield from astray + unable
        if astray or len(able) < len(named) or self.origin in doubts:
            yield DOUBTED
        known = not astray and self.origin not in doubts
        if known and (left := self.left_behind(able, path)):
            yield left

    def late(self) -> Problem | None:
        """2.2, 6.4 Whether it is too late: levies come last."""
        if not self.walk.raised:
            return None
        reason = "levies come after all moves, and an earlier line is a levy"
        return Problem(reason, "6.4", "put this line above the levies")

    def _way_problems(self, path: list[str]) -> list[Problem]:
        """Of each step, then of the whole way."""
        if not self.origin:
            return [DOUBTED]
        steps = ((number, self.step(path, number)) for number in range(1, len(path)))
        found = [problem.at(*part(path, number)) for number, problem in steps if problem]
        whole = None if found else self.way(path)
        return [whole] if whole else found

    @abstractmethod
    def step(self, path: list[str], number: int) -> Problem | None:
        """Why nobody goes the step of that number, from 1, from one place to the next."""

    @abstractmethod
    def way(self, path: list[str]) -> Problem | None:
        """Why nobody goes this way, though each step of it could be gone."""

    @abstractmethod
    def unfit(self, block: str, path: list[str], astray: bool) -> Problem | None:
        """Why a block that is there does not go.

        astray: the way is refused already, so it is not told that the block cannot go it."""

    def _not_there(self, block: str, able: list[str]) -> Problem | None:
        """Why a block cannot leave from there."""
        walk, name = self.walk, self.walk.name(block)
        if block in able:
            return Problem(f"{name} stands twice in this line", "6.1", "leave it once")
        if block in walk.pool and block not in walk.blocks:
            hint = "raise it with a levy line, after all moves"
            return Problem(f"{name} is in your reserve", "5.2", hint)
        if absent := walk.absent(block, "6.1"):
            return absent
        if block in walk.moved:
            return Problem(f"{name} has moved already, and a block moves once a turn", "6.1")
        at = walk.blocks[block]["at"]
        if at == self.origin:
            return None
        reason = f"{name} is in {place_name(at)}, not in {place_name(self.origin)}"
        return Problem(reason, "6.1", "write one line for each place")

    @classmethod
    @abstractmethod
    def groups(cls, walk: CommandWalk, place: str) -> Iterator[Group]:
        """The blocks of a place that can still go, with every path."""

    @classmethod
    @abstractmethod
    def fits(cls, walk: CommandWalk, path: list[str]) -> int:
        """How many blocks can go a path now."""

    def left_behind(self, able: list[str], path: list[str]) -> Problem | None:
        """Whether not all of them can go, and why the first of the others cannot."""
        most, why = min(self.limits(path), key=lambda limit: limit[0])
        if len(able) <= most:
            return None
        return why(able[most]).at("blocks", self.value["blocks"].index(able[most]))

    def limits(self, path: list[str]) -> list[tuple[int, Callable[[str], Problem]]]:
        """6.13, 6.3 How many blocks can go, and why one more cannot: who is pinned stays."""
        return [(self.walk.may_leave(path[0]), self._pinned)]

    def _pinned(self, block: str) -> Problem:
        """6.13, 6.3 Why no more blocks leave a place."""
        place, walk = self.origin, self.walk
        name = f"{walk.name(block)} cannot leave {place_name(place)}"
        held = legal.pins(walk.public, place, walk.seat)
        if place in walk.crossed and not held:
            reason = f"{name}: blocks were shipped across it, and one fleet stays there"
            return Problem(reason, "6.3")
        hint = "leave as many blocks as are pinned; which ones is your choice"
        return Problem(f"{name}: the attackers pin {several(held, 'block')} there", "6.13", hint)


class Move(Moving):
    """6.1, 6.2 A group goes a path of neighbours."""

    word = "move"
    takes = Fields(
        {"from": Name("place"), "blocks": BLOCKS, "to": Name("place")},
        {"via": Many(Name("place"), most=2)},
    )

    @property
    def origin(self) -> str:
        """As the line says."""
        return str(self.value["from"])

    def names(self) -> Iterable[str]:
        """Its blocks, where they are and where they go."""
        return [*self.value["blocks"], self.origin, self.value["to"]]

    async def does(self) -> None:
        """6.1 They go, with one point for all that start there."""
        walk, blocks, path = self.walk, self.value["blocks"], self.path
        if walk.meets(path[-1]):
            walk.attacked.append(path[-1])
        verbs.march(self.table, self.seat, blocks, path)
        walk.moved |= dict.fromkeys(blocks, True)
        walk.moves -= path[0] not in walk.active
        walk.active[path[0]] = True

    @classmethod
    def groups(cls, walk: CommandWalk, place: str) -> Iterator[Group]:
        """6.1, 6.2 Land blocks, fleets."""
        for fleet in (False, True):
            if blocks := walk.movable(place, fleet):
                yield blocks, walk.paths(place, fleet)

    @classmethod
    def fits(cls, walk: CommandWalk, path: list[str]) -> int:
        """6.11, 6.13 Who is pinned stays, and no more go than the narrowest road takes."""
        free = walk.may_leave(path[0])
        return min(free, walk.room(path)[0]) if free else 0

    # The way.

    def step(self, path: list[str], number: int) -> Problem | None:
        """6.1, 6.2 They are neighbours."""
        one, two = path[number - 1], path[number]
        wet = by_sea([one, two])
        if wet and not self.walk.seagoing:
            reason = f"land blocks do not go to sea: {place_name(one)} to {place_name(two)}"
            return Problem(reason, "4.1", "fleets stay in port in this scenario")
        if board.edge(one, two):
            return None
        if wet:
            reason = f"{place_name(one)} and {place_name(two)} do not touch"
            return Problem(reason, "6.2", _border_hint(one))
        reason = f"no road joins {place_name(one)} and {place_name(two)}"
        return Problem(reason, "6.1", self._road_hint(one, two))

    def _road_hint(self, one: str, two: str) -> str:
        """How to get there in two steps, if that is no attack, or which cities are next."""
        roads = [city for city, kind in board.neighbours(one).items() if kind != "sea"]
        middle = [city for city in roads if board.edge(city, two) not in (None, "sea")]
        if middle and one != two and not self.walk.meets(two):
            return f"it is two cities away: via {any_of(middle)}"
        if not roads:
            return f"no road leads to or from {place_name(one)}"
        return f"roads lead from {place_name(one)} to {all_of(roads)}"

    def way(self, path: list[str]) -> Problem | None:
        """6.1 One sort of steps, not too many, open to this seat, and a point for them."""
        return (
            _mixed(path)
            or self._too_long(path)
            or self._contact(path)
            or self._barred(path)
            or self._no_point()
        )

    def _too_long(self, path: list[str]) -> Problem | None:
        """6.1 Two steps at most, with Mercury three."""
        steps, reach = len(path) - 1, self.walk.reach
        if steps <= reach:
            return None
        what = "places" if by_sea(path) else "cities"
        reason = f"{road_text(path)} is {steps} {what}; a group goes {reach} at most"
        return Problem(reason, "6.1").at("to")

    def _contact(self, path: list[str]) -> Problem | None:
        """6.1, 6.12, 6.14, ruling 10 Blocks stop where the enemy stands, and meet him before their
        last step: in one step, or two with Mercury."""
        for number, place in enumerate(path[1:], 1):
            if place in self.walk.doubts or not self.walk.meets(place):
                continue
            if number < len(path) - 1:
                reason = f"{self.walk.held(place)}: blocks must stop there"
                hint = "go round it, or end the move there"
                return Problem(reason, "6.1", hint).at(*part(path, number))
            if number >= self.walk.reach:
                return self._too_far(place).at("to")
        return None

    def _too_far(self, place: str) -> Problem:
        """6.12, 6.14 A fight at the last step of a move."""
        if self.walk.card == "mercury":
            away = f"{place_name(place)} is three cities away"
            return Problem(f"{away}, and Mercury's blocks attack after two", "card Mercury")
        rule, what = "6.14", "is reinforced by neighbours only"
        if self.walk.status(place) == legal.ENEMY:
            near = "places" if board.places()[place].is_sea else "cities"
            rule, what = "6.12", f"only neighbouring {near} can be attacked"
        hint = "a block enters it only as its first step"
        return Problem(f"{self.walk.held(place)}, and {what}", rule, hint)

    def _barred(self, path: list[str]) -> Problem | None:
        """6.13 Free blocks do not leave by a road that the attacker used."""
        one, two = path[:2]
        if not legal.barred(self.public, one, two, self.seat):
            return None
        over, what = "over the road ", "road"
        if board.edge(one, two) == "sea":
            over, what = "", "border"
        came = f"the attackers of {place_name(one)} came {over}from {place_name(two)}"
        hint = f"take a {what} that they did not use"
        return Problem(f"{came}: nobody leaves by it", "6.13", hint).at(*part(path, 1))

    def _no_point(self) -> Problem | None:
        """6.1, 6.3 One point for each place from which blocks move, one for each block shipped."""
        walk = self.walk
        if self.origin in walk.active or walk.moves > 0:
            return None
        if self.origin in walk.doubts:
            return DOUBTED
        rule, reason = "2.1", "your card allows no moves"
        if walk.active or walk.crossed:
            spent = all_of(walk.active) or "shipping"
            left = f"no move point is left for {place_name(self.origin)}"
            rule, reason = "6.1", f"{left}; they were used for {spent}"
        return Problem(reason, rule, "each place from which blocks move needs one point").at("from")

    # The blocks.

    def unfit(self, block: str, path: list[str], astray: bool) -> Problem | None:
        """6.2, 4.1 Fleets go by sea, land blocks by road; an event moves one sort of blocks only,
        and in the scenario by land fleets stay in port."""
        walk, name, fleet = self.walk, self.walk.name(block), board.is_fleet(block)
        if fleet and not walk.seagoing:
            return Problem(f"{name} is a fleet, and fleets stay in port in this scenario", "6.2")
        if not walk.moves_kind(fleet):
            card, sort = card_name(walk.card), "land blocks" if fleet else "fleets"
            return Problem(f"{card} moves {sort} only, and {name} is none", f"card {card}")
        if astray or fleet is by_sea(path):
            return None
        if fleet:
            hint = f"{_border_hint(path[0])}, and on from there"
            return Problem(f"{name} is a fleet and does not go by road", "6.2", hint)
        hint = f"- ship: {{block: {name}, via: [SEA], to: PORT}} carries it over friendly seas"
        return Problem(f"{name} is a land block and does not go to sea", "4.1", hint)

    def limits(self, path: list[str]) -> list[tuple[int, Callable[[str], Problem]]]:
        """6.11 Nor do more go than the narrowest road takes."""
        return [*super().limits(path), (self.walk.room(path)[0], self._full)]

    def _full(self, block: str) -> Problem:
        """6.11, 4.32 The narrowest road is full."""
        path, step = self.path, self.walk.room(self.path)[1]
        one, two = path[step : step + 2]
        most, kind = self.walk.limit(one, two), board.edge(one, two) or ""
        use = " when it attacks" if kind == "strait" and most == 1 else ""
        reason = (
            f"{place_name(one)} to {place_name(two)} is {_CLASS_NAMES[kind]}:"
            f" {several(most, 'block')} at most{use}, this would be the {ordinal(most + 1)}"
        )
        hint = f"send {self.walk.name(block)} another way or leave it"
        return Problem(reason, "4.32" if kind == "strait" else "6.11", hint)


def _mixed(path: list[str]) -> Problem | None:
    """4.1 Whether a path has both roads and sea borders."""
    kinds = [board.edge(one, two) == "sea" for one, two in pairwise(path)]
    if all(kinds) or not any(kinds):
        return None
    reason = f"{road_text(path)} goes by road and by sea, and no block can do both"
    return Problem(reason, "4.1", "write one line for each, with its own blocks").at("to")


def _border_hint(one: str) -> str:
    """What a fleet can reach from a place in one step."""
    near = [place for place, kind in board.neighbours(one).items() if kind == "sea"]
    if not near:
        return f"{place_name(one)} is not a port"
    return f"from {place_name(one)} a fleet goes to {any_of(near)}"


def part(path: list[str], number: int) -> tuple[str | int, ...]:
    """The part of the line that names a place of the path."""
    return ("to",) if number == len(path) - 1 else ("via", number - 1)
