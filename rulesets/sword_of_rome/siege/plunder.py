"""14 The plunder table, sacked cities, Gallic solidarity."""

from collections.abc import Iterable

from referee.engine.action import ALWAYS, Action, Problem
from referee.engine.asking import chosen
from referee.engine.table import Table
from referee.engine.words import Choice
from referee.kit.lines import several
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import GAULS, INDEPENDENT, TABLES
from rulesets.sword_of_rome.choosing import POWER_AT, SOME_SPACES, Named
from rulesets.sword_of_rome.position import SACKED
from rulesets.sword_of_rome.turn.order import runner
from rulesets.sword_of_rome.turn.walk import Acting

BOXES: int = board.TABLES["plunder"]["boxes"]


def lay(table: Table, power: str, number: int, why: str) -> None:
    """14.1 Markers of the Gauls or Transalpine Gauls, one at a time: opposite ones cancel one for
    one; a full table is scored and cleared."""
    public, by, full = table.public, 1 if power == GAULS else -1, 0
    for _ in range(number):
        public["plunder"] += by
        if abs(public["plunder"]) >= BOXES:
            public["plunder"] = 0
            full += 1
    table.tell("plunder", {"power": power, "markers": number, "why": why})
    for _ in range(full):
        verbs.score(table, {GAULS: by}, "the plunder table is full, 14.1")


TAKE, SACK = "take", "sack"


class TakeOrSack(Named):
    """14.4 Whether Gauls who have taken a city of another power keep or sack it.

    Args: power, at."""

    kind, rule, word, selectors = "sack", "14.4", "city", POWER_AT
    question = "whether {power} take or sack {at}"
    takes, example, either = Choice((TAKE, SACK)), "city: sack", (SACK, TAKE)


async def decide(table: Table) -> None:
    """14.4 Gauls say of each city of another power that has fallen to them, by a roll or as its
    loyalty fell, whether they keep or sack it."""
    while table.public["falls"]:
        power, at = table.public["falls"][0]
        request = TakeOrSack(await runner(table, power), power=power, at=at)
        said = await chosen(table, request)
        table.public["falls"] = table.public["falls"][1:]
        if said == TAKE:
            following.conquer(table, power, at)
        else:
            sack(table, power, at)


def sack(table: Table, power: str, at: str) -> None:
    """14.4 CU inside are removed; the city is independent, and brings plunder markers."""
    following.clear_city(table, at, "sacked, 14.4")
    following.hand_over(table, at, INDEPENDENT, "sacked, 14.4")
    lay(table, power, TABLES["plunder"]["sack"], "a sacked city, 14.4")
    if power == GAULS:
        verbs.note_fact(table, SACKED)


class Solidarity(Action[Acting]):
    """14.6 Give up Gallic plunder markers, one for each enemy PC marker that is removed from a
    Gallic home space without enemy CU."""

    word, takes = "solidarity", SOME_SPACES
    example = "solidarity: [Patavium]"

    def problems(self) -> Iterable[Problem]:
        """Markers, and spaces that are lost."""
        public = self.public
        if self.seat != GAULS:
            yield Problem("only the Gauls give up plunder markers", "14.6", weight=ALWAYS)
            return
        if len(self.value) > public["plunder"]:
            reason = f"{several(max(0, public['plunder']), 'Gallic plunder marker')} at most"
            yield Problem(reason, "14.6")
        for number, space in enumerate(self.value):
            if space not in lost_homes(public) or space in self.value[:number]:
                reason = "no PC marker of an enemy can be removed there"
                yield Problem(reason, "14.6", board.named(lost_homes(public))).at(number)

    async def does(self) -> None:
        """Markers go, spaces come back."""
        self.walk.acts()
        self.public["plunder"] -= len(self.value)
        for space in self.value:
            verbs.take(self.table, space, GAULS, "Gallic solidarity, 14.6")


def lost_homes(public: position.Data) -> list[str]:
    """14.6 Gallic home spaces with a PC marker of an enemy and no enemy CU, by id."""
    lost = [space for space in board.HOMES[GAULS] if position.is_normal(public, space)]
    lost = [space for space in lost if not position.friendly(public, GAULS, space)]
    return [space for space in lost if not position.enemies_anywhere(public, GAULS, space)]
