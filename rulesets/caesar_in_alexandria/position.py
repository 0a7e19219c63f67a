"""The position: all of it is public.  What it holds, and what follows from it.

units: id -> at (a space or a galley), face ("" for none), hits, reduced; eliminated ones are gone.
stacks: place -> the units there, the top one first.
leaders: id -> at, replaced (on his replacement side).
galleys: id -> see `rulesets.caesar_in_alexandria.sea.ships`; ships: hex -> the galleys there.
turn, seat: player turns begun, and whose it is; phase, part: what comes, how often orders were
asked for in it; now: what belongs to this player turn (`fresh`).
fights: those of phase C (`rulesets.caesar_in_alexandria.shock`).
lost: eliminated units; dead: leaders who are to be replaced; held: who holds what (11.4), or held
it last while both are in the Palace.
tries: of each side: left, and whether it was its last chance that it used.
"""

from collections.abc import Iterable, Mapping, Sequence

from referee.engine.view import Data
from referee.kit.hexes import FRONT, REAR
from rulesets.caesar_in_alexandria import board
from rulesets.caesar_in_alexandria.board import (
    AR,
    ARCS,
    ARTILLERY,
    BATTLE,
    BLOCKS,
    COUNTRIES,
    DIRECTIONS,
    EGYPTIAN,
    GALLEYS,
    LEADERS,
    LIGHTHOUSE,
    NAVAL,
    PALACE,
    POINTS,
    REDOUBTS,
    ROMAN,
    SEATS,
    SIDES,
    TYPE,
    UNITS,
    Country,
)

#: Phases: orders are asked for, or carried out; then see `flow`.
SET_UP, ORDERS, MOVES, LANDING, MOVED, FIGHTS, STATUS, LATER, SEIZE, OVER = (
    *("set up", "orders", "moves", "landing", "moved", "fights", "status", "later", "seize"),
    "over",
)
#: What is activated beside a subordinate (4.2).
FLEET, AUXILIARIES, COMMANDER, ARRIVAL = "fleet", "auxiliaries", "commander", "arrival"
#: 11.4 What wins the battle.
GOALS = (*REDOUBTS, PALACE)
#: The units of each side.
OF_SIDE = {seat: [unit for unit in UNITS if SIDES[unit] == seat] for seat in SEATS}


# -- making it -------------------------------------------------------------------------------------


def fresh() -> Data:
    """What belongs to one player turn.

    activation: what was chosen, "" for nothing yet; active: the units that it moves; moved: units
    that have entered another space; done: those whose activation is used up; fired: units that
    have fired of their own; barred: those that have turned in a zone (6.13); landed: 5.63; mover:
    the piece under way; hits: on the enemy; shock: whether phase C has begun; began: where each
    unit of the active side began."""
    return {
        "activation": "",
        "active": [],
        "moved": [],
        "done": [],
        "fired": [],
        "barred": [],
        "landed": [],
        "mover": None,
        "hits": 0,
        "lost": 0,
        "shock": False,
        "began": {},
        "deeds": 0,
        "sea": {},
    }


def unit(at: str, face: str = "") -> Data:
    """A unit that stands somewhere, unhurt."""
    return {"at": at, "face": face, "hits": 0, "reduced": False}


def galley(key: str, at: str, face: str) -> Data:
    """A galley that lies somewhere, unhurt; marks: see `sea.ships`."""
    return {
        "side": SIDES[key],
        "at": at,
        "face": face,
        "speed": board.CRUISE,
        "fatigue": 0,
        "marks": [],
        "grappled": [],
        "fouled": [],
    }


def first(scenario: str, options: Mapping[str, str]) -> Data:
    """11, 12 The position before anything is set up."""
    setup = board.SETUP[scenario]
    public: Data = {
        "scenario": scenario,
        "first exhausted": options["first-exhausted-ends"] == "yes",
        "by players": options["set-up"] == "by the players",
        "turn": 0,
        "seat": setup["first"],
        "phase": SET_UP,
        "part": 1,
        "units": {},
        "stacks": {},
        "leaders": {},
        "galleys": {},
        "ships": {},
        "fights": [],
        "lost": [],
        "dead": [],
        "held": {REDOUBTS[0]: EGYPTIAN, REDOUBTS[1]: EGYPTIAN, PALACE: ROMAN},
        "tries": {seat: tries(scenario, seat) for seat in SEATS},
        "exhausted": dict.fromkeys(SEATS, False),
        "burned": [],
        "points": dict.fromkeys(SEATS, 0),
        "scored": {},
        "garrison": [],
        "landing": False,
        "now": fresh(),
        "result": None,
    }
    return public


