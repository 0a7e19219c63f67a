"""Random orders of a command phase: lively, and legal line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from referee.engine.fault import Fault
from referee.engine.request import Data
from referee.engine.words import Answer
from rulesets.julius_caesar import board, legal, levy, paths, shipping
from rulesets.julius_caesar.position import Position

if TYPE_CHECKING:
    import random

Trials = Mapping[str, Callable[[Position, int, Any], list[Fault]]]
Way = tuple[list[str], int]


def orders(position: Position, trials: Trials, chance: random.Random) -> Answer:
    """Some shipping and moves, often attacks, and most of the levies."""
    writer = _Writer(position, trials, chance)
    writer.ship()
    while position.moves > 0 and chance.random() < 0.9 and writer.group():
        pass
    writer.main_force()
    writer.surprise()
    writer.levies()
    return writer.answer


class _Writer:
    """Writes an answer, trying every line on the position."""

    def __init__(self, position: Position, trials: Trials, chance: random.Random) -> None:
        self.position, self.trials, self.chance = position, trials, chance
        self.answer: Answer = []

    def attempt(self, word: str, value: Any) -> bool:
        """Put a line into the answer if it is legal now."""
        if self.trials[word](self.position, len(self.answer), value):
            return False
        self.answer.append({word: value})
        return True

    def ship(self) -> None:
        """6.3 Now and then, blocks are shipped."""
        if not _has_fleet_at_sea(self.position) or self.chance.random() < 0.4:
            return
        ports = [place for place in _ready(self.position) if shipping.cargo(self.position, place)]
        self.chance.shuffle(ports)
        for port in ports:
            ways = list(shipping.ways(self.position, port))
            blocks = shipping.cargo(self.position, port)
            if not ways or not blocks:
                continue
            path = self._pick([(way, 1) for way in ways])[0]
            most = min(self.position.moves, paths.may_leave(self.position, port), len(blocks))
            going = self.chance.sample(blocks, self.chance.randint(1, most))
            self.attempt("ship", {"blocks": going, "via": path[1:-1], "to": path[-1]})
            if self.chance.random() < 0.5:
                return

    def group(self) -> bool:
        """Set one place in motion, in one line or several; whether any place could be."""
        position = self.position
        places = [place for place in _ready(position) if place not in position.active]
        self.chance.shuffle(places)
        if position.attacked and self.chance.random() < 0.4:
            target = self.chance.choice(position.attacked)
            places.sort(key=lambda place: board.edge(place, target) is None)
        elif self.chance.random() < 0.25:
            fleets = {p: True for p in places if position.movable(p, fleet=True)}
            places.sort(key=lambda place: place not in fleets)
        elif self.chance.random() < 0.7:
            front = _front(position)
            places.sort(key=lambda place: place not in front)
        for place in places:
            before = len(self.answer)
            while self._move(place) and self.chance.random() < 0.5:
                pass
            if len(self.answer) > before:
                return True
        return False

    def _sorts(self, place: str) -> list[bool]:
        """Whether there are land blocks, or fleets, to move (False, True)."""
        return [fleet for fleet in (False, True) if self.position.movable(place, fleet)]

    def _move(self, place: str) -> bool:
        """Move some blocks of a place somewhere, often to an attack if there is one."""
        sorts = self._sorts(place)
        if not sorts:
            return False
        fleet = self.chance.choice(sorts)
        blocks = self.position.movable(place, fleet)
        ways = list(paths.ways(self.position, place, fleet))
        if not ways:
            return False
        path, room = self._pick(ways)
        most = min(room, len(blocks))
        number = most if self.chance.random() < 0.5 else self.chance.randint(1, most)
        move: Data = {"from": place, "blocks": self.chance.sample(blocks, number), "to": path[-1]}
        if len(path) > 2:
            move["via"] = path[1:-1]
        return self.attempt("move", move)

    def _pick(self, ways: list[Way]) -> Way:
        """Any way, but mostly to a fight, a city of value or the front, seldom there and back."""
        chance, position = self.chance, self.position
        fights = [way for way in ways if paths.meets(position, way[0][-1])]
        if fights and chance.random() < 0.7:
            return chance.choice(fights)
        away = [way for way in ways if way[0][0] != way[0][-1]]
        values = [way for way in away if board.places()[way[0][-1]].value]
        if values and chance.random() < 0.4:
            return chance.choice(values)
        if chance.random() < 0.6:
            front = _front(position)
            fronts = [way for way in away if way[0][-1] in front]
            if fronts:
                return chance.choice(fronts)
        return chance.choice(ways if chance.random() < 0.1 or not away else away)

    def main_force(self) -> None:
        """Name the main force of some attacks by two roads."""
        position = self.position
        for place in dict.fromkeys(position.attacked):
            attack = legal.attack_on(position.public, place)
            if attack is None or attack["attacker"] != position.seat:
                continue
            roads = sorted(attack["entries"].get(position.seat, {}))
            if len(roads) > 1 and self.chance.random() < 0.5:
                origin = self.chance.choice(roads)
                self.attempt("main force", {"at": place, "from": origin})

    def surprise(self) -> None:
        """Ruling 34 Name the battle that gains, if it is not left to the first attack."""
        attacked = self.position.attacked
        if self.position.card in ("mars", "neptune") and attacked and self.chance.random() < 0.5:
            self.attempt("surprise", self.chance.choice(attacked))

    def levies(self) -> None:
        """6.4 Most of the points."""
        while self.position.levies > 0 and self.chance.random() < 0.95:
            lines = levy.choices(self.position)
            if not lines:
                return
            line = self.chance.choice(lines)
            for word, value in line.items():
                self.attempt(word, value)


def _ready(position: Position) -> list[str]:
    """6.1 Places with a block that may still move, in the order of the board."""
    found: dict[str, bool] = {}
    for block, here in position.blocks.items():
        still = block not in position.moved and here["at"] not in found
        if still and position.moves_kind(board.is_fleet(block)):
            found[here["at"]] = True
    return [place for place in board.places() if place in found]


def _has_fleet_at_sea(position: Position) -> bool:
    places = board.places()
    return any(places[here["at"]].is_sea for here in position.blocks.values())


def _front(position: Position) -> dict[str, bool]:
    """The places next to one where the enemy stands."""
    held = [place for place in position.public["places"] if paths.meets(position, place)]
    return {near: True for place in held for near in board.neighbours(place)}
