"""The march phase (9): pieces march, a Fleet sails, and battles get their order (10.1)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.engine.action import ALWAYS, UNSURE, Action, Problem, of_each, repeats
from referee.engine.table import Table
from referee.engine.view import Data
from referee.engine.words import Fields, Many, Name
from referee.kit.lines import packed, several
from rulesets.caesar_xl import board, position
from rulesets.caesar_xl.board import (
    CARD_NAMES,
    LEADER,
    LINKS,
    PIECE_NAMES,
    PLACE_NAMES,
    PORTS,
    PRICES,
    SUPREME,
    ZONES,
)
from rulesets.caesar_xl.lines import Line, powerless, too_dear
from rulesets.caesar_xl.purchases.walk import Turning


class Way(NamedTuple):
    """A step to the next place, or a forced march of two steps (9.3) with the place between."""

    to: str
    via: str = ""


def start(public: Data, key: str) -> str:
    """Where a piece stood at the start of the march phase; "" if it was not on the map."""
    at = public["pieces"].get(key, {"at": ""})["at"]
    return str(public["now"]["marches"].get(key, [at])[0])


def piece_trouble(public: Data, seat: str, key: str) -> Problem | None:
    """9.1 Why a piece cannot march at all."""
    one = public["pieces"].get(key)
    if not one or one["owner"] != seat:
        return Problem(f"{PIECE_NAMES[key]} is not on the map", "9.1", weight=UNSURE)
    marched = key in public["now"]["marches"]
    return Problem(f"{PIECE_NAMES[key]} has marched", "9.1") if marched else None


def way_trouble(public: Data, key: str, way: Way) -> Problem | None:
    """9.1, 9.3 Why a piece cannot go this way from where it stands."""
    at = public["pieces"][key]["at"]
    if way.to == at:
        return Problem(f"{PIECE_NAMES[key]} stands in {PLACE_NAMES[at]}", "9.1").at("to")
    return apart(at, way.via, "via") if way.via else apart(at, way.to, "to")


def barred_way(public: Data, way: Way) -> Problem | None:
    """9.3, 15 Why nobody goes this way in this scenario, wherever he starts."""
    if way.via and not position.has(public, "forced"):
        return Problem("there are no forced marches in the bronze game", "15").at("via")
    if (way.to in ZONES or way.via in ZONES) and not position.has(public, "zones"):
        return Problem("zones cannot be entered in the bronze game", "15").at("to")
    return apart(way.via, way.to, "to") if way.via else None


def apart(one: str, two: str, name: str) -> Problem | None:
    """9.1 Why there is no step from one place to the other."""
    if two in LINKS[one]:
        return None
    near = ", ".join(PLACE_NAMES[place] for place in LINKS[one])
    reason = f"{PLACE_NAMES[two]} is not next to {PLACE_NAMES[one]}"
    return Problem(reason, "9.1", f"next to it: {near}", UNSURE).at(name)


def zone_trouble(public: Data, seat: str, keys: Sequence[str], to: str) -> Problem | None:
    """9.7 Why leaders cannot enter: they need a unit in an independent zone."""
    led = any(map(board.is_unit, keys)) or position.units(public, to, seat)
    if led or not position.wild(public, to):
        return None
    reason = f"leaders do not enter {PLACE_NAMES[to]} without a unit"
    return Problem(reason, "9.7", "let a unit go first", UNSURE)


def cost(public: Data, key: str, way: Way) -> int:
    """9.3, 11.2 What a piece pays that marches alone: nothing if it is a supreme leader, or a
    leader who follows a unit that has paid."""
    if not way.via or board.kind(key) == SUPREME:
        return 0
    follows = [start(public, key), way.via, way.to] in public["now"]["paid"]
    return 0 if board.kind(key) == LEADER and follows else PRICES["march"]


def group_cost(units: int) -> int:
    """11.2 Units that go with the supreme leader pay half, rounded up."""
    return (units * PRICES["march"] + 1) // 2


def free_trouble(public: Data, seat: str, key: str, card: str) -> Problem | None:
    """L8, F8 Why a card does not let this unit march free."""
    if problem := powerless(public, seat, card):
        return problem
    if position.used(public, card):
        return Problem(f"{CARD_NAMES[card]} has let a unit march in this turn", card)
    apart = card == board.LEPIDUS and start(public, board.LEPIDUS) != start(public, key)
    return Problem(f"{PIECE_NAMES[key]} did not start with Lepidus", card) if apart else None


def go(table: Table, seat: str, keys: Sequence[str], way: Way, gold: int, free: str = "") -> None:
    """9.1 Pieces that start together march; leaders may follow a unit that has paid."""
    public, now = table.public, table.public["now"]
    begin = public["pieces"][keys[0]]["at"]
    path = [begin, way.via, way.to] if way.via else [begin, way.to]
    for key in keys:
        public["pieces"][key]["at"] = way.to
        now["marches"][key] = [begin, path[-2]]
    public["gold"][seat] -= gold
    if free:
        now["used"].append(free)
    if way.via and any(map(board.is_unit, keys)):
        now["paid"].append(path)
    told = {"seat": seat, "pieces": list(keys), "path": path, "gold": gold, "free": free}
    table.tell("marches", told)


def ways(public: Data, key: str) -> list[Way]:
    """9.1, 9.3 All ways open to a piece, whatever they cost, in the order of names."""
    at = public["pieces"][key]["at"]
    found = [Way(to) for to in LINKS[at]]
    found += [Way(to, via) for via in LINKS[at] for to in LINKS[via] if to != at]
    return [way for way in found if barred_way(public, way) is None]


def waiting(public: Data, seat: str) -> list[str]:
    """9.1 A player's pieces that have not marched, by id."""
    marches = public["now"]["marches"]
    return [key for key in position.owned(public, seat) if key not in marches]


