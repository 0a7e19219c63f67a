"""Everything that changes the position; each verb tells of it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.request import Data
from referee.engine.table import Table
from tests.toys.skirmish.field import SEATS, START, TURNS, sort_of

#: Marches that ended before their path did, in a turn: that, only their owner knows.
SHORT = "short"


def begin(table: Table, quivers: Data) -> None:
    """3 The first turn; quivers: archers -> arrows."""
    for seat, part in table.state["seats"].items():
        part["arrows"] = {unit: n for unit, n in quivers.items() if unit.startswith(seat)}
        table.tell("arrows", {"seat": seat}, **{seat: {"quivers": dict(part["arrows"])}})
    begin_turn(table, 1)


def begin_turn(table: Table, turn: int) -> None:
    public = table.public
    public.update({"turn": turn, "phase": "orders", "deeds": 0, "hits": 0, "lost": 0})
    public.update({"marched": [], "shot": [], "mover": None})
    for part in table.state["seats"].values():
        part[SHORT] = 0


def set_out(table: Table) -> None:
    """2 Orders are there, and are carried out."""
    table.public["phase"] = "march"


def ask_again(table: Table) -> None:
    table.public["phase"] = "orders"


def begin_march(table: Table, unit: str) -> None:
    table.public["marched"].append(unit)
    table.public["mover"] = {"unit": unit, "left": sort_of(unit).points}


def enter(table: Table, unit: str, to: str, cost: int) -> None:
    public = table.public
    public["deeds"] += 1
    public["at"][unit] = to
    public["mover"]["left"] -= cost
    table.tell("enters", {"unit": unit, "hex": to})


def cut_short(table: Table, seat: str) -> None:
    """2 A march ends where it should have gone on, as only its owner knows."""
    table.state["seats"][seat][SHORT] += 1


def fall_back(table: Table, unit: str, to: str) -> None:
    """6 A unit leaves its hex."""
    if unit not in table.public["at"] or to in table.public["at"].values():
        raise ValueError(f"{unit} cannot fall back to {to}")
    table.public["at"][unit] = to
    table.tell("falls back", {"unit": unit, "hex": to})


def use_arrow(table: Table, unit: str) -> None:
    """3 An arrow of archers is gone."""
    if unit not in table.public["at"]:
        raise ValueError(f"{unit} is not there to shoot")
    if sort_of(unit).counted:
        arrows = table.state["seats"][unit.partition(" ")[0]].get("arrows", {})
        if arrows[unit] < 1:
            raise ValueError(f"{unit} has no arrows")
        arrows[unit] -= 1
        table.public["shots"][unit] += 1


def begin_shot(table: Table, unit: str) -> None:
    """7 A unit of the side whose turn it is shoots."""
    table.public["deeds"] += 1
    table.public["shot"].append(unit)


def shots(table: Table, told: Sequence[Data], dice: Sequence[int]) -> None:
    """4 Shots that fly at the same time."""
    table.tell("shots", {"shots": list(told), "dice": list(dice)})
    for shot in told:
        if shot["hits"]:
            hit(table, shot["at"])


def hit(table: Table, unit: str) -> None:
    """4 A unit loses a life, and perhaps the last one."""
    public = table.public
    active = list(SEATS)[(public["turn"] - 1) % len(SEATS)]
    public["hits"] += not unit.startswith(active)
    public["lives"][unit] -= 1
    if not public["lives"][unit]:
        del public["at"][unit], public["lives"][unit]
        public["lost"] += unit.startswith(active)
        table.tell("falls", {"unit": unit})


def end_turn(table: Table) -> None:
    table.tell("turn over", {"turn": table.public["turn"]})
    begin_turn(table, table.public["turn"] + 1)


def lives(public: Data, seat: str) -> int:
    """8 What a side has left."""
    return sum(n for unit, n in public["lives"].items() if unit.startswith(seat))


def over(public: Data) -> bool:
    """8 After the last turn, or when a side has nothing left."""
    return public["turn"] > TURNS or not all(lives(public, seat) for seat in SEATS)


def setup() -> Data:
    public = {
        "turn": 0,
        "phase": "",
        "deeds": 0,
        "at": dict(START),
        "lives": {unit: sort_of(unit).lives for unit in START},
        "shots": {unit: 0 for unit in START if sort_of(unit).counted},
        "marched": [],
        "shot": [],
        "mover": None,
        "hits": 0,
        "lost": 0,
    }
    seats: Data = {seat: {"arrows": {}, SHORT: 0} for seat in SEATS}
    return {"public": public, "seats": seats, "sealed": {}}
