"""The walk of a player turn: what conditions compare, and what comes behind the last order."""

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.request import Quantity
from referee.engine.table import Table
from referee.engine.walk import Walk
from rulesets.caesar_in_alexandria import verbs
from rulesets.caesar_in_alexandria.land.landing import land_rest, waiting
from rulesets.caesar_in_alexandria.position import ARRIVAL, COMMANDER, FIGHTS, LANDING, LATER
from rulesets.caesar_in_alexandria.sea.status import end_of_movement
from rulesets.caesar_in_alexandria.shock import fights
from rulesets.caesar_in_alexandria.verbs import SHORT


class Turning(Walk):
    """3 The orders of a player turn."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "hits": Quantity("hits on the enemy in this turn"),
        "lost": Quantity("units that you have lost in this turn"),
        "short": Quantity("moves of this turn that ended early", private=True),
    }

    def measure(self) -> Mapping[str, int]:
        """What conditions before lines compare."""
        now = self.public["now"]
        return {"hits": now["hits"], "lost": now["lost"], "short": self.own.get(SHORT, 0)}

    def over(self) -> bool:
        """Whether the game is."""
        return verbs.over(self.public)

    async def prepare(self, word: str) -> None:
        """3.C With the first attack movement is over; 12.3 before it everybody has landed."""
        if word != "attack":
            return
        if not self.public["now"]["shock"]:
            begin_shock(self.table)
        if self.public["now"]["activation"] == ARRIVAL:
            await land_rest(self.table)

    def finish(self) -> None:
        """3.C The fights that are compulsory are added (H29)."""
        end_orders(self.table)


def begin_shock(table: Table) -> None:
    """3.C Movement is over; 5.51 galleys test fatigue before fights."""
    end_of_movement(table)
    table.public["now"]["shock"] = True


def end_orders(table: Table) -> None:
    """3 What comes after the last order: fights, or the end of the turn."""
    public, now = table.public, table.public["now"]
    if verbs.over(public):
        return
    if now["activation"] in ("", COMMANDER):
        public["phase"] = LATER
        return
    if now["activation"] == ARRIVAL and waiting(public):
        public["phase"] = LANDING
        return
    if not now["shock"]:
        begin_shock(table)
    fights.complete(table)
    public["phase"] = FIGHTS
