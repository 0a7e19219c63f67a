"""5.7 Isolated PC markers."""

from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.graphs import flooded
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import INDEPENDENT, LINKS, PLAYS, ROUGH, SOURCES, SPACES, STRAIT
from rulesets.sword_of_rome.cards.points import open_to
from rulesets.sword_of_rome.position import fresh
from rulesets.sword_of_rome.turn import order


def passable(public: Data, power: str, space: str) -> bool:
    """5.7.1 A friendly space, or an enemy one with friendly CU."""
    friends = (p for p in public["cu"] if position.allied(public, power, p))
    return position.friendly(public, power, space) or any(
        position.all_cu(public, one, space) for one in friends
    )


def anchors(public: Data, power: str) -> list[str]:
    """5.7.1 Spaces in which a path may end: a friendly city, reinforcement space, tribe, port, or
    one with friendly CU."""
    return [s for s in SPACES if passable(public, power, s) and _anchor(public, power, s)]


def _anchor(public: Data, power: str, space: str) -> bool:
    place = position.is_city(public, space) or position.is_tribe(public, space)
    if position.friendly(public, power, space) and (
        place or space in SOURCES or SPACES[space]["port"]
    ):
        return True
    friends = (p for p in public["cu"] if position.allied(public, power, p))
    return any(position.all_cu(public, one, space) for one in friends)


def isolated(public: Data, power: str) -> list[str]:
    """5.7 Spaces whose marker, or printed colour, has no such path, by id; no rough link, no
    strait."""

    def may(one: str, to: str) -> bool:
        return LINKS[one][to] not in (ROUGH, STRAIT) and passable(public, power, to)

    joined = {*flooded(LINKS, anchors(public, power), may)}
    normal = [s for s in position.controlled(public, power) if position.is_normal(public, s)]
    return [s for s in normal if open_to(public, s) and s not in joined]


async def isolation(table: Table) -> None:
    """5.7.2 Power by power; all isolated markers of one go together."""
    public = table.public
    public["now"] = fresh()
    players = await order.most_first(table, "isolation")
    powers = position.neutrals(public) + [power for seat in players for power in PLAYS[seat]]
    for power in powers:
        for space in isolated(public, power):
            verbs.take(table, space, INDEPENDENT, "isolated, 5.7")
    public["phase"] = "scoring"
