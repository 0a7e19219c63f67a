"""What a player asks of a battle (`referee what-if`), made ready from what he knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.engine.odds import Asked, Odds, Wager
from referee.engine.view import Data, View
from referee.engine.words import ALSO
from referee.kit.lines import packed
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle import hits, rounds, ways_out
from rulesets.julius_caesar.board import CLEOPATRA, ROMAN, SEATS
from rulesets.julius_caesar.board.naming import (
    SEAT_NAMES,
    block_name,
    listed,
    place_name,
    several,
    vocabulary,
)
from rulesets.julius_caesar.odds.forces import UNSEEN, Forces, Side
from rulesets.julius_caesar.odds.melee import Fighter, Terms, is_marked
from rulesets.julius_caesar.odds.unseen import Candidate, Unseen

NEVER, WEAKER = "never", "weaker"
LEAVING = {
    NEVER: "fights to the end",
    WEAKER: "retreats from round 2 on while its blocks are the weaker side",
}
#: 7.62 As many as can leave where nothing is known of the place.
ALL = 99


def words(seat: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Blocks as that seat writes them, and those that are face down; other spellings."""
    names = vocabulary(seat)
    return {**names["block"], UNSEEN: UNSEEN}, names[f"{ALSO}block"]


def wager(view: View, asked: Asked) -> Wager:
    """7.0 The battle at a place, or between the forces that are named; raises Unreckoned."""
    return _Question(view, asked).wager()


