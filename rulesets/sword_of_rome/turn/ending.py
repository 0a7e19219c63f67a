"""5.10.3, 5.11 The end of a turn."""

from referee.engine.table import Table
from rulesets.sword_of_rome import following, hidden, position, verbs
from rulesets.sword_of_rome.board import INDEPENDENT, PLAYS, SEATS
from rulesets.sword_of_rome.position import BEASTS, COALITION, REMOVED, fresh
from rulesets.sword_of_rome.siege import sacking


async def end_turn(table: Table) -> None:
    """5.10.3, 5.11 Players without CU are out; the next turn; decks are shuffled."""
    public = table.public
    for seat in position.players(public):
        if not any(position.total_cu(public, power) for power in PLAYS[seat]):
            eliminate(table, seat)
            await sacking.decide(table)
    for seat in public["seats"]:
        if hidden.reshuffle(table, seat):
            table.tell("shuffled", {"seat": seat})
    for flag in (BEASTS, COALITION):
        if flag in public["flags"]:
            verbs.set_flag(table, flag, on=False)
    public.update(facts=[], activated=[], turn=public["turn"] + 1)
    public.update(phase="mines", stage="", queue=[], round=0, now=fresh())


def eliminate(table: Table, seat: str) -> None:
    """5.10.3 A player without CU is out: leaders go, what he controls is independent."""
    public = table.public
    public["out"] = [one for one in SEATS if one == seat or one in public["out"]]
    table.tell("out", {"seat": seat})
    for power in PLAYS[seat]:
        for leader in position.BY_POWER[power]:
            if public["leaders"][leader] != REMOVED:
                verbs.take_off(table, leader, REMOVED, "5.10.3")
        for pair in [p for p in public["alliances"] if power in p.split("/")]:
            verbs.part(table, pair, "5.10.3")
        for space in position.controlled(public, power):
            give_up(table, space)


def give_up(table: Table, space: str) -> None:
    """5.10.3 A space of a player who is out; 13.5 is tested on the new loyalty at once."""
    if position.is_city(table.public, space):
        verbs.free_city(table, space, "5.10.3")
        following.fall(table, space)
    else:
        verbs.take(table, space, INDEPENDENT, "5.10.3")
