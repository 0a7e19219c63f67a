"""Standing orders for hits (7.4): what rules on `hits` may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from referee.engine.request import View
from referee.engine.words import Answer, Nothing, Word
from rulesets.julius_caesar import board
from rulesets.julius_caesar import hits as hit_rules
from rulesets.julius_caesar.standing_battle import FightStanding
from rulesets.julius_caesar.standing_common import BLOCKS, parts, worth


class HitsStanding(FightStanding):
    """7.4 Rules on `hits`: among the strongest blocks the lines say, in their order, who is hit
    first or last; where they say nothing it is the block of the lowest combat value."""

    policies: ClassVar[Mapping[str, Word]] = {
        "first": BLOCKS,
        "last": BLOCKS,
        "spare leaders": Nothing(),
        "weakest": Nothing(),
    }

    def follow(self, view: View, then: Answer) -> Answer:
        """7.4 One line for each hit that finds a block."""
        battle = view.public["battle"]
        attacking = battle["attacker"] == self.seat
        standing = hit_rules.targets(battle, self.seat)
        answer: Answer = []
        for _ in range(hit_rules.landing(standing, self.args["hits"])):
            equals = hit_rules.strongest(standing)
            block = min(equals, key=lambda b: _rank(b, then, attacking))
            answer.append({"hit": block})
            standing = hit_rules.after_hit(standing, block)
        return answer


def _rank(block: str, then: Answer, attacking: bool) -> tuple[tuple[int, ...], ...]:
    """How soon a block is hit, by the lines in turn and then by its combat value."""
    value = worth(block, attacking)
    ranks = [_rank_by(block, word, named, value) for word, named in parts(then)]
    return (*ranks, value)


def _rank_by(block: str, word: str, named: Any, value: tuple[int, ...]) -> tuple[int, ...]:
    """How soon a block is hit by one line; who is named first in `last` is hit last of all."""
    if word == "first":
        return (named.index(block) if block in named else len(named),)
    if word == "last":
        return (len(named) - named.index(block) if block in named else 0,)
    if word == "spare leaders":
        return (1 if board.blocks()[block].leader else 0,)
    return value
