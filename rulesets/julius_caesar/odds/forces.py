"""Who fights in the battle that a player asks about: as the position has it, or as he says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.engine.odds import Asked, Unreckoned
from referee.engine.view import Data, View
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import COLOURS, ROMAN, SEATS, other
from rulesets.julius_caesar.board.naming import block_name, listed, place_name
from rulesets.julius_caesar.odds.known import Known
from rulesets.julius_caesar.odds.melee import Fighter

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
        held, names = self.view.own.get("blocks", {}), self.asked.mine
        if names is None:
            there = board.standing(held, self.at)
            if not there:
                reason = f"you have no blocks in {place_name(self.at)}" if self.at else "whose?"
                raise Unreckoned(reason, "name those that fight with --mine")
            return Side([self._own(block, held[block]) for block in there], {})
        found = []
        for name, number in names:
            if name == UNSEEN:
                raise Unreckoned("you know your own blocks", "name them with --mine")
            usual = held[name]["strength"] if name in held else board.full(name)
            found.append(self._fighter(name, self.me, number, usual))
        self._once(found)
        return Side(found, {})

    def _own(self, block: str, here: Data) -> Fighter:
        """A block of the seat's own that stands in the place."""
        shown = (self.going or {"blocks": {}})["blocks"].get(block)
        late = bool(self.attack and legal.in_reserve(self.attack, self.me, here["from"]))
        late = late and self.battle["round"] == 1 and not self.named and shown is None
        return Fighter(block, self.me, here["strength"], late, bool(shown and shown["acted"]))

    def _theirs(self) -> Side:
        """The enemy's blocks: those named, or those that are there, mostly face down."""
        names = self.asked.theirs
        if names is None:
            return self._there()
        colour = next(c for c in COLOURS if board.DATA["blocks"]["colours"][c] == self.enemy)
        known, unseen = [], 0
        for name, number in names:
            if name == UNSEEN:
                unseen += number or 1
            else:
                one = self._fighter(name, self.enemy, number, self._last_seen(name))
                known.append(one)
                if not number:
                    self.assumed.append(self._taken_at(one))
        self._once(known)
        return Side(known, {colour: unseen} if unseen else {})

    def _there(self) -> Side:
        """4.21, 7.3 What everyone can count of the enemy, and see in a battle that goes on."""
        there: dict[str, int] = dict(self.public["places"].get(self.at, {}).get(self.enemy, {}))
        if not there:
            where = f" in {place_name(self.at)}" if self.at else ""
            hint = "say what fights with --theirs: '3 unseen', or names of blocks"
            raise Unreckoned(f"the enemy has no blocks{where}", hint)
        known = self._face_up(self.going) if self.going else []
        for one in known:
            there[board.blocks()[one.block].colour] -= 1
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

    def _fighter(self, block: str, seat: str, number: int, usual: int) -> Fighter:
        """A block that the player names; at full strength unless he says or knows."""
        steps, name = board.blocks()[block].steps, block_name(block, self.me)
        if number and number not in steps:
            can = listed((ROMAN[step] for step in steps), "or")
            raise Unreckoned(f"{name} cannot have strength {number}", f"it can have {can}")
        if seat == self.enemy and self.is_mine(block):
            raise Unreckoned(f"{name} is yours", self._theirs_is(block))
        if seat == self.me and not self.is_mine(block) and self.view.own:
            raise Unreckoned(f"{name} is not yours", "name your own blocks with --mine")
        if self.at and not board.may_stand(block, self.at):
            raise Unreckoned(f"{name} cannot be in {place_name(self.at)}")
        return Fighter(block, seat, number or usual or board.full(block))

    def _last_seen(self, block: str) -> int:
        """7.1 The strength of an enemy block as it lies face up, or as it was met; otherwise 0."""
        shown = legal.shown(self.public).get(block)
        if shown and shown["player"] == self.enemy:
            strength: int = shown["strength"]
            return strength
        return self.known.last_seen(block)

    def _taken_at(self, one: Fighter) -> str:
        """At what strength a block is taken that the player names without one, and why."""
        name, block = block_name(one.block, self.me), one.block
        text = f"{name} is taken at {ROMAN[one.strength]}"
        if block in legal.shown(self.public):
            return f"{text}, as it lies face up."
        if not self.known.last_seen(block):
            return f"{text}, full strength, since you have not met it."
        since = "" if self.known.strength(block) else "; steps may have come or gone since"
        return f"{text}, as you met it {self.known.when(block)}{since}."

    def _theirs_is(self, block: str) -> str:
        """What to write instead of an own block: the enemy's of that name, if there is one."""
        name = board.blocks()[block].name
        alike = [b.id for b in board.blocks().values() if b.name == name and b.id != block]
        if alike and not self.is_mine(alike[0]):
            return f"the enemy's is {block_name(alike[0], self.me)}"
        return "name the enemy's blocks with --theirs"

    def _once(self, force: Sequence[Fighter]) -> None:
        """No block is there twice."""
        blocks = [one.block for one in force]
        if twice := [block for block in blocks if blocks.count(block) > 1]:
            raise Unreckoned(f"{block_name(twice[0], self.me)} is named twice")

    def is_mine(self, block: str) -> bool:
        """Whether the seat has a block, on the board or in its Levy Pool."""
        own = self.view.own
        return block in own.get("blocks", ()) or block in own.get("pool", ())
