"""Predicates of the rules, each decided from the public part alone.

A View's ``public`` has the same form, so requests and steps ask the same questions.
"""

from __future__ import annotations

from referee.engine.request import Data
from rulesets.julius_caesar import board
from rulesets.julius_caesar.board import SEATS, other

FRIENDLY = "friendly"
ENEMY = "enemy"
NEUTRAL = "neutral"
CONTESTED = "contested"

#: Points that win at the end of a year (1.2).
POINTS_TO_WIN = 10


def count(public: Data, place: str, seat: str) -> int:
    """How many blocks of a seat stand in a place; anybody can count them (4.21)."""
    return sum(public["places"].get(place, {}).get(seat, {}).values())


def status(public: Data, place: str, seat: str) -> str:
    """4.21, 4.4 Whether a place is friendly, enemy, neutral or contested, as that seat sees it."""
    there = public["places"].get(place)
    if not there:
        return NEUTRAL
    if len(there) == len(SEATS):
        return CONTESTED
    return FRIENDLY if seat in there else ENEMY


def in_reserve(attack: Data, seat: str, origin: str | None) -> bool:
    """7.3 Whether a block from an origin is reserve: not of the main road, or a reinforcement."""
    if seat == attack["attacker"]:
        return bool(origin != attack["main"])
    return origin is not None


def contested(public: Data) -> list[str]:
    """2.3 Every place where blocks of both sides stand, in the order of the board."""
    found = [place for place, there in public["places"].items() if len(there) == len(SEATS)]
    return board.on_the_board(found)


def controls(public: Data, place: str) -> str | None:
    """4.21 The seat for which a place is friendly."""
    there = public["places"].get(place, {})
    return next(iter(there)) if len(there) == 1 else None


def city_points(public: Data, seat: str) -> int:
    """1.2 Value of the cities that a seat controls."""
    places = public["places"]
    return sum(
        value
        for place, value in board.values()
        if (there := places.get(place)) and len(there) == 1 and seat in there
    )


def points(public: Data, seat: str) -> int:
    """1.2 Value of the cities that a seat controls, and one for each enemy leader killed."""
    return city_points(public, seat) + len(scored(public, seat))


def scored(public: Data, seat: str) -> list[str]:
    """1.2, ruling 47 Leaders killed that are worth a point: all, or those killed in battle."""
    return [leader for leader in public["trophies"][seat] if leader not in public["unscored"]]


def winner_at_year_end(public: Data) -> str | None:
    """1.2, ruling 53 Who has the points to win when a year ends."""
    return next((seat for seat in SEATS if points(public, seat) >= POINTS_TO_WIN), None)


def winner_at_the_end(public: Data) -> tuple[str | None, str]:
    """1.2 Who wins after the last year, and by what: points, Rome, or nobody."""
    caesar, pompey = (points(public, seat) for seat in SEATS)
    if caesar != pompey:
        return (SEATS[0] if caesar > pompey else SEATS[1]), "points"
    holder = controls(public, "rome")
    return holder, "rome" if holder else "draw"


def attack_on(public: Data, place: str) -> Data | None:
    """6.12 The attack on a contested place: who attacks, main force, roads used."""
    found: Data | None = public["attacks"].get(place)
    return found


def entered(public: Data, place: str, seat: str) -> dict[str, int]:
    """6.12, 6.14 How many blocks of a seat came into a contested place, by where from."""
    attack = attack_on(public, place)
    found: dict[str, int] = attack["entries"].get(seat, {}) if attack else {}
    return found


def main_force(public: Data, place: str) -> int:
    """7.3 Size of the attacker's main force: the blocks of one road."""
    attack = attack_on(public, place)
    if attack is None:
        return 0
    came = entered(public, place, attack["attacker"])
    # Without a road (a block that changed sides there) the attackers that did not come by one.
    if attack["main"] is None:
        return count(public, place, attack["attacker"]) - sum(came.values())
    return came[attack["main"]]


def pins(public: Data, place: str, seat: str) -> int:
    """6.13, ruling 15 How many blocks of a seat are held in a place by the attacker.

    Only the main force holds blocks, and only those of the defender who moves second."""
    attack = attack_on(public, place)
    if attack is None or attack["defender"] != seat or public["first"] == seat:
        return 0
    return min(main_force(public, place), defenders(public, place))


def defenders(public: Data, place: str) -> int:
    """6.14 How many blocks stood in an attacked place before any reaction and still do."""
    attack = public["attacks"][place]
    seat = attack["defender"]
    return count(public, place, seat) - sum(entered(public, place, seat).values())


def free_blocks(public: Data, place: str, seat: str) -> int:
    """6.13 How many blocks of a seat can leave a place: all that are not pinned."""
    if status(public, place, seat) != CONTESTED:
        return count(public, place, seat)
    attack = attack_on(public, place)
    if attack is None or attack["defender"] != seat:
        return 0
    return defenders(public, place) - pins(public, place, seat)


def barred(public: Data, place: str, to: str, seat: str) -> bool:
    """6.13, rulings 16 and 59 Whether free blocks may not leave that way: attackers used it."""
    attack = attack_on(public, place)
    return (
        attack is not None
        and attack["defender"] == seat
        and (to in entered(public, place, other(seat)))
    )


def leader_needed(public: Data, block: str) -> bool:
    """3.21, 7.51 Whether a third leader still waits for the death of one of the first two."""
    needs = board.blocks()[block].needs
    if not needs:
        return False
    killed = [leader for seat in SEATS for leader in public["trophies"][seat]]
    return not any(leader in killed for leader in needs)


def levy_places(block: str) -> list[str]:
    """6.4 The cities where a block could be raised, friendly or not, in the board's order."""
    levy = board.blocks()[block].levy
    cities = [place for place in board.places().values() if not place.is_sea]
    if levy == "none":
        return []
    if levy == "any":
        return [city.id for city in cities]
    if levy == "major-port":
        return [city.id for city in cities if city.major]
    return [levy]


def may_raise_at(public: Data, place: str, seat: str) -> bool:
    """6.4, ruling 21 Whether new blocks and steps can come in a place: friendly cities only."""
    return not board.places()[place].is_sea and status(public, place, seat) == FRIENDLY