def tries(scenario: str, seat: str) -> Data:
    """4.52 Tries that a side has in a scenario."""
    printed = LEADERS[board.COMMANDERS[seat]].get("seizures", 0)
    most = board.SETUP[scenario]["seizures"]
    return {"left": min(most, printed), "tried": False, "seized": False, "ended": False}


# -- where things are ------------------------------------------------------------------------------


def country(public: Data) -> Country:
    """The spaces that the scenario has for land units."""
    return COUNTRIES[public["scenario"]]


def stack(public: Data, place: str) -> Sequence[str]:
    """The units in a place, the top one first."""
    found: Sequence[str] = public["stacks"].get(place, ())
    return found


def at(public: Data, unit: str) -> str:
    """Where a unit is, "" if it is gone."""
    here: str = public["units"][unit]["at"] if unit in public["units"] else ""
    return here


def of_side(public: Data, seat: str) -> list[str]:
    """The units of a side that are in play."""
    return [unit for unit in OF_SIDE[seat] if unit in public["units"]]


def leaders(public: Data, seat: str = "") -> list[str]:
    """The leaders (of a side) that are in play, in the order of the data."""
    found = public["leaders"]
    return [one for one in LEADERS if one in found and (not seat or SIDES[one] == seat)]


def galleys(public: Data, seat: str = "") -> list[str]:
    """The galleys (that a side has now) that are in play, in the order of the data."""
    found = public["galleys"]
    return [one for one in GALLEYS if one in found and (not seat or found[one]["side"] == seat)]


def here(public: Data, place: str, seat: str) -> list[str]:
    """The units of a side in a place, the top one first."""
    return [unit for unit in stack(public, place) if SIDES[unit] == seat]


def mates(public: Data, unit: str) -> list[str]:
    """The units of its side where a unit is, itself among them; in a block enemies can be there
    too."""
    return here(public, at(public, unit), SIDES[unit])


def held_by(public: Data, place: str, seat: str) -> bool:
    """Whether a unit of a side stands in a place."""
    return any(SIDES[unit] == seat for unit in stack(public, place))


def leaders_in(public: Data, place: str, seat: str = "") -> list[str]:
    """The leaders (of a side) in a place."""
    return [one for one in leaders(public, seat) if public["leaders"][one]["at"] == place]


def place_of(public: Data, piece: str) -> str:
    """Where a unit, leader or galley is, "" if it is gone."""
    for kind in ("units", "leaders", "galleys"):
        if piece in public[kind]:
            found: str = public[kind][piece]["at"]
            return found
    return ""


def hex_of(public: Data, place: str) -> str:
    """The hex of a galley, or the place itself."""
    if place in GALLEYS:
        found: str = public["galleys"][place]["at"]
        return found
    return place


def ships_in(public: Data, place: str) -> Sequence[str]:
    """The galleys in a hex."""
    found: Sequence[str] = public["ships"].get(place, ())
    return found


def aboard(public: Data, piece: str) -> bool:
    """Whether a unit or leader is in a galley."""
    return place_of(public, piece) in GALLEYS


# -- units -----------------------------------------------------------------------------------------


def quality(public: Data, unit: str) -> int:
    """2.2 The troop quality of the side that lies up."""
    data = UNITS[unit]
    number: int = data["reduced"] if public["units"][unit]["reduced"] else data["tq"]
    return number


def bears(public: Data, unit: str) -> int:
    """10.13 How many hits more it can stand before its last side goes."""
    data, one = UNITS[unit], public["units"][unit]
    rest = 0 if one["reduced"] else data["reduced"]
    more: int = quality(public, unit) - one["hits"] + rest
    return more


