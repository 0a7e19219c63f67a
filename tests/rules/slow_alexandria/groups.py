"""Who may attack whom together (8.1, 8.11 to 8.14, 8.6), what is added (8.2 A, H29), from rest or
not, from the text of the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.rules.slow_alexandria import fights
from tests.rules.slow_alexandria.ground import CAUSEWAY, SIGN, UNITS, zone
from tests.rules.slow_alexandria.melee import GUNS, foes, must, open_ground, there
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS
from tests.rules.slow_alexandria.steps import next_to

Data = dict[str, Any]


@dataclass
class Fight:
    """attackers, the places attacked, and the units that were there when it was chosen."""

    attackers: list[str]
    places: list[str]
    targets: list[str] = field(default_factory=list)
    trapped: bool = False


def in_hexes(public: Data, fight: Fight) -> bool:
    """Whether it is one by the zones of hexes (8.11, 8.12)."""
    ashore = all(public["units"][unit]["at"] not in public["galleys"] for unit in fight.attackers)
    return ashore and all(open_ground(place) for place in fight.places)


def passive(unit: str) -> bool:
    """8.1 Who begins no attack."""
    return UNITS[unit]["type"] in ("ar", *GUNS)


def reach(public: Data, unit: str, closed: set[str]) -> set[str]:
    """8.11, 8.12 The hexes that a unit attacks: all in its zone, or linked with its point."""
    one = public["units"][unit]
    if one["at"] in POINTS or one["at"] in CAUSEWAY:
        near = {to for to in next_to(one["at"]) if to in SIGN and to not in CAUSEWAY} - closed
    else:
        near = zone(unit, one["at"], one["face"], closed)
    return {to for to in near if fights.enemies(public, unit, to)}


def _fit(public: Data, unit: str, so_far: Sequence[Fight]) -> bool:
    now = public["now"]
    free = all(unit not in fight.attackers for fight in so_far)
    return free and unit in now["active"] and unit not in now["barred"] and not passive(unit)


def _taken(so_far: Sequence[Fight]) -> set[str]:
    return {place for fight in so_far for place in fight.places}


def allowed(
    public: Data, so_far: Sequence[Fight], units: Sequence[str], at: Sequence[str], closed: set[str]
) -> bool:
    """Whether units may attack these places, or without any all that they can, after others."""
    starts = {public["units"][unit]["at"] for unit in units}
    if not all(_fit(public, unit, so_far) for unit in units) or _taken(so_far) & {*at}:
        return False
    if starts & {*public["galleys"]} or {*at} & {*public["galleys"]}:
        return _at_sea(public, units, at, closed)
    if public["exhausted"][public["seat"]]:
        return False
    if {*at} & {*POINTS, *CAUSEWAY}:
        one = len(units) == len(at) == 1 and _spot(public, units[0], at[0], closed)
        return one and not _bound(public, so_far, units[0], closed)
    if starts & {*BLOCKS}:
        (start, *more) = starts
        return not more and {*at} <= {start} and fights.enemies(public, units[0], start)
    return _in_zones(public, _taken(so_far), units, at, closed)


def _at_sea(public: Data, units: Sequence[str], at: Sequence[str], closed: set[str]) -> bool:
    """8.62, 8.63, 8.67 Boarding by the fleet alone; at the causeway from either side."""
    if len(at) != 1 or not all(at[0] in fights.targets(public, unit, closed) for unit in units):
        return False
    if public["units"][units[0]]["at"] in CAUSEWAY:
        return len(units) == 1
    aboard = all(public["units"][unit]["at"] in public["galleys"] for unit in units)
    return (aboard and at[0] in CAUSEWAY) or (
        at[0] in public["galleys"] and public["now"]["activation"] == "fleet"
    )


def _spot(public: Data, unit: str, to: str, closed: set[str]) -> bool:
    """8.13 Out of a block only if it began there."""
    at = public["units"][unit]["at"]
    began = at not in BLOCKS or public["now"]["began"].get(unit) == at
    return began and to in fights.targets(public, unit, closed)


def _bound(public: Data, so_far: Sequence[Fight], unit: str, closed: set[str]) -> bool:
    """8.1, 8.2 A Whether it must use its one attack in hexes."""
    here = open_ground(public["units"][unit]["at"])
    return here and must(public, unit) and bool(reach(public, unit, closed) - _taken(so_far))


def _in_zones(
    public: Data, taken: set[str], units: Sequence[str], at: Sequence[str], closed: set[str]
) -> bool:
    """8.11, 8.12 Each has one of them, each of them has one; one alone off the hexes names all."""
    every = [reach(public, unit, closed) - taken for unit in units]
    named = {*at} or set().union(*every)
    alone = len(units) == 1 and not open_ground(public["units"][units[0]]["at"])
    if not all(one & named for one in every) or named - set().union(*every):
        return False
    return not alone or named == every[0]


def chosen(
    public: Data, so_far: Sequence[Fight], units: Sequence[str], at: Sequence[str], closed: set[str]
) -> Fight:
    """The fight that an order means: with those who must go along."""
    start = public["units"][units[0]]["at"]
    attackers, places = list(units), list(at)
    if start in BLOCKS and not {*at} & {*POINTS}:
        attackers, places = there(public, start, units[0][0]), [start]
    elif not at or all(open_ground(place) for place in at):
        for unit in units:
            attackers += [one for one in _mates(public, unit, so_far) if one not in attackers]
        reached = set().union(*(reach(public, unit, closed) for unit in attackers))
        places = places or sorted(reached - _taken(so_far))
    return Fight(attackers, places)


def _mates(public: Data, unit: str, so_far: Sequence[Fight]) -> list[str]:
    """8.11 Those stacked with a unit in a hex that face the same way."""
    at, face = public["units"][unit]["at"], public["units"][unit]["face"]
    same = [one for one in there(public, at, unit[0]) if public["units"][one]["face"] == face]
    return [one for one in same if open_ground(at) and _fit(public, one, so_far)]


def completed(public: Data, so_far: list[Fight], closed: set[str]) -> list[Fight]:
    """8.11, 8.2 A, H29 All fights: who is left in zones joins, what is compulsory comes."""
    found = list(so_far)
    if not public["exhausted"][public["seat"]]:
        for fight in found:
            if in_hexes(public, fight):
                near = set().union(*(reach(public, unit, closed) for unit in fight.attackers))
                fight.places += sorted(near - _taken(found))
        for unit in public["now"]["active"]:
            at = public["units"][unit]["at"]
            left = reach(public, unit, closed) - _taken(found) if open_ground(at) else set()
            if left and must(public, unit) and _fit(public, unit, found):
                found.append(chosen(public, found, [unit], [], closed))
    for fight in found:
        fight.targets = foes(public, fight.attackers, fight.places)
    return found
