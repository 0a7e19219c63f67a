"""8.1 Which fights there are, who takes part, and what is compulsory.

A fight: kind; attackers; at: the places attacked; stage: how far it has come; trapped: whether a
defender failed its test and had no way back; void: nobody is left.  Which unit counts and who goes
in afterwards, if that was ordered, stays sealed until it is done (`verbs.wished`)."""

from collections.abc import Sequence

from referee.engine.table import Table
from referee.engine.view import Data
from referee.kit.hexes import REAR
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    AR,
    BLOCKS,
    CO,
    GALLEYS,
    HI,
    MOLE,
    POINTS,
    SIDES,
    TYPE,
)
from rulesets.caesar_in_alexandria.land.facing import arc

#: Kinds of fights: by units in hexes at those in their zone, units on points with them (8.11); by
#: one from a point into its hexes; at a point or causeway space; in a block; between galleys; from
#: a galley at the causeway; from the causeway at a galley.
ZONE, HEXES, SPOT, BLOCK, BOARD, MARINES, DECK = KINDS = (
    *("zone", "hexes", "spot", "block", "board", "marines", "deck"),
)
#: H17 Out of a block who has cleared a point need not go in.
STAY = "stay"
#: Kinds that are land shock, which an exhausted side does not begin (11.3).
ON_LAND = (ZONE, HEXES, SPOT, BLOCK)


def never_attacks(unit: str) -> bool:
    """8.1 Archers and artillery."""
    return TYPE[unit] == AR or board.is_artillery(unit)


def attacked(public: Data) -> list[str]:
    """Places that are attacked in this phase."""
    return [place for fight in public["fights"] for place in fight["at"]]


def attacking(public: Data) -> list[str]:
    """Units that attack in this phase."""
    return [unit for fight in public["fights"] for unit in fight["attackers"]]


def targets_in_zone(public: Data, unit: str) -> list[str]:
    """8.11 Hexes with enemies in the zone of a unit."""
    enemy = board.other(SIDES[unit])
    return [to for to in position.zone(public, unit) if position.held_by(public, to, enemy)]


def in_the_open(public: Data, unit: str) -> bool:
    """6.3 Whether a unit is in a hex with a zone."""
    return board.in_the_open(position.at(public, unit))


def reached(public: Data, unit: str) -> list[str]:
    """8.11 Hexes with enemies that a unit attacks: in its zone, or linked with its point."""
    on_foot = position.at(public, unit) in (*POINTS, *MOLE)
    return linked_enemies(public, unit) if on_foot else targets_in_zone(public, unit)


def together(public: Data, units: Sequence[str]) -> list[str]:
    """8.11 Units in hexes with their stack mates that face the same way, the top one first."""
    found: dict[str, None] = {}
    for unit in units:
        one = public["units"][unit]
        for mate in position.mates(public, unit):
            alike = public["units"][mate]["face"] == one["face"]
            if mate == unit or (alike and mate in units) or (alike and _may(public, mate)):
                found[mate] = None
    return [*found]


def _may(public: Data, unit: str) -> bool:
    now = public["now"]
    fit = unit in now["active"] and unit not in now["barred"] and not never_attacks(unit)
    return fit and unit not in attacking(public)


def kind_of(public: Data, units: Sequence[str], at: Sequence[str]) -> str:
    """What kind of fight units begin against these places."""
    place = position.at(public, units[0])
    first = at[0] if at else ""
    if place in GALLEYS:
        return MARINES if first in MOLE else BOARD
    if first in GALLEYS:
        return DECK
    if place in BLOCKS:
        return SPOT if first in POINTS else BLOCK
    if first in POINTS or first in MOLE:
        return SPOT
    return HEXES if len(units) == 1 and not in_the_open(public, units[0]) else ZONE


def made(public: Data, kind: str, units: Sequence[str], at: Sequence[str]) -> Data:
    """A fight with all that take part."""
    attackers = list(units)
    places = list(at)
    if kind == ZONE:
        attackers = together(public, units)
        if not places:
            found = [to for unit in attackers for to in reached(public, unit)]
            free = [to for to in dict.fromkeys(found) if to not in attacked(public)]
            places = board.by_map(free)
    elif kind == HEXES and not places:
        places = [to for to in linked_enemies(public, units[0]) if to not in attacked(public)]
    elif kind == BLOCK:
        places = [position.at(public, units[0])]
        attackers = position.here(public, places[0], SIDES[units[0]])
    return {
        "kind": kind,
        "attackers": attackers,
        "at": places,
        "stage": 0,
        "trapped": False,
        "void": False,
    }