def charisma(public: Data, seat: str, places: Iterable[str], near: Iterable[str]) -> int:
    """4.1 The best charisma of leaders in these places, or if heroic beside them (near), but not in
    a block."""
    with_them, beside = {*places}, {*near} - {*BLOCKS}
    found = [0]
    for leader in leaders(public, seat):
        data, where = LEADERS[leader], public["leaders"][leader]["at"]
        if where in with_them or (data.get("heroic") and where in beside):
            found.append(data.get("charisma", 0))
    return max(found)


# -- zones of control ------------------------------------------------------------------------------


def controls(public: Data, unit: str, to: str) -> bool:
    """6.3 Whether a unit has a hex in its zone of control, which lies beside its own."""
    one = public["units"][unit]
    start, sort = one["at"], TYPE[unit]
    if not board.in_the_open(start) or sort in ARTILLERY:
        return False
    kind = country(public).links[start].get(to)
    if kind not in (board.HEX, board.CANAL):
        return False
    if start == LIGHTHOUSE:
        return True
    arc = ARCS[one["face"]][DIRECTIONS[start][to]]
    return arc == FRONT or (sort == AR and arc == REAR)


def zone(public: Data, unit: str) -> list[str]:
    """6.3 The hexes that it controls."""
    links = country(public).links.get(at(public, unit), {})
    return [to for to in links if controls(public, unit, to)]


def controllers(public: Data, space: str, seat: str) -> list[str]:
    """6.3 The units of a side that have a hex in their zone of control."""
    if not board.in_the_open(space):
        return []
    links = country(public).links.get(space, {})
    return [
        unit
        for beside in links
        for unit in stack(public, beside)
        if SIDES[unit] == seat and controls(public, unit, space)
    ]


def in_zone(public: Data, space: str, seat: str, but: str = "") -> bool:
    """6.3 Whether a space is in the zone of an enemy of a side, one left out."""
    return any(unit != but for unit in controllers(public, space, board.other(seat)))


# -- games -----------------------------------------------------------------------------------------


def value_of(unit: str) -> int:
    """11.3 What an eliminated unit counts for."""
    number: int = board.TABLES["values"][TYPE[unit]] or UNITS[unit]["tq"]
    return number


def losses(public: Data, seat: str) -> int:
    """11.3 The sum of a side's eliminated units."""
    return sum(value_of(unit) for unit in public["lost"] if SIDES[unit] == seat)


def has_sea(public: Data) -> bool:
    """Whether galleys are in the scenario."""
    return bool(public["scenario"] != board.PHAROS)


def has_land(public: Data) -> bool:
    """Whether units move on land in the scenario (H69)."""
    return bool(public["scenario"] != NAVAL)


def exhaustion(public: Data) -> bool:
    """11.3 Whether exhaustion counts."""
    return bool(public["scenario"] == BATTLE)


def in_palace(public: Data) -> list[str]:
    """11.4 The sides that have a unit in the block of the Palace or on its points."""
    places = (PALACE, *BLOCKS[PALACE])
    return [seat for seat in SEATS if any(held_by(public, place, seat) for place in places)]


def broken(public: Data) -> list[str]:
    """What can never be: a counter lost or twice there, more in a place than it holds."""
    found = []
    for unit, one in public["units"].items():
        if unit not in stack(public, one["at"]):
            found.append(f"{unit} is not in its stack")
        if not (one["at"] in public["galleys"] or board.is_land(one["at"])):
            found.append(f"{unit} is in {one['at']}")
        if one["hits"] >= quality(public, unit):
            found.append(f"{unit} has too many hits")
        if (one["at"] in POINTS or one["at"] in board.GROUND) and not _faces(unit, one):
            found.append(f"{unit} faces {one['face']!r} in {one['at']}")
    listed = [unit for units in public["stacks"].values() for unit in units]
    if sorted(listed) != sorted(public["units"]) or not all(public["stacks"].values()):
        found.append("stacks and units differ")
    if {*public["lost"]} & {*public["units"]} or len({*public["lost"]}) < len(public["lost"]):
        found.append("a unit is lost and there")
    ships = [key for keys in public["ships"].values() for key in keys]
    if sorted(ships) != sorted(public["galleys"]):
        found.append("ships and galleys differ")
    return found


def _faces(unit: str, one: Data) -> bool:
    able = [] if board.is_artillery(unit) else board.facings(one["at"])
    return one["face"] in able if able else not one["face"]
