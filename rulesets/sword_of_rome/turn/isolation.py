"""5.7 Isolated PC markers."""

from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.graphs import flooded
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import INDEPENDENT, LINKS, ROUGH, SOURCES, SPACES, STRAIT
from rulesets.sword_of_rome.cards.points import open_to
from rulesets.sword_of_rome.position import fresh
from rulesets.sword_of_rome.turn import order


def isolated(public: Data, power: str) -> list[str]:
    """5.7 Spaces whose marker, or printed colour, has no path to an anchor, by id: over friendly
    spaces and enemy ones with friendly CU, by no rough link and no strait (5.7.1)."""
    friends = position.friends(public, power)
    held = position.occupied(public, friends)
    passable = {s for s in SPACES if s in held or position.control(public, s) in friends}

    def may(one: str, to: str) -> bool:
        return to in passable and LINKS[one][to] not in (ROUGH, STRAIT)

    anchors = [s for s in SPACES if s in held or (s in passable and firm(public, s))]
    joined = {*flooded(LINKS, anchors, may)}
    normal = [s for s in position.controlled(public, power) if position.is_normal(public, s)]
    return [s for s in normal if open_to(public, s) and s not in joined]


def firm(public: Data, space: str) -> bool:
    """5.7.1 A city, reinforcement space, tribe or port, in which a path may end if it is friendly;
    so it may where friendly CU are."""
    walled = position.is_city(public, space) or position.is_tribe(public, space)
    return bool(walled or space in SOURCES or SPACES[space]["port"])


async def isolation(table: Table) -> None:
    """5.7.2 Power by power; all isolated markers of one go together."""
    public = table.public
    public["now"] = fresh()
    players = await order.most_first(table, "isolation")
    for power in order.with_neutrals(public, players):
        for space in isolated(public, power):
            verbs.take(table, space, INDEPENDENT, "isolated, 5.7")
    public["phase"] = "scoring"
