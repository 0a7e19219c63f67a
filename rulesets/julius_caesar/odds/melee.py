"""A battle of known blocks as a chain of shots, for `referee what-if`.

The order of turns, letters, hits, steps and ways out are those of the battle phase itself; what is
here is how they follow each other (7.2, 7.3, 7.31, 7.62).  A test plays both with the same dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from referee.engine.odds import End, Fight, Stand, hits_of
from referee.engine.view import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle import hits, rounds
from rulesets.julius_caesar.board import CLEOPATRA, SEATS, other

#: the first number of a stand is 100 times the round, plus how far the round is; of a battle that
#: is over
ROUND, OVER = 100, 10_000
_hits_of = cache(hits_of)


class Fighter(NamedTuple):
    """A block in a battle; late: still in Reserve; acted: has acted in the round that goes on."""

    block: str
    seat: str
    strength: int
    late: bool = False
    acted: bool = False


class Terms(NamedTuple):
    """What does not depend on the blocks.

    battle: attacker, defender, round, surprise, as in a battle that goes on; weaker: seats whose
    blocks leave from round 2 on while theirs is the weaker side; ways: how many land blocks and how
    many fleets of a seat can leave in a round; waits: whether Cleopatra acts for her captor only
    from the next round; me: whose losses are counted first."""

    battle: Data
    weaker: Sequence[str]
    ways: Mapping[str, tuple[int, int]]
    waits: bool
    me: str


class _Now:
    """A stand while it changes.

    points: strength of each fighter, 0 for none, negative for one that has left; asleep: one that
    acts from the next round; used: blocks of each seat that have left in this round, land blocks
    and fleets."""

    def __init__(self, stand: Stand) -> None:
        clock, self.swapped, points, self.asleep, used = stand
        self.number, self.index = divmod(clock, ROUND)
        self.points, self.used = list(points), list(used)

    def stand(self) -> Stand:
        """The same as a tuple."""
        clock = self.number * ROUND + self.index
        return clock, self.swapped, tuple(self.points), self.asleep, tuple(self.used)


class Melee(Fight):
    """A battle between these blocks."""

    def __init__(self, fighters: Sequence[Fighter], terms: Terms) -> None:
        self.terms, self.first = terms, len(fighters)
        # 7.52 Cleopatra has a second place, on the other side.
        hers = [one.seat for one in fighters if one.block == CLEOPATRA]
        turned = [Fighter(CLEOPATRA, other(seat), 0) for seat in hers]
        self.all = [*fighters, *turned]
        self.side = [SEATS.index(one.seat) for one in self.all]
        self.late = [one.late for one in self.all]
        self._everyone = range(len(self.all))
        self._punctual = [n for n, late in enumerate(self.late) if not late]
        self.attacker = SEATS.index(terms.battle["attacker"])
        self._orders: dict[tuple[bool, bool], list[int]] = {}

    def begin(self) -> Stand:
        """7.2 Up to the first shot."""
        points, number = tuple(one.strength for one in self.all), self.terms.battle["round"]
        return self._onward(_Now((number * ROUND, False, points, -1, (0, 0, 0, 0))))

    def weights(self, stand: Stand) -> Sequence[int]:
        """7.4 How likely each number of hits is."""
        if stand[0] == OVER:
            return ()
        shooter = self._order(stand[0] // ROUND, stand[1])[stand[0] % ROUND]
        return _hits_of(stand[2][shooter], board.BLOCKS[self.all[shooter].block].firepower)

    def after(self, stand: Stand, result: int) -> Stand:
        """7.4 The enemy takes so many hits; the battle goes on to the next shot."""
        now = _Now(stand)
        shooter = self._order(now.number, now.swapped)[now.index]
        now.index += 1
        if result:
            self._hit(now, 1 - self.side[shooter], result)
        return self._onward(now)

    def end(self, stand: Stand) -> End:
        """7.1 Who holds the place, and what both have lost: steps and blocks, of one's own first;
        leaders that are killed."""
        now = _Now(stand)
        held = {side for side, points in zip(self.side, now.points, strict=True) if points > 0}
        defender = 1 - self._attacker(now.swapped)
        winner = SEATS[defender if defender in held else 1 - defender]
        mine, theirs = (self._lost(now, seat) for seat in (self.terms.me, other(self.terms.me)))
        marked = zip(self.all[: self.first], now.points, strict=False)
        gone = [one.block for one, points in marked if not points and is_marked(one.block)]
        return End(winner, [*mine, *theirs], gone)

    # The parts of a round.

    def _onward(self, now: _Now) -> Stand:
        """7.2, 7.62 Up to the next shot, through everything that needs no dice."""
        while True:
            order, force = self._order(now.number, now.swapped), self._force(now)
            if 0 in force or now.index == len(order):
                if self._over(now, force):
                    return OVER, now.swapped, tuple(now.points), -1, ()
                self._next_round(now, force)
                continue
            at = order[now.index]
            if now.points[at] > 0 and at != now.asleep and self._stays(now, at, force):
                return now.stand()
            now.index += 1

    def _stays(self, now: _Now, at: int, force: Sequence[int]) -> bool:
        """7.6, 7.62 Whether a block fires.  Otherwise it leaves or, if it must and cannot, is
        lost."""
        side = self.side[at]
        must = now.number == rounds.LAST_ROUND and side == self._attacker(now.swapped)
        flees = self.all[at].seat in self.terms.weaker and force[side] < force[1 - side]
        if not must and (now.number == 1 or not flees):
            return True
        fleet = board.is_fleet(self.all[at].block)
        if now.used[2 * side + fleet] < self.terms.ways[SEATS[side]][fleet]:
            now.used[2 * side + fleet] += 1
            now.points[at] = -now.points[at]
            return False
        if must:
            self._put(now, at, 0)
        return not must

    def _next_round(self, now: _Now, force: Sequence[int]) -> None:
        """7.3, 7.31 Reserves come up, disrupted if their Main Attack is gone; a defender's then
        attack."""
        now.number, now.index, now.asleep, now.used = now.number + 1, 0, -1, [0, 0, 0, 0]
        for side in range(len(SEATS)):
            late = [n for n, one in enumerate(self.late) if one and self.side[n] == side]
            if now.number > 2 or force[side] or not late:
                continue
            if side != self._attacker(now.swapped):
                now.swapped = not now.swapped
            for at in late:
                self._put(now, at, board.step_down(self.all[at].block, now.points[at]))

    def _put(self, now: _Now, at: int, left: int) -> None:
        """7.5, 7.52 A block has lost steps; after the last one Cleopatra joins the other side."""
        now.points[at] = left
        if left == 0 and self.all[at].block == CLEOPATRA:
            twin = next(n for n, one in enumerate(self.all) if n != at and one.block == CLEOPATRA)
            now.points[twin] = board.step_up(CLEOPATRA, 0)
            now.asleep = twin if self.terms.waits else now.asleep

    def _hit(self, now: _Now, side: int, number: int) -> None:
        """7.4 Blocks of a side take so many hits: of equals leaders last, and before them the
        weakest fighters."""
        able = [n for n in self._able(now) if now.points[n] > 0 and self.side[n] == side]
        there = {self.all[n].block: n for n in able}
        targets = tuple((block, now.points[n]) for block, n in there.items())
        left = hits.taken_usually(targets, number, side == self._attacker(now.swapped))
        for block, points in targets:
            if left.get(block, 0) != points:
                self._put(now, there[block], left.get(block, 0))

    # What they ask.

    def _attacker(self, swapped: bool) -> int:
        """7.31 The side that attacks now."""
        return 1 - self.attacker if swapped else self.attacker

    def _able(self, now: _Now) -> Sequence[int]:
        """7.3 Everyone, in round 1 without Reserves; some may be gone."""
        return self._everyone if now.number > 1 else self._punctual

    def _force(self, now: _Now) -> list[int]:
        """7.3 The strength of each side that fights in this round."""
        found = [0, 0]
        for n in self._able(now):
            if (points := now.points[n]) > 0:
                found[self.side[n]] += points
        return found

    def _over(self, now: _Now, force: Sequence[int]) -> bool:
        """7.2 After the last round, or when a side has nobody left, Reserves included."""
        late = {self.side[n] for n, one in enumerate(self.late) if one and now.number == 1}
        gone = [not force[side] and side not in late for side in range(len(SEATS))]
        return any(gone) or now.number == rounds.LAST_ROUND

    def _order(self, number: int, swapped: bool) -> list[int]:
        """7.2 Everyone in the order of a round, leaders first among those of one turn; those that
        have acted in the round that goes on, or come later, are not in it."""
        begun = number == self.terms.battle["round"]
        if (key := (begun, swapped)) not in self._orders:
            battle = {**self.terms.battle, "round": number}
            if swapped:
                battle |= {"attacker": battle["defender"], "defender": battle["attacker"]}
            turns = rounds.turns(battle)

            def place(n: int) -> tuple[int, bool, int]:
                one, printed = self.all[n], board.BLOCKS[self.all[n].block]
                letter = printed.letter(one.seat == battle["attacker"])
                turn = turns.index((letter, one.seat))
                return turn, not printed.leader, board.BLOCK_ORDER[one.block]

            able = [n for n, one in enumerate(self.all) if not (begun and (one.acted or one.late))]
            self._orders[key] = sorted(able, key=place)
        return self._orders[key]

    def _lost(self, now: _Now, seat: str) -> tuple[int, int]:
        """3.11 Steps and blocks that a seat has lost of those it began with."""
        steps = blocks = 0
        for one, points in zip(self.all[: self.first], now.points, strict=False):
            if one.seat == seat:
                scale = board.BLOCKS[one.block].steps
                left = scale.index(abs(points)) if points else len(scale)
                steps += left - scale.index(one.strength)
                blocks += not points
        return steps, blocks


def is_marked(block: str) -> bool:
    """Whether a player wants to know what becomes of this block: a leader, or Cleopatra."""
    return board.BLOCKS[block].leader or block == CLEOPATRA
