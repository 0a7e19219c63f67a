"""The chances of a battle (10), for `referee what-if`: round after round, without tactics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from referee.engine.odds import (
    Asked,
    End,
    Fight,
    Odds,
    Piece,
    Stand,
    Unreckoned,
    Wager,
    certain,
    mixed_hits,
)
from referee.engine.view import Data, View
from referee.kit.lines import packed, several
from rulesets.caesar_xl import board, losses, position
from rulesets.caesar_xl.board import ALLY, LEGION, PIECE_NAMES, PLACE_NAMES, SEATS, UNITS, ZONES
from rulesets.caesar_xl.combat import rounds
from rulesets.caesar_xl.combat.rounds import BARBARIANS

VETERAN, BARBARIAN, NOBODY = "veteran", "barbarian", "nobody"
NEVER, WEAKER = "never", "weaker"
LEAVING = {
    NEVER: "fights to the end",
    WEAKER: "retreats after the first round that leaves it with fewer swords",
}
_NAMES = {**SEATS, BARBARIANS: "the barbarians"}


class Left(NamedTuple):
    """What is left of a side after some hits: swords of each piece; lost: units, and leaders."""

    swords: tuple[int, ...]
    units: int
    leaders: tuple[str, ...]


class Melee(Fight):
    """A battle between two forces.

    public: the position with them in it, and the battle; sides: the seat that asks, then its enemy;
    leave: those that leave while they are weaker.  A stand is the hits that both have taken, after
    their sum, and who has left."""

    def __init__(self, public: Data, sides: Sequence[str], leave: Sequence[str]) -> None:
        self.public, self.sides, self.leave = public, sides, leave
        self.left, self._hits = cache(self._after), cache(mixed_hits)

    def begin(self) -> Stand:
        """Before the first round."""
        return (0, 0, 0, "")

    def weights(self, stand: Stand) -> Sequence[int]:
        """10.3 How likely each pair of hits is; a round in which nobody is hit changes nothing and
        does not count, unless somebody leaves after it."""
        mine, theirs = self.left(0, stand[1]).swords, self.left(1, stand[2]).swords
        if stand[3] or not (mine and theirs):
            return ()
        both = [one * two for one in self._hits(theirs) for two in self._hits(mine)]
        if not self._leaves(stand[1], stand[2]):
            both[0] = 0
        return both

    def after(self, stand: Stand, result: int) -> Stand:
        """10.3-10.5 Both have taken so many hits; somebody may leave."""
        hits = divmod(result, len(self.left(0, stand[1]).swords) + 1)
        mine, theirs = stand[1] + hits[0], stand[2] + hits[1]
        return (stand[0] + sum(hits) + (not result), mine, theirs, self._leaves(mine, theirs))

    def end(self, stand: Stand) -> End:
        """10.6 Who is left, and who is lost."""
        both = self.left(0, stand[1]), self.left(1, stand[2])
        winner = NOBODY
        for side, other in ((0, 1), (1, 0)):
            if both[side].swords and (stand[3] == self.sides[other] or not both[other].swords):
                winner = self.sides[side]
        dead = [key for one in both for key in one.leaders]
        return End(winner, [one.units for one in both], dead)

    def _after(self, number: int, hits: int) -> Left:
        """10.4 What so many hits leave of a side."""
        side = self.sides[number]
        battle, pieces = self.public["battle"], dict(self.public["pieces"])
        if side == BARBARIANS:
            gone = min(hits, battle["barbarians"])
            return Left((UNITS["barbarian"],) * (battle["barbarians"] - gone), gone, ())
        fallen = losses.hit(self.public, position.there(self.public, battle["at"], side), hits)
        for key in fallen.turned:
            pieces[key] = {**pieces[key], "veteran": False}
        for key in fallen.lost:
            del pieces[key]
        leaders = tuple(key for key in fallen.lost if not board.is_unit(key))
        swords = rounds.arm({**self.public, "pieces": pieces}, side, "")
        return Left(tuple(swords.values()), len(fallen.lost) - len(leaders), leaders)

    def _leaves(self, mine: int, theirs: int) -> str:
        """10.5 Who leaves after a round, if both are there: the side with fewer swords."""
        swords = sum(self.left(0, mine).swords), sum(self.left(1, theirs).swords)
        weaker = self.sides[0 if swords[0] < swords[1] else 1]
        level = swords[0] == swords[1] or not all(swords)
        return weaker if weaker in self.leave and not level else ""


def wager(view: View, asked: Asked) -> Wager:
    """10 The battle in a place, or between the forces that are named; raises Unreckoned."""
    return _Question(view, asked).wager()


class _Question:
    """One question, while it is made ready."""

    def __init__(self, view: View, asked: Asked) -> None:
        self.public, self.asked, self.at = view.public, asked, asked.at
        named = asked.theirs is not None and any(one.name == BARBARIAN for one in asked.theirs)
        wild = named or (asked.theirs is None and position.wild(self.public, self.at))
        self.me, self.enemy = view.seat, BARBARIANS if wild else board.other(view.seat)
        self.barbarians = 0
        self.pieces: Data = {}
        self._muster(self.me, asked.mine, "--mine")
        self._muster(self.enemy, asked.theirs, "--theirs")

    def _muster(self, side: str, force: Sequence[Piece] | None, option: str) -> None:
        """The pieces of a side: those named, or those that are there."""
        if force is not None:
            for one in force:
                self._add(side, one)
        elif side == BARBARIANS:
            battle = self.public["battle"] or {"at": ""}
            here = battle["at"] == self.at
            self.barbarians = battle["barbarians"] if here else ZONES[self.at]["strength"]
        else:
            for key in position.there(self.public, self.at, side):
                self.pieces[key] = self.public["pieces"][key]
        if not self._strength(side):
            where = f" in {PLACE_NAMES[self.at]}" if self.at else ""
            whose = "you have" if side == self.me else f"{_NAMES[side]} has"
            raise Unreckoned(f"{whose} nothing{where}", f"name a force with {option}")

    def _add(self, side: str, one: Piece) -> None:
        """A piece by its name, or some of a kind."""
        if (one.name == BARBARIAN) != (side == BARBARIANS):
            raise Unreckoned(f"{one.name} cannot fight on the side of {_NAMES[side]}")
        if one.name == BARBARIAN:
            self.barbarians += one.number or 1
        elif one.name in (LEGION, VETERAN, ALLY):
            kind = ALLY if one.name == ALLY else LEGION
            free = [key for key in board.counters(side, kind) if key not in self.pieces]
            if len(free) < (one.number or 1):
                raise Unreckoned(f"{_NAMES[side]} has not as many counters of that kind")
            for key in free[::-1][: one.number or 1]:
                self.pieces[key] = position.piece(side, self.at, one.name == VETERAN)
        else:
            # a leader that is not in play may be anybody's
            owner = next((seat for seat in SEATS if one.name.startswith(seat[0])), side)
            pieces = {**self.public["pieces"], **self.pieces}
            known = pieces.get(one.name, position.piece(owner, ""))
            if known["owner"] != side:
                raise Unreckoned(f"{PIECE_NAMES[one.name]} is not a piece of {_NAMES[side]}")
            self.pieces[one.name] = {**known, "at": self.at}

    def _strength(self, side: str, of: Callable[[str], bool] = bool) -> int:
        """How many pieces of a side there are, or of some sort."""
        mine = [key for key, one in self.pieces.items() if one["owner"] == side and of(key)]
        return self.barbarians if side == BARBARIANS else len(mine)

    def wager(self) -> Wager:
        """The wager."""
        public, attacker = self._public(), self._attacker()
        both = (self.me, self.enemy)
        words = zip(both, (self.asked.mine_leave, self.asked.theirs_leave), strict=True)
        leave = [side for side, word in words if word == WEAKER and side != BARBARIANS]
        fight = Melee(public, both, leave)
        where = f"{PLACE_NAMES[self.at]}: " if self.at else ""
        defender = self.enemy if attacker == self.me else self.me
        roles = f"{_does(attacker, 'attacks')}, {_does(defender, 'defends')}"
        leaders = [key for key in self.pieces if not board.is_unit(key)]
        units = {side: self._strength(side, board.is_unit) for side in both}
        return Wager(
            where + roles,
            [line for side in both for line in self._told(fight, side)],
            list(self._assumed(leave)),
            self._outcomes(),
            [f"{_does(side, 'loses')}, in units (of {units[side]})" for side in both],
            {key: f"{PIECE_NAMES[key]} is lost" for key in leaders},
            certain(fight),
        )

    def _public(self) -> Data:
        battle = {"at": self.at, "attacker": self._attacker(), "barbarians": self.barbarians}
        battle |= {"round": 0, "tactics": {}}
        return {**self.public, "pieces": dict(sorted(self.pieces.items())), "battle": battle}

    def _attacker(self) -> str:
        """10.1 The phasing player, where both are; else whoever is not there, or says so."""
        if self.enemy == BARBARIANS:
            return self.me
        mine, theirs = (position.there(self.public, self.at, s) for s in (self.me, self.enemy))
        if self.at and mine and theirs:
            return str(self.public["seat"])
        defends = self.asked.defend or (mine and not theirs)
        return self.enemy if defends else self.me

    def _told(self, fight: Melee, side: str) -> list[str]:
        """A force, with the swords of each piece."""
        swords = rounds.arm(fight.public, side, "")
        if side == BARBARIANS:
            return [f"Barbarians: {self.barbarians}, {UNITS['barbarian']} swords each"]
        named = (f"{position.named(fight.public, key)} {swords[key]}" for key in swords)
        return packed(f"{SEATS[side]} ({several(sum(swords.values()), 'sword')}):", named, hang=2)

    def _assumed(self, leave: Sequence[str]) -> Iterator[str]:
        for side in (self.me, self.enemy):
            verb, _, how = LEAVING[WEAKER if side in leave else NEVER].partition(" ")
            yield f"{_does(side, verb)} {how}."
        if leave:
            yield "Whoever retreats finds a way."
        yield "Of equal pieces the first by number is lost."
        yield "Left out: tactics cards, a legion that Labienus leads, second tries (F4)."

    def _outcomes(self) -> Mapping[str, str]:
        where = f" {PLACE_NAMES[self.at]}" if self.at else " the field"
        enemy = f"{_does(self.enemy, 'holds')}{where}"
        return {self.me: f"you hold{where}", self.enemy: enemy, NOBODY: "nobody is left"}


def _does(side: str, verb: str) -> str:
    """``Pompey holds``, ``The barbarians hold``."""
    return f"The barbarians {verb[:-1]}" if side == BARBARIANS else f"{SEATS[side]} {verb}"


def words(seat: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """All pieces by name, and some of a kind by number; other spellings of these."""
    kinds = {LEGION: LEGION, VETERAN: VETERAN, ALLY: ALLY, BARBARIAN: BARBARIAN}
    return {**PIECE_NAMES, **kinds}, {"allies": ALLY, "allied unit": ALLY, "allied units": ALLY}


ODDS = Odds(wager, words, LEAVING, places="place")
