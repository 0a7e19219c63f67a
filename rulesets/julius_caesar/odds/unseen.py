"""What the blocks may be that a player does not see, and the battles that it then is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

from referee.engine.beside import Chance
from referee.engine.odds import Fight, Fights, Unreckoned, certain
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board.naming import SEAT_NAMES, several
from rulesets.julius_caesar.odds.forces import Forces
from rulesets.julius_caesar.odds.melee import Fighter, Melee, Terms


class Candidate(NamedTuple):
    """What an unseen block may be, at which strengths."""

    block: str
    strengths: Sequence[int]


#: for each colour what its unseen blocks may be, and how many there are
Pools = Sequence[tuple[Sequence[Candidate], int]]


class Unseen:
    """The enemy's unseen blocks: those that were met there, and any others that can still be there,
    all alike; of each block the strength that is known, otherwise every strength alike, or only
    full strength.

    sure: those that were met and can be nowhere else; pools: what all may be, first these."""

    def __init__(self, forces: Forces, full: bool) -> None:
        self.forces, self.full = forces, full
        able, known = self._possible(), forces.known
        there = able if forces.asked.theirs is None else []
        self.sure = [self._candidate(b) for b in there if known.surely_at(b, forces.at)]
        self.others = self._others(able)
        self.pools: Pools = [*(([one], 1) for one in self.sure), *self.others]
        #: 7.3 how many of them are in Reserve
        self.hidden = min(forces.theirs.reserves, sum(forces.theirs.unseen.values()))

    def fights(self, terms: Terms) -> Fights:
        """The battles that it may be."""
        if not self.pools:
            return certain(self._fight([], [], [], terms))
        return Fights(self._many(), partial(self._every, terms), partial(self._drawn, terms))

    def unmet(self) -> Mapping[str, int]:
        """How many unseen blocks of each colour are none of those that are sure."""
        met = [board.BLOCKS[one.block].colour for one in self.sure]
        left = {c: n - met.count(c) for c, n in self.forces.theirs.unseen.items()}
        return {colour: number for colour, number in left.items() if number}

    def _others(self, possible: Sequence[str]) -> Pools:
        """For each colour what its other unseen blocks may be, and how many there are."""
        pools, sure = [], [one.block for one in self.sure]
        for colour, number in self.unmet().items():
            able = [b for b in possible if board.BLOCKS[b].colour == colour and b not in sure]
            if len(able) < number:
                what = several(len(able), f"{colour} block")
                raise Unreckoned(
                    f"only {what} of {SEAT_NAMES[self.forces.enemy]} can still be unseen"
                )
            pools.append(([self._candidate(block) for block in able], number))
        return pools

    def _candidate(self, block: str) -> Candidate:
        steps = board.BLOCKS[block].steps
        if known := self.forces.known.strength(block):
            return Candidate(block, [known])
        return Candidate(block, steps[:1] if self.full else steps)

    def _possible(self) -> list[str]:
        """3.21, 4.1 Blocks that the enemy can have face down there, as far as the seat knows: not
        its own, not killed, not face up, not named, of a kind that can be there."""
        forces, public = self.forces, self.forces.public
        out = {one.block for one in (*forces.mine.known, *forces.theirs.known)}
        out.update(legal.shown(public), *public["dead"].values(), *public["trophies"].values())
        return [
            block
            for block in board.BLOCKS
            if not (block in out or forces.is_mine(block) or legal.leader_needed(public, block))
            and self._can_be_there(block)
            and self._may_have_come(block)
        ]

    def _may_have_come(self, block: str) -> bool:
        """6.4 Whether a block can be on the board, and there, as far as the seat has met it; where
        the player supposes the force, it may come from anywhere."""
        known, supposed = self.forces.known, self.forces.asked.theirs is not None
        return known.may_be_on_board(block) if supposed else known.may_be_at(block, self.forces.at)

    def _can_be_there(self, block: str) -> bool:
        """4.1, 6.2 Fleets are at sea or in ports, and come over sea borders; all others come by
        road.  Without a place, those of the same kind as the seat's own."""
        forces, fleet = self.forces, board.is_fleet(block)
        if not forces.at:
            return fleet in {board.is_fleet(one.block) for one in forces.mine.known}
        came = legal.entered(forces.public, forces.at, forces.enemy)
        ways = {board.edge(forces.at, road) == "sea" for road in came}
        one_way = forces.battle["attacker"] == forces.enemy and len(ways) == 1
        return board.may_stand(block, forces.at) and (fleet in ways or not one_way)

    def _many(self) -> int:
        """How many different fights `_every` gives."""
        choices: int = prod(
            comb(len(pool), n) * max(len(one.strengths) for one in pool) ** n
            for pool, n in self.pools
        )
        return choices * comb(sum(self.forces.theirs.unseen.values()), self.hidden)

    def _every(self, terms: Terms) -> Iterator[tuple[int, Fight]]:
        """Each choice of blocks and Reserves alike, and each strength of a block alike."""
        choices = [combinations(pool, number) for pool, number in self.pools]
        for chosen in product(*choices):
            blocks = [one for some in chosen for one in some]
            alike = prod(len(one.strengths) for one in blocks)
            for points in product(*(one.strengths for one in blocks)):
                for late in combinations(range(len(blocks)), self.hidden):
                    yield alike, self._fight(blocks, points, late, terms)

    def _drawn(self, terms: Terms, chance: Chance) -> Fight:
        """One of them."""
        blocks = [one for pool, number in self.pools for one in chance.sample(pool, number)]
        points = [chance.choice(one.strengths) for one in blocks]
        late = chance.sample(range(len(blocks)), self.hidden)
        return self._fight(blocks, points, late, terms)

    def _fight(
        self, blocks: Sequence[Candidate], points: Sequence[int], late: Sequence[int], terms: Terms
    ) -> Fight:
        unseen = [
            Fighter(one.block, self.forces.enemy, strength, number in late)
            for number, (one, strength) in enumerate(zip(blocks, points, strict=True))
        ]
        return Melee([*self.forces.mine.known, *self.forces.theirs.known, *unseen], terms)
