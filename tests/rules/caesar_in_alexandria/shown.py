"""Which paragraphs of Caesar in Alexandria an event shows, or an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.engine.request import Request
from referee.engine.words import Answer
from tests.rules.caesar_in_alexandria.adapter import board, fleet, position

Data = dict[str, Any]

#: Paragraphs that say what words mean, what costs what, or what is never done: every position
#: stands on them, and no event shows that.
DEFINITIONS = """
4.31 4.4 5.11 5.31 5.32 5.34 5.35 5.36 5.44 5.49 5.55 5.73 5.78 5.85 5.93 5.94 6.13 6.14 6.3 6.31
6.32 6.34 7.4 7.56 8.1 8.15 8.61 9 9.12 9.13 9.22 9.23 9.32 9.34 9.35 10.12 10.14 10.16 5.72 5.75
5.84 7.21 7.62 7.63 7.66 8.66
"""

#: What an event shows whatever it says.
PLAIN: Mapping[str, str] = {
    "turn": "3", "replaced": "4.33", "lost leader": "4.33", "seizure": "4.51 4.52",
    "restacked": "5.76", "speeds": "5.41 5.42", "sails": "5.43", "idle": "5.43",
    "shoals": "5.28", "evades": "5.92", "closed": "5.26", "beached": "5.29 5.48",
    "fatigue": "5.51", "rested": "5.56", "harasses": "7.51 7.52 7.53", "intercepts": "7.54",
    "arrives": "12.3", "held": "11.4", "exhausted": "11.3", "no fight": "8.3",
    "hit": "10.11", "reduced": "10.13 10.21", "in the fight": "8.4", "risk": "8.41",
    "shock": "8.5 8.51 8.52 8.71 8.74", "sea fire": "7.22 7.24 7.35", "alight": "7.31",
    "ram": "9.11 9.15 9.16", "backs": "9.15", "rake": "9.21 9.29", "grapple": "9.31 9.33",
    "ungrapple": "9.41 9.42", "unfoul": "9.44", "captured": "8.64 10.41", "fires": "7.32",
    "spread": "7.33", "rammed": "10.42", "points": "12.2", "fire": "7.12 7.17 7.19",
}  # fmt: skip
_ENDINGS = {
    "caesar": "4.34", "goals": "11.4", "both-exhausted": "11.3", "redoubts": "12.1",
    "points": "12.2", "no-galley": "12.2", "town": "12.3", "wiped-out": "12.3",
}  # fmt: skip
_FIGHTS = {
    "zone": "8.11", "hexes": "8.12", "spot": "8.13", "block": "8.14", "board": "8.62",
    "marines": "8.67", "deck": "8.67",
}  # fmt: skip
#: Reasons that name no paragraph.
_WHY = {
    "touched": "4.32", "struck": "4.32", "withdraws": "5.86", "withdraws (5.8)": "5.82",
    "with his units": "8.3", "retreats": "10.3",
}  # fmt: skip
_SET_UP = {board.HEPTASTADIUM: "12.1", board.NAVAL: "12.2", board.PHAROS: "12.3"}


def by_event(public: Data, kind: str, told: Data) -> Iterator[str]:
    """Paragraphs that an event shows."""
    yield from PLAIN.get(kind, "").split()
    why = str(told.get("why", ""))
    yield from [_WHY[why]] if why in _WHY else re.findall(r"\d+\.\d+", why)
    if kind == "not done":
        yield told["rule"]
    if kind in _MORE:
        yield from _MORE[kind](public, told)


def _set_up(public: Data, told: Data) -> Iterator[str]:
    sides = {board.ROMAN: "11.1", board.EGYPTIAN: "11.2"}
    yield _SET_UP.get(public["scenario"], sides[told["seat"]])


def _activates(public: Data, told: Data) -> Iterator[str]:
    what = told["what"]
    if what in board.LEADERS:
        yield from ("4.21" if told["seat"] == board.ROMAN else "4.22", "4.41")
        if public["leaders"][what]["at"] in board.GALLEYS:
            yield "4.44"
    elif what == position.COMMANDER:
        yield "4.23"
    elif what == position.AUXILIARIES:
        yield from ("4.24", "4.42")
    elif what == position.FLEET:
        yield "4.42"


_LINKS = {
    board.HEX: "5.21", board.CANAL: "5.24", board.DAM: "5.25", board.STREET: "5.23",
    board.OPEN: "5.22", board.GATE: "5.33", board.IN: "5.23", board.OUT: "5.23",
}  # fmt: skip


def _moves(public: Data, told: Data) -> Iterator[str]:
    piece, path = told["piece"], told["path"]
    places = [told["start"], *(item for item in path if item not in board.FACINGS)]
    if piece in board.GALLEYS:
        yield from _sails_on(public, told, places)
        return
    for one, to in pairwise(places):
        yield from _step(one, to)
    if piece in board.LEADERS:
        yield "4.43" if piece in board.COMMANDERS.values() else "5.12"
        return
    yield from _turns(places[-1], path)
    if len(places) > 1 and position.in_zone(public, places[-1], board.SIDES[piece]):
        yield "6.33"


def _step(one: str, to: str) -> Iterator[str]:
    if to in board.GALLEYS:
        yield from ("5.61", "5.62")
    elif one in board.GALLEYS:
        yield "5.63"
    else:
        yield _LINKS[board.LINKS[one][to]]


def _turns(place: str, path: Sequence[str]) -> Iterator[str]:
    turned = [item for item in path if item in board.FACINGS]
    if turned:
        yield "6.12"
        point = place in board.POINTS
        yield "6.16" if board.OUTWARD in turned else "6.15" if point else "6.11"
    if not board.has_facing(place):
        yield "6.17"


def _sails_on(public: Data, told: Data, places: Sequence[str]) -> Iterator[str]:
    galley = public["galleys"][told["piece"]]
    if any(item in board.BOWS for item in told["path"]):
        yield "6.21"
    sides = [
        board.GRID.side(one, to) for one, to in pairwise(places) if to in board.WATER.get(one, ())
    ]
    if len({*sides}) > 1:
        yield "6.22"
    back = fleet.opposite(told["face"])
    if (
        back in sides
        and galley["speed"] == board.CRUISE
        and not fleet.crippled(public, told["piece"])
    ):
        yield "5.47"
    if any(to in board.OVERPASSES for to in places):
        yield "5.25"
    if any(to in board.SLIPS for to in places[1:]):
        yield "5.27"
    if fleet.crippled(public, told["piece"]) and sides:
        yield from ("5.45", "10.43")
    if any(_passed(public, galley["side"], to) for to in places[1:-1]):
        yield from ("9.24", "9.25")


def _passed(public: Data, side: str, to: str) -> bool:
    return any(public["galleys"][key]["side"] != side for key in position.ships_in(public, to))


def _sails(public: Data, told: Data) -> Iterator[str]:
    galley = told["galley"]
    if fleet.has(public, galley, fleet.HALF):
        yield "10.44"
    if public["galleys"][galley]["fatigue"]:
        yield "5.54"


def _fire(public: Data, told: Data) -> Iterator[str]:
    if len(told["shots"]) > 1:
        yield "7.44"
    for shot in told["shots"]:
        unit, place = shot["unit"], shot["place"]
        start, sort = position.at(public, unit), board.TYPE[unit]
        yield from ("7.13", "7.15") if shot["range"] > 1 else ()
        if board.SIDES[unit] == public["seat"]:
            yield "7.11"
        if start in board.BLOCKS or place in board.BLOCKS:
            yield "7.14"
        if start in board.GALLEYS or place in board.GALLEYS:
            yield "7.16"
        if board.is_artillery(unit):
            yield from ("7.61", "7.64" if sort == board.SC else "7.65")


def _risk(public: Data, told: Data) -> Iterator[str]:
    if not public["fights"]:
        yield "7.18"


def _test(public: Data, told: Data) -> Iterator[str]:
    yield "8.75"
    yield {"passes": "5.74", "is passed": "10.3", "attacks": "8.2", "stands": "8.3"}[told["for"]]
    if told.get("added"):
        yield "5.77"


_MODIFIERS = {
    "class": "8.72", "canal": "8.73", "lighthouse": "8.73", "charisma": "4.1",
    "reduced attacker": "10.22", "reduced defender": "10.22",
}  # fmt: skip


def _shock(public: Data, told: Data) -> Iterator[str]:
    yield from (_MODIFIERS[name] for name in told["added"] if name in _MODIFIERS)


def _attack(public: Data, told: Data) -> Iterator[str]:
    yield _FIGHTS[told["kind"]]
    galleys = {position.at(public, unit) for unit in told["attackers"]}
    if told["kind"] == "board" and len(galleys) > 1:
        yield "8.63"


def _eliminated(public: Data, told: Data) -> Iterator[str]:
    if any(not board.UNITS[unit]["reduced"] for unit in told["units"]):
        yield "10.23"


def _captured(public: Data, told: Data) -> Iterator[str]:
    if not told["units"]:
        yield "8.65"


def _rake(public: Data, told: Data) -> Iterator[str]:
    yield from ["9.27"] if told["added"] else []


def _fatigue(public: Data, told: Data) -> Iterator[str]:
    yield from ["5.52"] if told["tired"] else []
    yield from ["5.46"] if fleet.now(public)["tests"] else []


_MORE: Mapping[str, Callable[[Data, Data], Iterator[str]]] = {
    "set up": _set_up,
    "activates": _activates,
    "moves": _moves,
    "sails": _sails,
    "fire": _fire,
    "risk": _risk,
    "test": _test,
    "shock": _shock,
    "attack": _attack,
    "eliminated": _eliminated,
    "captured": _captured,
    "result": lambda public, told: iter([_ENDINGS[told["ending"]]]),
    "seizure": lambda public, told: iter(["4.53"] if told["taken"] else []),
    "fatigue": _fatigue,
    "evades": lambda public, told: iter(["5.53"] if told["free"] else []),
    "alight": lambda public, told: iter(["7.34"] if told["galley"] in board.SLIPS else []),
    "sea fire": lambda public, told: iter(["7.45"] if len(told["volleys"]) > 1 else []),
    "ram": lambda public, told: iter(["9.14"] if told["added"] else []),
    "rake": _rake,
    "ungrapple": lambda public, told: iter(["9.43"] if len(told["others"]) > 1 else []),
}

_CAUSES = {"retire": "7.41", "entry": "7.42", "street": "7.43"}


def by_answer(public: Data, request: Request, answer: Answer) -> Iterator[str]:
    """Paragraphs that an answer shows."""
    words = {word for line in answer for word in line}
    if request.kind == "reaction fire" and "shoot" in words:
        yield _CAUSES[request.args["cause"]]
    if request.kind == "withdrawal":
        yield "5.81"
    if request.kind == "evasion":
        yield "5.91"
    if request.kind == "sea fire" and "shoot" in words:
        yield "7.45"
    for line in answer:
        yield from _course(public, line["sail"]) if "sail" in line else ()


def _course(public: Data, sail: Data) -> Iterator[str]:
    legs = sail["path"]
    if any(isinstance(leg, dict) and "strength" in leg for leg in legs):
        yield "7.23"
    face = public["galleys"].get(sail["galley"], {}).get("face", "")
    if face and legs[:1] == [fleet.opposite(face)]:
        yield "6.23"
