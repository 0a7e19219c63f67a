"""8.1, 9.1 The activation of a leader: by a card, a Campaign or another right."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from referee.engine.action import Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import LEADER_NAMES, LEADERS, PLAYS
from rulesets.sword_of_rome.cards import playing
from rulesets.sword_of_rome.cards.playing import ACTIVATE, CAMPAIGN, Permit, permit
from rulesets.sword_of_rome.march.consent import consents, lend, lends
from rulesets.sword_of_rome.turn.walk import Permitted


def activate(table: Table, seat: str, given: Permit, leader: str) -> None:
    """7.1, 8.2.1 The card is played; who is activated commands where he stands."""
    playing.use(table, seat, given, ACTIVATE)
    if given.kind == CAMPAIGN:
        lend(table.public["now"]["rights"][given.right], seat, leader)
    table.public["now"]["led"].append(leader)
    verbs.lead(table, leader)


class Activating(Permitted):
    """An order line that activates a leader, and may go on leg by leg.

    again: whether a Campaign may activate him a second time, to found a colony (7.2.1)."""

    again: ClassVar[bool] = False

    def problems(self) -> Iterable[Problem]:
        """At the start the activation, and what comes with it; then the next leg."""
        if self.walk.part:
            return self.further(self.public["march"], self.value["path"])
        return super().problems()

    def further(self, march: Data, path: Sequence[Any]) -> Iterable[Problem]:
        """What is wrong with the next leg of a force that has set out."""
        raise NotImplementedError

    def names(self) -> Iterable[str]:
        """The leader."""
        return [self.value["leader"]]

    async def agreed(self) -> bool:
        """9.5.5 Whether the leader of an ally is lent; a right that is his needs no word more."""
        given, rights = self.given, self.public["now"]["rights"]
        bound = given.right >= 0 and rights[given.right]["leader"]
        return bool(bound) or await consents(self.table, self.seat, self.value["leader"])

    def permitted(self) -> Permit | Problem:
        """8.1, 9.1 By what he is activated, or why he cannot be."""
        public, leader = self.public, self.value["leader"]
        power = LEADERS[leader]["power"]
        if position.spot_of(public, leader) is None:
            return Problem(f"{LEADER_NAMES[leader]} is not on the map", "9.1").at("leader")
        given = permit(public, self.own, self.seat, self.value, ACTIVATE, power)
        if isinstance(given, Problem):
            return given
        if given.kind == CAMPAIGN:
            return self._campaigner(leader, power) or given
        if LEADERS[leader]["initiative"] > given.value:
            reason = f"he needs a card of {LEADERS[leader]['initiative']}"
            return Problem(reason, "8.1").at("leader")
        return given

    def _campaigner(self, leader: str, power: str) -> Problem | None:
        """9.5 A Campaign activates own commanders, each once, and one of an ally."""
        again = self.again and power in PLAYS[self.seat]
        if leader in self.public["now"]["led"] and not again:
            return Problem("he was activated in this action", "9.5").at("leader")
        if not lends(self.public, self.seat, power):
            reason = "a Campaign activates yours, and one leader of an ally"
            return Problem(reason, "9.5.5").at("leader")
        return None
