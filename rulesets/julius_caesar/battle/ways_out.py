"""Ways out of a battle (7.6 to 7.64, 7.82): where a block may go, and how many go one way.

A land block leaves by road, or by way of one friendly sea to another port.  A fleet leaves by a
sea border.  Roads have limits in each round; by sea one land block of a player goes.  A block that
leaves uses up room, and where it arrives is friendly from then on: it may open a way for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.engine.action import Problem
from referee.engine.request import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.board.naming import block_name, listed, place_name, several

#: What counts land blocks that have gone by sea (7.64); no road has this name.
BY_SEA = "sea"

#: Options: sea retreats of both players in a round (ruling 38), fleets leaving a port (ruling 40).
SEA_RETREATS = "sea-retreats"
PORT_RETREAT = "port-retreat"

_TOLD = {legal.ENEMY: "held by the enemy", legal.CONTESTED: "contested"}


class Way(NamedTuple):
    """One way out: straight to a neighbour, or by way of a sea to a port of that sea."""

    to: str
    via: str | None = None


def ports_of(sea: str) -> list[str]:
    """4.42 The ports of a sea, in the order of the map."""
    return [near for near in board.neighbours(sea) if not board.places()[near].is_sea]


def counted_as(public: Data, block: str, way: Way) -> str:
    """7.61, 7.64 What a retreat counts for: its road or border, or the one passage by sea."""
    if way.via and not board.is_fleet(block):
        return BY_SEA
    return board.road(public["battle"]["place"], way.via or way.to)


def _used(public: Data, seat: str, name: str) -> int:
    """7.61 How many blocks of a seat have gone one way in this round: a road, or `BY_SEA`."""
    number: int = public["battle"]["retreats"].get(seat, {}).get(name, 0)
    return number


def _came_from(public: Data, seat: str, near: str) -> bool:
    """7.62, 7.63, ruling 58 Whether a side came into the battle from a place."""
    return near in legal.entered(public, public["battle"]["place"], seat)


def _friendly(public: Data, seat: str, place: str) -> bool:
    return legal.status(public, place, seat) == legal.FRIENDLY


def _closed(place: str, status: str) -> Iterator[Problem]:
    """7.61 Nobody retreats where the enemy is."""
    if status in _TOLD:
        yield Problem(f"{place_name(place)} is {_TOLD[status]}", "7.61")


# What is wrong with one way; the first thing counts.


def _by_road(public: Data, seat: str, to: str) -> Iterator[Problem]:
    """7.6 to 7.63 A land block goes to friendly and neutral cities: an attacker's to neutral ones
    only by a road that his side came by, a defender's by no road that the attacker came by."""
    place, attacker = public["battle"]["place"], public["battle"]["attacker"]
    kind, status = board.edge(place, to), legal.status(public, to, seat)
    if kind in (None, "sea"):
        reason = f"no road leads from {place_name(place)} to {place_name(to)}"
        yield Problem(reason, "7.6", "a block retreats to an adjacent city")
    yield from _closed(to, status)
    if seat != attacker and _came_from(public, attacker, to):
        reason = f"the attacker came by the road from {place_name(to)}"
        yield Problem(reason, "7.63", "a defender retreats by another road")
    if seat == attacker and status != legal.FRIENDLY and not _came_from(public, seat, to):
        reason = f"{place_name(to)} is neutral and your side did not come by that road"
        hint = "an attacker retreats to a friendly city, or to a neutral one he came from"
        yield Problem(reason, "7.62", hint)
    if _used(public, seat, board.road(place, to)) >= (most := board.limit(str(kind), "retreat")):
        road = "the strait" if kind == "strait" else f"the {kind} road"
        reason = f"{road} to {place_name(to)} takes {several(most, 'block')} in a round of retreats"
        yield Problem(reason, "7.61", "send it another way, or later")


