"""14.4 Gauls who have taken a city of another power keep or sack it."""

from referee.engine.asking import chosen
from referee.engine.table import Table
from referee.engine.words import Choice
from rulesets.sword_of_rome import following, verbs
from rulesets.sword_of_rome.board import GAULS, TABLES
from rulesets.sword_of_rome.cards import plunder
from rulesets.sword_of_rome.choosing import POWER_AT, Named
from rulesets.sword_of_rome.position import SACKED
from rulesets.sword_of_rome.turn.order import runner

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
        kept = await keeps(table, power, at)
        table.public["falls"] = table.public["falls"][1:]
        if kept:
            following.conquer(table, power, at)
        else:
            sack(table, power, at)


def sack(table: Table, power: str, at: str) -> None:
    """14.4 CU inside are removed; the city is independent, and brings plunder markers."""
    following.clear_city(table, at, "sacked, 14.4")
    verbs.free_city(table, at, "sacked, 14.4")
    plunder.lay(table, power, TABLES["plunder"]["sack"], "a sacked city, 14.4")
    if power == GAULS:
        verbs.note_fact(table, SACKED)


async def keeps(table: Table, power: str, at: str) -> bool:
    """14.4 Whether they take it."""
    request = TakeOrSack(await runner(table, power), power=power, at=at)
    return await chosen(table, request) == TAKE