def declare(table: Table, fight: Data) -> None:
    """3.C A fight is chosen."""
    table.public["fights"].append(fight)
    told = {"seat": table.public["seat"], "attackers": fight["attackers"], "at": fight["at"]}
    table.tell("attack", {**told, "kind": fight["kind"]})


def linked_enemies(public: Data, unit: str) -> list[str]:
    """8.12, H48 Hexes beside a point or causeway space, not in the unit's rear, with enemies."""
    one = public["units"][unit]
    place, enemy = one["at"], board.other(SIDES[unit])
    links = position.country(public).links[place]
    kinds = (board.OPEN, board.GATE, board.DAM)
    return board.by_map(
        to
        for to, kind in links.items()
        if kind in kinds
        and board.is_hex(to)
        and to not in MOLE
        and position.held_by(public, to, enemy)
        and arc(place, one["face"], to) != REAR
    )


# -- compulsory ------------------------------------------------------------------------------------


def must_attack(public: Data, unit: str) -> bool:
    """8.2 A: moved or landed cohorts and heavy infantry in a hex."""
    now = public["now"]
    if TYPE[unit] not in (CO, HI) or unit in now["barred"] or unit not in public["units"]:
        return False
    return in_the_open(public, unit) and unit in (*now["moved"], *now["landed"])


def complete(table: Table) -> None:
    """8.11, H29 Enemies in zones that nobody attacks yet join the fights; what is compulsory is
    added (D11)."""
    public = table.public
    if public["exhausted"][public["seat"]]:
        return
    for fight in public["fights"]:
        if fight["kind"] == ZONE:
            found = [to for unit in fight["attackers"] for to in reached(public, unit)]
            more = [to for to in dict.fromkeys(found) if to not in attacked(public)]
            fight["at"] = board.by_map([*fight["at"], *more])
    for unit in public["now"]["active"]:
        if must_attack(public, unit) and unit not in attacking(public):
            fight = made(public, ZONE, [unit], [])
            if fight["at"]:
                declare(table, fight)


# -- who takes part --------------------------------------------------------------------------------


def defenders(public: Data, fight: Data) -> list[str]:
    """The units that are attacked: not one that was attacked elsewhere before (8.1)."""
    enemy, apart = board.other(public["seat"]), public["now"].get(verbs.APART, ())
    found = [unit for place in fight["at"] for unit in position.here(public, place, enemy)]
    return [unit for unit in found if unit not in apart]


def gone_from(table: Table, unit: str) -> None:
    """8.1 A unit has gone back from one fight, and is in no other, into whose place it may come."""
    if position.at(table.public, unit) in attacked(table.public):
        table.public["now"].setdefault(verbs.APART, []).append(unit)


def attackers(public: Data, fight: Data) -> list[str]:
    """The attackers that are left."""
    return [unit for unit in fight["attackers"] if unit in public["units"]]


def candidates(public: Data, fight: Data) -> list[str]:
    """8.11, 8.5, H30 Attackers that may count: not archers, not one below another that attacks
    from the same hex."""
    found: list[str] = []
    covered: list[tuple[str, str]] = []
    for unit in attackers(public, fight):
        one = public["units"][unit]
        below = (one["at"], one["face"]) in covered
        if fight["kind"] == ZONE:
            covered.append((one["at"], one["face"]))
        if not never_attacks(unit) and not (fight["kind"] == ZONE and below):
            found.append(unit)
    return found


def goes_in(public: Data, able: Sequence[str], attacker: str, wished: str) -> str:
    """8.53 Of those that can go in the one that counts, else the one with the best troop quality,
    of equals the one ordered; "" for nobody."""
    if attacker in able:
        return attacker
    best = max((position.quality(public, unit) for unit in able), default=0)
    equals = [unit for unit in able if position.quality(public, unit) == best]
    return wished if wished in equals else next(iter(equals), "")


def defending(public: Data, fight: Data) -> list[str]:
    """8.5, H52 Defenders that may count: any, but artillery only if there is nobody else."""
    found = defenders(public, fight)
    return [unit for unit in found if not board.is_artillery(unit)] or found