def reach(public: Data, seat: str) -> list[str]:
    """9.1, 9.3 Where each group that has not marched can go in one step, in lines."""
    groups: dict[str, list[str]] = {}
    for key in waiting(public, seat):
        groups.setdefault(public["pieces"][key]["at"], []).append(key)
    lines = ["Your groups can march to:"] * bool(groups)
    for at in board.by_map(list(groups)):
        ends = [PLACE_NAMES[way.to] for way in ways(public, groups[at][0]) if not way.via]
        lines += packed(f"  {PLACE_NAMES[at]} ({several(len(groups[at]), 'piece')}):", ends, 4)
    forced = f"  one place further (via) for {PRICES['march']} gold a unit"
    return lines + [forced] * bool(groups and position.has(public, "forced"))


def no_port(place: str) -> Problem:
    """A3 Why no fleet goes from or to this place."""
    return Problem(f"{PLACE_NAMES[place]} is no port", Fleet.card).at("to")


class OfPieces(Line[Turning]):
    """A line that names pieces."""

    def problems(self) -> Iterable[Problem]:
        """A piece is named twice."""
        return repeats(self.value["pieces"], PIECE_NAMES, "9.1", "pieces")

    def names(self) -> Iterable[str]:
        """The pieces named."""
        return list(self.value["pieces"])


