"""Standing orders for the winter (8.0): what rules on `winter` may say.

A rule always comes to an answer, so that whether a game stops tells nothing of hidden blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.request import Quantity, Request, View
from referee.engine.words import Answer, Nothing, Word
from rulesets.julius_caesar import board, winter
from rulesets.julius_caesar.standing_common import BLOCKS, PLACES, TIME, TIMES, named, worth


class WinterStanding(Request):
    """8.0 Rules on `winter`: nothing is disbanded but what must be."""

    selectors: ClassVar[Mapping[str, Word]] = {"year": TIMES["year"]}
    quantities: ClassVar[Mapping[str, Quantity]] = {"year": TIME["year"]}
    policies: ClassVar[Mapping[str, Word]] = {
        "home": PLACES,
        "disband": BLOCKS,
        "keep": Nothing(),
    }

    def measure(self, view: View) -> Mapping[str, int]:
        """The year."""
        return {"year": view.public["year"]}

    def follow(self, view: View, then: Answer) -> Answer:
        """8.2, 8.3 Fleets to the first port named that is open; the blocks named go first where
        a city is over its supply, then those of the lowest combat value, leaders last."""
        answer = self._homes(view, named(then, "home"))
        plan = winter.Plan(view, answer)
        wishes = named(then, "disband")
        for place in board.places():
            more = plan.over(place) if place in plan.standing else 0
            if more > 0 and not board.places()[place].is_sea:
                able = [b for b in plan.standing[place] if board.blocks()[b].levy != "none"]
                able.sort(key=lambda block: _dispensable(block, wishes))
                answer += [{"disband": block} for block in able[:more]]
        return answer

    def _homes(self, view: View, wishes: Sequence[str]) -> Answer:
        """8.2 A line for each fleet that can go to more than one port."""
        answer: Answer = []
        blocks = view.own["blocks"]
        for block in sorted(blocks, key=board.block_order().__getitem__):
            sea = blocks[block]["at"]
            ports = winter.home_ports(view.public, self.seat, sea)
            if board.places()[sea].is_sea and len(ports) > 1:
                wished = [port for port in wishes if port in ports]
                answer.append({"home": {"block": block, "to": (wished or ports)[0]}})
        return answer


def _dispensable(block: str, wishes: Sequence[str]) -> tuple[int, bool, tuple[int, ...]]:
    """How soon a block is disbanded."""
    wished = wishes.index(block) if block in wishes else len(wishes)
    return wished, board.blocks()[block].leader, worth(block)
