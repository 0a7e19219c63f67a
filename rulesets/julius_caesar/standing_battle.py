"""Standing orders for battles: what rules on `battle turn`, `next battle` and `regroup` may say.

Everything that a condition compares lies open, so no quantity is private; and what a rule comes to
is always a legal answer, so a battle stops only where a rule says so or none is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.request import Data, Quantity, Request, View
from referee.engine.words import Answer, Choice, Fields, Line, Name, Nothing, Number, Word
from rulesets.julius_caesar import board, legal, rounds
from rulesets.julius_caesar.board import LETTERS, other
from rulesets.julius_caesar.exits import Exits
from rulesets.julius_caesar.retreat import Way
from rulesets.julius_caesar.standing_common import BLOCKS, PLACES, parts

ROLES = ("attacker", "defender")

SELECTORS: Mapping[str, Word] = {
    "at": Name("place"),
    "round": Number(1, 4),
    "role": Choice(ROLES),
}

QUANTITIES: Mapping[str, Quantity] = {
    "round": Quantity("the round of the battle, 1 to 4"),
    "attacking": Quantity("1 if you attack as roles stand now, 0 if you defend"),
    "own blocks": Quantity("your blocks face up in the battle"),
    "enemy blocks": Quantity("the enemy's blocks face up in the battle"),
    "own strength": Quantity("the strength of all your blocks face up"),
    "enemy strength": Quantity("the strength of all the enemy's blocks face up"),
    "own reserves": Quantity("your blocks that are still to come in round 2"),
    "enemy reserves": Quantity("the enemy's blocks that are still to come in round 2"),
    "own lost": Quantity("steps that you have lost in this battle, to hits and disruption"),
    "enemy lost": Quantity("steps that the enemy has lost in this battle"),
    "leaders": Quantity("your leaders face up in the battle"),
    "leader strength": Quantity("the strength of the weakest of them, 0 if there is none"),
}


def measured(battle: Data, seat: str) -> dict[str, int]:
    """7.0 What a seat may count in a battle; both see all of it."""
    counted = {
        "round": battle["round"],
        "attacking": 1 if battle["attacker"] == seat else 0,
    }
    for whose, side in (("own", seat), ("enemy", other(seat))):
        lying = rounds.face_up(battle, side)
        counted[f"{whose} blocks"] = len(lying)
        counted[f"{whose} strength"] = sum(rounds.strength(battle, block) for block in lying)
        counted[f"{whose} reserves"] = rounds.hidden_reserves(battle, side)
        counted[f"{whose} lost"] = battle["lost"][side]
    leaders = [b for b in rounds.face_up(battle, seat) if board.blocks()[b].leader]
    weakest = min((rounds.strength(battle, block) for block in leaders), default=0)
    return {**counted, "leaders": len(leaders), "leader strength": weakest}


class FightStanding(Request):
    """What rules inside a battle have in common."""

    selectors: ClassVar[Mapping[str, Word]] = SELECTORS
    quantities: ClassVar[Mapping[str, Quantity]] = QUANTITIES

    def selected(self, view: View, key: str, value: object) -> bool:
        """The place of the battle, its round, the letter that acts, or the part that this seat has
        in it now."""
        battle = view.public["battle"]
        if key == "role":
            return bool(battle[str(value)] == self.seat)
        if key == "at":
            return bool(battle["place"] == value)
        return bool(self.args[key] == value)

    def measure(self, view: View) -> Mapping[str, int]:
        """Numbers that lie open."""
        return measured(view.public["battle"], self.seat)


class TurnStanding(FightStanding):
    """7.2 Rules on `battle turn`.

    For each block the first line that fits it counts; it fires if none does.  Nobody retreats in
    round 1; who must leave in round 4 takes the first open place of all lines, else any."""

    selectors: ClassVar[Mapping[str, Word]] = {**SELECTORS, "letter": Choice(LETTERS)}
    policies: ClassVar[Mapping[str, Word]] = {
        "fire": Nothing(),
        "pass": Nothing(),
        "retreat": PLACES,
        "withdraw": Nothing(),
        "leaders withdraw": Nothing(),
        "save": Fields({"blocks": BLOCKS, "to": PLACES}),
        "save leaders": PLACES,
    }

    def follow(self, view: View, then: Answer) -> Answer:
        """7.2 A line for each block of the letter that can act."""
        orders = _Orders(view.public, self.seat, then)
        letter = self.args["letter"]
        waiting = rounds.waiting(view.public["battle"], letter, self.seat)
        waiting.sort(key=lambda block: not board.blocks()[block].leader)
        lines = [orders.line(block) for block in waiting]
        return [line for line in lines if line is not None]


class _Orders:
    """Gives each block its line; ways out that one takes are not there for the next."""

    def __init__(self, public: Data, seat: str, then: Answer) -> None:
        self.then = then
        self.may_leave = rounds.may_retreat(public["battle"])
        self.leaving = rounds.must_leave(public["battle"], seat)
        self.exits = Exits(public, seat)
        self.refuges = _refuges(public, seat)

    def line(self, block: str) -> Line | None:
        """What a block does; None if it must leave and cannot."""
        ways = self._ways(block)
        for word, value in parts(self.then):
            if word in ("fire", "pass"):
                if not self.leaving:
                    return {word: block}
                continue
            way = _preferred(ways, self._wanted(block, word, value))
            if way is not None:
                return self._go(block, way)
        if self.leaving:
            return self._go(block, ways[0]) if ways else None
        return {"fire": block}

    def _wanted(self, block: str, word: str, value: Any) -> Sequence[str]:
        """Where a line sends a block, in order of preference; nowhere if it is not for it."""
        if "leaders" in word and not board.blocks()[block].leader:
            return []
        if "withdraw" in word:
            return self.refuges
        if word == "save":
            return list(value["to"]) if block in value["blocks"] else []
        return list(value)

    def _ways(self, block: str) -> list[Way]:
        return self.exits.routes(block) if self.may_leave else []

    def _go(self, block: str, way: Way) -> Line:
        self.exits.take(block, way)
        value = {"block": block, "to": way.to}
        return {"retreat": {**value, "via": way.via} if way.via else value}


def _refuges(public: Data, seat: str) -> list[str]:
    """7.6 All places, those with most blocks of the seat first, then those of the highest value,
    then in the order of the map."""
    return sorted(
        board.places(),
        key=lambda at: (-legal.count(public, at, seat), -board.places()[at].value),
    )


def _preferred(ways: Sequence[Way], places: Sequence[str]) -> Way | None:
    """The first place that is open, by road or border before by way of a sea."""
    return next((way for place in places for way in ways if way.to == place), None)


class NextBattleStanding(Request):
    """7.1 Rules on `next battle`."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "battles left": Quantity("battles that are still to be fought in this turn"),
    }
    policies: ClassVar[Mapping[str, Word]] = {"order": PLACES, "first": Nothing()}

    def measure(self, view: View) -> Mapping[str, int]:
        """How many battles there are."""
        return {"battles left": len(self.args["places"])}

    def follow(self, view: View, then: Answer) -> Answer:
        """7.1 The first place named where there is a battle, else the first of all."""
        places = self.args["places"]
        named = [place for _, value in parts(then) for place in value if place in places]
        return [{"battle": (named or places)[0]}]


