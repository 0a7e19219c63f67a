"""The predicates of the rules, all decided from the public part alone.

A View's ``public`` has the same form, so requests and steps use the same predicates.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee.engine.request import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import SEATS, other

FRIENDLY = "friendly"
ENEMY = "enemy"
VACANT = "vacant"
CONTESTED = "contested"

#: Points that win at the end of a year (1.2).
POINTS_TO_WIN = 10


def count(public: Data, place: str, seat: str) -> int:
    """How many blocks of a seat are in a place; anyone can count them (4.21)."""
    return sum(public["places"].get(place, {}).get(seat, {}).values())


def status(public: Data, place: str, seat: str) -> str:
    """4.21, 4.4 Whether a place is friendly, enemy, Vacant or contested, for that seat."""
    there = public["places"].get(place)
    if not there:
        return VACANT
    if len(there) == len(SEATS):
        return CONTESTED
    return FRIENDLY if seat in there else ENEMY


#: the status of a place, as texts have it
HELD = {FRIENDLY: FRIENDLY, ENEMY: "held by the enemy", VACANT: "Vacant", CONTESTED: CONTESTED}


def shown(public: Data) -> Data:
    """7.1 The blocks that lie face up in the battle under way, if there is one."""
    found: Data = public["battle"]["blocks"] if public["battle"] else {}
    return found


def in_reserve(attack: Data, seat: str, origin: str | None) -> bool:
    """7.3 Whether a block from this origin is in Reserve: by another road, or a reinforcement."""
    if seat == attack["attacker"]:
        return bool(origin != attack["main"])
    return origin is not None


def waits(public: Data, seat: str, block: str, here: Data) -> bool:
    """7.3 Whether a block of a seat is still in Reserve; here: where and how it is."""
    attack = attack_on(public, here["at"])
    if attack is None or block in shown(public):
        return False
    return in_reserve(attack, seat, here["from"])


def contested(public: Data) -> list[str]:
    """2.3 Every place with blocks of both sides, in the order of the board."""
    found = [place for place, there in public["places"].items() if len(there) == len(SEATS)]
    return board.on_the_board(found)


def controls(public: Data, place: str) -> str | None:
    """4.21 The seat to which a place is friendly."""
    there = public["places"].get(place, {})
    return next(iter(there)) if len(there) == 1 else None


def points(public: Data, seat: str) -> int:
    """1.2 The value of the cities that a seat controls, plus one for each enemy leader killed."""
    cities = sum(value for place, value in board.VALUES.items() if controls(public, place) == seat)
    return cities + len(scored(public, seat))


def score(public: Data) -> dict[str, int]:
    """1.2 The points of both seats."""
    return {seat: points(public, seat) for seat in SEATS}


def scored(public: Data, seat: str) -> list[str]:
    """1.2, ruling 47 Killed leaders that are worth a point: all, or only those killed in battle."""
    return [leader for leader in public["trophies"][seat] if leader not in public["unscored"]]


def victory(public: Data, last: bool) -> tuple[str | None, str] | None:
    """1.2, ruling 53 Who wins at the end of a year, and how: with ten points; after the last year
    with more points, otherwise by holding Rome, otherwise nobody.  None if the game goes on."""
    caesar, pompey = score(public).values()
    leads = SEATS[0] if caesar > pompey else SEATS[1]
    first = next((seat for seat in SEATS if points(public, seat) >= POINTS_TO_WIN), None)
    if first or not last:
        return (first, "ten") if first else None
    if caesar != pompey:
        return leads, "points"
    holder = controls(public, "rome")
    return holder, "rome" if holder else "draw"


def attack_on(public: Data, place: str) -> Data | None:
    """6.12 The attack on a contested place: attacker, Main Attack, roads used."""
    found: Data | None = public["attacks"].get(place)
    return found


def attacked(public: Data, seat: str) -> list[str]:
    """6.12 The places of a seat that the enemy has attacked this turn."""
    return [place for place, attack in public["attacks"].items() if attack["defender"] == seat]


def entered(public: Data, place: str, seat: str) -> dict[str, int]:
    """6.12, 6.14 How many blocks of a seat came into a contested place, by origin."""
    attack = attack_on(public, place)
    found: dict[str, int] = attack["entries"].get(seat, {}) if attack else {}
    return found


def main_attack(public: Data, place: str, attack: Data) -> int:
    """7.3 The size of the Main Attack: the blocks that came by its road."""
    came: dict[str, int] = attack["entries"].get(attack["attacker"], {})
    # Without a road (a block that changed sides there): the attackers that came by none.
    if attack["main"] is None:
        return count(public, place, attack["attacker"]) - sum(came.values())
    return came[attack["main"]]


def defends(public: Data, place: str, seat: str) -> bool:
    """6.12 Whether a seat defends a place that is under attack."""
    attack = attack_on(public, place)
    return attack is not None and attack["defender"] == seat


def defenders(public: Data, place: str, seat: str) -> int:
    """6.14 How many of its blocks were there before any reaction, and still are."""
    return count(public, place, seat) - sum(entered(public, place, seat).values())


def pins(public: Data, place: str, seat: str) -> int:
    """6.13, ruling 15 How many blocks of a seat the attacker pins in a place.

    Only the Main Attack pins blocks, and only blocks of a defender who moves second."""
    if not defends(public, place, seat) or public["first"] == seat:
        return 0
    force = main_attack(public, place, public["attacks"][place])
    return min(force, defenders(public, place, seat))


def free_blocks(public: Data, place: str, seat: str) -> int:
    """6.13 How many blocks of a seat can leave a place: all that are not pinned."""
    if status(public, place, seat) != CONTESTED:
        return count(public, place, seat)
    there = defenders(public, place, seat) if defends(public, place, seat) else 0
    return there - pins(public, place, seat)


def barred(public: Data, place: str, seat: str) -> Mapping[str, int]:
    """6.13, rulings 16 and 59 The ways by which free blocks cannot leave: the attackers came by
    them."""
    return entered(public, place, other(seat)) if defends(public, place, seat) else {}


def leader_needed(public: Data, block: str) -> bool:
    """3.21, 7.51 Whether the third leader still has to wait for the death of one of the others."""
    needs = board.BLOCKS[block].needs
    return bool(needs) and not any(
        leader in killed for killed in public["trophies"].values() for leader in needs
    )


@cache
def levy_places(block: str) -> list[str]:
    """6.4 The cities where a block can be raised, whoever holds them, in the board's order."""
    match board.BLOCKS[block].levy:
        case "none":
            return []
        case "any":
            return list(board.CITIES)
        case "major-port":
            return [city for city in board.CITIES if board.PLACES[city].major]
        case city:
            return [city]


def may_raise_at(public: Data, place: str, seat: str) -> bool:
    """6.4, ruling 21 Whether blocks and steps can be raised in a place: friendly cities only."""
    return not board.PLACES[place].is_sea and status(public, place, seat) == FRIENDLY
