"""What follows by itself from what has changed: leaders alone, cities, sieges (8.4, 9.3.1, 13)."""

from collections.abc import Iterable, Sequence

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import position, verbs
from rulesets.sword_of_rome.board import GALLIC, HOME, INDEPENDENT, LEADERS, PLAYS, POWERS
from rulesets.sword_of_rome.position import SPACE_OF, SPOTS, Spot, allied, control

#: The place of a power in the rulebook's order.
_ORDER = [*POWERS].index


def settle(table: Table, space: str) -> None:
    """All of it for a space, in this order."""
    come_out(table, space)
    displace_alone(table, space)
    lift_siege(table, space)
    fall(table, space)


def settle_all(table: Table) -> None:
    """The same for every space where something may follow: at the end of an action, and when powers
    have allied or parted."""
    public, cu = table.public, table.public["cu"]
    lone = {at for one, at in public["leaders"].items() if at not in cu[LEADERS[one]["power"]]}
    spaces = {SPACE_OF[at] for at in lone if at in SPOTS}.union(*public["inside"].values())
    for space in sorted(spaces.union(public["sieges"])):
        settle(table, space)


def go(table: Table, power: str, at: Spot, to: str, cu: int, leaders: Sequence[str]) -> None:
    """A force goes to another space at once; what follows where it was, as for a garrison that it
    besieged, and where it comes."""
    verbs.shift(table, power, at, Spot(to), cu, leaders)
    told = {"power": power, "from": at.space, "to": to, "cu": cu, "leaders": list(leaders)}
    table.tell("goes", told)
    settle(table, at.space)
    settle(table, to)


def come_out(table: Table, space: str) -> None:
    """9.3.1 Those inside a city stand outside as soon as no other power has CU outside there."""
    public = table.public
    led = [power for power, within in position.led(public, space) if within]
    inside = [one for one, counts in public["inside"].items() if space in counts or one in led]
    for power in inside:
        if position.present(public, space) in ([], [power]):
            verbs.come_out(table, power, space)


def displace_alone(table: Table, space: str) -> None:
    """8.4 Leaders without CU of their power, with enemy CU, outside a friendly city; in an own
    city they go inside, in that of an ally they stay."""
    led = position.led(table.public, space)
    for power in sorted({power for power, within in led if not within}, key=_ORDER):
        alone(table, power, space)


def alone(table: Table, power: str, space: str) -> None:
    """The same for one power."""
    public = table.public
    if position.outside(public, power, space):
        return
    if not position.enemies_anywhere(public, power, space):
        return
    left = position.leaders(public, power, SPOTS[space])
    if position.is_city(public, space) and position.friendly(public, power, space):
        if control(public, space) == power:
            verbs.go_inside(table, power, space, 0, left)
        return
    for leader in left:
        verbs.displace(table, leader, "alone with enemies, 8.4")


def besiegers(public: Data, space: str) -> list[str]:
    """Powers with CU outside there that are no friends of whoever controls the space."""
    holder = control(public, space)
    return [one for one in position.present(public, space) if not allied(public, one, holder)]


def lift_siege(table: Table, space: str) -> None:
    """13.4 No enemy CU are there, or the two powers are allied."""
    if position.besieged(table.public, space) and not besiegers(table.public, space):
        verbs.lift(table, space, "13.4")


def fall(table: Table, space: str) -> None:
    """13.5 A city or tribe whose siege level has reached its loyalty or factor."""
    public = table.public
    if not position.besieged(public, space):
        return
    if public["sieges"][space] >= position.factor(public, space):
        for power in besiegers(public, space)[:1]:
            taken(table, power, space)


def taken(table: Table, power: str, space: str) -> None:
    """13.5 A city or tribe falls; of a city of another power Gauls first say whether they sack it
    (`siege.plunder.decide`)."""
    now = table.public["now"]
    lent = [LEADERS[leader]["power"] for leader in now["led"]]
    now["taken"] += power in (*PLAYS.get(now["seat"], ()), now["neutral"], *lent)
    city = position.is_city(table.public, space) and control(table.public, space) != INDEPENDENT
    if city and power in GALLIC and not table.rehearsing:
        verbs.lift(table, space, "")
        table.public["falls"].append([power, space])
    else:
        conquer(table, power, space)


def conquer(table: Table, power: str, space: str) -> None:
    """13.5 The besieger takes a city or tribe; in an ally's home space a city goes to the ally."""
    public, home = table.public, HOME[space]
    if position.is_tribe(public, space):
        verbs.subdue(table, space, power)
        return
    clear_city(table, space, "the city has fallen, 13.5")
    to_ally = home != INDEPENDENT and home in public["cu"] and allied(public, power, home)
    verbs.take_city(table, space, home if to_ally else power, "13.5")
    settle(table, space)


def hand_over(table: Table, space: str, power: str, why: str) -> None:
    """A space comes to a power, or becomes independent; 13.5 is tested on a city's loyalty at
    once."""
    verbs.take(table, space, power, why)
    settle(table, space)


def clear_city(table: Table, space: str, why: str) -> None:
    """CU inside a city are removed, and its leaders displaced."""
    for power in table.public["cu"]:
        inner = Spot(space, True)
        verbs.lose_cu(table, power, inner, position.cu(table.public, power, inner), why)
        displace_all(table, position.leaders(table.public, power, inner), why)


def displace_all(table: Table, leaders: Iterable[str], why: str) -> None:
    """Leaders of a force that is no more."""
    for leader in leaders:
        verbs.displace(table, leader, why)


def lose_last(table: Table, space: str, holder: str) -> None:
    """7.3.2 A city is lost while its owner's CU are inside: with CU of another power outside they
    are lost, otherwise they now stand outside."""
    if [one for one in position.present(table.public, space) if one != holder]:
        clear_city(table, space, "the city is lost, 7.3.2")
    settle(table, space)
