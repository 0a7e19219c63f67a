"""13 Siege markers, and rolls against cities and tribes."""

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import following, position, verbs
from rulesets.sword_of_rome.board import GALLIC, LIMITS, POWERS, SPACE_NAMES, TABLES
from rulesets.sword_of_rome.cards.respond import after_responses
from rulesets.sword_of_rome.position import SPOTS, Spot
from rulesets.sword_of_rome.siege.plunder import decide


def can_besiege(public: Data, power: str, spot: Spot) -> bool:
    """13.1 An army of three CU outside, in an enemy city or tribe."""
    strong = not spot.inside and position.outside(public, power, spot.space) >= LIMITS["siege"]
    return strong and enemy_walls(public, power, spot.space)


def enemy_walls(public: Data, power: str, at: str) -> bool:
    """13.1 Whether there is an enemy city or tribe."""
    return position.is_walled(public, at) and not position.friendly(public, power, at)


def besieges(public: Data, power: str, spot: Spot) -> bool:
    """13.1.1 Whether there is a siege marker too."""
    return position.besieged(public, spot.space) and can_besiege(public, power, spot)


def besiegeable(public: Data, power: str) -> list[str]:
    """13.1 Where its armies can besiege, by id."""
    strong = [s for s, cu in public["cu"][power].items() if cu >= LIMITS["siege"]]
    able = [SPOTS[s] for s in strong if enemy_walls(public, power, s)]
    return [spot.space for spot in able if position.leaders(public, power, spot)]


def lay_siege(table: Table) -> None:
    """13.1.1 A commander with three CU outside an enemy city or in an enemy tribe."""
    public = table.public
    for power in public["cu"]:
        for space in besiegeable(public, power):
            if not position.besieged(public, space):
                verbs.besiege(table, power, space, 0)


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
    made = await after_responses(table, "siege roll", thing)
    return roll(table, power, at, kind, made["plus"])


async def score(table: Table, power: str, at: str, points: int, lost: int) -> None:
    """13.2, 13.5, 14.4 Losses of the besieger, then the level; if it is high enough the city or
    tribe falls, and Gauls may sack a city of another power."""
    public = table.public
    verbs.lose_cu(table, power, Spot(at), lost, "siege, 13.2")
    if position.outside(public, power, at):
        verbs.besiege(table, power, at, public["sieges"].get(at, 0) + points)
    following.settle(table, at)
    await decide(table)
