"""A turn in battle (7.2): the blocks of one side and one letter fire, pass or retreat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from referee.engine.action import Action, Problem
from referee.engine.request import Data
from referee.engine.words import Answer, Choice, Fields, Line, Name, Word
from referee.fault import OUT_OF_TURN
from rulesets.julius_caesar import board
from rulesets.julius_caesar.battle import hits, rounds, verbs, ways_out
from rulesets.julius_caesar.battle.ways_out import Way
from rulesets.julius_caesar.board import LETTERS
from rulesets.julius_caesar.board.naming import block_name, listed, place_name


class TurnWalk(rounds.BattleWalk):
    """Block after block acts; each sees what those before it did."""

    request: BattleTurn

    def waits(self, block: str) -> bool:
        """7.2 Whether a block has still to act; one whose line is refused has not."""
        waits = rounds.waits(self.battle, block, self.request.args["letter"], self.seat)
        return waits and block not in self.doubts

    @property
    def left(self) -> list[str]:
        """7.2 Blocks that have still to act."""
        return [block for block in board.in_order(self.battle["blocks"]) if self.waits(block)]

    @property
    def leaving(self) -> bool:
        """7.62 Whether they can only retreat."""
        return rounds.must_leave(self.battle, self.seat)

    def ways(self, block: str) -> list[Way]:
        """7.6 Where a block may go now, and how."""
        return ways_out.routes(self.public, self.seat, block)

    def over(self) -> bool:
        """7.2, 7.3 Nobody acts once a side has nobody left to fight, which no rehearsal knows."""
        return not self.rehearsing and rounds.next_turn(self.battle) is None

    def whole(self) -> Iterable[Problem]:
        """7.2 Somebody acts; blocks without a line are asked again afterwards."""
        if not self.lines:
            hint = "write a fire, pass or retreat line for at least one block"
            yield Problem("no block is told what to do", "7.2", hint)


class Act(Action[TurnWalk]):
    """7.2 What one block does; at: where the line names it."""

    at: ClassVar[tuple[str, ...]] = ()

    @property
    def block(self) -> str:
        """Who acts."""
        return str(self.value)

    def problems(self) -> Iterable[Problem]:
        """7.2 Each block acts once, when it is its turn."""
        walk, block = self.walk, self.block
        if walk.waits(block):
            yield from self.hindrances()
            return
        name = walk.name(block)
        hint = f"now act: {walk.all_of(walk.left)}" if walk.left else "nobody else acts now"
        shown = walk.battle["blocks"].get(block, {"player": ""})
        reason, answer = f"{name} has acted in an earlier line", ""
        if block not in walk.request.args["blocks"]:
            reason = f"{name} is not one of your blocks in this battle"
            if shown["player"] == self.seat:
                acts = f"acts at letter {rounds.letter(walk.battle, block)}"
                reason = f"{name} {'has already acted in this round' if shown['acted'] else acts}"
                answer = OUT_OF_TURN
        yield Problem(reason, "7.2", hint, path=self.at, answer=answer)

    def names(self) -> Iterable[str]:
        """It has acted, for the lines below."""
        return [self.block] if self.walk.waits(self.block) else []

    def hindrances(self) -> Iterable[Problem]:
        """7.62 In the end attackers must leave."""
        if self.walk.leaving:
            reason = f"{self.walk.name(self.block)} attacks and can only retreat in round 4"
            yield Problem(reason, "7.62", self.ways())

    def ways(self) -> str:
        """7.6 Where it may go, for a hint."""
        ways = self.walk.ways(self.block)
        return f"it may retreat to {told(ways)}" if ways else ""


class Fire(Act):
    """7.4 A block fires; the enemy's strongest take the hits, their owner picks among equals."""

    word, takes = "fire", Name("block")

    async def does(self) -> None:
        """7.4 Dice, then hits; what they do is nothing to rehearse."""
        if self.walk.rehearsing:
            self.table.unsure = self.walk.battle["blocks"][self.block]["acted"] = True
            return
        number = verbs.fire(self.table, self.block)
        verbs.end_shot(self.table, number - await hits.taken(self.table, self.block, number))


class Pass(Act):
    """7.2 A block passes."""

    word, takes = "pass", Name("block")

    async def does(self) -> None:
        """7.2 It has acted."""
        verbs.rest(self.table, self.block)


class Retreat(Act):
    """7.6 A block leaves the battle."""

    word, at = "retreat", ("block",)
    takes = Fields({"block": Name("block"), "to": Name("place")}, {"via": Name("place")})

    @property
    def block(self) -> str:
        """Who goes."""
        return str(self.value["block"])

    @cached_property
    def way(self) -> Way | Problem:
        """7.6, 7.61 The way that is meant, or why it cannot be taken."""
        to, via = self.value["to"], self.value.get("via")
        return ways_out.resolve(self.public, self.seat, self.block, to, via)

    def hindrances(self) -> Iterable[Problem]:
        """7.2, 7.6 Not in round 1, and where there is a way."""
        if not rounds.may_retreat(self.walk.battle):
            yield Problem("nobody retreats in round 1", "7.2", "fire or pass")
        elif isinstance(self.way, Problem):
            yield self.way._replace(hint=self.way.hint or self.ways(), path=("to",))

    async def does(self) -> None:
        """7.61 It goes, and takes up room on its way."""
        assert isinstance(self.way, Way)
        verbs.retreat(self.table, self.block, self.way)


def told(ways: Iterable[Way]) -> str:
    """``Genua or Messana (via Mare Tyrrhenum)``."""
    seas = {way: f" (via {place_name(way.via)})" if way.via else "" for way in ways}
    return listed((place_name(way.to) + sea for way, sea in seas.items()), "or")


def retreating(block: str, way: Way) -> Line:
    """A retreat line."""
    value = {"block": block, "to": way.to}
    return {"retreat": {**value, "via": way.via} if way.via else value}


class BattleTurn(rounds.BattleRequest):
    """7.2 What the blocks of one letter do, in the order in which they act.

    An answer may cover the first blocks only; the others are asked again afterwards.
    args: place, round, letter, blocks (those that have still to act, all face up)."""

    kind, rule, walk, actions = "battle turn", "7.2", TurnWalk, (Fire, Pass, Retreat)
    selectors: ClassVar[Mapping[str, Word]] = {
        **rounds.BattleRequest.selectors,
        "letter": Choice(LETTERS),
    }

    def title(self, reader: str = "") -> str:
        """What is asked; only face-up blocks are named."""
        place = place_name(self.args["place"])
        names = listed(block_name(block, reader) for block in self.args["blocks"])
        turn = f"round {self.args['round']}, letter {self.args['letter']}"
        return f"battle of {place}, {turn}: orders for {names}"

    def forced(self, public: Data) -> Answer | None:
        """7.62, 7.82 The last round leaves no choice where each block has one way, for all."""
        left = [block for block in self.args["blocks"] if block in public["battle"]["blocks"]]
        ways = ways_out.only_ways(public, self.seat, left)
        return [retreating(block, way) for block, way in ways] or None
