"""What events do when they are drawn (6.3): invasions (12.1) and E3 to E7."""

from collections.abc import Awaitable, Callable, Mapping

from referee.engine.table import Table
from rulesets.caesar_xl import board, position, verbs
from rulesets.caesar_xl.board import INVASIONS, OPTIMATES, POPULARES, SEATS, ZONES
from rulesets.caesar_xl.choices import GoHome, Rally
from rulesets.caesar_xl.dice import Cast, cast
from rulesets.caesar_xl.losses import Pillage, decided

#: E6 Gold; E7 what a die must show to kill.
RALLY, MURDER = 2, (1, 2, 3)
_HIGH, _LOW, _ANY = (6, 5, 4), (1, 2, 3), (1, 2, 3, 4, 5, 6)


def order(seat: str) -> tuple[str, str]:
    """12.1, E3 The drawer first."""
    return seat, board.other(seat)


async def invasion(table: Table, seat: str) -> None:
    """12.1 A zone invades; in bronze players are always pillaged."""
    if position.has(table.public, "invasions"):
        dice = await cast(table, seat, Cast("invasion"), _ANY, 2)
        if repelled(table, INVASIONS[str(sum(dice))]):
            return
    for one in order(seat):
        await pillage(table, one)


def repelled(table: Table, zone: str) -> bool:
    """12.1 Whether nothing comes of it: the zone is somebody's, or swords near it are enough."""
    public = table.public
    holder = position.holders(public).get(zone, "")
    near = position.near(public, zone, cities_only=True)
    held_off = bool(holder) or near >= ZONES[zone]["strength"]
    told = {"at": zone, "holder": holder, "swords": near, "strength": ZONES[zone]["strength"]}
    outcome = "repelled" if held_off else "both players are pillaged"
    table.tell("invasion", {**told, "outcome": outcome})
    return held_off


async def pillage(table: Table, seat: str) -> None:
    """12.1 A die of gold; what he cannot pay he loses in swords."""
    (die,) = await cast(table, seat, Cast("pillage"), _LOW)
    paid = min(die, table.public["gold"][seat])
    verbs.pay(table, seat, paid, "pillage, 12.1")
    if owed := die - paid:
        fallen = await decided(table, Pillage(seat, owed=owed))
        verbs.lose(table, fallen.lost, "pillage, 12.1")


async def allies_go_home(table: Table, seat: str) -> None:
    """E3 Each player removes an allied unit, if he has one."""
    for one in order(seat):
        request = GoHome(one)
        if request.options(table.view(one)):
            unit = request.chosen(table.view(one), await table.ask(request))
            verbs.lose(table, [unit], "it goes home, E3")


async def demand_for_action(table: Table, seat: str) -> None:
    """E4 The next city taxes of each player are halved."""
    table.public["halved"] = dict.fromkeys(SEATS, True)
    table.tell("halved", {})


async def optimates_rally(table: Table, seat: str) -> None:
    """E5 Their champion gains a die of gold."""
    one = position.champion(table.public, OPTIMATES)
    (die,) = await cast(table, one, Cast("optimates"), _HIGH)
    verbs.gain(table, one, die, "champion of the Optimates, E5")


async def populares_rally(table: Table, seat: str) -> None:
    """E6 Their champion gains gold and promotes a legion."""
    one = position.champion(table.public, POPULARES)
    verbs.gain(table, one, RALLY, "champion of the Populares, E6")
    request = Rally(one)
    if request.options(table.view(one)):
        unit = request.chosen(table.view(one), await table.ask(request))
        verbs.turn_veteran(table, unit, "E6")


async def ides_of_march(table: Table, seat: str) -> None:
    """E7 A supreme leader in Rome is murdered on 1 to 3; the drawer rolls."""
    for one in SEATS:
        if position.supreme_in_rome(table.public, one):
            well = _HIGH if one == seat else _LOW
            (die,) = await cast(table, seat, Cast("ides"), well)
            if die in MURDER:
                verbs.lose(table, [one], "murdered, E7")


HAPPENS: Mapping[str, Callable[[Table, str], Awaitable[None]]] = {
    "E1": invasion,
    "E2": invasion,
    "E3": allies_go_home,
    "E4": demand_for_action,
    "E5": optimates_rally,
    "E6": populares_rally,
    "E7": ides_of_march,
}
