"""8.5 The result of a fight: who counts, what is added to the die, hits, retreat, advance."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.choosing import OneOf
from referee.engine.request import Data, View
from referee.engine.table import Table
from referee.engine.words import Many, Name, Word
from referee.kit.graphs import border
from referee.kit.hexes import FRONT
from rulesets.caesar_in_alexandria import board, position, verbs
from rulesets.caesar_in_alexandria.board import (
    AR,
    ARTILLERY,
    CORNERS,
    GALLEYS,
    GRID,
    LC,
    LI,
    LIGHTHOUSE,
    MOLE,
    NAMES,
    POINTS,
    PORT,
    SIDES,
    TABLES,
    TYPE,
    VETERANS,
)
from rulesets.caesar_in_alexandria.land import leaders, steps
from rulesets.caesar_in_alexandria.land.facing import arrival, side_of
from rulesets.caesar_in_alexandria.land.stacking import enemies, may_stay
from rulesets.caesar_in_alexandria.sea import boarding, ships
from rulesets.caesar_in_alexandria.shock import fights
from rulesets.caesar_in_alexandria.shock.fights import (
    BLOCK,
    BOARD,
    DECK,
    MARINES,
    SPOT,
    attackers,
    defenders,
)
from rulesets.caesar_in_alexandria.shock.retreat import back_after

#: 8.74 The rows of the table of results.
LEAST, MOST = -1, 10


def shock_class(unit: str) -> str:
    """8.71 The row or column of the matrix: archers are skirmishers, artillery light infantry."""
    sort = TYPE[unit]
    return "sk" if sort == AR else LI if sort in ARTILLERY else sort


class Reference(OneOf):
    """8.5 Which defending unit counts for matrix, class and position.

    Args: at: a place that is attacked; fight: its number."""

    kind, rule, question = "reference", "8.5", "which of your units counts in the fight at {at}"
    takes, example = Name("own unit"), "reference: R-XXXVII-1"
    selectors: ClassVar[Mapping[str, Word]] = {
        "at": Many(Name("place", ("hex", "point", "block", "galley")))
    }
    names = NAMES

    def options(self, view: View) -> Sequence[str]:
        """The units that may count."""
        return fights.defending(view.public, view.public["fights"][self.args["fight"]])

    def favour(self, view: View, word: str) -> str:
        """D13 The best figure of the matrix for the defender, then most hits that it can stand."""
        fight = view.public["fights"][self.args["fight"]]
        able = self.options(view)
        return min(able, key=lambda unit: _worth(view.public, fight, unit))


def _worth(public: Data, fight: Data, unit: str) -> tuple[int, int]:
    """D13 How good a defender is against the best attacker, lowest first."""
    able = fights.candidates(public, fight)
    figures = [TABLES["matrix"][shock_class(unit)][shock_class(one)] for one in able]
    return max(figures, default=0), -position.bears(public, unit)


def best_attacker(public: Data, fight: Data, defender: str) -> str:
    """D13 The best figure of the matrix, then most hits that it can stand, lowest id."""
    row = TABLES["matrix"][shock_class(defender)]

    def worth(unit: str) -> tuple[int, int]:
        return row[shock_class(unit)], position.bears(public, unit)

    return max(board.in_order(fights.candidates(public, fight)), key=worth)


def row_of(number: int) -> int:
    """8.74 The row of the table for a die with all that is added."""
    return max(LEAST, min(MOST, number))


# -- modifiers -------------------------------------------------------------------------------------


def superior(public: Data, fight: Data, unit: str) -> bool:
    """8.51, H53 Whether the unit that counts is on flank or rear of all defenders."""
    if fight["kind"] in (BLOCK, BOARD, MARINES, DECK) or fight["at"][0] in MOLE:
        return False
    start = position.at(public, unit)
    if start in board.BLOCKS or start in MOLE:
        return False
    enemies = defenders(public, fight)
    combat = [enemy for enemy in enemies if not board.is_artillery(enemy)]
    return bool(combat) and all(side_of(public, enemy, start) != FRONT for enemy in combat)


def modifiers(public: Data, fight: Data, attacker: str, defender: str) -> dict[str, int]:
    """8.51 All that is added to the die, by name."""
    table = TABLES["shock"]
    ours, theirs = attackers(public, fight), defenders(public, fight)
    above = superior(public, fight, attacker)
    found = {
        "position": table["superior"] if above else 0,
        "matrix": _figure(attacker, defender, above),
        "class": _class(attacker, defender),
        "numbers": 0 if fight["kind"] in (SPOT, MARINES) else _units(ours) - _units(theirs),
        "charisma": _charisma(public, ours) - _charisma(public, theirs),
        "canal": table["canal"] if _over_canal(public, fight, attacker) else 0,
        "lighthouse": table["lighthouse"] if LIGHTHOUSE in fight["at"] else 0,
        "reduced attacker": _reduced(public, ours) * table["attacker-reduced"],
        "reduced defender": _reduced(public, theirs) * table["defender-reduced"],
        "no way back": fight["trapped"] * table["no-way-back"],
        "landed": any(u in public["now"]["landed"] for u in ours) * table["landed"],
    }
    return {name: number for name, number in found.items() if number}


def _figure(attacker: str, defender: str, above: bool) -> int:
    one, two = shock_class(attacker), shock_class(defender)
    riding = one == LC and above
    figure: int = TABLES["mounted"][two] if riding else TABLES["matrix"][two][one]
    return figure


def _class(attacker: str, defender: str) -> int:
    """8.72 Veterans."""
    table = TABLES["veteran"]
    one: int = table["attack"] if attacker in VETERANS else 0
    two: int = table["defence"] if defender in VETERANS else 0
    return one + two


def _units(units: Sequence[str]) -> int:
    """8.51 Combat units; artillery is not counted."""
    return sum(not board.is_artillery(unit) for unit in units)


def _charisma(public: Data, units: Sequence[str]) -> int:
    """4.1 Of leaders with the units, or if heroic beside them on land; who is in a block has the
    points round it beside him."""
    if not units:
        return 0
    places = [position.at(public, unit) for unit in units]
    links = position.country(public).links
    beside = [to for place in places for to, kind in links.get(place, {}).items() if kind != PORT]
    return position.charisma(public, SIDES[units[0]], places, beside)


def _reduced(public: Data, units: Sequence[str]) -> bool:
    return any(public["units"][unit]["reduced"] for unit in units)


def _over_canal(public: Data, fight: Data, attacker: str) -> bool:
    """8.73 Whether the unit that counts attacks across the canal."""
    start = position.at(public, attacker)
    return any(border(start, to) in board.CANALS for to in fight["at"])


# -- the fight -------------------------------------------------------------------------------------


async def shock(table: Table, number: int) -> None:
    """8.5 to 8.53 A fight is resolved."""
    public = table.public
    fight = public["fights"][number]
    ours, theirs = attackers(public, fight), defenders(public, fight)
    if boarding.undefended(public, fight) and fights.candidates(public, fight):
        chosen = verbs.wished(table, number, "reference") or verbs.wished(table, number, "advance")
        boarding.settle(table, number, chosen, captured=True)
        return
    if not ours or not theirs or not fights.candidates(public, fight):
        table.tell("no fight", {"at": fight["at"], "attackers": ours})
        return
    defender = await _defender(table, number)
    wanted = verbs.wished(table, number, "reference")
    able = fights.candidates(public, fight)
    attacker = wanted if wanted in able else best_attacker(public, fight, defender)
    added = modifiers(public, fight, attacker, defender)
    (die,) = table.roll("shock", 1, 10, hoped=[8])
    row = row_of(die % 10 + sum(added.values()))
    result = TABLES["results"][row - LEAST]
    table.tell(
        "shock",
        {
            "attacker": attacker,
            "defender": defender,
            "at": fight["at"],
            "added": added,
            "dice": [die],
            "row": row,
            "hits": [result["attacker"], result["defender"]],
            "retreat": result["retreat"],
        },
    )
    lost = shares(ours, attacker, result["attacker"])
    lost |= shares(theirs, defender, result["defender"])
    places = [(position.at(public, unit), SIDES[unit]) for unit in lost if lost[unit]]
    for unit, hits in lost.items():
        verbs.hit(table, unit, hits, "shock")
    await _step_back(table, places)
    if result["retreat"]:
        await give_way(table, fight)
    await advance(table, number, attacker)
    boarding.settle(table, number, attacker, result["retreat"])


async def _defender(table: Table, number: int) -> str:
    """8.5, D13 The unit that its owner names first."""
    fight = table.public["fights"][number]
    seat = board.other(table.public["seat"])
    request = Reference(seat, at=fight["at"][0], fight=number)
    answer = await table.ask(request)
    return request.chosen(table.view(seat), answer)


def shares(units: Sequence[str], chosen: str, hits: int) -> dict[str, int]:
    """8.52, H54 Hits even among the units, the whole rest to the one that counts."""
    even, rest = divmod(hits, len(units))
    return {unit: even + (rest if unit == chosen else 0) for unit in units}


async def _step_back(table: Table, places: Sequence[tuple[str, str]]) -> None:
    """4.32 Leaders whose stack has lost hits may step back, or are alone; 4.43 not one who has come
    along with a unit."""
    struck = dict.fromkeys(places)
    for leader in position.leaders(table.public):
        at = position.place_of(table.public, leader)
        stays = at in GALLEYS or verbs.rides(table.public, leader)
        if (at, SIDES[leader]) in struck and not stays:
            await leaders.go(table, leader, leaders.STRUCK)


async def give_way(table: Table, fight: Data) -> None:
    """8.52 What an R does on a point or the causeway: they retreat."""
    enemy = board.other(table.public["seat"])
    for place in fight["at"]:
        if place in POINTS or place in MOLE:
            await back_after(table, place, enemy)


# -- advance ---------------------------------------------------------------------------------------


async def advance(table: Table, number: int, attacker: str) -> None:
    """8.53, D14 Exactly one attacker goes into a place that the enemy has left; into which of
    several its owner says."""
    public = table.public
    wished, into = verbs.wished(table, number, "advance"), verbs.wished(table, number, "into")
    if wished == fights.STAY:
        return
    ways = _ways_in(public, public["fights"][number])
    unit = fights.goes_in(public, [*ways], attacker, wished)
    if unit:
        place = into if into in ways[unit] else ways[unit][0]
        await _go_in(table, unit, place, verbs.wished(table, number, "face"))


def _ways_in(public: Data, fight: Data) -> dict[str, list[str]]:
    """8.53 The emptied places into which each attacker can go, of those that can go into any; a hex
    where an enemy galley still lies is none (5.75)."""
    left = [
        place
        for place in board.by_map(to for to in fight["at"] if to not in GALLEYS)
        if place not in board.BLOCKS and not enemies(public, place, public["seat"])
    ]
    units = [unit for unit in attackers(public, fight) if not fights.never_attacks(unit)]
    found = {unit: [to for to in left if _enters(public, unit, to)] for unit in units}
    return {unit: places for unit, places in found.items() if places}


def _enters(public: Data, unit: str, place: str) -> bool:
    """8.53, 11.2 Whether a unit can go into an emptied place."""
    links = position.country(public).links
    on_foot = TYPE[unit] != LC or (board.is_hex(place) and place not in MOLE)  # 5.22
    return on_foot and _beside(public, links, unit, place) and may_stay(public, unit, place)


def _beside(public: Data, links: Mapping[str, Mapping[str, str]], unit: str, place: str) -> bool:
    start = position.at(public, unit)
    if start in GALLEYS:
        return place in ships.ashore(public, start)
    return place in links[start]


def stands(public: Data, unit: str, place: str) -> Sequence[str]:
    """8.53 How a unit that goes in can stand there, first as it does if nothing is said: in a hex
    it may turn by a sixth."""
    one = public["units"][unit]
    able = arrival(unit, one["at"], one["face"], place).able
    turned = list(able)
    if len(able) == 1 and able[0] in CORNERS and board.is_hex(place):
        turned += [face for face in CORNERS if GRID.sixths(CORNERS[face], CORNERS[able[0]]) == 1]
    elif place in POINTS:
        turned += board.facings(place) if able else []
    return list(dict.fromkeys(turned))


async def _go_in(table: Table, unit: str, place: str, wish: str) -> None:
    """8.53 It may turn; entry fire is drawn (7.42)."""
    able = stands(table.public, unit, place)
    face = wish if wish in able else next(iter(able), "")
    verbs.shift(table, unit, place, face, "advances (8.53)")
    await steps.advanced(table, unit)
