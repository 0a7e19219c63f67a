"""A copy of what a command phase changes, on which an order is tried line by line."""

from __future__ import annotations

from referee.engine.plain import copied
from referee.engine.request import Data, View
from rulesets.julius_caesar import board
from rulesets.julius_caesar.picture import count_block, enter, use_roads

#: The parts of the public picture that moves change.
_COPIED = ("places", "attacks", "roads")

#: Steps that a block can take with one point, the last one only if it does not attack (6.1).
REACH = 2


class Position:
    """The board as one seat sees it, after some lines of its order.

    public: like the public part of the State.  blocks, pool: of this seat.  moved: blocks that
    have moved.  active: places that have had a move point.  crossed: seas that shipping has
    crossed.  doubtful: blocks and places of which a refused line spoke; what later lines say of
    them is not refused for the same cause.  card: the event that the moves are made with, or "".
    surprise: the battle that Mars or Neptune favours.
    """

    def __init__(self, view: View, moves: int, levies: int, card: str = "") -> None:
        self.seat = view.seat
        self.public: Data = {**view.public, **{key: copied(view.public[key]) for key in _COPIED}}
        self.blocks: dict[str, Data] = {
            block: dict(here) for block, here in view.own["blocks"].items()
        }
        self.pool: list[str] = list(view.own["pool"])
        self.moves = moves
        self.levies = levies
        self.card = card
        self.moved: dict[str, bool] = {}
        self.active: dict[str, bool] = {}
        self.crossed: dict[str, bool] = {}
        self.doubtful: dict[str, bool] = {}
        self.attacked: list[str] = []
        self.surprise: str | None = None
        #: place -> the main force that a line of this answer has named
        self.named: dict[str, str] = {}

    @property
    def seagoing(self) -> bool:
        """6.2 Whether fleets move at all: not in the scenario by land."""
        return bool(self.public["scenario"] != "land")

    @property
    def reach(self) -> int:
        """6.1 How many steps a block can take; Mercury gives one more."""
        return REACH + 1 if self.card == "mercury" else REACH

    def moves_kind(self, fleet: bool) -> bool:
        """6.2 Whether fleets, or land blocks, can move now: an event moves one sort only."""
        if fleet and not self.seagoing:
            return False
        sort = board.event_moves(self.card)
        return sort is None or sort == ("fleets" if fleet else "land")

    def march(self, blocks: list[str], path: list[str]) -> None:
        """6.1 What a move does, as `verbs.march` does it."""
        origin, to = path[-2], path[-1]
        there = self.public["places"].get(to, {})
        contact = any(seat != self.seat for seat in there)
        use_roads(self.public, self.seat, path, len(blocks))
        if contact:
            enter(self.public, self.seat, to, origin, len(blocks))
            self.attacked.append(to)
        self._put(blocks, to)
        self.spend_move(path[0])

    def ship(self, blocks: list[str], path: list[str]) -> None:
        """6.3 What shipping does, as `verbs.ship` does it: a point for each block."""
        self._put(blocks, path[-1])
        for sea in path[1:-1]:
            self.crossed[sea] = True
        self.moves -= len(blocks)

    def _put(self, blocks: list[str], to: str) -> None:
        for block in blocks:
            here = self.blocks[block]
            count_block(self.public, here["at"], self.seat, block, -1)
            count_block(self.public, to, self.seat, block, 1)
            here["at"] = to
            self.moved[block] = True

    def spend_move(self, place: str) -> None:
        """6.1 One point sets one place in motion, for all of the phase."""
        if place not in self.active:
            self.active[place] = True
            self.moves -= 1

    def raise_block(self, block: str, place: str) -> None:
        """6.4 A new block at its lowest step, for one point."""
        self.pool.remove(block)
        self.blocks[block] = {"at": place, "strength": board.step_up(block, 0), "from": None}
        count_block(self.public, place, self.seat, block, 1)
        self.moved[block] = True
        self.levies -= 1

    def add_step(self, block: str) -> None:
        """6.4 One step more, for one point."""
        here = self.blocks[block]
        here["strength"] = board.step_up(block, here["strength"])
        self.levies -= 1

    def road_use(self, name: str) -> int:
        """6.11 How many blocks of this seat have used a road in this phase."""
        used: int = self.public["roads"].get(self.seat, {}).get(name, 0)
        return used

    def at(self, place: str) -> list[str]:
        """The seat's blocks in a place, in the rulebook's order."""
        order = board.block_order()
        here = [block for block, entry in self.blocks.items() if entry["at"] == place]
        return sorted(here, key=order.__getitem__)

    def movable(self, place: str, fleet: bool) -> list[str]:
        """6.1, 6.2 Fleets, or land blocks, of this seat in a place that may still move."""
        if not self.moves_kind(fleet):
            return []
        return [
            block
            for block in self.at(place)
            if block not in self.moved and board.is_fleet(block) is fleet
        ]