def _passage(public: Data, to: str, via: str) -> Iterator[Problem]:
    """7.64 The sea must touch both the place of the battle and the port."""
    place = public["battle"]["place"]
    if not board.places()[via].is_sea:
        yield Problem(f"{place_name(via)} is no sea", "7.64", "via names the sea crossed")
    for port in (place, to):
        if via not in board.places()[port].seas:
            yield Problem(f"{place_name(port)} is no port of {place_name(via)}", "7.64")
    if place == to:
        yield Problem(f"the battle is in {place_name(place)}", "7.6")


def _by_sea(public: Data, seat: str, to: str, via: str) -> Iterator[Problem]:
    """7.64 A land block goes by way of a friendly sea to a friendly port, one in a round."""
    yield from _passage(public, to, via)
    if not _friendly(public, seat, via):
        reason = f"{place_name(via)} is not friendly: no fleet of yours holds it"
        yield Problem(reason, "7.64", "land blocks leave by way of a friendly sea")
    if not _friendly(public, seat, to):
        hint = "by sea a block retreats to a friendly port only"
        yield Problem(f"{place_name(to)} is not friendly", "7.64", hint)
    both = public["options"].get(SEA_RETREATS) == "one"
    if _used(public, seat, BY_SEA) or (both and _used(public, other(seat), BY_SEA)):
        whose = "one land block" if both else "one land block of each player"
        yield Problem(f"{whose} retreats by sea in a round", "7.64", "send it by road, or later")


def _over_border(public: Data, seat: str, to: str) -> Iterator[Problem]:
    """7.82 A fleet goes to friendly seas and ports; an attacker's also back where his side came
    from, a defender's also to neutral seas that the attacker did not come from."""
    place, attacker = public["battle"]["place"], public["battle"]["attacker"]
    status = legal.status(public, to, seat)
    if board.edge(place, to) != "sea":
        reason = f"no sea border leads from {place_name(place)} to {place_name(to)}"
        near = "a sea or port" if board.places()[place].is_sea else "a sea that it opens on"
        yield Problem(reason, "7.82", f"a fleet retreats to {near} beside it")
    yield from _closed(to, status)
    if status == legal.FRIENDLY:
        return
    came = _came_from(public, attacker, to)
    if seat == attacker and not came:
        reason = f"{place_name(to)} is neutral and your side did not come from there"
        hint = "attacking fleets go to friendly seas and ports, or back where they came from"
        yield Problem(reason, "7.82", hint)
    if seat != attacker and not board.places()[to].is_sea:
        hint = "defending fleets go to friendly ports only"
        yield Problem(f"{place_name(to)} is neutral", "7.82", hint)
    if seat != attacker and came:
        hint = "a defending fleet goes to another sea, or to a friendly one"
        yield Problem(f"the attacker came from {place_name(to)}", "7.82", hint)


def _port_to_port(public: Data, seat: str, to: str, via: str) -> Iterator[Problem]:
    """7.82, ruling 40 In the other reading a fleet goes to a friendly port of the same sea."""
    if public["options"].get(PORT_RETREAT) != "same-sea":
        hint = "it goes to a sea that the port opens on"
        yield Problem("fleets do not retreat from port to port", "7.82", hint)
    yield from (wrong._replace(rule="7.82") for wrong in _passage(public, to, via))
    yield from _closed(via, legal.status(public, via, seat))
    if not _friendly(public, seat, to):
        yield Problem(f"{place_name(to)} is not friendly", "7.82", "name a friendly port")


# What requests and steps ask.


def refuse(public: Data, seat: str, block: str, way: Way) -> Problem | None:
    """7.6 Why a block may not go that way now; None if it may."""
    to, via = way
    if not board.is_fleet(block):
        return next(_by_sea(public, seat, to, via) if via else _by_road(public, seat, to), None)
    if public["scenario"] == "land":
        return Problem(f"{block_name(block, seat)} is a fleet and does not leave port", "7.82")
    border = _port_to_port(public, seat, to, via) if via else _over_border(public, seat, to)
    return next(border, None)


def routes(public: Data, seat: str, block: str) -> list[Way]:
    """7.2, 7.6 Every way that a block may go now: by road or border, then by way of a sea."""
    if not rounds.may_retreat(public["battle"]):
        return []
    ways = _candidates(public, block)
    return [way for way in ways if refuse(public, seat, block, way) is None]


