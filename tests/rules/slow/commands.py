"""What is wrong with a command order: shipping, moves and levies, line by line (2.2, 6.0)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from tests.rules.slow.atlas import (
    BLOCKS,
    CITIES,
    EDGES,
    MAJOR,
    MOVING,
    ROADS,
    SEAS,
    strength_above,
)
from tests.rules.slow.world import Scene


def named(value: Any) -> list[str]:
    """Blocks that a line names."""
    return value["blocks"] if "blocks" in value else [value["block"]]


def refuse_command(scene: Scene, moves: int, levies: int, card: str, answer: Any) -> str:
    """Why an order is refused; nothing if it is legal.  The scene is used up."""
    phase = Phase(scene, moves, levies, card)
    for number, line in enumerate(answer):
        ((word, value),) = line.items()
        told = phase.line(word, value)
        if told:
            return f"line {number}: {told}"
    return ""


class Phase:
    """A command phase of one seat, as far as its lines have gone.

    used: blocks over each road in this phase; entries: place -> origin -> number of this seat's
    blocks that came into contact there; stood: own blocks at the beginning, by place."""

    def __init__(self, scene: Scene, moves: int, levies: int, card: str) -> None:
        self.scene, self.points, self.levies, self.card = scene, moves, levies, card
        self.reach = 3 if card == "mercury" else 2
        self.used: Counter[frozenset[str]] = Counter()
        self.entries: dict[str, Counter[str]] = {}
        self.stood = Counter(scene.mine.values())
        self.still = list(scene.mine)
        self.active: list[str] = []
        self.crossed: list[str] = []
        self.main: dict[str, str] = {}
        self.raised = False
        self.surprise: str | None = None

    def line(self, word: str, value: Any) -> str:
        """Try one line, and do it if it is legal."""
        if word == "ship":
            return self.ship(named(value), value["via"], value["to"])
        if word == "move":
            path = [value["from"], *value.get("via", []), value["to"]]
            return self.move(value["blocks"], path)
        if word == "main attack":
            return self.main_attack(value["at"], value["from"])
        if word == "surprise":
            return self.name_surprise(value)
        if word == "levy":
            return self.levy(value["block"], value.get("at"))
        return self.step(value)

    # Who may leave (6.1, 6.13, 6.3).

    def _leaving(self, blocks: list[str], start: str, first: str) -> str:
        """Whether these blocks may leave their place for a neighbour."""
        if len(set(blocks)) < len(blocks):
            return "a block is named twice"
        for block in blocks:
            if self.scene.mine.get(block) != start:
                return f"{block} does not stand in {start}"
            if block not in self.still:
                return f"{block} has moved"
        stay = [b for b in self.still if self.scene.mine[b] == start and b not in blocks]
        if start in self.crossed and not stay:
            return "6.3 a fleet stays in a sea that was crossed"
        attack = self.scene.known.attacks.get(start)
        if attack is None or not self.scene.contested(start):
            return ""
        if first in attack.entries[attack.attacker]:
            return "6.13 attackers came that way"
        pinned = min(self._main_attack(start), self.stood[start])
        return "6.13 they are pinned" if len(stay) < pinned else ""

    def _main_attack(self, place: str) -> int:
        """7.3 Size of the main attack that attacks a place, by what everybody sees."""
        attack = self.scene.known.attacks[place]
        came = attack.entries[attack.attacker]
        if attack.main is not None:
            return came[attack.main]
        return sum(self.scene.theirs[place].values()) - sum(came.values())

    # Moves (6.1, 6.11, 6.2).

    def move(self, blocks: list[str], path: list[str]) -> str:
        told = self._order(blocks) or self._leaving(blocks, path[0], path[1]) or self._path(path)
        if told:
            return told
        told = self._sorts(blocks, path) or self._roads(len(blocks), path)
        if told:
            return told
        if path[0] not in self.active:
            if self.points < 1:
                return "2.1 no move is left"
            self.points -= 1
            self.active.append(path[0])
        for block in blocks:
            self.scene.mine[block] = path[-1]
            self.still.remove(block)
        if self.scene.enemy(path[-1]):
            self.entries.setdefault(path[-1], Counter())[path[-2]] += len(blocks)
        return ""

    def _order(self, blocks: list[str]) -> str:
        if self.raised:
            return "6.4 levies come after all moves"
        return "" if blocks else "nobody is named"

    def _path(self, path: list[str]) -> str:
        """6.1 Neighbours all along; the enemy stops a block, and is attacked from next door."""
        if len(path) - 1 > self.reach:
            return "6.1 too far"
        for one, two in pairwise(path):
            if two not in EDGES[one]:
                return f"{one} and {two} are not neighbours"
        for place in path[1:-1]:
            if self.scene.enemy(place):
                return f"6.1 blocks must stop in {place}"
        if self.scene.enemy(path[-1]) and len(path) - 1 >= self.reach:
            return "6.1 too far for an attack"
        return ""

    def _sorts(self, blocks: list[str], path: list[str]) -> str:
        """6.2 Fleets go by sea, land blocks by road; an event moves one sort."""
        by_sea = {EDGES[one][two] == "sea" for one, two in pairwise(path)}
        for block in blocks:
            fleet = BLOCKS[block].fleet
            if by_sea != {fleet}:
                return f"6.2 {block} does not go that way"
            if fleet and self.scene.known.land:
                return "fleets stay in port in the war by land"
            if self.card in MOVING and (MOVING[self.card] == "fleets") is not fleet:
                return f"{self.card} does not move {block}"
        return ""

    def _roads(self, number: int, path: list[str]) -> str:
        """6.11 Every block, every road, both directions together."""
        used = self.used.copy()
        for _ in range(number):
            for one, two in pairwise(path):
                kind = EDGES[one][two]
                if kind == "sea":
                    continue
                road = frozenset((one, two))
                used[road] += 1
                if used[road] > ROADS[self._purpose(two)][kind]:
                    return f"6.11 {one} to {two} is {kind}"
        self.used = used
        return ""

    def _purpose(self, to: str) -> str:
        """6.11, ruling 11 What a road is used for, by who stands at its far end."""
        if not self.scene.enemy(to):
            return "move"
        attack = self.scene.known.attacks.get(to)
        if attack is not None and attack.defender == self.scene.seat:
            one = self.scene.known.says("strait-reaction", "one")
            return "attack" if one else "move"
        return "pluto" if self.card == "pluto" else "attack"

    # Shipping (6.3).

    def ship(self, blocks: list[str], via: list[str], to: str) -> str:
        if told := self._order(blocks):
            return told
        if self.scene.known.land or self.card:
            return "6.3 nobody is shipped now"
        if self.active:
            return "6.3 shipping comes before every move"
        start = self.scene.mine.get(blocks[0])
        if start is None:
            return f"{blocks[0]} is not on the board"
        if told := self._leaving(blocks, start, via[0]) or self._passage([start, *via, to]):
            return told
        if any(BLOCKS[block].fleet for block in blocks):
            return "6.3 a fleet is not shipped"
        if self.points < len(blocks):
            return "6.3 a move for each block"
        self.points -= len(blocks)
        for block in blocks:
            self.scene.mine[block] = to
            self.still.remove(block)
        self.crossed += via
        return ""

    def _passage(self, path: list[str]) -> str:
        """6.3 From a port over friendly seas that touch to another port without enemies."""
        start, *via, to = path
        if start == to or start not in CITIES or to not in CITIES:
            return "6.3 from a port to another port"
        for one, two in pairwise(path):
            if EDGES[one].get(two) != "sea":
                return f"6.3 {one} and {two} do not touch"
        for sea in via:
            if sea not in SEAS or not self.scene.friendly(sea):
                return f"6.3 {sea} is no friendly sea"
        return "6.3 the enemy is there" if self.scene.enemy(to) else ""

    # Main Attack and surprise (7.3, cards Mars and Neptune).

    def _attacks(self, place: str) -> Counter[str]:
        """6.12 How this seat's attackers have come into a place in this phase."""
        attack = self.scene.known.attacks.get(place)
        if attack is not None and attack.defender == self.scene.seat:
            return Counter()
        return self.entries.get(place, Counter())

    def main_attack(self, place: str, origin: str) -> str:
        if origin not in self._attacks(place):
            return f"7.3 no attack on {place} from {origin}"
        if self.main.setdefault(place, origin) != origin:
            return "7.3 two Main Attacks are named"
        return ""

    def name_surprise(self, place: str) -> str:
        if self.card not in ("mars", "neptune") or self.surprise:
            return "no surprise, or no second one"
        if not self._attacks(place):
            return f"no attack on {place}"
        self.surprise = place
        return ""

    # Levies (6.4).

    def levy(self, block: str, at: str | None) -> str:
        self.raised = True
        about = BLOCKS[block]
        if block not in self.scene.pool:
            return f"5.2 {block} is not in the reserve"
        killed = [b for heap in self.scene.known.trophies.values() for b in heap]
        if about.needs and not any(leader in killed for leader in about.needs):
            return f"7.51 {block} waits for the death of another leader"
        cities = {"any": list(CITIES), "major port": MAJOR, "nowhere": []}.get(
            about.levy, [about.levy]
        )
        if at is None and len(cities) == 1:
            at = cities[0]
        if at not in cities or not self.scene.friendly(at):
            return f"6.4 {block} cannot be raised in {at}"
        if self.levies < 1:
            return "6.4 no levy is left"
        self.levies -= 1
        self.scene.pool.remove(block)
        self.scene.mine[block], self.scene.strength[block] = at, about.steps[-1]
        return ""

    def step(self, block: str) -> str:
        self.raised = True
        place = self.scene.mine.get(block)
        if place is None or place not in CITIES or not self.scene.friendly(place):
            return f"6.4 {block} does not stand in a friendly city"
        more = strength_above(block, self.scene.strength[block])
        if more is None:
            return f"6.4 {block} is at full strength"
        if self.levies < 1:
            return "6.4 no levy is left"
        self.levies -= 1
        self.scene.strength[block] = more
        return ""
