"""The lines of a command phase as they are carried out, and what later lines need to know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from referee.engine.view import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.block_walk import BlockWalk

#: steps of a block for one point, the last one only if it does not attack (6.1)
REACH = 2
#: the option that decides ruling 11
STRAIT_REACTION = "strait-reaction"

#: the cards that allow a surprise
SURPRISING = ("mars", "neptune")


class CommandWalk(BlockWalk):
    """A command phase.

    met: places with enemy blocks, where blocks must stop (6.1); none of them moves meanwhile.
    seagoing: whether fleets move at all, not in the scenario `land` (6.2); reach: how many steps a
    block can move, with Mercury one more (6.1).  moves, levies: points left; card: the event that
    moves the blocks, or "".  moved: blocks that have moved.  active: places that have used a move
    point.  crossed: seas crossed by shipping.  attacked: places where the enemy was met, in order.
    raised: what the levies brought; named: place -> the Main Attack named by a line."""

    foreseen: ClassVar[bool] = True

    def begin(self) -> None:
        """The card's points."""
        super().begin()
        args, enemy = self.request.args, board.other(self.seat)
        self.seagoing: bool = self.public["scenario"] != "land"
        self.met = {place for place, there in self.public["places"].items() if enemy in there}
        self.moves: int = args["moves"]
        self.levies: int = args["levies"]
        self.card: str = args.get("card", "")
        self.reach = REACH + 1 if self.card == "mercury" else REACH
        self.moved: dict[str, bool] = {}
        self.active: dict[str, bool] = {}
        self.crossed: dict[str, bool] = {}
        self.attacked: list[str] = []
        self.raised: list[Data] = []
        self.named: dict[str, str] = {}

    def moves_kind(self, fleet: bool) -> bool:
        """6.2 Whether fleets, or land blocks, can move now: an event moves one kind only."""
        if fleet and not self.seagoing:
            return False
        sort = board.CARDS["events"].get(self.card, {}).get("blocks")
        return sort is None or sort == ("fleets" if fleet else "land")

    def movable(self, place: str) -> list[str]:
        """6.1 Blocks of this seat in a place that have not moved, in the rulebook's order."""
        return [one for one in board.standing(self.blocks, place) if one not in self.moved]

    def came_by(self, place: str) -> list[str] | None:
        """6.12 The origins of this seat's blocks in a place that it attacks; None if it does not
        attack there."""
        attack = legal.attack_on(self.public, place)
        if attack is None or attack["attacker"] != self.seat:
            return None
        return sorted(attack["entries"].get(self.seat, {}))

    def attacks(self) -> list[str]:
        """Where this move attacks, as opposed to reinforcing an own city under attack."""
        met = dict.fromkeys(self.attacked)
        return [place for place in met if self.came_by(place) is not None]

    # Paths over the board (6.1 to 6.3): where blocks must stop, and how many can go.

    def purpose(self, place: str) -> str:
        """6.11, 4.32, ruling 11 A road is used to attack if its far end is the enemy's, or
        contested with this seat attacking; a reaction into an own city is a plain move."""
        if place not in self.met:
            return "move"
        found = (
            legal.attack_on(self.public, place) if self.status(place) == legal.CONTESTED else None
        )
        if found is None or found["attacker"] == self.seat:
            return "pluto" if self.card == "pluto" else "attack"
        return "attack" if self.public["options"].get(STRAIT_REACTION) == "one" else "move"

    def limit(self, one: str, two: str) -> int:
        """6.11 How many blocks of a player may use the road of this step."""
        kind = board.edge(one, two)
        assert kind is not None
        return board.NO_LIMIT if kind == "sea" else board.limit(kind, self.purpose(two))

    def room(self, path: list[str]) -> tuple[int, int]:
        """6.11 How many more blocks there is room for on all roads of a path, and the narrowest
        step.

        A road that is used twice (there and back) counts twice."""
        used = self.public["roads"].get(self.seat, {})
        names = [board.road(one, two) for one, two in pairwise(path)]
        least, narrowest = board.NO_LIMIT, 0
        for step, name in enumerate(names):
            left = self.limit(path[step], path[step + 1]) - used.get(name, 0)
            fits = max(0, left) // names.count(name)
            if fits < least:
                least, narrowest = fits, step
        return least, narrowest

    def may_leave(self, place: str) -> int:
        """6.13, 6.3 How many more blocks can leave a place: some are pinned, and a fleet must stay
        in each sea crossed by shipping."""
        free = legal.free_blocks(self.public, place, self.seat)
        if place in self.crossed:
            free = min(free, self.staying(place) - 1)
        return max(0, free)

    def staying(self, place: str) -> int:
        """How many blocks of the seat in a place have not moved in this phase."""
        return len(self.movable(place))

    def paths(self, place: str, fleet: bool) -> Iterator[list[str]]:
        """Every path of a fleet, or land block, that the enemy does not block, shorter ones first.
        Blocks stop where they meet the enemy, and do not meet him with their last step."""
        met, barred = self.met, legal.barred(self.public, place, self.seat)
        reached = [[place]]
        for step in range(1, self.reach + 1):
            before, reached = reached, []
            for path in before:
                for near in board.beside(path[-1], by_sea=fleet):
                    if near in barred and step == 1:
                        continue
                    longer = [*path, near]
                    if near not in met:
                        reached.append(longer)
                    elif step == self.reach:
                        continue
                    yield longer

    def shipways(self, place: str) -> Iterator[list[str]]:
        """6.3 The shortest way by sea from a port to every other port that is open now."""
        found, seen = [[place]], {place: True}
        barred = legal.barred(self.public, place, self.seat)
        for path in found:  # and on from each sea that is found
            for near in board.NEIGHBOURS[path[-1]]:
                fresh = near in board.SEAS and near not in seen and near not in barred
                if fresh and self.status(near) == legal.FRIENDLY:
                    seen[near] = True
                    found.append([*path, near])
        for path in found[1:]:
            for near in board.NEIGHBOURS[path[-1]]:
                if near not in seen and board.PLACES[near].port:
                    seen[near] = True
                    if near not in self.met:
                        yield [*path, near]


def by_sea(path: list[str]) -> bool:
    """6.2 Whether a path is a fleet's: there is a sea in it."""
    return not board.SEAS.isdisjoint(path)