class March(OfPieces):
    """9 Pieces march the same way: units first, then leaders, who may follow them free.

    If the supreme leader goes, units that start with him march as his group (9.4)."""

    word, example = "march", "march: {pieces: [CL1, CL2, CA1], via: Rubicon, to: Rome}"
    takes = Fields(
        {"pieces": Many(Name("own piece")), "to": Name("place")},
        {"via": Name("place"), "free": Many(Name("march card"), 1, 2)},
    )

    def problems(self) -> Iterable[Problem]:
        """What is wrong with the line whoever goes; each piece is judged in its turn."""
        yield from super().problems()
        keys, cards = self.value["pieces"], self.value.get("free", [])
        if cards and "via" not in self.value:
            hint = "say which place is passed: via"
            yield Problem("these cards are for forced marches", "9.3", hint, ALWAYS).at("free")
        if len(cards) > sum(map(board.is_unit, keys)):
            reason = f"{CARD_NAMES[cards[-1]]} is for a legion or an allied unit"
            yield Problem(reason, cards[-1], weight=ALWAYS).at("free")
        elif cards and self.seat in keys:
            reason = "these cards are for units outside the supreme leader's group"
            yield Problem(reason, "9.4", "give them a line of their own", ALWAYS).at("free")
        if problem := barred_way(self.public, self.way):
            yield problem._replace(weight=ALWAYS)

    @property
    def way(self) -> Way:
        """The way that the line names."""
        return Way(self.value["to"], self.value.get("via", ""))

    async def does(self) -> None:
        """Units first, then the supreme leader's group, then other leaders."""
        self.cards = list(self.value.get("free", []))
        for keys in self.batches([*filter(self.able, self.value["pieces"])]):
            self.go(keys)

    def able(self, key: str) -> bool:
        """9.1 Whether a piece can go this way at all."""
        trouble = piece_trouble(self.public, self.seat, key)
        return self.may(key, trouble or way_trouble(self.public, key, self.way))

    def batches(self, able: list[str]) -> list[list[str]]:
        """9.4 The supreme leader's group marches as one, everyone else alone."""
        led = bool(self.way.via) and self.seat in able
        home = start(self.public, self.seat) if led else ""
        units = [key for key in able if board.is_unit(key)]
        group = [key for key in units if start(self.public, key) == home]
        rest = [key for key in able if key not in group]
        rest.sort(key=lambda key: (key not in units, led and key != self.seat))
        return [[key, *group] if key == self.seat else [key] for key in rest]

    def may(self, key: str, problem: Problem | None) -> bool:
        """Whether nothing prevents a piece from going; if something does, say so."""
        if problem and not problem.path:
            problem = problem.at("pieces", self.value["pieces"].index(key))
        return self.walk.good(problem)

    def go(self, keys: list[str]) -> None:
        """March one piece, or the supreme leader's group, whose units pay half."""
        leader, *group = keys
        for number, key in enumerate(group):
            if not self.pays(key, group_cost(number + 1)):
                group = group[:number]
                break
        keys = [leader, *group]
        if not self.may(leader, zone_trouble(self.public, self.seat, keys, self.way.to)):
            return
        gold, card = cost(self.public, leader, self.way), ""
        if gold and self.cards and board.is_unit(leader):
            card, gold = self.cards.pop(0), 0
            if not self.may(leader, free_trouble(self.public, self.seat, leader, card)):
                return
        if self.pays(leader, gold):
            self.walk.acted = True
            go(self.table, self.seat, keys, self.way, gold + group_cost(len(group)), card)

    def pays(self, key: str, gold: int) -> bool:
        """9.3 Whether there is gold for a forced march; if not, say so."""
        what = f"the forced march of {PIECE_NAMES[key]}"
        return self.may(key, too_dear(self.public, self.seat, gold, what, "9.3"))


class Fleet(OfPieces):
    """A3 Pieces in a port sail to another port instead of marching."""

    word, example, card = "fleet", "fleet: {pieces: [CL1], to: Alexandria}", "A3"
    takes = Fields({"pieces": Many(Name("own piece")), "to": Name("place")})

    def problems(self) -> Iterable[Problem]:
        """The card, both ports, and pieces that stand together and have not marched."""
        yield from super().problems()
        if self.value["to"] not in PORTS:
            yield no_port(self.value["to"])._replace(weight=ALWAYS)
        if missing := self.lacks(self.card):
            yield missing
        elif found := [*of_each(self.value["pieces"], self.trouble, "pieces")]:
            yield from found
        else:
            yield from self.departure()

    def trouble(self, key: str, before: object) -> Problem | None:
        """9.1 Why a piece cannot sail."""
        return piece_trouble(self.public, self.seat, key)

    def departure(self) -> Iterable[Problem]:
        """A3 They sail from one port to another."""
        to = self.value["to"]
        start = {self.public["pieces"][key]["at"] for key in self.value["pieces"]}
        if len(start) > 1:
            yield Problem("they do not stand together", self.card, weight=UNSURE).at("pieces")
        yield from (no_port(place) for place in sorted(start) if place not in PORTS)
        if to in start:
            yield Problem(f"they are in {PLACE_NAMES[to]}", self.card).at("to")

    async def carry_out(self) -> None:
        """9.1 The voyage is their march."""
        go(self.table, self.seat, sorted(self.value["pieces"]), Way(self.value["to"]), 0)


class Battles(Action[Turning]):
    """10.1 Which battles you fight first."""

    word, takes, example = "battles", Many(Name("place")), "battles: [Utica, Rome]"

    async def does(self) -> None:
        """The order is kept until the battles begin."""
        self.public["now"]["order"] = list(dict.fromkeys(self.value))
