"""Made-up positions in which many are near each other: for what random games seldom come to."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from referee.engine.plain import copied
from tests.rules.caesar_in_alexandria.adapter import board
from tests.rules.slow_alexandria.ground import CAUSEWAY, SHIPS, SIGN, UNITS, around, walks
from tests.rules.slow_alexandria.paths import facings, room
from tests.rules.slow_alexandria.sight import BLOCKS, POINTS
from tests.rules.slow_alexandria.steps import next_to

Data = dict[str, Any]
#: Places round which units are put: open ground, Pharos, the causeway, streets, the canal.
CENTRES = ("1009", "1211", "3413", "3721", "3618", "4031", "ph5", "ph7", "2124", "3119", "2423",
           "2323", "2023", "4-d", "4-k", "3-j", "3-o", "2-m", "2-l", "2839", "2/3-k/l", "4/5-f/g",
           "3-i", "2433")  # fmt: skip


def near(centre: str) -> list[str]:
    """Spaces of land units within two steps of one."""
    found = {centre}
    for _ in range(2):
        found |= {to for one in found for to in next_to(one)}
        found |= {to for one in found if one in SIGN for to in around(one) if walks(SIGN[to])}
    return sorted(found)


def scrambled(public: Data, chance: random.Random, most: int = 16) -> Data:
    """The position with other units in other places: hit, reduced, turned, moved or landed."""
    found: Data = copied(public)
    found.update(units={}, stacks={}, leaders={}, fights=[], seat=chance.choice([*board.SEATS]))
    for ship in found["galleys"].values():
        ship.update(grappled=[], fouled=[])
    places = near(chance.choice(CENTRES))
    for unit in chance.sample(sorted(UNITS), chance.randint(6, most)):
        able = [to for to in places if _takes(found, unit, to)]
        if able:
            _put(found, unit, chance.choice(able), chance)
    _lead(found, chance)
    mine = [unit for unit in found["units"] if board.SIDES[unit] == found["seat"]]
    for key in ("moved", "landed"):
        found["now"][key] = [unit for unit in mine if chance.random() < 0.3]
    found["now"].update(active=mine, barred=[], fired=[], done=[], began={}, mover=None)
    return found


def _takes(public: Data, unit: str, to: str) -> bool:
    sort = UNITS[unit]["type"]
    enemies = any(other[0] != unit[0] for other in public["stacks"].get(to, ()))
    ships = any(ship["at"] == to for ship in public["galleys"].values())
    if ships or (enemies and to not in BLOCKS):
        return False
    city = to in POINTS or to in BLOCKS or to in CAUSEWAY
    return not (sort == "lc" and city) and room(public, unit, to)


def _put(public: Data, unit: str, to: str, chance: random.Random) -> None:
    data = UNITS[unit]
    reduced = bool(data["reduced"]) and chance.random() < 0.25
    most = (data["reduced"] if reduced else data["tq"]) - 1
    face = chance.choice(sorted(facings(unit, to)) or [""])
    one = {"at": to, "face": face, "hits": chance.randint(0, most), "reduced": reduced}
    public["units"][unit] = one
    public["stacks"].setdefault(to, []).append(unit)


def _lead(public: Data, chance: random.Random) -> None:
    """Some leaders, most of them with units."""
    for leader, data in board.LEADERS.items():
        mine = [u for u in public["units"] if board.SIDES[u] == data["side"]]
        if mine and chance.random() < 0.4:
            at = public["units"][chance.choice(mine)]["at"]
            public["leaders"][leader] = {"at": at, "replaced": chance.random() < 0.3}


# -- at sea ----------------------------------------------------------------------------------------

_MARKS = ("rammed", "half", "captured", "fire", "repulsed", "crippled-left", "crippled-right")


def adrift(public: Data, chance: random.Random) -> Data:
    """The position with its galleys close together: turned, marked, tired, grappled, fouled."""
    found: Data = copied(public)
    found.update(units={}, stacks={}, leaders={}, ships={}, galleys={})
    found["seat"] = chance.choice([*board.SEATS])
    found["now"].update(fired=[], sea={})
    hexes = [one for one in around_all("2425", 2) if SIGN.get(one, "T") in "~Qc"]
    for key in chance.sample(sorted(SHIPS), 12):
        free = [at for at in hexes if at not in found["ships"]]
        _float(found, key, chance.choice(free), chance)
    _tie(found, chance)
    for unit in chance.sample(sorted(u for u in UNITS if UNITS[u]["type"] != "lc"), 14):
        _embark(found, unit, chance)
    return found


def around_all(centre: str, rings: int) -> Sequence[str]:
    found = {centre}
    for _ in range(rings):
        found |= {to for one in found for to in around(one)}
    return sorted(found)


def _float(public: Data, key: str, at: str, chance: random.Random) -> None:
    marks = [mark for mark in _MARKS if chance.random() < 0.12]
    side = board.SIDES[key]
    if "captured" in marks:
        side = board.other(side)
    if {"crippled-left", "crippled-right"} <= {*marks}:
        marks.remove("crippled-left")
    crippled = {"crippled-left", "crippled-right"} & {*marks}
    tired = 0 if crippled else chance.randint(0, 3)
    face = chance.choice(("E", "NE", "NW", "W", "SW", "SE"))
    one = {"side": side, "at": at, "face": face, "speed": "cruise", "fatigue": tired}
    public["galleys"][key] = {**one, "marks": marks, "grappled": [], "fouled": []}
    fast = SHIPS[key]["attack"] and not crippled and not {"half", "captured", "rammed"} & {*marks}
    if fast and SIGN[at] != "Q" and chance.random() < 0.6:
        public["galleys"][key]["speed"] = "attack"
    public["ships"].setdefault(at, []).append(key)


def _tie(public: Data, chance: random.Random) -> None:
    """Some neighbours are grappled or fouled, and then at cruise."""
    ships = public["galleys"]
    for one, two in [(a, b) for a in ships for b in ships if a < b]:
        if ships[two]["at"] in around(ships[one]["at"]) and chance.random() < 0.25:
            key = chance.choice(("grappled", "fouled"))
            ships[one][key].append(two)
            ships[two][key].append(one)
            ships[one]["speed"] = ships[two]["speed"] = "cruise"


def _embark(public: Data, unit: str, chance: random.Random) -> None:
    able = [
        key
        for key, ship in public["galleys"].items()
        if ship["side"][0] == unit[0] and len(public["stacks"].get(key, ())) < SHIPS[key]["holds"]
    ]
    if able:
        _put(public, unit, chance.choice(able), chance)


def moor(public: Data, chance: random.Random) -> None:
    """Some galleys come beside causeway spaces with units, grappled to it, with troops aboard."""
    free = [key for key in sorted(SHIPS) if not public["stacks"].get(key)]
    spaces = [one for one in CAUSEWAY if one in public["stacks"] and SIGN[one] == "C"]
    for space in spaces:
        beside = [to for to in around(space) if SIGN[to] in "~c" and to not in public["ships"]]
        if beside and free and chance.random() < 0.7:
            key = free.pop(chance.randrange(len(free)))
            if key in public["galleys"]:
                public["ships"] = {
                    at: left
                    for at, keys in public["ships"].items()
                    if (left := [one for one in keys if one != key])
                }
            at = chance.choice(beside)
            one = {"side": board.SIDES[key], "at": at, "face": "E", "speed": "cruise"}
            more = {"marks": [], "grappled": ["causeway"], "fouled": [], "fatigue": 0}
            public["galleys"][key] = {**one, **more}
            public["ships"].setdefault(at, []).append(key)
            for unit in chance.sample(sorted(set(UNITS) - {*public["units"]}), 12):
                aboard = len(public["stacks"].get(key, ()))
                fits = unit[0] == one["side"][0] and aboard < SHIPS[key]["holds"]
                if fits and UNITS[unit]["type"] != "lc":
                    _put(public, unit, key, chance)
