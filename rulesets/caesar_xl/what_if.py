"""The chances of a battle (10), for `referee what-if`: round after round, without tactics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from referee.engine.odds import Asked, Left, Melee, Odds, Piece, Unreckoned, Wager, certain
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


def left(public: Data, side: str, hits: int) -> Left:
    """10.4 What so many hits leave of a side; public: the position with the battle."""
    battle, pieces = public["battle"], dict(public["pieces"])
    if side == BARBARIANS:
        gone = min(hits, battle["barbarians"])
        return Left((UNITS["barbarian"],) * (battle["barbarians"] - gone), gone)
    fallen = losses.hit(public, position.there(public, battle["at"], side), hits)
    for key in fallen.turned:
        pieces[key] = {**pieces[key], "veteran": False}
    for key in fallen.lost:
        del pieces[key]
    leaders = [key for key in fallen.lost if not board.is_unit(key)]
    swords = rounds.arm({**public, "pieces": pieces}, side, "")
    return Left(tuple(swords.values()), len(fallen.lost) - len(leaders), leaders)


def wager(view: View, asked: Asked) -> Wager:
    """10 The battle in a place, or between the forces that are named; raises Unreckoned."""
    return _Question(view, asked).wager()


class _Question:
    """One question, while it is made ready.

    sides: the seat that asks, then its enemy; public: the position, with just those that fight."""

    def __init__(self, view: View, asked: Asked) -> None:
        self.there, self.asked, self.at = view.public, asked, asked.at
        named = any(one.name == BARBARIAN for one in asked.theirs or ())
        wild = named or (asked.theirs is None and position.wild(view.public, self.at))
        self.me, self.enemy = view.seat, BARBARIANS if wild else board.other(view.seat)
        self.sides = (self.me, self.enemy)
        battle = {"at": self.at, "attacker": self._attacker(), "barbarians": 0, "round": 0}
        self.public = {**view.public, "pieces": {}, "battle": {**battle, "tactics": {}}}
        self.pieces: Data = self.public["pieces"]
        self._muster(self.me, asked.mine, "--mine")
        self._muster(self.enemy, asked.theirs, "--theirs")
        self.public["pieces"] = dict(sorted(self.pieces.items()))

    def _attacker(self) -> str:
        """10.1 The phasing player, where both are; else whoever is not there, or says so."""
        if self.enemy == BARBARIANS:
            return self.me
        mine, theirs = (position.there(self.there, self.at, side) for side in self.sides)
        if self.at and mine and theirs:
            return str(self.there["seat"])
        defends = self.asked.defend or (mine and not theirs)
        return self.enemy if defends else self.me

    def _muster(self, side: str, force: Sequence[Piece] | None, option: str) -> None:
        """The pieces of a side: those named, or those that are there."""
        if force is not None:
            for one in force:
                self._add(side, one)
        elif side == BARBARIANS:
            battle = self.there["battle"] or {"at": ""}
            still = battle["barbarians"] if battle["at"] == self.at else ZONES[self.at]["strength"]
            self.public["battle"]["barbarians"] = still
        else:
            here = position.there(self.there, self.at, side)
            self.pieces |= {key: self.there["pieces"][key] for key in here}
        if not rounds.arm(self.public, side, ""):
            where = f" in {PLACE_NAMES[self.at]}" if self.at else ""
            whose = "you have" if side == self.me else f"{_NAMES[side]} has"
            raise Unreckoned(f"{whose} nothing{where}", f"name a force with {option}")

    def _add(self, side: str, one: Piece) -> None:
        """A piece by its name, or some of a kind."""
        if (one.name == BARBARIAN) != (side == BARBARIANS):
            raise Unreckoned(f"{one.name} cannot fight on the side of {_NAMES[side]}")
        number = one.number or 1
        if one.name == BARBARIAN:
            self.public["battle"]["barbarians"] += number
        elif one.name in (LEGION, VETERAN, ALLY):
            kind = ALLY if one.name == ALLY else LEGION
            free = [key for key in board.counters(side, kind) if key not in self.pieces]
            if len(free) < number:
                raise Unreckoned(f"{_NAMES[side]} has not as many counters of that kind")
            veteran = one.name == VETERAN
            self.pieces |= {key: position.piece(side, self.at, veteran) for key in free[-number:]}
        else:
            # a leader that is not in play may be anybody's
            owner = next((seat for seat in SEATS if one.name.startswith(seat[0])), side)
            pieces = {**self.there["pieces"], **self.pieces}
            known = pieces.get(one.name, position.piece(owner, ""))
            if known["owner"] != side:
                raise Unreckoned(f"{PIECE_NAMES[one.name]} is not a piece of {_NAMES[side]}")
            self.pieces[one.name] = {**known, "at": self.at}

    def wager(self) -> Wager:
        """The wager."""
        attacker = self.public["battle"]["attacker"]
        defender = self.enemy if attacker == self.me else self.me
        words = zip(self.sides, (self.asked.mine_leave, self.asked.theirs_leave), strict=True)
        leave = [side for side, word in words if word == WEAKER and side != BARBARIANS]
        where = f"{PLACE_NAMES[self.at]}: " if self.at else ""
        arms = {side: rounds.arm(self.public, side, "") for side in self.sides}
        leaders = [key for key in self.pieces if not board.is_unit(key)]
        units = {side: len({*arms[side]} - {*leaders}) for side in self.sides}
        return Wager(
            f"{where}{_does(attacker, 'attacks')}, {_does(defender, 'defends')}",
            [line for side in self.sides for line in _told(self.public, side, arms[side])],
            list(self._assumed(leave)),
            self._outcomes(),
            [f"{_does(side, 'loses')}, in units (of {units[side]})" for side in self.sides],
            {key: f"{PIECE_NAMES[key]} is lost" for key in leaders},
            certain(Melee(self.sides, partial(left, self.public), leave, NOBODY)),
        )

    def _assumed(self, leave: Sequence[str]) -> Iterator[str]:
        for side in self.sides:
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


def _told(public: Data, side: str, swords: Mapping[str, int]) -> list[str]:
    """A force, with the swords of each piece."""
    if side == BARBARIANS:
        return [f"Barbarians: {len(swords)}, {UNITS['barbarian']} swords each"]
    named = (f"{position.named(public, key)} {swords[key]}" for key in swords)
    return packed(f"{SEATS[side]} ({several(sum(swords.values()), 'sword')}):", named, hang=2)


def _does(side: str, verb: str) -> str:
    """``Pompey holds``, ``The barbarians hold``."""
    return f"The barbarians {verb[:-1]}" if side == BARBARIANS else f"{SEATS[side]} {verb}"


def words(seat: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """All pieces by name, and some of a kind by number; other spellings of these."""
    kinds = {LEGION: LEGION, VETERAN: VETERAN, ALLY: ALLY, BARBARIAN: BARBARIAN}
    return {**PIECE_NAMES, **kinds}, {"allies": ALLY, "allied unit": ALLY, "allied units": ALLY}


ODDS = Odds(wager, words, LEAVING, places="place")
