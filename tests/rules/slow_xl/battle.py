"""Section 10: battles, retreats, loot and promotion, supply."""

from __future__ import annotations

from tests.rules.slow_xl.atlas import (
    BARBARIAN,
    CITIES,
    NEXT,
    OTHER,
    PLACES,
    VALUE,
    ZONES,
    is_unit,
    kind_of,
)
from tests.rules.slow_xl.purchases import first_lost
from tests.rules.slow_xl.world import World


def combat(world: World, seat: str) -> None:
    """10 Battles, then supply, markers, zones."""
    world.at["phase"] = "combat"
    while places := fights(world, seat):
        Battle(world, seat, world.ask(seat, "battle", "10.1", "", places)).fight()
    if world.silver:
        supply(world, seat)
    for where, owner in list(world.at["markers"].items()):
        if owner == OTHER[seat] and world.pieces(where, seat):
            del world.at["markers"][where]
    world.end_of_phase()


def fights(world: World, seat: str) -> list[str]:
    """10.1 Where battles are to be fought."""
    return [
        where
        for where in PLACES
        if world.pieces(where, seat)
        and (world.pieces(where, OTHER[seat]) or (world.wild(where) and world.units(where, seat)))
    ]


class Battle:
    """One battle."""

    def __init__(self, world: World, seat: str, where: str) -> None:
        self.world, self.where = world, where
        self.attacker = seat
        self.barbarians = ZONES[where] if world.wild(where) else 0
        self.defender = "" if self.barbarians else OTHER[seat]
        self.cards: dict[str, str] = {}
        self.lost = {"caesar": 0, "pompey": 0, "": 0}
        self.round = 0

    def mine(self, side: str) -> list[str]:
        """Pieces of a side."""
        return self.world.pieces(self.where, side) if side else []

    def alive(self, side: str) -> bool:
        """Whether a side is there."""
        return bool(self.mine(side)) if side else self.barbarians > 0

    def fight(self) -> None:
        """10.2 to 10.8."""
        winner = self.tactics()
        if winner is None:
            winner = self.rounds()
        self.after(winner)

    # Tactics.

    def tactics(self) -> str | None:
        """10.2 Cards of both; the winner if that is the end, "nobody" after Siege."""
        for side in filter(None, (self.attacker, self.defender)):
            legal = ["none", *(c for c in self.world.at["hands"][side] if self.fits(side, c))]
            card = self.world.ask(side, "tactics", "10.2", self.where, legal)
            if card == "none":
                continue
            self.world.to_table(side, card)
            self.cards[side] = card
            if card == "T7":
                to = self.world.ask(side, "retreat", "10.7", self.where, self.refuges(side))
                self.leave(side, to)
                return self.defender if side == self.attacker else self.attacker
            if card in ("T3", "T4"):
                self.siege()
                return "nobody"
        return None

    def fits(self, side: str, card: str) -> bool:
        """10.2 Whether a side can play a card here."""
        if card[0] != "T":
            return False
        if card in ("T3", "T4"):
            city = self.where in CITIES and VALUE[self.where] >= 1
            return side == self.defender and city
        return card != "T7" or bool(self.refuges(side))

    def siege(self) -> None:
        """T3 The attackers go back."""
        world = self.world
        for piece in self.mine(self.attacker):
            for to in (world.last[piece], world.began[piece]):
                if not world.wild(to) and not world.pieces(to, OTHER[self.attacker]):
                    world.at["pieces"][piece][3] = to
                    break
            else:
                world.flee(piece)

    # Rounds.

    def rounds(self) -> str:
        """10.3 to 10.6 Who has won."""
        while True:
            self.round += 1
            self.one_round()
            sides = [side for side in (self.attacker, self.defender) if self.alive(side)]
            if len(sides) < 2:
                return sides[0] if sides else "nobody"
            for side in (self.defender, self.attacker):
                if side and self.retreats(side):
                    return self.defender if side == self.attacker else self.attacker

    def plays(self, side: str, *cards: str) -> bool:
        """Whether a card works for a side: in the first round."""
        return self.round == 1 and self.cards.get(side) in cards

    def one_round(self) -> None:
        """10.3, T8."""
        both = (self.attacker, self.defender)
        led = {side: self.labienus(side) for side in both}
        ambush = [side for side in both if self.plays(side, "T8")]
        if len(ambush) == 1:
            first = ambush[0]
            second = self.defender if first == self.attacker else self.attacker
            for roller, target in ((first, second), (second, first)):
                if self.alive(roller):
                    shown = self.shoot(roller)
                    self.lose(target, self.hits(roller, shown, led[roller]))
            return
        shots = {side: self.shoot(side, wait=True) for side in both}
        self.again(shots)
        hits = {side: self.hits(side, shots[side], led[side]) for side in both}
        self.lose(self.attacker, hits[self.defender])
        self.lose(self.defender, hits[self.attacker])

    def labienus(self, side: str) -> str:
        """L6 The legion with one sword more."""
        here = self.mine(side)
        legions = [piece for piece in here if kind_of(piece) == "legion"]
        if "L6" not in here or not legions:
            return ""
        return self.world.ask(side, "labienus", "L6", f"{self.where} round {self.round}", legions)

    def shoot(self, side: str, wait: bool = False) -> dict[str, int]:
        """10.3, 12.2 The dice of a side by piece; wait: both sides' dice are seen first (F4)."""
        names = self.mine(side) if side else [str(n) for n in range(self.barbarians)]
        roller = side or OTHER[self.attacker]
        purpose = self.purpose() + ("" if side else " barbarians")
        faces = self.world.roll(roller, purpose, len(names), own=False)
        shots = dict(zip(names, faces, strict=True))
        if side and not wait:
            self.again({side: shots})
        return shots

    def purpose(self) -> str:
        """What dice are rolled for."""
        return f"battle {self.where} round {self.round}"

    def again(self, shots: dict[str, dict[str, int]]) -> None:
        """F4 A die of the phasing player's pieces."""
        if self.attacker in shots:
            mine = shots[self.attacker]
            faces = list(mine.values())
            self.world.reroll(self.attacker, self.purpose(), list(mine), faces)
            mine.update(zip(list(mine), faces, strict=True))

    def hits(self, side: str, shots: dict[str, int], led: str) -> int:
        """1.3 Dice that show no more than the swords."""
        if not side:
            return sum(die <= BARBARIAN for die in shots.values())
        found = 0
        for piece, die in shots.items():
            swords = self.world.swords(piece) + (piece == led)
            if kind_of(piece) == "ally":
                swords += self.plays(side, "T5")
            else:
                swords += self.plays(side, "T1", "T2")
            found += die <= swords
        return found

    def lose(self, side: str, hits: int) -> None:
        """10.4 Hits of a side, in loss order."""
        if not side:
            fallen = min(hits, self.barbarians)
            self.barbarians -= fallen
            self.lost[""] += fallen
            return
        world, spared = self.world, 2 * self.plays(side, "T6")
        about = f"{self.where} round {self.round} {hits} hits"
        for _ in range(hits):
            if not self.mine(side):
                return
            able = first_lost(world, self.mine(side))
            if kind_of(able[0]) == "legion" and spared:
                spared -= 1
                continue
            piece = world.ask(side, "loss", "10.4", about, able)
            if world.at["pieces"][piece][2] == "veteran" and world.silver:
                world.at["pieces"][piece][2] = "regular"
                continue
            self.lost[side] += is_unit(piece)
            world.remove(piece)

    # Retreats.

    def refuges(self, side: str) -> list[str]:
        """10.5 Where a side can retreat to."""
        world = self.world
        near = NEXT[self.where]
        if side == self.attacker:
            near = sorted({world.last[piece] for piece in self.mine(side)})
        able = [to for to in near if not world.wild(to)]
        return [to for to in able if not world.pieces(to, OTHER[side])]

    def retreats(self, side: str) -> bool:
        """10.5 Whether a side goes."""
        about = f"{self.where} after round {self.round}"
        to = self.world.ask(side, "retreat", "10.5", about, ["stay", *self.refuges(side)])
        if to != "stay":
            self.leave(side, to)
        return to != "stay"

    def leave(self, side: str, to: str) -> None:
        """10.5 All pieces of a side."""
        for piece in self.mine(side):
            self.world.at["pieces"][piece][3] = to

    # The end.

    def after(self, winner: str) -> None:
        """6.4, 10.8, 12.2 Loot, a zone subdued, promotion."""
        world = self.world
        if winner in (self.attacker, OTHER[self.attacker]):
            loser = self.defender if winner == self.attacker else self.attacker
            if world.silver:
                world.gain(winner, self.lost[loser])
            if not loser and not self.barbarians:
                world.at["subdued"] = sorted([*world.at["subdued"], self.where])
        for card in self.cards.values():
            world.discard(card)
        if winner in ("caesar", "pompey") and self.round > 1:
            here = [piece for piece in self.mine(winner) if is_unit(piece)]
            if able := [piece for piece in here if world.at["pieces"][piece][2] == "regular"]:
                piece = world.ask(winner, "promotion", "10.8", self.where, able)
                world.at["pieces"][piece][2] = "veteran"


def supply(world: World, seat: str) -> None:
    """10.9 Place by place, unit by unit."""
    dole = 2 if world.claimed("F5", seat) else 0
    for where in PLACES:
        while (above := len(world.units(where, seat)) - VALUE[where]) > 0:
            for left in range(above, 0, -1):
                legal = ["pay"] * (world.at["gold"][seat] >= 1) + ["free"] * (dole > 0)
                legal += [f"lose {piece}" for piece in world.units(where, seat)]
                about = f"{where} {left} above"
                said = world.ask(seat, "supply", "10.9", about, legal)
                if said == "pay":
                    world.gain(seat, -1)
                elif said == "free":
                    dole -= 1
                else:
                    world.remove(said.removeprefix("lose "))
            break
