"""The small changes of the position that all else uses; each tells what it did.

A verb changes one thing and asks nobody.  What follows from it by the rules (8.4, 13.4, 13.5) is
in `following`."""

from collections.abc import Sequence

from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.sword_of_rome import board, position
from rulesets.sword_of_rome.board import HOME, INDEPENDENT, LEADERS, MINOR
from rulesets.sword_of_rome.position import ASIDE, DISPLACED, FLAGS, WAITS, Spot, pair

# Combat units.


def add_cu(table: Table, power: str, spot: Spot, number: int, why: str) -> None:
    """CU come to a spot from outside the map."""
    _count(table.public, power, spot, number)
    table.tell("arrive", {"power": power, "at": spot.space, "cu": number, "why": why})


def lose_cu(
    table: Table, power: str, spot: Spot, number: int, why: str, militia: bool = True
) -> int:
    """CU leave the game, as many as there are, militia first (9.2) or not at all; how many."""
    gone = min(number, position.cu(table.public, power, spot))
    if gone:
        there = table.public["militia"].get(spot.space, 0)
        citizens = min(gone, there) if militia and power == board.CARTHAGE else 0
        _count(table.public, power, spot, -gone)
        _add(table.public, "militia", spot.space, -citizens)
        table.tell("lose", {"power": power, "at": spot.space, "cu": gone, "why": why})
    return gone


def shift(table: Table, power: str, at: Spot, to: Spot, cu: int, leaders: Sequence[str]) -> None:
    """CU, militia among them, and leaders, the commander first, go from one spot to another; the
    verb that uses it tells."""
    militia = position.militia_among(table.public, power, leaders, at.space, cu)
    if militia and at.space != to.space:
        _add(table.public, "militia", at.space, -militia)
        _add(table.public, "militia", to.space, militia)
    _count(table.public, power, at, -cu)
    _count(table.public, power, to, cu)
    for leader in leaders:
        _put(table.public, leader, to)
    if leaders:
        _keep_command(table.public, leaders[0], leaders)


def _keep_command(public: Data, leader: str, others: Sequence[str]) -> None:
    """8.2.1 Who commands goes on to do so, as long as they meet no leader of theirs."""
    spot, power = position.spot_of(public, leader), LEADERS[leader]["power"]
    assert spot
    alone = len(position.leaders(public, power, spot)) == len(others)
    if alone and position.commander(public, power, spot) != leader:
        _command(public, leader, spot)


def _count(public: Data, power: str, spot: Spot, by: int) -> None:
    """Change a number of CU; spaces stand by id, none with nothing in it."""
    zone = public["inside" if spot.inside else "cu"]
    _add(zone, power, spot.space, by)


def _add(found: Data, name: str, space: str, by: int) -> None:
    """Change a number in a map of spaces."""
    number = found[name].get(space, 0) + by
    _keep(found, name, space, number if number else None)


def _keep(found: Data, name: str, key: str, value: int | str | None) -> None:
    """Write down a value in a map, or None to strike it out; the map, a new one so that copies can
    share the old one, stays in the order of ids."""
    there = found[name]
    if value is None:
        found[name] = {one: of for one, of in there.items() if one != key}
    else:
        changed = {**there, key: value}
        found[name] = changed if key in there else dict(sorted(changed.items()))


# Leaders.


def place(table: Table, leader: str, spot: Spot, why: str) -> None:
    """A leader comes to a spot, from the map or from beside it."""
    _put(table.public, leader, spot)
    table.tell("leader", {"leader": leader, "at": spot.space, "why": why})


def _put(public: Data, leader: str, spot: Spot) -> None:
    _uncommand(public, leader)
    public["leaders"][leader] = spot.key()


def take_off(table: Table, leader: str, state: str, why: str) -> None:
    """A leader leaves the map, or waits elsewhere: one of `position.OFF_MAP`."""
    _uncommand(table.public, leader)
    table.public["leaders"][leader] = state
    table.tell("leader off", {"leader": leader, "state": state, "why": why})


def displace(table: Table, leader: str, why: str) -> None:
    """8.4 A named leader comes back with reinforcements, a minor one in his owner's next action;
    the Dictator waits for his card again."""
    minor = LEADERS[leader]["class"] == MINOR
    if minor:
        table.public["now"]["set_aside"].append(leader)
    away = WAITS if leader == board.DICTATOR else DISPLACED
    take_off(table, leader, ASIDE if minor else away, why)


def set_commander(table: Table, leader: str) -> None:
    """8.2.1 His owner names who commands a stack."""
    spot = position.spot_of(table.public, leader)
    assert spot
    _command(table.public, leader, spot)
    table.tell("commander", {"leader": leader, "at": spot.space})


def appoint(table: Table, wanted: str, force: Sequence[str]) -> None:
    """8.2.1 Somebody commands where these leaders have come, if he can and is there; "" for the
    highest tactics."""
    public, spot = table.public, position.spot_of(table.public, wanted)
    there = spot and spot in [position.spot_of(public, one) for one in force]
    if spot and there and wanted in position.may_command(public, LEADERS[wanted]["power"], spot):
        set_commander(table, wanted)


