"""Ways out of a battle (7.6 to 7.64, 7.82): where a block may go, and how many go one way.

A land block leaves by road, or by way of one friendly sea to another port.  A fleet leaves by a
sea border.  Paths by road have limits in each round; by sea one land block of a player goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.engine.request import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.naming import block_name, listed, place_name, several

#: Blocks that have retreated over each road in this round, of one seat; `BY_SEA`: land by sea.
Used = dict[str, int]

#: What counts land blocks that have gone by sea (7.64); no road has this name.
BY_SEA = "sea"

#: Options: sea retreats of both players in a round (ruling 38), fleets leaving a port (ruling 40).
SEA_RETREATS = "sea-retreats"
PORT_RETREAT = "port-retreat"

_OPEN = (legal.FRIENDLY, legal.NEUTRAL)
_TOLD = {legal.ENEMY: "held by the enemy", legal.CONTESTED: "contested"}


class Refusal(NamedTuple):
    """Why a block cannot go somewhere: a reason, its paragraph and what to do about it."""

    reason: str
    rule: str
    hint: str = ""


class Way(NamedTuple):
    """One way out: straight to a neighbour, or by way of a sea to a port of that sea."""

    to: str
    via: str | None = None


def roads_of(public: Data, place: str, seat: str) -> list[str]:
    """7.62, 7.63, ruling 58 Roads and sea borders by which a side came into the battle, sorted."""
    return sorted(board.road(place, origin) for origin in legal.entered(public, place, seat))


def land_roads(place: str) -> list[str]:
    """4.3 Neighbours of a place by road or strait, in the order of the map."""
    return [near for near, kind in board.neighbours(place).items() if kind != "sea"]


def sea_borders(place: str) -> list[str]:
    """6.2 Neighbours of a place by a sea border, in the order of the map."""
    return [near for near, kind in board.neighbours(place).items() if kind == "sea"]


def ports_of(sea: str) -> list[str]:
    """4.42 The ports of a sea, in the order of the map."""
    return [near for near in board.neighbours(sea) if not board.places()[near].is_sea]


# Land blocks.


def _refuse_road(public: Data, seat: str, to: str, used: Used) -> Refusal | None:
    """7.6 to 7.63 Why a land block may not retreat by road to a place; None if it may."""
    place = public["battle"]["place"]
    if to not in land_roads(place):
        reason = f"no road leads from {place_name(place)} to {place_name(to)}"
        return Refusal(reason, "7.6", "a block retreats to an adjacent city")
    status = legal.status(public, to, seat)
    if status not in _OPEN:
        return Refusal(f"{place_name(to)} is {_TOLD[status]}", "7.61")
    if seat == public["battle"]["attacker"]:
        refusal = _refuse_attacker(public, seat, to, status)
    else:
        refusal = _refuse_defender(public, to)
    return refusal or _refuse_full(public, to, used)


def _refuse_attacker(public: Data, seat: str, to: str, status: str) -> Refusal | None:
    """7.62 Friendly cities by any road, neutral ones by roads that his side came by."""
    place = public["battle"]["place"]
    if status == legal.FRIENDLY or board.road(place, to) in roads_of(public, place, seat):
        return None
    reason = f"{place_name(to)} is neutral and your side did not come by that road"
    hint = "an attacker retreats to a friendly city, or to a neutral one he came from"
    return Refusal(reason, "7.62", hint)


def _refuse_defender(public: Data, to: str) -> Refusal | None:
    """7.63 Friendly or neutral cities, but never by a road that the attacker came by."""
    battle = public["battle"]
    road = board.road(battle["place"], to)
    if road not in roads_of(public, battle["place"], battle["attacker"]):
        return None
    reason = f"the attacker came by the road from {place_name(to)}"
    return Refusal(reason, "7.63", "a defender retreats by another road")


def _refuse_full(public: Data, to: str, used: Used) -> Refusal | None:
    """7.61 Each road takes so many blocks in a round."""
    place = public["battle"]["place"]
    kind = board.neighbours(place)[to]
    most = board.limit(kind, "retreat")
    if used.get(board.road(place, to), 0) < most:
        return None
    road = "the strait" if kind == "strait" else f"the {kind} road"
    reason = f"{road} to {place_name(to)} takes {several(most, 'block')} in a round of retreats"
    return Refusal(reason, "7.61", "send it another way, or later")


def _refuse_by_sea(public: Data, seat: str, way: Way, used: Used) -> Refusal | None:
    """7.64 Why a land block may not go by way of a sea to a port; None if it may."""
    battle = public["battle"]
    assert way.via is not None
    refusal = _refuse_passage(battle["place"], way)
    if refusal is not None:
        return refusal
    if legal.status(public, way.via, seat) != legal.FRIENDLY:
        reason = f"{place_name(way.via)} is not friendly: no fleet of yours holds it"
        return Refusal(reason, "7.64", "land blocks leave by way of a friendly sea")
    if legal.status(public, way.to, seat) != legal.FRIENDLY:
        reason = f"{place_name(way.to)} is not friendly"
        return Refusal(reason, "7.64", "by sea a block retreats to a friendly port only")
    both = public["options"].get(SEA_RETREATS) == "one"
    theirs = battle["retreats"].get(other(seat), {}).get(BY_SEA, 0) if both else 0
    if used.get(BY_SEA, 0) + theirs:
        whose = "one land block" if both else "one land block of each player"
        return Refusal(f"{whose} retreats by sea in a round", "7.64", "send it by road, or later")
    return None


def _refuse_passage(place: str, way: Way) -> Refusal | None:
    """7.64 The sea must touch both the place of the battle and the port."""
    assert way.via is not None
    if not board.places()[way.via].is_sea:
        return Refusal(f"{place_name(way.via)} is no sea", "7.64", "via names the sea crossed")
    for port in (place, way.to):
        if way.via not in board.places()[port].seas:
            return Refusal(f"{place_name(port)} is no port of {place_name(way.via)}", "7.64")
    if place == way.to:
        return Refusal(f"the battle is in {place_name(place)}", "7.6")
    return None


# Fleets.


def _refuse_fleet(public: Data, seat: str, to: str) -> Refusal | None:
    """7.82 Why a fleet may not retreat over a sea border to a place; None if it may."""
    battle = public["battle"]
    place = battle["place"]
    if to not in sea_borders(place):
        reason = f"no sea border leads from {place_name(place)} to {place_name(to)}"
        near = "a sea that it opens on" if not board.places()[place].is_sea else "a sea or port"
        return Refusal(reason, "7.82", f"a fleet retreats to {near} beside it")
    status = legal.status(public, to, seat)
    if status not in _OPEN:
        return Refusal(f"{place_name(to)} is {_TOLD[status]}", "7.61")
    if status == legal.FRIENDLY:
        return None
    border = board.road(place, to)
    if seat == battle["attacker"]:
        if border in roads_of(public, place, seat):
            return None
        reason = f"{place_name(to)} is neutral and your side did not come from there"
        hint = "attacking fleets go to friendly seas and ports, or back where they came from"
        return Refusal(reason, "7.82", hint)
    if not board.places()[to].is_sea:
        hint = "defending fleets go to friendly ports only"
        return Refusal(f"{place_name(to)} is neutral", "7.82", hint)
    if border in roads_of(public, place, battle["attacker"]):
        hint = "a defending fleet goes to another sea, or to a friendly one"
        return Refusal(f"the attacker came from {place_name(to)}", "7.82", hint)
    return None


def _refuse_port_to_port(public: Data, seat: str, way: Way) -> Refusal | None:
    """7.82, ruling 40 In the other reading a fleet goes to a friendly port of the same sea."""
    assert way.via is not None
    if public["options"].get(PORT_RETREAT) != "same-sea":
        hint = "it goes to a sea that the port opens on"
        return Refusal("fleets do not retreat from port to port", "7.82", hint)
    refusal = _refuse_passage(public["battle"]["place"], way)
    if refusal is not None:
        return Refusal(refusal.reason, "7.82", refusal.hint)
    if legal.status(public, way.via, seat) not in _OPEN:
        status = _TOLD[legal.status(public, way.via, seat)]
        return Refusal(f"{place_name(way.via)} is {status}", "7.61")
    if legal.status(public, way.to, seat) != legal.FRIENDLY:
        return Refusal(f"{place_name(way.to)} is not friendly", "7.82", "name a friendly port")
    return None


# What requests and steps ask.


def refuse(public: Data, seat: str, block: str, way: Way, used: Used) -> Refusal | None:
    """7.6 Why a block may not go that way now; None if it may."""
    if not board.blocks()[block].fleet:
        if way.via is None:
            return _refuse_road(public, seat, way.to, used)
        return _refuse_by_sea(public, seat, way, used)
    if public["scenario"] == "land":
        return Refusal(f"{block_name(block, seat)} is a fleet and does not leave port", "7.82")
    if way.via is None:
        return _refuse_fleet(public, seat, way.to)
    return _refuse_port_to_port(public, seat, way)


def routes(public: Data, seat: str, block: str, used: Used) -> list[Way]:
    """7.6 Every way that a block may go now: by road or border, then by way of a sea."""
    ways = _candidates(public, block)
    return [way for way in ways if refuse(public, seat, block, way, used) is None]


def _candidates(public: Data, block: str) -> Iterator[Way]:
    """Every way that leads out of the place of the battle at all, for that kind of block."""
    place = public["battle"]["place"]
    fleet = board.blocks()[block].fleet
    for to in sea_borders(place) if fleet else land_roads(place):
        yield Way(to)
    if fleet and public["options"].get(PORT_RETREAT) != "same-sea":
        return
    for sea in board.places()[place].seas:
        # An empty sea carries nobody; most seas are empty, and this is asked often.
        if fleet or sea in public["places"]:
            for port in ports_of(sea):
                yield Way(port, sea)


def ways(public: Data, seat: str, block: str, used: Used) -> list[str]:
    """7.6 Every place that a block may retreat to now."""
    return list(dict.fromkeys(way.to for way in routes(public, seat, block, used)))


def resolve(
    public: Data, seat: str, block: str, to: str, via: str | None, used: Used
) -> Way | Refusal:
    """7.6, 7.64 The way that an order means, or why it cannot be taken.

    Without `via` a road or border is meant, and if there is none the sea that leads there."""
    if via is not None:
        way = Way(to, via)
        return refuse(public, seat, block, way, used) or way
    straight = refuse(public, seat, block, Way(to), used)
    if straight is None:
        return Way(to)
    beside = sea_borders if board.blocks()[block].fleet else land_roads
    if to in beside(public["battle"]["place"]):
        return straight
    return _by_some_sea(public, seat, block, to, used) or straight


def _by_some_sea(public: Data, seat: str, block: str, to: str, used: Used) -> Way | Refusal | None:
    """7.64 A way to a port by a sea that both have in common; None if they have none."""
    place = public["battle"]["place"]
    shared = [sea for sea in board.places()[place].seas if sea in board.places()[to].seas]
    if not shared or public["scenario"] == "land":
        return None
    refusals = [refuse(public, seat, block, Way(to, sea), used) for sea in shared]
    for sea, refusal in zip(shared, refusals, strict=True):
        if refusal is None:
            return Way(to, sea)
    if len(shared) > 1 and all(r and "is not friendly: no fleet" in r.reason for r in refusals):
        seas = listed(map(place_name, shared), "nor")
        hint = "land blocks leave by way of a friendly sea"
        return Refusal(f"neither {seas} is friendly: no fleet of yours there", "7.64", hint)
    return refusals[0]


def used_by(public: Data, seat: str) -> Used:
    """7.61 A fresh copy of what a seat has used in this round."""
    return dict(public["battle"]["retreats"].get(seat, {}))


def counted_as(public: Data, block: str, way: Way) -> str:
    """7.61, 7.64 What a retreat counts for: its road or border, or the one passage by sea."""
    if way.via is not None and not board.blocks()[block].fleet:
        return BY_SEA
    return board.road(public["battle"]["place"], way.via or way.to)


def use(public: Data, block: str, way: Way, used: Used) -> Used:
    """7.61 What is used once one more block has gone."""
    name = counted_as(public, block, way)
    return {**used, name: used.get(name, 0) + 1}
