"""Points, losses, who holds what, and how a game ends (4.34, 11, 12), kept as it goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.rules.slow_alexandria.ground import MAP, SHIPS, UNITS
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS

Data = dict[str, Any]
#: Who wins (None for a draw), and how.
Result = tuple[str | None, str]

ROMAN, EGYPTIAN = SEATS = ("roman", "egyptian")
SOUTH, NORTH = "2124", "3119"
PALACE = (MAP["palace"], *BLOCKS[MAP["palace"]])
ISLAND = {*(one for one in POINTS if one.startswith("ph")), NORTH}
#: 11.3 The levels, and what units count for; others their troop quality.
LEVELS = {ROMAN: 55, EGYPTIAN: 50}
COUNT = {"li": 2, "ar": 1, "sc": 1, "ba": 1}
#: 12.2 What each side needs, and what a slip is worth.
NEEDS = {ROMAN: 35, EGYPTIAN: 28}
SLIP = 5
#: 12.1, 12.3, H22 Player turns of both sides together.
TURNS = {"heptastadium": 25, "pharos": 20}
#: 4.52 Tries to seize a turn; other scenarios have none.
TRIES = {"heptastadium": {ROMAN: 2, EGYPTIAN: 2}, "battle": {ROMAN: 6, EGYPTIAN: 5}}


def foe(seat: str) -> str:
    """The other side."""
    return EGYPTIAN if seat == ROMAN else ROMAN


def side(piece: str) -> str:
    """Whose counter a unit or a galley was at first."""
    return ROMAN if piece[0] == "r" else EGYPTIAN


class Ledger:
    """What has happened in a game so far.

    first_ends: the option of 11.4; fates: the worst fate of each galley (H23)."""

    def __init__(self, scenario: str, first_ends: bool = False) -> None:
        self.scenario, self.first_ends = scenario, first_ends
        self.held = {SOUTH: EGYPTIAN, NORTH: EGYPTIAN, "palace": ROMAN}
        self.lost: list[str] = []
        self.fates: dict[str, int] = {}
        self.slips = 0
        self.tired = dict.fromkeys(SEATS, False)

    # -- what happens --------------------------------------------------------------------------

    def eliminated(self, units: Iterable[str]) -> None:
        """11.3 Units are gone."""
        self.lost += units

    def worse(self, galleys: Iterable[str], captured: bool = False) -> None:
        """12.2, H66 Galleys are rammed, aground, sunk, off the map; or captured."""
        for key in galleys:
            worth = SHIPS[key]["defence"] + captured
            self.fates[key] = max(self.fates.get(key, 0), worth)

    def burned(self, seat: str) -> None:
        """12.2 A slip is on fire, by fire of a side."""
        self.slips += seat == ROMAN

    def stepped(self, unit: str, path: Iterable[str]) -> None:
        """11.4 A unit goes through redoubts."""
        self.held |= {place: side(unit) for place in path if place in (SOUTH, NORTH)}

    def seen(self, public: Data) -> None:
        """11.4, H21 Who has units where, after anything that moves some."""
        stacks = public["stacks"]
        for redoubt in (SOUTH, NORTH):
            for unit in stacks.get(redoubt, ()):
                self.held[redoubt] = side(unit)
        inside = {side(unit) for place in PALACE for unit in stacks.get(place, ())}
        if len(inside) == 1:
            (self.held["palace"],) = inside

    # -- what comes of it ----------------------------------------------------------------------

    def points(self, seat: str) -> int:
        """12.2."""
        won = sum(worth for key, worth in self.fates.items() if side(key) != seat)
        return won + (SLIP * self.slips if seat == ROMAN else 0)

    def losses(self, seat: str) -> int:
        """11.3."""
        mine = [unit for unit in self.lost if side(unit) == seat]
        return sum(COUNT.get(UNITS[unit]["type"], UNITS[unit]["tq"]) for unit in mine)

    def turn_ends(self, turn: int, public: Data, seat: str, activation: str) -> Result | None:
        """3.E, 3.F What the end of a player turn brings: nothing of it in a commander's (H1)."""
        over = None
        if activation != "commander":
            exhausted = self._exhaustion(seat, public) if self.scenario == "battle" else None
            over = self._phase_f(public, seat) or exhausted
        return over or self._last_turn(turn, public)

    def _exhaustion(self, seat: str, public: Data) -> Result | None:
        """11.3, H75 The side whose phase E it is finds whether it is at its level; H79 with the
        option both are looked at, and control first."""
        self.tired[seat] = self.losses(seat) >= LEVELS[seat]
        if self.first_ends:
            at = [one for one in SEATS if self.losses(one) >= LEVELS[one]]
            if not at:
                return None
            return (None if len(at) == 2 else foe(at[0])), "first-exhausted"
        return (None, "both-exhausted") if all(self.tired.values()) else None

    def _phase_f(self, public: Data, seat: str) -> Result | None:
        if self.scenario == "battle":
            return self._goals(public)
        if self.scenario == "naval":
            return self._at_sea(public, seat)
        if self.scenario == "pharos":
            return self._wiped_out(public)
        return None

    def _goals(self, public: Data) -> Result | None:
        """11.4 Both redoubts and the Palace."""
        inside = {side(unit) for place in PALACE for unit in public["stacks"].get(place, ())}
        for seat in SEATS:
            palace = self.held["palace"] == seat and foe(seat) not in inside
            if palace and self.held[SOUTH] == seat and self.held[NORTH] == seat:
                return seat, "goals"
        return None

    def _at_sea(self, public: Data, seat: str) -> Result | None:
        """H73 A side without a galley has lost; 12.2 points count after each Egyptian turn."""
        afloat = {ship["side"] for ship in public["galleys"].values()}
        if len(afloat) < 2:
            return next(iter(afloat), None), "no-galley"
        if seat == EGYPTIAN:
            enough = [one for one in SEATS if self.points(one) >= NEEDS[one]]
            if len(enough) == 2:
                mine, theirs = (self.points(one) for one in SEATS)
                best = None if mine == theirs else ROMAN if mine > theirs else EGYPTIAN
                return best, "points"
            if enough:
                return enough[0], "points"
        return None

    def _wiped_out(self, public: Data) -> Result | None:
        """12.3 A side without a combat unit."""
        left = {side(unit) for unit in public["units"]}
        return (next(iter(left)), "wiped-out") if len(left) == 1 else None

    def _last_turn(self, turn: int, public: Data) -> Result | None:
        if self.scenario not in TURNS or turn < TURNS[self.scenario]:
            return None
        if self.scenario == "heptastadium":
            held = self.held[SOUTH] == self.held[NORTH] == ROMAN
            return (ROMAN if held else EGYPTIAN), "redoubts"
        egyptians = [one["at"] for unit, one in public["units"].items() if side(unit) == EGYPTIAN]
        return (EGYPTIAN if ISLAND & {*egyptians} else ROMAN), "town"


