"""Random orders of a command phase: lively, and legal line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.words import Answer
from referee.engine.writer import Writer
from rulesets.julius_caesar import board
from rulesets.julius_caesar.command import attacks, levies
from rulesets.julius_caesar.command.moves import Move
from rulesets.julius_caesar.command.ships import Ship
from rulesets.julius_caesar.command.walk import CommandWalk


class Player(Writer[CommandWalk]):
    """Writes a command."""

    def written(self) -> Answer:
        """Some shipping and moves, often attacks, and most of the levies."""
        while self.maybe(50) and any(self.go(Ship, place) for place in self.places()):
            pass
        while self.walk.moves > 0 and self.maybe(90) and self.start():
            pass
        self.attacks()
        while self.maybe(95) and (able := list(levies.choices(self.walk))):
            block, place = self.chance.choice(able)
            self.add_good(*("levy", {"block": block, "at": place}) if place else ("step", block))
        return self.lines

    def start(self) -> bool:
        """Set one place in motion, in one line or several; whether any place could be."""
        for place in self.places():
            if place not in self.walk.active and self.go(Move, place):
                while self.maybe(50) and self.go(Move, place):
                    pass
                return True
        return False

    def places(self) -> list[str]:
        """Places with blocks that have not moved, often those near the last attack or the enemy
        first."""
        walk, near = self.walk, board.neighbours
        still = (here["at"] for block, here in walk.blocks.items() if block not in walk.moved)
        places = board.on_the_board(dict.fromkeys(still))
        self.chance.shuffle(places)
        if walk.attacked and self.maybe(40):
            places.sort(key=lambda place: walk.attacked[-1] not in near(place))
        elif self.maybe(70):
            met = walk.met()
            places.sort(key=lambda place: met.isdisjoint(near(place)))
        return places

    def go(self, action: type[Move] | type[Ship], place: str) -> bool:
        """Some blocks of a place, often as many as can, go somewhere; False if there is nobody, no
        path or, on the one chosen, no room."""
        groups = list(action.groups(self.walk, place))
        blocks, paths = self.chance.choice(groups) if groups else ([], ())
        path = self.path(list(paths))
        most = min(len(blocks), action.fits(self.walk, path)) if path else 0
        if not most:
            return False
        number = most if self.maybe(50) else self.chance.randint(1, most)
        line: dict[str, Any] = {"blocks": self.chance.sample(blocks, number), "to": path[-1]}
        line |= {"from": place} if action is Move else {}
        line |= {"via": path[1:-1]} if path[1:-1] else {}
        self.add_good(action.word, line)
        return True

    def path(self, paths: list[list[str]]) -> list[str]:
        """Any path, but mostly to a fight, a city of value or the front, seldom there and back."""
        if self.maybe(90):
            paths = [path for path in paths if path[0] != path[-1]] or paths
        met = self.walk.met()
        likes: tuple[tuple[int, Callable[[str], object]], ...] = (
            (70, met.__contains__),
            (40, lambda place: board.places()[place].value),
            (60, lambda place: not met.isdisjoint(board.neighbours(place))),
        )
        for percent, liked in likes:
            if self.maybe(percent) and (found := [path for path in paths if liked(path[-1])]):
                return self.chance.choice(found)
        return self.chance.choice(paths) if paths else []

    def attacks(self) -> None:
        """7.3, ruling 34 Name the main force of some attacks by two roads, and the battle that
        gains, if it is not left to the first attack."""
        found = attacks.attacks(self.walk)
        for place in found:
            roads = attacks.came_by(self.walk, place) or []
            if len(roads) > 1 and self.maybe(50):
                self.add_good("main force", {"at": place, "from": self.chance.choice(roads)})
        if found and self.walk.card in attacks.CARDS and self.maybe(50):
            self.add_good("surprise", self.chance.choice(found))
