"""Ways out of a battle (7.6 to 7.63): where a block may retreat to, and how many a road takes."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.request import Data
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.naming import block_name, place_name, several

#: Blocks that have retreated over each road in this round, of one seat.
Used = dict[str, int]


@dataclass(frozen=True)
class Refusal:
    """Why a block cannot go somewhere: a reason, its paragraph and what to do about it."""

    reason: str
    rule: str
    hint: str = ""


def roads_of(public: Data, place: str, seat: str) -> list[str]:
    """7.62, 7.63 Roads that a side used to start or reinforce the battle at a place, sorted."""
    return sorted(board.road(place, origin) for origin in legal.entered(public, place, seat))


def land_roads(place: str) -> list[str]:
    """4.3 Neighbours of a place by road or strait, in the order of the map."""
    return [near for near, kind in board.neighbours(place).items() if kind != "sea"]


def refuse_place(public: Data, seat: str, block: str, to: str) -> Refusal | None:
    """7.6 Why a block may not retreat to a place, road limits apart; None if it may.

    Fleets of the land scenario stay in port.  7.64 and 7.82 (ways out by sea) belong here."""
    battle = public["battle"]
    place = battle["place"]
    if board.blocks()[block].fleet:
        return Refusal(f"{block_name(block, seat)} is a fleet and does not leave port", "7.82")
    if to not in land_roads(place):
        reason = f"no road leads from {place_name(place)} to {place_name(to)}"
        return Refusal(reason, "7.6", "a block retreats to an adjacent city")
    status = legal.status(public, to, seat)
    if status in ("enemy", "contested"):
        return Refusal(f"{place_name(to)} is {_told(status)}", "7.61")
    if seat == battle["attacker"]:
        return _refuse_attacker(public, seat, to, status)
    return _refuse_defender(public, seat, to)


def _told(status: str) -> str:
    return {"enemy": "held by the enemy", "contested": "contested"}[status]


def _refuse_attacker(public: Data, seat: str, to: str, status: str) -> Refusal | None:
    """7.62 Friendly cities by any road, neutral ones by roads that his side came by."""
    place = public["battle"]["place"]
    if status == "friendly" or board.road(place, to) in roads_of(public, place, seat):
        return None
    reason = f"{place_name(to)} is neutral and your side did not come by that road"
    hint = "an attacker retreats to a friendly city, or to a neutral one he came from"
    return Refusal(reason, "7.62", hint)


def _refuse_defender(public: Data, seat: str, to: str) -> Refusal | None:
    """7.63 Friendly or neutral cities, but never by a road that the attacker came by."""
    battle = public["battle"]
    road = board.road(battle["place"], to)
    if road not in roads_of(public, battle["place"], battle["attacker"]):
        return None
    reason = f"the attacker came by the road from {place_name(to)}"
    return Refusal(reason, "7.63", "a defender retreats by another road")


def room(public: Data, to: str, used: Used) -> int:
    """7.61 How many more blocks of a seat the road takes in this round."""
    place = public["battle"]["place"]
    most = board.limit(board.neighbours(place)[to], "retreat")
    return max(0, most - used.get(board.road(place, to), 0))


def refuse(public: Data, seat: str, block: str, to: str, used: Used) -> Refusal | None:
    """7.6, 7.61 Why a block may not retreat to a place now; None if it may."""
    refusal = refuse_place(public, seat, block, to)
    if refusal is not None or room(public, to, used) > 0:
        return refusal
    kind = board.neighbours(public["battle"]["place"])[to]
    most = board.limit(kind, "retreat")
    road = "the strait" if kind == "strait" else f"the {kind} road"
    blocks = several(most, "block")
    reason = f"{road} to {place_name(to)} takes {blocks} in a round of retreats"
    return Refusal(reason, "7.61", "send it another way, or later")


def ways(public: Data, seat: str, block: str, used: Used) -> list[str]:
    """7.6 Every place that a block may retreat to now, in the order of the map."""
    near = land_roads(public["battle"]["place"])
    return [to for to in near if refuse(public, seat, block, to, used) is None]


def used_by(public: Data, seat: str) -> Used:
    """7.61 A fresh copy of what a seat has used in this round."""
    return dict(public["battle"]["retreats"].get(seat, {}))


def use(public: Data, to: str, used: Used) -> Used:
    """7.61 What is used once one more block has gone."""
    road = board.road(public["battle"]["place"], to)
    return {**used, road: used.get(road, 0) + 1}