class Chances:
    """4.5 Who may try to take the turn of the other side.

    left: tries; barred: who tried on his last chance; ended: who has ended a player turn."""

    def __init__(self, scenario: str) -> None:
        self.left = {**TRIES.get(scenario, dict.fromkeys(SEATS, 0))}
        self.ended: set[str] = set()
        self.barred = dict.fromkeys(SEATS, False)

    def turn_ends(self, seat: str, commander: bool) -> bool:
        """4.51 to 4.53 Whether a side that has just played may try; commander: his is alive."""
        self.ended.add(seat)
        free = not self.barred[seat]
        self.barred[seat] = False
        return free and commander and self.left[seat] > 0 and len(self.ended) == 2

    def tried(self, seat: str) -> None:
        """4.52 A try is gone, and so is the next chance."""
        self.left[seat] -= 1
        self.barred[seat] = True


def commanded(unit: str, data: Data) -> bool:
    """4.21, 4.22 Whether a subordinate may command a unit: a legate cohorts of his legion,
    artillery and Gauls, an Egyptian any."""
    if side(unit) != data["side"]:
        return False
    if data["side"] == EGYPTIAN:
        return True
    kind, legion = UNITS[unit]["type"], UNITS[unit].get("legion")
    return kind in ("sc", "ba", "mi") or (kind == "co" and legion == data["legion"])


def auxiliary(unit: str) -> bool:
    """4.24 Whether a unit is one of its side's auxiliaries."""
    kinds = ("ar", "sc", "ba", "mi", "li") if side(unit) == ROMAN else ("ar", "sc", "ba")
    return UNITS[unit]["type"] in kinds
