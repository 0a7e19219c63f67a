"""Positions of traces of The Sword of Rome, made into a State; and our positions in their form."""

from __future__ import annotations

from typing import Any

from referee.engine.table import State
from tests.rules.sword_of_rome.adapter import ZONES, Spot, board, flow, hidden, position
from tests.traces.sword_of_rome.format import Data, Trace

#: Their names of flags and facts.
FLAGS = {
    "appia": position.APPIA,
    "duoviri": position.DUOVIRI,
    "envoys": position.ENVOYS,
    "treaty": position.TREATY,
    "mines": position.DEPLETED,
    "beasts": position.BEASTS,
    "coalition": position.COALITION,
    "carthage-out": position.NO_CARTHAGE,
}
FACTS = {"won": position.WON, "sacked": position.SACKED}
#: Where leaders are who are not on the map.
AWAY = {
    "aside": position.ASIDE,
    "displaced": position.DISPLACED,
    "cup": position.CUP,
    "off": position.WAITS,
    "removed": position.REMOVED,
}
AWAYS = {value: key for key, value in AWAY.items()}
#: Rows of cards of a seat.
ROWS = {"discards": "discards", "removed": "removed", "desperate": "desperate"}
ROWS |= {"faceup": "reshuffle"}
#: Entries that say where a game is, or that change at another time than ours: these are compared
#: where we are asked.
LATER = ("phase", "active", "round", "turn", "first", "activated", "commander", "turnfact")
LATER += ("discards", "removed", "faceup")


def set_up(trace: Trace) -> State:
    """3 The State in which a trace begins, its cards dealt."""
    state = flow.setup(trace.scenario, {})
    public = state["public"]
    here = trace.start
    groups: dict[str, dict[str, Any]] = {}
    for key, value in here.items():
        group, _, name = key.partition("/")
        groups.setdefault(group, {})[name] = value
    public.update(turn=here["turn"], phase="first player", plunder=here["plunder"])
    control = groups["ctrl"]
    public["markers"] = {s: p for s, p in sorted(control.items()) if p != board.HOME[s]}
    public["loyalty"] = dict(sorted(groups["loyalty"].items()))
    public["tribes"] = [space for space in board.TRIBES if space in groups["tribe"]]
    public["sieges"] = dict(sorted(groups.get("siege", {}).items()))
    public["militia"] = dict(sorted(groups.get("militia", {}).items()))
    public["alliances"] = sorted(here["alliances"])
    public["vp"] |= groups["vp"]
    public["flags"] = [
        f for f in position.FLAGS for n in FLAGS if FLAGS[n] == f if groups["flag"][n]
    ]
    for zone, name in (("cu", "cu"), ("inside", "in")):
        public[zone] = {power: {} for power in public[zone]}
        for key, number in sorted(groups.get(name, {}).items()):
            power, _, space = key.partition("/")
            public[zone][power][space] = number
    public["leaders"] |= {one: placed(at) for one, at in groups["leader"].items()}
    for key, one in sorted(groups["commander"].items()):
        power, _, space = key.partition("/")
        spot = Spot(space.rstrip("+"), space.endswith("+"))
        if position.commander(public, power, spot) != one:
            public["commanders"][f"{power}/{spot.key()}"] = one
    _deal(state, here)
    return state


def placed(at: str) -> str:
    """Where a leader is, in our words."""
    inside = at.endswith("+")
    return AWAY.get(at) or Spot(at.rstrip("+"), inside).key()


def _deal(state: State, here: Data) -> None:
    for seat in state["public"]["seats"]:
        zones = ZONES[seat]
        zones.move(state, here[f"hand/{seat}"], zones.pile, hidden.hand(seat))
        for name, row in ROWS.items():
            cards = [c for c in here[f"{name}/{seat}"] if c in zones.lying(state, zones.pile)]
            zones.move(state, cards, zones.pile, hidden.row(seat, row))


def position_of(state: State) -> Data:
    """Our position in the form of a trace, without what is compared later."""
    public = state["public"]
    found: Data = {"plunder": public["plunder"], "alliances": sorted(public["alliances"])}
    found["out"] = list(public["out"])
    found |= {f"vp/{seat}": vp for seat, vp in public["vp"].items()}
    closed = public["closed"]
    found |= {f"ctrl/{s}": position.control(public, s) for s in board.SPACES if s not in closed}
    found |= {f"loyalty/{space}": number for space, number in public["loyalty"].items()}
    found |= {f"tribe/{space}": 1 for space in public["tribes"]}
    found |= {f"siege/{space}": level for space, level in public["sieges"].items()}
    found |= {f"militia/{space}": number for space, number in public["militia"].items()}
    for zone, name in (("cu", "cu"), ("inside", "in")):
        for power, there in public[zone].items():
            found |= {f"{name}/{power}/{space}": number for space, number in there.items()}
    found |= {f"leader/{one}": _where(at) for one, at in public["leaders"].items()}
    found |= {f"flag/{name}": flag in public["flags"] for name, flag in FLAGS.items()}
    for seat in public["seats"]:
        found[f"hand/{seat}"] = sorted(state["seats"][seat]["hand"])
        found[f"deck/{seat}"] = sorted(ZONES[seat].lying(state, ZONES[seat].pile))
        found[f"desperate/{seat}"] = sorted(public[f"{seat} desperate"])
    return found


def commanders(state: State) -> Data:
    """8.2.1 Who commands each stack, under the keys of a trace."""
    public = state["public"]
    return {
        f"commander/{power}/{_where(spot.key())}": position.commander(public, power, spot)
        for power in public["cu"]
        for spot in position.spots(public, power)
        if position.leaders(public, power, spot)
    }


def _where(at: str) -> str:
    if at in AWAYS:
        return AWAYS[at]
    return at.removeprefix("+") + "+" if at.startswith("+") else at


def differences(mine: Data, theirs: Data) -> list[str]:
    """What is not the same."""
    keys = sorted({*mine, *theirs})
    return [
        f"{k} {mine.get(k)}, the trace {theirs.get(k)}"
        for k in keys
        if mine.get(k) != theirs.get(k)
    ]


def early(theirs: Data, closed: Any = ()) -> Data:
    """What of a position of a trace is compared at once."""
    found = {k: v for k, v in theirs.items() if k.partition("/")[0] not in LATER}
    if found.get(_OFFICE) == "removed":  # his card brings him back
        found[_OFFICE] = "off"
    return found


_OFFICE = "leader/dictator"
