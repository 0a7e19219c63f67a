"""Random play that is lively: every kind of line can come out."""

from collections.abc import Iterator
from typing import Any

from referee.engine.view import Data
from referee.engine.words import Answer
from referee.engine.writer import Writer
from rulesets.caesar_in_alexandria import board, position
from rulesets.caesar_in_alexandria.board import (
    BLOCKS,
    GALLEYS,
    GRID,
    LC,
    LEADERS,
    LI,
    POINTS,
    SIDES,
    TYPE,
    UNITS,
)
from rulesets.caesar_in_alexandria.land import march, ways
from rulesets.caesar_in_alexandria.land.facing import arrival, goes_ahead, pivot_cost
from rulesets.caesar_in_alexandria.land.fire import may_fire, reach, shot_at
from rulesets.caesar_in_alexandria.land.harassment import why_not
from rulesets.caesar_in_alexandria.land.landing import waiting
from rulesets.caesar_in_alexandria.land.stacking import may_stay
from rulesets.caesar_in_alexandria.position import ARRIVAL, COMMANDER, FLEET
from rulesets.caesar_in_alexandria.sea import ships
from rulesets.caesar_in_alexandria.sea.sample import Admiral
from rulesets.caesar_in_alexandria.shock.sample import Marshal
from rulesets.caesar_in_alexandria.turn.command import choices
from rulesets.caesar_in_alexandria.turn.walk import Turning

#: 3 Further than a unit goes in a few turns, in hexes.
FAR = 12


def centre(public: Data, place: str) -> str:
    """The hex of the map where a place lies, for distances as the crow flies."""
    if place in GALLEYS:
        return position.hex_of(public, place)
    if place in BLOCKS:
        return POINTS[BLOCKS[place][0]]
    return POINTS.get(place, place)


def enemy_places(public: Data, seat: str) -> list[str]:
    """Where enemies of a side are, units or leaders."""
    enemy = board.other(seat)
    found = [place for place in public["stacks"] if position.held_by(public, place, enemy)]
    found += [public["leaders"][leader]["at"] for leader in position.leaders(public, enemy)]
    return sorted(dict.fromkeys(found))


def within_range(public: Data, unit: str, places: list[str]) -> list[str]:
    """7.13 Places at which a unit can fire now."""
    here, most = centre(public, position.at(public, unit)), reach(unit) + 3
    near = [at for at in places if GRID.distance(here, centre(public, at)) <= most]
    return [at for at in near if shot_at(public, unit, at)]


