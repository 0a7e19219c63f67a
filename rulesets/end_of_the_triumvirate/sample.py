"""Lively random turns: sea trips, attacks, conditions, actions; all of them legal."""

from __future__ import annotations

from typing import Any

from referee.engine.words import Answer
from referee.engine.writer import Writer
from rulesets.end_of_the_triumvirate import actions, board, movement, supply
from rulesets.end_of_the_triumvirate.board import ALII, ROME
from rulesets.end_of_the_triumvirate.position import enemy, here, owned
from rulesets.end_of_the_triumvirate.turn import TurnWalk


class Player(Writer[TurnWalk]):
    """Writes a turn; every kind of line is possible."""

    def written(self) -> Answer:
        """Supply, movement, actions; sometimes only the start, or nothing at all."""
        if self.maybe(2):
            return []
        if not self.public["now"]["supplied"]:
            self.supply()
            self.walk.before("move")
        while self.goes_on() and not self.public["now"]["actions"] and self.maybe(85):
            if not self.move():
                break
            if self.maybe(8) or (self.walk.table.unsure and self.maybe(20)):
                return [*self.lines, {"wait": {}}] if self.goes_on() else self.lines
        self.act()
        return self.lines

    def goes_on(self) -> bool:
        """Whether nobody has won."""
        return bool(self.public["phase"] == "turn")

    def supply(self) -> None:
        """Any goods for Rome, anywhere; wishes for a shortage."""
        gold, mine = self.chance.choice((0, 1, 2, 2)), owned(self.public, self.seat)
        rome: dict[str, Any] = {"gold": gold, "legions": 2 - gold}
        if gold < 2 and self.maybe(70):
            most = min(len(mine), 2 - gold)
            rome["at"] = self.chance.sample(mine, k=self.chance.randint(1, most))
        if self.maybe(95):
            self.add("rome", rome)
        for goods in (goods for goods in supply.GOODS if self.maybe(30)):
            takers = self.chance.choices([ROME, *mine], k=self.chance.randint(1, 5))
            self.add(f"scarce {goods}", takers)

    def move(self) -> bool:
        """One step of movement, perhaps after placing or lifting a civil servant; False if none."""
        place = here(self.public, self.seat)
        if place["idle"] and not place["active"] and self.maybe(40):
            self.add("place servant", {})
        elif place["active"] and self.maybe(4):
            self.add("lift servant", {})
        most, servants = movement.loads(self.public, self.seat)
        legions = most if self.maybe(60) else self.chance.randint(0, most)
        if not (leg := self.way(legions)):
            return False
        load: dict[str, Any] = {"legions": legions} if self.maybe(50) else {"leave": most - legions}
        if movement.brought(self.public, self.seat)[0] == legions and self.maybe(50):
            load = {}
        if servants and self.maybe(50):
            load["servants"] = self.chance.randint(0, servants)
        if enemy(self.public, self.seat, leg[-1]) and self.maybe(30):
            load["failed"] = self.chance.choice(("stop", "go on"))
        value = {"to": list(leg), **load}
        self.add("move", value)
        if self.goes_on() and self.maybe(25):  # the same line goes on
            further = self.way(movement.brought(self.public, self.seat)[0])
            value["to"] += further
            self.walk.play([{"move": {"to": list(further)}}])
        return True

    def way(self, legions: int) -> tuple[str, ...]:
        """A way with one landing that he can go, preferably an attack that is likely to succeed."""
        public, ways = self.public, movement.ways(self.public, self.seat, legions)
        attacks = [leg for leg in ways if enemy(public, self.seat, leg[-1])]
        good = [leg for leg in attacks if public["provinces"][leg[-1]]["legions"] < legions]
        favoured = good if self.maybe(70) else attacks if self.maybe(30) else ways
        return self.chance.choice(favoured or ways or [()])

    def act(self) -> None:
        """Actions that he can pay for, now and then one that he cannot; often with more
        citizens."""
        court, courts = ("persuade", ALII), self.maybe(60)
        at = self.public["characters"][self.seat]["at"]
        while self.goes_on() and self.maybe(95):
            able = actions.possible(self.public, self.seat)
            if "persuade" in board.kind(at)["actions"] and self.public[ALII] and self.maybe(5):
                able = [court]  # perhaps too dear (8.6)
            if not able:
                break
            action, section = court if courts and court in able else self.chance.choice(able)
            written = {"persuade": ("persuade", section), "weapons": ("weapons", {})}
            self.add(*written.get(action, ("improve", action)))
