"""Standing orders for battles: what rules on the four questions of a battle may say.

Everything that a condition compares lies open, so no quantity is private; and what a rule comes to
is always a legal answer, so a battle stops only where a rule says so or none is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.beside import Standing
from referee.engine.choosing import Wishes
from referee.engine.request import Quantity, View
from referee.engine.words import Answer, Fields, Line, Nothing, Word, parts
from rulesets.julius_caesar import board, legal
from rulesets.julius_caesar.battle import rounds
from rulesets.julius_caesar.battle.hits import falls, targets
from rulesets.julius_caesar.battle.phase import NextBattle
from rulesets.julius_caesar.battle.regroup import Regroup, RegroupWalk
from rulesets.julius_caesar.battle.rounds import BattleRequest
from rulesets.julius_caesar.battle.turn import TurnWalk, retreating
from rulesets.julius_caesar.board import other
from rulesets.julius_caesar.board.naming import BLOCKS, PLACES


class Fighting(Standing[BattleRequest]):
    """What rules inside a battle have in common."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
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

    def measure(self, request: BattleRequest, view: View) -> Mapping[str, int]:
        """Numbers that lie open."""
        battle, seat = view.public["battle"], request.seat
        sides = {"own": seat, "enemy": other(seat)}
        points = {
            whose: {block: rounds.strength(battle, block) for block in rounds.face_up(battle, side)}
            for whose, side in sides.items()
        }
        leaders = [points["own"][b] for b in points["own"] if board.blocks()[b].leader]
        counted = {"round": battle["round"], "attacking": 1 if battle["attacker"] == seat else 0}
        for whose, side in sides.items():
            counted[f"{whose} blocks"] = len(points[whose])
            counted[f"{whose} strength"] = sum(points[whose].values())
            counted[f"{whose} reserves"] = rounds.hidden_reserves(battle, side)
            counted[f"{whose} lost"] = battle["lost"][side]
        return counted | {"leaders": len(leaders), "leader strength": min(leaders, default=0)}

    def default(self, request: BattleRequest, view: View) -> Answer:
        """What a rule comes to that says nothing."""
        return self.follow(request, view, []) or []


class Turns(Fighting):
    """7.2 Rules on `battle turn`.

    For each block the first line that fits it counts; it fires if none does.  Nobody retreats in
    round 1; who must leave in round 4 takes the first open place of all lines, else any."""

    policies: ClassVar[Mapping[str, Word]] = {
        "fire": Nothing(),
        "pass": Nothing(),
        "retreat": PLACES,
        "withdraw": Nothing(),
        "leaders withdraw": Nothing(),
        "save": Fields({"blocks": BLOCKS, "to": PLACES}),
        "save leaders": PLACES,
    }

    def follow(self, request: BattleRequest, view: View, then: Answer) -> Answer:
        """7.2 A line for each block of the letter that can act, leaders first; ways out that one
        takes are not there for the next."""
        walk, answer = TurnWalk.on_copy(request, view), list[Line]()
        count = {at: legal.count(view.public, at, request.seat) for at in board.places()}
        # 7.6 Most blocks of the seat first, then the highest value, then the order of the map.
        refuges = sorted(count, key=lambda at: (-count[at], -board.places()[at].value))
        for block in sorted(walk.left, key=lambda block: not board.blocks()[block].leader):
            line = _line(walk, then, block, refuges)
            walk.play([line] if line else [])
            answer += [line] if line else []
        return answer


def _line(walk: TurnWalk, then: Answer, block: str, refuges: Sequence[str]) -> Line | None:
    """What a block does; None if it must leave and cannot."""
    ways = walk.ways(block)
    for word, value in parts(then):
        if word in ("fire", "pass") and not walk.leaving:
            return {word: block}
        # By road or border before by way of a sea.
        wanted = _wanted(block, word, value, refuges)
        if way := next((way for place in wanted for way in ways if way.to == place), None):
            return retreating(block, way)
    if not walk.leaving:
        return {"fire": block}
    return retreating(block, ways[0]) if ways else None


