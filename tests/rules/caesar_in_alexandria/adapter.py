"""Positions of Caesar in Alexandria as cases write them; see `tests.rules.cases`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.request import Request, View
from referee.engine.table import State
from referee.engine.words import Answer
from referee.orders.names import find
from rulesets.caesar_in_alexandria import board, broken, flow, position, ruleset, verbs
from rulesets.caesar_in_alexandria.board import GALLEYS, LEADERS, NAMES, PIECE_NAMES, SPACE_NAMES
from rulesets.caesar_in_alexandria.land import fire
from rulesets.caesar_in_alexandria.land.facing import side_of
from rulesets.caesar_in_alexandria.land.fire import shot_at
from rulesets.caesar_in_alexandria.land.sight import aim
from rulesets.caesar_in_alexandria.land.ways import steps, why_not
from rulesets.caesar_in_alexandria.sea import evasion, fleet, missiles
from rulesets.caesar_in_alexandria.sea.course import open_steps
from rulesets.caesar_in_alexandria.sea.grapples import grapple_problem
from rulesets.caesar_in_alexandria.sea.ramming import ram_problem
from rulesets.caesar_in_alexandria.setting.orders import SetUp
from rulesets.caesar_in_alexandria.shock.results import shock_class
from rulesets.caesar_in_alexandria.turn import command, seizure
from rulesets.caesar_in_alexandria.turn.orders import Orders
from rulesets.caesar_in_alexandria.variation import Sealed, idle
from tests.rules.cases import Adapter, texts, unlike

#: What tests of the game know of it.
__all__ = [
    "ADAPTER", "Orders", "Sealed", "SetUp", "aim", "board", "broken", "command", "evasion", "fire",
    "fleet", "flow", "grapple_problem", "idle",
    "open_steps", "position", "ram_problem", "ruleset", "shock_class",
    "steps", "why_not",
]  # fmt: skip

Data = dict[str, Any]

_PLACES = {**SPACE_NAMES, **board.GALLEY_NAMES}
_KEYS = {"scenario", "active", "phase", "turn", "at", "galleys", "leaders", "lost", "held", "tries",
         "now", "exhausted", "first exhausted", "replaced", "points", "burned", "landing", "dead",
         "part", "set-up", "garrison", "scored"}  # fmt: skip


def place_id(text: str) -> str:
    return find(text, _PLACES)


def piece_id(text: str) -> str:
    return find(text, PIECE_NAMES)


class AlexCases(Adapter):
    """The adapter."""

    ruleset = ruleset

    def start(self, before: Data) -> State:
        """Nothing but what the case has: in ``at`` places with their units, the top one first, each
        with its facing, hits and a star if it is reduced: ``R-VI-1 N 2*``."""
        assert not set(before) - _KEYS, set(before) - _KEYS
        scenario = before.get("scenario", board.BATTLE)
        options = {"first-exhausted-ends": before.get("first exhausted", "no")}
        options["set-up"] = before.get("set-up", "printed")
        state = flow.setup(scenario, options)
        public = state["public"]
        public.update(seat=self.seat(before), phase=before.get("phase", position.ORDERS))
        public["turn"] = int(before.get("turn", 5))
        public["part"] = int(before.get("part", 1))
        for name, told in before.get("galleys", {}).items():
            _galley(public, piece_id(name), told)
        for place, units in before.get("at", {}).items():
            for told in units:
                _unit(public, place_id(place), told)
        for name, place in before.get("leaders", {}).items():
            public["leaders"][piece_id(name)] = {"at": place_id(place), "replaced": False}
        for name in before.get("replaced", []):
            public["leaders"][piece_id(name)]["replaced"] = True
        for key in ("lost", "dead", "garrison"):
            public[key] = [piece_id(name) for name in before.get(key, [])]
        public["held"] |= {place_id(at): seat for at, seat in before.get("held", {}).items()}
        for seat, tries in before.get("tries", {}).items():
            left, *words = tries.split()
            told = {"left": int(left), "tried": "tried" in words, "ended": "first" not in words}
            public["tries"][seat] |= told
        public["exhausted"] |= dict.fromkeys(before.get("exhausted", []), True)
        public["points"] |= {seat: int(n) for seat, n in before.get("points", {}).items()}
        public["scored"] = {piece_id(key): int(n) for key, n in before.get("scored", {}).items()}
        public["burned"] = list(before.get("burned", []))
        public["landing"] = before.get("landing") == "yes"
        public["now"]["sea"] = fleet.fresh()
        mine = position.of_side(public, public["seat"])
        public["now"]["began"] = {unit: position.at(public, unit) for unit in mine}
        for key, value in before.get("now", {}).items():
            public["now"][key] = _now(key, value)
        assert ruleset.laboratory.broken(state) == [], ruleset.laboratory.broken(state)
        return state

    def seat(self, before: Data) -> str:
        """Whose turn it is: the Romans', if nothing is said."""
        seat: str = before.get("active", board.ROMAN)
        return seat

    def compare(self, after: Data, state: State) -> list[str]:
        """What differs, and what is wrong with the books."""
        found = list(ruleset.laboratory.broken(state))
        for key, wanted in after.items():
            found += unlike(key, wanted, _read(state["public"], key, wanted))
        return found

    def draw(self, told: list[str] | None, count: int, state: State) -> list[int]:
        """Nothing is drawn."""
        raise AssertionError("nothing is drawn in this game")

    def under_way(self, public: Data) -> bool | None:
        """Orders lie sealed, and fights follow: up to the next player turn."""
        return None if public["phase"] in (position.ORDERS, position.OVER) else True

    def otherwise(self, word: str, request: Request, view: View) -> Answer | None:
        """``default``, up to the next player turn."""
        return None if request.kind == "turn" else super().otherwise(word, request, view)

    def fact(self, fact: Data, state: State) -> object:
        """Facts of the board and the position, each by its first key."""
        name, value = next(iter(fact.items()))
        return texts(_FACTS[name](state["public"], value, fact))


