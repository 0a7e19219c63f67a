"""Hits (7.4): which block takes each of them, and the question to the owner if he can choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from referee.engine.fault import NOT_ALLOWED, Fault
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Name, Word
from rulesets.julius_caesar import board, later
from rulesets.julius_caesar.board import ROMAN
from rulesets.julius_caesar.naming import block_name, listed, place_name, several
from rulesets.julius_caesar.rounds import face_up, strength
from rulesets.julius_caesar.standing_hits import HitsStanding

if TYPE_CHECKING:
    import random

#: Strength of each block that can still be hit.
Targets = dict[str, int]


def targets(battle: Data, seat: str) -> Targets:
    """7.3, 7.4 Blocks of a seat that can be hit: those face up, so no reserves in round 1."""
    return {block: strength(battle, block) for block in face_up(battle, seat)}


def strongest(standing: Targets) -> list[str]:
    """7.4 Blocks of the highest strength, in the rulebook's order: one of them takes the hit."""
    most = max(standing.values(), default=0)
    equals = [block for block, points in standing.items() if points == most]
    return board.in_order(equals)


def after_hit(standing: Targets, block: str) -> Targets:
    """7.4, 7.41, 7.52 Targets after one hit; a block below its last step is no target any more."""
    left = board.step_down(block, standing[block])
    rest = {name: points for name, points in standing.items() if name != block}
    return {**rest, block: left} if left else rest


def told_order(standing: Targets, taken: Iterable[str]) -> list[str]:
    """7.4 Hits as they are told: the strongest blocks first, of equals in the rulebook's order.

    In which order their owner wrote down what comes to the same is nobody's business."""
    found = []
    for block in taken:
        found.append((-standing[block], board.block_order()[block], block))
        standing = after_hit(standing, block)
    return [block for *_, block in sorted(found)]


def landing(standing: Targets, hits: int) -> int:
    """7.4 How many of so many hits find a block; the others are lost."""
    landed = 0
    while landed < hits and standing:
        standing = after_hit(standing, strongest(standing)[0])
        landed += 1
    return landed


def first_choice(standing: Targets, hits: int) -> list[str]:
    """7.4 One legal way to take so many hits: the first of the strongest, leaders last."""
    taken: list[str] = []
    while len(taken) < hits and standing:
        block = min(strongest(standing), key=lambda block: board.blocks()[block].leader)
        taken.append(block)
        standing = after_hit(standing, block)
    return taken


def has_choice(standing: Targets, hits: int) -> bool:
    """7.4 Whether the owner's choices can end differently.

    Two equal blocks and two hits leave no choice: each of them takes one."""
    ends = {_key(standing): standing}
    for _ in range(hits):
        following = {}
        for position in ends.values():
            for block in strongest(position):
                end = after_hit(position, block)
                following[_key(end)] = end
        ends = following or ends
    return len(ends) > 1


def _key(standing: Targets) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(standing.items()))


class Hits(HitsStanding, Request):
    """The owner of equally strong blocks says which of them take the hits of one roll (7.4).

    args: place, round, by (the block that fired), hits (how many)."""

    kind = "hits"
    rule = "7.4"
    words: ClassVar[Mapping[str, Word]] = {"hit": Name("block")}
    chained = True

    def title(self, reader: str = "") -> str:
        """What is asked; only face-up blocks are named."""
        place = place_name(self.args["place"])
        shooter = block_name(self.args["by"], reader)
        hits = several(self.args["hits"], "hit")
        return f"battle of {place}, round {self.args['round']}: {hits} by {shooter}, on whom?"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """7.4 Each hit falls on one of the strongest blocks, worked out again for every hit."""
        judgement = Judgement()
        standing = self._standing(view.public)
        wanted = landing(standing, self.args["hits"])
        for number, line in enumerate(answer[:wanted]):
            block = str(line["hit"])
            fault = self._refuse(standing, block)
            if fault:
                judgement.add(Fault(NOT_ALLOWED, (number,), *fault))
                return judgement  # whatever follows depends on this hit
            standing = after_hit(standing, block)
        if len(answer) != wanted:
            judgement.add(_wrong_number(len(answer), wanted))
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Some legal way to take the hits."""
        answer: Answer = []
        standing = self._standing(view.public)
        for _ in range(landing(standing, self.args["hits"])):
            block = chance.choice(strongest(standing))
            answer.append({"hit": block})
            standing = after_hit(standing, block)
        return answer

    def template(self, view: View) -> list[str]:
        """One line a hit, with everybody who could take it."""
        lines = []
        standing = self._standing(view.public)
        for block in first_choice(standing, self.args["hits"]):
            equals = strongest(standing)
            names = listed((block_name(name, view.seat) for name in equals), "or")
            points = ROMAN[standing[block]]
            lines.append(f"- hit: {block_name(block, view.seat)}  # strength {points}: {names}")
            standing = after_hit(standing, block)
        return lines

    def later(self, view: View) -> list[str]:
        """7.2 The letters that are still to act, and regrouping."""
        return later.in_battle(view)

    def default(self, view: View) -> Answer:
        """7.4 Among the strongest blocks those of the lowest combat value are hit."""
        return self.follow(view, [])

    def at_hand(self, view: View, key: str, beside: Mapping[str, object]) -> list[str]:
        """7.4 Blocks that can take the next hit."""
        return strongest(self._standing(view.public))

    def forced(self, public: Data) -> Answer | None:
        """7.4 No question where every choice ends the same."""
        standing = self._standing(public)
        if has_choice(standing, self.args["hits"]):
            return None
        return [{"hit": block} for block in first_choice(standing, self.args["hits"])]

    def _standing(self, public: Data) -> Targets:
        return targets(public["battle"], self.seat)

    def _refuse(self, standing: Targets, block: str) -> tuple[str, str, str] | None:
        """Why a block cannot take the next hit: reason, paragraph, hint."""
        equals = strongest(standing)
        if block in equals:
            return None
        name = block_name(block, self.seat)
        names = listed((block_name(equal, self.seat) for equal in equals), "or")
        hint = f"this hit falls on {names} at strength {ROMAN[standing[equals[0]]]}"
        if block not in standing:
            return f"{name} is not among your blocks that can be hit", "7.4", hint
        reason = f"{name} at strength {ROMAN[standing[block]]} is not your strongest block"
        return reason, "7.4", hint


def _wrong_number(lines: int, wanted: int) -> Fault:
    reason = f"{several(wanted, 'hit')} to take, but {several(lines, 'line')} written"
    return Fault(NOT_ALLOWED, (), reason, "7.4", "write one hit line for each hit")