def _wanted(block: str, word: str, value: Any, refuges: Sequence[str]) -> Sequence[str]:
    """Where a line sends a block, in order of preference; nowhere if it is not for it."""
    if "leaders" in word and not board.blocks()[block].leader:
        return []
    if word == "save":
        return list(value["to"]) if block in value["blocks"] else []
    return refuges if "withdraw" in word else list(value)


class Hurts(Fighting):
    """7.4 Rules on `hits`: among the strongest blocks the lines say, in their order, who is hit
    first or last; where they say nothing it is the block of the lowest combat value."""

    policies: ClassVar[Mapping[str, Word]] = {
        "first": BLOCKS,
        "last": BLOCKS,
        "spare leaders": Nothing(),
        "weakest": Nothing(),
    }

    def follow(self, request: BattleRequest, view: View, then: Answer) -> Answer:
        """7.4 One line for each hit that finds a block."""
        battle, seat = view.public["battle"], request.seat

        def first(equals: list[str]) -> str:
            return min(equals, key=lambda block: _rank(block, then, battle["attacker"] == seat))

        hits = falls(targets(battle, seat), request.args["hits"], first)
        return [{"hit": block} for block, _ in hits]


def _rank(block: str, then: Answer, attacking: bool) -> tuple[tuple[int, ...], ...]:
    """How soon a block is hit, by the lines in turn and then by its combat value; who is named
    first in `last` is hit last of all."""
    value, leader = board.worth(block, attacking), board.blocks()[block].leader
    ranks: list[tuple[int, ...]] = []
    for word, named in parts(then):
        at = list(named).index(block) if block in named else len(named)
        by = {"first": (at,), "last": (len(named) - at,), "spare leaders": (1 if leader else 0,)}
        ranks.append(by.get(word, value))
    return (*ranks, value)


class Battles(Wishes):
    """7.1 Rules on `next battle`: the first place named where there is a battle, else the first of
    all."""

    def follow(self, request: Any, view: View, then: Answer) -> Answer:
        """7.1 `first` stands behind all names."""
        named = [line for line in then if request.wishes in line]
        return super().follow(request, view, named) or self.default(request, view)


class Groups(Standing[Regroup]):
    """7.7 Rules on `regroup`: line after line sends blocks as far as there is room; the others
    stay."""

    quantities: ClassVar[Mapping[str, Quantity]] = {
        "own blocks": Quantity("your blocks in the place that you have won"),
        **NextBattle.quantities,
    }
    policies: ClassVar[Mapping[str, Word]] = {
        "stay": Nothing(),
        "keep": BLOCKS,
        "go": Fields({"blocks": BLOCKS, "to": PLACES}),
        "all": PLACES,
    }

    def measure(self, request: Regroup, view: View) -> Mapping[str, int]:
        """Numbers that both can count."""
        own = legal.count(view.public, request.args["place"], request.seat)
        return {"own blocks": own, "battles left": len(legal.contested(view.public))}

    def follow(self, request: Regroup, view: View, then: Answer) -> Answer:
        """7.7 Lines by place; nobody goes if nobody can."""
        walk, kept = RegroupWalk.on_copy(request, view), set[str]()
        for word, value in parts(then):
            if word == "stay":
                break
            if word == "keep":
                kept |= set(value)
                continue
            places, named = (value, walk.left) if word == "all" else (value["to"], value["blocks"])
            for block in [b for b in walk.left if b in named and b not in kept]:
                self._send(walk, block, places)
        going: dict[str, list[str]] = {}
        for block, to in walk.named.items():
            going.setdefault(to, []).append(block)
        return [{"regroup": {"blocks": blocks, "to": to}} for to, blocks in going.items()]

    def _send(self, walk: RegroupWalk, block: str, places: Sequence[str]) -> None:
        """Send a block to the first place that takes it, if any does."""
        if to := next((to for to in places if walk.takes(block, to)), ""):
            walk.named[block] = to