class General(Writer[Turning]):
    """A player turn.

    rally: the place at which many of those activated are sent together, "" for none."""

    rally = ""

    def written(self) -> Answer:
        """Somebody is activated, most of the time; units in turn, then their leader."""
        able = choices(self.public, self.seat)
        if not self.public["now"]["activation"] and able and self.maybe(97):
            often = [one for one in able if one in LEADERS] * 2
            self.add("activate", self.chance.choice([*able, *often]))
        chosen = self.public["now"]["activation"]
        if not chosen:
            return self.lines
        if chosen == ARRIVAL:
            self.arrive()
        admiral = Admiral(self)
        if chosen == FLEET:
            admiral.sail()
        self.rally = self.gathering() if self.maybe(60) else ""
        for unit in self.waiting():
            if self.walk.over() or self.walk.ended:
                return self.lines
            if self.maybe(85):
                self.order(unit)
            elif self.maybe(20):
                self.try_line("stand", [unit])
        for leader in march.movable_leaders(self.public) if self.maybe(60) else ():
            self.try_path(leader, self.leader_path(leader))
        if self.maybe(3) and self.walk.acted:
            return [*self.lines, {"look": {}}]
        if chosen == FLEET and not self.walk.ended:
            admiral.board()
        if chosen != COMMANDER:
            Marshal(self, self.try_line).fight()
        return self.lines

    def arrive(self) -> None:
        """12.3 Some are told where to land."""
        legate = board.SETUP["arrival-leader"]
        for unit in waiting(self.public):
            if self.maybe(80):
                at = self.chance.choice(board.MAP["beaches"]["pharos"])
                face = self.chance.choice(list(board.CORNERS))
                value = {"unit": unit, "at": at, "face": face}
                if legate not in self.public["leaders"] and self.maybe(30):
                    value["with"] = legate
                self.try_line("arrive", value)

    def harass(self, unit: str, places: list[str]) -> bool:
        """7.5 A dash, if one is possible."""
        able = [at for at in places if at in board.GROUND and not why_not(self.public, unit, at)]
        return bool(able) and self.try_line(
            "harass", {"unit": unit, "at": self.chance.choice(able)}
        )

    def waiting(self) -> Iterator[str]:
        """Activated units in the order of their stacks, in any order of places."""
        now = self.public["now"]
        left = [unit for unit in now["active"] if unit not in now["done"]]
        places = list(dict.fromkeys(position.at(self.public, unit) for unit in left))
        self.chance.shuffle(places)
        for place in places:
            for unit in list(position.here(self.public, place, self.seat)):
                if unit in left:
                    yield unit

    def order(self, unit: str) -> None:
        """A shot, a walk, or another place in the stack."""
        if unit not in self.public["units"]:
            return
        targets = []
        if may_fire(self.public, unit):
            places = enemy_places(self.public, self.seat)
            if TYPE[unit] in (LI, LC) and self.maybe(60) and self.harass(unit, places):
                return
            targets = within_range(self.public, unit, places)
        if targets and self.maybe(65):
            self.try_line("fire", {"unit": unit, "at": self.chance.choice(targets)})
            return
        stack = position.mates(self.public, unit)
        if len(stack) > 1 and self.maybe(4):
            self.try_line("restack", {"unit": unit, "to": self.chance.randint(1, len(stack))})
            return
        self.try_path(unit, self.path(unit, targets))

    def try_line(self, word: str, value: Any) -> bool:
        """A line, if it is legal behind those written; now and then one that is so only if others
        do this or that."""
        twin = self.walk.on_copy(self.walk.request, self.walk.view)
        twin.table.unsure = self.walk.table.unsure
        judged = twin.play([{word: value}])
        if judged.faults or (judged.warnings and not self.maybe(15)):
            return False
        self.add(word, value)
        return True

    def try_path(self, piece: str, path: list[Any]) -> None:
        """The path, or as much of it as is legal."""
        value: dict[str, Any] = {"piece": piece}
        commander = board.COMMANDERS[self.seat]
        riding = piece in UNITS and self.public["leaders"].get(commander, {}).get("at")
        if riding and riding == position.at(self.public, piece) and self.maybe(50):
            value["with"] = commander
        while path and not self.try_line("move", {**value, "path": path}):
            path = path[: len(path) // 2]

    def path(self, unit: str, targets: list[str]) -> list[Any]:
        """Rather towards enemies; turns where it cannot go on."""
        public = self.public
        one = public["units"][unit]
        here, face, left = one["at"], one["face"], ways.allowance(unit)
        path: list[Any] = []
        goal = self.goal(unit)
        if targets and self.maybe(30):
            path.append({"fire": self.chance.choice(targets)})
        if here in GALLEYS or (self.maybe(6) and self.galleys_at(here)):
            return self.over_water(unit, here)
        while left > 0 and not self.maybe(8):
            to = self.next_space(unit, here, goal)
            if not to:
                break
            if not goes_ahead(here, face, to) or self.looks_past(face, to, goal):
                turned = self.turned(here, face, to, goal)
                left -= pivot_cost(unit, face, turned) if turned else 9
                if not turned or left < 1:
                    break
                face = turned
                path.append(face)
            price = self.price(unit, here, to)
            if price > left or (to in BLOCKS and path):
                break
            left -= price
            path.append(to)
            able = arrival(unit, here, face, to).able
            here, face = to, able[0] if able else ""
            if len(able) > 1 and self.maybe(50):
                face = self.chance.choice(able)
                path.append(face)
            if to in BLOCKS or position.in_zone(public, to, SIDES[unit]):
                break
        return path

    def gathering(self) -> str:
        """The enemy place that is near most of those that can go."""
        public, active = self.public, self.public["now"]["active"]
        there = [position.at(public, unit) for unit in active]
        starts = [centre(public, place) for place in there if place]
        far = {
            at: sum(min(GRID.distance(one, centre(public, at)), FAR) for one in starts)
            for at in enemy_places(public, self.seat)
        }
        near = sorted(far, key=lambda at: (far[at], at))
        return self.chance.choice(near[:3]) if near else ""

    def goal(self, unit: str) -> str:
        """Where many go, an enemy place, or a goal of the game; mostly one that is near."""
        public = self.public
        if self.rally and self.maybe(60):
            return self.rally
        places = enemy_places(public, self.seat) + list(position.GOALS)
        here = centre(public, position.at(public, unit))
        near = sorted(places, key=lambda at: (GRID.distance(here, centre(public, at)), at))
        return self.chance.choice(near[:3] if self.maybe(85) else near)

    def next_space(self, unit: str, here: str, goal: str) -> str:
        """Rather a space that leads to the goal, and in which it can stay."""
        able = [to for to in ways.steps(self.public, here) if self.bare(unit, to)]
        if self.maybe(70):
            able = [to for to in able if may_stay(self.public, unit, to)]
        if not able:
            return ""
        far = centre(self.public, goal)
        ahead = min(able, key=lambda to: GRID.distance(centre(self.public, to), far))
        return ahead if self.maybe(85) else self.chance.choice(able)

    def bare(self, unit: str, to: str) -> bool:
        """Whether it is for its sort, and no enemy is there, or one that may withdraw, now and
        then."""
        if ways.mounted_out(unit, to):
            return False
        held = position.held_by(self.public, to, board.other(self.seat))
        return to in BLOCKS or not held or self.maybe(3)

    def looks_past(self, face: str, to: str, goal: str) -> bool:
        """6.13 Whether it would come beside its goal without facing it, and does not like that."""
        hexes = face in board.CORNERS and board.in_the_open(to)
        beside = hexes and goal in GRID.links[to]
        return beside and not goes_ahead(to, face, goal) and self.maybe(70)

    def turned(self, here: str, face: str, to: str, goal: str) -> str:
        """Another facing that looks there, and rather also at the goal beside."""
        able = [new for new in board.facings(here) if new != face and goes_ahead(here, new, to)]
        hexes = board.in_the_open(here) and board.in_the_open(to)
        both = [new for new in able if hexes and goes_ahead(to, new, goal)]
        return self.chance.choice(both or able) if able else ""

    def price(self, unit: str, here: str, to: str) -> int:
        """What a step costs, from a place where it is not yet."""
        kind = board.LINKS[here].get(to)
        if kind == board.IN:
            return ways.allowance(unit)
        price = ways.OUT_OF_BLOCK if kind == board.OUT else 2 if kind == board.CANAL else 1
        return price + ways.costs_more(self.public, unit, to)

    def galleys_at(self, place: str) -> list[str]:
        """Moored galleys of the side in which units embark from a place."""
        public = self.public
        mine = position.galleys(public, self.seat)
        return [ship for ship in mine if place in ships.ashore(public, ship)]

    def over_water(self, unit: str, here: str) -> list[Any]:
        """Out of a galley, or into one."""
        if here not in GALLEYS:
            return [self.chance.choice(self.galleys_at(here))]
        shore = ships.ashore(self.public, here)
        return [self.chance.choice(shore)] if shore and self.maybe(70) else []

    def leader_path(self, leader: str) -> list[Any]:
        """A few steps."""
        here = position.place_of(self.public, leader)
        path: list[Any] = []
        if leader not in LEADERS or here in GALLEYS or not here:
            return []
        for _ in range(self.chance.randint(1, 5)):
            able = ways.steps(self.public, here)
            if not able or (here in BLOCKS and path):
                break
            here = self.chance.choice(able)
            path.append(here)
        return path
