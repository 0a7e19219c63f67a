"""13.2 Rolls against cities and tribes."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import following, position, verbs
from rulesets.sword_of_rome.board import GALLIC, POWERS, SPACE_NAMES, TABLES
from rulesets.sword_of_rome.cards.respond import decided, pend, respond
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.siege.sacking import decide

SIEGE, SUBJUGATION = "siege", "subjugation"


def kind_at(public: Data, space: str) -> str:
    """Whether a roll there is a siege or a subjugation."""
    return SUBJUGATION if position.is_tribe(public, space) else SIEGE


def roll(table: Table, power: str, at: str, kind: str, plus: int) -> tuple[int, int]:
    """13.2 Two dice and what is added: points, and CU that the roller loses."""
    dice = table.roll(f"{kind} of {SPACE_NAMES[at]} by {POWERS[power]}", 2, hoped=[5, 5])
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
        verbs.besiege(table, power, at, level)
        if level >= position.factor(public, at):
            await fall(table, power, at)
    following.settle(table, at)


async def fall(table: Table, power: str, at: str) -> None:
    """13.5, 14.4 It falls; Gauls may sack a city of another power."""
    public = table.public
    public["now"]["taken"] += 1
    following.taken(table, power, at)
    await decide(table)
