"""A turn in battle (7.2): all blocks of one side and one letter fire, pass or retreat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from referee.engine.fault import NOT_ALLOWED, OUT_OF_TURN, Fault, Path
from referee.engine.request import Data, Judgement, Request, View
from referee.engine.words import Answer, Fields, Line, Name, Word
from rulesets.julius_caesar import later
from rulesets.julius_caesar.board import ROMAN
from rulesets.julius_caesar.exits import Exits, only_ways
from rulesets.julius_caesar.naming import block_name, listed, place_name
from rulesets.julius_caesar.retreat import Way
from rulesets.julius_caesar.rounds import (
    letter,
    may_retreat,
    must_leave,
    rating,
    strength,
    waiting,
)
from rulesets.julius_caesar.standing_battle import TurnStanding

if TYPE_CHECKING:
    import random


class BattleTurn(TurnStanding, Request):
    """7.2 What the blocks of one letter do, in the order in which they act.

    An answer may cover the first blocks only; the others are asked again afterwards.
    args: place, round, letter, blocks (those that have still to act, all face up)."""

    kind = "battle turn"
    rule = "7.2"
    words: ClassVar[Mapping[str, Word]] = {
        "fire": Name("block"),
        "pass": Name("block"),
        "retreat": Fields({"block": Name("block"), "to": Name("place")}, {"via": Name("place")}),
    }

    def title(self, reader: str = "") -> str:
        """What is asked; only face-up blocks are named."""
        place = place_name(self.args["place"])
        names = listed(block_name(block, reader) for block in self.args["blocks"])
        turn = f"round {self.args['round']}, letter {self.args['letter']}"
        return f"battle of {place}, {turn}: orders for {names}"

    def judge(self, view: View, answer: Answer) -> Judgement:
        """7.2, 7.6 Each block acts once; retreats keep to 7.61 line by line."""
        judgement = Judgement()
        if not answer:
            hint = "write a fire, pass or retreat line for at least one block"
            judgement.add(Fault(NOT_ALLOWED, (), "no block is told what to do", "7.2", hint))
        walk = _Walk(self, view.public)
        for number, line in enumerate(answer):
            fault = walk.take(line, (number,))
            if fault:
                judgement.add(fault)
        return judgement

    def sample(self, view: View, chance: random.Random) -> Answer:
        """Mostly fire; sometimes a retreat or a pass, sometimes only the first blocks."""
        walk = _Walk(self, view.public)
        blocks = walk.first_those_who_can(chance.sample(walk.left, len(walk.left)))
        if chance.random() < 0.2:
            blocks = blocks[: chance.randint(1, len(blocks))]
        answer: Answer = []
        for block in blocks:
            line = walk.some_line(block, chance)
            if line is not None and walk.take(line, ()) is None:
                answer.append(line)
        return answer

    def template(self, view: View) -> list[str]:
        """A line for each block: fire, or in the last round the first way out; then, as comments,
        what else a block can do."""
        walk = _Walk(self, view.public)
        lines = ["# in the order in which the blocks act; you may stop early and see the dice"]
        others = walk.others()
        for block in walk.first_those_who_can(walk.left):
            exits = walk.ways(block)
            line: Line = {"fire": block}
            if walk.leaving and exits:
                line = _line(block, exits[0])
            elif walk.leaving:
                lines.append(f"# {block_name(block, self.seat)} finds no way out")
                continue
            walk.take(line, ())
            lines.append(f"{_written(line, self.seat)}  # {_options(view.public, block, exits)}")
        if others:
            lines.append("# in place of a fire line a block can have another one:")
        return lines + [f"# {_written(line, self.seat)}" for line in others]

    def later(self, view: View) -> list[str]:
        """7.2 The letters that follow, and regrouping."""
        return later.in_battle(view, self.args["letter"])

    def default(self, view: View) -> Answer:
        """7.2, 7.62 All fire; in round 4 attackers retreat to the first place that is open."""
        return self.follow(view, [])

    def at_hand(self, view: View, key: str, beside: Mapping[str, Any]) -> list[str]:
        """7.2, 7.6 Blocks that act now, and where one can retreat to."""
        walk = _Walk(self, view.public)
        if key in ("to", "via"):
            ways = walk.ways(beside.get("block") or walk.left[0])
            found = [way.to if key == "to" else way.via for way in ways]
            return list(dict.fromkeys(place for place in found if place))
        return walk.left

    def forced(self, public: Data) -> Answer | None:
        """7.62, 7.82 The last round leaves no choice where each block has one way, for all."""
        battle = public["battle"]
        left = [block for block in self.args["blocks"] if block in battle["blocks"]]
        if not must_leave(battle, self.seat) or not left:
            return None
        ways = only_ways(public, self.seat, left)
        return None if ways is None else [_line(block, way) for block, way in ways]


class _Walk:
    """Goes through the lines of a turn; each line sees what the earlier ones did."""

    def __init__(self, request: BattleTurn, public: Data) -> None:
        self.battle: Data = public["battle"]
        self.seat = request.seat
        self.letter = request.args["letter"]
        self.left = waiting(self.battle, self.letter, self.seat)
        self.leaving = must_leave(self.battle, self.seat)
        self.exits = Exits(public, self.seat)
        self.done: list[str] = []

    def ways(self, block: str) -> list[Way]:
        """7.6 Where a block may go now, and how."""
        if not may_retreat(self.battle):
            return []
        return self.exits.routes(block)

    def first_those_who_can(self, blocks: list[str]) -> list[str]:
        """7.6 Blocks with a way out before those that others have to open one for."""
        return sorted(blocks, key=lambda b: self.leaving and not self.ways(b))

    def take(self, line: Line, path: Path) -> Fault | None:
        """Do a line, or say why it cannot be done."""
        word = next(iter(line))
        if word == "retreat":
            value = cast(Mapping[str, str], line[word])
            block, inner = value["block"], (*path, "block")
        else:
            block, inner = str(line[word]), path
        fault = self._refuse_block(block, inner)
        if fault is not None:
            return fault
        if word == "retreat":
            fault = self._retreat(block, value, path)
        elif self.leaving:
            reason = f"{block_name(block, self.seat)} attacks and can only retreat in round 4"
            fault = Fault(NOT_ALLOWED, inner, reason, "7.62", _exits_hint(self.ways(block)))
        self.left.remove(block)
        self.done.append(block)
        return fault

    def _retreat(self, block: str, value: Mapping[str, str], path: Path) -> Fault | None:
        if not may_retreat(self.battle):
            return Fault(NOT_ALLOWED, path, "nobody retreats in round 1", "7.2", "fire or pass")
        to, via = value["to"], value.get("via")
        way = self.exits.resolve(block, to, via)
        if isinstance(way, Way):
            self.exits.take(block, way)
            return None
        hint = way.hint or _exits_hint(self.ways(block))
        return Fault(NOT_ALLOWED, (*path, "to"), way.reason, way.rule, hint)

    def _refuse_block(self, block: str, path: Path) -> Fault | None:
        """7.2 Why a block does not act now."""
        if block in self.left:
            return None
        name = block_name(block, self.seat)
        names = listed(block_name(one, self.seat) for one in self.left)
        hint = f"now act: {names}" if self.left else "nobody else acts now"
        if block in self.done:
            return Fault(NOT_ALLOWED, path, f"{name} has acted in an earlier line", "7.2", hint)
        shown = self.battle["blocks"].get(block)
        if shown is None or shown["player"] != self.seat:
            reason = f"{name} is not one of your blocks in this battle"
            return Fault(NOT_ALLOWED, path, reason, "7.2", hint)
        if shown["acted"]:
            reason = f"{name} has already acted in this round"
        else:
            reason = f"{name} acts at letter {letter(self.battle, block)}"
        return Fault(OUT_OF_TURN, path, reason, "7.2", hint)

    def others(self) -> list[Line]:
        """A line of each other kind than fire that could be ordered now."""
        if self.leaving or not self.left:
            return []
        retreats = [_line(block, way) for block in self.left for way in self.ways(block)]
        return [{"pass": self.left[0]}, *retreats[:1]]

    def some_line(self, block: str, chance: random.Random) -> Line | None:
        """Some legal line for a block, None if it must leave and cannot."""
        exits = self.ways(block)
        if self.leaving and not exits:
            return None
        if exits and (self.leaving or chance.random() < 0.15):
            return _line(block, chance.choice(exits))
        return {"pass": block} if chance.random() < 0.08 else {"fire": block}


def _line(block: str, way: Way) -> Line:
    """A retreat line."""
    value: Data = {"block": block, "to": way.to}
    return {"retreat": {**value, "via": way.via} if way.via else value}


def _written(line: Line, seat: str) -> str:
    """A line as a player writes it."""
    word, value = next(iter(line.items()))
    if isinstance(value, Mapping):
        block, to = block_name(value["block"], seat), place_name(value["to"])
        via = f", via: {place_name(value['via'])}" if "via" in value else ""
        return f"- retreat: {{block: {block}, to: {to}{via}}}"
    return f"- {word}: {block_name(str(value), seat)}"


def _options(public: Data, block: str, exits: list[Way]) -> str:
    """The rating of a block and what else it could do."""
    battle = public["battle"]
    points = ROMAN[strength(battle, block)]
    about = f"{rating(battle, block)}, {points}"
    if must_leave(battle, battle["blocks"][block]["player"]):
        choices = [] if len(exits) < 2 else [f"or to {_exits(exits[1:])}"]
    else:
        choices = ["or pass"]
        if exits:
            choices.append(f"or retreat to {_exits(exits)}")
    return "; ".join([about, *choices])


def _exits(ways: list[Way]) -> str:
    """``Genua or Messana (via Mare Tyrrhenum)``."""
    written = [
        place_name(way.to) + (f" (via {place_name(way.via)})" if way.via else "") for way in ways
    ]
    return listed(written, "or")


def _exits_hint(exits: list[Way]) -> str:
    return f"it may retreat to {_exits(exits)}" if exits else ""