class RegroupStanding(Request):
    """7.7 Rules on `regroup`: line after line sends blocks as far as there is room; the others
    stay."""

    selectors: ClassVar[Mapping[str, Word]] = {"at": Name("place")}
    quantities: ClassVar[Mapping[str, Quantity]] = {
        "own blocks": Quantity("your blocks in the place that you have won"),
        "battles left": Quantity("battles that are still to be fought in this turn"),
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "stay": Nothing(),
        "keep": BLOCKS,
        "go": Fields({"blocks": BLOCKS, "to": PLACES}),
        "all": PLACES,
    }

    def selected(self, view: View, key: str, value: object) -> bool:
        """The place of the battle that was won."""
        return bool(self.args["place"] == value)

    def measure(self, view: View) -> Mapping[str, int]:
        """Numbers that both can count."""
        own = legal.count(view.public, self.args["place"], self.seat)
        return {"own blocks": own, "battles left": len(legal.contested(view.public))}

    def follow(self, view: View, then: Answer) -> Answer:
        """7.7 Lines by place; nobody goes if nobody can."""
        going: dict[str, list[str]] = {}
        settled: list[str] = []
        for word, value in parts(then):
            if word == "stay":
                break
            if word == "keep":
                settled += value
            for block in [b for b in self._named(view, word, value) if b not in settled]:
                if self._send(view, going, block, value if word == "all" else value["to"]):
                    settled.append(block)
        return _regrouped(going)

    def _named(self, view: View, word: str, value: Any) -> list[str]:
        """The blocks that a line sends, as far as they are there, in the rulebook's order."""
        mine, place = view.own["blocks"], self.args["place"]
        here = [block for block in mine if mine[block]["at"] == place]
        if word == "keep":
            return []
        named = here if word == "all" else [b for b in here if b in value["blocks"]]
        return sorted(named, key=board.block_order().__getitem__)

    def _send(
        self, view: View, going: dict[str, list[str]], block: str, places: Sequence[str]
    ) -> bool:
        """Send a block to the first place that takes it, if any does."""
        for to in places:
            tried = {**going, to: [*going.get(to, []), block]}
            if not self.judge(view, _regrouped(tried)).faults:
                going.update(tried)
                return True
        return False


def _regrouped(going: Mapping[str, Sequence[str]]) -> Answer:
    return [{"regroup": {"blocks": list(blocks), "to": to}} for to, blocks in going.items()]
