"""The ways out of a battle that a side has left while its blocks go, one after the other (7.6).

A block that leaves uses up room on its road.  It may also open a way for those after it: where it
arrives is friendly from then on, a sea for land blocks, a port for a retreat by sea.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.plain import copied
from referee.engine.request import Data
from rulesets.julius_caesar import retreat
from rulesets.julius_caesar.picture import count_block
from rulesets.julius_caesar.retreat import Refusal, Way


class Exits:
    """7.6, 7.61 What one side can still do, on a picture of the board of its own."""

    def __init__(self, public: Data, seat: str) -> None:
        self.public, self.seat = public, seat
        self.used = retreat.used_by(public, seat)

    def routes(self, block: str) -> list[Way]:
        """Every way that a block may go now."""
        return retreat.routes(self.public, self.seat, block, self.used)

    def resolve(self, block: str, to: str, via: str | None) -> Way | Refusal:
        """The way that an order means, or why it cannot be taken."""
        return retreat.resolve(self.public, self.seat, block, to, via, self.used)

    def take(self, block: str, way: Way) -> None:
        """A block goes."""
        self.used = retreat.use(self.public, block, way, self.used)
        self.arrive(block, way.to)
        count_block(self.public, self.public["battle"]["place"], self.seat, block, -1)

    def holds(self, place: str) -> bool:
        """4.21 Whether a block of this side is there."""
        return self.seat in self.public["places"].get(place, {})

    def arrive(self, block: str, to: str) -> None:
        """4.21 A place is friendly once a block is there."""
        self.public = {**self.public, "places": copied(self.public["places"])}
        count_block(self.public, to, self.seat, block, 1)


def in_any_order(public: Data, seat: str, blocks: Sequence[str]) -> dict[str, list[Way]]:
    """7.2, 7.6 Block -> every way that it may find, whoever of the others goes before it.

    The owner says in which order the blocks of a letter act; so one that has no way yet is lost
    only if none of the others can open one."""
    return {
        block: _after(public, seat, [one for one in blocks if one != block]).routes(block)
        for block in blocks
    }


def _after(public: Data, seat: str, others: Sequence[str]) -> Exits:
    """The board with all that these blocks can open, for each other and for whoever is left."""
    found = Exits(public, seat)
    more = True
    while more:
        ends = [(block, way.to) for block in others for way in found.routes(block)]
        new = [(block, to) for block, to in ends if not found.holds(to)]
        for block, to in new:
            found.arrive(block, to)
        more = bool(new)
    return found


def trapped(public: Data, seat: str, blocks: Sequence[str]) -> list[str]:
    """7.6 Blocks that must leave and cannot."""
    return [block for block, ways in in_any_order(public, seat, blocks).items() if not ways]


def only_ways(public: Data, seat: str, blocks: Sequence[str]) -> list[tuple[str, Way]] | None:
    """7.61, 7.62 How the blocks leave if each has one way and there is room for all; else None."""
    leaving = Exits(public, seat)
    found = []
    for block, ways in in_any_order(public, seat, blocks).items():
        if len(ways) != 1 or ways[0] not in leaving.routes(block):
            return None
        leaving.take(block, ways[0])
        found.append((block, ways[0]))
    return found
