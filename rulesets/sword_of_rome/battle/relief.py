"""13.4.2 Those inside a besieged city join an attack of their own power on the besieger."""

from referee.engine.asking import chosen
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import LIMITS
from rulesets.sword_of_rome.choosing import NO, POWER_AT, YES, YES_NO, Named
from rulesets.sword_of_rome.march import force
from rulesets.sword_of_rome.position import Spot
from rulesets.sword_of_rome.turn.order import runner


class Relief(Named):
    """13.4.2 Whether those inside join.

    Args: power, at."""

    kind, rule, selectors = "relief", "13.4.2", POWER_AT
    question = "whether those inside {at} join the attack on the besieger"
    takes, example, either = YES_NO, "relief: yes", (YES, NO)


async def join(table: Table, march: Data) -> None:
    """13.4.2 All inside come out and fight along, or none; the outside commander leads, unless a
    named leader from inside would be under a minor one."""
    public, power, at = table.public, march["power"], march["at"]
    inner = Spot(at, True)
    cu = position.inside(public, power, at)
    if not cu or march.get("sortie"):
        return
    request = Relief(await runner(table, power), power=power, at=at)
    if await chosen(table, request) == NO:
        return
    leaders = position.leaders(public, power, inner)
    verbs.shift_cu(table, power, inner, Spot(at), cu, 0)
    verbs.shift_leaders(table, leaders, Spot(at))
    public["battle"].update(joined=cu, came_out=leaders)
    march["cu"] += cu
    march["groups"] = force.joined(march["groups"], [[0, cu]])
    named = [one for one in leaders if position.is_named(one)]
    if named and not position.is_named(march["leader"]):
        public["battle"]["attacker"]["leader"] = max(named, key=position.tactics)
    table.tell("relief", {"power": power, "at": at, "cu": cu, "leaders": leaders})


def part(table: Table, march: Data) -> None:
    """After a victory without a fight those who came out do not march on."""
    battle = table.public["battle"]
    left = min(battle.get("joined", 0), march["cu"])
    if left:
        march["cu"] -= left
        _, march["groups"] = force.taken(march["groups"], left)


def go_back(table: Table, march: Data) -> int:
    """13.4.2 Beaten: losses were those of the force outside first; what is left of those who came
    out goes back in, three at most, with their leaders, and all leaders if no CU stay outside; how
    many."""
    public, power, at = table.public, march["power"], march["at"]
    battle = public["battle"]
    free = LIMITS["inside"] - position.inside(public, power, at)
    cu = min(battle.get("joined", 0), march["cu"], free)
    if not cu:
        return 0
    here = position.leaders(public, power, Spot(at))
    leaders = here if cu == march["cu"] else [one for one in battle["came_out"] if one in here]
    verbs.go_inside(table, power, at, cu, leaders)
    march["cu"] -= cu
    number: int = cu
    return number