class _Question(Forces):
    """One question, while it is made ready: who fights, and what the unseen blocks may be."""

    def __init__(self, view: View, asked: Asked) -> None:
        super().__init__(view, asked)
        self.unseen = Unseen(self, asked.full)

    def wager(self) -> Wager:
        """The wager."""
        terms = self._terms()
        marked = [one.block for one in (*self.mine.known, *self.theirs.known)]
        marked += [one.block for pool, _ in self.unseen.pools for one in pool]
        where = place_name(self.at) if self.at else "the place"
        enemy = f"{SEAT_NAMES[self.enemy]} holds {where}"
        return Wager(
            self._heading(),
            self._forces(),
            list(self._assumed(terms)),
            {self.me: f"you hold {where}", self.enemy: enemy},
            self._counts(),
            {b: self._mark(b) for b in board.in_order(set(filter(is_marked, marked)))},
            self.unseen.fights(terms),
        )

    def _terms(self) -> Terms:
        """How both sides fight."""
        leave = {self.me: self.asked.mine_leave, self.enemy: self.asked.theirs_leave}
        waits = self.public["options"].get(hits.CLEOPATRA_ACTS) != "this-round"
        weaker = [seat for seat, word in leave.items() if word == WEAKER]
        return Terms(self.battle, weaker, {s: self._ways(s) for s in SEATS}, waits, self.me)

    def _ways(self, seat: str) -> tuple[int, int]:
        """7.61, 7.64, 7.82 How many land blocks and fleets of a seat can leave in a round, as the
        board is now."""
        if not self.at or (seat == self.battle["attacker"] and not self.attack):
            return ALL, ALL
        return ways_out_of(self.public, self.battle, seat)

    # In words.

    def _heading(self) -> str:
        battle = self.battle
        where = f"{place_name(self.at)}: " if self.at else ""
        text = f"{where}{SEAT_NAMES[battle['attacker']]} attacks, "
        text += f"{SEAT_NAMES[battle['defender']]} defends"
        if self.going:
            text += f"; the battle as it stands in round {battle['round']}"
        return f"{text}; a surprise" if battle["surprise"] and battle["round"] == 1 else text

    def _forces(self) -> list[str]:
        lines = self._side(self.me, self.mine) + self._side(self.enemy, self.theirs)
        for pool, number in self.unseen.others:
            names = map(self._may_be, pool)
            strength = "at full strength" if self.asked.full else "each of its strengths alike"
            what = "the unseen block is" if number == 1 else f"the {number} unseen blocks are"
            lines += [f"  {what} any of these {len(pool)}, all alike,", f"  {strength}:"]
            lines += packed("   ", names, hang=4)
        return lines

    def _side(self, seat: str, side: Side) -> list[str]:
        """Its blocks with rating and strength, and those that come later."""
        late = [one for one in side.known if one.late]
        whose = f"{SEAT_NAMES[seat]}'s"
        told = [self._told(one) for one in side.known if not one.late]
        sure = self.unseen.sure if side is self.theirs else []
        told += map(self._met, sure)
        unmet = self.unseen.unmet() if sure else side.unseen
        told += [several(n, f"unseen {c} block") for c, n in unmet.items()]
        lines = packed(f"{whose} blocks:", told, hang=2)
        if late:
            lines += packed("  in Reserve, for round 2:", map(self._told, late), hang=4)
        if side.reserves:
            which = "those face down" if sure else "the unseen"
            lines.append(f"  {side.reserves} of {which} in Reserve, for round 2")
        return lines

    def _told(self, one: Fighter) -> str:
        return f"{self._rated(one.block, one.seat)} {ROMAN[one.strength]}"

    def _rated(self, block: str, seat: str) -> str:
        """``Legio 8 C3``."""
        rating = board.BLOCKS[block].rating(self.battle["attacker"] == seat)
        return f"{block_name(block, self.me)} {rating}"

    def _met(self, one: Candidate) -> str:
        """A block that was met there: ``Legio 8 C3 II``, or in brackets what it last had."""
        seen = ROMAN[self.known.last_seen(one.block)]
        sure = self.known.strength(one.block)
        return f"{self._rated(one.block, self.enemy)} {seen if sure else f'({seen})'}"

    def _may_be(self, one: Candidate) -> str:
        """What an unseen block may be, with its strength if that is known."""
        points = self.known.strength(one.block)
        return f"{block_name(one.block, self.me)}{f' {ROMAN[points]}' if points else ''}"

    def _assumed(self, terms: Terms) -> Iterator[str]:
        """What is taken for granted, in whole sentences."""
        yield from self.assumed
        yield from self._of_those_met()
        for seat in (self.me, self.enemy):
            word = WEAKER if seat in terms.weaker else NEVER
            yield f"{SEAT_NAMES[seat]} {LEAVING[word]}."
        for seat, side in ((self.me, self.mine), (self.enemy, self.theirs)):
            for sort, able in zip(("land blocks", "fleets"), terms.ways[seat], strict=True):
                number = self._number(side, fleets=sort == "fleets")
                whose = f"{SEAT_NAMES[seat]}'s {sort}"
                if not able and number:
                    yield f"{whose} have no way out."
                elif able < number:
                    yield f"Of {whose} {able} can leave in a round, as the board is now."
        if ALL in terms.ways[terms.battle["attacker"]]:
            yield f"{SEAT_NAMES[terms.battle['attacker']]}'s blocks find a way out in round 4."
        yield "Hits on equal blocks fall on the weakest fighter first, on a leader last."

    def _of_those_met(self) -> Iterator[str]:
        """What is taken for granted of the blocks that were met there."""
        sure = self.unseen.sure
        if sure:
            names = listed(block_name(one.block, self.me) for one in sure)
            stand = "it is" if len(sure) == 1 else "they are"
            yield f"You have met {names}, and {stand} still there by your report."
        if not all(self.known.strength(one.block) for one in sure):
            each = "each that the block can have is taken alike"
            taken = "full strength is taken" if self.asked.full else each
            yield f"A strength in brackets is the last seen; it may have changed, so {taken}."

    def _number(self, side: Side, fleets: bool) -> int:
        """4.1 How many blocks of a side are fleets, or are not, as far as the place tells."""
        number = sum(board.is_fleet(one.block) is fleets for one in side.known)
        at_sea = bool(self.at) and board.PLACES[self.at].is_sea
        return number + sum(side.unseen.values()) * (fleets is at_sea)

    def _counts(self) -> list[str]:
        enemy = f"{SEAT_NAMES[self.enemy]} loses"
        mine = sum(map(_steps, self.mine.known))
        sure = [Fighter(b, self.enemy, points[0]) for b, points in self.unseen.sure]
        theirs = sum(map(_steps, [*self.theirs.known, *sure]))
        known = all(len(points) == 1 for _, points in self.unseen.sure)
        of = f" (of {theirs})" if known and not self.unseen.others else ""
        return [
            f"you lose, in steps (of {mine})",
            f"you lose, in blocks (of {len(self.mine)})",
            f"{enemy}, in steps{of}",
            f"{enemy}, in blocks (of {len(self.theirs)})",
        ]

    def _mark(self, block: str) -> str:
        what = "changes sides" if block == CLEOPATRA else "is killed"
        return f"{block_name(block, self.me)} {what}"


def _steps(one: Fighter) -> int:
    """3.11 How many steps a block has left."""
    scale = board.BLOCKS[one.block].steps
    return len(scale) - scale.index(one.strength)


def ways_out_of(public: Data, battle: Data, seat: str) -> tuple[int, int]:
    """7.61, 7.64, 7.82 How many land blocks and how many fleets can leave a battle in a round."""
    return _leaving(public, battle, seat, False), _leaving(public, battle, seat, True)


def _leaving(public: Data, battle: Data, seat: str, fleet: bool) -> int:
    """7.61 How many blocks of that kind can leave in a round, one after the other."""
    block = next(b for b, one in board.BLOCKS.items() if one.fleet is fleet)
    if not board.may_stand(block, battle["place"]):
        return 0
    now = {**public, "battle": {**battle, "round": rounds.LAST_ROUND, "retreats": {}}}
    for number in range(ALL):
        if not (ways := ways_out.routes(now, seat, block)):
            return number
        gone = ways_out.gone(now, seat, block, ways[0])
        now["battle"] = {**now["battle"], "retreats": gone}
    return ALL


ODDS = Odds(wager=wager, words=words, leaving=LEAVING)