def _candidates(public: Data, block: str) -> Iterator[Way]:
    """Every way that leads out of the place of the battle at all, for that kind of block."""
    place, fleet = public["battle"]["place"], board.is_fleet(block)
    near = board.neighbours(place).items()
    yield from (Way(to) for to, kind in near if (kind == "sea") is fleet)
    if fleet and public["options"].get(PORT_RETREAT) != "same-sea":
        return
    for sea in board.places()[place].seas:
        # An empty sea carries nobody; most seas are empty, and this is asked often.
        if fleet or sea in public["places"]:
            yield from (Way(port, sea) for port in ports_of(sea))


def resolve(public: Data, seat: str, block: str, to: str, via: str | None) -> Way | Problem:
    """7.6, 7.64 The way that an order means, or why it cannot be taken.

    Without `via` a road or border is meant, and if there is none a sea that leads there."""
    place, kind = public["battle"]["place"], board.edge(public["battle"]["place"], to)
    beside = kind is not None and (kind == "sea") is board.is_fleet(block)
    seas = board.places()[place].seas
    shared: list[str | None] = [sea for sea in seas if sea in board.places()[to].seas]
    said = via is not None or beside or public["scenario"] == "land" or not shared
    tries = [via] if said else shared
    wrong = {sea: refuse(public, seat, block, Way(to, sea)) for sea in tries}
    for sea, refusal in wrong.items():
        if refusal is None:
            return Way(to, sea)
    refusals = [refusal for refusal in wrong.values() if refusal]
    if len(refusals) > 1 and all("is not friendly: no fleet" in r.reason for r in refusals):
        neither = f"neither {listed((place_name(str(sea)) for sea in tries), 'nor')} is friendly"
        hint = "land blocks leave by way of a friendly sea"
        return Problem(f"{neither}: no fleet of yours there", "7.64", hint)
    return refusals[0]


# Blocks that must leave.


def in_any_order(public: Data, seat: str, blocks: Sequence[str]) -> dict[str, list[Way]]:
    """7.2, 7.6 Block -> every way that it may find, whoever of the others goes before it.

    The owner says in which order the blocks of a letter act; so one that has no way yet is lost
    only if none of the others can open one."""
    return {
        block: routes(_opened(public, seat, [one for one in blocks if one != block]), seat, block)
        for block in blocks
    }


def _opened(public: Data, seat: str, others: Sequence[str]) -> Data:
    """4.21 The board with all that these blocks can open, for each other and whoever is left."""
    ends = (way.to for block in others for way in routes(public, seat, block))
    new: Data = {to: {seat: {}} for to in ends if not _friendly(public, seat, to)}
    if not new:
        return public
    return _opened({**public, "places": {**public["places"], **new}}, seat, others)


def trapped(public: Data, seat: str, blocks: Sequence[str]) -> list[str]:
    """7.6 Blocks that must leave and cannot."""
    if not rounds.must_leave(public["battle"], seat):
        return []
    return [block for block, ways in in_any_order(public, seat, blocks).items() if not ways]


def only_ways(public: Data, seat: str, blocks: Sequence[str]) -> list[tuple[str, Way]]:
    """7.61, 7.62 How blocks that must leave do so if each has one way and there is room for all;
    else nothing."""
    found: list[tuple[str, Way]] = []
    if not rounds.must_leave(public["battle"], seat):
        return found
    for block, ways in in_any_order(public, seat, blocks).items():
        if len(ways) != 1 or ways[0] not in routes(public, seat, block):
            return []
        public = _gone(public, seat, block, ways[0])
        found.append((block, ways[0]))
    return found


def _gone(public: Data, seat: str, block: str, way: Way) -> Data:
    """4.21, 7.61 What everybody sees of the board, as far as it matters here, when one has gone."""
    battle, name = public["battle"], counted_as(public, block, way)
    taken = {**battle["retreats"].get(seat, {}), name: _used(public, seat, name) + 1}
    battle = {**battle, "retreats": {**battle["retreats"], seat: taken}}
    return {**public, "battle": battle, "places": {**public["places"], way.to: {seat: {}}}}
