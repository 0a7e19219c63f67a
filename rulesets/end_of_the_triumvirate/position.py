"""The position: how it is at first, and what the rules read from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.end_of_the_triumvirate import board
from rulesets.end_of_the_triumvirate.board import LEGIONS_AT_MOST, POINTS, TOP

Data = dict[str, Any]

#: The part of a turn that has been played: see `fresh`.
NOW = "now"


def first(scenario: str, options: Mapping[str, str]) -> Data:
    """3.1, 3.2, 11.1-11.3 The public part before the first turn, which is all of the State."""
    given = board.setup()["scenarios"][scenario]
    provinces = {p: _province(p, given) for p in board.provinces() if p not in given["out"]}
    placed = sum(here["active"] for here in provinces.values())
    return {
        "scenario": scenario,
        "options": dict(options),
        "players": list(given["seats"]),
        "phase": "turn",
        "turn": 1,
        "year": 1,
        "stone": given["stone"],
        "active": given["seats"][0],
        NOW: fresh(),
        "attack": None,
        "alii": given["alii"],
        "bag": dict.fromkeys(board.SEATS, given["bag"]),
        "supply": {
            "legions": given["legions"] - sum(here["legions"] for here in provinces.values()),
            "gold": given["gold"],
            "servants": board.setup()["pieces"]["servants"] - placed,
            "consul_cards": board.setup()["pieces"]["consul-cards"],
        },
        "compensation": {"holder": None, "side": 0},
        "escape_card": None,
        "characters": {seat: _character(seat, given, provinces) for seat in given["seats"]},
        "provinces": provinces,
        "result": None,
    }


def fresh() -> Data:
    """A turn at its start.

    asked: how often its player was asked before; legions, servants: those that came along to where
    he is; won, lost: attacks."""
    counts = dict.fromkeys(("asked", "legions", "servants", "actions", "won", "lost"), 0)
    return {"supplied": False, "points": POINTS, **counts}


def _province(province: str, given: Mapping[str, Any]) -> Data:
    """3.2 Two legions and no gold."""
    printed = board.provinces()[province]
    owner = given["owners"].get(province, printed.owner)
    goods = {"owner": owner, "legions": 2, "gold": 0, "governor": printed.governor}
    return goods | {"active": 1 if printed.servant else 0, "idle": 0}


def _character(seat: str, given: Mapping[str, Any], provinces: Mapping[str, Data]) -> Data:
    """3.2 No gold, both competences on I, and what is left of his pieces in reserve."""
    pieces = board.setup()["pieces"]
    mine = [here for here in provinces.values() if here["owner"] == seat]
    return {
        "at": board.setup()["characters"][seat],
        "legions": 0,
        "servants": 0,
        "gold": 0,
        "weapons": pieces["weapons"] - given["bag"],
        "governors": pieces["governors"] - len(mine),
        "citizens": given["citizens"],
        "political": 1,
        "military": 1,
        "consul": False,
        "last_added": [0, 0],
    }


def owned(public: Data, seat: str) -> list[str]:
    """Provinces of a seat, in order of ids."""
    return [p for p, here in public["provinces"].items() if here["owner"] == seat]


def here(public: Data, seat: str) -> Data:
    """The province where the character stands."""
    found: Data = public["provinces"][public["characters"][seat]["at"]]
    return found


def enemy(public: Data, seat: str, province: str) -> bool:
    """6.8 Whether entering it is an attack."""
    return bool(public["provinces"][province]["owner"] != seat)


def protected(public: Data, province: str) -> bool:
    """6.9 The last province of a player cannot be attacked."""
    return len(owned(public, public["provinces"][province]["owner"])) == 1


def leads(public: Data, seat: str, track: str) -> bool:
    """8.4 Nobody is ahead and somebody behind; if all stand on VII, all lead."""
    levels = [who[track] for who in public["characters"].values()]
    mine = public["characters"][seat][track]
    return bool(mine == max(levels) and (mine > min(levels) or mine == TOP))


def consul(public: Data) -> str:
    """10.2, 10.3 Most citizens; then who has gone longest without adding one; then in order."""
    who = public["characters"]
    most = max(one["citizens"] for one in who.values())
    tied: list[str] = [seat for seat in public["players"] if who[seat]["citizens"] == most]
    oldest = min(who[seat]["last_added"] for seat in tied)
    return next(seat for seat in tied if who[seat]["last_added"] == oldest)


def strongest(public: Data, provinces: Sequence[str], goods: str = "legions") -> str:
    """7.9 The province with most legions (or gold), the first of several."""
    most = max(public["provinces"][p][goods] for p in provinces)
    return next(p for p in provinces if public["provinces"][p][goods] == most)


def lower(public: Data, seat: str) -> str:
    """7.9 The lower competence, political if level; never one on VII, as 7.8 has it."""
    who = public["characters"][seat]
    return "political" if who["political"] <= who["military"] else "military"


def unserved(public: Data, seat: str) -> str:
    """10.5 Where a consul's servant goes: to the character if none is placed there, else to the
    first own province without one, else to the character."""
    at: str = public["characters"][seat]["at"]
    free = [p for p in owned(public, seat) if not public["provinces"][p]["active"]]
    return at if at in free or not free else free[0]


def overfull(public: Data) -> dict[str, int]:
    """9.1 Legions above six, by province."""
    many = {p: here["legions"] - LEGIONS_AT_MOST for p, here in public["provinces"].items()}
    return {p: surplus for p, surplus in many.items() if surplus > 0}


def turn_of_year(public: Data) -> int:
    """10.1 The number of the turn in its year."""
    number: int = board.scenario(public)["stone"] - public["stone"] + 1
    return number
