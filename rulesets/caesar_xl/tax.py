"""The tax phase (8): cities, zones (12.3), leaders and forum cards."""

from referee.engine.table import Table
from rulesets.caesar_xl import position, verbs
from rulesets.caesar_xl.board import BRUTUS, EQUITES, ZONES
from rulesets.caesar_xl.dice import Cast, cast

#: F6 What the Equites bring; 12.3 the die that makes a zone revolt.
KNIGHTS, REVOLT = 2, 6


async def collect(table: Table, seat: str) -> None:
    """8.1, 8.2 Cities, then zones in the order of the map, then leaders and cards."""
    cities(table, seat)
    mine = position.controlled(table.public, seat)
    for zone in [zone for zone in ZONES if zone in mine]:
        await tax_zone(table, seat, zone)
    if position.works(table.public, BRUTUS, seat):
        (die,) = await cast(table, seat, Cast("brutus"), (6, 5, 4))
        verbs.gain(table, seat, die, "Brutus, L2")
    if position.works(table.public, EQUITES, seat):
        verbs.gain(table, seat, KNIGHTS, "the Equites, F6")


def cities(table: Table, seat: str) -> None:
    """8.1 The value of all cities; E4 half of it, rounded down."""
    value = position.city_value(table.public, seat)
    share, why = (2, "half of his taxes, E4") if table.public["halved"][seat] else (1, "taxes")
    table.public["halved"][seat] = False
    verbs.gain(table, seat, value // share, why)


async def tax_zone(table: Table, seat: str, zone: str) -> None:
    """12.3 A zone pays its strength if a die is within the swords there; on a 6 it revolts."""
    here = position.there(table.public, zone, seat)
    swords = position.total(table.public, here)
    well = [die for die in range(1, 7) if die <= swords] or [1, 2, 3, 4, 5]
    (die,) = await cast(table, seat, Cast("zone", zone), well)
    if die <= swords:
        verbs.gain(table, seat, ZONES[zone]["strength"], f"{ZONES[zone]['name']}, 12.3")
    elif die == REVOLT:
        revolt(table, zone)


def revolt(table: Table, zone: str) -> None:
    """12.3 The marker and all Romans there are lost, and the zone is independent again."""
    table.tell("revolt", {"at": zone})
    if zone in table.public["markers"]:
        verbs.unmark(table, zone, "the zone revolts, 12.3")
    verbs.lose(table, position.there(table.public, zone), "the zone revolts, 12.3")
    verbs.subdue(table, zone, subdued=False)
