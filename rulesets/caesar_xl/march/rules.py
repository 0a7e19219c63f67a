"""Who may march where, what it costs, and the march itself (9)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.action import UNSURE, Problem
from referee.engine.table import Table
from referee.engine.view import Data
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import LEADER, LINKS, PIECE_NAMES, PLACE_NAMES, PRICES, SUPREME, ZONES

LEPIDUS, PROCONSUL = "L8", "F8"


class Way(NamedTuple):
    """One step, or a forced march of two with the place between."""

    to: str
    via: str = ""

    @property
    def forced(self) -> bool:
        """9.3 Whether it is a forced march."""
        return bool(self.via)


def start(public: Data, key: str) -> str:
    """Where a piece stood when the march phase began; "" if it is not on the map."""
    if key in public["now"]["marches"]:
        return str(public["now"]["marches"][key][0])
    return str(public["pieces"].get(key, {"at": ""})["at"])


def piece_trouble(public: Data, seat: str, key: str) -> Problem | None:
    """9.1 Why a piece cannot march at all."""
    one = public["pieces"].get(key)
    if not one or one["owner"] != seat:
        return Problem(f"{PIECE_NAMES[key]} is not on the map", "9.1", weight=UNSURE)
    if key in public["now"]["marches"]:
        return Problem(f"{PIECE_NAMES[key]} has marched", "9.1")
    return None


def way_trouble(public: Data, key: str, way: Way) -> Problem | None:
    """9.1, 9.3 Whether a way leads there from where a piece stands."""
    at = public["pieces"][key]["at"]
    if way.forced and not position.has(public, "forced"):
        return Problem("there are no forced marches in the bronze game", "15").at("via")
    if not position.has(public, "zones") and {way.to, way.via} & {*ZONES}:
        return Problem("zones cannot be entered in the bronze game", "15").at("to")
    if way.to == at:
        return Problem(f"{PIECE_NAMES[key]} stands in {PLACE_NAMES[at]}", "9.1").at("to")
    last = at
    for name, place in (("via", way.via), ("to", way.to)):
        if place and place not in LINKS[last]:
            near = ", ".join(PLACE_NAMES[one] for one in LINKS[last])
            reason = f"{PLACE_NAMES[place]} is not next to {PLACE_NAMES[last]}"
            return Problem(reason, "9.1", f"next to it: {near}", UNSURE).at(name)
        last = place or last
    return None


def zone_trouble(public: Data, seat: str, key: str, way: Way, group: bool) -> Problem | None:
    """9.7 Leaders do not enter an independent zone without a unit; group: one goes along."""
    if way.to not in ZONES or way.to in public["subdued"] or board.is_unit(key) or group:
        return None
    if position.units(public, way.to, seat):
        return None
    name = PLACE_NAMES[way.to]
    return Problem(f"leaders do not enter {name} without a unit", "9.7", "let a unit go first")


def cost(public: Data, seat: str, key: str, way: Way) -> int:
    """9.3, 11.2 Gold for a piece by itself: nothing for a supreme leader, or for a leader who
    follows a unit that has paid."""
    if not way.forced or board.kind(key) == SUPREME:
        return 0
    follows = [start(public, key), way.via, way.to] in public["now"]["paid"]
    return 0 if board.kind(key) == LEADER and follows else PRICES["march"]


def group_cost(units: int) -> int:
    """11.2 Half the price of the units that go with the supreme leader, rounded up."""
    return (units * PRICES["march"] + 1) // 2


def gold_trouble(public: Data, seat: str, key: str, gold: int) -> Problem | None:
    """9.3 Whether a forced march can be paid."""
    have = public["gold"][seat]
    if gold <= have:
        return None
    reason = f"the forced march of {PIECE_NAMES[key]} costs {gold} gold, and you have {have}"
    return Problem(reason, "9.3", weight=UNSURE)


def free_trouble(public: Data, seat: str, key: str, card: str) -> Problem | None:
    """L8, F8 Why a unit does not march for nothing by a card."""
    name = board.CARD_NAMES[card]
    if not position.works(public, card, seat):
        return Problem(f"{name} is not yours", card, weight=UNSURE)
    if position.used(public, card):
        return Problem(f"{name} has let a unit march in this turn", card)
    if card == LEPIDUS and start(public, LEPIDUS) != start(public, key):
        return Problem(f"{PIECE_NAMES[key]} did not start with Lepidus", card)
    return None


def go(table: Table, seat: str, keys: Sequence[str], way: Way, gold: int, free: str = "") -> None:
    """9.1 Pieces that start together march; what one of their units pays lets leaders follow."""
    public = table.public
    begin, last = public["pieces"][keys[0]]["at"], way.via
    for key in keys:
        public["pieces"][key]["at"] = way.to
        public["now"]["marches"][key] = [begin, last or begin]
    public["gold"][seat] -= gold
    if free:
        public["now"]["used"].append(free)
    if way.forced and any(board.is_unit(key) for key in keys):
        public["now"]["paid"].append([begin, way.via, way.to])
    path = [begin, way.via, way.to] if way.forced else [begin, way.to]
    told = {"seat": seat, "pieces": list(keys), "path": path, "gold": gold, "free": free}
    table.tell("marches", told)


def ways(public: Data, key: str) -> list[Way]:
    """9.1, 9.3 All ways of a piece, whatever they cost, in the order of names."""
    at = public["pieces"][key]["at"]
    found = [Way(to) for to in LINKS[at]]
    found += [Way(to, via) for via in LINKS[at] for to in LINKS[via] if to != at]
    return [way for way in found if way_trouble(public, key, way) is None]