def _galley(public: Data, key: str, told: str) -> None:
    """``2530 E attack fatigue 1 rammed, grappled E-TRI-1, fouled E-BI-1``."""
    first, *rest = [part.strip() for part in told.split(",")]
    at, face, *words = first.split()
    one = position.galley(key, at, face)
    for number, word in enumerate(words):
        if word in (board.CRUISE, board.ATTACK):
            one["speed"] = word
        elif word == "fatigue":
            one["fatigue"] = int(words[number + 1])
        elif word in board.SEATS:
            one["side"] = word
        elif not word.isdigit():
            one["marks"].append(word)
    for part in rest:
        kind, *names = part.split()
        one[kind] = [name if name == "causeway" else piece_id(name) for name in names]
    public["galleys"][key] = one
    public["ships"].setdefault(at, []).append(key)


def _unit(public: Data, place: str, told: str) -> None:
    name, *words = told.split()
    key, reduced = piece_id(name), told.endswith("*")
    words = [word.rstrip("*") for word in words if word.rstrip("*")]
    hits = [int(word) for word in words if word.isdigit()]
    faces = [word for word in words if not word.isdigit()]
    one = position.unit(place)
    one["hits"], one["reduced"] = (hits or [0])[0], reduced
    public["units"][key] = one
    face = faces[0] if faces else ""
    verbs.put(public, key, place, verbs.free_face(public, key, place, face))
    assert not face or public["units"][key]["face"] == face, told


def _now(key: str, value: Any) -> object:
    """A list of pieces, or a word."""
    if isinstance(value, list):
        return [piece_id(name) for name in value]
    words: dict[str, object] = {"yes": True, "no": False}
    found = {**LEADERS, "fleet": 0, "auxiliaries": 0, "commander": 0, "arrival": 0}
    return words.get(value, value) if value in words or value in found else piece_id(value)