def lead(table: Table, leader: str) -> None:
    """8.2.1 Who is activated commands the others where he stands."""
    spot = position.spot_of(table.public, leader)
    if spot and len(position.leaders(table.public, LEADERS[leader]["power"], spot)) > 1:
        appoint(table, leader, [leader])


def _command(public: Data, leader: str, spot: Spot) -> None:
    _keep(public, "commanders", f"{LEADERS[leader]['power']}/{spot.key()}", leader)


def _uncommand(public: Data, leader: str) -> None:
    chosen = public["commanders"]
    for key in [key for key, one in chosen.items() if one == leader]:
        del chosen[key]


def go_inside(table: Table, power: str, space: str, cu: int, leaders: Sequence[str]) -> None:
    """9.3.1 Into the city of the space where they are."""
    leaders = [one for one in position.stack(table.public, power, Spot(space)) if one in leaders]
    shift(table, power, Spot(space), Spot(space, True), cu, leaders)
    told = {"power": power, "at": space, "cu": cu, "leaders": list(leaders)}
    if cu or leaders:
        table.tell("inside", told)


def come_out(table: Table, power: str, space: str) -> None:
    """9.3.1 All that are inside stand outside again."""
    cu, inner = position.inside(table.public, power, space), Spot(space, True)
    leaders = position.stack(table.public, power, inner)
    shift(table, power, inner, Spot(space), cu, leaders)
    table.tell("outside", {"power": power, "at": space})


# Spaces.


def take(table: Table, space: str, power: str, why: str) -> None:
    """A space comes under a power's control, or becomes independent: PC marker, or the colour of
    a city's loyalty, which is then 1 (2, 7.3.2); in its home space no marker lies."""
    if position.is_city(table.public, space):
        table.public["loyalty"][space] = 1
    _keep(table.public, "markers", space, power if power != HOME[space] else None)
    table.tell("control", {"at": space, "power": power, "why": why})


def take_city(table: Table, space: str, power: str, why: str) -> None:
    """13.5, 7.3.4 A city or tribe changes hands: no siege marker stays."""
    lift(table, space, "")
    take(table, space, power, why)


def set_loyalty(table: Table, space: str, loyalty: int, why: str) -> None:
    """A city's loyalty goes up or down; at 0 it is an independent city of loyalty 1 (7.3.2)."""
    if loyalty < 1:
        take(table, space, INDEPENDENT, why)
        return
    told = {"at": space, "from": table.public["loyalty"][space], "to": loyalty, "why": why}
    table.public["loyalty"][space] = loyalty
    table.tell("loyalty", told)


def subdue(table: Table, space: str, power: str) -> None:
    """13.5 A tribe is subjugated: the besieger's PC marker, and never a tribe again."""
    table.public["tribes"].remove(space)
    take_city(table, space, power, "subjugated, 13.5")


def found_city(table: Table, space: str) -> None:
    """7.2.1 A Roman colony: a city of loyalty 1."""
    _keep(table.public, "loyalty", space, 1)
    table.tell("colony", {"at": space})


def besiege(table: Table, power: str, space: str, level: int) -> None:
    """13 A siege marker of a power, at a level."""
    _keep(table.public, "sieges", space, level)
    table.tell("siege", {"power": power, "at": space, "level": level})


def lift(table: Table, space: str, why: str) -> None:
    """13.4 A siege marker goes; why: "" if that needs no word."""
    if space in table.public["sieges"]:
        del table.public["sieges"][space]
        table.tell("siege over", {"at": space, "why": why})


# Points, flags, alliances.


def score(table: Table, changes: dict[str, int], why: str) -> None:
    """5.8.1 VP, never below 0; changes: of players, together; 5.10.3 of those who are out none."""
    vp, live = table.public["vp"], position.players(table.public)
    told = {seat: max(0, vp[seat] + by) - vp[seat] for seat, by in changes.items() if seat in live}
    for seat, by in told.items():
        vp[seat] += by
    told = {seat: by for seat, by in told.items() if by}
    if told:
        kind = "scoring" if table.public["phase"] == "scoring" else "vp"
        table.tell(kind, {"changes": told, "now": {seat: vp[seat] for seat in told}, "why": why})


def set_flag(table: Table, flag: str, on: bool = True) -> None:
    """Something that lasts begins or ends."""
    flags = [*table.public["flags"], flag] if on else table.public["flags"]
    table.public["flags"] = [one for one in FLAGS if one in flags and (on or one != flag)]
    table.tell("flag", {"flag": flag, "on": "begins" if on else "ends"})


def note_fact(table: Table, fact: str) -> None:
    """6.2.1 A fact of the turn that Gallic cards ask for."""
    if fact not in table.public["facts"]:
        table.public["facts"] = sorted([*table.public["facts"], fact])


def ally(table: Table, one: str, other: str) -> None:
    """15.1 Two powers are allied."""
    table.public["alliances"] = sorted([*table.public["alliances"], pair(one, other)])
    table.tell("allied", {"powers": sorted((one, other))})


def part(table: Table, allied: str, why: str) -> None:
    """15.4, 15.5 An alliance ends; allied: the `pair`."""
    table.public["alliances"].remove(allied)
    table.tell("parted", {"powers": allied.split("/"), "why": why})
