"""Who may attack where from rest, one unit at one place (8.1), from the lists of the map."""

from __future__ import annotations

from typing import Any

from tests.rules.slow_alexandria.ground import (
    BACK,
    CAUSEWAY,
    MAP,
    SIGN,
    UNITS,
    angle,
    arc,
    around,
    zone,
)
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS, street_way
from tests.rules.slow_alexandria.steps import next_to
from tests.rules.slow_alexandria.water import causeway_beside

Data = dict[str, Any]

_LINKED = {
    (point, one)
    for kind in ("open", "gate")
    for point, hexes in MAP["links"][kind].items()
    for one in hexes
}


def enemies(public: Data, unit: str, place: str) -> bool:
    """Whether enemy units are in a place."""
    return any(one["at"] == place and name[0] != unit[0] for name, one in public["units"].items())


def targets(public: Data, unit: str, closed: set[str]) -> set[str]:
    """The places that a unit may attack alone without having moved; closed: spaces that are not in
    play."""
    one = public["units"][unit]
    at, face = one["at"], one["face"]
    if UNITS[unit]["type"] in ("ar", "sc", "ba"):
        return set()
    if at in public["galleys"]:
        return _aboard(public, unit, at)
    found = {to for to in next_to(at) if enemies(public, unit, to)} - closed
    if at in BLOCKS:
        return {at} if enemies(public, unit, at) else found
    if at in POINTS:
        return _from_point(at, face, found)
    if at in CAUSEWAY:
        decks = {
            key
            for key, ship in public["galleys"].items()
            if ship["side"][0] != unit[0]
            and "causeway" in ship["grappled"]
            and at in causeway_beside(ship["at"])
        }
        spots = {to for to in found if to in CAUSEWAY}
        return spots | decks | _all_or_none({to for to in found if to not in CAUSEWAY})
    hexes = {to for to in zone(unit, at, face, closed) if enemies(public, unit, to)}
    # the lighthouse has no facing: everything lies in front of it
    seen = {to for to in found if not face or arc(face, angle(at, POINTS.get(to, to))) == "front"}
    return hexes | {to for to in seen if to in POINTS or to in CAUSEWAY}


def _all_or_none(hexes: set[str]) -> set[str]:
    """8.11, 8.12 From there all of them are attacked together: one can be named if it is alone."""
    return hexes if len(hexes) == 1 else set()


def _from_point(at: str, face: str, found: set[str]) -> set[str]:
    """H48 All but those in the rear."""
    spots = {
        to
        for to in found
        if to in POINTS and (not face or face == "hexes" or street_way(at, to) != BACK[face])
    }
    return spots | _all_or_none({to for to in found if (at, to) in _LINKED and to in SIGN})


def _aboard(public: Data, unit: str, galley: str) -> set[str]:
    """8.6 Enemy galleys grappled to its own; causeway spaces with enemies beside it."""
    ship = public["galleys"][galley]
    decks = {
        other
        for other in ship["grappled"]
        if other != "causeway" and public["galleys"][other]["side"][0] != unit[0]
    }
    near = causeway_beside(ship["at"]) if "causeway" in ship["grappled"] else set()
    return decks | {to for to in near if enemies(public, unit, to)}


def touches(public: Data, unit: str) -> set[str]:
    """Places that one could think of: all with enemies beside a unit, and its own."""
    at = public["units"][unit]["at"]
    if at in public["galleys"]:
        here = public["galleys"][at]["at"]
        ships = {k for k, ship in public["galleys"].items() if ship["at"] in around(here)}
        return ships | set(around(here)) & set(CAUSEWAY)
    near = next_to(at) | ({*around(at)} if at in SIGN else set())
    decks = {
        key for key, ship in public["galleys"].items() if at in SIGN and ship["at"] in around(at)
    }
    return near | {at} | decks
