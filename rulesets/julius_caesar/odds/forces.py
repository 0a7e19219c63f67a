"""Who fights in the battle that a player asks about: as the position has it, or as he says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.engine.odds import Asked, Piece, Unreckoned
from referee.engine.view import Data, View
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import ROMAN, SEATS, other
from rulesets.julius_caesar.board.naming import block_name, listed, place_name
from rulesets.julius_caesar.odds.melee import Fighter
from rulesets.julius_caesar.remembered import Known

UNSEEN = "unseen"


class Side(NamedTuple):
    """A force: the blocks that are known; how many of each colour are not; how many of the latter,
    and in all, are still in Reserve."""

    known: Sequence[Fighter]
    unseen: Mapping[str, int]
    reserves: int = 0

    def __len__(self) -> int:
        """Blocks in all."""
        return len(self.known) + sum(self.unseen.values())


class Forces:
    """The battle and both sides, as one seat knows them; raises Unreckoned if it is no battle.

    named: whether the player has named a force; going: the battle that goes on there, if it is
    asked about as it stands; battle: its roles and round; known: what the seat knows of the enemy;
    assumed: whole sentences on strengths that the player has not said."""

    def __init__(self, view: View, asked: Asked) -> None:
        self.view, self.asked, self.public = view, asked, view.public
        self.me, self.enemy = view.seat, other(view.seat)
        self.held: dict[str, Data] = view.own.get("blocks", {})
        self.at, self.assumed = asked.at, list[str]()
        self.known = Known(self.public, self.me, asked.remembered)
        self.named = asked.mine is not None or asked.theirs is not None
        going = self.public["battle"]
        here = bool(going) and going["place"] == self.at and going["stage"] == "rounds"
        self.going: Data | None = going if here and not self.named else None
        self.attack = legal.attack_on(self.public, self.at) if self.at else None
        self.battle = self._battle()
        self.mine, self.theirs = self._mine(), self._theirs()
        if not (len(self.mine) and len(self.theirs)):
            raise Unreckoned("nobody fights", "each side needs a block")

    def _battle(self) -> Data:
        """7.1 The roles, and the round: of the battle that goes on, of the attack that was made, or
        as the player says."""
        if self.going:
            return self.going
        attacker = self.me
        here = {seat: legal.count(self.public, self.at, seat) for seat in SEATS}
        if self.attack:
            attacker = self.attack["attacker"]
        elif self.asked.defend or (here[self.me] and not here[self.enemy]):
            attacker = self.enemy
        surprise = self.public.get("surprise") == {"place": self.at, "seat": attacker}
        roles = {"attacker": attacker, "defender": other(attacker)}
        return {"place": self.at, **roles, "round": 1, "surprise": surprise, "retreats": {}}

    def _mine(self) -> Side:
        """The seat's own blocks: those named, or those that are there."""
        if self.asked.mine is not None:
            if any(one.name == UNSEEN for one in self.asked.mine):
                raise Unreckoned("you know your own blocks", "name them with --mine")
            return Side(self._fighters(self.asked.mine, self.me), {})
        if there := board.standing(self.held, self.at):
            return Side([self._own(block, self.held[block]) for block in there], {})
        reason = f"you have no blocks in {place_name(self.at)}" if self.at else "whose?"
        raise Unreckoned(reason, "name those that fight with --mine")

    def _own(self, block: str, here: Data) -> Fighter:
        """A block of the seat's own that stands in the place."""
        shown = (self.going or {"blocks": {}})["blocks"].get(block)
        late = not self.named and legal.waits(self.public, self.me, block, here)
        return Fighter(block, self.me, here["strength"], late, bool(shown and shown["acted"]))

    def _theirs(self) -> Side:
        """The enemy's blocks: those named, or those that are there, mostly face down."""
        if self.asked.theirs is None:
            return self._there()
        unseen = sum(number or 1 for name, number in self.asked.theirs if name == UNSEEN)
        known = self._fighters(self.asked.theirs, self.enemy)
        return Side(known, {board.OWN[self.enemy]: unseen} if unseen else {})

    def _there(self) -> Side:
        """4.21, 7.3 What everyone can count of the enemy, and see in a battle that goes on."""
        there: dict[str, int] = dict(self.public["places"].get(self.at, {}).get(self.enemy, {}))
        if not there:
            where = f" in {place_name(self.at)}" if self.at else ""
            hint = "say what fights with --theirs: '3 unseen', or names of blocks"
            raise Unreckoned(f"the enemy has no blocks{where}", hint)
        known = self._face_up(self.going) if self.going else []
        for one in known:
            there[board.BLOCKS[one.block].colour] -= 1
        unseen = {colour: number for colour, number in there.items() if number}
        if self.named or not self.attack:
            return Side(known, unseen)
        if self.going:
            return Side(known, unseen, rounds.hidden_reserves(self.going, self.enemy))
        came = legal.entered(self.public, self.at, self.enemy).items()
        late = sum(n for road, n in came if legal.in_reserve(self.attack, self.enemy, road))
        return Side(known, unseen, late)

    def _face_up(self, battle: Data) -> list[Fighter]:
        """7.1 The enemy's blocks that everyone sees in a battle."""
        return [
            Fighter(block, self.enemy, points, acted=battle["blocks"][block]["acted"])
            for block, points in rounds.face_up(battle, self.enemy).items()
        ]

    def _fighters(self, pieces: Sequence[Piece], seat: str) -> list[Fighter]:
        """The blocks that the player names, each once."""
        found = [self._fighter(one, seat) for one in pieces if one.name != UNSEEN]
        blocks = [one.block for one in found]
        if twice := [block for block in blocks if blocks.count(block) > 1]:
            raise Unreckoned(f"{block_name(twice[0], self.me)} is named twice")
        return found

    def _fighter(self, piece: Piece, seat: str) -> Fighter:
        """A block that the player names; at full strength unless he says or knows."""
        block, number = piece
        steps, name = board.BLOCKS[block].steps, block_name(block, self.me)
        if number and number not in steps:
            can = listed((ROMAN[step] for step in steps), "or")
            raise Unreckoned(f"{name} cannot have strength {number}", f"it can have {can}")
        if seat == self.enemy and self.is_mine(block):
            raise Unreckoned(f"{name} is yours", self._theirs_is(block))
        if seat == self.me and not self.is_mine(block) and self.view.own:
            raise Unreckoned(f"{name} is not yours", "name your own blocks with --mine")
        if self.at and not board.may_stand(block, self.at):
            raise Unreckoned(f"{name} cannot be in {place_name(self.at)}")
        if seat == self.enemy and not number:
            number = self._as_known(block)
        usual = self.held[block]["strength"] if block in self.held else board.full(block)
        return Fighter(block, seat, number or usual)

    def _as_known(self, block: str) -> int:
        """7.1 The strength of an enemy block as it lies face up, or as it was met, otherwise full;
        the player is told which is taken."""
        shown = legal.shown(self.public).get(block)
        strength: int = shown["strength"] if shown else self.known.last_seen(block)
        if shown:
            why = "as it lies face up"
        elif strength:
            why = f"as you met it {self.known.when(block)}"
            if not self.known.strength(block):
                why += "; steps may have come or gone since"
        else:
            strength, why = board.full(block), "full strength, since you have not met it"
        taken = f"{block_name(block, self.me)} is taken at {ROMAN[strength]}"
        self.assumed.append(f"{taken}, {why}.")
        return strength

    def _theirs_is(self, block: str) -> str:
        """What to write instead of an own block: the enemy's of that name, if there is one."""
        name = board.BLOCKS[block].name
        alike = [b.id for b in board.BLOCKS.values() if b.name == name and b.id != block]
        if alike and not self.is_mine(alike[0]):
            return f"the enemy's is {block_name(alike[0], self.me)}"
        return "name the enemy's blocks with --theirs"

    def is_mine(self, block: str) -> bool:
        """Whether the seat has a block, on the board or in its Levy Pool."""
        return block in self.held or block in self.view.own.get("pool", ())
