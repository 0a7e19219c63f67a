"""The walk of a player turn: what conditions compare, and what comes behind the last order."""

from collections.abc import Mapping
from typing import ClassVar

from referee.engine.request import Quantity
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.walk import Walk
from referee.engine.words import word_of
from rulesets.caesar_in_alexandria import verbs
from rulesets.caesar_in_alexandria.land.landing import land_rest, waiting
from rulesets.caesar_in_alexandria.position import (
    ARRIVAL,
    COMMANDER,
    FIGHTS,
    LANDING,
    LATER,
    MOVED,
    MOVES,
)
from rulesets.caesar_in_alexandria.sea.status import end_of_movement
from rulesets.caesar_in_alexandria.shock import fights
from rulesets.caesar_in_alexandria.verbs import SHORT

#: The order word with which movement is over.
ATTACK = "attack"


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

    async def prepare(self, word: str) -> None:
        """3.C With the first attack movement is over, as in `movement_is_over`: only a rehearsal
        comes here before it is."""
        if word != ATTACK or self.public["now"]["shock"]:
            return
        if self.public["now"]["activation"] == ARRIVAL:
            await land_rest(self.table)
        begin_shock(self.table)

    def finish(self) -> None:
        """3.C The fights that are compulsory are added (H29)."""
        public = self.public
        if self.over():
            return
        if not public["now"]["shock"]:
            end_movement(public)
            if not self.rehearsing or public["phase"] == LANDING:
                return
            begin_shock(self.table)
        choose_rest(self.table)


def first_attack(table: Table, seat: str) -> bool:
    """3.C Whether the next line is an attack, and movement is not over."""
    lines = verbs.still_to_do(table.state["seats"][seat])
    return lines[:1] != [] and word_of(lines[0]) == ATTACK and not table.public["now"]["shock"]


def end_movement(public: Data) -> None:
    """3.B Whoever has not been told where lands (12.3), then movement is over.

    Both are steps of their own, whatever lines lie behind the last one that does something: the
    names of their dice tell nothing of these."""
    landing = public["now"]["activation"] == ARRIVAL and waiting(public)
    public["phase"] = LANDING if landing else MOVED


async def movement_is_over(table: Table, seat: str) -> None:
    """3.C Galleys test fatigue; then the orders go on with the first attack, if there is one."""
    begin_shock(table)
    if verbs.still_to_do(table.state["seats"][seat]):
        table.public["phase"] = MOVES
    else:
        choose_rest(table)


def begin_shock(table: Table) -> None:
    """3.C Movement is over; 5.51 galleys test fatigue before fights."""
    end_of_movement(table)
    table.public["now"]["shock"] = True


def choose_rest(table: Table) -> None:
    """3 What comes after the last order: fights, or the end of the turn."""
    public = table.public
    if public["now"]["activation"] in ("", COMMANDER):
        public["phase"] = LATER
    else:
        fights.complete(table)
        public["phase"] = FIGHTS
