"""Random turns that are lively: sea trips, attacks, conditions, actions; all of them legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.end_of_the_triumvirate import actions, board, movement, supply
from rulesets.end_of_the_triumvirate.board import ALII
from rulesets.end_of_the_triumvirate.position import NOW, enemy, here, owned
from rulesets.end_of_the_triumvirate.walk import Rehearsal

if TYPE_CHECKING:
    import random

    from referee.engine.request import View
    from referee.engine.words import Answer


def lines(view: View, chance: random.Random) -> Answer:
    """A legal answer to `turn`; every kind of line can come out."""
    return Player(view, chance).turn()


class Player:
    """Writes a turn line by line, each tried in a rehearsal."""

    def __init__(self, view: View, chance: random.Random) -> None:
        self.rehearsal, self.seat, self.chance = Rehearsal(view), view.seat, chance
        self.public = self.rehearsal.public
        self.lines: Answer = []

    def turn(self) -> Answer:
        """Supply, movement, actions; sometimes only the beginning, or nothing at all."""
        if self.maybe(0.02):
            return []
        if not self.public[NOW]["supplied"]:
            self.supply()
        if self.rehearsal.moved and self.maybe(0.05):
            return [*self.lines, {"wait": {}}]
        while self.can_move() and self.maybe(0.85):
            if self.move():
                return self.lines
        self.act()
        return self.lines

    def maybe(self, often: float) -> bool:
        """Whether it happens this time."""
        return self.chance.random() < often

    def add(self, *new: dict[str, object]) -> None:
        """Write lines down and see what they do."""
        self.lines += new
        self.rehearsal.play(list(new))

    # -- supply

    def supply(self) -> None:
        """Any goods of Rome, anywhere; wishes for a shortage."""
        gold = self.chance.choice((0, 1, 2, 2))
        rome: dict[str, Any] = {"gold": gold, "legions": 2 - gold}
        mine = owned(self.public, self.seat)
        if gold < 2 and self.maybe(0.7):
            rome["at"] = self.chance.sample(
                mine, k=min(len(mine), self.chance.randint(1, 2 - gold))
            )
        new: list[dict[str, object]] = [{"rome": rome}] if self.maybe(0.95) else []
        for goods in supply.GOODS:
            if self.maybe(0.3):
                takers = self.chance.choices([supply.ROME, *mine], k=self.chance.randint(1, 5))
                new.append({f"scarce {goods}": takers})
        self.add(*new)

    # -- movement

    def can_move(self) -> bool:
        """Whether movement goes on."""
        return self.public["phase"] == "turn" and bool(self.public[NOW]["points"])

    def move(self) -> bool:
        """One step of movement, and perhaps what is done with a servant before; whether the list
        ends with it."""
        place = here(self.public, self.seat)
        if place["idle"] and not place["active"] and self.maybe(0.4):
            self.add({"place servant": {}})
        elif place["active"] and self.maybe(0.04):
            self.add({"lift servant": {}})
        most, servants = movement.loads(self.public, self.seat)
        legions = most if self.maybe(0.6) else self.chance.randint(0, most)
        leg = self.way(legions)
        if leg is None:
            return False
        load: dict[str, Any] = (
            {"legions": legions} if self.maybe(0.5) else {"leave": most - legions}
        )
        if movement.brought(self.public, self.seat)[0] == legions and self.maybe(0.5):
            load = {}
        if servants and self.maybe(0.5):
            load["servants"] = self.chance.randint(0, servants)
        value = {"to": list(leg), **load}
        attacks = enemy(self.public, self.seat, leg[-1])
        self.add({"move": value})
        return attacks and self.after_attack(value)

    def way(self, legions: int) -> tuple[str, ...] | None:
        """A way of one landing that can be gone, an attack if that is likely to succeed."""
        at = self.public["characters"][self.seat]["at"]
        points = self.public[NOW]["points"]
        ways = [
            leg
            for leg in board.crossings(at)
            if movement.cost(leg, legions) <= points
            and not movement.hindrance(self.public, self.seat, leg, legions)
        ]
        attacks = [leg for leg in ways if enemy(self.public, self.seat, leg[-1])]
        good = [leg for leg in attacks if self.public["provinces"][leg[-1]]["legions"] < legions]
        favoured = good if self.maybe(0.7) else attacks if self.maybe(0.3) else ways
        return self.chance.choice(favoured or ways) if ways else None

    def after_attack(self, value: dict[str, Any]) -> bool:
        """What becomes of the rest after an attack; whether the list ends here."""
        if self.maybe(0.3):
            value["failed"] = self.chance.choice(("stop", "go on"))
        if self.can_move() and self.maybe(0.2):
            self.lines.append({"wait": {}})
            return True
        return False

    # -- actions

    def act(self) -> None:
        """Actions that can be paid, now and then one that cannot."""
        while self.public["phase"] == "turn" and self.maybe(0.9):
            able = actions.possible(self.public, self.seat)
            if not able:
                break
            action, section = self.chance.choice(able)
            self.add(_line(action, section))
        if self.public["phase"] == "turn" and self.maybe(0.1):
            more = not actions.forbidden(self.public, self.seat, "persuade", ALII)
            self.add(*([_line("persuade", ALII)] if more else []))  # perhaps unpayable (8.6)


def _line(action: str, section: str) -> dict[str, object]:
    """An action as it is written."""
    written: dict[str, dict[str, object]] = {
        "persuade": {"persuade": section},
        "weapons": {"weapons": {}},
    }
    return written.get(action, {"raise": action})