def _read(public: Data, key: str, wanted: Any) -> object:
    """What there is, as the case has it."""
    if key == "at":
        return {place: _stack(public, place_id(place)) for place in wanted}
    if key == "leaders":
        return {name: _leader(public, piece_id(name)) for name in wanted}
    if key == "galleys":
        return {name: _ship(public, piece_id(name)) for name in wanted}
    if key in ("lost", "dead"):
        return [NAMES[piece] for piece in public[key]]
    if key == "winner":
        found = public["result"]
        return f"{found['winner'] or 'nobody'} {found['ending']}" if found else "nobody yet"
    if key == "held":
        return {at: public["held"][place_id(at)] for at in wanted}
    if key == "left":
        mover = public["now"]["mover"]
        return str(mover["left"]) if mover else "nothing"
    if key == "tries":
        return {seat: str(public["tries"][seat]["left"]) for seat in wanted}
    if key == "points":
        return {seat: str(public["points"][seat]) for seat in wanted}
    if key == "active":
        return public["seat"]
    if key == "commanded":
        return [NAMES[unit] for unit in public["now"]["active"]]
    return texts(public[key])


def _stack(public: Data, place: str) -> list[str]:
    told = []
    for unit in position.stack(public, place):
        one = public["units"][unit]
        words = [NAMES[unit], one["face"], str(one["hits"]) if one["hits"] else ""]
        told.append(" ".join(word for word in words if word) + "*" * one["reduced"])
    return told


def _leader(public: Data, leader: str) -> str:
    if leader not in public["leaders"]:
        return "gone"
    one = public["leaders"][leader]
    found: str = NAMES[one["at"]] + "*" * one["replaced"]
    return found


def _ship(public: Data, key: str) -> str:
    """As `_galley` reads it; ``gone``."""
    if key not in public["galleys"]:
        return "gone"
    one = public["galleys"][key]
    words = [one["at"], one["face"]]
    words += [one["speed"]] if one["speed"] != board.CRUISE else []
    words += ["fatigue", str(one["fatigue"])] if one["fatigue"] else []
    words += [one["side"]] if one["side"] != board.SIDES[key] else []
    told = [" ".join([*words, *sorted(one["marks"])])]
    told += [
        " ".join([kind, *(NAMES.get(other, other) for other in one[kind])])
        for kind in ("grappled", "fouled")
        if one[kind]
    ]
    return ", ".join(told)


_FACTS: dict[str, Callable[[Data, Any, Data], object]] = {
    "links of": lambda public, at, fact: [
        SPACE_NAMES[to] for to in board.by_map(position.country(public).links[place_id(at)])
    ],
    "zone of": lambda public, unit, fact: position.zone(public, piece_id(unit)),
    "activates": lambda public, leader, fact: [
        NAMES[unit] for unit in command.activated(public, fact["by"], _choice(leader))
    ],
    "in reach of": lambda public, leader, fact: [
        SPACE_NAMES[to]
        for to in board.by_map(
            place for place in command.in_reach(public, piece_id(leader)) if place not in GALLEYS
        )
        if not fact.get("of") or to in board.MAP["streets"][fact["of"]]
    ],
    "losses of": lambda public, seat, fact: position.losses(public, seat),
    "may seize": lambda public, seat, fact: "yes" if seizure.may_seize(public, seat) else "no",
    "charisma of": lambda public, seat, fact: position.charisma(
        public,
        seat,
        [place_id(fact["at"])],
        [to for to in position.country(public).links[place_id(fact["at"])] if board.is_hex(to)],
    ),
    "range of": lambda public, unit, fact: (
        shot.range if (shot := shot_at(public, piece_id(unit), place_id(fact["to"]))) else None
    ),
    "strength of": lambda public, key, fact: missiles.strength(public, piece_id(key)),
    "points of": lambda public, key, fact: fleet.allowance(
        public, piece_id(key), fact.get("at", board.CRUISE)
    ),
    "exhausted": lambda public, seat, fact: public["exhausted"][seat],
    "arcs of": lambda public, unit, fact: {
        to: side_of(public, piece_id(unit), place_id(to)) for to in fact["is"]
    },
    "facings of": lambda public, at, fact: board.facings(place_id(at)),
    "number of": lambda public, what, fact: len(
        {"points": board.POINTS, "blocks": board.BLOCKS, "units": board.UNITS, "galleys": GALLEYS}[
            what
        ]
    ),
}


def _choice(text: str) -> str:
    return text if text in ("fleet", "auxiliaries", "commander") else piece_id(text)


ADAPTER = AlexCases()
