"""13.2 Rolls against cities and tribes; 14.4 take or sack."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import View
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Choice, Name, Word
from rulesets.sword_of_rome import board, following, position, verbs
from rulesets.sword_of_rome.board import GALLIC, GAULS, INDEPENDENT, POWERS, TABLES
from rulesets.sword_of_rome.cards import plunder
from rulesets.sword_of_rome.cards.respond import decided, pend, respond
from rulesets.sword_of_rome.position import SACKED, Spot
from rulesets.sword_of_rome.turn.order import runner

SIEGE, SUBJUGATION = "siege", "subjugation"
TAKE, SACK = "take", "sack"


class TakeOrSack(OneOf):
    """14.4 Whether Gauls who have taken a city of another power keep or sack it.

    Args: power, at."""

    kind, rule, word = "sack", "14.4", "city"
    question = "whether {power} take or sack {at}"
    takes, example = Choice((TAKE, SACK)), "city: sack"
    selectors: ClassVar[Mapping[str, Word]] = {"power": Name("power"), "at": Name("space")}

    def names(self) -> Mapping[str, str]:
        """Of powers and spaces."""
        return board.NAMES

    def options(self, view: View) -> Sequence[str]:
        """Sack, by default."""
        return (SACK, TAKE)


def kind_at(public: Data, space: str) -> str:
    """Whether a roll there is a siege or a subjugation."""
    return SUBJUGATION if position.is_tribe(public, space) else SIEGE


def roll(table: Table, power: str, at: str, kind: str, plus: int) -> tuple[int, int]:
    """13.2 Two dice and what is added: points, and CU that the roller loses."""
    dice = table.roll(f"{kind} of {POWERS[power]} at {at}", 2, hoped=[5, 5])
    gallic = TABLES["siege"]["gallic"] if power in GALLIC and kind == SIEGE else 0
    total = str(max(2, min(12, sum(dice) + gallic + plus)))
    points, lost = (TABLES["siege"][key][total] for key in ("points", "losses"))
    told = {"power": power, "at": at, "what": kind, "dice": dice, "plus": gallic + plus}
    table.tell("roll", {**told, "points": points, "cu": lost})
    return points, lost


async def respond_and_roll(
    table: Table, power: str, against: str, at: str, kind: str
) -> tuple[int, int]:
    """13.2 Responses, then the roll."""
    thing = {"kind": kind, "power": power, "against": against, "at": at, "plus": 0}
    pend(table, thing)
    await respond(table, "siege roll")
    return roll(table, power, at, kind, decided(table)["plus"])


async def surrender_roll(table: Table, power: str, spot: Spot) -> None:
    """13.1.2 A roll of the surrender phase: no responses; losses, points, and 13.5 at once."""
    at = spot.space
    points, lost = roll(table, power, at, kind_at(table.public, at), 0)
    await score(table, power, at, points, lost)


async def score(table: Table, power: str, at: str, points: int, lost: int) -> None:
    """13.2, 13.5 Losses of the besieger, then the level; the city or tribe falls if it is high
    enough."""
    public = table.public
    verbs.lose_cu(table, power, Spot(at), lost, "siege, 13.2")
    if position.outside(public, power, at):
        level = public["sieges"].get(at, 0) + points
        verbs.besiege(table, at, level)
        if level >= position.factor(public, at):
            await fall(table, power, at)
    following.settle(table, at)


async def fall(table: Table, power: str, at: str) -> None:
    """13.5, 14.4 It falls; Gauls may sack a city of another power."""
    public = table.public
    public["now"]["taken"] = public["now"].get("taken", 0) + 1
    city = position.is_city(public, at) and position.control(public, at) != INDEPENDENT
    if not (city and power in GALLIC) or await keeps(table, power, at):
        following.conquer(table, power, at)
        return
    following.clear_city(table, at, "sacked, 14.4")
    verbs.lift(table, at, "")
    verbs.free_city(table, at, "sacked, 14.4")
    plunder.lay(table, power, TABLES["plunder"]["sack"], "a sacked city, 14.4")
    if power == GAULS:
        verbs.note_fact(table, SACKED)


async def keeps(table: Table, power: str, at: str) -> bool:
    """14.4 Whether they take it."""
    request = TakeOrSack(await runner(table, power), power=power, at=at)
    said = request.chosen(table.view(request.seat), await table.ask(request))
    return said == TAKE
